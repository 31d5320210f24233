/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a port of any system may get wrong beside its mathematics: increments and states of the
 * wrong step, lane or order, numbers kept in binary32, another rule.  Honest answers of the
 * binary64 path, bent so, must fall at the judge within a dozen drawn cases, on every system, under
 * a third of its schemes each.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "oracle/command/run_path.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/support/drawn_system.h"

enum { STEPS = 3, CASES = 12 };

/* ---- Questions misread ---- */

static void each_row(slp_case *c, void (*bend)(double *row, size_t M))
{
    for (size_t s = 0; s < c->steps && c->M; s++) bend(c->dw + s * c->M, c->M);
}
static void backwards(double *row, size_t M)
{
    for (size_t i = 0; i < M / 2; i++) {
        double kept = row[i];
        row[i] = row[M - 1 - i];
        row[M - 1 - i] = kept;
    }
}
static void negated(double *row, size_t M)
{
    for (size_t i = 0; i < M; i++) row[i] = -row[i];
}
static void halved(double *row, size_t M)
{
    for (size_t i = 0; i < M; i++) row[i] *= 0.5;
}
static void without_last(double *row, size_t M)
{
    row[M - 1] = 0;
}
static void noises_backwards(slp_case *c)
{
    each_row(c, backwards);
}
static void noises_negated(slp_case *c)
{
    each_row(c, negated);
}
static void noises_halved(slp_case *c)
{
    each_row(c, halved);
}
static void last_noise_left_out(slp_case *c)
{
    each_row(c, without_last);
}
static void increments_of_the_step_before(slp_case *c)
{
    if (c->M) memmove(c->dw + c->M, c->dw, (c->steps - 1) * c->M * sizeof *c->dw);
}
static void increments_by_columns(slp_case *c)
{
    double row[STEPS * c->M + 1];
    if (!c->M) return;
    memcpy(row, c->dw, c->steps * c->M * sizeof *row);
    for (size_t s = 0; s < c->steps; s++)
        for (size_t k = 0; k < c->M; k++) c->dw[s * c->M + k] = row[k * c->steps + s];
}
static void step_negated(slp_case *c)
{
    c->h = -c->h;
}
static void step_in_binary32(slp_case *c)
{
    c->h = (double)(float)c->h;
}
static void state_in_binary32(slp_case *c)
{
    for (size_t i = 0; i < c->d; i++) c->x[i] = (double)(float)c->x[i];
}
static void another_rule(slp_case *c)
{
    bool trapezoidal = strcmp(c->scheme->name, "trapezoidal") == 0;
    c->scheme = slp_scheme_find(trapezoidal ? "implicit-midpoint" : "trapezoidal");
}
static void explicit_rule(slp_case *c)
{
    /* on the plane euler is rkmk-euler-exp */
    c->scheme = slp_scheme_find(c->scheme->order > 1 ? "euler" : "heun");
}

/* ---- Answers mislaid ---- */

static void lanes_shifted(double *y, const slp_case *c)
{
    for (size_t s = 0; s < c->steps; s++, y += c->d) {
        double first = y[0];
        memmove(y, y + 1, (c->d - 1) * sizeof *y);
        y[c->d - 1] = first;
    }
}
static void last_coordinate_negated(double *y, const slp_case *c)
{
    for (size_t s = 0; s < c->steps; s++) y[s * c->d + c->d - 1] *= -1;
}
static void last_coordinate_left_as_it_was(double *y, const slp_case *c)
{
    for (size_t s = 0; s < c->steps; s++)
        y[s * c->d + c->d - 1] = (s ? y + (s - 1) * c->d : c->x)[c->d - 1];
}
static void midpoint_for_result(double *y, const slp_case *c)
{
    for (size_t i = c->steps * c->d; i-- > 0;)
        y[i] = 0.5 * (y[i] + (i < c->d ? c->x[i] : y[i - c->d]));
}
static void a_step_late(double *y, const slp_case *c)
{
    memmove(y + c->d, y, (c->steps - 1) * c->d * sizeof *y);
    memcpy(y, c->x, c->d * sizeof *y);
}
static void in_binary32(double *y, const slp_case *c)
{
    for (size_t i = 0; i < c->steps * c->d; i++) y[i] = (double)(float)y[i];
}
static void every_step_from_the_start(double *y, const slp_case *c)
{
    slp_case one;
    slp_result r;
    slp_case_init(&one);
    slp_result_init(&r);
    slp_case_copy(&one, c);
    one.steps = 1;
    for (size_t s = 0; s < c->steps; s++) {
        slp_case_set_dw(&one, c->M ? c->dw + s * c->M : NULL, c->M);
        slp_run_fast(&r, &one);
        if (r.error == SLP_OK) memcpy(y + s * c->d, r.y.at, c->d * sizeof *y);
    }
    slp_case_clear(&one);
    slp_result_clear(&r);
}

