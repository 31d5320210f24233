/* Which claims an audit runs: the ledger's, or those asked for by name or file. */
#ifndef SLP_ORACLE_AUDIT_PLAN_H
#define SLP_ORACLE_AUDIT_PLAN_H

#include "oracle/audit/audit.h"

enum { AUDIT_CLAIMS = 256 };

typedef struct audit_plan {
    audit_entry entries[AUDIT_CLAIMS];
    size_t count;
    bool whole; /* the whole ledger was asked for */
    const audit_options *options;
} audit_plan;

/* Adds a claim of the ledger by its id, or one read from a file.  plan: zeros but for its options, at first.  False after a message
 * on stderr, also where it is full or holds the claim already. */
bool audit_plan_add(audit_plan *plan, const char *name);
/* Adds every claim of the ledger. */
bool audit_plan_ledger(audit_plan *plan);
/* This run's records, and those of other claims, of the ledger or of somebody's files, that an earlier run of this very program left: a
 * new reference.  What cannot be believed is left out with a message on stderr. */
json_t *audit_plan_gather(const audit_plan *plan);
/* What slp_claim_read does not see, of the chosen size: numbers in words that nothing measures, experiments that do not fit their
 * quantity.  SLP_OK, or SLP_INPUT with err. */
slp_status audit_check(const slp_claim *claim, bool full, slp_error *err);
/* Frees its claims and records. */
void audit_plan_clear(audit_plan *plan);

#endif
