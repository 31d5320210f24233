/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internals of a trajectory on so(n) or su(N), also over the dual numbers: its matrices, the map T
 * on them, and the guess of the next stage. */
#ifndef SLP_FAST_TRAJECTORY_H
#define SLP_FAST_TRAJECTORY_H

#include "fast/matrix/matrix.h"
#include "fast/scheme/scheme.h"

enum { FAST_DIFFERENCES = 10 };
#define FAST_ROUNDOFF 0x1p-55 /* u/4, the finest tolerance */

/* Matrices have fast_matrix_size doubles, parts n^2.  Over the dual numbers each of them is two,
 * one after the other: the part without eps (Theta, xi) and that with it (W, b). */
struct fast_trajectory {
    const fast_system *sys;
    fast_matrices shape;
    size_t blocks;          /* 2 over the dual numbers, otherwise 1 */
    double tolerance, rate; /* rate: contraction last seen */
    double delta;           /* |next - z| */
    double turn;            /* |ad*_xi r|/2|r| of the last residual r */
    double *all;            /* owns what follows */
    double *x, *z, *next;   /* state, stage, T(stage) */
    double *xi, *w;         /* generator; W = xi z */
    double *z_sum, *xi_sum; /* real plus imaginary part; NULL where matrices are real */
    double *w_sum;          /* the same of w */
    double *part[3];        /* products of parts; the first alone where matrices are real */
    double *more[3];        /* over the dual numbers: the second product of a sum */
    double *frozen, *work;
    float *single;                        /* xi, residual and their products in binary32 */
    double *difference[FAST_DIFFERENCES]; /* backward differences of the stages, order 0 first */
    double size[FAST_DIFFERENCES];        /* their Frobenius norms */
    size_t known;                         /* how many there are */
    size_t used;                          /* how many the last guess added up */
    double h, moved;                      /* of the steps they come from; last |x_{n+1} - x_n| */
    /* systems that have no field */
    const fast_scheme *rule;
    double *coordinates, *step_work;
};

static inline size_t fast_trajectory_size(const fast_trajectory *t)
{
    return t->blocks * fast_matrix_size(&t->shape);
}

/* next = T(z) = x - (D(xi) z - z) with xi = Xi(z), W on the way; returns delta = |next - z|. */
double fast_trajectory_map(fast_trajectory *t);
/* W += xi e with D(xi) e = next - z, up to negligible terms: corrects the update for what the
 * iteration has left of the residual. scale = |x|. */
void fast_trajectory_residual(fast_trajectory *t, double scale);
/* True if what this correction leaves of a residual `delta` is too small to shift eigenvalues, or
 * if the tolerance is too coarse for that to matter. */
bool fast_trajectory_unbiased(const fast_trajectory *t, double delta, double scale);
/* Floats of workspace that fast_trajectory_residual needs. */
size_t fast_trajectory_residual_work_size(const fast_trajectory *t);
/* x <- x - (W - W*); returns |W - W*|. */
double fast_trajectory_finish(fast_trajectory *t);
/* z = the guess of the next stage; `moved` = |x_{n+1} - x_n| of the last step. */
void fast_trajectory_guess(fast_trajectory *t, double moved);
/* Stores t->next as the stage of the step just made. */
void fast_trajectory_remember(fast_trajectory *t);

#endif
