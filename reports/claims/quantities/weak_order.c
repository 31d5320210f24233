/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Weak order of convergence at the horizon: differences of expectations between neighbouring grids
 * of common paths.
 *
 * With phi(x) = sum_i sin(2 pi x_i), a smooth test function, or a polynomial of the
 * claim's, and the weak error C h^q + ..., the mean of phi at a step less phi at half of it is C(1
 * - 2^-q) h^q + ...; on common paths its variance falls with the strong error squared, so that few
 * paths do what independent ones would need millions for.  Up to four noises each path is taken
 * with all signs of its channels, which have the same law: what is odd in any noise, the Levy areas
 * among it, cancels, and only what has an expectation remains.  Means are over paths of the mean
 * over signs. */
#include "reports/claims/statistics/fit.h"
#include "reports/claims/statistics/functional.h"
#include "reports/claims/statistics/levels.h"
#include "reports/claims/experiment/measure.h"
#include "reports/claims/statistics/pieces.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

enum { SLOPE, COARSE, FINE, RESOLVED, FIRST, SECOND, EQUAL, MISFIT, ONE_STEP };
enum { PIECE_TOGETHER = 8 * SLP_LEVELS_PATHS, PIECE_ALONE = 4 }; /* realisations of a piece */

/* The data of one thread; `own` of the function that makes it is the setting. */
typedef struct bench {
    slp_levels *levels;
    const slp_functional *phi;
} bench;

typedef struct setting {
    slp_levels_setting levels;
    slp_functional phi;
} setting;

static void bench_clear(void *own)
{
    bench *b = own;
    slp_levels_free(b->levels);
    free(b);
}

static void *bench_new(void *own, slp_error *err)
{
    setting *s = own;
    bench *b = slp_allocate(1, sizeof *b);
    b->phi = &s->phi;
    if (slp_levels_new(&b->levels, &s->levels, err) == SLP_OK) return b;
    bench_clear(b);
    return NULL;
}

/* The mean of a level over blocks, with Student's interval. */
static slp_interval mean_of(const slp_slope_sums *s, size_t level)
{
    double left[SLP_SLOPE_BLOCKS];
    for (size_t b = 0; b < s->blocks; b++) left[b] = slp_slope_mean(s, level, b);
    return slp_jackknife_interval(slp_slope_mean(s, level, s->blocks), left, s->blocks);
}

/* phi of path p at level l, mean over signs; coordinates are `count` apart. */
static double phi(const double *ends, const bench *b, size_t l, size_t count, size_t p)
{
    const size_t d = slp_levels_d(b->levels), all = slp_levels_count(b->levels);
    const unsigned patterns = slp_levels_patterns(b->levels);
    double sum = 0;
    for (size_t signs = 0; signs < patterns; signs++)
        sum += slp_functional_value(b->phi, ends + (signs * all + l) * d * count + p, d, count);
    return sum / patterns; /* a power of two */
}

/* row: phi at a step less phi at half of it. */
static slp_status add(double *row, void *own, uint64_t first, size_t count)
{
    const bench *b = own;
    for (size_t done = 0, some; done < count; done += some) {
        const double *ends;
        some = count - done < SLP_LEVELS_PATHS ? count - done : SLP_LEVELS_PATHS;
        slp_status status = slp_levels_ends(&ends, b->levels, first + done, some);
        if (status != SLP_OK) return status;
        for (size_t p = 0; p < some; p++) {
            double before = phi(ends, b, 0, some, p);
            for (size_t l = 0; l + 1 < slp_levels_count(b->levels); l++) {
                double now = phi(ends, b, l + 1, some, p);
                row[l] += before - now;
                before = now;
            }
        }
    }
    return SLP_OK;
}

static void draw(slp_measurement *m, const slp_slope_sums *s, const double *x)
{
    m->series = (slp_series){.x_label = "log2 of the step [time units]",
                             .y_label = "|difference of expectations|",
                             .log_y = true,
                             .level = SLP_LEVEL,
                             .curves = 1,
                             .label = {"between a step and half of it"}};
    slp_thin thin;
    slp_thin_begin(&thin, &m->series, SLP_SERIES_BINS);
    for (size_t l = s->levels; l-- > 0;) {
        slp_interval mean = mean_of(s, l);
        const double y = fabs(mean.lo + mean.hi) / 2, half = (mean.hi - mean.lo) / 2;
        const double low = fmax(y - half, 0), high = y + half; /* of the absolute value */
        slp_thin_add_interval(&thin, (s->levels - 1 - l) * SLP_SERIES_BINS / s->levels, x[l], &y,
                              &low, &high);
    }
    slp_thin_end(&thin);
}

