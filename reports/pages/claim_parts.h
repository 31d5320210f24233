/* Inside the report: the sections of a claim's page that are made of its record's tables. */
#ifndef SLP_REPORTS_CLAIM_PARTS_H
#define SLP_REPORTS_CLAIM_PARTS_H

#include "reports/report.h"

/* Each prints its heading and section, or nothing when the record has none of it. */
void report_numbers(FILE *to, const json_t *record);
void report_rules(FILE *to, const json_t *record);
void report_experiments(FILE *to, const json_t *record);
void report_witnesses(FILE *to, const json_t *record);
void report_provenance(FILE *to, const json_t *record);

#endif
