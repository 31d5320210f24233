/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Quantities of a run against the same run measured in sums of two doubles, and the run against its
 * noise. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/claims/claim_measured.h"

#define RUN                                                                                        \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3], lin: [0.1, "    \
    "0.2, 0.3]}\n"                                                                                 \
    "    h: 2^-6\n    state: [0.5, -1, 0.75]\n    noise: wiener\n    seed: 5\n    steps: 400\n"

/* A number as the unevaluated sum hi + lo: 106 bits, on every machine. */
typedef struct twice {
    double hi, lo;
} twice;

static twice sum_of_squares(const double *x)
{
    twice all = {0, 0};
    for (int i = 0; i < 3; i++) {
        double p = x[i] * x[i], rest = fma(x[i], x[i], -p), s = all.hi + p, part = s - all.hi;
        all.lo += ((all.hi - (s - part)) + (p - part)) + rest;
        all.hi = s;
    }
    return all;
}

static twice root_of(twice a)
{
    double s = sqrt(a.hi);
    return (twice){s, (fma(-s, s, a.hi) + a.lo) / (2 * s)};
}

static double difference(twice a, twice b)
{
    return (a.hi - b.hi) + (a.lo - b.lo);
}

/* The same run, its numbers taken in 106 bits. */
typedef struct walk {
    twice begin, before;
    double largest, local, squares, low, high, energy;
    size_t first, n;
    bool root;
} walk;

static slp_status walk_step(void *own, size_t n, const double *x, const double *dw)
{
    walk *w = own;
    twice c = w->root ? root_of(sum_of_squares(x)) : sum_of_squares(x);
    (void)dw;
    if (n == 0) {
        w->begin = w->before = c;
        w->energy = energy(x);
    }
    double change = difference(c, w->before), e = energy(x) / w->energy - 1;
    w->squares += change * change;
    w->local = fmax(w->local, fabs(change));
    w->largest = fmax(w->largest, fabs(difference(c, w->begin)));
    if (change != 0 && !w->first) w->first = n;
    w->low = fmin(w->low, e);
    w->high = fmax(w->high, e);
    w->before = c;
    w->n = n;
    return SLP_OK;
}

static walk same_run(bool root)
{
    slp_claim claim;
    slp_case c;
    slp_error err = {0};
    walk w = {.root = root};
    read_claim(&claim, RUN, "quantity: casimir-drift");
    slp_trial trial = {.experiment = &claim.experiment[0], .steps = 400, .samples = 1};
    slp_case_init(&c);
    assert_int_equal(slp_run(&c, &trial, 0, walk_step, &w, &err), SLP_OK);
    slp_case_clear(&c);
    slp_claim_clear(&claim);
    return w;
}

static void drifts_agree_with_sums_of_two_doubles(void **state)
{
    const double u = 0x1p-53;
    (void)state;
    for (int root = 0; root < 2; root++) {
        const char *of = root ? "quantity: casimir-drift, of: root" : "quantity: casimir-drift";
        walk w = same_run(root);
        double begin = w.begin.hi, largest = w.largest;
        assert_int_equal(w.n, 400);
        near(value(RUN, of, 0), largest, 1e-2);
        near(value(RUN, of, 2), largest / (u * begin * 20), 1e-2); /* sqrt 400 */
        near(value(RUN, of, 3), largest / (u * begin * 400), 1e-2);
        near(value(RUN, of, 4), w.local / (u * begin), 1e-2);
        near(value(RUN, of, 5), sqrt(w.squares / 400) / (u * begin), 1e-2);
        near(value(RUN, of, 6), largest / sqrt(w.squares), 1e-2);
        near(value(RUN, of, 7), (double)w.first, 0);
    }
    walk w = same_run(false);
    near(value(RUN, "quantity: energy-drift", 1), w.low, 1e-6);
    near(value(RUN, "quantity: energy-drift", 2), w.high, 1e-6);
    near(value(RUN, "quantity: energy-drift", 0), fmax(-w.low, w.high), 1e-6);
    near(value(RUN, "quantity: energy-drift", 3), w.high - w.low, 1e-6);
}

/* The increments a run sees, against the noise itself. */
static slp_status check_increments(void *own, size_t n, const double *x, const double *dw)
{
    const double h = 0x1p-6;
    (void)own;
    (void)x;
    if (n > 0 && dw[0] != slp_truncate(slp_increment(h, 5, 2, 0, 0, n - 1), h, 2))
        return SLP_DOMAIN;
    return SLP_OK;
}

