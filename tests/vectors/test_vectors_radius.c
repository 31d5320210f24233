/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The radius of a vector is where the judge's verdict changes, and the verifier in C has the
 * judge's verdict on both sides of it. */
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/judge/judge.h"
#include "oracle/judge/step.h"
#include "oracle/vectors/step.h"
#include "ref/ref.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLP_VERIFY_LIBRARY
#include "oracle/ports/vectors/slp_verify.c"

enum { MOST_PAIRS = 512, MOST_D = 30, STEPS = 170 };

static size_t all_pairs(slp_draw_pair pairs[MOST_PAIRS])
{
    size_t count = 0;
    for (size_t i = 0; drawn_system_at(i); i++)
        for (size_t k = 0; slp_scheme_at(k); k++)
            if (slp_pair_makes_sense(drawn_system_at(i), slp_scheme_at(k), NULL))
                pairs[count++] = (slp_draw_pair){drawn_system_at(i), slp_scheme_at(k), 0, 0};
    return count;
}

/* Case `number` of the mixture as a vector of one step; false if it is none. */
static bool drawn(vectors_step *v, const slp_draw_pair *pairs, size_t count, uint64_t number)
{
    slp_mixed_class which;
    *v = (vectors_step){0};
    slp_case_init(&v->c);
    assert_int_equal(slp_draw_mixed(&v->c, &which, pairs, count, 20, number), SLP_OK);
    if (v->c.d <= MOST_D) {
        v->c.steps = 1;
        v->c.dw_count = v->c.M;
        if (vectors_compute(v) == VECTORS_TAKEN) return true;
    }
    vectors_step_clear(v);
    return false;
}

static slp_verify_verdict verified(const vectors_step *v, const double *answer)
{
    slp_verify_sum s;
    slp_verify_begin(&s, slp_verify_bits(v->radius), slp_verify_bits(v->beyond), v->unit);
    for (size_t i = 0; i < v->c.d; i++)
        slp_verify_coordinate(&s, slp_verify_bits(answer[i]), slp_verify_bits(v->y[i]),
                              slp_verify_bits(v->low[i]));
    return slp_verify_end(&s);
}

static slp_verdict_kind judged_one(const slp_case *c, const double *answer)
{
    slp_verdict v;
    slp_result r;
    slp_result_init(&r);
    r.y = (slp_numbers){c->d, (double *)(uintptr_t)answer};
    slp_judge(&v, c, &r);
    return v.kind;
}

/* `answer` = y moved in one coordinate, so that it is about `times` the radius away. */
static void moved(double *answer, const vectors_step *v, size_t coordinate, double times)
{
    for (size_t i = 0; i < v->c.d; i++) answer[i] = v->y[i];
    const double by = ldexp(times * v->radius, v->unit);
    answer[coordinate] += answer[coordinate] > 0 ? -by : by;
}

/* The radius is at most 2^-40 of the larger state, or n 2^-1062: vectors.md, 4. */
static void hold_promise(const vectors_step *v)
{
    const size_t n = judge_matrix_size(v->c.system->algebra, v->c.d);
    double from = 0, to = 0;
    for (size_t i = 0; i < v->c.d; i++) {
        from = hypot(from, v->c.x[i]);
        to = hypot(to, v->y[i]);
    }
    const double radius = ldexp(v->beyond, v->unit);
    if (!(radius <= 0x1.000001p-40 * fmax(from, to) || radius <= (double)n * 0x1p-1062))
        fail_msg("%s: a radius of %g of states of %g and %g", v->c.id, radius, from, to);
}

