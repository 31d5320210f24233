/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Polynomials on the binary64 path: drawn ones, with areas and without, pass the judge on every
 * algebra and scheme; the
 * energy and its gradient fit each other; monomials that several terms have, and powers, weights
 * and noises are as defined; terms that cancel lose nothing.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "fast/system/polynomial.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/judge/judge.h"
#include "tests/support/drawn_polynomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EACH = 4, HIGHEST = 8, MOST_COORDINATES = 40 };

static slp_verdict_kind judged(const slp_case *c)
{
    slp_error err;
    slp_verdict v;
    slp_result answer;
    fast_system *sys;
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    assert_int_equal(fast_system_d(sys), c->d);
    assert_int_equal(fast_system_M(sys), c->M);
    double *work = malloc(fast_step_work_size(scheme, sys) * sizeof *work);
    slp_result_init(&answer);
    answer.y = (slp_numbers){c->d, calloc(c->d, sizeof(double))};
    answer.error = fast_step(answer.y.at, NULL, scheme, sys, c->x, c->h, c->dw, work);
    slp_judge(&v, c, &answer);
    slp_result_clear(&answer);
    free(work);
    fast_system_free(sys);
    return v.kind;
}

static void every_algebra_and_scheme_passes(void **unused)
{
    size_t passed = 0, unable = 0, areas = 0;
    (void)unused;
    for (size_t i = 0; slp_algebra_kind_at(i); i++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            const slp_scheme *scheme = slp_scheme_at(k);
            if (!(scheme->applies & (unsigned)slp_algebra_kind_at(i)->algebra)) continue;
            for (uint64_t number = 0; number < EACH; number++) {
                slp_draw from;
                slp_case *c;
                slp_draw_init(&from, 91, number + EACH * k);
                drawn_polynomial(&c, i, scheme->name, number ? HIGHEST : 4, &from);
                if (number % 2) assert_int_equal(slp_draw_areas(c, number), SLP_OK);
                areas += c->areas > 0;
                const slp_verdict_kind kind = judged(c);
                if (kind != SLP_VERDICT_PASS && kind != SLP_VERDICT_UNABLE)
                    fail_msg("%s on %s, draw %llu: verdict %d", scheme->name, c->system->name,
                             (unsigned long long)number, (int)kind);
                passed += kind == SLP_VERDICT_PASS;
                unable += kind == SLP_VERDICT_UNABLE;
                slp_case_free(c);
            }
        }
    print_message("# %zu steps passed, %zu unable, %zu with areas\n", passed, unable, areas);
    assert_gt(areas, 100);
    assert_gt(passed, 400);
    assert_lt(20 * unable, passed);
}

/* The case of a line, and its system. */
static void open_line(fast_system **sys, slp_case *c, const char *line)
{
    slp_error err;
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) fail_msg("%s: %s", err.field, err.text);
    assert_int_equal(fast_system_new(sys, c, &err), SLP_OK);
}

/* high + low of the generator, component i, at c's h, dW and x. */
static long double generator_at(const fast_system *sys, const slp_case *c, size_t i)
{
    double xi[MOST_COORDINATES], low[MOST_COORDINATES];
    double *frozen = calloc(sys->table->frozen_size(sys) + 1, sizeof *frozen);
    sys->table->freeze(frozen, sys, c->h, c->dw);
    sys->table->generator(xi, low, sys, frozen, c->x, NULL);
    free(frozen);
    return (long double)xi[i] + low[i];
}

/* H_0 = 3 x_1 x_2^2 - x_3^4/2 + x_1^8, H_1 = 5 x_1 x_2^2 + x_3, H_3 = x_2, H_2 = 0;
 * x = (2, 3, 1/2),
 * h = 1/2, dW = (1/4, 8, 2):
 *   Xi_1 = (3 h + 5 dW_1) x_2^2 + 8 h x_1^7     = 2.75 * 9 + 512   = 536.75
 *   Xi_2 = 2 (3 h + 5 dW_1) x_1 x_2 + dW_3      = 2 * 2.75 * 6 + 2 = 35
 *   Xi_3 = -2 h x_3^3 + dW_1                    = -1/8 + 1/4       = 1/8
 *   H_0  = 3 * 2 * 9 - 1/32 + 256               = 309.96875 */
