/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles answer like a port: paths of every model and of each number of vortices take two steps
 * with increments that are given, large ones, and the judge, who knows the reference alone, must
 * pass each.  A case has as many noises as a kernel takes of its kind, amplitudes of either sign,
 * states are tiny and huge, and there are as many paths as fill a vector and half of one more.  Nor
 * may they pass because vectors leave every path to the single-step path. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "oracle/judge/judge.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 2, PATHS = 13, MOST_D = FAST_ENSEMBLE_CHANNELS, LONGEST_LINE = 1 << 12 };

#define SPINS                                                                                      \
    "system=spins bonds=1:2,4:3,2:3,1:4,2:4 exchange=1,-0.5,0.75,0.25,-0.3 "                       \
    "dmi=0.1,-0.2,0.3,0.2,0.1,-0.25,0,0.3,-0.1,-0.4,0.1,0.2,0.1,0.2,0 field=0.3,-0.2,0.5 "         \
    "anisotropy=-0.3,0.25,0.75,-0.5"

static const struct model {
    const char *fields, *scheme;
    size_t d, M;
    double h, noise;
    int exponent; /* states are 2^exponent times as long */
} models[] = {
    {"system=rigid-body inertia=2,1,0.625 quad=-0.3,0.2,-0.125 "
     "lin=0.2,-0.1,0.3,-0.25,0.125,0.5,0,0.1,-0.4,0.1,0.1,-0.1",
     "isospectral-midpoint", 3, 7, 0.125, 0.25, 0},
    {"system=rigid-body inertia=1,2,3", "isospectral-midpoint", 3, 0, 0.5, 0, 0},
    {"system=heavy-top inertia=4,0.5,1 chi=0.25,-0.5,1 "
     "noise=0.1,-0.2,0.3,-0.25,0.5,0.75,-0.2,0.3,0.1,-0.4,0.5,-0.125,0.25,-0.3,0,0.2,0,0."
     "1,0,-0.5,0.25",
     "variational-cayley", 6, 3, 0.125, 0.25, 0},
    {"system=heavy-top inertia=4,0.5,1 chi=0.25,-0.5,1 "
     "noise=0.1,-0.2,0.3,-0.25,0.5,0.75,-0.2,0.3,0.1,-0.4,0.5,-0.125,0.25,-0.3,0,0.2,0,0."
     "1,0,-0.5,0.25",
     "isospectral-midpoint", 6, 3, 0.125, 0.25, 0},
    {"system=heavy-top inertia=1,2,3 chi=0,0,1", "isospectral-midpoint", 6, 0, 0.25, 0, 0},
    {"system=point-vortices gamma=2,-1.5", "isospectral-midpoint", 6, 0, 1, 0, 0},
    {"system=point-vortices gamma=1,-0.5,2 quad=0.3,-0.2,0.4", "isospectral-midpoint", 9, 3, 0.25,
     0.25, 0},
    {"system=point-vortices gamma=1,-0.5,2,0.75 quad=-0.3,0.2,0.4", "isospectral-midpoint", 12, 3,
     0.125, 0.25, 0},
    {"system=point-vortices gamma=1,-0.5,2,0.75,-1.25 quad=0.1,-0.2,0.5", "isospectral-midpoint",
     15, 3, 0.125, 0.25, 0},
    {"system=point-vortices gamma=1,-0.5,2,0.75,-1.25,0.5 quad=0.5,0.2,-0.4",
     "isospectral-midpoint", 18, 3, 0.125, 0.25, 0},
    {"system=point-vortices gamma=1,-0.5,2,0.75,-1.25,0.5,1.5 quad=0.25,-0.375,0.5",
     "isospectral-midpoint", 21, 3, 0.125, 0.25, 0},
    {"system=point-vortices gamma=1,-0.5,2,0.75,-1.25,0.5,1.5,-0.75 quad=-0.5,0.25,0.125",
     "isospectral-midpoint", 24, 3, 0.125, 0.25, 0},
    {"system=rigid-body inertia=2,1,0.625 quad=-0.3,0.2,-0.125 "
     "lin=0.2,-0.1,0.3,0,0,0,-0.25,0.125,0.5",
     "splitting-lie", 3, 6, 1, 0.25, 0},
    {"system=rigid-body inertia=1,0.5,0.375 lin=1,-0.75,0.5,-0.25,0.125,0.5", "splitting-strang", 3,
     2, 2, 1.5, 0},
    {"system=rigid-body inertia=1,0.5,0.375", "splitting-strang", 3, 0, 1.5, 0, 0},
    {"system=rigid-body inertia=1,2,3", "splitting-strang", 3, 0, 0x1p-401, 0, 400},
    {SPINS " noise=-0.25 damping=0.5", "isospectral-midpoint", 12, 12, 0.0625, 0.25, 0},
    {SPINS " noise=0.5", "isospectral-midpoint", 12, 12, 0.125, 0.25, 0},
    {SPINS " noise=-0.25 damping=0.5", "sib", 12, 12, 0.0625, 0.25, 0},
    {SPINS, "sib", 12, 0, 0.25, 0, 0},
    {"system=rigid-body inertia=1,2,3", "isospectral-midpoint", 3, 0, 0x1p499, 0, -500},
    {"system=rigid-body inertia=1,2,3", "isospectral-midpoint", 3, 0, 0x1p-401, 0, 400},
    {"system=point-vortices gamma=1,-0.5,2", "isospectral-midpoint", 9, 0, 0x1p-502, 0, -500},
    {"system=point-vortices gamma=1,-0.5,2", "isospectral-midpoint", 9, 0, 0x1p398, 0, 400}};
