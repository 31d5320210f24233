/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How wrong an answer can be that passes: a search over cases and answers.
 *
 * Each search begins at a drawn case and changes it a little, again and again: h and increments by
 * powers of 2, one coordinate or parameter larger, smaller or 0, an increment that nearly cancels
 * the drift.  It keeps a change that makes the largest error that still passes larger, relative to
 *     0: max(|x|, |y*|),   1: |y*|,   2: |x|.
 * At its end the largest error is found by answers alone: the exact step, moved by twice as much
 * until nothing passes.  What judge.md, 6 promises is asserted of each such answer: it is
 * off by at most 2^-40 max(|x|, |y*|), off T*R 2^-40 |x|, of splittings 2^-11; or by n 2^-1062,
 * of splittings n 2^-1033.  SLP_CHECK_MULTIPLIER makes the searches longer.
 * Run once (sanitizer): it asks how far a pass may be off; test_judge.c judges. */
#include "tests/support/cmocka.h"

#include "oracle/judge/step.h"
#include "tests/judge/displaced.h"
#include "tests/support/depth.h"
#include "tests/support/on_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* CHANGES of a case of one coordinate; of d coordinates a d-th. */
enum { MOST_D = 16, AIMS = 3, CHANGES = 160 };

static size_t below(uint64_t *seed, size_t n)
{
    return (size_t)((double)n * displaced_uniform(seed));
}

/* ---- Changes of a case --------------------------------------------------------------------- */

static void scale(double *number, uint64_t *seed)
{
    static const int powers[] = {1, 1, 2, 3, 8, 20, 50, 200, 500};
    const int e = powers[below(seed, sizeof powers / sizeof *powers)];
    const double moved = ldexp(*number, below(seed, 2) ? e : -e);
    if (isfinite(moved)) *number = moved;
}

/* A random number of the case's parameters; NULL if it has none. */
static double *any_parameter(slp_case *c, uint64_t *seed)
{
    double *found = NULL;
    size_t seen = 0;
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        if (c->system->params[p].kind != SLP_PARAM_NUMBERS) continue;
        for (size_t i = 0; i < c->params[p].count; i++)
            if (below(seed, ++seen) == 0) found = &c->params[p].at[i];
    }
    return found;
}

/* An increment that takes back the drift but for 2^-k of it: of amplitudes that are 1, or those
 * of a parameter, and of drifts of size 1 or that of a coordinate. */
static void cancel(slp_case *c, uint64_t *seed)
{
    const double *a = any_parameter(c, seed);
    const double share = ldexp(1, -(int)below(seed, 53)), x = c->x[below(seed, c->d)];
    double full = below(seed, 2) ? c->h : c->h * x;
    if (a && *a != 0 && below(seed, 4)) full /= *a;
    const double dw = (below(seed, 2) ? -full : full) * (1 - share);
    if (isfinite(dw)) c->dw[below(seed, c->M)] = dw;
}

static void change(slp_case *c, uint64_t *seed)
{
    double *number;
    switch (below(seed, 9)) {
    case 0:
        scale(&c->h, seed);
        return;
    case 1:
        c->h = below(seed, 2) ? 0 : -c->h;
        return;
    case 2:
        number = c->M ? &c->dw[below(seed, c->M)] : &c->h;
        if (below(seed, 4) == 0)
            *number = 0;
        else
            scale(number, seed);
        return;
    case 3:
        scale(&c->x[below(seed, c->d)], seed);
        return;
    case 4:
        c->x[below(seed, c->d)] = 0;
        return;
    case 5: {
        const int e = (int)below(seed, 4) ? 30 : 300;
        const bool up = below(seed, 2);
        for (size_t i = 0; i < c->d; i++) {
            const double moved = ldexp(c->x[i], up ? e : -e);
            if (isfinite(moved)) c->x[i] = moved;
        }
        return;
    }
    case 6:
        number = any_parameter(c, seed);
        if (number && below(seed, 4) == 0)
            *number = 0;
        else if (number)
            scale(number, seed);
        return;
    default:
        if (c->M) cancel(c, seed);
        /* with a step of another size, so that both grow together */
        if (c->M && below(seed, 2)) {
            scale(&c->h, seed);
            cancel(c, seed);
        }
        return;
    }
}

/* ---- What passes --------------------------------------------------------------------------- */

static double size_for(int aim, double from, double to)
{
    return aim == 0 ? fmax(from, to) : aim == 1 ? to : from;
}

/* The error that the judge allows of the step, by the formula (1) from what it says of itself, in
 * units of the size; -1 if the rounded step does not pass.  It only leads the search. */
static double led_by(slp_case *c, int aim, uint64_t *seed)
{
    displaced of;
    slp_verdict v;
    double y[MOST_D], from, to, found = -1;
    if (slp_case_check(c, NULL) != SLP_OK || !displaced_begin(&of, c, seed)) return -1;
    displaced_answer(y, &of, 0);
    v = displaced_verdict(&of, y);
    displaced_sizes(&from, &to, &of);
    const double size = size_for(aim, from, to);
    if (v.kind == SLP_VERDICT_PASS && size > 0) {
        const double beside = isfinite(v.stretch) ? v.stretch * from : to;
        found = v.bound * v.kappa * (beside * 0x1p-53 + (double)c->d * 0x1p-1074) / size;
    }
    displaced_clear(&of);
    return isfinite(found) ? found : -1;
}

