/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sweeps over samples, how samples are drawn, and how series are thinned. */
#include "tests/claims/claim_measured.h"

/* Numbers of a sweep: sample i gives (-1)^i i, every fifth has no certificate. */
static slp_status counted(arb_t number, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    long i = strtol(strrchr(step->c->id, '-') + 1, NULL, 10);
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

/* A state out of a preset is the preset's, number for number, and stands at the line that names it.
 */
static void a_state_is_the_presets(void **state)
{
    static const double wanted[] = {-0.7071067811865476, 0.7071067811865476, 0,
                                    -0.7071067811865476, 0.7071067811865476, 0};
    slp_claim claim;
    slp_case c;
    slp_error err;
    (void)state;
    read_claim(&claim,
               "    system: heavy-top\n    scheme: tmk\n    parameters: {inertia: [4, 4, 1], chi: "
               "[0, 0, 1]}\n    h: 0.01\n    state: {preset: lecg-heavy-top}\n",
               "quantity: casimir-residual");
    const slp_origin *from = &claim.experiment[0].state;
    assert_true(from->kind == SLP_ORIGIN_FIXED && from->count == 6 && from->line == 11);
    slp_case_init(&c);
    assert_int_equal(slp_experiment_case(&c, &claim.experiment[0], 7, 1, &err), SLP_OK);
    assert_int_equal(c.d, 6);
    assert_memory_equal(c.x, wanted, sizeof wanted);
    slp_case_clear(&c);
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
    slp_thin_begin(&thin, &series, 60000);
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

/* The ends of the interval stay with their point. */
static void thinning_keeps_the_interval_of_each_point(void **state)
{
    slp_series series = {.curves = 2, .level = 0.99};
    slp_thin thin;
    (void)state;
    slp_thin_begin(&thin, &series, 60000);
    for (size_t n = 0; n < 60000; n++) {
        const double y[2] = {sin((double)n), (double)n};
        const double low[2] = {y[0] - 1, y[1] - 2}, high[2] = {y[0] + 3, y[1] + 4};
        slp_thin_add_interval(&thin, n, (double)n, y, low, high);
    }
    slp_thin_end(&thin);
    assert_true(series.count > SLP_SERIES_BINS);
    for (size_t i = 0; i < series.count; i++) {
        assert_true(series.y[0][i] == sin(series.x[i]) && series.y[1][i] == series.x[i]);
        assert_true(series.low[0][i] == series.y[0][i] - 1 &&
                    series.high[0][i] == series.y[0][i] + 3);
        assert_true(series.low[1][i] == series.y[1][i] - 2 &&
                    series.high[1][i] == series.y[1][i] + 4);
    }
    slp_measurement m = {.series = series};
    slp_measurement_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_keeps_the_largest_and_admits_what_it_could_not_do),
        cmocka_unit_test(a_state_is_the_presets),
        cmocka_unit_test(samples_are_drawn_in_their_ranges_and_again),
        cmocka_unit_test(thinning_keeps_both_extremes_in_order),
        cmocka_unit_test(thinning_keeps_the_interval_of_each_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