enum { MODELS = sizeof models / sizeof *models };

/* On a spiral from pole to pole, places of eight vortices far from each other; moved a little from
 * path to path. */
static double place(size_t i, size_t path)
{
    const double turn = 2.4 * (double)(i / 3) + 0.3, height = 0.875 - 0.25 * (double)(i / 3);
    const double at[3] = {sqrt(1 - height * height) * cos(turn),
                          sqrt(1 - height * height) * sin(turn), height};
    return at[i % 3] + 0.03 * sin(1.1 * (double)(i + 5 * path));
}

static void list(FILE *to, const char *key, const double *at, size_t count)
{
    for (size_t i = 0; i < count; i++) fprintf(to, "%s%a", i ? "," : key, at[i]);
}

static void build(slp_case *c, const struct model *m, const double *x, const double *dw)
{
    char line[LONGEST_LINE];
    slp_error err;
    FILE *to = fmemopen(line, sizeof line, "w");
    assert_non_null(to);
    fprintf(to, "case id=path %s scheme=%s h=%a steps=1", m->fields, m->scheme, m->h);
    list(to, " x=", x, m->d);
    list(to, " dw=", dw, m->M);
    assert_int_equal(fclose(to), 0);
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) {
        slp_error_print(stderr, "path", &err);
        fail();
    }
}

/* Coordinate i of path p at rows[i PATHS + p]. */
static void column(double *out, const double *rows, size_t count, size_t path)
{
    for (size_t i = 0; i < count; i++) out[i] = rows[i * PATHS + path];
}

static bool passes(const struct model *m, const double *before, const double *dW,
                   const double *after, size_t path)
{
    double x[MOST_D], dw[FAST_ENSEMBLE_CHANNELS], y[MOST_D];
    slp_case c;
    slp_result r;
    slp_verdict v;
    column(x, before, m->d, path);
    column(y, after, m->d, path);
    column(dw, dW, m->M, path);
    build(&c, m, x, dw);
    slp_result_init(&r);
    r.y = (slp_numbers){m->d, y};
    slp_judge(&v, &c, &r);
    if (v.kind != SLP_VERDICT_PASS)
        fprintf(stderr, "%s, path %zu: %s, ratio %g of %g\n", m->fields, path,
                slp_verdict_word(v.kind), v.ratio, v.bound);
    slp_case_clear(&c);
    return v.kind == SLP_VERDICT_PASS;
}

/* Whether every path has the bits of the single-step path: then each lane was given up by its
 * vector, and stepped alone. */
static bool stepped_alone(const struct model *m, const fast_system *sys, const double *before,
                          const double *dW, const double *after)
{
    const fast_scheme *scheme = fast_scheme_find(m->scheme);
    double *room = calloc(fast_step_work_size(scheme, sys), sizeof *room);
    bool all = true;
    assert_non_null(room);
    for (size_t p = 0; p < PATHS; p++) {
        double x[MOST_D], dw[FAST_ENSEMBLE_CHANNELS], y[MOST_D];
        column(x, before, m->d, p);
        column(y, after, m->d, p);
        column(dw, dW, m->M, p);
        assert_int_equal(fast_step(x, NULL, scheme, sys, x, m->h, dw, room), SLP_OK);
        all = all && memcmp(x, y, m->d * sizeof *x) == 0;
    }
    free(room);
    return all;
}

static void every_path_passes(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t k = 0; k < MODELS; k++) {
        const struct model *m = &models[k];
        double x[MOST_D * PATHS], before[MOST_D * PATHS], dW[FAST_ENSEMBLE_CHANNELS * PATHS],
            first[MOST_D], none[FAST_ENSEMBLE_CHANNELS] = {0};
        slp_case c;
        slp_error err;
        fast_system *sys;
        for (size_t i = 0; i < m->d; i++)
            for (size_t p = 0; p < PATHS; p++) x[i * PATHS + p] = ldexp(place(i, p), m->exponent);
        column(first, x, m->d, 0);
        build(&c, m, first, none);
        assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
        assert_int_equal(fast_system_M(sys), m->M);
        assert_true(fast_ensemble_by_kernel(fast_scheme_find(m->scheme), sys));
        const fast_ensemble run = {.paths = PATHS,
                                   .seed = 1,
                                   .h = m->h,
                                   .ell = 0,
                                   .steps = 1,
                                   .threads = 3,
                                   .scheme = fast_scheme_find(m->scheme)};
        for (int s = 0; s < STEPS; s++) {
            for (size_t i = 0; i < m->M * PATHS; i++)
                dW[i] = m->noise * sin(1.9 * (double)i + 0.7 + s);
            memcpy(before, x, sizeof x);
            assert_int_equal(fast_ensemble_follow(x, NULL, sys, &run, dW, 0), SLP_OK);
            if (stepped_alone(m, sys, before, dW, x)) {
                fprintf(stderr, "%s: no vector took its step\n", m->fields);
                wrong++;
            }
            /* both ends of the first thread's share, of the last one's, and the middle */
            const size_t asked[] = {0, PATHS / 3 - 1, PATHS / 2, PATHS - 1};
            for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
                wrong += !passes(m, before, dW, x, asked[i]);
        }
        fast_system_free(sys);
        slp_case_clear(&c);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_path_passes)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
