/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where exactly a step stops passing.  Distances are built, not hoped for: the answers lie at a
 * chosen distance from an enclosure taken at 256 bits, and the bound is computed here from the
 * formulas of oracle/judge/judge.md, not taken from the judge. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "oracle/judge/step.h"
#include "tests/judge/judge_cases.h"

#include <math.h>
#include <string.h>

static double norm(const double *v)
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

/* judge.md (7) for the rigid body with h, dw: sum of the norms of the terms. */
static double magnitude(const slp_case *c, const double *x)
{
    double drift[D], sum = 0.0;
    for (int i = 0; i < D; i++) drift[i] = c->h * x[i] / judged_inertia[i];
    for (size_t k = 0; k < c->M; k++) sum += fabs(c->dw[k] * judged_quad[k] * x[k]);
    return sum + norm(drift);
}

/* judge.md (7): the bound of the step from c->x to y.  A square has two equal parts, and so five
 * roundings (ref/system/polynomial.md section 3): more than the 4 + M of a body without noise. */
static double allowed(const slp_case *c, double K, const double *y)
{
    return K + (18.0 + fmax(4 + (double)c->M, 5)) * fmax(magnitude(c, c->x), magnitude(c, y));
}

/* The distance at which judge.md lets a step of c from c->x stop passing. */
static double limit(const slp_case *c, double K, double kappa, const double *y)
{
    return allowed(c, K, y) * kappa * (norm(c->x) * 0x1p-53);
}

/* Near a principal axis two coordinates are small, so their neighbours in binary64 are far closer
 * than the bound: distances come out exact to 1e-8. */
static const double near_axis[D] = {1.0, 3e-8, -7e-8}, noise[D] = {0.25, -0.125, 0.375};

/* y at `distance` from the image, in the plane of coordinates 2 and 3 at `angle`. */
static void displaced(double *y, arb_srcptr next, double distance, double angle)
{
    arb_t e;
    double first;
    arb_init(e);
    y[0] = arf_get_d(arb_midref(next), ARF_RND_NEAR);
    arb_set_d(e, y[0]);
    arb_sub(e, e, next, JUDGED_PREC);
    first = arf_get_d(arb_midref(e), ARF_RND_NEAR);
    distance = sqrt(distance * distance - first * first);
    y[1] = arf_get_d(arb_midref(next + 1), ARF_RND_NEAR) + distance * cos(angle);
    y[2] = arf_get_d(arb_midref(next + 2), ARF_RND_NEAR) + distance * sin(angle);
    arb_clear(e);
}

/* At every angle the border lies at bound * kappa * u|x|: a wrong kappa, a wrong norm, K off by two
 * or the generator's part left out move it by far more than 1e-6. */
static void test_border_is_where_judge_md_says(void **state)
{
    (void)state;
    for (const struct judged_scheme *s = judged_schemes; s->name; s++) {
        for (int turn = 0; turn < 8; turn++) {
            double y[D], edge, angle = 0.1 + turn * 0.785398;
            arb_ptr next = _arb_vec_init(D);
            ref_certificate cert;
            slp_case c;
            slp_verdict v;
            judged_case(&c, s->name, 0.125, near_axis, turn % 4 ? noise : NULL, 1);
            assert_true(judged_image(next, &cert, &c, near_axis, noise));
            assert_gt(cert.kappa, 1.0625);
            displaced(y, next, 1e-15, angle);
            edge = limit(&c, s->K, cert.kappa, y);
            displaced(y, next, edge * (1 - 1e-6), angle);
            v = judged(&c, y, D, SLP_OK);
            assert_int_equal(v.kind, SLP_VERDICT_PASS);
            assert_gt(v.ratio, v.bound * (1 - 2e-6));
            assert_le(v.ratio, v.bound);
            displaced(y, next, edge * (1 + 1e-6), angle);
            v = judged(&c, y, D, SLP_OK);
            assert_int_equal(v.kind, SLP_VERDICT_FAIL);
            assert_lt(v.ratio, v.bound * (1 + 2e-6));
            assert_gt(v.ratio, v.bound);
            assert_int_equal(v.coordinate, fabs(cos(angle)) > fabs(sin(angle)) ? 2 : 3);
            assert_true(v.observed == y[v.coordinate - 1]);
            assert_true(v.expected ==
                        arf_get_d(arb_midref(next + (slong)v.coordinate - 1), ARF_RND_NEAR));
            slp_case_clear(&c);
            _arb_vec_clear(next, D);
        }
    }
}

/* A state wholly below the normal numbers: rounding allows K or so times 1.5 units of 2^-1074, no
 * more. */
