/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The energies of both paths, which share nothing, are the same numbers on drawn states of every
 * system: conservation alone sees neither a factor nor a term that is kept besides.
 *
 * Tolerance: S sums the sizes of the terms of E, or bounds that sum.  A binary64 evaluation makes
 * at most 2^12 roundings of relative size u = 2^-53 in it (systems of at most 2^6 coordinates are
 * drawn), 1/(1 - c) being counted in S where log(1 - c) amplifies them; 2^-40 S is above that and
 * 2^13 u S, far below any wrong factor. */
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <string.h>

#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "ref/ref.h"

enum { CASES = 48, LARGEST = 512 };

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* sum over pairs of |Gamma_i Gamma_j| (1 + |log(1 - c)| + 1/(1 - c)) */
static double of_vortices(const slp_case *c)
{
    size_t count;
    const double *gamma = slp_case_param(c, "gamma", &count);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const double *x = c->x + 3 * i, *y = c->x + 3 * j;
            double apart = 1 - dot(x, y) / (sqrt(dot(x, x)) * sqrt(dot(y, y)));
            sum += fabs(gamma[i] * gamma[j]) * (1 + fabs(log(apart)) + 1 / apart);
        }
    return sum;
}

/* sum over bonds of (|J| + |dmi|) |x_a||x_b|, over spins of |B||x| + |K||e|^2|x|^2 */
static double of_spins(const slp_case *c)
{
    size_t ends, count;
    const double *end = slp_case_param(c, "bonds", &ends), *dmi = slp_case_param(c, "dmi", &count);
    const double *J = slp_case_param(c, "exchange", &count);
    const double *B = slp_case_param(c, "field", &count);
    const double *K = slp_case_param(c, "anisotropy", &count);
    double sum = 0;
    for (size_t b = 0; b < ends / 2; b++) {
        const double *x = c->x + 3 * (size_t)end[2 * b] - 3;
        const double *y = c->x + 3 * (size_t)end[2 * b + 1] - 3;
        const double D = dmi ? sqrt(dot(dmi + 3 * b, dmi + 3 * b)) : 0;
        sum += (fabs(J[b]) + D) * sqrt(dot(x, x)) * sqrt(dot(y, y));
    }
    for (size_t i = 0; i < c->d; i += 3) {
        const double *x = c->x + i, square = dot(x, x);
        if (B) sum += sqrt(dot(B, B)) * sqrt(square);
        if (K) sum += fabs(K[0]) * dot(K + 1, K + 1) * square;
    }
    return sum;
}

/* S; E itself where it is a sum of squares, with the squares of the state for what transforms make
 * of it. */
static double sum_of_sizes(const slp_case *c, double energy)
{
    size_t count;
    double square = 0, most = 0;
    if (strcmp(c->system->name, "point-vortices") == 0) return of_vortices(c);
    if (strcmp(c->system->name, "spins") == 0) return of_spins(c);
    for (size_t i = 0; i < c->d; i++) square += c->x[i] * c->x[i];
    const double *chi = slp_case_param(c, "chi", &count);
    if (chi) return fabs(energy) + 2 * sqrt(dot(chi, chi)) * sqrt(dot(c->x + 3, c->x + 3));
    const double *quadratic = slp_case_param(c, "quadratic", &count);
    for (size_t i = 0; quadratic && i < count; i++) most += fabs(quadratic[i]);
    return fabs(energy) + (quadratic ? most : 1) * square +
           (strcmp(c->system->name, "canonical") == 0 ? 1 : 0);
}

static void compare(const slp_case *c)
{
    slp_error err;
    fast_system *fast;
    ref_system *ref;
    arb_ptr x = _arb_vec_init((slong)c->d);
    arb_t energy;
    arb_init(energy);
    assert_int_equal(fast_system_new(&fast, c, &err), SLP_OK);
    assert_int_equal(ref_system_new(&ref, c, &err), SLP_OK);
    for (size_t i = 0; i < c->d; i++) arb_set_d(x + i, c->x[i]);
    ref_energy(energy, ref, x, 256);
    const double exact = arf_get_d(arb_midref(energy), ARF_RND_NEAR);
    const double off = fabs(fast_energy(fast, c->x) - exact);
    if (!(off <= 0x1p-40 * sum_of_sizes(c, exact)))
        fail_msg("%s: energies differ by %g of %g", c->id, off, exact);
    arb_clear(energy);
    _arb_vec_clear(x, (slong)c->d);
    ref_system_free(ref);
    fast_system_free(fast);
}

static void energies_agree(void **state)
{
    (void)state;
    const slp_system *system;
    slp_case c;
    slp_case_init(&c);
    for (size_t s = 0; (system = drawn_system_at(s)); s++) {
        size_t compared = 0;
        for (uint64_t i = 0; i < CASES; i++) {
            slp_draw from;
            slp_draw_init(&from, 17 + s, i);
            if (slp_draw_case(&c, system, slp_scheme_find("heun"), &from, 1) != SLP_OK) continue;
            if (c.d > LARGEST) continue;
            compare(&c);
            compared++;
        }
        assert_gt(compared, CASES / 2);
    }
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(energies_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
