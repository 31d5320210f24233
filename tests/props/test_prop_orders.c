/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orders without sampling: nodes have the moments of normal numbers, the generator is that of an
 * equation known by hand, slopes are those of errors made up, and orders short by a quarter are
 * refused. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/order/order.h"
#include "tests/ref/case_in_balls.h"
#include "tests/ref/thread_caches.h"

/* E x_a^p x_b^q of normal numbers, a != b */
static double moment(int p, int q)
{
    static const double of[] = {1, 0, 1, 0, 3, 0};
    return of[p] * of[q];
}

static void nodes_integrate_degree_five(void **state)
{
    (void)state;
    for (size_t M = 1; M <= 9; M++)
        for (int p = 0; p <= 5; p++)
            for (int q = 0; p + q <= 5; q++) {
                double sum = 0, triple = 0, point[9];
                for (size_t i = 0; i < prop_node_count(M); i++) {
                    const double w = prop_node(point, M, i);
                    if (M > 1 || q == 0) sum += w * pow(point[0], p) * pow(point[M - 1], q);
                    if (M > 2) triple += w * point[0] * point[0] * point[1] * point[M - 1];
                }
                if (M > 1 || q == 0) assert_lt(fabs(sum - moment(p, q)), 1e-13);
                assert_lt(fabs(triple), 1e-13);
            }
}

static void powers(double drift[9], double first[9], double second[9], const ref_exact_step *step)
{
    enum { FUNCTIONS = 10 }; /* the last is the energy */
    arb_ptr all = _arb_vec_init(3 * FUNCTIONS);
    double *const to[] = {drift, first, second};
    prop_generator_powers(all, all + FUNCTIONS, all + 2 * FUNCTIONS, step);
    for (slong i = 0; i < 27; i++)
        to[i / 9][i % 9] = arf_get_d(arb_midref(all + i / 9 * FUNCTIONS + i % 9), ARF_RND_NEAR);
    _arb_vec_clear(all, 3 * FUNCTIONS);
}

/* so(3), H_0 = x.x/(2 I), H_1 = a x_3: dx = x cross I^-1 x dt + a x cross e_3 o dW, L x_1 =
 * x_2 x_3 (1/I_3 - 1/I_2) - a^2 x_1/2, and L x_3^2 = 2 x_3 x_1 x_2 (1/I_2 - 1/I_1). */
static void the_generator_is_that_of_the_body(void **state)
{
    const double x[3] = {0.5, -1, 2}, I[3] = {1, 2, 4}, a = 0.75, h = 0.25;
    double drift[9], first[9], second[9];
    ref_exact_step step;
    (void)state;
    take(&step, "case id=a system=rigid-body scheme=tmk inertia=1,2,4 lin=0,0,0.75 h=0.25 steps=1 "
                "x=0.5,-1,2 dw=0");
    powers(drift, first, second, &step);
    const double turn = h * x[1] * x[2] * (1 / I[2] - 1 / I[1]);
    assert_lt(fabs(drift[0] - turn), 1e-15);
    assert_lt(fabs(first[0] - (turn - h * a * a * x[0] / 2)), 1e-15);
    assert_lt(fabs(first[2] - h * x[0] * x[1] * (1 / I[1] - 1 / I[0])), 1e-15);
    /* x_3^2 is the last function */
    const double square = 2 * x[2] * h * x[0] * x[1] * (1 / I[1] - 1 / I[0]);
    assert_lt(fabs(first[8] - square), 1e-15);
    /* |x|^2 is a Casimir: functions 3, 6 and 8 */
    assert_lt(fabs(first[3] + first[6] + first[8]), 1e-15);
    assert_lt(fabs(second[3] + second[6] + second[8]), 1e-15);
    put_back(&step);
}

/* Of the linear equation dx = a x cross e_3 o dW alone L^2 x_1 = a^4 x_1/4. */
static void the_square_of_the_generator_is_that_of_a_turn(void **state)
{
    double drift[9], first[9], second[9];
    ref_exact_step step;
    (void)state;
    take(&step, "case id=a system=rigid-body scheme=tmk inertia=1,1,1 lin=0,0,0.75 h=0.25 steps=1 "
                "x=0.6,0,0.8 dw=0");
    powers(drift, first, second, &step);
    assert_lt(fabs(second[0] - pow(0.75, 4) / 4 * 0.6 * 0.0625), 1e-15);
    assert_lt(fabs(second[2]), 1e-15);
    put_back(&step);
}

/* Of the same turn the Cayley map, by an angle u - u^3/12 + ..., u = a dW, for u: e = a^4 h^2 times
 * x/4 of x_1 and of x_1 x_3, times x^2/2 of x_1^2 and, negated, of x_2^2; at x = (0.6, 0, 0.8).
 * (The body is so heavy that it does not turn by itself.) */
