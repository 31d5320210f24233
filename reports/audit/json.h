/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Inside the audit: parts of a record as JSON. */
#ifndef SLP_ORACLE_AUDIT_JSON_H
#define SLP_ORACLE_AUDIT_JSON_H

#include "reports/audit/audit.h"
#include "oracle/certificates/certificates.h"
#include "oracle/plumbing/sha256.h"

/* The SHA-256 of a claim's text; if `asked`, of its part that says what is measured: from the line
 * before `experiments:` up to the line `decide:`. */
void audit_text_hash(char digits[SLP_SHA256_CHARS], const char *claim_text, bool asked);
/* The measure on experiment e at the chosen size, by one thread and unheard. */
slp_trial audit_trial(const slp_measure *m, const slp_experiment *e, bool full);
/* The text under key; "" if there is none. */
const char *audit_text(const json_t *object, const char *key);
/* object[key] = text; null if text is NULL. */
void audit_set_text(json_t *object, const char *key, const char *text);
/* Each returns a new reference: an interval with its unit; an experiment with the chosen sizes;
 * every rule, with the truth of each condition for the measured numbers. */
json_t *audit_interval_json(const slp_interval *value, const char *unit);
json_t *audit_experiment_json(const slp_experiment *e, bool full);
json_t *audit_rules_json(const slp_claim *claim, const slp_measurement *measured);
/* What paper.yaml says; null if the paper is not known. */
json_t *audit_paper_json(const slp_paper *paper);
/* "measure.value", cut to room chars with the NUL. */
void audit_reference_text(char *text, size_t room, const slp_claim *claim, slp_value_name of);
/* The number that pages show beside the verdict of this rule: the claim's `number` where a
 * condition of the rule is about it, else that of the rule's first condition.  Where no rule
 * decided (rule is claim->rules): `number`, or that of the first rule.  Tested by
 * tests/audit/test_audit_deciding_number.sh. */
slp_value_name audit_deciding_number(const slp_claim *claim, size_t rule);
/* words with {measure.value} replaced by the measured numbers; new string. */
char *audit_fill_in(const char *words, const slp_claim *claim, const slp_measurement *measured);
/* Decides the claim again for each row of `sensitivity` (those of the full size only there), and
 * stores the table in the record, with `sensitive`: true if a row has another verdict.  A verdict
 * that depends on a choice becomes underspecified; `indicates` keeps the former one.  verdict,
 * meant: those of the claim, before its size is looked at.  A row that is inconclusive is no other
 * verdict. Tested by tests/audit/test_sensitivity.sh. */
void audit_sensitivity(json_t *record, const slp_claim *claim, const slp_measurement *measured,
                       slp_claim_verdict verdict, slp_claim_verdict meant,
                       const audit_options *options);
/* Why no rule holds: the undecided conditions of the first rule that has no false condition; new
 * string. */
char *audit_undecided(const slp_claim *claim, const slp_measurement *measured);
/* Fields of a record and of its measures that belong in runs/ID.json; ends with NULL. */
extern const char *const audit_of_run[];
/* "data/ID-MEASURE.tsv", at most 160 bytes; and a checksum as 16 hex digits. */
void audit_series_name(char name[160], const char *id, const char *measure);
void audit_sum_text(char text[17], uint64_t sum);
/* Writes DIR/data/ID-MEASURE.tsv: a comment line with the columns, then numbers.  Only rank 0
 * writes it.  Returns the record's entry for it, with its checksum; null if there is nothing to
 * draw; NULL, with a message on stderr, if it cannot be written. */
json_t *audit_keep_series(const slp_series *series, const audit_options *options, const char *id,
                          const char *measure);

/* {"kind", "order", "power", "coefficient"} of what was measured of one step; NULL if that was not,
 * or without noise. */
json_t *audit_nodes_json(const slp_measurement *got, const slp_experiment *e);

/* Files of certificates FOLDER/ID.EXPERIMENT.txt, of the experiments that a quantity certifies;
 * none if folder is NULL.  The claim must outlive them. */
typedef struct audit_certificates audit_certificates;
audit_certificates *audit_certificates_begin(const slp_claim *claim, const char *folder);
/* Where the steps of that measure go; NULL: nowhere. */
slp_certificates *audit_certificates_of(const audit_certificates *all, const slp_measure *measure);
/* Ends them; without `good` no file is left, and those of an earlier run stay.  False, with the
 * reason in why (room chars), if one cannot be written. */
bool audit_certificates_end(audit_certificates *all, bool good, char *why, size_t room);

#endif
