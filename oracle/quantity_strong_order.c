/* Strong order of convergence at the horizon, from differences of neighbouring grids and from a fine reference.
 *
 * On each Wiener path the state at T is computed on levels coarsest, ..., finest, 2^level steps each.  If the error is
 * C h^p + ..., then so is the difference of a level and the next finer one, C(1 - 2^-p) h^p + ..., without the
 * bias that a reference of finite step leaves; that slope decides.  The slope against the finest level, as in the papers'
 * figures, is taken over the levels that are at least 16 times coarser: an error of order 1/2 is then too small by at most 3 %, which
 * moves the slope by less than 0.05. */
#include "oracle/claim_levels.h"
#include "oracle/claim_measure.h"
#include "oracle/claim_slope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOPE, TAIL, REFERENCE, COARSEST, FINEST, CHANGE };
enum { FAR = 4 }; /* levels between the reference and what is compared with it */

typedef struct sums {
    slp_slope_sums next, reference; /* squared differences */
    double *state;                  /* one state a level */
    unsigned first, levels;
} sums;

static double square(const double *x, const double *y, size_t d)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

static slp_status add_path(sums *s, slp_levels *levels, size_t path, size_t block)
{
    size_t d = slp_levels_d(levels);
    for (unsigned l = 0; l < s->levels; l++) {
        slp_status status = slp_levels_end(s->state + l * d, levels, s->first + l, path, 0);
        if (status != SLP_OK) return status;
    }
    const double *finest = s->state + (s->levels - 1) * d;
    for (unsigned l = 0; l + 1 < s->levels; l++)
        s->next.sum[l][block] += square(s->state + l * d, s->state + (l + 1) * d, d);
    for (unsigned l = 0; l + FAR < s->levels; l++)
        s->reference.sum[l][block] += square(s->state + l * d, finest, d);
    s->next.count[block] += 1;
    s->reference.count[block] += 1;
    return SLP_OK;
}

static double root_mean(const slp_slope_sums *s, size_t level)
{
    double sum = 0, count = 0;
    for (size_t b = 0; b < s->blocks; b++) {
        sum += s->sum[level][b];
        count += s->count[b];
    }
    return sqrt(sum / count);
}

static slp_status draw(slp_measurement *m, const sums *s, const slp_levels *levels)
{
    m->series = (slp_series){.x_label = "log2 of the step [time units]",
                             .y_label = "root mean square difference at the horizon",
                             .log_y = true,
                             .curves = 1,
                             .label = {"between a step and half of it"}};
    slp_thin thin;
    slp_status status = slp_thin_begin(&thin, &m->series, SLP_SERIES_BINS);
    if (status != SLP_OK) return status;
    for (size_t l = s->next.levels; l-- > 0;) {
        double y = root_mean(&s->next, l);
        slp_thin_add(&thin, (s->next.levels - 1 - l) * SLP_SERIES_BINS / s->next.levels,
                     slp_levels_log_step(levels, s->first + (unsigned)l), &y);
    }
    slp_thin_end(&thin);
    return SLP_OK;
}

static void conclude(slp_measurement *m, const sums *s, const slp_levels *levels)
{
    double x[SLP_SLOPE_LEVELS];
    for (unsigned l = 0; l < s->levels; l++) x[l] = slp_levels_log_step(levels, s->first + l);
    m->values[SLOPE] = slp_slope(NULL, &s->next, x, 0.5);
    m->values[REFERENCE] = slp_slope(NULL, &s->reference, x, 0.5);
    slp_slope_sums tail = s->next, head = s->next; /* finer and coarser half of the levels */
    size_t half = s->next.levels / 2;
    head.levels = tail.levels = half;
    memcpy(tail.sum, s->next.sum + (s->next.levels - half), half * sizeof *tail.sum);
    m->values[TAIL] = slp_slope(NULL, &tail, x + (s->next.levels - half), 0.5);
    slp_interval early = slp_slope(NULL, &head, x, 0.5), late = m->values[TAIL];
    m->values[CHANGE] =
        (slp_interval){late.lo - early.hi, late.hi - early.lo, 0.98, late.known && early.known};
    slp_measured_count(m, COARSEST, root_mean(&s->next, 0));
    slp_measured_count(m, FINEST, root_mean(&s->next, s->next.levels - 1));
}

static slp_status run(slp_measurement *m, const slp_trial *trial, slp_levels *levels, sums *s)
{
    slp_status status = SLP_OK;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        status = add_path(s, levels, i, i * s->next.blocks / trial->samples);
        for (unsigned l = 0; l < s->levels; l++) m->steps += (uint64_t)1 << (s->first + l);
        m->samples++;
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    if (status != SLP_OK) return status;
    conclude(m, s, levels);
    return draw(m, s, levels);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    sums *s = calloc(1, sizeof *s);
    slp_levels *levels = NULL;
    slp_status status = slp_levels_new(&levels, trial, err);
    if (status == SLP_OK && s) {
        size_t blocks = trial->samples < SLP_SLOPE_BLOCKS ? trial->samples : SLP_SLOPE_BLOCKS;
        s->first = (unsigned)trial->number[0];
        s->levels = slp_levels_finest(levels) - s->first + 1;
        if (trial->number[0] < 0 || slp_levels_finest(levels) < s->first + FAR + 2 ||
            s->levels > SLP_SLOPE_LEVELS + 1) {
            status =
                slp_error_set(err, trial->experiment->line, NULL, "coarsest",
                              "must lie 6 to %d levels above the finest one", SLP_SLOPE_LEVELS);
        } else {
            s->next.blocks = s->reference.blocks = blocks;
            s->next.levels = s->levels - 1;
            s->reference.levels = s->levels - FAR;
            s->state = calloc(s->levels * slp_levels_d(levels), sizeof(double));
            status = s->state ? run(m, trial, levels, s) : SLP_DOMAIN;
        }
        free(s->state);
    }
    slp_levels_free(levels);
    free(s);
    return status;
}

const slp_quantity slp_quantity_strong_order = {
    .name = "strong-order",
    .about = "slope of the root mean square error against the step, on common Wiener paths",
    .method = "binary64 path on nested grids of the same Wiener paths, horizon h * steps, the "
              "finest level with `steps` steps; weighted "
              "straight line through the logarithms, weights and interval by the jackknife over 20 "
              "blocks of "
              "realisations, Student's t at 99 %",
    .options = {{"coarsest", false, true, 0, "log2 of the number of steps on the coarsest level"}},
    .values = {{"slope", "", "of the differences between a step and half of it"},
               {"tail", "", "the same over the finer half of the levels"},
               {"reference", "",
                "of the differences from the finest level, over levels 16 times coarser"},
               {"coarse", "", "root mean square difference on the coarsest level"},
               {"fine", "", "on the finest"},
               {"change", "", "slope of the finer half less that of the coarser half, 98 %"}},
    .measure = measure};
