/* Strong convergence to the Stratonovich solution, by sampling.
 *
 * X_l is the subject's state at T after 2^l steps, D_l^2 = E|X_l - X_(l+1)|^2, all on one Wiener
 * path each.  An error of order p is h^p (e_0 + h e_1 + ...) in mean square, its even powers of
 * noise apart from the odd ones, so that
 *     D_l^2 = A h_l^(2p) (1 + b h_l + O(h_l^2)),    s = log2(D_1 / D_5) / 4 = p + O(b T),
 * with p = 1/2 where noises do not commute and 1 where they do (GBW Theorem 6.1), or where the case
 * has Levy areas (oracle/contract/noise.md, "Areas"; then X is the solution along the polygon
 * through the finest grid's points).  Unlike the
 * distance to a finer solution, this uses the subject's own states only: no error of another
 * solution enters.  The deficit is p - s, 0.25 for an order short by a quarter.
 *
 * Logarithms are of means over a batch of n paths: E log m = log E m - v/2n + O(1/n^2), v the
 * relative variance of one path's square, which is put right with v from all paths.
 *
 * These differences do not show whether the limit is right.  The distance to another scheme's state
 * on the same grid does: G_l = E|X_l - R_l|^2.  It decreases with order p at least if both converge
 * to the same limit, and does not decrease otherwise (Ito's solution).  Its deficit is p/2 -
 * log2(G_2 / G_6) / 4, which is p/2 if G does not decrease.  The law promises to find half of that,
 * because the fluctuating part of Ito's solution decreases. */
#include "props/statistics/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_PATHS = 4, FINEST = 6, SQUARES = 4 };
/* Squares: |X_1 - X_2|^2, |X_5 - X_6|^2, |X_2 - R_2|^2, |X_6 - R_6|^2 */
enum { COARSE, FINE, OFF, STILL_OFF };

static const double seen_short = 0.25, nothing = 0x1p-36, octaves = 4, sharp = 7;

static double apart(const double *a, const double *b, size_t d)
{
    double square = 0;
    for (size_t i = 0; i < d; i++) square += (a[i] - b[i]) * (a[i] - b[i]);
    return square;
}

enum { ENDS = 6, OWN = 4 }; /* X_1, X_2, X_5, X_6 of the subject, R_2, R_6 */
static const unsigned level[ENDS] = {1, 2, 5, 6, 2, 6};

/* Which runs the subject makes itself: those of one path in `one_in`.  The binary64 path makes the
 * others, and all if one_in > 1; apart is their largest square distance. */
typedef struct stand_in {
    unsigned one_in;
    double apart;
} stand_in;

/* Tells the subject of its runs on paths from number `from` on; returns how far. */
static unsigned expect_paths(prop_path_grids *path, const prop_sampled_case *of, unsigned one_in,
                             unsigned from, unsigned all)
{
    unsigned n = from;
    for (unsigned left = PROP_RUNS_AHEAD / OWN; left && n < all; n++) {
        if (n % one_in != 0) continue;
        left--;
        prop_path_grids_draw(path, n);
        for (int i = 0; i < OWN; i++)
            prop_path_grids_expect(path, of->subject, of->c->scheme, level[i], NULL);
    }
    return n;
}

static bool squares_on(double square[SQUARES], stand_in *by, prop_path_grids *path,
                       const prop_sampled_case *of, bool asks, double *room)
{
    const size_t d = path->d;
    const prop_subject *fast = &prop_subject_fast;
    double *beside = room + ENDS * d;
    for (int i = 0; i < ENDS; i++) {
        const bool own = i < OWN;
        const slp_scheme *scheme = own ? of->c->scheme : of->other;
        double *end = room + (size_t)i * d;
        if (!prop_path_grids_end(end, path, own && asks ? of->subject : fast, scheme, level[i],
                                 NULL))
            return false;
        if (!own || !asks || by->one_in == 1) continue;
        const bool answered = prop_path_grids_end(beside, path, fast, scheme, level[i], NULL);
        by->apart = answered ? fmax(by->apart, apart(end, beside, d)) : INFINITY;
    }
    square[COARSE] = apart(room, room + d, d);
    square[FINE] = apart(room + 2 * d, room + 3 * d, d);
    square[OFF] = apart(room + d, room + 4 * d, d);
    square[STILL_OFF] = apart(room + 3 * d, room + 5 * d, d);
    return true;
}

/* Means over each batch, and of each square the relative variance of one path's. */
static bool means(double mean[PROP_BATCHES][SQUARES], double variance[SQUARES], stand_in *by,
                  const prop_sampled_case *of, unsigned paths)
{
    double one[SQUARES], all[SQUARES] = {0}, second[SQUARES] = {0};
    double *room = calloc((ENDS + 1) * of->c->d, sizeof *room);
    const double count = (double)PROP_BATCHES * paths;
    bool answered = true;
    unsigned expected = 0;
    prop_path_grids path;
    if (!room) abort();
    prop_path_grids_init(&path, of->c, FINEST);
    for (unsigned n = 0; n < PROP_BATCHES * paths && answered; n++) {
        if (of->subject->expect && n == expected)
            expected = expect_paths(&path, of, by->one_in, n, PROP_BATCHES * paths);
        prop_path_grids_draw(&path, n);
        answered = squares_on(one, by, &path, of, n % by->one_in == 0, room);
        for (int q = 0; q < SQUARES && answered; q++) {
            mean[n / paths][q] += one[q] / paths;
            all[q] += one[q] / count;
            second[q] += one[q] * one[q] / count;
        }
    }
    for (int q = 0; q < SQUARES; q++)
        variance[q] = all[q] > 0 ? fmax(0, second[q] / (all[q] * all[q]) - 1) : 0;
    prop_path_grids_clear(&path);
    free(room);
    return answered;
}

