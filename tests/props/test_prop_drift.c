/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The law of mean errors: drifts of 1e-15 a step fall, ports that round honestly pass, whatever
 * they compute with, and its power is the share of drifts that fall.  SLP_DRIFT_SEEDS: how many
 * seeds the honest ports are tried under.
 * Run once (sanitizer): it asks about means over many samples; others step these pairs. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/statistics/sampling.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/judge/honest_ports.h"
#include "tests/props/planted_faults.h"

static double length(const double *v, size_t d)
{
    double size = 0;
    for (size_t i = 0; i < d; i++) size = hypot(size, v[i]);
    return size;
}

/* One case of the law, of the pair's first that can be drawn under this seed, at a p-value of
 * `level`. */
static prop_outcome tried(prop_finding *found, const prop_subject *subject, const char *system,
                          const char *scheme, uint64_t seed, double level)
{
    prop_item item = {.law = prop_law_find("drift"),
                      .system = slp_system_find(system),
                      .scheme = slp_scheme_find(scheme),
                      .subject = subject,
                      .level = level};
    slp_draw from;
    slp_case c;
    slp_case_init(&c);
    slp_draw_init(&from, prop_stream(&item, seed), 0);
    assert_true(prop_draw(&c, &from, &item, 0));
    const prop_outcome outcome = prop_apply_law(found, &item, &c);
    slp_case_clear(&c);
    return outcome;
}

/* ---- Drifts ---- */

static void scaled(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] *= 1 + 1e-15;
}
static void pushed(double *y, const slp_case *c, const double *x)
{
    const double by = 1e-15 * length(x, c->d) / sqrt((double)c->d);
    for (size_t i = 0; i < c->d; i++) y[i] += i % 2 ? -by : by;
}
static void turned(double *y, const slp_case *c, const double *x)
{
    (void)c, (void)x;
    y[0] -= 1e-15 * x[1];
    y[1] += 1e-15 * x[0];
}
static void hurried(double *y, const slp_case *c, const double *x)
{
    double moved[64];
    assert_le(c->d, 64);
    for (size_t i = 0; i < c->d; i++) moved[i] = y[i] - x[i];
    const double size = length(moved, c->d);
    for (size_t i = 0; i < c->d && size > 0; i++) y[i] += 1e-15 * length(x, c->d) * moved[i] / size;
}
/* Below what roundings may have. */
static void barely(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] *= 1 + 2.3e-16;
}

static const planted_fault drifts[] = {{"scaled by 1 + 1e-15", "drift", NULL, NULL, scaled},
                                       {"1e-15 |x| in one direction", "drift", NULL, NULL, pushed},
                                       {"1e-15 |x| along the motion", "drift", NULL, NULL, hurried},
                                       {"turned by 1e-15", "drift", NULL, NULL, turned}};

static const char *const pairs[][2] = {
    {"rigid-body", "isospectral-midpoint"}, {"rigid-body-n", "tmk"},
    {"point-vortices", "trapezoidal"},      {"zeitlin-sphere", "rkmk-heun-exp"},
    {"sine-euler", "implicit-midpoint"},    {"heavy-top", "variational-cayley"},
    {"symplectic", "implicit-midpoint"},    {"canonical", "midpoint"}};

static prop_subject with(const planted_fault *fault)
{
    return (prop_subject){.name = "planted",
                          .answer = planted_answer,
                          .has = planted_has,
                          .own = (planted_fault *)(uintptr_t)fault};
}

/* The turn is of the first two coordinates: on so(3) 7.1 u|x| on average.  On more coordinates it
 * is less than what is promised to be seen. */
static void drifts_of_1e_15_fall(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof drifts / sizeof *drifts; f++)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            /* each on the rigid body, and on a third of the other pairs */
            if (k > 0 && (drifts[f].bend == turned || k % 3 != f)) continue;
            const prop_subject subject = with(drifts + f);
            prop_finding found;
            if (tried(&found, &subject, pairs[k][0], pairs[k][1], 1, 1e-10) == PROP_FAILED)
                continue;
            fail_msg("%s on %s/%s: %s", drifts[f].what, pairs[k][0], pairs[k][1], found.note);
        }
}

/* Five thirds of what roundings may have. */
static void steady(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] += 5 * 0x1p-53 * y[i];
}

static void above_what_is_allowed_it_falls(void **state)
{
    (void)state;
    static const planted_fault more = {"scaled by 1 + 5 u", "drift", NULL, NULL, steady};
    const prop_subject subject = with(&more);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        prop_finding found;
        if (tried(&found, &subject, "rigid-body", "tmk", seed, 1e-6) != PROP_FAILED)
            fail_msg("scaled by 1 + 5 u: %s", found.note);
    }
}

