/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator of Zeitlin's sphere: halves of superdiagonals, by elimination.  A block has LANES
 * neighbouring superdiagonals of one part and one parity, an item CHUNK neighbouring rows of one of
 * them, SWEEP rows are under way at once.
 *
 * Rows y_k = share_k y_{k-1} + b_k depend on one another.  So each chunk starts from 0; its end and
 * the product of its shares say what it does to any start, and the chunks' starts follow; then it
 * goes through its rows again.  Shares are from 0 to 1: errors of starts do not grow. */
#ifndef SLP_DEVICE_SPHERE_XI_H
#define SLP_DEVICE_SPHERE_XI_H

#include "oracle/ports/device/sphere_share.h"

/* One superdiagonal of one part: row k of z is at z + k*step, and so on. */
typedef struct sphere_line {
    GLOBAL const double *z, *mirror, *inverse, *ratio;
    GLOBAL double *xi;
    int rows, pairs, step, place, down; /* step: of z; place: of xi; down: of the tables */
    int lane, chunk, means;             /* means: this is E on m = 0 */
    double sign;
} sphere_line;

/* Rows of the longest superdiagonal of a block, in sweeps of SWEEP. */
INLINE int sphere_sweeps(const sphere_work w, int block)
{
    const int length = w.n - block / 4 * LANES;
    return ((length + 1) / 2 + SWEEP - 1) / SWEEP;
}

/* E in place of the upper triangle's first rows, or O in place of the lower triangle's last ones.
 * The lower triangle of z gives z_{L-1-k}, so that neighbouring items read neighbouring numbers. */
INLINE sphere_line sphere_find(GLOBAL double *all, const sphere_work w, int block, int item)
{
    const int n = w.n, part = block % 2, odd = block / 2 % 2, m = block / 4 * LANES + item % LANES;
    const long q = (long)n * n, table = m + (odd ? q - n : 0);
    sphere_line s;
    s.z = all + (w.a + part) * q + m;
    s.mirror = all + (w.a + part) * q + q - 1 - m;
    s.inverse = all + S_INVERSE * q + table;
    s.ratio = all + S_RATIO * q + table;
    s.xi = all + (S_XI + part) * q + (odd ? q - 1 - m : m);
    s.pairs = m < n ? (n - m) / 2 : 0;
    s.rows = m < n && !odd ? n - m - s.pairs : s.pairs;
    s.step = n + 1;
    s.place = odd ? -s.step : s.step;
    s.down = odd ? -n : n;
    s.lane = item % LANES;
    s.chunk = item / LANES;
    s.means = m == 0 && !odd;
    s.sign = (part == 0) == (odd == 0) ? -1 : 1;
    return s;
}

/* to = the first of `rows` numbers, `step` apart; 0 for what is missing. */
INLINE void sphere_column(double *to, GLOBAL const double *from, int step, int rows)
{
    if (rows >= CHUNK) {
        UNROLL for (int r = 0; r < CHUNK; r++) to[r] = from[(long)r * step];
    } else {
        UNROLL for (int r = 0; r < CHUNK; r++) to[r] = r < rows ? from[(long)r * step] : 0;
    }
}

INLINE void sphere_put(GLOBAL double *to, const double *from, int step, int rows)
{
    if (rows >= CHUNK) {
        UNROLL for (int r = 0; r < CHUNK; r++) to[(long)r * step] = from[r];
    } else {
        UNROLL for (int r = 0; r < CHUNK; r++)
        {
            if (r < rows) to[(long)r * step] = from[r];
        }
    }
}

