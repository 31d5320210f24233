/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the ledger: functions that each read one section of a claim. */
#ifndef SLP_ORACLE_CLAIM_READ_H
#define SLP_ORACLE_CLAIM_READ_H

#include "reports/claims/claim.h"
#include "reports/claims/language/yaml.h"

enum { SLP_CLAIM_PARTS = 32 }; /* most sections of one kind in a claim */

/* Each fills a part of the claim, slp_experiment, slp_measure, slp_rule or slp_claim_figure, from
 * the YAML mapping `node`; false if refused (y->err says why). */
bool slp_claim_read_experiment(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part);
bool slp_claim_read_measure(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part);
bool slp_claim_read_rule(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part);
bool slp_claim_read_figure(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part);
/* A program as the scheme: {port: PATH, seconds: S}, from the folder of the claim's file. */
bool slp_claim_read_port(slp_yaml *y, yaml_node_t *node, slp_experiment *e);
/* `quote`, `faithful` and `replies` of the whole claim. */
bool slp_claim_read_reading(slp_yaml *y, yaml_node_t *root, slp_claim *claim);
/* `sensitivity` of the whole claim, after all else: it adds nodes to the document, so that pointers
 * to nodes from before are no longer valid. */
bool slp_claim_read_sensitivity(slp_yaml *y, slp_claim *claim);
/* The word under key, which must be there and one of `words` (ends with NULL); a new string. */
bool slp_claim_read_choice(slp_yaml *y, yaml_node_t *mapping, const char *key,
                           const char *const *words, const char *remedy, char **word);
/* The forms in which a text was read, as `from` says: typeset, latex, ocr, NULL. */
extern const char *const slp_paper_forms[];
/* `to` becomes the state of the preset named by node, as fixed numbers.  The preset must be of
 * `system`. */
bool slp_claim_read_preset(slp_yaml *y, yaml_node_t *node, const slp_system *system,
                           slp_origin *to);
/* "measure.value" into its two indices. */
bool slp_claim_read_reference(slp_yaml *y, yaml_node_t *node, const char *field,
                              const slp_claim *claim, slp_value_name *reference);

/* The index of the first condition that contradicts earlier ones on the same number, so that no
 * measured interval can make the rule true; rule->conditions if there is none.  Tested by
 * tests/claims/test_claim_never.c. */
size_t slp_rule_contradiction(const slp_rule *rule);

#endif
