/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The reference against a second one: every system under every scheme, plain MPFR and the papers'
 * relations.  The second reference's answer must lie in the enclosure, and the enclosure must be
 * narrow enough for that to say something.  SLP_CHECK_MULTIPLIER=1 takes every scheme with each of
 * four sizes of step, below it each with one, by turns.
 * Starts first. */
#include "tests/support/cmocka.h"

#include "tests/support/depth.h"
#include "tests/support/on_system.h"
#include "tests/second/naive_draw.h"
#include "tests/ref/thread_caches.h"

#include <string.h>

enum {
    PREC = 160,  /* of the enclosure */
    NAIVE = 256, /* of the second reference */
    /* Of the second reference for points of a ball: their images lie in balls at least 2^-40 wide.
     */
    NAIVE_POINT = 128,
    /* Bits of the second reference that rounding and the end of its iteration take: it stops at
     * 2^-(NAIVE-16), its steps amplify by less than 2^40.  What is left is finer than the
     * enclosure's own radius. */
    LOST = 64,
    NARROW = 100, /* bits that the enclosure must have */
    CASES = 4,    /* of each pair */
    POINTS = 2    /* of each ball */
};

static const double sizes[CASES] = {0x1p-8, 0.03, 0.1, 0.2};

/* How often a pair was asked, and answered. */
typedef struct tally {
    int asked, enclosed, unsupported, unconverged;
    int points; /* of balls */
} tally;

static void complain(const slp_case *c, const char *what, slong width)
{
    fprintf(stderr, "%s, radius 2^%ld of the state: ", what, (long)width);
    slp_case_print(stderr, c);
}

static void judge(tally *t, const slp_case *c)
{
    slong d = (slong)c->d;
    mpfr_ptr exact = naive_array_new(d, NAIVE);
    arb_ptr next = _arb_vec_init(d);
    slp_status status = naive_draw_enclose(next, NULL, c, 0, PREC);
    bool converged = naive_draw_answer(exact, c, NAIVE);
    t->asked++;
    t->unsupported += status == SLP_UNSUPPORTED;
    t->unconverged += !converged;
    if (status == SLP_OK && converged) {
        bool inside = naive_draw_inside(next, exact, d, NAIVE - LOST);
        slong width = naive_draw_width(next, exact, d);
        if (!inside || width > -NARROW) complain(c, inside ? "wide" : "outside", width);
        assert_true(inside);
        assert_le(width, -NARROW);
        t->enclosed++;
    } else {
        assert_true(status == SLP_OK || status == SLP_UNABLE || status == SLP_UNSUPPORTED);
    }
    _arb_vec_clear(next, d);
    naive_array_free(exact, d);
}

/* A number within 0.9 of the ball's radius of its middle. */
static double within(double middle, double radius, uint64_t *state)
{
    double size = radius * (middle > 1 ? middle : middle < -1 ? -middle : 1);
    int extreme = (int)(naive_draw_bits(state) % 3);
    return middle +
           size * (extreme < 2 ? 1.8 * extreme - 0.9 : naive_draw_between(state, -0.9, 0.9));
}

/* Balls in, balls out: the images of points of the input balls lie in the enclosure of them all. */
static void judge_balls(tally *t, const slp_case *c, double radius, uint64_t *state)
{
    slong d = (slong)c->d;
    mpfr_ptr exact = naive_array_new(d, NAIVE_POINT);
    arb_ptr next = _arb_vec_init(d);
    slp_status status = naive_draw_enclose(next, NULL, c, radius, PREC);
    assert_true(status == SLP_OK || status == SLP_UNABLE || status == SLP_UNSUPPORTED);
    for (int point = 0; point < POINTS && status == SLP_OK; point++) {
        slp_case at;
        slp_case_init(&at);
        slp_case_copy(&at, c);
        for (size_t i = 0; i < c->d; i++) at.x[i] = within(c->x[i], radius, state);
        for (size_t k = 0; k < c->M; k++) at.dw[k] = within(c->dw[k], radius, state);
        at.h = within(c->h, radius, state);
        if (naive_draw_answer(exact, &at, NAIVE_POINT)) {
            bool inside = naive_draw_inside(next, exact, d, NAIVE_POINT - LOST);
            t->points++;
            if (!inside) complain(&at, "a point's image outside", naive_draw_width(next, exact, d));
            assert_true(inside);
        }
        slp_case_clear(&at);
    }
    _arb_vec_clear(next, d);
    naive_array_free(exact, d);
}

static void every_scheme(void **system_name)
{
    const char *name = *system_name;
    const double multiplier = depth_multiplier();
    const int repeats = multiplier > 1 ? (int)multiplier : 1;
    /* in a part: every second scheme, a case of each */
    const size_t part = depth_stride(2 * CASES),
                 stride = part > 1 || multiplier >= 1 ? part : CASES;
    const slp_system *system = slp_system_find(name);
    uint64_t state = 20260000 + (uint64_t)strlen(name);
    int pairs = 0, lacking = 0;
    assert_true(ref_has_system(name));
    for (size_t s = 0; slp_scheme_at(s); s++) {
        const slp_scheme *scheme = slp_scheme_at(s);
        tally t = {0};
        if (!slp_pair_makes_sense(system, scheme, NULL)) continue;
        for (size_t k = s % stride; k < (size_t)(CASES * repeats); k += stride) {
            slp_case c;
            naive_draw_case(&c, system, scheme, &state, sizes[k % CASES]);
            judge(&t, &c);
            judge_balls(&t, &c, k % 2 ? 0x1p-30 : 0x1p-14, &state);
            slp_case_clear(&c);
        }
        pairs++;
        if (!t.asked) continue;
        if (t.unsupported == t.asked) {
            fprintf(stderr, "the reference lacks %s on %s\n", scheme->name, name);
            lacking++;
            continue;
        }
        if (2 * t.enclosed < t.asked || t.points < t.asked / 2)
            fprintf(stderr, "%s %s: %d asked, %d enclosed, %d unsettled, %d points\n", name,
                    scheme->name, t.asked, t.enclosed, t.unconverged, t.points);
        assert_ge(2 * t.enclosed, t.asked);
        assert_ge(t.points, t.asked / 2);
    }
    assert_int_equal(lacking, 0);
    /* over the dual numbers only those without a retraction, and one by congruences */
    assert_ge(pairs, (system->algebra == SLP_SUN_DUAL ? 5 : 9));
}

int main(void)
{
    struct CMUnitTest tests[ON_SYSTEM_MOST];
    const size_t count = on_modelled_systems(tests, every_scheme);
    return _cmocka_run_group_tests("tests", tests, count, NULL, cached_give_back);
}
