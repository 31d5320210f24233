/* Quantities against numbers got another way: by hand, from the binary64 path, by finite differences. */
#include "fast/fast.h"
#include "oracle/claim_measure.h"
#include "oracle/noise.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One experiment of a claim, everything else of which is filler. */
static void read_claim(slp_claim *claim, const char *experiment, const char *measure)
{
    char text[3000];
    slp_error err;
    snprintf(text, sizeof text,
             "id: sample\nsource: s\nlocator: l\nstatement: s\nexperiments:\n  - name: e\n%s"
             "measures:\n  - {name: m, experiment: e, %s}\n"
             "decide:\n  - verdict: confirmed\n    because: b\n    when: [{value: m.%s, is: below, "
             "bound: 1}]\n",
             experiment, measure,
             strstr(measure, "energy-bound")   ? "excess"
             : strstr(measure, "judged-steps") ? "ratio"
                                               : "largest");
    if (slp_claim_read(claim, text, "test", &err) != SLP_OK)
        fail_msg("%zu %s: %s", err.line, err.field, err.text);
}

/* Measures it; the caller clears m and the claim. */
static slp_status measured(slp_measurement *m, slp_claim *claim, const char *experiment,
                           const char *measure)
{
    slp_error err = {0};
    read_claim(claim, experiment, measure);
    const slp_experiment *e = &claim->experiment[0];
    slp_trial trial = {.experiment = e, .steps = e->steps.usual, .samples = e->samples.usual};
    memcpy(trial.number, claim->measure[0].number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = claim->measure[0].word[k];
    slp_measurement_init(m);
    return claim->measure[0].quantity->measure(m, &trial, &err);
}

/* values[index] of a measure that must succeed. */
static slp_interval value(const char *experiment, const char *measure, size_t index)
{
    slp_claim claim;
    slp_measurement m;
    assert_int_equal(measured(&m, &claim, experiment, measure), SLP_OK);
    slp_interval found = m.values[index];
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    assert_true(found.known);
    assert_true(found.lo <= found.hi);
    return found;
}

static void near(slp_interval v, double wanted, double relative)
{
    if (!(fabs(v.lo - wanted) <= relative * fabs(wanted) &&
          fabs(v.hi - wanted) <= relative * fabs(wanted)))
        fail_msg("[%.17g, %.17g] is not within %g of %.17g", v.lo, v.hi, relative, wanted);
}

#define BODY(scheme)                                                                               \
    "    system: rigid-body\n    scheme: " scheme                                                  \
    "\n    parameters: {inertia: [1, 2, 3]}\n    h: 2^-3\n    state: [0.5, -1, 0.75]\n"

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
    assert_true(fast_step_room(fast_scheme_find(scheme), sys) <= 256);
    assert_int_equal(fast_step(next, NULL, fast_scheme_find(scheme), sys, x, 0x1p-3, NULL, room),
                     SLP_OK);
    fast_system_free(sys);
    slp_case_clear(&c);
}

static double energy(const double *x)
{
    return 0.5 * (x[0] * x[0] + x[1] * x[1] / 2 + x[2] * x[2] / 3);
}

static double square(const double *x)
{
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
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
    double x[3] = {0.5, -1, 0.75}, xi[3] = {0.5, -1.0 / 2, 0.75 / 3}, dot = 0, most = 0;
    (void)state;
    for (int i = 0; i < 3; i++) xi[i] *= 0.5 * 0x1p-3;
    for (int i = 0; i < 3; i++) dot += xi[i] * x[i];
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(0.5 * dot * xi[i]));
    near(value(BODY("tmk"), "quantity: cayley-derivative, quarter: -0.25", 0),
         most / sqrt(square(x)), 1e-12);
}

#define BOUND(state)                                                                               \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [0.5, 1, 1]}\n"            \
    "    h: 0.1\n    state: " state "\n"

static void the_energy_bound_is_what_the_hand_finds(void **state)
{
    (void)state;
    /* x = 2 e1: energy 4; operator bound 2 (p = 1), 4 (p = 2); Frobenius norm sqrt 6 */
    near(value(BOUND("[2, 0, 0]"), "quantity: energy-bound, power: 1", 0), 1, 1e-15);
    near(value(BOUND("[2, 0, 0]"), "quantity: energy-bound, power: 1, norm: frobenius", 0),
         4 / sqrt(6) - 1, 1e-14);
    slp_interval v = value(BOUND("[2, 0, 0]"), "quantity: energy-bound, power: 2", 0);
    assert_true(v.lo <= 0 && v.hi >= 0 && v.hi < 1e-60);
    near(value(BOUND("[0.5, 0, 0]"), "quantity: energy-bound, power: 1", 0), -0.5,
         1e-15); /* its sign is kept */
}

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