static void every_step_of_a_run_has_its_own_increment(void **state)
{
    slp_claim claim;
    slp_case c;
    slp_error err = {0};
    (void)state;
    read_claim(&claim, RUN, "quantity: casimir-drift");
    slp_trial trial = {.experiment = &claim.experiment[0], .steps = 2100, .samples = 3};
    slp_case_init(&c);
    assert_int_equal(slp_run(&c, &trial, 2, check_increments, NULL, &err), SLP_OK);
    slp_case_clear(&c);
    slp_claim_clear(&claim);
}

/* The witness of a drift is the step that first changed the Casimir, and can be taken again. */
static void the_witness_of_a_drift_is_that_step(void **state)
{
    slp_claim claim;
    slp_measurement m;
    slp_error err;
    slp_case c;
    fast_system *sys;
    double next[3], room[256];
    (void)state;
    assert_int_equal(measured(&m, &claim, RUN, "quantity: casimir-drift"), SLP_OK);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, m.witness, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    assert_int_equal(fast_step(next, NULL, fast_scheme_find("tmk"), sys, c.x, c.h, c.dw, room),
                     SLP_OK);
    assert_true(difference(sum_of_squares(c.x), sum_of_squares(next)) != 0);
    fast_system_free(sys);
    slp_case_clear(&c);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
}

static void every_step_of_a_run_is_judged(void **state)
{
    (void)state;
    near(value(RUN, "quantity: judged-steps", 3), 400, 0);
    near(value(RUN, "quantity: judged-steps", 4), 0, 0);
    near(value(RUN, "quantity: judged-steps", 5), 0, 0);
    near(value(RUN, "quantity: judged-steps, stride: 7", 3), 57, 0);
    assert_true(value(RUN, "quantity: judged-steps", 0).hi <=
                value(RUN, "quantity: judged-steps", 1).lo);
}

#define SPIN                                                                                       \
    "    system: rigid-body\n    scheme: variational-cayley\n    parameters: {inertia: [1, 2, "    \
    "3]}\n"                                                                                        \
    "    h: 2^-6\n    state: [0.6, 0, 0.8]\n    steps: 500\n"

/* Steps so long that certificates say too little: what no one knows of them is no bound of the
 * run's. */
static void open_steps_leave_the_largest_error_unknown(void **state)
{
    (void)state;
    static const char far[] =
        "    system: rigid-body\n    scheme: rkmk-heun-exp\n    parameters: {inertia: [1, 2, 3]}\n"
        "    h: 4096\n    state: [0.6, 0, 0.8]\n    steps: 3\n";
    slp_claim claim;
    slp_measurement m;
    assert_int_equal(measured(&m, &claim, far, "quantity: judged-steps"), SLP_OK);
    assert_true(m.values[5].lo > 0);
    assert_false(m.values[0].known || m.values[2].known);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
}

static void the_spatial_momentum_departs_by_rounding_only(void **state)
{
    (void)state;
    slp_interval v = value(SPIN, "quantity: momentum-drift", 0);
    /* every step rounds 9 products of R and the state: a few u; the sum over 500 steps stays below
     * 500 * 8 u */
    assert_true(v.lo > 0 && v.hi < 500 * 8 * 0x1p-53);
    near(value(SPIN, "quantity: momentum-drift", 3), v.lo / (500 * 0x1p-53), 1e-6);
    near(value(SPIN, "quantity: momentum-drift", 2), v.lo / (sqrt(500) * 0x1p-53), 1e-6);
    /* the heavy top: the vertical component stays to rounding, R Gamma being upright, and the
     * Casimir Pi.Gamma with it */
    const char *top =
        "    system: heavy-top\n    scheme: variational-cayley\n    parameters: {inertia: "
        "[1, 2, 3], chi: [0.5, 0, 1]}\n    h: 0.125\n    steps: 100\n    state: [0.5, 1, "
        "-0.5, 0.6, 0, 0.8]\n";
    v = value(top, "quantity: momentum-drift", 0);
    assert_true(v.lo > 0 && v.hi < 1e-13);
    /* in units of |J0| = Pi.Gamma = 0.1 */
    near(value(top, "quantity: momentum-drift", 3), v.lo / (0.1 * 100 * 0x1p-53), 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drifts_agree_with_sums_of_two_doubles),
        cmocka_unit_test(every_step_of_a_run_has_its_own_increment),
        cmocka_unit_test(the_witness_of_a_drift_is_that_step),
        cmocka_unit_test(every_step_of_a_run_is_judged),
        cmocka_unit_test(open_steps_leave_the_largest_error_unknown),
        cmocka_unit_test(the_spatial_momentum_departs_by_rounding_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