/* The largest error of an answer that passes, by answers alone; -1 if none does. */
static double largest_that_passes(double y[MOST_D], const displaced *of, double size)
{
    double best = -1, answer[MOST_D];
    for (int e = -49; e <= 1100; e++) {
        const double error = displaced_answer(answer, of, ldexp(size, e));
        if (!isfinite(error)) break;
        if (displaced_verdict(of, answer).kind != SLP_VERDICT_PASS) {
            if (best >= 0 || e > 64) break;
            continue;
        }
        best = error;
        memcpy(y, answer, of->c->d * sizeof *y);
    }
    return best;
}

typedef struct worst {
    double ratio;
    char line[2000];
} worst;

static void keep(worst *w, double error, double size, const slp_case *c)
{
    const double ratio = error / size;
    if (!(ratio > w->ratio) || !isfinite(ratio)) return;
    FILE *to = fmemopen(w->line, sizeof w->line - 1, "w");
    memset(w->line, 0, sizeof w->line);
    w->ratio = ratio;
    slp_case_print(to, c);
    fclose(to);
}

/* The promise of a pass, of the answer y that passed with this error. */
static void hold_promise(const displaced *of, double error, double from, double to)
{
    const slp_case *c = of->c;
    const double n = (double)judge_matrix_size(c->system->algebra, c->d);
    const bool splits = c->scheme->splits;
    const double relative = splits ? 0x1p-11 : 0x1p-40;
    const double absolute = n * (splits ? 0x1p-1033 : 0x1p-1062);
    const bool grown = c->system->algebra == SLP_VECTOR || splits || error <= relative * from;
    if (grown && error <= relative * fmax(from, to)) return;
    if (error <= absolute) return;
    slp_case_print(stderr, c);
    fail_msg("an answer passes that is off by %g of |x| = %g, |y*| = %g", error, from, to);
}

static void search(worst found[AIMS], const slp_case *drawn, int aim, size_t changes,
                   uint64_t *seed)
{
    slp_case best, c;
    displaced of;
    double y[MOST_D], from, to;
    slp_case_init(&best);
    slp_case_init(&c);
    assert_int_equal(slp_case_copy(&best, drawn), SLP_OK);
    double most = led_by(&best, aim, seed);
    for (size_t i = 0; i < changes; i++) {
        assert_int_equal(slp_case_copy(&c, &best), SLP_OK);
        for (size_t times = 1 + below(seed, 3); times > 0; times--) change(&c, seed);
        const double now = led_by(&c, aim, seed);
        if (!(now > most)) continue;
        most = now;
        assert_int_equal(slp_case_copy(&best, &c), SLP_OK);
    }
    if (most > 0 && displaced_begin(&of, &best, seed)) {
        displaced_sizes(&from, &to, &of);
        const double size = fmax(from, to), error = largest_that_passes(y, &of, size);
        if (error > 0) {
            for (int a = 0; a < AIMS && size > 0x1p-1000; a++)
                keep(&found[a], error, size_for(a, from, to), &best);
            hold_promise(&of, error, from, to);
        }
        displaced_clear(&of);
    }
    slp_case_clear(&best);
    slp_case_clear(&c);
}

static void test_no_wrong_answer_passes(void **state)
{
    const slp_system *system = slp_system_find(*state);
    const size_t changes = (size_t)(CHANGES * fmin(4, depth_multiplier()));
    static const char *const sizes[AIMS] = {"max(|x|, |y*|)", "|y*|", "|x|"};
    worst found[AIMS] = {{0, ""}, {0, ""}, {0, ""}};
    uint64_t seed = 7;
    for (size_t k = 0; slp_scheme_at(k); k++) {
        if (!slp_pair_makes_sense(system, slp_scheme_at(k), NULL)) continue;
        for (size_t more = (size_t)fmax(1, depth_multiplier() / 4); more > 0; more--) {
            const int aim = (int)((k + more) % AIMS);
            slp_case c;
            uint64_t number = below(&seed, 64);
            while (!displaced_draw(&c, system, slp_scheme_at(k), 5, number, MOST_D)) number++;
            search(found, &c, aim, changes / c.d, &seed);
            slp_case_clear(&c);
        }
    }
    for (int aim = 0; aim < AIMS; aim++)
        print_message("# %s: at most 2^%.1f of %s passes\n#   %s", system->name,
                      log2(found[aim].ratio), sizes[aim],
                      *found[aim].line ? found[aim].line : "\n");
    assert_gt(found[0].ratio, 0);
}

int main(void)
{
    struct CMUnitTest tests[ON_SYSTEM_MOST];
    const size_t count = on_every_system(tests, test_no_wrong_answer_passes);
    int failed = _cmocka_run_group_tests("wrong answers", tests, count, NULL, NULL);
    flint_cleanup();
    return failed;
}
