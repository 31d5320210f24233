/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How the files print numbers.  Internal to oracle/vectors. */
#ifndef SLP_ORACLE_VECTORS_WRITE_H
#define SLP_ORACLE_VECTORS_WRITE_H

#include "oracle/contract/case/case.h"

/* `before` and then the numbers, commas between them; nothing if count = 0. */
void vectors_print_list(FILE *to, const char *before, const double *at, size_t count);

#endif
