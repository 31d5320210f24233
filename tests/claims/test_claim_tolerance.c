/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Solvers re-enacted in matrices; contraction of a stage map; ensembles: each against numbers found
 * otherwise. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "reports/claims/paper/skew.h"
#include "tests/claims/claim_measured.h"

#include <math.h>

#define RULE(system, parameters, h, state, more)                                                   \
    "    system: " system "\n    scheme: isospectral-midpoint\n    parameters: " parameters        \
    "\n    h: " h "\n    noise: wiener\n    state: " state "\n" more

static const struct {
    const char *experiment;
    slp_algebra shape;
    size_t n, d;
} rules[] = {
    {RULE("rigid-body", "{inertia: [2, 1, 0.5], quad: [0.5, 0.5, 0.5]}", "0.125", "[0.5, 1, -0.5]",
          "    steps: 20\n"),
     SLP_SO3, 3, 3},
    {RULE("rigid-body-n", "{n: 4, quad: 0.5}", "0.125", "[0.5, 1, -0.5, 0.25, -1, 0.75]",
          "    steps: 20\n"),
     SLP_SON, 4, 6},
    {RULE("point-vortices", "{gamma: [1, 1], quad: [0.5, 0.5, 0.5]}", "0.125",
          "[0.6, 0, 0.8, 0, 1, 0]", "    steps: 20\n"),
     SLP_SU2N, 4, 6},
    {RULE("zeitlin-sphere", "{n: 3, amp: 1}", "0.125", "{uniform: [-1, 1]}", "    steps: 20\n"),
     SLP_SUN, 3, 9},
};

/* Coordinates go to matrices that ref/ gives too, and come back. */
static void matrices_are_those_of_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        slp_claim claim;
        slp_case c;
        slp_error err;
        ref_system *sys = NULL;
        skew_number X[16], P[16];
        double back[9];
        acb_mat_t exact;
        read_claim(&claim, rules[i].experiment, "quantity: tolerance-reached");
        slp_case_init(&c);
        assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], 0, 1, &err), SLP_OK);
        assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
        skew_matrix(X, rules[i].shape, rules[i].n, c.x);
        skew_coordinates(back, rules[i].shape, rules[i].n, X);
        for (size_t k = 0; k < c.d; k++) assert_true(fabs(back[k] - c.x[k]) < 1e-15);
        size_t n = rules[i].n, size = (size_t)ref_group_size(sys);
        arb_ptr x = _arb_vec_init((slong)c.d);
        for (size_t k = 0; k < c.d; k++) arb_set_d(x + k, c.x[k]);
        acb_mat_init(exact, (slong)size, (slong)size);
        if (size == n && ref_state_matrix(exact, sys, x, 64))
            for (size_t r = 0; r < n; r++)
                for (size_t s = 0; s < n; s++) {
                    acb_ptr e = acb_mat_entry(exact, (slong)r, (slong)s);
                    double re = arf_get_d(arb_midref(acb_realref(e)), ARF_RND_NEAR),
                           im = arf_get_d(arb_midref(acb_imagref(e)), ARF_RND_NEAR);
                    assert_true(cabs(X[r * n + s] - re - im * I) < 1e-15);
                }
        skew_multiply(P, X, X, n); /* (X X)* = X X */
        for (size_t r = 0; r < n; r++)
            for (size_t s = 0; s < n; s++)
                assert_true(cabs(P[r * n + s] - conj(P[s * n + r])) < 1e-14);
        acb_mat_clear(exact);
        _arb_vec_clear(x, (slong)c.d);
        ref_system_free(sys);
        slp_case_clear(&c);
        slp_claim_clear(&claim);
    }
}

static void the_iteration_is_that_of_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const char *measure = "quantity: tolerance-reached, tolerance: 1e-14";
        assert_true(value(rules[i].experiment, measure, 1).lo == 0);
        assert_true(value(rules[i].experiment, measure, 3).lo == 20);
        slp_interval iterations = value(rules[i].experiment, measure, 4);
        assert_true(iterations.lo > 3 && iterations.hi < 100);
        assert_true(value(rules[i].experiment, measure, 5).hi < 1e-13); /* the certified step */
        assert_true(value(rules[i].experiment, measure, 0).hi <= 1e-14);
    }
    /* a loose tolerance takes fewer iterations */
    assert_true(value(rules[0].experiment, "quantity: tolerance-reached, tolerance: 1e-3", 4).hi <
                value(rules[0].experiment, "quantity: tolerance-reached, tolerance: 1e-14", 4).lo);
}

static void cycles_are_seen_where_the_tolerance_is_below_the_spacing(void **state)
{
    const char *large = RULE("rigid-body", "{inertia: [2, 1, 0.5], quad: [0.1, 0.1, 0.1]}", "2^-14",
                             "{norm: [64, 64]}", "    steps: 2000\n    seed: 1\n");
    const char *measure = "quantity: tolerance-reached";
    (void)state;
    double unreached = value(large, measure, 1).lo, cycles = value(large, measure, 2).lo;
    assert_true(unreached > 0 && cycles > 0 && cycles <= unreached && unreached < 2000);
    double residual =
        value(large, measure, 0).lo; /* changes are whole spacings of numbers up to 64 */
    assert_true(residual >= 1e-15 && residual < 1e-12);
}