static void terms_by_hand(void **unused)
{
    fast_system *sys;
    slp_case c;
    (void)unused;
    open_line(&sys, &c,
              "case id=a system=polynomial scheme=tmk algebra=so3 "
              "terms=0:3:2.1.2,0:-0.5:3.3.3.3,1:2:1.2.2,1:1:3,3:1:2,1:3:2.2.1,0:1:1.1.1.1.1.1.1.1 "
              "h=0.5 steps=1 x=2,3,0.5 dw=0.25,8,2");
    assert_true(generator_at(sys, &c, 0) == 536.75L);
    assert_true(generator_at(sys, &c, 1) == 35);
    assert_true(generator_at(sys, &c, 2) == 0.125L);
    assert_true(fast_energy(sys, c.x) == 309.96875);
    assert_int_equal(fast_casimir_count(sys), 1);
    fast_system_free(sys);
    slp_case_clear(&c);
    /* weights 2 and -4 of two vectors; H_0 = 6 x_2 x_5 */
    open_line(&sys, &c,
              "case id=a system=polynomial scheme=tmk algebra=su2 size=2 weights=2,-4 "
              "terms=0:6:5.2 h=0.5 steps=1 x=0,3,4,0,5,12");
    assert_true(generator_at(sys, &c, 1) == 3 * 5 / 2.0L);
    assert_true(generator_at(sys, &c, 4) == 3 * 3 / -4.0L);
    assert_true(generator_at(sys, &c, 0) == 0);
    fast_system_free(sys);
    slp_case_clear(&c);
    /* su(2): w = 1, 1, 2, 2; sp(2): a, b, c of weights 2, 1, 1 */
    open_line(&sys, &c,
              "case id=a system=polynomial scheme=tmk algebra=su size=2 terms=0:1:1.1,0:1:3.4 "
              "h=1 steps=1 x=0.5,-0.5,2,3");
    assert_true(generator_at(sys, &c, 0) == 1);
    assert_true(generator_at(sys, &c, 2) == 1.5L);
    assert_true(generator_at(sys, &c, 3) == 1);
    fast_system_free(sys);
    slp_case_clear(&c);
    open_line(&sys, &c,
              "case id=a system=polynomial scheme=tmk algebra=sp size=2 terms=0:1:1.1,0:1:2.3 "
              "h=1 steps=1 x=2,3,5");
    assert_true(generator_at(sys, &c, 0) == 2);
    assert_true(generator_at(sys, &c, 1) == 5);
    assert_true(generator_at(sys, &c, 2) == 3);
    fast_system_free(sys);
    slp_case_clear(&c);
}

/* 2^100 x_1 x_2 x_3 of drift and noise cancel, and x_3 x_1 of the drift is left: x_1 = 1 + 2^-52,
 * x_3 = 3, so Xi_2 = 0 and Xi_3 = h x_1, Xi_1 = h x_3, all exact. */
static void what_cancels_loses_nothing(void **unused)
{
    fast_system *sys;
    slp_case c;
    (void)unused;
    open_line(&sys, &c,
              "case id=a system=polynomial scheme=tmk algebra=so3 "
              "terms=0:0x1p100:1.2.3,1:-0x1p99:3.2.1,0:1:1.3 h=0.5 steps=1 "
              "x=0x1.0000000000001p0,0x1.5555555555555p-2,3 dw=1");
    assert_true(generator_at(sys, &c, 0) == 1.5L);
    assert_true(generator_at(sys, &c, 1) == 0);
    assert_true(generator_at(sys, &c, 2) == 0.5L * c.x[0]);
    fast_system_free(sys);
    slp_case_clear(&c);
}

/* With areas A and all increments 0 Xi is A grad B, B = <x, [grad H_1, grad H_2]>.
 * so3, x_2^2 and x_3: B = 2 x_2 x_1.  su2 of weight -4: x_3 (e_1 x e_2)/(-4), over -4 once more.
 * se3, x_1 and x_5: B = x_6.  plane, x_1 x_2 and x_1: B = x_1.  so(4), X_12 and X_13: B = -X_23.
 * su(2), x_3 and x_4, of weight 2 each: B = 2 x_1/4 - 2 x_2/4.
 * sp(2), x_2 and x_3, entries b and c: [e_2, e_3] = ((1, 0), (0, -1)), so B = 2 x_1, over 2.
 * Of four noises A_14 is the third area.  (1 + 2^-52)^2 of a bracket is kept with all its bits. */
