/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spheres of every small size, with and without noise, drawn for the tests of ref/. */
#ifndef SLP_TESTS_SPHERE_H
#define SLP_TESTS_SPHERE_H

#include "tests/ref/matrix_hydrodynamics.h"

enum { SPHERE_PREC = 256 };

/* Everything a test of size N needs, drawn. */
typedef struct sphere {
    slong N, d, shell, M;
    double a;
    ref_system *sys;
    arb_ptr x, y, xi, other; /* d numbers each */
    arb_ptr dW, h, t, u;
    acb_mat_t X, T, sum;
} sphere;

/* s->t = (h + a dW_lm)/(l(l+1)), s->T = T_lm */
void sphere_eigenpair(sphere *s, slong l, slong m);
/* Calls `check` for N = 2..6, every shell, without and with noise. */
void sphere_for_each(void (*check)(sphere *s));

#endif
