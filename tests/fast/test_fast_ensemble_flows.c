/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles of rigid bodies by splitting-lie and splitting-strang: the steps of the single-step
 * path, by short turns and by turns of any quadrant; the same bits from every kernel, thread count
 * and split, with paths that are stepped alone; lengths; the symmetry of splitting-strang. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 101, MOST = FAST_ENSEMBLE_NOISES };

static const char *const schemes[2] = {"splitting-lie", "splitting-strang"};

/* Parameters and h; all turns are below 4 from the states below, |x_i| <= 1. */
static const struct body {
    const char *parameters;
    double h;
    size_t linear;
} bodies[] = {
    {"inertia=2,1,0.7 quad=0.3,-0.2,0.4", 0x1p-6, 0},
    {"inertia=2,1,0.7 quad=0.3,-0.2,0.4 lin=0.1,0.3,-0.2,0,0,0,-0.4,0.1,0.2", 0x1p-6, 3},
    {"inertia=2,1,0.7 lin=0.1,0.3,-0.2,0.2,0.1,-0.1,0,0,0.5,-0.3,0,0,0,0.2,0,0.1,0.1,0.1,-0.2,0,0."
     "3,0.4,-0.1,0",
     0x1p-6, 8},
    {"inertia=2,1,0.7", 0x1p-6, 0},
    {"inertia=0.9,0.6,0.7 quad=0.1,-0.2,0.1", 2, 0},
    {"inertia=0.6,0.7,0.8 lin=0.9,-0.3,0.5,0.2,0.1,-1.1", 2, 2},
};
enum { BODIES = sizeof bodies / sizeof *bodies, SHORT_BODIES = 4 };

/* A number in [-1, 1) of its own for every (i, k). */
static double scattered(uint64_t i, uint64_t k)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15 + (k + 1) * 0xd1b54a32d192ed03;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9;
    return (double)(int64_t)(bits ^ bits >> 32) * 0x1p-63;
}

typedef struct subject {
    slp_case c;
    fast_system *sys;
    const fast_scheme *scheme;
    double start[3 * PATHS], x[3 * PATHS]; /* structure of arrays */
} subject;

static void open_body(subject *s, size_t body, const char *scheme)
{
    char line[1024];
    slp_error err;
    const bool quads = strstr(bodies[body].parameters, "quad");
    int end = snprintf(line, sizeof line,
                       "case id=a system=rigid-body scheme=tmk %s h=%a steps=1 x=1,0,0",
                       bodies[body].parameters, bodies[body].h);
    for (size_t k = 0; k < bodies[body].linear + (quads ? 3 : 0); k++)
        end += snprintf(line + end, sizeof line - (size_t)end, "%s0", k ? "," : " dw=");
    slp_case_init(&s->c);
    if (slp_case_parse(&s->c, line, 1, &err) || fast_system_new(&s->sys, &s->c, &err)) {
        slp_error_print(stderr, "body", &err);
        fail();
    }
    s->scheme = fast_scheme_find(scheme);
    assert_true(fast_ensemble_by_kernel(s->scheme, s->sys));
    for (size_t i = 0; i < 3; i++)
        for (size_t p = 0; p < PATHS; p++) s->start[i * PATHS + p] = scattered(i, p);
    memcpy(s->x, s->start, sizeof s->x);
}

static void close_body(subject *s)
{
    fast_system_free(s->sys);
    slp_case_clear(&s->c);
}

static fast_ensemble a_run(const subject *s, size_t steps)
{
    return (fast_ensemble){.paths = PATHS,
                           .seed = 3,
                           .first_path = 0xfffffff0,
                           .h = s->c.h,
                           .ell = 0.5,
                           .first_step = 5,
                           .steps = steps,
                           .threads = 1,
                           .scheme = s->scheme};
}

/* Path p of one step from s->start by the single-step path. */
static slp_status single(double y[3], const subject *s, size_t p)
{
    double from[3], dw[MOST], room[1024];
    const fast_ensemble run = a_run(s, 1);
    assert_le(fast_step_work_size(s->scheme, s->sys), 1024);
    for (size_t i = 0; i < 3; i++) from[i] = s->start[i * PATHS + p];
    for (uint32_t m = 0; m < s->c.M; m++)
        dw[m] =
            slp_truncate(slp_increment(run.h, run.seed, run.first_path + p, m, 0, run.first_step),
                         run.h, run.ell);
    return fast_step(y, NULL, s->scheme, s->sys, from, run.h, dw, room);
}

/* A turn by t has one rounding of size |x| <= 2 max|x_i|, at most 2u, and others of size |t x|: of
 * the angle 3, of sine, cosine and their products 4; so 2 + 14 |t| for each path, in u times
 * max|x_i|.  A later turn by t' makes it at most (1 + |t'|) times as large.  Short bodies: |t| <=
 * 2^-6 1.5 + 0.5 (2^-3 1.2) < 0.1 and up to 21 turns, of which the noises' do not depend on x: 2 *
 * 21 * 3.4 * 1.7 < 256.  Long ones: 3 to 5 turns by 4, or 9 whose halves are 2: 2 (58) 31 < 2^12 by
 * splitting-lie, and by splitting-strang at most 2 (58) 3^4 5 < 2^16. */
static void steps_are_those_of_the_single_path(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t body = 0; body < BODIES; body++) {
            const double allowed = body < SHORT_BODIES ? 256 : k ? 0x1p16 : 0x1p12;
            double worst = 0;
            subject s;
            fast_report report;
            open_body(&s, body, schemes[k]);
            const fast_ensemble run = a_run(&s, 1);
            assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run), SLP_OK);
            assert_true(report.failed == 0 && report.iterations == 0 && report.residual == 0);
            for (size_t p = 0; p < PATHS; p++) {
                double y[3];
                assert_int_equal(single(y, &s, p), SLP_OK);
                for (size_t i = 0; i < 3; i++) worst = fmax(worst, fabs(y[i] - s.x[i * PATHS + p]));
            }
            print_message("# %s, %s: %.2f u\n", schemes[k], bodies[body].parameters,
                          worst * 0x1p53);
            assert_le(worst, allowed * 0x1p-53);
            close_body(&s);
        }
}