static void below_what_is_allowed_nothing_falls(void **state)
{
    (void)state;
    static const planted_fault little = {"scaled by 1 + 2.3e-16", "drift", NULL, NULL, barely};
    const prop_subject subject = with(&little);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        prop_finding found;
        assert_int_equal(tried(&found, &subject, "rigid-body", "tmk", seed, 1e-3), PROP_HELD);
        assert_ge(found.power[0], PROP_POWER);
    }
}

/* ---- Honest ports ---- */

/* Answers what the honest ports speak of, the rigid body with three quadratic noises. */
static prop_disposition honest_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                      const slp_case *c)
{
    void (*const step)(double *, const slp_case *) = ((const honest_port *)self->own)->step;
    size_t quad;
    slp_case one;
    (void)note;
    slp_case_param(c, "quad", &quad);
    slp_result_clear(r);
    r->error = SLP_UNSUPPORTED;
    if (c->M != 3 || quad != 3) return PROP_REFUSED;
    r->error = SLP_OK;
    r->y.at = calloc(c->steps * c->d, sizeof *r->y.at);
    assert_non_null(r->y.at);
    r->y.count = c->steps * c->d;
    slp_case_init(&one);
    slp_case_copy(&one, c);
    one.steps = 1;
    for (size_t s = 0; s < c->steps; s++) {
        slp_case_set_dw(&one, c->dw + s * c->M, c->M);
        step(r->y.at + s * c->d, &one);
        slp_case_set_x(&one, r->y.at + s * c->d, c->d);
    }
    slp_case_clear(&one);
    return PROP_ANSWERED;
}

/* Stops as soon as one more iteration moves the stage by at most 4u|x|, and answers with the
 * iterate before: the most that is left of a stage by what the judge calls honest. */
static void stopped(double *y, const slp_case *c, bool middle)
{
    double z[3], next[3], xi[3], f[3];
    memcpy(z, c->x, sizeof z);
    for (double move = INFINITY; move > 4 * 0x1p-53 * length(c->x, 3);) {
        double m[3], change[3];
        for (int i = 0; i < 3; i++) m[i] = middle ? z[i] : 0.5 * (c->x[i] + z[i]);
        honest_generator(xi, c, m);
        planted_cross(f, m, xi);
        memcpy(y, z, sizeof z);
        for (int i = 0; i < 3; i++) {
            next[i] = c->x[i] + (middle ? 0.5 : 1) * f[i];
            change[i] = next[i] - z[i];
            z[i] = next[i];
        }
        move = length(change, 3);
    }
    if (middle)
        for (int i = 0; i < 3; i++) y[i] = 2 * y[i] - c->x[i];
}
static void stopped_middle(double *y, const slp_case *c)
{
    stopped(y, c, true);
}
static void stopped_end(double *y, const slp_case *c)
{
    stopped(y, c, false);
}

/* The same rule in 64 bits of significand, rounded at the end. */
static void long_double(double *y, const slp_case *c)
{
    long double x[3], m[3], xi[3];
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *quad = slp_case_param(c, "quad", &count);
    for (int i = 0; i < 3; i++) m[i] = x[i] = c->x[i];
    for (int n = 0; n < 100; n++) {
        long double to[3];
        for (int i = 0; i < 3; i++)
            xi[i] = (c->h / (long double)inertia[i] + (long double)quad[i] * c->dw[i]) * m[i];
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            to[i] = x[i] + (m[j] * xi[k] - m[k] * xi[j]) / 2;
        }
        memcpy(m, to, sizeof m);
    }
    for (int i = 0; i < 3; i++) y[i] = (double)(2 * m[i] - x[i]);
}

static const honest_port more_ports[] = {
    {"implicit-midpoint, middle stopped at 4u", "implicit-midpoint", stopped_middle},
    {"implicit-midpoint, end stopped at 4u", "implicit-midpoint", stopped_end},
    {"implicit-midpoint, long double", "implicit-midpoint", long_double},
    {0}};

/* The largest mean that a case told of, from its note. */
static double told(const prop_finding *found)
{
    const char *at = strstr(found->note, " u|x|");
    assert_non_null(at);
    while (at > found->note && at[-1] != ' ') at--;
    return fabs(atof(at));
}

/* At a level far above that of a run. */
static void honest(const honest_port *port, uint64_t seeds)
{
    const prop_subject subject = {.name = "honest",
                                  .answer = honest_answer,
                                  .has = planted_has,
                                  .own = (honest_port *)(uintptr_t)port};
    double largest = 0, least = 1;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        prop_finding found;
        if (tried(&found, &subject, "rigid-body", port->scheme, seed, 1e-3) != PROP_HELD)
            fail_msg("%s, seed %d: %s", port->name, (int)seed, found.note);
        largest = fmax(largest, told(&found));
        least = fmin(least, prop_power(found.reach, 1e-11));
    }
    print_message("%s: mean error at most %.2f u|x| of %d seeds, power at least %.4f\n", port->name,
                  largest, (int)seeds, least);
    assert_ge(least, PROP_POWER);
}