static void test_denormal_states(void **state)
{
    (void)state;
    const double x[D] = {900 * 0x1p-1074, -1300 * 0x1p-1074, 700 * 0x1p-1074};
    double y[D], off[D];
    slp_case c;
    judged_case(&c, "implicit-midpoint", 0.125, x, noise, 1);
    judged_rounded(y, &c, x, noise);
    assert_int_equal(judged(&c, y, D, SLP_OK).kind, SLP_VERDICT_PASS);
    memcpy(off, y, sizeof y);
    off[0] += 28 * 0x1p-1074;
    assert_int_equal(judged(&c, off, D, SLP_OK).kind, SLP_VERDICT_PASS);
    off[0] = y[0] + 33 * 0x1p-1074;
    assert_int_equal(judged(&c, off, D, SLP_OK).kind, SLP_VERDICT_FAIL);
    off[0] = 0.0;
    assert_int_equal(judged(&c, off, D, SLP_OK).kind, SLP_VERDICT_FAIL);
    slp_case_clear(&c);
}

static const double generic[D] = {0.6, -0.5, 0.8};

/* The generator counts with its larger value, whichever end of the step has it. */
static void test_generator_counts_at_its_larger_end(void **state)
{
    (void)state;
    int larger_at_the_end = 0;
    for (const struct judged_scheme *s = judged_schemes; s->name; s++) {
        for (int back = 0; back < 2; back++) {
            double y[D], dw[D] = {0.25, -0.125, 0.375};
            slp_case c;
            slp_verdict v;
            for (int k = 0; k < D; k++) dw[k] = back ? -dw[k] : dw[k];
            judged_case(&c, s->name, back ? -0.25 : 0.25, generic, dw, 1);
            judged_rounded(y, &c, generic, dw);
            v = judged(&c, y, D, SLP_OK);
            assert_int_equal(v.kind, SLP_VERDICT_PASS);
            /* the terms are bounded upwards in 30 bits, by some twenty operations */
            assert_ge(v.bound, allowed(&c, s->K, y) * (1 - 1e-15));
            assert_le(v.bound, allowed(&c, s->K, y) * (1 + 0x1p-24));
            assert_gt(fabs(magnitude(&c, y) - magnitude(&c, generic)), 1e-3);
            larger_at_the_end += magnitude(&c, y) > magnitude(&c, generic);
            slp_case_clear(&c);
        }
    }
    assert_int_equal(larger_at_the_end, 6);
}

/* Towards the largest step that norms certify, L reaches 1 and kappa 10^9: once bound * kappa
 * passes 2^13 an answer may fail, but never pass. */
static void test_weak_certificates_pass_nothing(void **state)
{
    (void)state;
    for (const struct judged_scheme *s = judged_schemes; s->name; s++) {
        double y[D], good = 0.0625, beyond = 64.0;
        bool seen_pass = false;
        for (int k = 0; k < 60; k++) {
            double h = 0.5 * (good + beyond);
            arb_ptr next = _arb_vec_init(D);
            ref_certificate cert;
            slp_case c;
            judged_case(&c, s->name, h, generic, NULL, 1);
            if (judged_image(next, &cert, &c, generic, NULL)) {
                slp_verdict v;
                for (slong i = 0; i < D; i++) y[i] = arf_get_d(arb_midref(next + i), ARF_RND_NEAR);
                v = judged(&c, y, D, SLP_OK);
                assert_int_equal(v.kind, v.bound * cert.kappa <= 0x1p13 ? SLP_VERDICT_PASS
                                                                        : SLP_VERDICT_UNABLE);
                seen_pass |= v.kind == SLP_VERDICT_PASS;
                y[0] += 1e-12 + v.bound * cert.kappa * 0x1p-52;
                assert_int_equal(judged(&c, y, D, SLP_OK).kind, SLP_VERDICT_FAIL);
                if (!cert.by_jacobian) good = h;
            }
            if (good < h) beyond = h;
            slp_case_clear(&c);
            _arb_vec_clear(next, D);
        }
        assert_true(seen_pass);
    }
}

/* The decision itself, on balls: a straddling one is neither pass nor fail, and a promise that is
 * not enough lets nothing pass. */
static void test_whole_balls_decide(void **state)
{
    (void)state;
    const struct {
        double middle, radius, bound;
        bool enough;
        slp_verdict_kind kind;
    } known[] = {
        {19, 0.5, 20, true, SLP_VERDICT_PASS},         {20, 0, 20, true, SLP_VERDICT_PASS},
        {19.75, 0.5, 20, true, SLP_VERDICT_UNDECIDED}, {20, 0.5, 20, true, SLP_VERDICT_UNDECIDED},
        {20.25, 0.5, 20, true, SLP_VERDICT_UNDECIDED}, {21, 0.5, 20, true, SLP_VERDICT_FAIL},
        {1, 0, 20, false, SLP_VERDICT_UNABLE},         {21, 0, 20, false, SLP_VERDICT_FAIL},
        {20, 1, 20, false, SLP_VERDICT_UNABLE},        {21, 0, INFINITY, false, SLP_VERDICT_UNABLE},
        {21, 0, NAN, false, SLP_VERDICT_UNABLE}};
    arb_t ratio;
    arb_init(ratio);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        arb_set_d(ratio, known[i].middle);
        mag_set_d(arb_radref(ratio), known[i].radius);
        assert_int_equal(judge_decide(ratio, known[i].bound, known[i].enough), known[i].kind);
    }
    arb_indeterminate(ratio);
    assert_int_equal(judge_decide(ratio, 20, true), SLP_VERDICT_UNDECIDED);
    arb_clear(ratio);
}

