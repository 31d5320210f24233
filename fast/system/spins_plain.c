/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator of spins by plain sums: first each spin's sum over its bonds, then, in loops that a
 * compiler makes into vectors, what does not depend on bonds.
 *
 * A spin's bonds are added in turn to two sums, and these to each other.  With S = sum of exchange
 * x_o + x_o cross dmi, + B + 2K (x.e) e, its generator is -h (S + (lambda x) cross S) - D dW. */
#include "fast/system/spins.h"

enum { W = 8, GROUP = 3 * W }; /* spins, numbers that are taken together */

/* s = the sum of x over the bonds e: pairs of bonds go to two sums, which are added last. */
static inline void add_up(double *s, const uint32_t *e, size_t bonds, const double *x)
{
    double a0 = 0, a1 = 0, a2 = 0, b0 = 0, b1 = 0, b2 = 0;
    size_t k = 0;
    for (; k + 2 <= bonds; k += 2) {
        const double *a = x + e[k], *b = x + e[k + 1];
        a0 += a[0], a1 += a[1], a2 += a[2];
        b0 += b[0], b1 += b[1], b2 += b[2];
    }
    if (k < bonds) {
        const double *a = x + e[k];
        a0 += a[0], a1 += a[1], a2 += a[2];
    }
    s[0] = a0 + b0, s[1] = a1 + b1, s[2] = a2 + b2;
}

/* The same of spins `from` to `from + used - 1`, each with so many bonds. */
static inline void add_so_many(double *s, const fast_spins_lists *lists, const double *x,
                               size_t from, size_t used, size_t bonds)
{
    const uint32_t *e = lists->other + from * bonds;
    for (size_t l = 0; l < used; l++) add_up(s + 3 * l, e + bonds * l, bonds, x);
}

/* The numbers of bonds of common lattices each have a loop of their own. */
static void add_equal(double *s, const fast_spins_lists *lists, const double *x, size_t from,
                      size_t used)
{
    switch (lists->each) {
    case 2:
        add_so_many(s, lists, x, from, used, 2);
        break;
    case 3:
        add_so_many(s, lists, x, from, used, 3);
        break;
    case 4:
        add_so_many(s, lists, x, from, used, 4);
        break;
    case 6:
        add_so_many(s, lists, x, from, used, 6);
        break;
    default:
        for (size_t l = 0; l < used; l++) {
            const uint32_t *first = lists->first + from + l;
            add_up(s + 3 * l, lists->other + first[0], first[1] - first[0], x);
        }
    }
}

/* a += exchange x_o + x_o cross dmi of bond e */
static inline void add_bond(double a[3], const fast_spins_lists *lists, size_t e, const double *x,
                            bool turns)
{
    const double *v = x + lists->other[e], J = lists->exchange[e];
    if (turns) {
        const double *D = lists->dmi + 3 * e;
        a[0] += J * v[0] + (v[1] * D[2] - v[2] * D[1]);
        a[1] += J * v[1] + (v[2] * D[0] - v[0] * D[2]);
        a[2] += J * v[2] + (v[0] * D[1] - v[1] * D[0]);
    } else {
        a[0] += J * v[0], a[1] += J * v[1], a[2] += J * v[2];
    }
}

static inline void add_any(double *s, const fast_spins_lists *lists, const double *x, size_t from,
                           size_t used, bool turns)
{
    size_t e = lists->first[from];
    for (size_t l = 0; l < used; l++, s += 3) {
        const size_t end = lists->first[from + l + 1];
        double a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
        for (; end - e >= 2; e += 2) {
            add_bond(a, lists, e, x, turns);
            add_bond(b, lists, e + 1, x, turns);
        }
        if (e < end) add_bond(a, lists, e++, x, turns);
        s[0] = a[0] + b[0], s[1] = a[1] + b[1], s[2] = a[2] + b[2];
    }
}

/* s += B + 2K (x.e) e, then, damped, s += (lambda x) cross s */
static inline void add_own(double *restrict s, const fast_spins *own, const double *restrict x,
                           size_t used)
{
    const double e0 = own->axis[1], e1 = own->axis[2], e2 = own->axis[3], twice = 2 * own->axis[0],
                 B0 = own->field[0], B1 = own->field[1], B2 = own->field[2], lambda = own->damping;
    for (size_t i = 0; own->has_field && i < 3 * used; i += 3)
        s[i] += B0, s[i + 1] += B1, s[i + 2] += B2;
    for (size_t i = 0; own->has_axis && i < 3 * used; i += 3) {
        const double along = twice * (x[i] * e0 + x[i + 1] * e1 + x[i + 2] * e2);
        s[i] += along * e0, s[i + 1] += along * e1, s[i + 2] += along * e2;
    }
    for (size_t i = 0; lambda != 0 && i < 3 * used; i += 3) {
        const double y0 = lambda * x[i], y1 = lambda * x[i + 1], y2 = lambda * x[i + 2];
        const double t0 = y1 * s[i + 2] - y2 * s[i + 1], t1 = y2 * s[i] - y0 * s[i + 2],
                     t2 = y0 * s[i + 1] - y1 * s[i];
        s[i] += t0, s[i + 1] += t1, s[i + 2] += t2;
    }
}

/* s = -h s; with noise -h s - D dW */
static void finish(double *restrict s, double h, double amplitude, const double *restrict dW,
                   size_t n)
{
    if (dW)
        for (size_t i = 0; i < n; i++) s[i] = -h * s[i] - amplitude * dW[i];
    else
        for (size_t i = 0; i < n; i++) s[i] *= -h;
}

void fast_spins_plain(double *xi, const fast_spins *own, double h, const double *dW,
                      const double *brackets, const double *x)
{
    const fast_spins_lists *lists = &own->lists;
    const bool more = own->has_field || own->has_axis || own->damping != 0;
    for (size_t from = 0; from < own->spins; from += W) {
        const size_t used = own->spins - from < W ? own->spins - from : W, n = 3 * used;
        double *s = xi + 3 * from;
        if (lists->equal) {
            add_equal(s, lists, x, from, used);
            for (size_t i = 0; i < n; i++) s[i] *= own->exchange[0];
        } else if (lists->dmi) {
            add_any(s, lists, x, from, used, true);
        } else {
            add_any(s, lists, x, from, used, false);
        }
        if (more) add_own(s, own, x + 3 * from, used);
        finish(s, h, own->amplitude, dW ? dW + 3 * from : NULL, n);
        for (size_t i = 0; brackets && i < n; i++) s[i] += brackets[2 * (3 * from + i)];
    }
}
