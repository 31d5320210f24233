/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The chord method against certified steps of the same rules, its limits against what an iteration
 * count must give, its drift.
 * Run once (sanitizer): it asks about numbers; test_claim_hostile.c measures every quantity. */
#include "reports/claims/paper/chord_tables.h"
#include "reports/claims/paper/pade.h"
#include "ref/local.h"
#include "ref/exact_step.h"
#include "tests/claims/claim_measured.h"

#include <math.h>

#define TOP(scheme, h, more)                                                                       \
    "    system: heavy-top\n    scheme: " scheme                                                   \
    "\n    parameters: {inertia: [4, 2, 1], chi: [0, 0.5, 1], noise: [0.1, 0.2, 0.3, 0.1, 0, 0, "  \
    "0.1]}\n    h: " h "\n    noise: wiener\n    state: [-0.75, 0.75, 0.25, -0.5, 1, 0.5]\n" more
#define TORUS(scheme, h, more)                                                                     \
    "    system: sine-euler\n    scheme: " scheme                                                  \
    "\n    parameters: {n: 3, modes: [1:1, 1:-1], amp: 0.5}\n    h: " h                            \
    "\n    noise: wiener\n    state: [-0.5, 0.25, 0.25, 0.375, -0.125, 0.25, 0.5, 0, "             \
    "0.3125]\n" more

/* One step of the chord method from the experiment's first sample; its certified counterpart
 * differs by what 1e-13 leaves. */
static void steps_are_those_of_the_rules(void **state)
{
    static const char *const experiments[] = {TOP("tmk", "0.125", ""),
                                              TOP("trapezoidal", "0.125", ""),
                                              TOP("implicit-midpoint", "0.125", ""),
                                              TORUS("tmk", "0.125", ""),
                                              TORUS("trapezoidal", "0.125", ""),
                                              TORUS("implicit-midpoint", "0.125", "")};
    (void)state;
    for (int i = 0; i < 6; i++) {
        slp_claim claim;
        slp_case c;
        slp_error err;
        chord *on = NULL;
        ref_exact_step step;
        unsigned iterations;
        double x[9];
        read_claim(&claim, experiments[i], "quantity: energy-residual");
        slp_case_init(&c);
        assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], 0, 1, &err), SLP_OK);
        assert_int_equal(chord_new(&on, &c, &err), SLP_OK);
        memcpy(x, c.x, c.d * sizeof *x);
        const chord_rule rule = {60, 1e-14, false, false};
        const chord_step take = chord_step_of(c.scheme->name);
        slp_status status = take(x, &iterations, on, c.h, c.dw, rule);
        assert_int_equal(status, SLP_OK);
        assert_true(iterations > 2);
        assert_int_equal(ref_exact_step_init(&step, &c, &err), SLP_OK);
        assert_int_equal(ref_exact_step_image(step.next, NULL, &step, 128), SLP_OK);
        for (size_t k = 0; k < c.d; k++) {
            double exact = arf_get_d(arb_midref(step.next + k), ARF_RND_NEAR);
            if (fabs(x[k] - exact) > 1e-12) fail_msg("%d: %zu: %g for %g", i, k, x[k], exact);
        }
        /* one iteration is not enough, and says so; x moves all the same */
        memcpy(x, c.x, c.d * sizeof *x);
        const chord_rule once = {1, 1e-14, false, false};
        status = take(x, &iterations, on, c.h, c.dw, once);
        assert_int_equal(status, SLP_NO_CONVERGENCE);
        assert_true(iterations == 1 && fabs(x[0] - c.x[0]) > 1e-6);
        ref_exact_step_clear(&step);
        chord_free(on);
        slp_case_clear(&c);
        slp_claim_clear(&claim);
    }
}

/* With the Jacobian frozen at the right place the error after one iteration is of second order, so
 * halving the step cuts it by 2^3 (TMK's first guess is of first order; a wrong Jacobian leaves
 * 2^2, and so does the plain iteration). */
static void the_jacobian_is_the_right_one(void **state)
{
    (void)state;
    for (int rule = 0; rule < 6; rule++) {
        const bool plain = rule >= 3;
        double off[2];
        for (int half = 0; half < 2; half++) {
            slp_claim claim;
            slp_case c;
            slp_error err;
            chord *on = NULL;
            double x[6], y[6], dW = 0;
            read_claim(&claim, TOP("tmk", "0.01", ""), "quantity: energy-residual");
            slp_case_init(&c);
            assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], 0, 1, &err), SLP_OK);
            assert_int_equal(chord_new(&on, &c, &err), SLP_OK);
            memcpy(x, c.x, sizeof x);
            memcpy(y, c.x, sizeof y);
            double h = ldexp(1, -7 - half);
            static const chord_step rules[] = {chord_tmk, chord_trapezoidal, chord_midpoint};
            const chord_step take = rules[rule % 3];
            take(x, NULL, on, h, &dW, (chord_rule){1, 1e-15, plain, false});
            take(y, NULL, on, h, &dW, (chord_rule){60, 1e-15, false, false});
            off[half] = 0;
            for (int k = 0; k < 6; k++) off[half] = fmax(off[half], fabs(x[k] - y[k]));
            chord_free(on);
            slp_case_clear(&c);
            slp_claim_clear(&claim);
        }
        double order = log2(off[0] / off[1]);
        if (!(plain ? order > 1.75 && order < 2.25 : order > 2.75 && order < 4.25))
            fail_msg("rule %d: order %g", rule, order);
    }
}

