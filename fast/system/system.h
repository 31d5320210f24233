/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A system inside the binary64 path: schemes use its algebra and its generator. fast/system/NAME.c
 * defines fast_system_NAME of type fast_system_table and the build finds it. */
#ifndef SLP_FAST_SYSTEM_H
#define SLP_FAST_SYSTEM_H

#include "fast/algebra/algebra.h"
#include "fast/fast.h"

typedef struct fast_system_table {
    const char *name;
    /* Reads c's parameters into sys->own and sets algebra, d, M.  SLP_OK; SLP_DOMAIN, SLP_INPUT
     * with *err; SLP_MEMORY.  `close` frees what it leaves in sys->own in each of these. */
    slp_status (*open)(fast_system *sys, const slp_case *c, slp_error *err);
    void (*close)(fast_system *sys);
    /* A step's constants: the parts of Xi(. ; h, dW) that do not depend on the state.
     * frozen_size(sys) doubles. */
    size_t (*frozen_size)(const fast_system *sys);
    void (*freeze)(double *frozen, const fast_system *sys, double h, const double *dW);
    /* xi + xi_low = Xi(x; h, dW), xi alone with a relative error of order u.  Where Xi is a sum of
     * products of inputs, so that its terms may cancel or turn the state far, xi_low brings that to
     * u^2; where it takes roots, sines or solves, xi_low is 0.  So it is where Xi is so small that
     * an error of a few u moves the state by no more than its roundings; xi may have that error
     * (fast/system/spins.md).  Not finite outside the system's domain.  xi_low may be NULL; work
     * has sys->work_size doubles. */
    void (*generator)(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work);
    /* The generator from full matrix to full matrix, stored as in fast/matrix/matrix.h: xi = Xi(x).
     * NULL: by coordinates only. */
    void (*field)(double *xi, const fast_system *sys, const double *frozen, const double *x,
                  double *work);
    /* Over the dual numbers, where the state is Theta + eps W, the generator xi + eps b, and xi
     * depends on W alone, b on Theta alone: field has xi of W, and this one b = b(theta).  NULL on
     * other algebras. */
    void (*dual_field)(double *b, const fast_system *sys, const double *frozen, const double *theta,
                       double *work);
    /* *count = into how many factors the Hamiltonians split (slp_system.factors); SLP_UNSUPPORTED
     * if these parameters have none.  NULL: the system has none. */
    slp_status (*factors)(size_t *count, const fast_system *sys);
    /* x = E(weight Xi_k(x; h, dW)) x for the generator Xi_k of factor k = 0..count - 1: its flow
     * over weight h and weight dW, weight a power of two.  Angles are computed to about u^2, so
     * that large ones turn x with an error of a few u|x|.  Not finite outside the domain.  work has
     * the doubles of fast_algebra_work_size, and at least sys->work_size. */
    void (*factor)(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work);
    /* open, freeze and generator take the Levy areas of a case: behind the noises' increments, dW
     * has sys->areas numbers.  False: cases with areas are refused. */
    bool areas;
    double (*energy)(const fast_system *sys, const double *x); /* NaN if memory is refused */
    slp_status (*casimir)(double *values, const fast_system *sys, const double *x);
} fast_system_table;

struct fast_system {
    const fast_system_table *table;
    const fast_algebra *algebra;
    size_t d, M, casimirs;
    size_t areas;     /* how many of the M are Levy areas; `open` sets M without them */
    size_t work_size; /* doubles of scratch that the generator needs */
    void *own;        /* the table's */
};

extern const fast_system_table *const fast_system_registry[];

/* Memory for a system's table: count numbers, which the caller frees; their values are
 * indeterminate, or copied from `from`.  NULL if memory is refused. */
double *fast_numbers(size_t count);
double *fast_numbers_of(const double *from, size_t count);

#endif
