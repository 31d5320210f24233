/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Strong order of convergence, at the horizon or over the grid, from differences of neighbouring
 * grids and from a fine reference.
 *
 * On each Wiener path the state at T is computed on levels coarsest, ..., finest, 2^level steps
 * each.  If the error is C h^p + ..., then so is the difference of a level and the next finer one,
 * C(1 - 2^-p) h^p + ..., without the bias that a reference of finite step leaves; that slope
 * decides.  The slope against the finest level, as in the papers' figures, is taken over the levels
 * that are at least 16 times coarser: an error of order 1/2 is then too small by at most 3 %, which
 * moves the slope by less than 0.05.  Over the grid, |x - y|^2 of two levels is the largest over
 * the points of the coarser one's grid before the mean is taken: E sup |x - y|^2, what theorems
 * bound.  With areas, a step of each level has those of the polygon through the finest level's
 * points, so that all levels approach the solution along this polygon, with order 1
 * (oracle/contract/noise/noise.md, "Areas").  Where one realisation decides a mean square no slope
 * is measured: reports/claims/statistics/single_share.h. */
#include "reports/claims/statistics/reference_path.h"
#include "reports/claims/experiment/measure.h"
#include "reports/claims/statistics/pieces.h"
#include "reports/claims/statistics/single_share.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOPE, TAIL, REFERENCE, COARSEST, FINEST, CHANGE, SHARE, ONE_STEP };
enum { FAR = 4 }; /* levels between the reference and what is compared with it */
enum { PIECE_TOGETHER = SLP_LEVELS_PATHS, PIECE_ALONE = 4 }; /* realisations of a piece */

