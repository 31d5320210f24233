/* The laws that sample: tails of Student's t, Holm's rule, and power: strong convergence of an order short by a quarter, weak by a half, is seen on every
 * case tried, of the right order on none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine.h"
#include "props/sampling.h"

/* Known quantiles: 2.0227 at 0.025, 7.0218696 at 1e-8 with 39 degrees of freedom; Cauchy's 1 at 1/4. */
static void tails_are_students(void **state)
{
    (void)state;
    assert_true(prop_student_tail(0, 39) == 0.5);
    assert_true(fabs(prop_student_tail(2.022691, 39) - 0.025) < 1e-7);
    assert_true(fabs(prop_student_tail(7.0218696, 39) - 1e-8) < 1e-14);
    assert_true(fabs(prop_student_tail(-2.022691, 39) - 0.975) < 1e-7);
    assert_true(fabs(prop_student_tail(1, 1) - 0.25) < 1e-12);
    assert_true(prop_student_tail(INFINITY, 39) == 0);
    assert_true(prop_student_tail(NAN, 39) == 0);
}

static void mean_and_error_are_those_of_the_batches(void **state)
{
    (void)state;
    double batch[PROP_BATCHES], mean, error;
    for (int b = 0; b < PROP_BATCHES; b++) batch[b] = 3 + (b % 2 ? 1 : -1);
    prop_mean(&mean, &error, batch);
    assert_true(fabs(mean - 3) < 1e-14);
    assert_true(fabs(error - sqrt(1.0 / 39)) < 1e-14);
}

/* Four entries at alpha = 1e-6: levels 2.5e-7, then 3.3e-7, 5e-7, 1e-6 for the second, third and fourth in order. */
static void holm_refuses_in_order_until_one_holds(void **state)
{
    (void)state;
    prop_law chancy = {.name = "chancy", .statistical = true}, sure = {.name = "sure"};
    const double chance[3][4] = {
        {3e-7, 1e-7, 6e-7, 0.5}, {4e-7, 1e-7, 4.5e-7, 0.5}, {9e-7, 1e-7, 3e-7, 4e-7}};
    const size_t refused[3][4] = {{1, 1, 0, 0}, {0, 1, 0, 0}, {1, 1, 1, 1}};
    for (int t = 0; t < 3; t++) {
        prop_tally tallies[5] = {{.item = {.law = &sure}}};
        for (int i = 0; i < 4; i++)
            tallies[i + 1] = (prop_tally){
                .item = {.law = &chancy, .tests = 2}, .checked = 2, .chance = chance[t][i] / 2};
        prop_holm(tallies, 5);
        assert_int_equal(tallies[0].failed, 0);
        for (int i = 0; i < 4; i++) assert_int_equal(tallies[i + 1].failed, refused[t][i]);
    }
}

static void levels_share_the_alarm_of_a_run(void **state)
{
    (void)state;
    prop_law chancy = {.name = "chancy", .statistical = true, .cases = 3}, sure = {.name = "sure"};
    prop_options options = {.multiplier = 2};
    prop_tally tallies[3] = {{.item = {.law = &chancy}},
                             {.item = {.law = &sure}},
                             {.item = {.law = &chancy}, .label = "r"}};
    prop_levels(tallies, 3, &options);
    assert_int_equal(tallies[0].item.tests, 6);
    assert_int_equal(tallies[2].item.tests, 1);
    assert_true(fabs(tallies[0].item.level - PROP_ALARM / 12) < 1e-20);
    assert_true(fabs(tallies[2].item.level - PROP_ALARM / 2) < 1e-20);
    assert_true(tallies[1].item.level == 0);
}

/* ---- Power ---- */

typedef struct slowed {
    double each; /* a step of N is off by eps |x| N^-each */
    double
        spread; /* and the whole answer by a random sign times spread times that; infinite: each step by its own */
} slowed;

/* The binary64 path's answer, each state moved by what the steps up to it are off. */
static prop_disposition slowed_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                      const slp_case *c)
{
    const slowed *own = self->own;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    double size = 0, off = 0, start = 0;
    for (size_t i = 0; i < c->d; i++) size += c->x[i] * c->x[i];
    for (size_t s = 0; became == PROP_ANSWERED && s < c->steps; s++) {
        uint64_t bits;
        memcpy(&bits, c->dw + s * c->M, sizeof bits);
        bits = (bits ^ bits >> 29) *
               0x9e3779b97f4a7c15u; /* -dw has another bit, not the opposite one */
        bits ^= bits << 31;
        const double sign = bits >> 63 ? -1 : 1, all = isinf(own->spread) ? 0 : own->spread,
                     each = isinf(own->spread) ? sign : 1;
        if (s == 0) start = sign * all * (double)c->steps;
        off += (each + start) * 0.05 * sqrt(size) * pow((double)c->steps, -own->each);
        start = 0;
        r->y.at[s * c->d] += off;
    }
    return became;
}

static bool has_it(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* How many of `cases` seeds the law refuses. */
static size_t refusals(const char *law, double each, double spread, size_t cases)
{
    slowed own = {each, spread};
    prop_subject subject = {.name = "slowed", .answer = slowed_answer, .has = has_it, .own = &own};
    prop_item item = {.law = prop_law_find(law),
                      .system = slp_system_find("rigid-body"),
                      .scheme = slp_scheme_find("implicit-midpoint"),
                      .subject = &subject,
                      .level = 2e-9};
    size_t refused = 0, tried = 0;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t seed = 1; tried < cases && seed < 8 * cases; seed++) {
        slp_draw from;
        prop_finding found;
        slp_draw_init(&from, prop_stream(&item, seed), 0);
        assert_true(prop_draw(&c, &from, &item, 0));
        prop_outcome outcome = prop_try(&found, &item, &c);
        refused += outcome == PROP_FAILED;
        tried += outcome != PROP_SKIPPED;
    }
    slp_case_clear(&c);
    assert_int_equal(tried, cases);
    return refused;
}

/* After N steps: eps N^(1-each) for the mean, eps N^(1/2-each) at random.  Were the power only 0.99, some of the 8 would
 * be missed with probability 0.08; it is far above, and the seeds are fixed. */
static void an_order_that_is_short_is_seen(void **state)
{
    (void)state;
    assert_int_equal(refusals("weak", 1.5, 2, 8), 8);
    assert_int_equal(refusals("strong", 0.75, INFINITY, 8), 8);
}

static void the_right_order_is_not_refused(void **state)
{
    (void)state;
    assert_int_equal(refusals("weak", 2, 2, 8), 0);
    assert_int_equal(refusals("strong", 1, INFINITY, 8), 0);
    assert_int_equal(refusals("weak", 20, 0, 6), 0); /* nothing planted */
}

static int give_back(void **state)
{
    (void)state;
    flint_cleanup();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tails_are_students),
        cmocka_unit_test(mean_and_error_are_those_of_the_batches),
        cmocka_unit_test(holm_refuses_in_order_until_one_holds),
        cmocka_unit_test(levels_share_the_alarm_of_a_run),
        cmocka_unit_test(an_order_that_is_short_is_seen),
        cmocka_unit_test(the_right_order_is_not_refused),
    };
    return cmocka_run_group_tests(tests, NULL, give_back);
}
