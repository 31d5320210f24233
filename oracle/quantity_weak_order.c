/* Weak order of convergence at the horizon: differences of expectations between neighbouring grids of common paths.
 *
 * With phi(x) = sum_i sin(2 pi x_i), the test function of EJLL section 6.1, and the weak error C h^q + ..., the mean of
 * phi at a step less phi at half of it is C(1 - 2^-q) h^q + ...; on common paths its variance falls with the strong
 * error squared, so that few paths do what independent ones would need millions for.  Up to four noises each path is taken
 * with all signs of its channels, which have the same law: what is odd in any noise, the Levy areas among it, cancels, and only
 * what has an expectation remains.  Means are over paths of the mean over signs. */
#include "oracle/claim_levels.h"
#include "oracle/claim_measure.h"
#include "oracle/claim_slope.h"

#include <math.h>
#include <stdlib.h>

enum { SLOPE, COARSE, FINE, RESOLVED };

/* sin is accurate to an ulp or so everywhere this is used; the differences are 1e-9 and more. */
static double test_function(const double *x, size_t d)
{
    const double two_pi = 6.283185307179586;
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += sin(two_pi * x[i]);
    return sum;
}

/* The mean of a level over blocks, with Student's interval at 99 %, from the blocks' means. */
static slp_interval mean_of(const slp_slope_sums *s, size_t level)
{
    double mean = 0, square = 0, n = (double)s->blocks;
    for (size_t b = 0; b < s->blocks; b++) mean += s->sum[level][b] / s->count[b] / n;
    for (size_t b = 0; b < s->blocks; b++) {
        double off = s->sum[level][b] / s->count[b] - mean;
        square += off * off;
    }
    double half = 2.861 * sqrt(square / (n - 1) / n); /* t of 19 degrees of freedom */
    return (slp_interval){mean - half, mean + half, 0.99, true};
}

static slp_status add_path(slp_slope_sums *s, slp_levels *levels, double *state, unsigned first,
                           size_t path, size_t block)
{
    size_t noises = slp_levels_noises(levels);
    unsigned patterns = noises <= 4 ? 1u << noises : 1;
    double before = 0;
    for (unsigned l = 0; l <= s->levels; l++) {
        double now = 0;
        for (unsigned signs = 0; signs < patterns; signs++) {
            slp_status status = slp_levels_end(state, levels, first + l, path, signs);
            if (status != SLP_OK) return status;
            now += test_function(state, slp_levels_d(levels)) / patterns;
        }
        if (l > 0) s->sum[l - 1][block] += before - now;
        before = now;
    }
    s->count[block] += 1;
    return SLP_OK;
}

static slp_status draw(slp_measurement *m, const slp_slope_sums *s, const double *x)
{
    m->series =
        (slp_series){.x_label = "log2 of the step [time units]",
                     .y_label = "|difference of expectations|",
                     .log_y = true,
                     .curves = 2,
                     .label = {"between a step and half of it", "half width of its 99 % interval"}};
    slp_thin thin;
    slp_status status = slp_thin_begin(&thin, &m->series, SLP_SERIES_BINS);
    if (status != SLP_OK) return status;
    for (size_t l = s->levels; l-- > 0;) {
        slp_interval mean = mean_of(s, l);
        double y[2] = {fabs(mean.lo + mean.hi) / 2, (mean.hi - mean.lo) / 2};
        slp_thin_add(&thin, (s->levels - 1 - l) * SLP_SERIES_BINS / s->levels, x[l], y);
    }
    slp_thin_end(&thin);
    return SLP_OK;
}

static slp_status run(slp_measurement *m, const slp_trial *trial, slp_levels *levels,
                      slp_slope_sums *s, unsigned first)
{
    double x[SLP_SLOPE_LEVELS], *state = calloc(slp_levels_d(levels), sizeof *state);
    slp_status status = state ? SLP_OK : SLP_DOMAIN;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        status = add_path(s, levels, state, first, i, i * s->blocks / trial->samples);
        for (unsigned l = 0; l <= s->levels; l++) m->steps += (uint64_t)1 << (first + l);
        m->samples++;
        if (trial->progress && i % 64 == 0)
            trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    free(state);
    if (status != SLP_OK) return status;
    size_t resolved = 0;
    for (unsigned l = 0; l < s->levels; l++) x[l] = slp_levels_log_step(levels, first + l);
    while (resolved < s->levels) {
        slp_interval mean = mean_of(s, resolved);
        if (mean.lo <= 0 && mean.hi >= 0) break;
        resolved++;
    }
    m->values[SLOPE] = slp_slope(NULL, s, x, 1);
    m->values[COARSE] = mean_of(s, 0);
    m->values[FINE] = mean_of(s, s->levels - 1);
    slp_measured_count(m, RESOLVED, (double)resolved);
    return draw(m, s, x);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_slope_sums *s = calloc(1, sizeof *s);
    slp_levels *levels = NULL;
    slp_status status = slp_levels_new(&levels, trial, err);
    if (status == SLP_OK && s) {
        unsigned first = (unsigned)fmax(0, trial->number[0]), finest = slp_levels_finest(levels);
        s->blocks = SLP_SLOPE_BLOCKS;
        s->levels = finest > first ? finest - first : 0;
        if (s->levels < 2 || s->levels > SLP_SLOPE_LEVELS)
            status =
                slp_error_set(err, trial->experiment->line, NULL, "coarsest",
                              "must lie 2 to %d levels above the finest one", SLP_SLOPE_LEVELS);
        else if (trial->samples < SLP_SLOPE_BLOCKS)
            status = slp_error_set(err, trial->experiment->line, NULL, "samples",
                                   "must be at least %d", SLP_SLOPE_BLOCKS);
        else
            status = run(m, trial, levels, s, first);
    }
    slp_levels_free(levels);
    free(s);
    return status;
}

const slp_quantity slp_quantity_weak_order = {
    .name = "weak-order",
    .about = "slope of the error of an expectation against the step, on common Wiener paths",
    .method = "binary64 path on nested grids of the same Wiener paths, horizon h * steps, the "
              "finest level with `steps` steps; "
              "phi(x) = sum sin(2 pi x_i); weighted straight line through the logarithms of the "
              "mean differences "
              "between a step and half of it, interval by the jackknife over 20 blocks of "
              "realisations, Student's t at 99 %",
    .options = {{"coarsest", false, true, 0, "log2 of the number of steps on the coarsest level"}},
    .values = {{"slope", "", "of the mean differences between a step and half of it"},
               {"coarse", "", "mean difference on the coarsest level, 99 %"},
               {"fine", "", "mean difference on the finest level, 99 %"},
               {"resolved", "levels",
                "how many levels, from the coarsest, exclude a zero mean difference"}},
    .measure = measure};
