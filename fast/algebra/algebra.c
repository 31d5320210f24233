/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Operations built from an algebra's other operations, for algebras without a closed form of their
 * own. */
#include "fast/algebra/algebra.h"

#include <math.h>
#include <string.h>

enum { VECTORS = 4 };

size_t fast_algebra_work_size(const fast_algebra *g)
{
    return g->work_size + VECTORS * g->d;
}

/* C = D(-xi) D(xi)^-1, and D(-xi) - D(xi) = ad*_xi. */
void fast_algebra_cayley(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    double *z = work, *rest = work + VECTORS * g->d;
    if (g->cayley) {
        g->cayley(out, g, xi, x, rest);
        return;
    }
    g->cayley_stage(z, g, xi, x, rest);
    g->coadjoint(out, g, xi, z, rest);
    for (size_t i = 0; i < g->d; i++) out[i] += x[i];
}

static double largest(const double *v, size_t n)
{
    double norm = 0;
    for (size_t i = 0; i < n; i++)
        if (!(fabs(v[i]) <= norm)) norm = fabs(v[i]);
    return norm;
}

/* With A = ad*_xi and phi(A) = sum A^k/(k+1)!: phi(2A) = (phi(A) + e^A phi(A))/2.  xi is halved
 * until its Euclidean norm is at most 1/2, |A| then at most 3/2 on matrices (|ad*_xi| <= 2|xi|,
 * coordinates off the diagonal counting twice in xi): 26 terms of the series reach below 2^-60, and
 * none is larger than what they sum to by more than e^3. */
void fast_algebra_dexp_dual(double *out, const fast_algebra *g, const double *xi, const double *x,
                            double *work)
{
    const size_t d = g->d;
    double *small = work, *term = work + d, *next = work + 2 * d, *rest = work + VECTORS * d;
    if (g->dexp_dual) {
        g->dexp_dual(out, g, xi, x, rest);
        return;
    }
    int halvings = 0;
    double norm = largest(xi, d) * sqrt((double)d);
    if (norm > 0.5 && norm < 0x1p1000) frexp(2 * norm, &halvings);
    for (size_t i = 0; i < d; i++) small[i] = ldexp(xi[i], -halvings);
    memcpy(out, x, d * sizeof *out);
    memcpy(term, x, d * sizeof *term);
    for (int k = 1; k <= 26; k++) {
        g->coadjoint(next, g, small, term, rest);
        for (size_t i = 0; i < d; i++) {
            term[i] = next[i] / (k + 1);
            out[i] += term[i];
        }
    }
    for (; halvings > 0; halvings--) {
        g->flow(next, g, small, NULL, out, rest);
        for (size_t i = 0; i < d; i++) {
            out[i] = 0.5 * out[i] + 0.5 * next[i];
            small[i] *= 2;
        }
    }
}

void fast_algebra_dexp_inverse(double *out, const fast_algebra *g, const double *theta,
                               const double *eta, double *work)
{
    const size_t d = g->d;
    double *once = work, *twice = work + d, *rest = work + VECTORS * d;
    memcpy(out, eta, d * sizeof *out);
    if (!g->bracket) return;
    g->bracket(once, g, theta, eta, rest);
    g->bracket(twice, g, theta, once, rest);
    for (size_t i = 0; i < d; i++) out[i] += 0.5 * once[i] + twice[i] / 12.0;
}