static void conclude(slp_measurement *m, const slp_slope_sums *s, const double *x)
{
    size_t resolved = 0;
    while (resolved < s->levels) {
        slp_interval mean = mean_of(s, resolved);
        if (mean.lo <= 0 && mean.hi >= 0) break;
        resolved++;
    }
    m->values[SLOPE] = slp_slope(NULL, s, x, 1);
    m->values[COARSE] = mean_of(s, 0);
    m->values[FINE] = mean_of(s, s->levels - 1);
    slp_measured_count(m, RESOLVED, (double)resolved);
    slp_fit fit = slp_fit_powers(s, x);
    if (fit.known) {
        m->values[FIRST] = fit.first;
        m->values[SECOND] = fit.second;
        m->values[EQUAL] = fit.equal;
        slp_measured_count(m, MISFIT, fit.misfit);
    }
    draw(m, s, x);
}

static slp_status run(slp_measurement *m, const slp_trial *trial, const slp_levels *levels,
                      setting *own, slp_error *err)
{
    double sums[SLP_SLOPE_LEVELS * SLP_SLOPE_BLOCKS], x[SLP_SLOPE_LEVELS];
    slp_slope_sums s = {.blocks = SLP_SLOPE_BLOCKS, .levels = slp_levels_count(levels) - 1};
    const slp_pieces pieces = {.blocks = s.blocks,
                               .width = s.levels,
                               .paths = slp_levels_together(levels) ? PIECE_TOGETHER : PIECE_ALONE,
                               .bench = bench_new,
                               .clear = bench_clear,
                               .add = add,
                               .own = own};
    slp_status status = slp_pieces_sum(sums, s.count, &pieces, trial, err);
    if (status != SLP_OK) return status;
    for (size_t l = 0; l < s.levels; l++) {
        x[l] = slp_levels_log_step(levels, (unsigned)l);
        for (size_t b = 0; b < s.blocks; b++) s.sum[l][b] = sums[b * s.levels + l];
    }
    m->samples = trial->samples;
    m->steps = trial->samples * slp_levels_steps(levels);
    conclude(m, &s, x);
    m->one_step.weak = true;
    slp_measured_one_step(m, ONE_STEP, trial);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_levels *levels;
    setting s = {.levels = {trial, trial->number[0], true, false, SLP_LEVELS_NO_AREAS}};
    if (trial->samples < SLP_SLOPE_BLOCKS)
        return slp_error_set(err, trial->experiment->line, NULL, "samples", "must be at least %d",
                             SLP_SLOPE_BLOCKS);
    slp_status status = slp_levels_span(&levels, &s.levels, 2, SLP_SLOPE_LEVELS, err);
    if (status == SLP_OK)
        status = slp_functional_read(&s.phi, trial->word[1] ? trial->word[1] : "sines",
                                     slp_levels_d(levels), err);
    if (status == SLP_OK && m) status = run(m, trial, levels, &s, err);
    slp_levels_free(levels);
    return status;
}

const slp_quantity slp_quantity_weak_order = {
    .name = "weak-order",
    .about = "slope of the error of an expectation against the step, on common Wiener paths",
    .method = "binary64 path on nested grids of the same Wiener paths, horizon h * steps, the "
              "finest level with `steps` steps, by the ensemble kernels where the scheme is "
              "theirs; up to four "
              "noises every path with all signs of its channels; phi as the functional says; "
              "weighted straight "
              "line through the logarithms of the mean differences between a step and half of it, "
              "and the "
              "expansion a h + b h^2 + c h^3 of the error fitted to them; intervals by the "
              "jackknife over "
              "20 blocks of realisations, Student's t at " SLP_LEVEL_TEXT,
    .options = {{"coarsest", false, true, 0, "log2 of the number of steps on the coarsest level"},
                {"functional", true, false, 0,
                 "phi: a polynomial in the coordinates, like x1^2 - 2/3 x2*x3; or sines, sum "
                 "sin(2 pi x_i), which it is when left out"}},
    .range = {{0, 30, true}},
    .values = {{"slope", "", "of the mean differences between a step and half of it"},
               {"coarse", "", "mean difference on the coarsest level, " SLP_LEVEL_TEXT},
               {"fine", "", "mean difference on the finest level, " SLP_LEVEL_TEXT},
               {"resolved", "levels",
                "how many levels, from the coarsest, exclude a zero mean difference"},
               {"first", "per time",
                "a: the error's part of first order in the step, " SLP_LEVEL_TEXT},
               {"second", "per time squared", "b: its part of second order, " SLP_LEVEL_TEXT},
               {"equal", "",
                "log2 of the step at which the two parts are equally large, " SLP_LEVEL_TEXT},
               {"misfit", "half widths",
                "largest distance of a mean difference from the fit, in halves of its interval"},
               {"one-step", "",
                "weak order that the leading terms of one step say, from the first sample's state, "
                "integrated over the increments without paths"}},
    .measure = measure,
    .spreads = true};
