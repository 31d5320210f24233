/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A port that is written once and computes in any arithmetic: rigid bodies in vectors and in n x n
 * matrices, and the plane.  Honest in the sense of oracle/judge/judge.md section 2, or with one of
 * the faults that arithmetic can have. */
#ifndef SLP_TESTS_ARITHMETIC_PORT_H
#define SLP_TESTS_ARITHMETIC_PORT_H

#include "oracle/contract/number/arithmetic.h"

#include <mpfr.h>
#include <stdio.h>

/* A number of one of the arithmetics. */
typedef union port_number {
    struct {
        mp_limb_t limbs[4];
        mpfr_exp_t exponent;
        int kind;
    } soft;
    float single;
    long double extended;
    double parts[2];
#ifdef __FLT16_MANT_DIG__
    _Float16 half;
#endif
#ifdef __SIZEOF_FLOAT128__
    __float128 quad;
#endif
} port_number;

typedef enum port_fault {
    PORT_HONEST,
    PORT_NARROW_SUMS,     /* every sum is rounded to the next narrower arithmetic */
    PORT_FLUSH,           /* subnormal results become 0 */
    PORT_NARROW_CONSTANT, /* 1/I and 1/6 are kept in the next narrower arithmetic */
    PORT_TOWARD_ZERO,     /* every operation rounds toward zero */
    PORT_SINGLE_SUMS,     /* of a pair: inner products are summed in the stored numbers */
    PORT_FAULTS
} port_fault;

typedef struct port_format {
    const char *name;       /* of the table of results: "float" */
    const char *arithmetic; /* declared: "binary32" */
    int narrower;           /* bits of the next narrower arithmetic */
    /* r = a op b, op of "+-*" and '/' */
    void (*apply)(port_number *r, const port_number *a, char op, const port_number *b);
    void (*set)(port_number *r, mpfr_srcptr value); /* the nearest number */
    void (*get)(mpfr_ptr value, const port_number *a);
} port_format;

/* Ends with name NULL; software by MPFR with the format's range has apply NULL. */
extern const port_format port_formats[];

/* True if the port has the pair. */
bool port_has(const slp_case *c);
/* Steps the case and prints "result id=... y=..." or an error, as a port does. */
void port_answer(FILE *to, const slp_case *c, const port_format *format, port_fault fault);

#endif
