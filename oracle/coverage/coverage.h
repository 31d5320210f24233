/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coverage of inputs: what a stream of cases asks of a port, counted by system and key.  The keys
 * are those of the schema and, of each case, x, dw and area. */
#ifndef SLP_ORACLE_COVERAGE_H
#define SLP_ORACLE_COVERAGE_H

#include "oracle/contract/case/case.h"

#include <stdio.h>

typedef struct slp_coverage slp_coverage;
/* An empty table, to be freed. */
slp_coverage *slp_coverage_new(void);
void slp_coverage_free(slp_coverage *of);
/* Counts a case that slp_case_check has taken.  Tested by tests/contract/test_coverage.sh. */
void slp_coverage_add(slp_coverage *to, const slp_case *c);
/* Prints the tables as Markdown.  Returns how many cells are empty and have no reason. */
size_t slp_coverage_print(FILE *to, slp_coverage *of);

/* Why no case is drawn for a cell of a system (NULL: of every system) and key (NULL: of every key),
 * or NULL.  The reasons that the format itself gives, by refusing such a case, are not here. */
const char *slp_coverage_reason(const char *system, const char *key, const char *cell);

#endif
