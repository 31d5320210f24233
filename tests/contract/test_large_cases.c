/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The large case of each system on every pair: the binary64 path's answer is judged by the
 * reference.  What is left out beyond some number of coordinates, vortices, noises or modes is met
 * nowhere else at these sizes.  Ports get the same cases, one a pair (props/case/widen_case.c).
 *
 * Of the four systems whose states are matrices two by turns are tried with each scheme: su(N) on
 * the sphere or the torus, and so(n) or the pairs of su(N).  What the two of a turn share is the
 * algebra's.  Of the splittings they are tried with the one of first order, whose flows the other
 * composes twice; those of su(N), of 529 flows, take as long as all others.  SLP_CHECK_MULTIPLIER=1
 * tries every splitting, and so(n) and the pairs with all schemes.
 * Starts first.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include "oracle/judge/judge.h"
#include "props/engine/engine.h"
#include "props/case/adjust_case.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"

enum { LARGE = 15 };

/* Numbers of a state and noises of the large case; 0: as drawn.  The schemes of odd turns, or of
 * even ones; 0: all. */
static const struct size {
    const char *system;
    size_t d, M, turn;
} sizes[] = {
    {"rigid-body", 3, 0, 0},       {"heavy-top", 6, 130, 0},        {"point-vortices", 42, 3, 0},
    {"rigid-body-n", 435, 435, 1}, {"zeitlin-sphere", 576, 575, 1}, {"sine-euler", 529, 528, 2},
    {"symplectic", 78, 2, 0},      {"mhd-sphere", 512, 255, 2},
};

static bool draw(slp_case *c, const struct size *size, const slp_scheme *scheme)
{
    slp_draw from;
    slp_draw_init(&from, 3, 0);
    assert_int_equal(slp_draw_case(c, slp_system_find(size->system), scheme, &from, 1), SLP_OK);
    prop_adjust_case(c, &from, LARGE, true);
    return c->d == size->d && (size->M ? c->M == size->M : c->M >= 130);
}

static bool has_turn(const struct size *size, size_t scheme)
{
    const bool deep = depth_multiplier() >= 1;
    const bool of_sun = slp_system_find(size->system)->algebra == SLP_SUN;
    const slp_scheme *s = slp_scheme_at(scheme);
    if ((deep && !of_sun) || !size->turn) return true;
    return s->splits ? deep || (s->order == 1 && !of_sun) : (scheme + size->turn) % 2;
}

static void answers_to_large_cases_pass(void **state)
{
    int pairs = 0;
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t s = 0; slp_scheme_at(s); s++) {
            const slp_scheme *scheme = slp_scheme_at(s);
            char note[PROP_NOTE];
            slp_verdict v;
            slp_result r;
            slp_case c;
            if (!slp_pair_makes_sense(slp_system_find(sizes[k].system), scheme, NULL)) continue;
            if (!has_turn(sizes + k, s)) continue;
            slp_case_init(&c);
            slp_result_init(&r);
            if (!draw(&c, sizes + k, scheme))
                fail_msg("%s under %s: none", sizes[k].system, scheme->name);
            for (size_t i = 0; i < c.d; i++) assert_true(c.x[i] != 0);
            for (size_t i = 0; i < c.M; i++) assert_true(c.dw[i] != 0);
            assert_int_equal(prop_subject_fast.answer(&r, note, &prop_subject_fast, &c),
                             PROP_ANSWERED);
            slp_judge(&v, &c, &r);
            /* kappa of a splitting is a product of as many bounds as there are flows */
            const bool too_many = slp_case_maps(&c) > 100 && v.kind == SLP_VERDICT_UNABLE;
            if (v.kind != SLP_VERDICT_PASS && !(scheme->splits && too_many))
                fail_msg("%s under %s: %s, ratio %g, bound %g", sizes[k].system, scheme->name,
                         slp_verdict_word(v.kind), v.ratio, v.bound);
            pairs++;
            slp_case_clear(&c);
            slp_result_clear(&r);
        }
    print_message("# %d pairs\n", pairs);
    assert_gt(pairs, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_to_large_cases_pass),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