static const double linear[9] = {0, 2, 1, 1, 0, 0, 0, 1, 3};

static void linear_residual(double *f, chord *on, const double *u, const double *x)
{
    for (size_t i = 0; i < on->d; i++) {
        f[i] = -x[i];
        for (size_t k = 0; k < on->d; k++) f[i] += linear[3 * i + k] * u[k];
    }
}

static void linear_jacobian(double *J, chord *on, const double *x)
{
    (void)on, (void)x;
    memcpy(J, linear, sizeof linear);
}

/* Rows that must be exchanged twice: the first iteration ends at the solution (1, 2, 3), in whole
 * numbers and fifths, the second sees no change. */
static void a_linear_relation_needs_one_iteration(void **state)
{
    static const chord_relation relation = {linear_residual, linear_jacobian};
    const double right[3] = {7, 1, 11};
    double J[9], f[3], u[3] = {0};
    size_t row[3];
    unsigned iterations;
    chord on = {.d = 3, .J = J, .f = f, .row = row};
    (void)state;
    assert_int_equal(
        chord_iterate(u, &iterations, &on, right, &relation, (chord_rule){9, 1e-12, false, false}),
        SLP_OK);
    assert_int_equal(iterations, 2);
    for (int i = 0; i < 3; i++) assert_true(fabs(u[i] - (i + 1)) < 1e-14);
}

/* Of every degree, and with halvings: the size is the largest sum of a column. */
static void an_exponential_of_libraries_is_one(void **state)
{
    enum { D = 3 };
    static const double sizes[] = {0x1p-7, 0.25, 0.75, 2, 5, 40, 0};
    double A[D * D], E[D * D], work[6 * D * D];
    size_t row[D];
    REF_LOCAL_MAT(arb, D, D, exact);
    (void)state;
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        for (int i = 0; i < D * D; i++) {
            A[i] = sizes[n] * (i % 2 ? -1 : 1) * (1 + i % 4) / 10;
            arb_set_d(arb_mat_entry(exact, i / D, i % D), A[i]);
        }
        arb_mat_exp(exact, exact, 200);
        assert_true(pade_exponential(E, A, D, work, row));
        for (int i = 0; i < D * D; i++) {
            const double e =
                arf_get_d(arb_midref(arb_mat_entry(exact, i / D, i % D)), ARF_RND_NEAR);
            const double unit = 0x1p-52 * exp(sizes[n]) * (1 + sizes[n]);
            if (!(fabs(E[i] - e) <= 20 * unit)) fail_msg("%g: %g for %g", sizes[n], E[i], e);
        }
    }
    A[4] = NAN;
    assert_false(pade_exponential(E, A, D, work, row));
}

/* A step by it is a step by the series, but for roundings. */
static void a_step_by_either_exponential_is_the_same(void **state)
{
    slp_claim claim;
    slp_case c;
    slp_error err;
    chord *on = NULL;
    double x[6], y[6];
    (void)state;
    read_claim(&claim, TOP("tmk", "0.125", ""), "quantity: energy-residual");
    slp_case_init(&c);
    assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], 0, 1, &err), SLP_OK);
    assert_int_equal(chord_new(&on, &c, &err), SLP_OK);
    memcpy(x, c.x, sizeof x);
    memcpy(y, c.x, sizeof y);
    assert_int_equal(chord_tmk(x, NULL, on, c.h, c.dw, (chord_rule){60, 1e-15, false, false}), 0);
    assert_int_equal(chord_tmk(y, NULL, on, c.h, c.dw, (chord_rule){60, 1e-15, false, true}), 0);
    bool differs = false;
    for (int i = 0; i < 6; i++) {
        assert_lt(fabs(x[i] - y[i]), 1e-14);
        differs = differs || x[i] < y[i] || x[i] > y[i];
    }
    assert_true(differs);
    chord_free(on);
    slp_case_clear(&c);
    slp_claim_clear(&claim);
}

static void tables_refuse_what_is_not_affine(void **state)
{
    slp_claim claim;
    slp_case c;
    slp_error err;
    chord *on = NULL;
    chord_rule rule;
    (void)state;
    read_claim(
        &claim,
        "    system: point-vortices\n    scheme: tmk\n    parameters: {gamma: [1, 1]}\n    h: 0.1\n"
        "    state: [1, 0, 0, 0, 0.5, 1]\n",
        "quantity: energy-residual");
    slp_case_init(&c);
    assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], 0, 1, &err), SLP_OK);
    assert_int_equal(chord_new(&on, &c, &err), SLP_UNSUPPORTED);
    chord_free(on);
    slp_case_clear(&c);
    slp_claim_clear(&claim);
    assert_true(chord_rule_read(&rule, "chord-20-6") && rule.limit == 20 && !rule.plain &&
                fabs(rule.tolerance - 1e-6) < 1e-20);
    assert_true(chord_rule_read(&rule, "plain-2-15") && rule.limit == 2 && rule.plain);
    assert_true(chord_rule_read(&rule, "pade-7-3") && rule.limit == 7 && !rule.plain && rule.pade);
    static const char *const wrong[] = {"plane-2-15", "chord",       "chord-20",
                                        "chord-0-6",  "chord-20-16", "chord-20-6x",
                                        "20-6",       "pad-20-6",    "pades-2-6"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(chord_rule_read(&rule, wrong[i]));
}