static void the_coefficient_of_a_turn_is_known(void **state)
{
    const double a = 0.75, known = pow(a, 4) * sqrt(0.0225 + 0.0144 + 2 * 0.0324);
    const prop_subject *subjects[] = {&prop_subject_ref, &prop_subject_fast};
    slp_case c;
    slp_error err;
    (void)state;
    slp_case_init(&c);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=rigid-body scheme=isospectral-midpoint "
                       "inertia=0x1p40,0x1p40,0x1p40 lin=0,0,0.75 h=0.125 steps=1 x=0.6,0,0.8 dw=0",
                       1, &err),
        SLP_OK);
    for (size_t k = 0; k < 2; k++) {
        prop_errors_of errors;
        prop_finding found;
        assert_int_equal(prop_weak_errors(&errors, &found, subjects[k], &c), PROP_HELD);
        const prop_slope slope = prop_slope_of(errors.error, PROP_QUARTERS, errors.least);
        const double near = k ? 1e-2 : 1e-6, found_one = slope.coefficient / errors.h / errors.h;
        assert_lt(fabs(slope.at - 2), near);
        if (!(fabs(found_one / known - 1) < near))
            fail_msg("%zu: %.9g, not %.9g", k, found_one, known);
    }
    slp_case_clear(&c);
}

static void slopes_are_those_above_roundings(void **state)
{
    double error[PROP_SIZES];
    (void)state;
    for (size_t i = 0; i < PROP_SIZES; i++) error[i] = 3 * pow(0.25, 2 * (double)i);
    prop_slope slope = prop_slope_of(error, 2, 1e-12);
    assert_lt(fabs(slope.at - 2), 1e-12);
    assert_lt(slope.deviation, 1e-12);
    assert_lt(fabs(slope.coefficient - 3), 1e-12);
    assert_true(slope.pair == PROP_SIZES - 2);
    for (size_t i = 0; i < PROP_SIZES; i++) error[i] += pow(0.25, 3 * (double)i);
    slope = prop_slope_of(error, 2, 1e-12);
    assert_lt(fabs(slope.at - 2), 2 * slope.deviation);
    assert_lt(slope.deviation, 0.01);
    error[4] = error[5] = 1e-4; /* a plateau */
    slope = prop_slope_of(error, 2, 2e-4);
    assert_true(slope.pair == 2);
    assert_lt(fabs(slope.at - 2), 0.05);
    assert_true(prop_slope_of(error, 2, 0.1).pair == PROP_SIZES);
    error[1] = NAN;
    assert_true(prop_slope_of(error, 2, 1e-12).pair == PROP_SIZES);
}

/* The binary64 path with an error 0.05 |x| (h/h_0)^power in one step, of one sign or of that of the
 * first increment; h_0 is the largest h asked. */
typedef struct slowed {
    double power, largest;
    bool odd;
} slowed;

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    slowed *own = self->own;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    double size = 0;
    for (size_t i = 0; i < c->d; i++) size = hypot(size, c->x[i]);
    own->largest = fmax(own->largest, c->h);
    const double sign = own->odd && c->dw[0] < 0 ? -1 : 1;
    if (became == PROP_ANSWERED)
        r->y.at[0] += sign * 0.05 * size * pow(c->h / own->largest, own->power);
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* How many of three decided cases are refused; 4 where fewer are decided. */
static size_t refusals(const char *law, const char *system, const char *scheme, double power,
                       bool odd)
{
    enum { CASES = 3, SEEDS = 60 };
    slowed own = {power, 0, odd};
    prop_subject subject = {.name = "slowed", .answer = answer, .has = has, .own = &own};
    prop_item item = {.law = prop_law_find(law),
                      .system = slp_system_find(system),
                      .scheme = slp_scheme_find(scheme),
                      .subject = &subject};
    size_t refused = 0, tried = 0;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t seed = 1; tried < CASES && seed < SEEDS; seed++) {
        slp_draw from;
        prop_finding found;
        slp_draw_init(&from, prop_stream(&item, seed), 0);
        if (!prop_draw(&c, &from, &item, 0)) continue;
        own.largest = 0;
        const prop_outcome outcome = prop_apply_law(&found, &item, &c);
        refused += outcome == PROP_FAILED;
        tried += outcome != PROP_SKIPPED;
    }
    slp_case_clear(&c);
    return tried == CASES ? refused : CASES + 1;
}