/* Twenty paths by hand: spreads and their means over groups. */
static void spreads_are_those_of_the_paths(void **state)
{
    enum { GROUPS = 3, SIZE = 4, STEPS = 20 };
    const char *run = "    system: rigid-body\n    scheme: variational-cayley\n    parameters: "
                      "{inertia: [1, 2, 3], "
                      "lin: [0.5, 0, 0, 0, 0.5, 0]}\n    h: 0.125\n    noise: wiener\n    seed: "
                      "11\n    steps: 20\n"
                      "    samples: 12\n    state: [0.6, 0, 0.8]\n";
    slp_claim claim;
    slp_case c;
    slp_error err;
    double early[GROUPS], late[GROUPS], growth = 0, mean = 0;
    (void)state;
    read_claim(&claim, run, "quantity: ensemble-spread, size: 4");
    slp_case_init(&c);
    for (size_t g = 0; g < GROUPS; g++) {
        double x[SIZE][3], s[2];
        for (size_t p = 0; p < SIZE; p++) {
            assert_int_equal(
                slp_experiment_case(&c, &claim.experiment[0], g * SIZE + p, STEPS, &err), SLP_OK);
            memcpy(x[p], c.x, sizeof x[p]);
        }
        for (size_t n = 1; n <= STEPS; n++) {
            for (size_t p = 0; p < SIZE; p++) {
                fast_system *sys = NULL;
                assert_int_equal(
                    slp_experiment_case(&c, &claim.experiment[0], g * SIZE + p, STEPS, &err),
                    SLP_OK);
                assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
                const fast_scheme *scheme = fast_scheme_find("variational-cayley");
                double *room = calloc(fast_step_work_size(scheme, sys) + 1, sizeof *room);
                assert_int_equal(
                    fast_step(x[p], NULL, scheme, sys, x[p], c.h, c.dw + (n - 1) * c.M, room),
                    SLP_OK);
                free(room);
                fast_system_free(sys);
            }
            if (n != 2 && n != STEPS) continue;
            double square = 0, centre[3] = {0, 0, 0};
            for (size_t p = 0; p < SIZE; p++)
                for (int i = 0; i < 3; i++) centre[i] += x[p][i] / SIZE;
            for (size_t p = 0; p < SIZE; p++)
                for (int i = 0; i < 3; i++)
                    square += (x[p][i] - centre[i]) * (x[p][i] - centre[i]) / SIZE;
            s[n == STEPS] = sqrt(square);
        }
        early[g] = s[0];
        late[g] = s[1];
        growth += log2(s[1] / s[0]) / GROUPS;
        mean += s[1] / GROUPS;
    }
    const char *measure = "quantity: ensemble-spread, size: 4";
    slp_interval v = value(run, measure, 2);
    assert_true(fabs(0.5 * (v.lo + v.hi) - (early[0] + early[1] + early[2]) / 3) < 1e-12);
    v = value(run, measure, 3);
    assert_true(fabs(0.5 * (v.lo + v.hi) - mean) < 1e-12);
    double variance = 0; /* Student, two degrees of freedom at 99.95 %: 44.705 */
    for (size_t g = 0; g < GROUPS; g++) variance += (late[g] - mean) * (late[g] - mean) / 2;
    assert_true(fabs(v.hi - mean - 44.705 * sqrt(variance / 3)) < 1e-9);
    v = value(run, measure, 4);
    assert_true(fabs(0.5 * (v.lo + v.hi) - growth) < 1e-12);
    v = value(run, measure, 0);
    assert_true(v.lo > 0 && v.hi < 20 * 40 * 0x1p-53);
    near(value(run, measure, 1), v.lo * 0x1p53 / 20, 1e-9);
    slp_case_clear(&c);
    slp_claim_clear(&claim);
}

/* One state, one increment: the stated constant and its domain by hand; which condition covers the
 * quotients. */
static void the_stated_constant_is_evaluated(void **state)
{
    const char *at = "    system: rigid-body\n    scheme: variational-cayley-printed\n    "
                     "parameters: {inertia: [1, 2, 4], "
                     "lin: [0.3, 0, 0.4]}\n    h: 0.015625\n    noise: wiener\n    seed: 2\n    "
                     "state: [0, 0.6, 0.8]\n    samples: 20\n";
    double h = 0.015625, y = h, x = y + 0.5 * sqrt(h) * sqrt(4 * log(1 / h));
    (void)state;
    near(value(at, "quantity: stage-contraction, of: domain", 0), x, 1e-12);
    near(value(at, "quantity: stage-contraction, of: stated", 0), x * x / 2 + x * y + 2 * x + 4 * y,
         1e-12);
    assert_true(value(at, "quantity: stage-contraction, of: meant", 0).hi < 0);
    assert_true(value(at, "quantity: stage-contraction, of: printed", 0).lo > 0);
    assert_true(value(at, "quantity: stage-contraction, of: inside", 0).hi < 0);
    slp_interval proved = value(at, "quantity: stage-contraction, of: certificate", 0);
    assert_true(proved.hi < 0 && proved.lo > -x * x / 2 - x * y - 2 * x - 4 * y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_are_those_of_the_reference),
        cmocka_unit_test(the_iteration_is_that_of_the_rule),
        cmocka_unit_test(cycles_are_seen_where_the_tolerance_is_below_the_spacing),
        cmocka_unit_test(spreads_are_those_of_the_paths),
        cmocka_unit_test(the_stated_constant_is_evaluated),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
