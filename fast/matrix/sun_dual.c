/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N) over the dual numbers, eps^2 = 0: the semidirect product of su(N) with its dual.  A state
 * is X = Theta + eps W, a generator Xi = xi + eps b.  Coordinates are those of W, then those of
 * Theta, each as of su(N); of a generator those of xi, which is dual to W, then those of b.  Every
 * operation is that of su(N) with products of dual numbers, so that ad*_Xi X = [X, Xi]:
 *   W part [W, xi] + [Theta, b],  Theta part [Theta, xi].
 * There is no resolvent, so direct rules are iterated as they are written.  Tested by
 * tests/fast/test_fast_mhd.c. */
#include "fast/matrix/matrix.h"

/* Scratch matrices besides those of matrix.h. */
enum { MATRICES = 7 };

static const fast_matrices *shape_of(const fast_algebra *g)
{
    return g->own;
}

/* c += a b; work: a matrix, the work of products. */
static void add_product(double *c, const fast_matrices *k, const double *a, const double *b,
                        double *work)
{
    const size_t size = fast_matrix_size(k);
    fast_matrix_product(work, k, a, b, work + size);
    for (size_t i = 0; i < size; i++) c[i] += work[i];
}

/* What a product of two dual numbers is made of. */
typedef struct factors {
    double *xi, *b, *W, *Theta;
} factors;

/* Matrices of Xi and X at `at`; returns where they end. */
static double *read_factors(factors *of, const fast_algebra *g, const double *xi, const double *x,
                            double *at)
{
    const size_t size = fast_matrix_size(shape_of(g)), half = g->d / 2;
    *of = (factors){at, at + size, at + 2 * size, at + 3 * size};
    fast_matrix_read(of->xi, shape_of(g), xi);
    fast_matrix_read(of->b, shape_of(g), xi + half);
    fast_matrix_read(of->W, shape_of(g), x);
    fast_matrix_read(of->Theta, shape_of(g), x + half);
    return at + 4 * size;
}

/* w + eps v = Xi X: w = xi Theta, v = xi W + b Theta. */
static void product(double *w, double *v, const fast_matrices *k, const factors *of, double *work)
{
    fast_matrix_product(w, k, of->xi, of->Theta, work);
    fast_matrix_product(v, k, of->xi, of->W, work);
    add_product(v, k, of->b, of->Theta, work);
}

/* -(Xi X - (Xi X)*) */
static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t size = fast_matrix_size(k);
    double *w = work, *v = work + size;
    factors of;
    product(w, v, k, &of, read_factors(&of, g, xi, x, work + 2 * size));
    fast_matrix_skew(out, k, -1, v, false);
    fast_matrix_skew(out + g->d / 2, k, -1, w, false);
}

/* (I + Xi/2) Z (I - Xi/2) - Z = 1/2 (P - P*) - 1/4 P Xi with P = Xi Z = w + eps v, and P Xi = w xi
 * + eps (v xi + w b), skew-Hermitian. */
static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work)
{
    const fast_matrices *k = shape_of(g);
    const size_t size = fast_matrix_size(k), half = g->d / 2;
    double *w = work, *v = work + size;
    factors of;
    double *rest = read_factors(&of, g, xi, z, work + 2 * size), *twice = of.W, *moved = of.Theta;
    product(w, v, k, &of, rest);
    fast_matrix_product(moved, k, v, of.xi, rest);
    add_product(moved, k, w, of.b, rest);
    fast_matrix_product(twice, k, w, of.xi, rest);
    fast_matrix_skew(out, k, 0.5, v, false);
    fast_matrix_skew(out, k, -0.125, moved, true);
    fast_matrix_skew(out + half, k, 0.5, w, false);
    fast_matrix_skew(out + half, k, -0.125, twice, true);
}

static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    fast_matrix_dual_congruence(z, shape_of(g), xi, x, work);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

void fast_algebra_sun_dual(fast_algebra *g, const fast_matrices *k)
{
    const size_t work = MATRICES * fast_matrix_size(k) + fast_matrix_product_work_size(k);
    *g = (fast_algebra){.name = "su(N) over the dual numbers",
                        .kind = SLP_SUN_DUAL,
                        .d = 2 * k->n * k->n,
                        .work_size = larger(work, fast_matrix_dual_congruence_work_size(k)),
                        .own = k,
                        .coadjoint = coadjoint,
                        .cayley_stage = cayley_stage,
                        .cayley_change = cayley_change};
}
