/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles of spins, by isospectral-midpoint and by sib: the steps of the single-step path, for
 * every number of spins, every part of the energy and every channel; the same bits from every
 * kernel, thread count and split; slow and failing lanes; lengths and temperature; what has no
 * kernel. */
#include "oracle/contract/case/case.h"
#include "fast/ensemble/ensemble.h"
#include "oracle/contract/noise/noise.h"
#include "tests/support/cmocka.h"
#include "tests/support/depth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 43, SPINS = ENSEMBLE_SPINS_MOST, D = 3 * SPINS, LINE = 1 << 14 };

static const char *const schemes[2] = {"isospectral-midpoint", "sib"};

/* A number in [-1, 1) of its own for every (i, k). */
static double scattered(uint64_t i, uint64_t k)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15 + (k + 1) * 0xd1b54a32d192ed03;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9;
    return (double)(int64_t)(bits ^ bits >> 32) * 0x1p-63;
}

typedef enum parts { DMI = 1, FIELD = 2, AXIS = 4, NOISE = 8, DAMPING = 16, ALL = 31 } parts;

typedef struct subject {
    slp_case c;
    fast_system *sys;
    const fast_scheme *scheme;
    double *start, *x; /* structure of arrays */
} subject;

/* n spins, each bound to the next and every third one to the one after that, of which one bond
 * goes backwards; numbers of all parts differ. */
static void write_line(char *line, size_t n, unsigned has, double h)
{
    size_t bonds = 0, pairs[2 * SPINS][2];
    FILE *to = fmemopen(line, LINE, "w");
    assert_non_null(to);
    for (size_t i = 1; i < n; i++) {
        pairs[bonds][0] = i % 2 ? i : i + 1;
        pairs[bonds++][1] = i % 2 ? i + 1 : i;
        if (i % 3 == 0 && i + 2 <= n) {
            pairs[bonds][0] = i;
            pairs[bonds++][1] = i + 2;
        }
    }
    fprintf(to, "case id=spins system=spins scheme=tmk h=%a steps=1 bonds=", h);
    for (size_t b = 0; b < bonds; b++)
        fprintf(to, "%s%zu:%zu", b ? "," : "", pairs[b][0], pairs[b][1]);
    fputs(" exchange=", to);
    for (size_t b = 0; b < bonds; b++) fprintf(to, "%s%a", b ? "," : "", scattered(b, 1));
    if (has & DMI) fputs(" dmi=", to);
    for (size_t b = 0; has & DMI && b < 3 * bonds; b++)
        fprintf(to, "%s%a", b ? "," : "", 0.5 * scattered(b, 2));
    if (has & FIELD) fputs(" field=0.3,-0.7,0.5", to);
    if (has & AXIS) fputs(" anisotropy=-0.4,0.3,0.8,-0.5", to);
    if (has & NOISE) fputs(" noise=-0.3", to);
    if (has & DAMPING) fputs(" damping=0.4", to);
    for (size_t i = 0; i < 3 * n; i++) fprintf(to, "%s%a", i ? "," : " x=", scattered(i, 3));
    for (size_t i = 0; has & NOISE && i < 3 * n; i++) fputs(i ? ",0" : " dw=0", to);
    assert_int_equal(fclose(to), 0);
}

static void open_line(subject *s, const char *line, const char *scheme)
{
    slp_error err;
    slp_case_init(&s->c);
    if (slp_case_parse(&s->c, line, 1, &err) || fast_system_new(&s->sys, &s->c, &err)) {
        slp_error_print(stderr, "spins", &err);
        fail();
    }
    s->scheme = fast_scheme_find(scheme);
    s->start = malloc(s->c.d * PATHS * sizeof *s->start);
    s->x = malloc(s->c.d * PATHS * sizeof *s->x);
    assert_true(s->start && s->x);
    for (size_t i = 0; i < s->c.d; i++)
        for (size_t p = 0; p < PATHS; p++)
            s->start[i * PATHS + p] = s->c.x[i] + 0.3 * scattered(i, 50 + p);
    memcpy(s->x, s->start, s->c.d * PATHS * sizeof *s->x);
}

static void open_spins(subject *s, size_t n, unsigned has, double h, const char *scheme)
{
    char line[LINE];
    write_line(line, n, has, h);
    open_line(s, line, scheme);
}