static void test_judge_and_verifier_agree(void **state)
{
    (void)state;
    const double times[] = {1 - 0x1p-30, 1 + 0x1p-30, 0.97, 1.03, 1 - 0x1p-12, 1 + 0x1p-12};
    slp_draw_pair pairs[MOST_PAIRS];
    const size_t count = all_pairs(pairs);
    size_t passed = 0, failed = 0, undecided = 0, taken = 0;
    for (uint64_t number = 0; number < STEPS; number++) {
        vectors_step v;
        double answer[MOST_D];
        if (!drawn(&v, pairs, count, number)) continue;
        taken++;
        /* A vortex alone and without noise stands still.  With |x| = 1 to 2^-53 its radius is
         * 2^-49, K u |x| with K = 16: a multiple of the grid of y. */
        const bool stands = memcmp(v.y, v.c.x, v.c.d * sizeof *v.y) == 0;
        assert_true(verified(&v, v.y) == SLP_VERIFY_PASS);
        hold_promise(&v);
        for (size_t k = 0; k < 4; k++) {
            /* the smallest coordinate has the finest grid, and is moved the most precisely */
            size_t at = (size_t)(number + k) % v.c.d;
            for (size_t i = 0; k < 2 && i < v.c.d; i++)
                if (fabs(v.y[i]) < fabs(v.y[at])) at = i;
            moved(answer, &v, at, times[(k + 2 * (number % 2)) % 6]);
            const slp_verify_verdict verdict = verified(&v, answer);
            const slp_verdict_kind kind = judged_one(&v.c, answer);
            undecided += verdict == SLP_VERIFY_UNDECIDED && !stands;
            if (verdict == SLP_VERIFY_UNDECIDED) continue;
            if ((verdict == SLP_VERIFY_PASS) != (kind == SLP_VERDICT_PASS) ||
                (verdict == SLP_VERIFY_FAIL) != (kind == SLP_VERDICT_FAIL))
                fail_msg("%s: the judge says %s, the verifier %d", v.c.id, slp_verdict_word(kind),
                         (int)verdict);
            passed += verdict == SLP_VERIFY_PASS;
            failed += verdict == SLP_VERIFY_FAIL;
        }
        vectors_step_clear(&v);
    }
    assert_int_equal(undecided, 0);
    assert_gt(taken, STEPS / 2);
    assert_gt(passed, taken);
    assert_gt(failed, taken);
}

/* Distances in whole numbers, at the ends of binary64. */
static void test_distances_are_exact(void **state)
{
    (void)state;
    const struct {
        double answer, y, low, radius, beyond;
        int unit;
        slp_verify_verdict verdict;
    } known[] = {{3, 0, 0, 3, 3, 0, SLP_VERIFY_PASS},
                 {-3, 0, 0, 3, 3, 0, SLP_VERIFY_PASS},
                 {3, 0, -DBL_TRUE_MIN, 3, 3, 0, SLP_VERIFY_FAIL},
                 {3, 0, -DBL_TRUE_MIN, 3, 4, 0, SLP_VERIFY_UNDECIDED},
                 {3, 0, DBL_TRUE_MIN, 3, 3, 0, SLP_VERIFY_PASS},
                 {DBL_MAX, -DBL_MAX, 0, DBL_MAX, DBL_MAX, 0, SLP_VERIFY_FAIL},
                 {DBL_MAX, -DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX, 0, SLP_VERIFY_FAIL},
                 {DBL_MAX, DBL_MAX, 0, 0, 0, 0, SLP_VERIFY_PASS},
                 {DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX, 0, SLP_VERIFY_PASS},
                 {DBL_TRUE_MIN, 0, 0, 0, 0, 0, SLP_VERIFY_FAIL},
                 {-0.0, 0, 0, 0, 0, 0, SLP_VERIFY_PASS},
                 {DBL_TRUE_MIN, 0, 0, 0x1p-74, 0x1p-74, -1000, SLP_VERIFY_PASS},
                 {DBL_TRUE_MIN, 0, -0x1p-140, 0x1p-74, 0x1p-74, -1000, SLP_VERIFY_FAIL},
                 {DBL_MAX, -DBL_MAX, 0, 1, 1, -1000, SLP_VERIFY_FAIL},
                 {NAN, 0, 0, 1, 1, 0, SLP_VERIFY_FAIL},
                 {INFINITY, 0, 0, DBL_MAX, DBL_MAX, 0, SLP_VERIFY_FAIL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const vectors_step v = {.c.d = 1,
                                .y = (double[]){known[i].y},
                                .low = (double[]){known[i].low},
                                .radius = known[i].radius,
                                .beyond = known[i].beyond,
                                .unit = known[i].unit};
        const slp_verify_verdict verdict = verified(&v, (double[]){known[i].answer});
        if (verdict != known[i].verdict) fail_msg("row %zu: %d", i, (int)verdict);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_judge_and_verifier_agree),
                                       cmocka_unit_test(test_distances_are_exact)};
    const int failed = cmocka_run_group_tests_name("vectors_radius", tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