static void areas_by_hand(void **unused)
{
    static const struct {
        const char *kind, *terms, *x, *noise;
        size_t at;
        double value;
    } known[] = {
        {"so3", "1:1:2.2,2:1:3", "2,3,5", "dw=0,0 area=1", 0, 6},
        {"so3", "1:1:2.2,2:1:3", "2,3,5", "dw=0,0 area=1", 1, 4},
        {"su2 size=1 weights=-4", "1:1:1,2:1:2", "2,3,5", "dw=0,0 area=1", 2, 1 / 16.0},
        {"se3", "1:1:1,2:1:5", "2,3,5,7,11,13", "dw=0,0 area=1", 5, 1},
        {"plane", "1:1:1.2,2:1:1", "2,3", "dw=0,0 area=1", 0, 1},
        {"so size=4", "1:1:1,2:1:2", "1,2,3,4,5,6", "dw=0,0 area=1", 3, -1},
        {"su size=2", "1:1:3,2:1:4", "1,-1,2,3", "dw=0,0 area=1", 0, 0.5},
        {"su size=2", "1:1:3,2:1:4", "1,-1,2,3", "dw=0,0 area=1", 1, -0.5},
        {"sp size=2", "1:1:2,2:1:3", "2,3,5", "dw=0,0 area=1", 0, 1},
        {"so3", "1:1:1,4:1:2", "2,3,5", "dw=0,0,0,0 area=0,0,1,0,0,0", 2, 1},
        {"so3", "1:0x1.0000000000001p0:1,2:0x1.0000000000001p0:2,3:-0x1.0000000000002p0:3", "2,3,5",
         "dw=0,0,1 area=1,0,0", 2, 0x1p-104},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char line[256];
        fast_system *sys;
        slp_case c;
        snprintf(line, sizeof line,
                 "case id=a system=polynomial scheme=tmk algebra=%s terms=%s h=1 steps=1 x=%s "
                 "%s",
                 known[i].kind, known[i].terms, known[i].x, known[i].noise);
        open_line(&sys, &c, line);
        const double got = (double)generator_at(sys, &c, known[i].at);
        if (got != known[i].value) fail_msg("%s: %g, not %g", line, got, known[i].value);
        fast_system_free(sys);
        slp_case_clear(&c);
    }
}

/* Sums for the processor's instruction set and those for all have the same bits. */
static void every_instruction_set_sums_alike(void **unused)
{
    (void)unused;
    for (size_t i = 0; slp_algebra_kind_at(i); i++)
        for (uint64_t number = 0; number < 2 * EACH; number++) {
            double xi[2][MOST_COORDINATES], low[2][MOST_COORDINATES];
            slp_draw from;
            slp_case *c;
            slp_error err;
            fast_system *sys;
            slp_draw_init(&from, 92, number);
            drawn_polynomial(&c, i, "implicit-midpoint", number % 2 ? HIGHEST : 2, &from);
            assert_int_equal(slp_draw_areas(c, number), SLP_OK);
            assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
            fast_polynomial *own = sys->own;
            double *frozen = calloc(sys->table->frozen_size(sys) + 1, sizeof *frozen);
            const fast_polynomial_sums *const sets[] = {own->sums, &fast_polynomial_sums_portable};
            for (size_t k = 0; k < 2; k++) {
                sets[k]->freeze(frozen, own, c->h, c->dw);
                sets[k]->rows(xi[k], low[k], own, frozen, c->x, 0, sys->d);
            }
            assert_memory_equal(xi[0], xi[1], sys->d * sizeof **xi);
            assert_memory_equal(low[0], low[1], sys->d * sizeof **low);
            free(frozen);
            fast_system_free(sys);
            slp_case_free(c);
        }
}

/* A constructor that is given what slp_case_check has not seen says so. */
static void unchecked_parameters_are_refused(void **unused)
{
    fast_system *sys;
    slp_case *c;
    slp_error err;
    const double beyond[] = {0, 1, 1, 4}, late[] = {2, 1, 1, 1};
    (void)unused;
    assert_int_equal(slp_case_new(&c, "polynomial-so3", "tmk", &err), SLP_OK);
    const double x[] = {1, 2, 3}, word = 0;
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(c, "algebra", &word, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(c, "terms", beyond, 4, &err), SLP_OK);
    assert_int_not_equal(fast_system_new(&sys, c, &err), SLP_OK);
    assert_null(sys);
    c->M = 1; /* another program's mistake: fewer noises than terms name */
    assert_int_equal(slp_case_set_param(c, "terms", late, 4, &err), SLP_OK);
    if (fast_system_new(&sys, c, &err) == SLP_OK) {
        assert_int_equal(fast_system_M(sys), 2);
        fast_system_free(sys);
    }
    slp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algebra_and_scheme_passes),
        cmocka_unit_test(terms_by_hand),
        cmocka_unit_test(areas_by_hand),
        cmocka_unit_test(what_cancels_loses_nothing),
        cmocka_unit_test(every_instruction_set_sums_alike),
        cmocka_unit_test(unchecked_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
