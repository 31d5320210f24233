/* Inside the report: what `make coverage` wrote about the tests, as a page. */
#ifndef SLP_REPORTS_COVERAGE_H
#define SLP_REPORTS_COVERAGE_H

#include "reports/report.h"

/* DIR/coverage.md as a JSON string, new; NULL where there is no regular file of at most 4 MiB and
 * UTF-8.  Pinned by tests/test_coverage.sh. */
json_t *report_coverage_read(const char *dir);

void report_coverage_page(FILE *to, const json_t *text);

#endif