static void close_subject(subject *s)
{
    free(s->start);
    free(s->x);
    fast_system_free(s->sys);
    slp_case_clear(&s->c);
}

static fast_ensemble a_run(const subject *s, size_t steps)
{
    return (fast_ensemble){.paths = PATHS,
                           .seed = 3,
                           .first_path = 0xfffffff0,
                           .h = s->c.h,
                           .ell = 2,
                           .first_step = 5,
                           .steps = steps,
                           .threads = 1,
                           .scheme = s->scheme};
}

/* The largest difference between s->x and single steps from s->start, over the largest |x_i|.
 * dW NULL: the increments of the keys. */
static double beside_single_steps(subject *s, const double *dW)
{
    const fast_ensemble run = a_run(s, 1);
    double *room = malloc(fast_step_work_size(s->scheme, s->sys) * sizeof *room), worst = 0;
    assert_non_null(room);
    for (size_t p = 0; p < PATHS; p++) {
        double from[D], y[D], dw[D], size = 0;
        for (size_t i = 0; i < s->c.d; i++) {
            from[i] = s->start[i * PATHS + p];
            size = fmax(size, fabs(from[i]));
        }
        for (uint32_t m = 0; m < s->c.M; m++)
            dw[m] = dW ? dW[m * PATHS + p]
                       : slp_truncate(slp_increment(run.h, run.seed, run.first_path + p, m, 0,
                                                    run.first_step),
                                      run.h, run.ell);
        assert_int_equal(fast_step(y, NULL, s->scheme, s->sys, from, run.h, dw, room), SLP_OK);
        for (size_t i = 0; i < s->c.d; i++)
            worst = fmax(worst, fabs(y[i] - s->x[i * PATHS + p]) / size);
    }
    free(room);
    return worst;
}

/* Both paths end in x + (a product of size |xi| |x|), so one rounding of size |x| each, at most
 * u|x| because |x_i| < 2 max|x_i|: 4u together.  All else rounds at the size of xi or of what it
 * turns: the terms of a sum at most 5 bonds of 3 terms each, 2 of the axis, field, noise, damping's
 * two products, the stage, below 40 roundings a path, and stages end at 4 L u, L < |xi|.  Here the
 * sum of the terms' sizes is below h (5 (1 + 0.5 sqrt 3) + 0.91 + 0.8) 2 (1 + 2 lambda) + 0.3 (1/8)
 * < 0.4 at h = 2^-6: at most 4 + 2 (40 + 4) 0.4 < 40 u. */
static void steps_are_those_of_the_single_path(void **state)
{
    static const unsigned some[] = {0,  DMI, FIELD, AXIS, NOISE, DAMPING | FIELD, ALL - DAMPING,
                                    ALL};
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t n = 2; n <= SPINS; n++)
            for (size_t i = 0; i < 8; i++) {
                subject s;
                fast_report report;
                open_spins(&s, n, some[i], 0x1p-6, schemes[k]);
                assert_true(fast_ensemble_by_kernel(s.scheme, s.sys));
                assert_le(fast_step_work_size(s.scheme, s.sys), ENSEMBLE_ALONE_WORK);
                const fast_ensemble run = a_run(&s, 1);
                assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run), SLP_OK);
                assert_true(report.failed == 0);
                assert_le(report.residual, 0x1p-51);
                assert_true(k ? report.iterations == 0 : report.iterations > 2);
                const double worst = beside_single_steps(&s, NULL);
                if (n == SPINS)
                    print_message("# %s %x: %.2f u\n", schemes[k], some[i], worst * 0x1p53);
                assert_le(worst, 40 * 0x1p-53);
                close_subject(&s);
            }
}