/* |x - y|^2 of two levels of path p; coordinates are `count` apart. */
static double square(const double *x, const double *y, size_t d, size_t count, size_t p)
{
    double sum = 0;
    for (size_t i = p; i < d * count; i += count) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

/* The data of one thread; `own` of the function that makes it is the setting. */
typedef struct bench {
    slp_levels *levels;
    slp_reference_path *against; /* NULL: levels are compared with each other */
} bench;

typedef struct setting {
    slp_levels_setting levels;
    const char *against; /* or NULL */
} setting;

static void bench_clear(void *own)
{
    bench *b = own;
    slp_levels_free(b->levels);
    slp_reference_path_free(b->against);
    free(b);
}

static slp_status bench_fill(bench *b, const setting *s, slp_error *err)
{
    slp_status status = slp_levels_span(&b->levels, &s->levels, FAR + 2, SLP_SLOPE_LEVELS, err);
    if (status != SLP_OK || !s->against) return status;
    return slp_reference_path_new(&b->against, &s->levels, s->against, err);
}

static void *bench_new(void *own, slp_error *err)
{
    bench *b = slp_allocate(1, sizeof *b);
    if (bench_fill(b, own, err) == SLP_OK) return b;
    bench_clear(b);
    return NULL;
}

/* Adds to column j, whose largest is `maxima` columns behind it. */
static void include(double *row, size_t j, size_t maxima, double value)
{
    row[j] += value;
    row[maxima + j] = fmax(row[maxima + j], value);
}

/* row: squared differences of neighbouring levels, then those from the finest; or both from what
 * they are compared with, level by level; then the largest of each. */
static slp_status add(double *row, void *own, uint64_t first, size_t count)
{
    const bench *b = own;
    const size_t d = slp_levels_d(b->levels), levels = slp_levels_count(b->levels);
    const double *ends, *others = NULL;
    slp_status status = slp_levels_ends(&ends, b->levels, first, count);
    if (status == SLP_OK && b->against)
        status = slp_reference_path_ends(&others, b->against, first, count);
    if (status != SLP_OK) return status;
    const double *finest = (others ? others : ends) + (levels - 1) * d * count,
                 *apart = slp_levels_apart(b->levels);
    for (size_t l = 0; l + 1 < levels; l++)
        for (size_t p = 0; p < count; p++) {
            const double *here = ends + l * d * count,
                         *next = others ? others + l * d * count : here + d * count;
            include(row, l, 2 * levels,
                    apart ? apart[l * count + p] : square(here, next, d, count, p));
            if (l + FAR < levels)
                include(row, levels + l, 2 * levels,
                        apart ? apart[(levels + l) * count + p]
                              : square(here, finest, d, count, p));
        }
    return SLP_OK;
}

static void draw(slp_measurement *m, const slp_slope_sums *next, const double *x, bool everywhere)
{
    m->series = (slp_series){.x_label = "log2 of the step [time units]",
                             .y_label = everywhere ? "root mean square of the largest difference"
                                                   : "root mean square difference at the horizon",
                             .log_y = true,
                             .level = SLP_LEVEL,
                             .curves = 1,
                             .label = {"between a step and half of it"}};
    slp_thin thin;
    slp_thin_begin(&thin, &m->series, SLP_SERIES_BINS);
    for (size_t l = next->levels; l-- > 0;) {
        double y;
        slp_interval v = slp_slope_point(&y, next, l, 0.5);
        if (!v.known) v.lo = v.hi = y; /* a difference of 0, and so its interval */
        slp_thin_add_interval(&thin, (next->levels - 1 - l) * SLP_SERIES_BINS / next->levels, x[l],
                              &y, &v.lo, &v.hi);
    }
    slp_thin_end(&thin);
}

static void conclude(slp_measurement *m, const slp_squares *next, const slp_squares *reference,
                     const double *x, bool everywhere)
{
    const size_t levels = next->sums.levels, half = levels / 2;
    slp_squares head = slp_squares_part(next, 0, half); /* coarser and finer half of the levels */
    slp_squares tail = slp_squares_part(next, levels - half, half);
    slp_interval early = slp_squares_slope(&head, x);
    slp_interval late = slp_squares_slope(&tail, x + (levels - half));
    m->values[SLOPE] = slp_squares_slope(next, x);
    m->values[REFERENCE] = slp_squares_slope(reference, x);
    m->values[TAIL] = late;
    m->values[CHANGE] = (slp_interval){late.lo - early.hi, late.hi - early.lo, SLP_LEVEL_OF_TWO,
                                       late.known && early.known};
    slp_measured_count(m, COARSEST, sqrt(slp_slope_mean(&next->sums, 0, next->sums.blocks)));
    slp_measured_count(m, FINEST, sqrt(slp_slope_mean(&next->sums, levels - 1, next->sums.blocks)));
    slp_measured_count(m, SHARE, fmax(slp_squares_share(next), slp_squares_share(reference)));
    draw(m, &next->sums, x, everywhere);
}

static slp_status run(slp_measurement *m, const slp_trial *trial, const slp_levels *levels,
                      setting *s, slp_error *err)
{
    const size_t count = slp_levels_count(levels), n = trial->samples;
    const size_t blocks = n < SLP_SLOPE_BLOCKS ? n : SLP_SLOPE_BLOCKS;
    double sums[4 * (SLP_SLOPE_LEVELS + 1) * SLP_SLOPE_BLOCKS], x[SLP_SLOPE_LEVELS + 1];
    slp_pieces pieces = {.blocks = blocks,
                         .width = 4 * count,
                         .paths = slp_levels_together(levels) ? PIECE_TOGETHER : PIECE_ALONE,
                         .bench = bench_new,
                         .clear = bench_clear,
                         .add = add,
                         .own = s,
                         .maxima = 2 * count};
    slp_squares next = {.sums = {.levels = count - 1, .blocks = blocks}};
    slp_squares reference = {.sums = {.levels = count - FAR, .blocks = blocks}};
    slp_status status = slp_pieces_sum(sums, next.sums.count, &pieces, trial, err);
    if (status != SLP_OK) return status;
    memcpy(reference.sums.count, next.sums.count, sizeof next.sums.count);
    for (size_t l = 0; l < count; l++) x[l] = slp_levels_log_step(levels, (unsigned)l);
    for (size_t b = 0; b < blocks; b++)
        for (size_t l = 0; l + 1 < count; l++) {
            const double *row = sums + b * pieces.width + l, *most = row + 2 * count;
            next.sums.sum[l][b] = row[0];
            next.most[l] = fmax(next.most[l], most[0]);
            if (l + FAR >= count) continue;
            reference.sums.sum[l][b] = row[count];
            reference.most[l] = fmax(reference.most[l], most[count]);
        }
    m->samples = n;
    m->steps = n * slp_levels_steps(levels);
    conclude(m, &next, &reference, x, s->levels.everywhere);
    if (s->levels.areas == SLP_LEVELS_NO_AREAS && !s->against)
        slp_measured_one_step(m, ONE_STEP, trial);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const char *over = trial->word[1] ? trial->word[1] : "horizon";
    const char *areas = trial->word[3] ? trial->word[3] : "none";
    const slp_level_areas given = strcmp(areas, "none") == 0      ? SLP_LEVELS_NO_AREAS
                                  : strcmp(areas, "polygon") == 0 ? SLP_LEVELS_AREAS
                                                                  : SLP_LEVELS_NEGATED_AREAS;
    setting s = {{trial, trial->number[0], false, strcmp(over, "grid") == 0, given},
                 trial->word[2]};
    if (s.levels.everywhere && s.against)
        return slp_error_set(err, trial->experiment->line, NULL, "against",
                             "goes with over: horizon only");
    if (trial->samples < 4)
        return slp_error_set(
            err, trial->experiment->line, NULL, "samples",
            "must be at least 4: one of fewer decides a mean square, which then has "
            "no slope");
    bench *b = slp_allocate(1, sizeof *b);
    slp_status status = bench_fill(b, &s, err);
    if (status == SLP_OK && m) status = run(m, trial, b->levels, &s, err);
    bench_clear(b);
    return status;
}

const slp_quantity slp_quantity_strong_order = {
    .name = "strong-order",
    .about = "slope of the root mean square error against the step, on common Wiener paths",
    .method = "binary64 path on nested grids of the same Wiener paths, horizon h * steps, the "
              "finest level with `steps` steps, by the ensemble kernels where the scheme is "
              "theirs; weighted "
              "straight line through the logarithms, weights and interval by the jackknife over 20 "
              "blocks of realisations, Student's t at " SLP_LEVEL_TEXT
              "; no slope where one realisation has more "
              "than 0.29 of a level's sum of squares",
    .options = {{"coarsest", false, true, 0, "log2 of the number of steps on the coarsest level"},
                {"over", true, false, 0,
                 "horizon: the difference there; grid: the largest over the coarser of two grids; "
                 "horizon when left out"},
                {"against", true, false, 0,
                 "a scheme, or exact for kubo: differences are those from its end on the same "
                 "level and path, instead of "
                 "those between levels; left out: levels with each other"},
                {"areas", true, false, 0,
                 "the Levy areas that steps are given: polygon, those of the polygon through the "
                 "points of the finest level; negated, with the wrong sign; none when left out"}},
    .words = {[1] = "horizon grid", [3] = "none polygon negated"},
    .range = {{0, 30, true}},
    .values =
        {{"slope", "", "of the differences between a step and half of it"},
         {"tail", "", "the same over the finer half of the levels"},
         {"reference", "",
          "of the differences from the finest level, over levels 16 times coarser"},
         {"coarse", "", "root mean square difference on the coarsest level"},
         {"fine", "", "on the finest"},
         {"change", "",
          "slope of the finer half less that of the coarser half, " SLP_LEVEL_OF_TWO_TEXT},
         {"share", "",
          "largest share of one realisation in a level's sum of squares; above 0.29 slopes over "
          "that level are not measured"},
         {"one-step", "",
          "order that the leading terms of one step say, from the first sample's state, integrated "
          "over the increments without paths; not with areas or against another rule"}},
    .measure = measure,
    .spreads = true};
