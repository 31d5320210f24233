/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Judging in memory gives the verdict of the same answer as a record; a step function is stepped
 * from its own results; on a user's system the verdict is that of its twin.
 * Calls the BLAS. */
#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "tests/support/cmocka.h"
#include "tests/support/twin_system.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COORDINATES = 30, CASES = 60 };

static void same(const slp_verdict *a, const slp_verdict *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_true(a->ratio == b->ratio || (isnan(a->ratio) && isnan(b->ratio)));
    assert_true(a->bound == b->bound || (isnan(a->bound) && isnan(b->bound)));
    assert_true(a->step == b->step && a->coordinate == b->coordinate);
    assert_int_equal(a->reason, b->reason);
    assert_true(a->answer == b->answer || strcmp(a->answer, b->answer) == 0);
}

/* A caller's step: the binary64 path, with an error of its own. */
typedef struct stepper {
    const fast_scheme *scheme;
    fast_system *sys;
    double *room, error;
    slp_status instead; /* returned from the last step */
    size_t calls, last;
} stepper;

static slp_status step(double *next, const double *x, double h, const double *dW, void *user)
{
    stepper *s = user;
    if (++s->calls == s->last && s->instead != SLP_OK) return s->instead;
    const slp_status status = fast_step(next, NULL, s->scheme, s->sys, x, h, dW, s->room);
    next[0] *= 1 + s->error;
    return status;
}

static void open_stepper(stepper *s, const slp_case *c)
{
    slp_error err;
    *s = (stepper){.scheme = fast_scheme_find(c->scheme->name), .last = c->steps};
    assert_int_equal(fast_system_new(&s->sys, c, &err), SLP_OK);
    s->room = malloc(fast_step_work_size(s->scheme, s->sys) * sizeof *s->room);
}

static void close_stepper(stepper *s)
{
    fast_system_free(s->sys);
    free(s->room);
}

static void verdicts_are_those_of_records(void **unused)
{
    slp_case c;
    size_t seen[SLP_VERDICT_COUNT] = {0};
    slp_case_init(&c);
    (void)unused;
    for (uint64_t number = 0; number < CASES; number++) {
        const slp_system *system = drawn_system_at(number % 8);
        const slp_scheme *rule = slp_scheme_at(number / 8);
        slp_draw from;
        slp_draw_init(&from, 17, number);
        if (!slp_pair_makes_sense(system, rule, NULL)) continue;
        assert_int_equal(slp_draw_case(&c, system, rule, &from, 1), SLP_OK);
        if (c.d > MOST_COORDINATES) continue;
        for (int wrong = 0; wrong < 3; wrong++) {
            slp_verdict one, two, three, four;
            slp_error err;
            slp_result r;
            stepper s;
            open_stepper(&s, &c);
            s.error = wrong == 1 ? 0x1p-30 : 0;
            s.instead = wrong == 2 ? SLP_NO_CONVERGENCE : SLP_OK;
            slp_result_init(&r);
            r.y = (slp_numbers){c.steps * c.d, calloc(c.steps * c.d, sizeof(double))};
            for (size_t n = 0; n < c.steps && r.error == SLP_OK; n++)
                r.error = step(r.y.at + n * c.d, n ? r.y.at + (n - 1) * c.d : c.x, c.h,
                               c.M ? c.dw + n * c.M : NULL, &s);
            slp_judge(&one, &c, &r);
            s.calls = 0;
            assert_int_equal(slp_judge_function(&two, &c, step, &s, NULL, &err), SLP_OK);
            same(&two, &one);
            if (r.error == SLP_OK) {
                assert_int_equal(slp_judge_answer(&three, &c, r.y.at, r.y.count, NULL, &err),
                                 SLP_OK);
                same(&three, &one);
            }
            /* no system of a user's is over the dual numbers */
            if (r.error == SLP_OK && system->algebra != SLP_SUN_DUAL) {
                /* the twin has the same verdict, but for what it may not prove */
                twin_system t;
                ref_system *sys;
                twin_new(&t, &c);
                const ref_functions functions = twin_in_balls(&t);
                assert_int_equal(ref_system_from_functions(&sys, t.system, &functions, &err),
                                 SLP_OK);
                assert_int_equal(slp_judge_answer(&four, t.c, r.y.at, r.y.count, sys, &err),
                                 SLP_OK);
                assert_true(four.kind == one.kind || four.kind == SLP_VERDICT_UNABLE);
                ref_system_free(sys);
                /* without the instance there is no reference */
                assert_int_equal(slp_judge_answer(&four, t.c, r.y.at, r.y.count, NULL, &err),
                                 SLP_OK);
                assert_int_equal(four.kind, SLP_VERDICT_UNSUPPORTED);
                twin_free(&t);
            }
            seen[one.kind]++;
            slp_result_clear(&r);
            close_stepper(&s);
        }
    }
    assert_gt(seen[SLP_VERDICT_PASS], 20);
    assert_gt(seen[SLP_VERDICT_FAIL], 15);
    assert_gt(seen[SLP_VERDICT_ERROR], 5);
    slp_case_clear(&c);
    ref_thread_cleanup();
}

