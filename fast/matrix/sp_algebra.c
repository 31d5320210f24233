/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R): the J-quadratic algebra whose J is not the identity, pairing Tr(X^T V), hence ad*_xi X
 * = [P, X] with P = xi^T (EJLL section 2), which is -xi on no element in general.  With the
 * anti-involution of fast/matrix/sp.h and W = P X,
 *   [P, X] = W - W^,   P X P = W P, which is in the algebra again,
 *   D(xi) X = (I - P/2) X (I + P/2) = X - 1/2 (W - W^) - 1/4 W P,
 *   E(xi) X = e^P X e^-P, e^-P = (e^P)^.
 * There is no resolvent, so direct rules are iterated as they are written.  Tested by
 * tests/fast/test_fast_sp.c. */
#include "fast/matrix/sp.h"

/* Scratch matrices that these operations use in addition to those of the exponential. */
enum { MATRICES = 4 };

static size_t size_of(const fast_algebra *g)
{
    const fast_matrices *k = g->own;
    return k->n;
}

/* w = l x for a matrix l already read; x is read to `read`. */
static void multiply_read(double *w, const fast_algebra *g, const double *l, const double *x,
                          double *read, double *rest)
{
    fast_sp_read(read, size_of(g), x);
    fast_matrix_product(w, g->own, l, read, rest);
}

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    const size_t n = size_of(g), size = n * n;
    fast_sp_read_transposed(work, n, xi);
    multiply_read(work + size, g, work, x, work + 2 * size, work + 3 * size);
    fast_sp_part(out, n, 1, work + size, false);
}

static void bracket(double *out, const fast_algebra *g, const double *xi, const double *eta,
                    double *work)
{
    const size_t n = size_of(g), size = n * n;
    fast_sp_read(work, n, xi);
    multiply_read(work + size, g, work, eta, work + 2 * size, work + 3 * size);
    fast_sp_part(out, n, 1, work + size, false);
}

/* out = (I + l/2) x (I - l/2) - x = 1/2 (W - W^) - 1/4 W l, W = l x; l is at the start of work. */
static void congruence_change(double *out, const fast_algebra *g, const double *x, double *work)
{
    const size_t n = size_of(g), size = n * n;
    double *l = work, *w = work + size, *twice = work + 2 * size, *rest = work + 3 * size;
    multiply_read(w, g, l, x, twice, rest);
    fast_matrix_product(twice, g->own, w, l, rest);
    fast_sp_part(out, n, 0.5, w, false);
    fast_sp_part(out, n, -0.125, twice, true);
}

/* l = -P */
static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work)
{
    const size_t n = size_of(g);
    fast_sp_read_transposed(work, n, xi);
    for (size_t i = 0; i < n * n; i++) work[i] = -work[i];
    congruence_change(out, g, z, work);
}

/* l = theta */
static void dcay_inverse(double *out, const fast_algebra *g, const double *theta, const double *eta,
                         double *work)
{
    fast_sp_read(work, size_of(g), theta);
    congruence_change(out, g, eta, work);
    for (size_t i = 0; i < g->d; i++) out[i] += eta[i];
}

static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    fast_sp_stage(z, size_of(g), xi, x, work);
}

/* out = (I + F) x (I + F)^ - x = Y - Y^ + Y F^, Y = F x, whose rounding is that of the increment; F
 * is overwritten. */
static void congruence(double *out, const fast_algebra *g, double *f, const double *x, double *work)
{
    const size_t n = size_of(g), size = n * n;
    double *y = work, *b = work + size, *rest = work + 2 * size;
    multiply_read(y, g, f, x, b, rest);
    fast_sp_involution(b, n, f);
    fast_matrix_product(f, g->own, y, b, rest);
    fast_sp_part(out, n, 1, y, false);
    fast_sp_part(out, n, 0.5, f, true);
}

/* e^P x e^-P with F = e^P - I.  xi_low moves the result by u |xi| |x|, as the rounding of P in any
 * one product does. */
static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work)
{
    const size_t n = size_of(g), size = n * n;
    double *f = work, *a = work + size;
    (void)xi_low;
    fast_sp_read_transposed(a, n, xi);
    fast_matrix_exponential(f, g->own, a, work + 2 * size);
    congruence(out, g, f, x, work + size);
    for (size_t i = 0; i < g->d; i++) out[i] += x[i];
}

static void gauss_change(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    const size_t n = size_of(g), size = n * n;
    double *K = work, *P = work + 2 * size, *rest = work + 4 * size;
    for (size_t j = 0; j < 2; j++) fast_sp_read_transposed(P + j * size, n, xi + j * g->d);
    fast_matrix_gauss(K, g->own, P, rest);
    for (size_t i = 0; i < 2; i++) congruence(out + i * g->d, g, K + i * size, x, work + 2 * size);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

void fast_algebra_sp(fast_algebra *g, const fast_matrices *k)
{
    const size_t n = k->n;
    *g = (fast_algebra){.name = "sp(2m)",
                        .kind = SLP_SP,
                        .d = n * (n + 1) / 2,
                        .work_size =
                            MATRICES * n * n + n +
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
