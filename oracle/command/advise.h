/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which step to take for a wanted error. */
#ifndef SLP_ORACLE_ADVISE_H
#define SLP_ORACLE_ADVISE_H

#include "oracle/contract/case/case.h"

#include <stdint.h>

/* Prints on stdout, from the leading terms of single steps along one trajectory of `steps` steps
 * from `start`, the errors at its end and the steps for an error of `wanted` (props/order/order.md,
 * section 4).  Returns the exit status: 0; 1 where a step has no certificate; 2 after a message. */
int slp_advise(const slp_case *start, uint64_t steps, uint64_t seed, double wanted);

#endif
