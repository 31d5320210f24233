/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whether the formulas from which faults of operations follow are the operations. */
#ifndef SLP_ORACLE_JUDGE_FAULT_OPERATIONS_H
#define SLP_ORACLE_JUDGE_FAULT_OPERATIONS_H

#include "ref/algebra/algebra.h"

enum {
    FAULT_NO_FORMULA, /* there are fewer */
    FAULT_OTHER_ALGEBRA,
    FAULT_FORMULA_UNREAD,
    FAULT_FORMULA_DIFFERS,
    FAULT_FORMULA_AGREES
};
/* Compares formula `number`, from 0, with the operation of the algebra at one point. */
int fault_formula_check(size_t number, const ref_algebra *algebra);

#endif
