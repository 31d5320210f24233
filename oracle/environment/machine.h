/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Models of machines: what an operation returns there.  Private to oracle/environment. */
#ifndef SLP_ORACLE_ENVIRONMENT_MACHINE_H
#define SLP_ORACLE_ENVIRONMENT_MACHINE_H

#include "oracle/environment/environment.h"
#include "ref/local.h"

typedef enum machine_rounding {
    MACHINE_EVEN, /* to nearest, ties to even */
    MACHINE_AWAY, /* to nearest, ties away from zero */
    MACHINE_ZERO,
    MACHINE_UP,
    MACHINE_DOWN,
    MACHINE_ROUNDINGS
} machine_rounding;

/* What a port is asked to compute.  The words are those of machine_word. */
typedef enum machine_operation {
    MACHINE_ADD,          /* x1 + x2 */
    MACHINE_ADD_ADD,      /* (x1 + x2) + x3 */
    MACHINE_MULTIPLY,     /* x1 x2 */
    MACHINE_DIVIDE,       /* x1 / x2 */
    MACHINE_SQRT,         /* the square root of x1 */
    MACHINE_MULTIPLY_ADD, /* x1 x2 + x3, as an expression */
    MACHINE_FMA,          /* x1 x2 + x3, by the function fma */
    MACHINE_SUM,          /* x1 + ... + xn, as the port adds many numbers */
    MACHINE_DOT,          /* x1 x2 + x3 x4 + ..., as the port takes inner products */
    MACHINE_OPERATIONS
} machine_operation;

/* In which order n = 2^k numbers are added. */
typedef enum machine_order {
    MACHINE_FORWARD,
    MACHINE_BACKWARD,
    MACHINE_HALVES, /* the first half, the second half, and so on down */
    MACHINE_LANES,  /* `lanes` sums of every lanes-th number, which are then added by `join` */
    MACHINE_EXACT   /* one rounding, at the end */
} machine_order;

/* How `lanes` sums become one: l = 0, 1, 2, ... in turn; neighbours, then pairs of them; l and
 * l + lanes/2, then quarters. */
typedef enum machine_join { MACHINE_IN_TURN, MACHINE_NEIGHBOURS, MACHINE_FOLDED } machine_join;

typedef struct machine {
    slong bits, least;                  /* results: numbers m 2^e, |m| < 2^bits, e >= least */
    slong wide;                         /* 0, or the bits that a result has before it is stored */
    machine_rounding rounding;          /* of every rounding */
    bool fused;                         /* a product and the sum it goes into are rounded once */
    bool flush_results, flush_operands; /* subnormal ones are 0 */
    machine_order order;
    machine_join join;
    size_t lanes;
} machine;

/* `count` zeros; freed with machine_numbers_free. */
arf_ptr slp_machine_numbers(size_t count);
void slp_machine_numbers_free(arf_ptr x, size_t count);
/* y = what this machine returns; count operands. */
void slp_machine_result(arf_t y, const machine *m, machine_operation operation, arf_srcptr x,
                        size_t count);
/* y = x rounded to numbers of `bits` bits that are multiples of 2^least. */
void slp_machine_round(arf_t y, const arf_t x, slong bits, slong least, machine_rounding rounding);
const char *slp_machine_word(machine_operation operation);

#endif
