/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A scheme inside the binary64 path: a rule that uses an algebra's operations and a generator.
 * fast/scheme/FAMILY.c defines the array fast_schemes_FAMILY, ended by name NULL, and the build
 * finds it. */
#ifndef SLP_FAST_SCHEME_H
#define SLP_FAST_SCHEME_H

#include "fast/system/system.h"

enum { FAST_WORK = 8 }; /* vectors of d doubles that a rule may use */

/* One step about to be made.  All arrays have sys->d doubles but scratch, which algebra, generator
 * and their compositions share; a scheme's map may use xi, xi_low, work and scratch. */
typedef struct fast_stage fast_stage;
struct fast_stage {
    const fast_system *sys;
    const fast_scheme *scheme;
    const double *frozen, *x, *dW; /* dW: sys->M numbers */
    double h;
    double *xi, *xi_low, *work[FAST_WORK], *scratch;
    size_t unknowns; /* numbers in z: stages d */
    double scale;    /* z is accurate relative to this size */
    void (*map)(double *out, fast_stage *s, const double *z); /* the one being iterated */
};

/* A Runge-Kutta tableau; explicit where a is strictly lower triangular. */
typedef struct fast_tableau {
    int stages, order;
    double a[4][4], b[4];
} fast_tableau;

struct fast_scheme {
    const char *name;
    unsigned kinds;                         /* set of slp_algebra on which it makes sense */
    bool (*applies)(const fast_algebra *g); /* has g the operations it needs? */
    /* How many vectors of d numbers the unknown has; explicit rules have none, and neither map nor
     * plain. */
    unsigned stages;
    /* True: the unknown is an increment in the algebra, iterated from 0 and accurate relative to 1.
     * False: it is a state, iterated from x and accurate relative to |x|.  On T*R, where x moves by
     * Xi, both are relative to the larger of |x| and |Xi(x)|. */
    bool in_algebra;
    /* True: the step composes the flows of the system's factors, and needs a system with some. */
    bool splits;
    /* True: the rule reads xi_low.  False: generators need not compute it. */
    bool reads_low;
    /* Parameters that distinguish the schemes of a family. */
    const fast_tableau *tableau;
    fast_retraction retraction;
    /* Work before the iteration (may be NULL). */
    void (*prepare)(fast_stage *s);
    /* out = T(z): the implicit relation as a fixed-point problem.  out does not alias z. */
    void (*map)(double *out, fast_stage *s, const double *z);
    /* The same relation in the form that the paper iterates, if map has another form.  It is tried
     * when the iteration of map does not converge: on large steps each form contracts where the
     * other does not.  May be NULL. */
    void (*plain)(double *out, fast_stage *s, const double *z);
    /* next from the converged unknown z. */
    void (*finish)(double *next, fast_stage *s, const double *z);
};

extern const fast_scheme *const fast_schemes_registry[];

/* xi of the stage at z, and xi_low for a rule that reads it. */
static inline void fast_stage_generator(fast_stage *s, const double *z)
{
    s->sys->table->generator(s->xi, s->scheme->reads_low ? s->xi_low : NULL, s->sys, s->frozen, z,
                             s->scratch);
}

/* Largest |v_i|; NaN if any is. */
double fast_max_norm(const double *v, size_t n);

/* Solves z = T(z), T = s->map, by iteration from z as given; spare has s->unknowns doubles.
 * Derivation of the stopping rule in fixed_point.c. */
slp_status fast_fixed_point(double *z, fast_report *report, fast_stage *s, double *spare);

#endif
