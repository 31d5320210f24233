/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Quantities of one step against numbers got another way: by hand, from the binary64 path, by
 * differences. */
#include "fast/fast.h"
#include "tests/claims/claim_measured.h"

/* One step of the binary64 path from the state of BODY. */
static void one_step(double next[3], double x[3], const char *scheme)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    char line[300];
    double room[256];
    snprintf(line, sizeof line,
             "case id=a system=rigid-body scheme=%s inertia=1,2,3 h=0x1p-3 steps=1 x=%a,%a,%a",
             scheme, x[0], x[1], x[2]);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    assert_true(fast_step_work_size(fast_scheme_find(scheme), sys) <= 256);
    assert_int_equal(fast_step(next, NULL, fast_scheme_find(scheme), sys, x, 0x1p-3, NULL, room),
                     SLP_OK);
    fast_system_free(sys);
    slp_case_clear(&c);
}

static void residuals_agree_with_binary64(void **state)
{
    double x[3] = {0.5, -1, 0.75}, y[3], z[3];
    (void)state;
    one_step(y, x, "variational-cayley");
    near(value(BODY("variational-cayley"), "quantity: energy-residual", 0),
         fabs(energy(y) / energy(x) - 1), 1e-8);
    one_step(z, x, "variational-cayley-printed");
    double most = 0;
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(y[i] - z[i]));
    near(value(BODY("variational-cayley"),
               "quantity: step-difference, against: variational-cayley-printed", 0),
         most / sqrt(square(x)), 1e-8);
    one_step(y, x, "trapezoidal");
    near(value(BODY("trapezoidal"), "quantity: casimir-residual", 0),
         fabs(square(y) / square(x) - 1), 1e-7);
}

/* B_ij = {x_i, x_j}: the matrix of v -> v x x up to sign; the sign cancels in |residual|. */
static void tensor(double B[3][3], const double *x)
{
    memset(B, 0, 9 * sizeof(double));
    for (int i = 0; i < 3; i++) {
        B[(i + 1) % 3][(i + 2) % 3] = -x[i];
        B[(i + 2) % 3][(i + 1) % 3] = x[i];
    }
}

static void the_poisson_defect_agrees_with_finite_differences(void **state)
{
    double x[3] = {0.5, -1, 0.75}, y[3], D[3][3], B[3][3], C[3][3], most = 0;
    const double step = 0x1p-14;
    (void)state;
    one_step(y, x, "implicit-midpoint");
    for (int k = 0; k < 3; k++) {
        double a[3], b[3], keep = x[k];
        x[k] = keep + step;
        one_step(a, x, "implicit-midpoint");
        x[k] = keep - step;
        one_step(b, x, "implicit-midpoint");
        x[k] = keep;
        for (int i = 0; i < 3; i++) D[i][k] = (a[i] - b[i]) / (2 * step);
    }
    tensor(B, x);
    tensor(C, y);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = -C[i][j];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) sum += D[i][k] * B[k][l] * D[j][l];
            most = fmax(most, fabs(sum));
        }
    near(value(BODY("implicit-midpoint"), "quantity: poisson-residual", 0), most / sqrt(square(x)),
         1e-4);
}