/* What the rows from `first` on do to a start, from y = 0. */
INLINE void sphere_down(const sphere_line *s, LOCAL sphere_shared *shared, sphere_kept *kept,
                        int first)
{
    const long at = first;
    double y = 0, slope = 1, mirror[CHUNK], ratio[CHUNK];
    sphere_column(kept->value, s->z + at * s->step, s->step, s->rows - first);
    sphere_column(mirror, s->mirror - at * s->step, -s->step, s->pairs - first);
    sphere_column(ratio, s->ratio + at * s->down, s->down, s->rows - first);
    kept->ratio[0] = first > 0 && first < s->rows ? s->ratio[(at - 1) * s->down] : 0;
    UNROLL for (int r = 0; r < CHUNK; r++) kept->value[r] = fma(s->sign, mirror[r], kept->value[r]);
    UNROLL for (int r = 1; r < CHUNK; r++) kept->ratio[r] = ratio[r - 1];
    UNROLL for (int r = 0; r < CHUNK; r++)
    {
        y = fma(kept->ratio[r], y, kept->value[r]);
        slope *= kept->ratio[r];
    }
    shared->end[s->chunk][s->lane] = y;
    shared->slope[s->chunk][s->lane] = slope;
}
INLINE void sphere_go_down(const sphere_line *s, LOCAL sphere_shared *shared, sphere_kept *kept,
                           int first, int sweep, int n)
{
    double y = sweep ? shared->carry[sweep % 2][s->lane] : 0, final = 0;
    for (int c = 0; c < s->chunk; c++)
        y = fma(shared->slope[c][s->lane], y, shared->end[c][s->lane]);
    UNROLL for (int r = 0; r < CHUNK; r++)
    {
        y = fma(kept->ratio[r], y, kept->value[r]);
        kept->value[r] = y;
        final = first + r == s->rows - 1 ? y : final;
    }
    sphere_put(s->xi + (long)first * s->place, kept->value, s->place, s->rows - first);
    if (s->means && s->rows > first && s->rows <= first + CHUNK) shared->excess = 2 * final / n;
    if (s->chunk == CHUNKS - 1) shared->carry[1 - sweep % 2][s->lane] = y;
}

/* The same upwards, where y_k are found. */
INLINE void sphere_up(const sphere_line *s, LOCAL sphere_shared *shared, sphere_kept *kept,
                      int first)
{
    const double excess = s->means ? shared->excess : 0, above = first;
    const long at = first;
    double x = 0, slope = 1, y[CHUNK], inverse[CHUNK];
    sphere_column(y, s->xi + at * s->place, s->place, s->rows - first);
    sphere_column(inverse, s->inverse + at * s->down, s->down, s->rows - first);
    sphere_column(kept->ratio, s->ratio + at * s->down, s->down, s->rows - first);
    UNROLL for (int r = 0; r < CHUNK; r++) kept->value[r] =
        inverse[r] * fma(-(above + (r + 1)), excess, y[r]);
    UNROLL for (int r = CHUNK - 1; r >= 0; r--)
    {
        x = fma(kept->ratio[r], x, kept->value[r]);
        slope *= kept->ratio[r];
    }
    shared->end[s->chunk][s->lane] = x;
    shared->slope[s->chunk][s->lane] = slope;
}
INLINE void sphere_go_up(const sphere_line *s, LOCAL sphere_shared *shared, sphere_kept *kept,
                         int first, int sweep, int last)
{
    double x = last ? 0 : shared->carry[sweep % 2][s->lane], sum = 0;
    for (int c = CHUNKS - 1; c > s->chunk; c--)
        x = fma(shared->slope[c][s->lane], x, shared->end[c][s->lane]);
    UNROLL for (int r = CHUNK - 1; r >= 0; r--)
    {
        x = fma(kept->ratio[r], x, kept->value[r]);
        kept->value[r] = x;
        sum += x;
    }
    sphere_put(s->xi + (long)first * s->place, kept->value, s->place, s->rows - first);
    if (s->chunk == 0) shared->carry[1 - sweep % 2][s->lane] = x;
    if (s->means) shared->sum[s->chunk] = (last ? 0 : shared->sum[s->chunk]) + sum;
}

/* Two phases a sweep, down and then up, and one for the mean of x on m = 0, which sphere_mirror
 * takes off: there rows of the Laplacian sum to 0, and the sum of z is removed. */
INLINE int sphere_generator_phases(const sphere_work w, int block)
{
    return 4 * sphere_sweeps(w, block) + 1;
}
INLINE void sphere_generator(GLOBAL double *all, const sphere_work w, LOCAL sphere_shared *shared,
                             sphere_kept *kept, int block, int item, int phase)
{
    const int sweeps = sphere_sweeps(w, block), up = phase >= 2 * sweeps;
    const sphere_line s = sphere_find(all, w, block, item);
    if (phase == 4 * sweeps) {
        double sum = 0;
        for (int c = 0; c < CHUNKS && s.means; c++) sum += shared->sum[c];
        if (s.means && s.chunk == 0) all[MEANS(w.n) + block % 2] = sum / w.n;
        return;
    }
    const int sweep = up ? 2 * sweeps - 1 - phase / 2 : phase / 2;
    const int first = sweep * SWEEP + s.chunk * CHUNK;
    if (!up && phase % 2 == 0)
        sphere_down(&s, shared, kept, first);
    else if (!up)
        sphere_go_down(&s, shared, kept, first, sweep, w.n);
    else if (phase % 2 == 0)
        sphere_up(&s, shared, kept, first);
    else
        sphere_go_up(&s, shared, kept, first, sweep, sweep == sweeps - 1);
}

#endif