static void honest_ports_hold(void **state)
{
    (void)state;
    const char *wanted = getenv("SLP_DRIFT_SEEDS");
    const uint64_t seeds = wanted ? strtoull(wanted, NULL, 10) : 1;
    for (const honest_port *port = honest_ports; port->name; port++) honest(port, seeds);
    for (const honest_port *port = more_ports; port->name; port++) honest(port, seeds);
}

/* ---- Power ---- */

/* A turn of 6 u|x| on average beside noise of 8 u|x| in every coordinate, scattered from the bits
 * of the state. */
static void turn_in_noise(double *y, const slp_case *c, const double *x)
{
    uint64_t bits = 0x9e3779b97f4a7c15u;
    const double unit = 0x1p-53 * length(x, c->d), mean = acos(-1) / 4;
    for (size_t j = 0; j < c->d; j++) {
        uint64_t word;
        memcpy(&word, y + j, sizeof word);
        bits = (bits ^ word) * 0xd6e8feb86659fd93u;
        bits ^= bits >> 32;
    }
    for (size_t i = 0; i < c->d; i++) {
        double sum = 0; /* of twelve uniform numbers: variance 1 */
        for (int k = 0; k < 12; k++) {
            bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            sum += (double)(bits >> 11) * 0x1p-53 - 0.5;
        }
        y[i] += unit * 8 * sum;
    }
    y[0] -= 6 / mean * 0x1p-53 * x[1];
    y[1] += 6 / mean * 0x1p-53 * x[0];
}

/* The linear field tells least of such drifts, and the power stated is that field's: where it is
 * about a half, so is the share that falls. */
static void power_is_the_share_of_drifts_that_fall(void **state)
{
    (void)state;
    static const planted_fault noisy = {"turn in noise", "drift", NULL, NULL, turn_in_noise};
    const prop_subject subject = with(&noisy);
    const int draws = depth_wrapped() || depth_multiplier() < 0.25 ? 4 : 12;
    double power = 0, fell = 0;
    for (int n = 0; n < draws; n++) {
        prop_finding found;
        fell += tried(&found, &subject, "rigid-body", "trapezoidal", 100 + (uint64_t)n, 2e-5) ==
                PROP_FAILED;
        power += found.power[0] / draws;
    }
    print_message("power %.3f, share that fell %.3f\n", power, fell / draws);
    assert_gt(power, 0.2);
    assert_lt(power, 0.8);
    assert_lt(fabs(fell / draws - power), 4 * sqrt(0.25 / draws));
}

/* What is not refused and has too little power decides nothing: the same noise without a drift. */
static void noise_alone(double *y, const slp_case *c, const double *x)
{
    turn_in_noise(y, c, x);
    y[0] += 24 / acos(-1) * 0x1p-53 * x[1];
    y[1] -= 24 / acos(-1) * 0x1p-53 * x[0];
}
static void without_power_nothing_is_held(void **state)
{
    (void)state;
    static const planted_fault noise = {"noise", "drift", NULL, NULL, noise_alone};
    const prop_subject subject = with(&noise);
    prop_finding found;
    assert_int_equal(tried(&found, &subject, "rigid-body", "trapezoidal", 1, 2e-5), PROP_SKIPPED);
    assert_true(found.powerless);
    assert_gt(found.power[0], 0);
    assert_lt(found.power[0], PROP_POWER);
    assert_non_null(strstr(found.note, "against a drift of 6 u|x| a step, 0.99 is promised"));

    /* and a run of nothing else has not passed */
    const prop_item item = {.law = prop_law_find("drift"),
                            .system = slp_system_find("rigid-body"),
                            .scheme = slp_scheme_find("trapezoidal"),
                            .subject = &subject};
    const prop_subject *subjects[] = {&subject, NULL};
    char *token = prop_token_of_number(&item, 1, 0), *printed;
    size_t size;
    const prop_options options = {.subjects = subjects,
                                  .replay = token,
                                  .multiplier = 1,
                                  .threads = 1,
                                  .out = open_memstream(&printed, &size)};
    assert_non_null(options.out);
    assert_int_equal(prop_run(&options), 1);
    fclose(options.out);
    assert_non_null(strstr(printed, "  undecided\n"));
    assert_non_null(strstr(printed, "0 passed, 0 failed, 1 undecided\n"));
    free(printed);
    free(token);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drifts_of_1e_15_fall),
        cmocka_unit_test(above_what_is_allowed_it_falls),
        cmocka_unit_test(below_what_is_allowed_nothing_falls),
        cmocka_unit_test(honest_ports_hold),
        cmocka_unit_test(power_is_the_share_of_drifts_that_fall),
        cmocka_unit_test(without_power_nothing_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
