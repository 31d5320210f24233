/* Inside the audit: parts of a record as JSON. */
#ifndef SLP_ORACLE_AUDIT_JSON_H
#define SLP_ORACLE_AUDIT_JSON_H

#include "oracle/audit/audit.h"

/* object[key] = text; null where text is NULL. */
void audit_set_text(json_t *object, const char *key, const char *text);
/* Each a new reference: an interval with its unit, an experiment with the sizes chosen, every rule with the truth of its
 * conditions on what was measured. */
json_t *audit_interval_json(const slp_interval *value, const char *unit);
json_t *audit_experiment_json(const slp_experiment *e, bool full);
json_t *audit_rules_json(const slp_claim *claim, const slp_measurement *measured);
/* "measure.value", cut to room chars with the NUL. */
void audit_reference_text(char *text, size_t room, const slp_claim *claim, slp_reference of);
/* words with {measure.value} replaced by the measured numbers; new string. */
char *audit_fill_in(const char *words, const slp_claim *claim, const slp_measurement *measured);
/* Why no rule holds, as far as the numbers say: what is open of the first rule that nothing makes false; new string. */
char *audit_undecided(const slp_claim *claim, const slp_measurement *measured);
/* "data/ID-MEASURE.tsv", to 160 bytes; a sum as 16 hex digits. */
void audit_series_name(char name[160], const char *id, const char *measure);
void audit_sum_text(char text[17], uint64_t sum);
/* DIR/data/ID-MEASURE.tsv: a comment line with the columns, then numbers; written by rank 0 alone.  What a record says of it,
 * its sum among that; null where
 * there is nothing to draw; NULL, with a message on stderr, if it cannot be written. */
json_t *audit_keep_series(const slp_series *series, const audit_options *options, const char *id,
                          const char *measure);

#endif