static void identities_hold_to_the_working_precision(void **state)
{
    static const char *const pairs[][2] = {
        {BODY("variational-cayley"), "quantity: poisson-residual"},
        {BODY("variational-cayley"), "quantity: casimir-residual"},
        {BODY("variational-cayley"), "quantity: momentum-residual"},
        {BODY("variational-cayley-printed"), "quantity: energy-residual"},
        {BODY("tmk"), "quantity: casimir-residual"},
        {BODY("tmk"), "quantity: cayley-derivative, quarter: 0.25"},
        {BODY("tmk"), "quantity: step-difference, against: tmk"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        slp_interval v = value(pairs[i][0], pairs[i][1], 0);
        if (v.lo != 0 || v.hi > 1e-60) fail_msg("%s: [%g, %g]", pairs[i][1], v.lo, v.hi);
    }
}

/* With +q instead of +1/4 the formula is off by (1/4 - q)(xi.P) xi, xi = half the generator. */
static void a_wrong_quarter_shows_in_full(void **state)
{
    double x[3] = {0.5, -1, 0.75}, xi[3] = {0.5, -1.0 / 2, 0.75 / 3}, dot = 0, most;
    (void)state;
    for (int i = 0; i < 3; i++) xi[i] *= 0.5 * 0x1p-3;
    for (int i = 0; i < 3; i++) dot += xi[i] * x[i];
    most = 0.5 * fabs(dot) * sqrt(square(xi));
    near(value(BODY("tmk"), "quantity: cayley-derivative, quarter: -0.25", 0),
         most / sqrt(square(x)), 1e-12);
}

#define BOUND(state)                                                                               \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [0.5, 1, 1]}\n"            \
    "    h: 0.1\n    state: " state "\n"

#define SIGNED "quantity: formula, largest: signed, formula: "
#define RUN    "quantity: formula, over: run, formula: "
#define LENGTH "sqrt(sum(i, 1, 3, x[i]^2))"
#define ENERGY "'sum(i, 1, 3, x[i]^2/inertia[i])/("

static void the_energy_bound_is_what_the_hand_finds(void **state)
{
    (void)state;
    /* x = 2 e1: energy 4; operator bound 2 (p = 1), 4 (p = 2); Frobenius norm sqrt 6 */
    near(value(BOUND("[2, 0, 0]"), SIGNED ENERGY "max(i, 1, 3, 1/inertia[i])*" LENGTH ") - 1'", 0),
         1, 1e-15);
    near(value(BOUND("[2, 0, 0]"),
               SIGNED ENERGY "sqrt(sum(i, 1, 3, 1/inertia[i]^2))*" LENGTH ") - 1'", 0),
         4 / sqrt(6) - 1, 1e-14);
    slp_interval v =
        value(BOUND("[2, 0, 0]"), SIGNED ENERGY "max(i, 1, 3, 1/inertia[i])*" LENGTH "^2) - 1'", 0);
    assert_true(v.lo <= 0 && v.hi >= 0 && v.hi < 1e-60);
    near(
        value(BOUND("[0.5, 0, 0]"), SIGNED ENERGY "max(i, 1, 3, 1/inertia[i])*" LENGTH ") - 1'", 0),
        -0.5, 1e-15); /* its sign is kept */
}

static void formulas_are_what_the_hand_finds(void **state)
{
    static const struct {
        const char *formula;
        double value;
    } of[] = {
        {"x1 - x2 - x3", 2 + 3 - 5},
        {"x1 - (x2 - x3)", 2 + 3 + 5},
        {"x1/x2/x3", -2.0 / 3 / 5},
        {"-x1^2", -4},
        {"2*-x2 + 0.25", 6.25},
        {"x3^-2 * 2^-1", 1.0 / 50},
        {"x1^0", 1},
        {"sqrt( x1*8 )", 4},
        {"abs(x2) + x2", 0},
        {"pi", 3.141592653589793},
        {"exp(h) + log(h) + erfc(h)",
         1.105170918075647624812 - 2.302585092994045684018 + 0.887537083981715101595},
        {"sin(pi/2) + cos(pi)", 0},
        {"a = x1 + 1; b = a^2; a = 2; b*a - x1", 16},
        {"inertia1", 0.5},
        {"inertia[1 + 1]", 1},
        {"sum(i, 1, 3, i*x[i])", 2 - 6 + 15},
        {"sum(i, 2, 2, x[i]) + x1", -1},
        {"max(k, 1, 3, -x[k])", 3},
        {"max(i, 1, 2, max(j, i + 1, 3, x[i]*x[j]))", 10},
        {"sum(i, 1, 2, sum(i, 1, 3, i)*i)", 6 * 1 + 6 * 2},
        /* x' = x x omega, omega = (4, -3, 5) */
        {"f1", -3 * 5 - 5 * -3},
        {"f2", 5 * 4 - 2 * 5},
        {"f3", 2 * -3 + 3 * 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char measure[200];
        snprintf(measure, sizeof measure, SIGNED "'%s'", of[i].formula);
        slp_interval v = value(BOUND("[2, -3, 5]"), measure, 0);
        if (!v.known || v.lo > of[i].value + 1e-14 || v.hi < of[i].value - 1e-14 ||
            v.hi - v.lo > 1e-14)
            fail_msg("%s: [%.17g, %.17g], not %.17g", of[i].formula, v.lo, v.hi, of[i].value);
    }
    slp_interval v = value(BOUND("[2, -3, 5]"), "quantity: formula, formula: x2", 0);
    assert_true(v.lo >= 3 && v.hi <= 3); /* absolute */
    /* y is one step away: tmk keeps the length and moves the state */
    v = value(BOUND("[2, -3, 5]"), SIGNED "'sum(i, 1, 3, y[i]^2 - x[i]^2)'", 0);
    assert_true(v.lo <= 0 && v.hi >= 0 && v.hi < 1e-60);
    v = value(BOUND("[2, -3, 5]"), SIGNED "y2 - x2", 0);
    assert_true(v.lo > 0.5 && v.hi < 1.5);
    /* along a run y goes on: after one step it is that of the step, but for rounding */
    slp_interval run = value(BOUND("[2, -3, 5]"), RUN "y2 - x2", 0);
    assert_true(fabs(run.lo - v.lo) < 1e-13);
    run = value(BOUND("[2, -3, 5]") "    steps: 2\n", RUN "y2 - x2", 0);
    assert_true(run.lo > 1.2 * v.hi && run.hi < 3 * v.hi);
    run = value(BOUND("[2, -3, 5]") "    steps: 64\n", RUN "y2 - x2", 0);
    assert_true(run.lo > 3); /* the largest, not the last */
    run = value(BOUND("[2, -3, 5]") "    steps: 64\n", RUN "'sum(i, 1, 3, y[i]^2 - x[i]^2)'", 0);
    assert_true(run.hi < 1e-11);
}

static void what_does_not_fit_is_said(void **state)
{
    slp_claim claim;
    slp_measurement m;
    (void)state;
    assert_int_equal(measured(&m, &claim, BODY("tmk"), "quantity: momentum-residual"),
                     SLP_UNSUPPORTED);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    assert_int_equal(measured(&m, &claim, BODY("tmk"), "quantity: step-difference, against: magic"),
                     SLP_INPUT);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
}

/* Of points equally low the first is kept, and of equally high ones: a flat stretch is one point.
 */
static void flat_stretches_are_one_point(void **unused)
{
    slp_series s = {.curves = 1};
    slp_thin thin;
    const double y = 2;
    (void)unused;
    slp_thin_begin(&thin, &s, 2 * SLP_SERIES_BINS);
    for (size_t n = 0; n < 4; n++) slp_thin_add(&thin, n, (double)n, &y);
    slp_thin_end(&thin);
    assert_int_equal(s.count, 2);
    assert_true(s.x[0] == 0 && s.x[1] == 2);
    free(s.x);
    free(s.y[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_stretches_are_one_point),
        cmocka_unit_test(residuals_agree_with_binary64),
        cmocka_unit_test(the_poisson_defect_agrees_with_finite_differences),
        cmocka_unit_test(identities_hold_to_the_working_precision),
        cmocka_unit_test(a_wrong_quarter_shows_in_full),
        cmocka_unit_test(the_energy_bound_is_what_the_hand_finds),
        cmocka_unit_test(formulas_are_what_the_hand_finds),
        cmocka_unit_test(what_does_not_fit_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