/* A spin without bonds; all bonds that 16 spins can have, and eight of them twice. */
static void the_least_and_the_most_bonds(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (int most = 0; most < 3; most++) {
            char line[LINE];
            subject s;
            FILE *to = fmemopen(line, LINE, "w");
            fputs("case id=spins system=spins scheme=tmk h=0x1p-8 steps=1 bonds=", to);
            size_t bonds = 0;
            if (!most) fputs("2:1", to);
            for (size_t a = 1; most && a <= SPINS; a++)
                for (size_t b = a + 1; b <= SPINS; b++)
                    fprintf(to, "%s%zu:%zu", bonds++ ? "," : "", a, b);
            for (size_t b = 0; most && b < (most == 1 ? 8 : 9); b++, bonds++)
                fprintf(to, ",%zu:16", 1 + b);
            for (size_t b = 0; b < (most ? bonds : 1); b++)
                fprintf(to, "%s%a", b ? "," : " exchange=", scattered(b, 4));
            for (size_t i = 0; i < (most ? D : 9); i++)
                fprintf(to, "%s%a", i ? "," : " x=", scattered(i, 5));
            fclose(to);
            open_line(&s, line, schemes[k]);
            assert_true(fast_ensemble_by_kernel(s.scheme, s.sys) == (most < 2));
            if (most < 2) assert_le(fast_step_work_size(s.scheme, s.sys), ENSEMBLE_ALONE_WORK);
            const fast_ensemble run = a_run(&s, 1);
            assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
            assert_le(beside_single_steps(&s, NULL), 40 * 0x1p-53);
            close_subject(&s);
        }
}

/* A stage ends when all spins have theirs: here the first two turn about the field alone and are
 * done at once, the others are long and need more evaluations than spins of length 1.  The sum of
 * terms is below 0.5 |x|: 4 + 2 (44) 0.5 < 64 u. */
static void every_spin_decides(void **state)
{
    (void)state;
    for (size_t kernel = 0; fast_kernel_at(kernel); kernel++) {
        subject s;
        fast_report report;
        open_line(&s,
                  "case id=spins system=spins scheme=tmk bonds=1:2,3:4 exchange=0,1 field=0.1,0,0 "
                  "h=0x1p-4 steps=1 x=1,0,0,0,1,0,0,6,0,0,3.6,4.8",
                  schemes[0]);
        fast_ensemble run = a_run(&s, 1);
        run.kernel = fast_kernel_at(kernel);
        assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run), SLP_OK);
        assert_le(report.residual, 0x1p-51);
        assert_le(report.iterations, 32);
        assert_le(beside_single_steps(&s, NULL), 64 * 0x1p-53);
        close_subject(&s);
    }
}

/* Whatever contraction was expected: states 1 to 2^5 times as long, so that all rates from one
 * digit an evaluation to five occur, end with a difference of at most 4u|x|. */
static void stages_end_at_4u(void **state)
{
    (void)state;
    for (int size = 0; size < 60; size++) {
        subject s;
        fast_report report;
        open_spins(&s, 4, DMI | AXIS, 0x1p-7, schemes[0]);
        for (size_t i = 0; i < s.c.d * PATHS; i++) s.x[i] *= exp2((double)size / 12);
        const fast_ensemble run = a_run(&s, 1);
        assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run), SLP_OK);
        assert_le(report.residual, 0x1p-51);
        assert_le(report.iterations, 32);
        close_subject(&s);
    }
}

/* Increments that are given, in all 48 channels and with either sign: a channel left out or
 * exchanged moves x by 2^-10 and more. */
static void every_channel_counts(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (unsigned has = ALL - DAMPING; has <= ALL; has += DAMPING)
            for (size_t kernel = 0; fast_kernel_at(kernel); kernel++) {
                subject s;
                double dW[D * PATHS];
                open_spins(&s, SPINS, has, 0x1p-6, schemes[k]);
                fast_ensemble run = a_run(&s, 1);
                run.ell = 0;
                run.kernel = fast_kernel_at(kernel);
                for (size_t i = 0; i < D * PATHS; i++) dW[i] = 0.125 * scattered(i, 9);
                assert_int_equal(fast_ensemble_follow(s.x, NULL, s.sys, &run, dW, 0xa0000005),
                                 SLP_OK);
                for (size_t p = 0; p < PATHS; p++) {
                    static const size_t turned[] = {0, 2, 29, 31};
                    for (size_t i = 0; i < 4; i++) dW[turned[i] * PATHS + p] *= -1;
                }
                assert_le(beside_single_steps(&s, dW), 40 * 0x1p-53);
                close_subject(&s);
            }
}

/* Steps so long that lanes end alone or fail, states of all sizes, some not a number: they change
 * no other path; and what they give does not depend on how it is computed. */
