/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The first guess of a stage, by polynomials through earlier stages.  With backward differences D_j
 * of the stages z_n, the polynomial of degree p predicts z_{n+1} = D_0 + ... + D_p, and its error
 * at z_n would have been D_{p+1}, which each step measures.  The degree with the least error is
 * used.  If noise makes all errors larger than half a step, the distance of a stage from x, the
 * guess is x.  One degree more reduces the error by the factor |omega h| and costs one pass over
 * the matrices; an evaluation reduces it by its contraction.  But each degree doubles the roundings
 * of stages, so that on su(64) and su(128) degree 8 or 9 is the best.  Differences of two orders
 * beyond those in use are not formed, so where noise leaves few useful ones, few are computed. */
#include "fast/trajectory/trajectory.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 256, LANES = 8 };
enum { BEYOND = 3 }; /* differences kept more than are added up */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Both passes work in blocks that stay in the first-level cache from one difference to the next. */
static void sum_of_differences(double *z, const fast_trajectory *t, size_t count)
{
    const size_t size = fast_trajectory_size(t);
    for (size_t at = 0; at < size; at += BLOCK) {
        const size_t length = smaller(BLOCK, size - at);
        double *restrict to = z + at;
        memcpy(to, t->difference[0] + at, length * sizeof *to);
        for (size_t j = 1; j < count; j++) {
            const double *restrict d = t->difference[j] + at;
            for (size_t i = 0; i < length; i++) to[i] += d[i];
        }
    }
}

/* d <- now, now <- now - d before; returns |now|^2 as it was. */
static double push_difference(double *restrict d, double *restrict now, size_t length)
{
    double lane[LANES] = {0};
    size_t i = 0;
    for (; i + LANES <= length; i += LANES)
        for (size_t l = 0; l < LANES; l++) {
            const double a = now[i + l], before = d[i + l];
            d[i + l] = a;
            lane[l] += a * a;
            now[i + l] = a - before;
        }
    for (; i < length; i++) {
        const double a = now[i], before = d[i];
        d[i] = a;
        lane[0] += a * a;
        now[i] = a - before;
    }
    for (size_t l = 1; l < LANES; l++) lane[0] += lane[l];
    return lane[0];
}

void fast_trajectory_guess(fast_trajectory *t, double moved)
{
    size_t best = 0; /* how many differences to add up */
    double miss = 0.5 * moved;
    for (size_t j = 1; j < t->known; j++)
        if (t->size[j] < miss) {
            miss = t->size[j];
            best = j;
        }
    t->used = best;
    if (best)
        sum_of_differences(t->z, t, best);
    else
        memcpy(t->z, t->x, fast_trajectory_size(t) * sizeof *t->z);
}

void fast_trajectory_remember(fast_trajectory *t)
{
    const size_t size = fast_trajectory_size(t);
    const size_t wanted = smaller(t->known + 1, t->used + BEYOND),
                 count = smaller(wanted, FAST_DIFFERENCES);
    double square[FAST_DIFFERENCES] = {0};
    for (size_t at = 0; at < size; at += BLOCK) {
        const size_t length = smaller(BLOCK, size - at);
        double now[BLOCK];
        memcpy(now, t->next + at, length * sizeof *now);
        for (size_t j = 0; j < count; j++)
            square[j] += push_difference(t->difference[j] + at, now, length);
    }
    for (size_t j = 0; j < count; j++) t->size[j] = sqrt(square[j]);
    t->known = count;
}
