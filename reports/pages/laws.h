/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: reads the table of laws that `slp check --json` writes
 * (props/output/json.c), and prints its page. */
#ifndef SLP_REPORTS_LAWS_H
#define SLP_REPORTS_LAWS_H

#include "reports/report.h"
#include "reports/schema/schema.h"

enum { LAWS_WHY = SCHEMA_WHY };

/* DIR/laws.json, if it exists, follows laws_needed.json, and has few enough rows for a page.  NULL
 * with the reason otherwise.  Tested by tests/reports/test_report_laws.c,
 * tests/reports/test_pages.sh. */
json_t *report_laws_read(const char *dir, char why[LAWS_WHY]);

void report_laws_page(FILE *to, const json_t *laws);

#endif