static void the_spatial_momentum_departs_by_rounding_only(void **state)
{
    (void)state;
    slp_interval v = value(SPIN, "quantity: momentum-drift", 0);
    /* every step rounds 9 products of R and the state: a few u; the sum over 500 steps stays below 500 * 8 u */
    assert_true(v.lo > 0 && v.hi < 500 * 8 * 0x1p-53);
    near(value(SPIN, "quantity: momentum-drift", 3), v.lo / (500 * 0x1p-53), 1e-6);
    near(value(SPIN, "quantity: momentum-drift", 2), v.lo / (sqrt(500) * 0x1p-53), 1e-6);
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

/* Numbers of a sweep: sample i gives (-1)^i i, every fifth has no certificate. */
static slp_status counted(arb_t number, const slp_case *c, const ref_system *sys,
                          const slp_trial *trial, slong prec)
{
    long i = strtol(strrchr(c->id, '-') + 1, NULL, 10);
    (void)sys;
    (void)prec;
    arb_set_si(number, i % 2 ? -i : i);
    return trial->steps == 5 && i % 5 == 4 ? SLP_UNABLE : SLP_OK;
}

static void a_sweep_keeps_the_largest_and_admits_what_it_could_not_do(void **state)
{
    slp_claim claim;
    slp_error err = {0};
    slp_measurement m;
    (void)state;
    read_claim(&claim, BODY("tmk"), "quantity: casimir-residual");
    slp_trial trial = {.experiment = &claim.experiment[0], .steps = 1, .samples = 8};
    slp_measurement_init(&m);
    assert_int_equal(slp_sweep(&m, 0, 1, false, counted, &trial, &err), SLP_OK);
    assert_true(m.values[0].lo == 7 && m.values[0].hi == 7);
    assert_true(m.values[1].lo == 0);
    assert_non_null(strstr(m.witness, "id=e-7 "));
    slp_measurement_clear(&m);
    assert_int_equal(slp_sweep(&m, 0, 1, true, counted, &trial, &err), SLP_OK);
    assert_true(m.values[0].lo == 6 && m.values[0].hi == 6); /* with signs: -7 is not largest */
    slp_measurement_clear(&m);
    trial.steps = 5;
    assert_int_equal(slp_sweep(&m, 0, 1, false, counted, &trial, &err), SLP_OK);
    assert_true(m.values[0].lo == 7 && isinf(m.values[0].hi));
    assert_true(m.values[1].lo == 1 && m.samples == 8);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
}

#define DRAWN                                                                                      \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: {uniform: [1, 2], count: " \
    "3}, quad: [1, 1, 1]}\n"                                                                       \
    "    h: {log: [2^-9, 2^-4]}\n    state: {norm: [0.5, 0.75]}\n    noise: wiener\n    seed: 3\n"

static void samples_are_drawn_in_their_ranges_and_again(void **state)
{
    slp_claim claim;
    slp_error err;
    slp_case a, b;
    double low = 1, high = 0;
    (void)state;
    read_claim(&claim, DRAWN, "quantity: casimir-residual");
    slp_case_init(&a);
    slp_case_init(&b);
    for (size_t i = 0; i < 300; i++) {
        size_t count;
        assert_int_equal(slp_experiment_case(&a, &claim.experiment[0], i, 3, &err), SLP_OK);
        const double *inertia = slp_case_param(&a, "inertia", &count);
        for (size_t k = 0; k < count; k++) assert_true(inertia[k] >= 1 && inertia[k] <= 2);
        assert_true(a.h >= 0x1p-9 && a.h <= 0x1p-4);
        low = fmin(low, a.h);
        high = fmax(high, a.h);
        double norm = sqrt(square(a.x));
        assert_true(norm > 0.5 - 1e-15 && norm < 0.75 + 1e-15);
        assert_true(a.dw[0] != a.dw[3] && a.dw[0] != a.dw[1]);
    }
    assert_true(low < 0x1p-8 && high > 0x1p-5);
    assert_int_equal(slp_experiment_case(&b, &claim.experiment[0], 299, 3, &err), SLP_OK);
    assert_memory_equal(a.x, b.x, 3 * sizeof(double));
    assert_memory_equal(a.dw, b.dw, 9 * sizeof(double));
    assert_int_equal(slp_experiment_case(&b, &claim.experiment[0], 298, 3, &err), SLP_OK);
    assert_true(a.x[0] != b.x[0] && a.h != b.h && a.dw[0] != b.dw[0]);
    slp_case_clear(&a);
    slp_case_clear(&b);
    slp_claim_clear(&claim);
}

static void thinning_keeps_both_extremes_in_order(void **state)
{
    slp_series series = {.curves = 1};
    slp_thin thin;
    (void)state;
    assert_int_equal(slp_thin_begin(&thin, &series, 60000), SLP_OK);
    for (size_t n = 0; n < 60000; n++) {
        double y = n == 31234 ? 9.0 : n == 31240 ? -9.0 : sin((double)n);
        slp_thin_add(&thin, n, (double)n, &y);
    }
    slp_thin_end(&thin);
    assert_true(series.count <= 2 * SLP_SERIES_BINS && series.count > SLP_SERIES_BINS);
    size_t at = 0;
    while (at < series.count && series.y[0][at] < 9.0) at++;
    assert_true(at + 1 < series.count && series.x[at] == 31234 && series.x[at + 1] == 31240);
    assert_true(series.y[0][at + 1] == -9.0);
    for (size_t i = 1; i < series.count; i++) assert_true(series.x[i] > series.x[i - 1]);
    slp_measurement m = {.series = series};
    slp_measurement_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residuals_agree_with_binary64),
        cmocka_unit_test(the_poisson_defect_agrees_with_finite_differences),
        cmocka_unit_test(identities_hold_to_the_working_precision),
        cmocka_unit_test(a_wrong_quarter_shows_in_full),
        cmocka_unit_test(the_energy_bound_is_what_the_hand_finds),
        cmocka_unit_test(drifts_agree_with_sums_of_two_doubles),
        cmocka_unit_test(every_step_of_a_run_has_its_own_increment),
        cmocka_unit_test(the_witness_of_a_drift_is_that_step),
        cmocka_unit_test(every_step_of_a_run_is_judged),
        cmocka_unit_test(the_spatial_momentum_departs_by_rounding_only),
        cmocka_unit_test(what_does_not_fit_is_said),
        cmocka_unit_test(a_sweep_keeps_the_largest_and_admits_what_it_could_not_do),
        cmocka_unit_test(samples_are_drawn_in_their_ranges_and_again),
        cmocka_unit_test(thinning_keeps_both_extremes_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