/* What a pass proves, on a step that stands still, where |x| = |y*| = 1: 20 kappa u, and enough up
 * to bound kappa = 2^13; a kappa that is no number is never enough. */
static void test_a_promise_must_be_enough(void **state)
{
    static const struct {
        double kappa;
        bool enough;
    } known[] = {{1, true}, {409.5, true}, {409.7, false}, {INFINITY, false}, {NAN, false}};
    const double x[D] = {1, 0, 0};
    slp_case c;
    ref_exact_step step;
    arb_t allowed;
    (void)state;
    judged_case(&c, "tmk", 0, x, NULL, 1);
    assert_int_equal(ref_exact_step_init(&step, &c, NULL), SLP_OK);
    assert_int_equal(ref_exact_step_image(step.next, NULL, &step, 128), SLP_OK);
    arb_init(allowed);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        judge_sizes sizes;
        const judge_promise promise =
            judge_measure(allowed, &sizes, &step, known[i].kappa, 0x1p13, 128);
        assert_int_equal(promise.enough, known[i].enough);
        if (!known[i].enough) continue;
        assert_true(sizes.bound == 20 && sizes.stretch == 1 && promise.absolute == 0);
        assert_lt(fabs(promise.relative / (20 * known[i].kappa * 0x1p-53) - 1), 1e-15);
    }
    arb_clear(allowed);
    ref_exact_step_clear(&step);
    slp_case_clear(&c);
}

#define ROOT_TWO 0x1.6a09e667f3bcdp+0

static void test_bounds_grow_with_the_matrices(void **state)
{
    (void)state;
    const struct {
        const char *system, *scheme;
        size_t d;
        double K;
    } known[] = {{"rigid-body", "tmk", 3, 20},
                 {"rigid-body-n", "isospectral-midpoint", 45, 4 + 4 * 10 + 4},
                 {"rigid-body-n", "isospectral-midpoint", 3, 20},
                 {"zeitlin-sphere", "isospectral-midpoint", 16384, ROOT_TWO * (4 + 4 * 128 + 4)},
                 {"sine-euler", "variational-exp", 9, ROOT_TWO * (4 + 2 * (4 * 3 + 4))},
                 {"point-vortices", "canonical-midpoint", 12, 4 + 2 * (4 * 2 + 4)},
                 {"heavy-top", "tmk", 6, 4 + 4 * 4 + 4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(slp_judge_bound(slp_system_find(known[i].system),
                                    slp_scheme_find(known[i].scheme), known[i].d) == known[i].K);
}

/* From x = (X, 0, 0), X = 2^1023, the step of h = 0 stands still.  An answer off by e = 20 kappa u
 * X in the second coordinate and by f in the third is at the bound, 20 kappa (u X + 3 2^-1075),
 * where f^2 = (20 kappa)^2 (6 2^-1075 u X + 9 2^-2150), that is (20 kappa)^2 6 2^-105 and a little;
 * the binary64 numbers beside that f make ratios that differ from 20 by 2^-2094 of it.  So 2048
 * bits do not tell, and the last precision does. */
static void test_the_last_precision_is_used(void **state)
{
    const double X = 0x1p1023, x[D] = {X, 0, 0};
    (void)state;
    for (int side = 0; side < 2; side++) {
        arb_ptr next = _arb_vec_init(D);
        ref_certificate cert;
        slp_case c;
        slp_verdict v;
        judged_case(&c, "tmk", 0, x, NULL, 1);
        assert_true(judged_image(next, &cert, &c, x, NULL));
        const double f = 20 * cert.kappa * sqrt(6 * 0x1p-105);
        const double y[D] = {X, 20 * cert.kappa * 0x1p970, nextafter(f, side)};
        v = judged(&c, y, D, SLP_OK);
        assert_true(v.bound == 20);
        assert_int_equal(v.kind, side ? SLP_VERDICT_FAIL : SLP_VERDICT_PASS);
        slp_case_clear(&c);
        _arb_vec_clear(next, D);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_border_is_where_judge_md_says),
        cmocka_unit_test(test_the_last_precision_is_used),
        cmocka_unit_test(test_generator_counts_at_its_larger_end),
        cmocka_unit_test(test_denormal_states),
        cmocka_unit_test(test_weak_certificates_pass_nothing),
        cmocka_unit_test(test_whole_balls_decide),
        cmocka_unit_test(test_a_promise_must_be_enough),
        cmocka_unit_test(test_bounds_grow_with_the_matrices),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
