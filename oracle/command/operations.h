/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Single operations of the binary64 path, for whoever asks how it rounds (slp environment). */
#ifndef SLP_ORACLE_OPERATIONS_H
#define SLP_ORACLE_OPERATIONS_H

#include <stdbool.h>
#include <stdio.h>

/* Answers a line `environment id=ID op=add x=1,2` with the result, as this program's own flags
 * compile it: sums as loops take them, inner products as matrix products take them.  False, and
 * nothing is written, for any other line.  Tested by tests/environment/test_environment.sh. */
bool slp_answer_operation(FILE *to, const char *line);

#endif