static void same_bits_however_they_are_computed(void **state)
{
    static const size_t counts[] = {1, 2, 3, 5, 7, 8, 9, 12, 16};
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            subject s;
            double *want = NULL;
            fast_report first = {0};
            open_spins(&s, counts[n] < 2 ? 2 : counts[n], n % 2 ? ALL : ALL - DAMPING,
                       n % 3 ? 0.03 : 0.2, schemes[k]);
            const size_t count = s.c.d * PATHS;
            for (size_t p = 0; p < PATHS; p++)
                for (size_t i = 0; i < s.c.d; i++) {
                    const bool few = counts[n] <= 3; /* 20 000 evaluations take their time */
                    if (few && p % 9 == 4 && (p % 2 == 0 || p == 31))
                        s.start[i * PATHS + p] *= p % 2 ? 1e9 : 1e307;
                    if (few && p % 9 == 5) s.start[i * PATHS + p] *= 6;
                    if (p % 9 == 6) s.start[i * PATHS + p] *= 1e-300;
                    if (p % 9 == 7 && i == s.c.d - 2) s.start[i * PATHS + p] = NAN;
                }
            for (size_t kernel = 0; fast_kernel_at(kernel); kernel++)
                for (unsigned threads = 1; threads <= 4; threads += 3) {
                    fast_ensemble run = a_run(&s, 1 + threads % 3);
                    fast_report report;
                    run.kernel = fast_kernel_at(kernel);
                    run.threads = threads;
                    memcpy(s.x, s.start, count * sizeof *s.x);
                    fast_ensemble_advance(s.x, &report, s.sys, &run);
                    run.first_step += run.steps;
                    run.steps = 5 - run.steps;
                    assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run),
                                     SLP_NO_CONVERGENCE);
                    if (!want) {
                        want = malloc(count * sizeof *want);
                        memcpy(want, s.x, count * sizeof *want);
                        first = report;
                    }
                    size_t failed = 0;
                    for (size_t p = 0; p < PATHS; p++) failed += isnan(s.x[p]) ? 1 : 0;
                    assert_int_equal(failed, report.failed);
                    assert_ge(failed, PATHS / 9);
                    assert_le(failed, PATHS / 2);
                    assert_int_equal(report.failed, first.failed);
                    for (size_t i = 0; i < count; i++)
                        assert_true(isnan(want[i]) ? isnan(s.x[i])
                                                   : memcmp(want + i, s.x + i, sizeof *want) == 0);
                }
            free(want);
            close_subject(&s);
        }
}

/* A path that its vector gives up has the bits of the single step, and leaves its neighbours
 * theirs. */
static void slow_lanes_are_stepped_alone(void **state)
{
    (void)state;
    for (size_t kernel = 0; fast_kernel_at(kernel); kernel++) {
        subject s;
        fast_report report;
        open_spins(&s, 5, ALL - DAMPING, 0x1p-5, schemes[0]);
        fast_ensemble run = a_run(&s, 1);
        run.kernel = fast_kernel_at(kernel);
        double calm[15 * PATHS];
        memcpy(calm, s.x, sizeof calm);
        assert_int_equal(fast_ensemble_advance(calm, NULL, s.sys, &run), SLP_OK);
        for (size_t i = 0; i < 15; i++)
            for (size_t p = 1; p < PATHS; p += 4) s.x[i * PATHS + p] = s.start[i * PATHS + p] *= 40;
        assert_int_equal(fast_ensemble_advance(s.x, &report, s.sys, &run), SLP_OK);
        double room[4096];
        size_t alone = 0;
        assert_le(fast_step_work_size(s.scheme, s.sys), 4096);
        for (size_t p = 0; p < PATHS; p++) {
            double from[15], y[15], dw[15];
            fast_report single;
            bool same = true;
            for (size_t i = 0; i < 15; i++) from[i] = s.start[i * PATHS + p];
            for (uint32_t m = 0; m < 15; m++)
                dw[m] =
                    slp_truncate(slp_increment(run.h, 3, run.first_path + p, m, 0, 5), run.h, 2);
            assert_int_equal(fast_step(y, &single, s.scheme, s.sys, from, run.h, dw, room), SLP_OK);
            for (size_t i = 0; i < 15; i++) same = same && y[i] == s.x[i * PATHS + p];
            alone += same;
            if (p % 4 != 1)
                for (size_t i = 0; i < 15; i++)
                    assert_memory_equal(calm + i * PATHS + p, s.x + i * PATHS + p, sizeof *calm);
        }
        print_message("# %zu of %d paths alone, %u evaluations at most\n", alone, PATHS,
                      report.iterations);
        assert_ge(alone, 3);
        assert_le(alone, PATHS / 3);
        assert_gt(report.iterations, 32);
        close_subject(&s);
    }
}

