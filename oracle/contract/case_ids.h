/* A set of ids that knows exactly which it holds, in little memory where they count up.  Private to
 * oracle/case*.c. */
#ifndef SLP_ORACLE_CASE_IDS_H
#define SLP_ORACLE_CASE_IDS_H

#include <stdbool.h>
#include <stddef.h>

/* Ids that end in decimal digits are kept as merged ranges per (what stands before, digits where these
 * start with 0): a million ids in sequence, in any number of interleaved sequences, are one range
 * each.  Others take memory each. */
typedef struct slp_ids slp_ids;

/* An empty set, to be freed; NULL may be freed too. */
slp_ids *slp_ids_new(void);
void slp_ids_free(slp_ids *ids);
/* Adds id; false if it was there already. */
bool slp_ids_add(slp_ids *ids, const char *id);
/* How many ranges are held: what memory is proportional to.  Pinned by tests/test_case_ids.c. */
size_t slp_ids_ranges(const slp_ids *ids);

#endif
