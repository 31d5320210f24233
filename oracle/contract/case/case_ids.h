/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A set of ids.  It is exact, and takes little memory if the ids are numbered in sequence.  Private
 * to this folder. */
#ifndef SLP_ORACLE_CASE_IDS_H
#define SLP_ORACLE_CASE_IDS_H

#include "oracle/contract/case/case.h"

/* Ids that end in decimal digits are stored as ranges of numbers.  There is one list of ranges for
 * each text before the digits (and for each number of digits, if these start with 0).  So a million
 * ids in sequence are one range, also if several sequences are interleaved.  Every other id takes
 * memory of its own. */
typedef struct slp_ids slp_ids;

/* An empty set; NULL if memory is refused.  The caller frees it; NULL may be freed too. */
slp_ids *slp_ids_new(void);
void slp_ids_free(slp_ids *ids);
/* Adds id.  SLP_OK; SLP_INPUT if it was there already; SLP_MEMORY, and it is not added. */
slp_status slp_ids_add(slp_ids *ids, const char *id);
/* How many ranges are held; the memory used is proportional to it.  Tested by
 * tests/contract/test_case_ids.c. */
size_t slp_ids_ranges(const slp_ids *ids);

#endif
