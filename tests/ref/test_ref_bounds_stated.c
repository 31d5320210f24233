/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The bounds that certificates rest on, as they are derived: size and slope of every action on
 * every algebra are the numbers of ref/certificate/certificate.md section 3, ref/algebra/se3.md
 * sections 2 and 3, ref/matrix/matrix.md section 3 and ref/scheme/rkmk.md section 4, neither
 * smaller, which samples see where a bound is sharp and nowhere else, nor larger, which would only
 * cost certificates.  A bound has 30 bits and is rounded up a few times: allowed is a relative
 * 2^-24 above, nothing below but the rounding of the formula here. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "ref/system/system.h"
#include "tests/ref/thread_caches.h"

#include <math.h>

/* Of generators of span rho. */
typedef struct pair {
    double size, slope;
} pair;

#define STATED(name, of_size, of_slope)                                                            \
    static pair name(double rho)                                                                   \
    {                                                                                              \
        (void)rho;                                                                                 \
        return (pair){of_size, of_slope};                                                          \
    }

/* s = rho/2, on su(2) rho/4 */
STATED(rotation, 1, 1)
STATED(cross, rho, 1)
STATED(mean, 1, 0.5)
STATED(so3_change, fmax(rho / 2, rho *rho / 4), 0.5 + rho / 2)
STATED(so3_inverse, 1, fmin(0.5 + rho / 2, 0.8091))
STATED(su2_change, rho / 4 * sqrt(rho * rho / 16 + 4), 0.5 + rho / 8)
STATED(su2_inverse, 1, fmin(0.5 + rho / 8, 0.5551))
STATED(se3_ad, 1.1548 * rho, 1.1548)
STATED(se3_motion, rho / 2 + sqrt(1 + rho * rho / 4), 1.1548 + 1.5 * rho)
STATED(se3_change, 0.5774 * rho + 0.3248 * rho * rho, 0.5774 + 0.6496 * rho)
STATED(se3_dcay, 0.5774 * rho + rho * rho / 4, 0.5774 + 0.5591 * rho)
/* over the dual numbers: 4/sqrt(3), 2/sqrt(3) and 3 sqrt(3)/16 rounded up in their fourth digit */
STATED(dual_commutator, 2.3095 * rho, 2.3095)
STATED(dual_change, 1.1548 * rho + 0.3248 * rho * rho, 1.1548 + 0.6496 * rho)
STATED(commutator, 2 * rho, 2)
STATED(change, rho + rho * rho / 4, 1 + rho / 2)
STATED(unitary_flow, 1, 2)
STATED(sp_flow, exp(2 * rho), 2 * exp(2 * rho))
STATED(sp_mean, exp(2 * rho), exp(2 * rho))

static pair so3_printed(double rho)
{
    const double s = rho / 2, size = s < 1 ? 1 / (1 - s * s) : INFINITY;
    return (pair){size, (0.5 + s) * size * size};
}

/* q = 1/(1 - rho/2) */
static double resolvent(double rho)
{
    return rho < 2 ? 1 / (1 - rho / 2) : INFINITY;
}

static pair sp_inverse(double rho)
{
    const double q = resolvent(rho);
    return (pair){q * q, q * q * q};
}

static pair sp_cayley(double rho)
{
    const double q = resolvent(rho), t = q * (1 + rho / 2);
    return (pair){t * t, 2 * q * q * t};
}

typedef pair (*stated)(double rho);

/* In the order of ref_algebra: ad, change, inverse, printed, exp, cayley, dexp, bracket, dcay. */
enum { ACTIONS = 9 };
static const struct {
    const char *line;
    stated of[ACTIONS];
} algebras[] = {
    {"case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=1 steps=1 x=1,0,0",
     {cross, so3_change, so3_inverse, so3_printed, rotation, rotation, mean, cross, so3_change}},
    {"case id=a system=point-vortices scheme=tmk gamma=1,2 h=1 steps=1 x=1,0,0,0,1,0",
     {cross, su2_change, su2_inverse, NULL, rotation, rotation, NULL, cross, su2_change}},
    {"case id=a system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 h=1 steps=1 x=1,0,0,0,1,0",
     {se3_ad, se3_change, NULL, NULL, se3_motion, se3_motion, NULL, se3_ad, se3_dcay}},
    {"case id=a system=rigid-body-n scheme=tmk n=4 h=1 steps=1 x=1,0,0,0,1,0",
     {commutator, change, rotation, NULL, unitary_flow, unitary_flow, rotation, commutator,
      change}},
    {"case id=a system=zeitlin-sphere scheme=tmk n=2 h=1 steps=1 x=1,-1,0,1",
     {commutator, change, rotation, NULL, unitary_flow, unitary_flow, rotation, commutator,
      change}},
    {"case id=a system=mhd-sphere scheme=isospectral-midpoint n=2 h=1 steps=1 x=1,-1,0,1,0,0,1,0",
     {dual_commutator, dual_change, NULL, NULL, NULL, NULL, NULL, dual_commutator, NULL}},
    {"case id=a system=symplectic scheme=tmk n=2 quadratic=1,0,0,1,0,1 h=1 steps=1 x=1,0,1",
     {commutator, change, sp_inverse, NULL, sp_flow, sp_cayley, sp_mean, commutator, change}},
};

static bool as_stated(double value, double formula)
{
    if (isinf(formula)) return isinf(value);
    return value >= formula * (1 - 0x1p-48) && value <= formula * (1 + 0x1p-24);
}

static void bounds_are_as_derived(void **state)
{
    static const double rhos[] = {0, 0x1p-20, 0.125, 0.5, 1, 1.75, 2, 3, 9};
    mag_t rho, size, slope;
    (void)state;
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    for (size_t s = 0; s < sizeof algebras / sizeof *algebras; s++) {
        slp_case c;
        slp_error err;
        ref_system *sys;
        slp_case_init(&c);
        assert_int_equal(slp_case_parse(&c, algebras[s].line, 1, &err), SLP_OK);
        assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
        const ref_algebra *g = &sys->algebra;
        const ref_action *const action[ACTIONS] = {g->ad,
                                                   g->congruence_change,
                                                   g->congruence_inverse,
                                                   g->printed_inverse,
                                                   g->exponential,
                                                   g->cayley,
                                                   g->dexp_dual,
                                                   g->bracket,
                                                   g->dcay_inverse_change};
        for (int a = 0; a < ACTIONS; a++) {
            if (!action[a] || !algebras[s].of[a]) {
                /* nothing is stated of what is not there, and everything of what is */
                if (action[a] || algebras[s].of[a]) fail_msg("%s: action %d", g->name, a);
                continue;
            }
            for (size_t i = 0; i < sizeof rhos / sizeof *rhos; i++) {
                const pair right = algebras[s].of[a](rhos[i]);
                mag_set_d(rho, rhos[i]);
                action[a]->bound(size, slope, g, rho);
                if (!as_stated(mag_get_d(size), right.size) ||
                    !as_stated(mag_get_d(slope), right.slope))
                    fail_msg("%s, action %d, rho %g: %.12g, %.12g for %.12g, %.12g", g->name, a,
                             rhos[i], mag_get_d(size), mag_get_d(slope), right.size, right.slope);
            }
        }
        ref_system_free(sys);
        slp_case_clear(&c);
    }
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_are_as_derived)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
