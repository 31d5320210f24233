/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the chord method: tables of a system and the workspace of a step. */
#ifndef SLP_ORACLE_CHORD_TABLES_H
#define SLP_ORACLE_CHORD_TABLES_H

#include "reports/claims/paper/chord.h"

struct chord {
    size_t d, M;
    double *c, *A, *T;                         /* (M+1) d; (M+1) d d; d d d */
    double *g, *G;                             /* of this step: Xi(x) = g + G x */
    double *E, *J, *s, *f, *y, *term, *middle; /* d d, d d, and d each */
    double *pade;           /* 7 d d: a library's exponential and its workspace */
    size_t *row, *pade_row; /* d each: row exchanges */
    bool library;           /* take that exponential */
};

/* Computes g and G for this step: Xi(x) = g + G x. */
void chord_begin(chord *on, double h, const double *dW);
/* xi = g + G x, d numbers; xi does not alias x. */
void chord_generator(double *xi, const chord *on, const double *x);
/* The equation of a rule, f(u) = 0 for the step from x, and the Jacobian of f at the first guess.
 */
typedef struct chord_relation {
    void (*residual)(double *f, chord *on, const double *u, const double *x);
    void (*jacobian)(double *J, chord *on, const double *x);
} chord_relation;

/* u <- u - J^-1 f(u) until chord_rule stops it.  J is computed and factored once.  Status as in
 * chord.h. */
slp_status chord_iterate(double *u, unsigned *iterations, chord *on, const double *x,
                         const chord_relation *of, chord_rule rule);
/* J = P L U in place with row pivoting: the factors of L below the diagonal, row[p] what row p was
 * exchanged with.  False for a vanishing pivot.  Then v <- J^-1 v from the factors. */
bool chord_factor(double *J, size_t *row, size_t d);
void chord_apply(double *v, const double *J, const size_t *row, size_t d);
double chord_largest(const double *v, size_t d); /* largest |v_i|; NaN if a v_i is NaN */
/* f = ad*_s x; f aliases neither s nor x. */
void chord_field(double *f, const chord *on, const double *s, const double *x);

#endif
