/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(n) and su(N): matrices with X* = -X, in which ad*_xi X = [X, xi], from products W = xi X of
 * full matrices,
 *   [xi, X] = W - W*,  W* = X xi,  and xi X xi = W xi, which is skew-Hermitian again.
 * There is no resolvent, so direct rules are iterated as they are written.  Tested by
 * tests/fast/test_fast_golden.c, tests/fast/test_fast_matrix.c. */
#include "fast/matrix/matrix.h"

#include <math.h>

/* Scratch matrices that these operations use in addition to those of matrix.h. */
enum { MATRICES = 4 };

static const fast_matrices *shape_of(const fast_algebra *g)
{
    return g->own;
}

/* w = xi x; work: 2 matrices, the work of products. */
static void product(double *w, const fast_algebra *g, const double *xi, const double *x,
                    double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t size = fast_matrix_size(k);
    fast_matrix_read(work, k, xi);
    fast_matrix_read(work + size, k, x);
    fast_matrix_product(w, k, work, work + size, work + 2 * size);
}

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    product(work, g, xi, x, work + fast_matrix_size(shape_of(g)));
    fast_matrix_skew(out, shape_of(g), -1, work, false);
}

static void bracket(double *out, const fast_algebra *g, const double *xi, const double *eta,
                    double *work)
{
    product(work, g, xi, eta, work + fast_matrix_size(shape_of(g)));
    fast_matrix_skew(out, shape_of(g), 1, work, false);
}

/* (I + xi/2) z (I - xi/2) - z = 1/2 (W - W*) - 1/4 W xi */
static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t size = fast_matrix_size(k);
    double *w = work, *matrix_xi = work + size, *twice = work + 2 * size;
    product(w, g, xi, z, matrix_xi);
    fast_matrix_product(twice, k, w, matrix_xi, work + 3 * size);
    fast_matrix_skew(out, k, 0.5, w, false);
    fast_matrix_skew(out, k, -0.125, twice, true);
}

static void dcay_inverse(double *out, const fast_algebra *g, const double *theta, const double *eta,
                         double *work)
{
    cayley_change(out, g, theta, eta, work);
    for (size_t i = 0; i < g->d; i++) out[i] += eta[i];
}

static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    fast_matrix_congruence(z, shape_of(g), xi, x, work);
}

/* out = (I + F) x (I + F)* - x = Y - Y* + Y F*, Y = F x, whose rounding is that of the increment; F
 * is overwritten.  work: 2 matrices, the work of products. */
static void congruence(double *out, const fast_algebra *g, double *f, const double *x, double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t n = k->n, size = fast_matrix_size(k);
    double *y = work, *b = work + size, *rest = work + 2 * size;
    fast_matrix_read(b, k, x);
    fast_matrix_product(y, k, f, b, rest);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            b[i * n + j] = f[j * n + i];
            if (k->parts == 2) b[(n + i) * n + j] = -f[(n + j) * n + i];
        }
    fast_matrix_product(f, k, y, b, rest);
    fast_matrix_skew(out, k, 1, y, false);
    fast_matrix_skew(out, k, 0.5, f, true);
}

/* e^-xi x e^xi with F = e^-xi - I.  The low part of the generator is negligible here and not
 * used. */
static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t size = fast_matrix_size(k);
    double *f = work, *a = work + size;
    (void)xi_low;
    fast_matrix_read(a, k, xi);
    for (size_t i = 0; i < size; i++) a[i] = -a[i];
    fast_matrix_exponential(f, k, a, work + 2 * size);
    congruence(out, g, f, x, work + size);
    for (size_t i = 0; i < g->d; i++) out[i] += x[i];
}

/* P_j = xi_j* = -xi_j */
static void gauss_change(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t size = fast_matrix_size(k);
    double *K = work, *P = work + 2 * size, *rest = work + 4 * size;
    for (size_t j = 0; j < 2; j++) fast_matrix_read(P + j * size, k, xi + j * g->d);
    for (size_t i = 0; i < 2 * size; i++) P[i] = -P[i];
    fast_matrix_gauss(K, k, P, rest);
    for (size_t i = 0; i < 2; i++) congruence(out + i * g->d, g, K + i * size, x, work + 2 * size);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

void fast_algebra_matrices(fast_algebra *g, const fast_matrices *k)
{
    const size_t n = k->n;
    *g = (fast_algebra){.d = k->parts == 2 ? n * n : n * (n - 1) / 2,
                        .work_size =
                            MATRICES * fast_matrix_size(k) +
                            larger(fast_matrix_work_size(k), fast_matrix_gauss_work_size(k)),
                        .own = k,
                        .coadjoint = coadjoint,
                        .cayley_stage = cayley_stage,
                        .cayley_change = cayley_change,
                        .flow = flow,
                        .bracket = bracket,
                        .dcay_inverse = dcay_inverse,
                        .gauss_change = gauss_change};
}