/* After n steps |x_i|^2 has moved by 2 x.e a step, |e| <= u times the coordinates' sizes, |x_i|^2 <
 * 6 here: a walk of standard deviation below 2 u |x|^2 sqrt(n); 6 of them. */
static void lengths_walk(void **state)
{
    enum { N = 1024 };
    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (unsigned has = ALL - DAMPING; has <= ALL; has += DAMPING) {
            subject s;
            double worst = 0;
            open_spins(&s, 7, has, 0x1p-7, schemes[k]);
            const fast_ensemble run = a_run(&s, N);
            assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
            for (size_t p = 0; p < PATHS; p++)
                for (size_t i = 0; i < s.c.d; i += 3) {
                    double before = 0, after = 0, moved = 0;
                    for (size_t j = i; j < i + 3; j++) {
                        const double a = s.start[j * PATHS + p], b = s.x[j * PATHS + p];
                        before += a * a;
                        after += b * b;
                        moved = fmax(moved, fabs(b - a));
                    }
                    worst = fmax(worst, fabs(after - before) / before);
                    assert_gt(moved, 0x1p-10);
                }
            print_message("# %s: %.2f u sqrt(n)\n", schemes[k], worst * 0x1p53 / sqrt(N));
            assert_le(worst, 12 * 0x1p-53 * sqrt(N));
            close_subject(&s);
        }
}

/* Without noise, field and damping the sign of h and of all spins can be turned: every product
 * keeps its size, and the images are mirrored to the bit. */
static void backward_steps_mirror_forward_ones(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        subject forth, back;
        open_spins(&forth, 6, DMI | AXIS, 0.125, schemes[k]);
        open_spins(&back, 6, DMI | AXIS, 0.125, schemes[k]);
        fast_ensemble run = a_run(&forth, 5);
        for (size_t i = 0; i < 18 * PATHS; i++) back.x[i] = -back.x[i];
        assert_int_equal(fast_ensemble_advance(forth.x, NULL, forth.sys, &run), SLP_OK);
        run.h = -run.h;
        assert_int_equal(fast_ensemble_advance(back.x, NULL, back.sys, &run), SLP_OK);
        for (size_t i = 0; i < 18 * PATHS; i++) assert_true(back.x[i] == -forth.x[i]);
        close_subject(&forth);
        close_subject(&back);
    }
}

/* Damped spins come to the Gibbs distribution of temperature T = D^2/(2 lambda).  Of two spins of
 * length 1 with exchange J alone the mean of x_1.x_2 is coth(J/T) - T/J: the angle between them has
 * the density exp(J cos/T).  Here T = 1/2, J = 1.  PATHS of 96 independent pairs, SAMPLES times a
 * relaxation time (lambda T = 1/4, 2 lambda J: below 2) apart: the standard error is below
 * 0.36/sqrt(PATHS SAMPLES) = 0.0028; 5 of them, and h^2 of bias. */