static slp_status says_nothing(double *next, const double *x, double h, const double *dW,
                               void *user)
{
    (void)next, (void)x, (void)h, (void)dW;
    return user ? (slp_status)99 : SLP_OK;
}

static void what_cannot_be_judged_is_refused(void **unused)
{
    const double inertia[] = {1, 2, 3}, x[] = {0.6, 0, 0.8}, h = 0.125, y[] = {NAN, 0, 0};
    slp_case *c;
    slp_verdict v;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_case_new(&c, "rigid-body", "tmk", &err), SLP_OK);
    assert_int_equal(slp_judge_answer(&v, c, x, 3, NULL, &err), SLP_INPUT);
    assert_string_equal(err.field, "inertia");
    assert_int_equal(v.kind, SLP_VERDICT_UNABLE);
    assert_int_equal(slp_case_set(c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "h", &h, 1, &err), SLP_OK);
    assert_int_equal(slp_judge_answer(&v, NULL, x, 3, NULL, &err), SLP_INPUT);
    assert_int_equal(slp_judge_answer(NULL, c, x, 3, NULL, &err), SLP_INPUT);
    assert_int_equal(slp_judge_answer(&v, c, NULL, 3, NULL, &err), SLP_INPUT);
    assert_int_equal(slp_judge_function(&v, c, NULL, NULL, NULL, &err), SLP_INPUT);
    assert_int_equal(slp_judge_function(&v, NULL, says_nothing, NULL, NULL, &err), SLP_INPUT);
    assert_int_equal(slp_judge_answer(&v, c, y, 3, NULL, &err), SLP_OK);
    assert_true(v.kind == SLP_VERDICT_FAIL && strcmp(v.answer, "not-finite") == 0);
    assert_int_equal(slp_judge_answer(&v, c, x, 2, NULL, &err), SLP_OK);
    assert_true(v.kind == SLP_VERDICT_FAIL && strcmp(v.answer, "count") == 0);
    assert_int_equal(v.reason, SLP_INPUT);
    slp_judge(NULL, c, NULL); /* says nothing, and returns */
    /* a step that writes nothing, and one with a status of its own */
    assert_int_equal(slp_judge_function(&v, c, says_nothing, NULL, NULL, &err), SLP_OK);
    assert_true(v.kind == SLP_VERDICT_FAIL && strcmp(v.answer, "not-finite") == 0);
    assert_int_equal(slp_judge_function(&v, c, says_nothing, c, NULL, &err), SLP_OK);
    assert_true(v.kind == SLP_VERDICT_ERROR && v.reason == SLP_NO_CONVERGENCE);
    /* an instance of another size */
    slp_case *other;
    ref_system *sys;
    assert_int_equal(slp_case_new(&other, "canonical", "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(other, "model", "kubo", &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, other, &err), SLP_OK);
    assert_int_equal(slp_judge_answer(&v, c, x, 3, sys, &err), SLP_INPUT);
    assert_string_equal(err.field, "system");
    ref_system_free(sys);
    slp_case_free(other);
    slp_case_free(c);
    ref_thread_cleanup();
}

/* The caller's step is given the areas behind the increments. */
static void areas_reach_the_step(void **state)
{
    (void)state;
    const double inertia[] = {1, 2, 3}, lin[] = {1, 0, 0, 0, 1, 0}, x[] = {0.6, 0, 0.8},
                 dw[] = {0.25, -0.125, 0.125, 0.0625}, area[] = {0.03125, -0.0625}, h = 0x1p-4,
                 steps = 2;
    slp_error err;
    slp_case *c;
    slp_verdict v;
    stepper s;
    assert_int_equal(slp_case_new(&c, "rigid-body", "implicit-midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "lin", lin, 6, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", dw, 4, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "area", area, 2, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "h", &h, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "steps", &steps, 1, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    open_stepper(&s, c);
    assert_int_equal(fast_system_M(s.sys), 3);
    assert_int_equal(slp_judge_function(&v, c, step, &s, NULL, &err), SLP_OK);
    assert_int_equal(v.kind, SLP_VERDICT_PASS);
    assert_int_equal(s.calls, 2);
    s.error = 1e-9;
    assert_int_equal(slp_judge_function(&v, c, step, &s, NULL, &err), SLP_OK);
    assert_int_equal(v.kind, SLP_VERDICT_FAIL);
    free(s.room);
    fast_system_free(s.sys);
    slp_case_free(c);
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_records),
        cmocka_unit_test(what_cannot_be_judged_is_refused),
        cmocka_unit_test(areas_reach_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
