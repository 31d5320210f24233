/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix systems on which trajectories are tried. */
#include "tests/support/cmocka.h"

#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double path_trial_uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1;
}

double *path_trial_numbers(size_t count)
{
    double *p = calloc(count ? count : 1, sizeof *p);
    assert_non_null(p);
    return p;
}

double path_trial_norm(const path_trial *t, const double *v, const double *w)
{
    const size_t d = t->c.d, once = t->c.system->algebra == SLP_SUN ? (size_t)sqrt((double)d) : 0;
    double sum = 0;
    for (size_t i = 0; i < d; i++) {
        const double a = v[i] - (w ? w[i] : 0);
        sum += (i < once ? 1 : 2) * a * a;
    }
    return sqrt(sum);
}

/* Uniform coordinates, those of a diagonal without their mean, to the length 1. */
static void state(path_trial *t)
{
    const size_t d = t->c.d, once = t->c.system->algebra == SLP_SUN ? (size_t)sqrt((double)d) : 0;
    double *x = path_trial_numbers(d), mean = 0;
    for (size_t i = 0; i < d; i++) x[i] = path_trial_uniform(&t->seed);
    for (size_t i = 0; i < once; i++) mean += x[i] / (double)once;
    for (size_t i = 0; i < once; i++) x[i] -= mean;
    const double size = path_trial_norm(t, x, NULL);
    for (size_t i = 0; i < d; i++) x[i] /= size;
    slp_case_set_x(&t->c, x, d);
    free(x);
}

void path_trial_open(path_trial *t, const char *system, size_t n, bool noise, double h,
                     uint64_t seed)
{
    slp_error err;
    const double size = (double)n, amp = 0.2, modes[] = {1, 1, 1, -1, 1, 0};
    memset(t, 0, sizeof *t);
    slp_case_init(&t->c);
    t->seed = seed;
    t->c.id = strdup("path-1");
    t->c.system = slp_system_find(system);
    t->c.scheme = slp_scheme_find("isospectral-midpoint");
    t->c.h = h;
    t->c.steps = 1;
    assert_non_null(t->c.system);
    assert_int_equal(slp_case_set_param(&t->c, "n", &size, 1, &err), SLP_OK);
    const bool body = t->c.system->algebra == SLP_SON, torus = !strcmp(system, "sine-euler");
    if (noise)
        assert_int_equal(slp_case_set_param(&t->c, body ? "quad" : "amp", &amp, 1, &err), SLP_OK);
    if (noise && torus)
        assert_int_equal(slp_case_set_param(&t->c, "modes", modes, 6, &err), SLP_OK);
    assert_int_equal(t->c.system->shape(&t->c, &err), SLP_OK);
    state(t);
    double *dW = path_trial_numbers(t->c.M);
    slp_case_set_dw(&t->c, dW, t->c.M);
    free(dW);
    assert_int_equal(slp_case_check(&t->c, &err), SLP_OK);
    assert_int_equal(fast_system_new(&t->sys, &t->c, &err), SLP_OK);
    t->rule = fast_scheme_find("isospectral-midpoint");
    t->room = path_trial_numbers(fast_step_work_size(t->rule, t->sys));
}

void path_trial_close(path_trial *t)
{
    fast_system_free(t->sys);
    slp_case_clear(&t->c);
    free(t->room);
}

void path_trial_increments(double *dW, path_trial *t)
{
    for (size_t i = 0; i < t->c.M; i++)
        dW[i] = sqrt(3 * fabs(t->c.h)) * path_trial_uniform(&t->seed);
}
