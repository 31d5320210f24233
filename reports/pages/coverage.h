/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: the page of test coverage, from the file that `make coverage` writes. */
#ifndef SLP_REPORTS_COVERAGE_H
#define SLP_REPORTS_COVERAGE_H

#include "reports/report.h"

/* DIR/coverage.md as a new JSON string; NULL if it is not a regular file of at most 4 MiB in UTF-8
 * that can be a page.  Tested by tests/house/test_coverage.sh. */
json_t *report_coverage_read(const char *dir);

void report_coverage_page(FILE *to, const json_t *text);

#endif