/* States of all sizes: turns above 4, which are made alone, infinite ones, and no numbers. */
static void same_bits_however_they_are_computed(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t body = 0; body < BODIES; body++) {
            subject s;
            double want[3 * PATHS];
            bool first = true;
            open_body(&s, body, schemes[k]);
            for (size_t p = 0; p < PATHS; p++)
                for (size_t i = 0; i < 3; i++) {
                    if (p % 13 == 4) s.start[i * PATHS + p] *= 1e4;
                    if (p % 13 == 5) s.start[i * PATHS + p] *= 1e-300;
                    if (p % 13 == 6) s.start[i * PATHS + p] *= 8;
                    if (p % 13 == 7 && i == 1) s.start[i * PATHS + p] = p % 2 ? NAN : INFINITY;
                }
            for (size_t kernel = 0; fast_kernel_at(kernel); kernel++)
                for (unsigned threads = 1; threads <= 7; threads += 3) {
                    fast_ensemble run = a_run(&s, 1 + threads % 3);
                    fast_report report;
                    run.kernel = fast_kernel_at(kernel);
                    run.threads = threads;
                    memcpy(s.x, s.start, sizeof s.x);
                    fast_ensemble_advance(s.x, NULL, s.sys, &run);
                    run.first_step += run.steps;
                    run.steps = 5 - run.steps;
                    assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run),
                                     SLP_NO_CONVERGENCE);
                    if (first) memcpy(want, s.x, sizeof want);
                    first = false;
                    assert_int_equal(report.failed, 8);
                    for (size_t i = 0; i < 3 * PATHS; i++)
                        assert_true(i % PATHS % 13 == 7
                                        ? isnan(s.x[i])
                                        : memcmp(want + i, s.x + i, sizeof *want) == 0);
                }
            close_body(&s);
        }
}

/* A path with a turn above 4 has the bits of the single step. */
static void long_turns_are_made_alone(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t kernel = 0; fast_kernel_at(kernel); kernel++) {
            subject s;
            open_body(&s, 1, schemes[k]);
            for (size_t i = 0; i < 3 * PATHS; i++)
                if (i % PATHS % 5 == 2) s.x[i] = s.start[i] *= 1e6;
            fast_ensemble run = a_run(&s, 1);
            run.kernel = fast_kernel_at(kernel);
            assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
            for (size_t p = 2; p < PATHS; p += 5) {
                double y[3];
                assert_int_equal(single(y, &s, p), SLP_OK);
                for (size_t i = 0; i < 3; i++) assert_true(y[i] == s.x[i * PATHS + p]);
            }
            close_body(&s);
        }
}

/* Each turn moves |x|^2 by 2 x.e, |e| <= u max|x_i| a coordinate, so below 2 sqrt 3 u |x|^2 with up
 * to 21 turns a step: a walk of standard deviation below 2 u |x|^2 sqrt(21 n); 6 of them. */
static void lengths_walk(void **state)
{
    enum { N = 2048 };
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t body = 0; body < BODIES; body++) {
            double worst = 0;
            subject s;
            open_body(&s, body, schemes[k]);
            const fast_ensemble run = a_run(&s, N);
            assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
            for (size_t p = 0; p < PATHS; p++) {
                double before = 0, after = 0;
                for (size_t i = p; i < 3 * PATHS; i += PATHS) {
                    before += s.start[i] * s.start[i];
                    after += s.x[i] * s.x[i];
                }
                worst = fmax(worst, fabs(after - before) / before);
            }
            print_message("# %s: %.2f u sqrt(n)\n", schemes[k], worst * 0x1p53 / sqrt(N));
            assert_le(worst, 12 * sqrt(21.0 * N) * 0x1p-53);
            close_body(&s);
        }
}

/* splitting-strang over h and then over -h is the identity, splitting-lie is not: its defect is
 * h^2 times a commutator, about 2^-12 here.  Roundings: as for steps_are_those_of_the_single_path.
 */
static void back_again(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        double worst = 0;
        subject s;
        open_body(&s, 3, schemes[k]);
        fast_ensemble run = a_run(&s, 1);
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
        run.h = -run.h;
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
        for (size_t i = 0; i < 3 * PATHS; i++) worst = fmax(worst, fabs(s.x[i] - s.start[i]));
        assert_true(k ? worst <= 256 * 0x1p-53 : worst >= 0x1p-16);
        close_body(&s);
    }
}

static void refusals(void **state)
{
    subject s;
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        open_body(&s, 1, schemes[k]);
        fast_ensemble run = a_run(&s, 1);
        assert_string_equal(fast_ensemble_scheme(s.sys), "isospectral-midpoint");
        run.h = INFINITY;
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_DOMAIN);
        run.h = -0.125; /* no Wiener process runs backwards */
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_DOMAIN);
        run.h = 0.125;
        run.threads = 0;
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_INPUT);
        run.threads = 1;
        run.kernel = "abacus";
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_UNSUPPORTED);
        assert_memory_equal(s.x, s.start, sizeof s.x);
        close_body(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_single_path),
        cmocka_unit_test(same_bits_however_they_are_computed),
        cmocka_unit_test(long_turns_are_made_alone),
        cmocka_unit_test(lengths_walk),
        cmocka_unit_test(back_again),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