/* Weak errors h^1.75 for h^2; errors of the increments' sign h^1.25 for h^1.5. */
static void orders_short_by_a_quarter_are_refused(void **state)
{
    static const struct {
        const char *law, *system, *scheme;
        double power;
        bool odd;
    } pairs[] = {{"weak-order", "rigid-body", "tmk", 1.75, false},
                 {"weak-order", "heavy-top", "variational-exp", 1.75, false},
                 {"weak-order", "rigid-body-n", "tmk", 1.75, false},
                 {"weak-order", "zeitlin-sphere", "trapezoidal", 1.75, false},
                 {"weak-order", "sine-euler", "rkmk-heun-exp", 1.75, false},
                 {"weak-order", "rigid-body", "rkmk-rk4-exp", 1.75, false},
                 {"strong-order", "rigid-body", "implicit-midpoint", 1.25, true},
                 {"strong-order", "heavy-top", "rkmk-heun-exp", 1.25, false},
                 {"strong-order", "canonical", "midpoint", 1.25, true},
                 {"strong-order", "rigid-body", "rkmk-rk4-exp", 2.25, true}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const size_t short_of =
            refusals(pairs[i].law, pairs[i].system, pairs[i].scheme, pairs[i].power, pairs[i].odd);
        if (short_of != 3)
            fail_msg("%s on %s/%s: %zu of 3 refused", pairs[i].law, pairs[i].system,
                     pairs[i].scheme, short_of);
        assert_int_equal(refusals(pairs[i].law, pairs[i].system, pairs[i].scheme, INFINITY, false),
                         0);
    }
}

/* Noise of 1e-9 shifts no mean by more than the drift leaves: nothing wrong would be seen. */
static void what_would_not_be_seen_is_not_held(void **state)
{
    prop_item item = {.law = prop_law_find("weak-order"),
                      .system = slp_system_find("rigid-body"),
                      .scheme = slp_scheme_find("tmk"),
                      .subject = &prop_subject_fast};
    slp_case c;
    slp_error err;
    (void)state;
    for (int faint = 0; faint < 2; faint++) {
        prop_finding found;
        char line[200];
        snprintf(line, sizeof line,
                 "case id=a system=rigid-body scheme=tmk inertia=1,2,4 lin=0,%s,%s h=0.125 steps=1 "
                 "x=0.5,-1,1 dw=0",
                 faint ? "1e-9" : "0.2", faint ? "2e-9" : "0.3");
        slp_case_init(&c);
        assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
        assert_int_equal(prop_apply_law(&found, &item, &c), faint ? PROP_SKIPPED : PROP_HELD);
        if (faint) assert_non_null(strstr(found.note, "would not be seen"));
        slp_case_clear(&c);
    }
}

/* On the sphere, where the energy moves nothing: two noises a.x e_1 and b.x e_2 leave an area of
 * mean square h^2/4 |x cross a b e_3|^2.  One noise c x_3 leaves nothing that increments do not
 * say; Ito's rule for it is off by h |(x cross c e_3) cross c e_3|/2 in the mean. */
static void what_a_step_leaves_is_known(void **state)
{
    static const struct {
        const char *text;
        double weak, strong, power, term;
    } known[] = {{"scheme=tmk inertia=1,1,1 lin=0.5,0,0,0,0.25,0", 1, 0.5, 1, 0.0375},
                 {"scheme=heun inertia=1,2,4 lin=0,0,0.75", 1, 1, 1.5, 0},
                 {"scheme=rkmk-euler-exp inertia=1,2,4 quad=0.5,0.25,0.75", 1, 0.5, 1, 0},
                 {"scheme=euler inertia=1,1,1 lin=0,0,0.75", 0, 0, 1, 0.16875}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ref_exact_step step;
        char line[200];
        prop_orders orders;
        snprintf(line, sizeof line,
                 "case id=a system=rigid-body %s h=0.25 steps=1 x=0.6,0,0.8 dw=0%s", known[i].text,
                 i == 0   ? ",0"
                 : i == 2 ? ",0,0"
                          : "");
        take(&step, line);
        assert_true(prop_orders_by_nodes(&orders, step.c));
        assert_true(orders.weak == known[i].weak);
        assert_true(orders.strong == known[i].strong);
        assert_true(orders.power == known[i].power);
        if (known[i].term > 0) assert_lt(fabs(orders.strong_term / known[i].term - 1), 1e-4);
        put_back(&step);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_integrate_degree_five),
        cmocka_unit_test(the_generator_is_that_of_the_body),
        cmocka_unit_test(the_square_of_the_generator_is_that_of_a_turn),
        cmocka_unit_test(the_coefficient_of_a_turn_is_known),
        cmocka_unit_test(slopes_are_those_above_roundings),
        cmocka_unit_test(what_would_not_be_seen_is_not_held),
        cmocka_unit_test(orders_short_by_a_quarter_are_refused),
        cmocka_unit_test(what_a_step_leaves_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
