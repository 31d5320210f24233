/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles on increments that are given: the bits of a run that draws the same, on every kernel,
 * thread count and ragged number of paths; signs; truncation by the step that is taken. */
#include "oracle/contract/noise/noise.h"
#include "tests/fast/fast_bodies.h"
#include "tests/fast/fast_pairs.h"

#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { MOST = 67, STEPS = 5 };
static const size_t models[] = {0, 1, 2}; /* of fast_pair_open: body, top, vortices */

static double *ensemble(const fast_pair_system *p, size_t paths)
{
    double *x = malloc(p->c.d * paths * sizeof *x);
    for (size_t i = 0; i < p->c.d; i++)
        for (size_t k = 0; k < paths; k++)
            x[i * paths + k] = p->c.x[i] + fast_body_between((uint32_t)(50 + i), k, -0.2, 0.2);
    return x;
}

/* The increments of a run, as drawn: not truncated. */
static double *drawn(const fast_pair_system *p, fast_ensemble run)
{
    double *dw = malloc(p->c.M * run.steps * run.paths * sizeof *dw);
    run.ell = 0;
    assert_int_equal(fast_ensemble_increments(dw, (unsigned)p->c.M, &run), SLP_OK);
    return dw;
}

static fast_ensemble a_run(size_t paths, double h)
{
    return (fast_ensemble){.seed = 3,
                           .first_path = 1000,
                           .h = h,
                           .ell = 2,
                           .first_step = 3,
                           .steps = STEPS,
                           .threads = 1,
                           .paths = paths};
}

static void followed_is_what_is_drawn(void **state)
{
    static const size_t counts[] = {1, 8, 17, 64, MOST};
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        fast_pair_system p;
        fast_pair_open(&p, models[m]);
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            fast_ensemble run = a_run(counts[n], 0.0625);
            const size_t size = p.c.d * counts[n] * sizeof(double);
            double *want = ensemble(&p, counts[n]), *dw = drawn(&p, run);
            assert_int_equal(fast_ensemble_advance(want, NULL, p.sys, &run), SLP_OK);
            for (size_t k = 0; (run.kernel = fast_kernel_at(k)); k++)
                for (run.threads = 1; run.threads <= 3; run.threads++) {
                    double *x = ensemble(&p, counts[n]);
                    assert_int_equal(fast_ensemble_follow(x, NULL, p.sys, &run, dw, 0), SLP_OK);
                    assert_memory_equal(x, want, size);
                    free(x);
                }
            free(want);
            free(dw);
        }
        fast_pair_close(&p);
    }
}

/* At h = 0.8 increments are cut at sqrt(h) A_h = 0.85: by the run itself as by slp_truncate
 * beforehand. */
static void signs_negate_and_the_step_truncates(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        fast_pair_system p;
        fast_pair_open(&p, models[m]);
        fast_ensemble run = a_run(MOST, 0.8);
        run.steps = 1;
        const size_t M = p.c.M, size = p.c.d * MOST * sizeof(double);
        double *dw = drawn(&p, run), *other = malloc(M * MOST * sizeof *other);
        size_t cut = 0;
        for (unsigned signs = 0; signs < 1u << M; signs++) {
            for (size_t k = 0; k < M; k++)
                for (size_t i = k * MOST; i < (k + 1) * MOST; i++) {
                    other[i] = (signs >> k & 1 ? -1 : 1) * slp_truncate(dw[i], 0.8, 2);
                    cut += other[i] != dw[i] && other[i] != -dw[i];
                }
            double *x = ensemble(&p, MOST), *want = ensemble(&p, MOST);
            fast_ensemble plain = run;
            plain.ell = 0;
            assert_int_equal(fast_ensemble_follow(x, NULL, p.sys, &run, dw, signs), SLP_OK);
            assert_int_equal(fast_ensemble_follow(want, NULL, p.sys, &plain, other, 0), SLP_OK);
            assert_memory_equal(x, want, size);
            free(x);
            free(want);
        }
        assert_gt(cut, 0);
        free(dw);
        free(other);
        fast_pair_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followed_is_what_is_drawn),
        cmocka_unit_test(signs_negate_and_the_step_truncates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