static const struct fault {
    const char *what;
    void (*ask)(slp_case *c);
    void (*bend)(double *y, const slp_case *c);
    size_t noises; /* it is none where there are fewer */
} faults[] = {
    {"noises in the opposite order", noises_backwards, NULL, 2},
    {"noises negated", noises_negated, NULL, 1},
    {"noises halved", noises_halved, NULL, 1},
    {"last noise left out", last_noise_left_out, NULL, 1},
    {"increments of the step before", increments_of_the_step_before, NULL, 1},
    {"increments by columns", increments_by_columns, NULL, 2},
    {"step negated", step_negated, NULL, 0},
    {"step in binary32", step_in_binary32, NULL, 0},
    {"state in binary32", state_in_binary32, NULL, 0},
    {"another rule of second order", another_rule, NULL, 0},
    {"an explicit rule", explicit_rule, NULL, 0},
    {"lanes shifted", NULL, lanes_shifted, 0},
    {"last coordinate negated", NULL, last_coordinate_negated, 0},
    {"last coordinate left as it was", NULL, last_coordinate_left_as_it_was, 0},
    {"midpoint for the result", NULL, midpoint_for_result, 0},
    {"a step late", NULL, a_step_late, 0},
    {"answers in binary32", NULL, in_binary32, 0},
    {"every step from the start", NULL, every_step_from_the_start, 0},
};
enum { FAULTS = sizeof faults / sizeof *faults };

/* Case `number` of the pair with STEPS steps, its own increments with signs turned for the further
 * ones. */
static void drawn(slp_case *c, const slp_system *system, const slp_scheme *scheme, uint64_t number)
{
    slp_draw from;
    slp_error err;
    slp_draw_init(&from, 41, number);
    slp_case_init(c);
    assert_int_equal(slp_draw_case(c, system, scheme, &from, 1), SLP_OK);
    double dw[STEPS * c->M + 1];
    for (size_t i = 0; i < STEPS * c->M; i++)
        dw[i] = c->dw[i % c->M] * (double)(1 - (int)(i / c->M)) * (i % 2 ? 1 : 0.75);
    c->steps = STEPS;
    slp_case_set_dw(c, c->M ? dw : NULL, STEPS * c->M);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
}

/* The judge's verdict on the answer with this fault, or (NULL) without one. */
static slp_verdict_kind verdict(const slp_case *c, const struct fault *fault)
{
    slp_case asked;
    slp_result r;
    slp_verdict v = {.kind = SLP_VERDICT_UNABLE};
    slp_case_init(&asked);
    slp_result_init(&r);
    slp_case_copy(&asked, c);
    if (fault && fault->ask) fault->ask(&asked);
    slp_run_fast(&r, &asked);
    if (r.error == SLP_OK) {
        if (fault && fault->bend) fault->bend(r.y.at, c);
        slp_judge(&v, c, &r);
    }
    slp_result_clear(&r);
    slp_case_clear(&asked);
    return v.kind;
}

/* Whether it falls in some case; *tried counts those in which it could. */
static bool falls(size_t *tried, const slp_system *system, const slp_scheme *scheme,
                  const struct fault *fault)
{
    bool seen = false;
    for (uint64_t k = 0; k < CASES && !seen; k++) {
        slp_case c;
        drawn(&c, system, scheme, k);
        if (c.M >= fault->noises) {
            ++*tried;
            seen = verdict(&c, fault) == SLP_VERDICT_FAIL;
        }
        slp_case_clear(&c);
    }
    return seen;
}

static void every_fault_falls_on_every_system(void **unused)
{
    (void)unused;
    const size_t stride = depth_stride(7) * 3;
    size_t planted = 0;
    for (size_t i = 0; drawn_system_at(i); i++)
        for (size_t f = 0, turn = i; f < FAULTS; f++)
            for (size_t s = 0; slp_scheme_at(s); s++) {
                const slp_system *system = drawn_system_at(i);
                const slp_scheme *scheme = slp_scheme_at(s);
                size_t tried = 0;
                if (!slp_pair_makes_sense(system, scheme, NULL) || turn++ % stride) continue;
                bool seen = falls(&tried, system, scheme, &faults[f]);
                if (tried && !seen)
                    print_error("%s passes on %s/%s, %zu cases\n", faults[f].what, system->name,
                                scheme->name, tried);
                assert_true(seen || !tried);
                planted += seen;
            }
    assert_ge(planted * stride, 4 * 8 * 3 * FAULTS);
}

static void the_same_answers_pass_without_it(void **unused)
{
    (void)unused;
    for (size_t i = 0; drawn_system_at(i); i++)
        for (size_t s = 0; slp_scheme_at(s); s++) {
            slp_case c;
            if (!slp_pair_makes_sense(drawn_system_at(i), slp_scheme_at(s), NULL)) continue;
            drawn(&c, drawn_system_at(i), slp_scheme_at(s), s);
            slp_verdict_kind kind = verdict(&c, NULL);
            assert_true(kind == SLP_VERDICT_PASS || kind == SLP_VERDICT_UNABLE);
            slp_case_clear(&c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_fault_falls_on_every_system),
                                       cmocka_unit_test(the_same_answers_pass_without_it)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
