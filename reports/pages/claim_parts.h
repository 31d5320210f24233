/* Internal to the report: the sections of a claim's page that show tables of its record. */
#ifndef SLP_REPORTS_CLAIM_PARTS_H
#define SLP_REPORTS_CLAIM_PARTS_H

#include "reports/report.h"

/* Each prints its heading and section; nothing if the record has no data for it. */
void report_numbers(FILE *to, const json_t *record);
void report_rules(FILE *to, const json_t *record);
void report_experiments(FILE *to, const json_t *record);
void report_witnesses(FILE *to, const json_t *record);
void report_provenance(FILE *to, const json_t *record);

#endif