static void limits_follow_the_iteration_count(void **state)
{
    const char *short_run = TOP("tmk", "0.125", "    steps: 64\n    samples: 12\n    seed: 3\n");
    (void)state;
    /* everything tried comes through: the median is bounded below alone */
    slp_interval v = value(short_run, "quantity: solver-limit, solver: chord-200-10, most: 2", 0);
    assert_true(v.lo == 0.25 && isinf(v.hi));
    assert_true(value(short_run, "quantity: solver-limit, solver: chord-200-10, most: 2", 4).lo ==
                12);
    v = value(short_run, "quantity: solver-limit, solver: chord-200-10, most: 2, ratio: 3", 1);
    assert_true(v.lo == 0.375);
    /* nothing comes through with one iteration */
    v = value(short_run, "quantity: solver-limit, solver: chord-1-12, most: 3", 0);
    assert_true(v.lo == 0 && v.hi == 0.125);
    /* more iterations go further, and the counts stand between */
    double few = value(short_run, "quantity: solver-limit, solver: chord-20-8, most: 40", 1).lo,
           many = value(short_run, "quantity: solver-limit, solver: chord-60-8, most: 40", 1).lo;
    assert_true(0.125 <= few && few < many && many < 5);
    v = value(short_run, "quantity: solver-limit, solver: chord-20-8, most: 40", 3);
    assert_true(v.lo > 10 && v.lo <= 20);
    double other = value(short_run, "quantity: solver-limit, solver: default, most: 16", 1).lo,
           proved = value(short_run, "quantity: solver-limit, solver: certificate, most: 16", 1).lo;
    assert_true(other >= 0.25 && proved > 0 && proved <= 2);
}

/* All values of one measurement. */
static void all(slp_interval *v, const char *experiment, const char *measure)
{
    slp_claim claim;
    slp_measurement m;
    assert_int_equal(measured(&m, &claim, experiment, measure), SLP_OK);
    memcpy(v, m.values, sizeof m.values);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
}

static void drift_counts_what_was_not_solved(void **state)
{
    const char *run = TORUS("tmk", "0.125", "    steps: 2048\n    samples: 6\n    seed: 5\n");
    slp_interval once[SLP_QUANTITY_VALUES], v[SLP_QUANTITY_VALUES], w[SLP_QUANTITY_VALUES];
    (void)state;
    all(once, run, "quantity: chord-drift, solver: chord-1-15");
    assert_true(once[1].lo == 6 * 2048 && once[2].lo == 6 * 2048);
    assert_true(once[0].hi <
                1e-11); /* solved or not, the state stays on its orbit but for roundings */
    all(v, run, "quantity: chord-drift, level: 1e-5");
    all(w, run, "quantity: chord-drift, level: 1e-2");
    assert_true(v[1].lo == 0 && v[0].lo > 0 && v[0].hi < 1e-11);
    /* the straight line through the end: a level 1000 times larger is reached after 1000 times the
     * steps, no sample sooner than the one that drifts most */
    assert_true(fabs(w[5].lo - v[5].lo - 3) < 1e-9 && fabs(w[5].hi - v[5].hi - 3) < 1e-9);
    assert_true(v[5].hi >= log10(1e-5 / v[0].hi * 2048) - 1e-9);
    /* the fitted law passes near the run's own end */
    char measure[100];
    slp_interval end[SLP_QUANTITY_VALUES];
    snprintf(measure, sizeof measure, "quantity: chord-drift, level: %.17g", v[0].hi);
    all(end, run, measure);
    assert_true(fabs(0.5 * (end[4].lo + end[4].hi) - log10(2048)) < 1);
    /* exponents of rounding lie about 1/2 to 1, and the fitted law takes 3/p decades for the level
     */
    double p = 0.5 * (v[3].lo + v[3].hi), decades = 0.5 * (w[4].lo + w[4].hi - v[4].lo - v[4].hi);
    assert_true(p > 0.25 && p < 1.5 && decades > 3 / 1.5 && decades < 3 / 0.25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_rules),
        cmocka_unit_test(the_jacobian_is_the_right_one),
        cmocka_unit_test(a_linear_relation_needs_one_iteration),
        cmocka_unit_test(an_exponential_of_libraries_is_one),
        cmocka_unit_test(a_step_by_either_exponential_is_the_same),
        cmocka_unit_test(tables_refuse_what_is_not_affine),
        cmocka_unit_test(limits_follow_the_iteration_count),
        cmocka_unit_test(drift_counts_what_was_not_solved),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
