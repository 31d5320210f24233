/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Long runs are short ones in a row: the state after 130 steps at once is, to the bit, that after
 * 130 runs of one step each, and so are the increments recorded on the way.  Of more paths than a
 * tile of any kernel holds (192), the last vector not full, from an odd step on (two steps share
 * the noise of a pair), on every kernel. */
#include "tests/fast/fast_bodies.h"
#include "tests/fast/fast_pairs.h"

#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { PATHS = 197, STEPS = 130 };
static const size_t models[] = {0, 1, 2}; /* of fast_pair_open: body, top, vortices */

static double *numbers(size_t count)
{
    double *p = malloc(count * sizeof *p);
    assert_non_null(p);
    return p;
}

/* The three models by the kernel that `run` names: x after run.steps steps and their increments,
 * from `from`. */
static void walk(double *x, double *dw, const double *from, const fast_pair_system *p,
                 fast_ensemble run, size_t stride)
{
    const size_t end = run.steps;
    memcpy(x, from, p->c.d * PATHS * sizeof *x);
    run.steps = stride;
    for (size_t s = 0; s < end; s += stride, run.first_step += stride) {
        assert_int_equal(fast_ensemble_advance(x, NULL, p->sys, &run), SLP_OK);
        assert_int_equal(fast_ensemble_increments(dw + s * p->c.M * PATHS, (unsigned)p->c.M, &run),
                         SLP_OK);
    }
}

static void long_runs_are_short_ones(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        fast_pair_system p;
        fast_pair_open(&p, models[m]);
        const size_t states = p.c.d * PATHS, increments = p.c.M * STEPS * PATHS;
        double *from = numbers(states), *x = numbers(states), *want = numbers(states),
               *dw = numbers(increments), *one = numbers(increments);
        for (size_t i = 0; i < p.c.d; i++)
            for (size_t k = 0; k < PATHS; k++)
                from[i * PATHS + k] =
                    p.c.x[i] + fast_body_between((uint32_t)(50 + i), k, -0.2, 0.2);
        fast_ensemble run = {.seed = 5,
                             .first_path = 77,
                             .h = 0x1p-6,
                             .ell = 2,
                             .first_step = 31,
                             .steps = STEPS,
                             .threads = 1,
                             .paths = PATHS};
        walk(want, one, from, &p, run, 1);
        for (size_t k = 0; (run.kernel = fast_kernel_at(k)); k++) {
            walk(x, dw, from, &p, run, STEPS);
            assert_memory_equal(x, want, states * sizeof *x);
            assert_memory_equal(dw, one, increments * sizeof *dw);
        }
        free(from);
        free(x);
        free(want);
        free(dw);
        free(one);
        fast_pair_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_runs_are_short_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