static void pairs_reach_their_temperature(void **state)
{
    enum { MANY = 512, SAMPLES = 32 };
    static double x[6 * MANY];
    (void)state;
    if (depth_stride(2) > 1) skip(); /* the other tests walk this code */
    for (size_t k = 0; k < 2; k++) {
        subject s;
        open_line(
            &s,
            "case id=pair system=spins scheme=tmk bonds=1:2 exchange=1 noise=0.7071067811865476 "
            "damping=0.5 h=0.015625 steps=1 x=1,0,0,0,0.6,0.8 dw=0,0,0,0,0,0",
            schemes[k]);
        fast_ensemble run = a_run(&s, 256);
        run.paths = MANY;
        run.threads = 2;
        for (size_t i = 0; i < 6; i++)
            for (size_t p = 0; p < MANY; p++) x[i * MANY + p] = s.c.x[i];
        double sum = 0;
        for (size_t n = 0; n < 4 + SAMPLES; n++) {
            assert_int_equal(fast_ensemble_advance(x, NULL, s.sys, &run), SLP_OK);
            run.first_step += run.steps;
            for (size_t i = 0; n >= 4 && i < 3; i++)
                for (size_t p = 0; p < MANY; p++) sum += x[i * MANY + p] * x[(3 + i) * MANY + p];
        }
        const double mean = sum / MANY / SAMPLES, wanted = 1 / tanh(2) - 0.5;
        print_message("# %s: mean %.4f, wanted %.4f\n", schemes[k], mean, wanted);
        assert_le(fabs(mean - wanted), 5 * 0.0028 + 0.001);
        close_subject(&s);
    }
}

static void what_has_no_kernel(void **state)
{
    subject s;
    (void)state;
    open_spins(&s, 3, ALL, 0x1p-6, "isospectral-midpoint");
    assert_string_equal(fast_ensemble_scheme(s.sys), "isospectral-midpoint");
    assert_false(fast_ensemble_by_kernel(fast_scheme_find("depondt"), s.sys));
    assert_false(fast_ensemble_by_kernel(NULL, s.sys));
    assert_false(fast_ensemble_by_kernel(s.scheme, NULL));
    fast_ensemble run = a_run(&s, 1);
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
    assert_memory_equal(s.x, s.start, s.c.d * PATHS * sizeof *s.x);
    close_subject(&s);

    static const char *const large[] = {" exchange=1e308", " exchange=1 field=0,1e308,0",
                                        " exchange=1 anisotropy=1e200,0,0,1e200"};
    for (size_t i = 0; i < 3; i++) {
        char line[512];
        snprintf(line, sizeof line,
                 "case id=a system=spins scheme=tmk bonds=1:2%s h=64 steps=1 x=1,0,0,0,1,0",
                 large[i]);
        open_line(&s, line, "isospectral-midpoint");
        run = a_run(&s, 1);
        assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_DOMAIN);
        assert_memory_equal(s.x, s.start, s.c.d * PATHS * sizeof *s.x);
        close_subject(&s);
    }

    char line[LINE];
    FILE *to = fmemopen(line, LINE, "w"); /* 17 spins: no kernel, but each path by itself */
    fputs("case id=a system=spins scheme=tmk bonds=1:17 exchange=1 h=0x1p-6 steps=1 x=", to);
    for (size_t i = 0; i < D + 3; i++) fprintf(to, "%s%zu", i ? "," : "", 1 + i % 5);
    fclose(to);
    open_line(&s, line, "isospectral-midpoint");
    assert_null(fast_ensemble_scheme(s.sys));
    assert_false(fast_ensemble_by_kernel(s.scheme, s.sys));
    run = a_run(&s, 1);
    assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_OK);
    run.scheme = NULL;
    assert_int_equal(fast_ensemble_advance(s.x, NULL, s.sys, &run), SLP_UNSUPPORTED);
    close_subject(&s);

    static const char *const others[] = {
        "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0.1 steps=1 x=1,0,0",
        "case id=a system=point-vortices scheme=tmk gamma=1,1 h=0.1 steps=1 x=1,0,0,0,1,0"};
    for (size_t i = 0; i < 2; i++) {
        open_line(&s, others[i], "isospectral-midpoint");
        assert_true(fast_ensemble_by_kernel(s.scheme, s.sys));
        assert_false(fast_ensemble_by_kernel(fast_scheme_find("sib"), s.sys));
        close_subject(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_single_path),
        cmocka_unit_test(the_least_and_the_most_bonds),
        cmocka_unit_test(every_spin_decides),
        cmocka_unit_test(stages_end_at_4u),
        cmocka_unit_test(every_channel_counts),
        cmocka_unit_test(same_bits_however_they_are_computed),
        cmocka_unit_test(slow_lanes_are_stepped_alone),
        cmocka_unit_test(lengths_walk),
        cmocka_unit_test(backward_steps_mirror_forward_ones),
        cmocka_unit_test(pairs_reach_their_temperature),
        cmocka_unit_test(what_has_no_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