/* Whether the subject's runs are those of the binary64 path, as closely as this law looks: up to
 * 2^-8 of the smallest distance that it measures, if that is above `floor`. */
static bool alike(const stand_in *by, double mean[PROP_BATCHES][SQUARES], double floor)
{
    double least = INFINITY;
    for (int b = 0; b < PROP_BATCHES; b++) {
        if (mean[b][FINE] > floor) least = fmin(least, mean[b][FINE]);
        if (mean[b][STILL_OFF] > floor) least = fmin(least, mean[b][STILL_OFF]);
    }
    return by->apart <= 0x1p-16 * (isinf(least) ? floor : least);
}

/* Fills *batch_sample from that many paths a batch. */
static bool look_with(prop_batch_sample *batch_sample, char note[PROP_NOTE],
                      const prop_sampled_case *of, unsigned paths)
{
    const double p = of->noise.commute || of->c->areas ? 1 : 0.5;
    double mean[PROP_BATCHES][SQUARES] = {{0}}, variance[SQUARES], floor = 0;
    stand_in by = {.one_in = prop_path_grids_stand_in(of) ? paths : 1};
    bool seen = true, agree = false;
    batch_sample->paths = paths;
    for (size_t i = 0; i < of->c->d; i++) floor += of->c->x[i] * of->c->x[i];
    floor *= nothing * nothing * ldexp(1, 2 * (53 - prop_unit_bits(of->c)));
    snprintf(note, PROP_NOTE, "no answers");
    if (!means(mean, variance, &by, of, paths)) return false;
    if (by.one_in > 1 && !alike(&by, mean, floor)) {
        by.one_in = 1;
        memset(mean, 0, sizeof mean);
        if (!means(mean, variance, &by, of, paths)) return false;
    }
    const double bias = (variance[FINE] - variance[COARSE]) / (2 * batch_sample->paths) / log(2);
    for (int b = 0; b < PROP_BATCHES; b++) {
        seen = seen && mean[b][FINE] > floor;
        agree = agree || mean[b][STILL_OFF] <= floor;
        batch_sample->deficit[PROP_ORDER][b] =
            p - (log2(mean[b][COARSE] / mean[b][FINE]) - bias) / 2 / octaves;
        batch_sample->deficit[PROP_LIMIT][b] =
            p / 2 - log2(mean[b][OFF] / mean[b][STILL_OFF]) / 2 / octaves;
    }
    snprintf(note, PROP_NOTE, "errors too small to have an order");
    batch_sample->short_by[PROP_ORDER] = seen ? seen_short : 0;
    batch_sample->short_by[PROP_LIMIT] = agree ? 0 : p / 4;
    /* in some batch both solutions agree up to rounding, so both have the same limit */
    if (agree)
        batch_sample->agreed = (prop_reach){.first = INFINITY, .second = INFINITY, .taken = true};
    return seen || !agree;
}

/* Whether an order short by a quarter is less than SHARP standard errors. */
static bool imprecise(const prop_batch_sample *batch_sample)
{
    double mean, error;
    prop_batch_mean(&mean, &error, batch_sample->deficit[PROP_ORDER]);
    return batch_sample->short_by[PROP_ORDER] < sharp * error;
}

/* A first sample on FIRST_PATHS paths a batch, or on twice as many where those are too spread: how
 * many is chosen by their spread alone. */
static bool sampler(prop_batch_sample *batch_sample, char note[PROP_NOTE],
                    const prop_sampled_case *of, unsigned paths)
{
    const bool looked =
        look_with(batch_sample, note, of, paths > FIRST_PATHS ? paths : FIRST_PATHS);
    if (!looked || paths || !imprecise(batch_sample)) return looked;
    *batch_sample = (prop_batch_sample){0};
    return look_with(batch_sample, note, of, 2 * FIRST_PATHS);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    static const char *const others[2] = {"implicit-midpoint", "trapezoidal"};
    (void)law;
    return prop_two_sample_test(found, subject, c, others, sampler);
}

const prop_law prop_law_strong = {
    .name = "strong",
    .about = "converges strongly to the Stratonovich solution, at its order",
    .equation = "E|X_h(T) - X(T)|^2 = O(h^(2p)), p = 1/2, or 1 for commuting noises",
    .statistical = true,
    .against = {"an order short by 1/4", "a wrong limit"},
    .generic = true,
    .noisy = true,
    .noise_size = -3,
    .sampled = true,
    .cases = 1,
    .check = check,
};
