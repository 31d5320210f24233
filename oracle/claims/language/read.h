/* Inside the ledger: the parts that read one section of a claim each. */
#ifndef SLP_ORACLE_CLAIM_READ_H
#define SLP_ORACLE_CLAIM_READ_H

#include "oracle/claims/claim.h"
#include "oracle/claims/language/yaml.h"

enum { SLP_CLAIM_PARTS = 32 }; /* of a kind in one claim */

/* Each fills its part of the claim from the mapping; false when refused (y->err says why). */
bool slp_claim_read_experiment(slp_yaml *y, yaml_node_t *node, slp_experiment *e);
bool slp_claim_read_measure(slp_yaml *y, yaml_node_t *node, slp_claim *claim, slp_measure *m);
bool slp_claim_read_rule(slp_yaml *y, yaml_node_t *node, slp_claim *claim, slp_rule *rule);
bool slp_claim_read_figure(slp_yaml *y, yaml_node_t *node, slp_claim *claim, slp_claim_figure *f);
/* The state of the preset that node names, which must be of `system`, as fixed numbers. */
bool slp_claim_read_preset(slp_yaml *y, yaml_node_t *node, const slp_system *system,
                           slp_origin *to);
/* "measure.value" into its two indices. */
bool slp_claim_read_reference(slp_yaml *y, yaml_node_t *node, const char *field,
                              const slp_claim *claim, slp_reference *reference);

/* The first condition that contradicts those before it on the same number, so that no measured interval makes the rule true;
 * rule->conditions where there is none.  Pinned by tests/test_claim_never.c. */
size_t slp_rule_never(const slp_rule *rule);

#endif
