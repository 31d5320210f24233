/* One Wiener path on nested grids, its antithetic copies, and the subject's states on them.
 * Increments are drawn on the finest grid; those of coarser ones are their sums, which are exact
 * (oracle/contract/noise.h). */
#include "props/statistics/sampling.h"
#include "oracle/contract/arithmetic.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/contract/noise.h"

static double *of_level(const prop_path_grids *path, unsigned level)
{
    return path->dw + (((size_t)1 << level) - 1) * path->M;
}

void prop_path_grids_init(prop_path_grids *path, const slp_case *c, unsigned finest)
{
    const size_t most = (size_t)1 << finest;
    *path = (prop_path_grids){
        .d = c->d, .M = c->M, .T = c->h, .seed = prop_path_seed(c), .finest = finest};
    slp_case_init(&path->run);
    slp_result_init(&path->answer);
    slp_need_memory(slp_case_copy(&path->run, c));
    path->dw = calloc(2 * most * (c->M + 1), sizeof *path->dw);
    path->signed_dw = calloc(most * (c->M + 1), sizeof *path->signed_dw);
    if (!path->dw || !path->signed_dw) abort();
}

void prop_path_grids_clear(prop_path_grids *path)
{
    slp_case_clear(&path->run);
    slp_result_clear(&path->answer);
    free(path->dw);
    free(path->signed_dw);
}

/* In an arithmetic narrower than binary64: rounds increments to multiples of one power of 2, so
 * that all their sums over 2^finest steps are numbers of it. */
static void round_sums(double *dw, size_t count, const slp_case *c, unsigned finest)
{
    double largest = 0;
    if (!prop_is_narrow(c->arithmetic)) return;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(dw[i]));
    if (largest == 0) return;
    const int grid = ilogb(largest) + 1 + (int)finest - c->arithmetic->bits;
    for (size_t i = 0; i < count; i++) dw[i] = ldexp(nearbyint(ldexp(dw[i], -grid)), grid);
}

void prop_path_grids_draw(prop_path_grids *path, uint64_t number)
{
    const size_t steps = (size_t)1 << path->finest, M = path->M;
    const size_t areas = path->run.areas, noises = M - areas;
    double *fine = of_level(path, path->finest), *channel = path->signed_dw;
    for (size_t s = 0; s < steps; s++) /* the finest steps are straight: their areas are 0 */
        for (size_t p = noises; p < M; p++) fine[s * M + p] = 0;
    for (size_t k = 0; k < noises; k++) {
        slp_increments(channel, path->T, path->seed, number, (uint32_t)k, path->finest, 0, steps);
        for (size_t s = 0; s < steps; s++) fine[s * M + k] = channel[s];
    }
    round_sums(fine, steps * M, &path->run, path->finest);
    for (unsigned level = path->finest; level-- > 0;) {
        double *coarse = of_level(path, level);
        fine = of_level(path, level + 1);
        for (size_t s = 0; s < (size_t)1 << level; s++)
            for (size_t k = 0; k < noises; k++)
                coarse[s * M + k] = fine[2 * s * M + k] + fine[(2 * s + 1) * M + k];
        for (size_t s = 0; areas && s < (size_t)1 << level; s++) {
            const double *next = fine + (2 * s + 1) * M;
            memcpy(coarse + s * M, fine + 2 * s * M, M * sizeof *fine);
            slp_areas_join(coarse + s * M, coarse + s * M + noises, next, next + noises, noises);
        }
    }
}

/* path->run := the run of 2^level steps of `scheme`. */
static void set_run(prop_path_grids *path, const slp_scheme *scheme, unsigned level,
                    const signed char *sign)
{
    const size_t steps = (size_t)1 << level, M = path->M;
    const double *dw = of_level(path, level);
    for (size_t i = 0; i < steps * M; i++)
        path->signed_dw[i] = sign && sign[i % M] < 0 ? -dw[i] : dw[i];
    /* areas of reflected paths; rounded in a narrower arithmetic, whose increments add exactly */
    const size_t noises = M - path->run.areas;
    for (size_t s = 0; path->run.areas && s < steps; s++) {
        double *area = path->signed_dw + s * M + noises;
        const double *of = dw + s * M + noises;
        for (size_t i = 0; i < noises; i++)
            for (size_t j = i + 1; j < noises; j++, area++, of++)
                *area = slp_arithmetic_round(path->run.arithmetic,
                                             sign && sign[i] * sign[j] < 0 ? -*of : *of);
    }
    path->run.scheme = scheme;
    path->run.h = ldexp(path->T, -(int)level);
    path->run.steps = steps;
    slp_need_memory(slp_case_set_dw(&path->run, path->signed_dw, steps * M));
}

void prop_path_grids_expect(prop_path_grids *path, const prop_subject *subject,
                            const slp_scheme *scheme, unsigned level, const signed char *sign)
{
    set_run(path, scheme, level, sign);
    subject->expect(subject, &path->run);
}

bool prop_path_grids_end(double *end, prop_path_grids *path, const prop_subject *subject,
                         const slp_scheme *scheme, unsigned level, const signed char *sign)
{
    const size_t last = ((size_t)1 << level) - 1;
    char note[PROP_NOTE];
    set_run(path, scheme, level, sign);
    if (subject->answer(&path->answer, note, subject, &path->run) != PROP_ANSWERED) return false;
    memcpy(end, path->answer.y.at + last * path->d, path->d * sizeof *end);
    return true;
}

bool prop_path_grids_stand_in(const prop_sampled_case *of)
{
    return !of->subject->complete &&
           prop_subject_fast.has(&prop_subject_fast, of->c->system, of->c->scheme);
}

/* Rows of the Hadamard matrix of order 2^r >= M and their opposites: an orthogonal array of
 * strength 3, since a product of two different columns is a column again, whose sum is 0, and one
 * of three changes its sign with the row. */
unsigned prop_antithetic_copies(size_t M)
{
    unsigned rows = 1;
    while (rows < M) rows *= 2;
    return 2 * rows;
}

void prop_antithetic_signs(signed char *sign, unsigned copy, size_t M)
{
    for (unsigned k = 0; k < M; k++) {
        unsigned both = (copy >> 1) & k, odd = copy & 1;
        for (; both; both &= both - 1) odd ^= 1;
        sign[k] = odd ? -1 : 1;
    }
}
