/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which claims an audit runs: all of the ledger, or those given by name or file. */
#ifndef SLP_ORACLE_AUDIT_PLAN_H
#define SLP_ORACLE_AUDIT_PLAN_H

#include "reports/audit/audit.h"

enum { AUDIT_CLAIMS = 256 };

typedef struct audit_plan {
    audit_entry entries[AUDIT_CLAIMS];
    size_t count;
    bool whole; /* all claims of the ledger are to be run */
    const audit_options *options;
} audit_plan;

/* Adds a claim of the ledger by its id, or a claim read from a file.  Before the first call, plan
 * is all zeros but for its options.  False after a message on stderr; also if plan is full or has
 * the claim already. */
bool audit_plan_add(audit_plan *plan, const char *name);
/* Adds every claim of the ledger. */
bool audit_plan_ledger(audit_plan *plan);
/* The records of this run, and records of other claims that an earlier run of this same program
 * stored: a new reference.  A record that is damaged is left out with a message on stderr. */
json_t *audit_plan_gather(const audit_plan *plan);
/* Checks that slp_claim_read does not make, for the chosen size: a {measure.value} in a text that
 * no measure gives, and an experiment that does not fit its quantity.  SLP_OK, or SLP_INPUT with
 * err. */
slp_status audit_check(const slp_claim *claim, bool full, slp_error *err);
/* Finds entry->paper, which is all zeros before: that of paper.yaml in the folder of the claim's
 * file; of an `own` claim without one, the ledger's paper of the claim's `source`; else none.
 * *text is the own paper.yaml, or NULL; the caller frees it.  False after a message: paper.yaml is
 * wrong, or the claim does not fit it. */
bool audit_find_paper(audit_entry *entry, bool own, char **text);
/* Prints the published evidence of the plan's claims, default and full size side by side, verified
 * again.  0, or 1 if the published numbers of a claim do not give its published verdict. */
int audit_show_published(const audit_plan *plan, FILE *to);
/* Frees its claims and records. */
void audit_plan_clear(audit_plan *plan);

#endif
