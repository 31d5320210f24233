/* What a work item does in a step of Zeitlin's sphere (sphere.c), of isospectral-midpoint on N x N
 * matrices.  Written from the manual's pages of systems and schemes. */
#ifndef SLP_DEVICE_SPHERE_H
#define SLP_DEVICE_SPHERE_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/sphere_work.h"

/* b_k of the manual; 0 outside 0, ..., N-2 */
FUNCTION double sphere_square(int n, int k)
{
    return k < 0 || k > n - 2 ? 0 : (double)(k + 1) * (double)(n - 1 - k);
}

/* (sqrt b_k - sqrt b_{k+m})^2 from the difference of the b, which is exact. */
FUNCTION double sphere_gap(int n, int k, int m)
{
    const double one = sphere_square(n, k), other = sphere_square(n, k + m);
    const double sum = sqrt(one) + sqrt(other);
    return sum > 0 ? (one - other) / sum * ((one - other) / sum) : 0;
}

/* A superdiagonal m has L = N - m entries z_0, ..., z_{L-1}, and its tridiagonal Laplacian is the
 * same read from either end.  So it splits: u_k = z_k + z_{L-1-k}, the middle one z_k alone if L is
 * odd, and v_k = z_k - z_{L-1-k} have systems of their own, of half as many rows.  Solutions E and
 * O give x_k = (E_k + O_k)/2 and x_{L-1-k} = (E_k - O_k)/2.
 *
 * Row k of the Laplacian sums to r_k = m^2 + (gap_k + gap_{k-1})/2 >= 0, e_k = sqrt(b_k b_{k+m}).
 * Elimination keeps each pivot as t_k + e_k, t_{k+1} = r_{k+1} + e_k t_k/(t_k + e_k), t_0 = r_0, a
 * sum of positive numbers: no digits cancel.  The last pivots differ.  L odd: E's is t_k - r_k/2,
 * since half of the middle row is taken, and O has no such row.  L even: x_{k+1} = x_k for E, t_k,
 * and -x_k for O, t_k + 2 e_k.  E's is 0 on m = 0.
 *
 * Row k of the tables is E's, row N-1-k is O's. */
FUNCTION void sphere_factor(GLOBAL double *inverse, GLOBAL double *ratio, int n, int m)
{
    const int length = n - m, pairs = length / 2;
    double t = 0, share = 0;
    for (int k = 0; 2 * k < length; k++) {
        const double row = (double)m * m + 0.5 * (sphere_gap(n, k, m) + sphere_gap(n, k - 1, m));
        const double edge = sqrt(sphere_square(n, k)) * sqrt(sphere_square(n, k + m));
        const double before = share * t;
        t = row + before;
        share = t + edge > 0 ? edge / (t + edge) : 0;
        double even = t + edge, odd = t + edge;
        if (k == pairs) even = 0.5 * row + before;
        if (2 * k + 2 == length) even = t, odd = t + 2 * edge;
        inverse[k * n + m] = even > 0 ? 1 / even : 0;
        ratio[k * n + m] = share;
        if (k == pairs) break;
        inverse[(n - 1 - k) * n + m] = odd > 0 ? 1 / odd : 0;
        ratio[(n - 1 - k) * n + m] = share;
    }
}

/* AHEAD numbers of each of three columns: loads that are under way while others are used. */
enum { AHEAD = 16 };
typedef struct sphere_rows {
    double one[AHEAD], two[AHEAD], three[AHEAD];
} sphere_rows;

/* to = the first of `rows` numbers, `step` apart; 0 for what is missing. */
INLINE void sphere_column(double *to, GLOBAL const double *from, int step, int rows)
{
    if (rows >= AHEAD) {
        UNROLL for (int r = 0; r < AHEAD; r++, from += step) to[r] = *from;
    } else {
        UNROLL for (int r = 0; r < AHEAD; r++, from += step) to[r] = r < rows ? *from : 0;
    }
}

/* One superdiagonal of one part: its numbers are z[k*step], mirror[-k*step] and so on. */
typedef struct sphere_line {
    GLOBAL const double *z, *mirror, *inverse, *ratio;
    GLOBAL double *xi;
    int rows, pairs, step, place, down; /* step: of z; place: of xi; down: of the tables */
    double sign, share, y, below, excess, sum;
} sphere_line;

INLINE void sphere_load_down(sphere_rows *to, const sphere_line *s, int k)
{
    sphere_column(to->one, s->z + k * s->step, s->step, s->rows - k);
    sphere_column(to->two, s->mirror - k * s->step, -s->step, s->pairs - k);
    sphere_column(to->three, s->ratio + k * s->down, s->down, s->rows - k);
}
INLINE void sphere_go_down(sphere_line *s, const sphere_rows *x, int k)
{
    GLOBAL double *xi = s->xi + k * s->place;
    UNROLL for (int r = 0; r < AHEAD; r++, xi += s->place)
    {
        s->y = fma(s->share, s->y, fma(s->sign, x->two[r], x->one[r]));
        s->share = x->three[r];
        if (k + r < s->rows) *xi = s->y;
    }
}

/* k < 0: nothing is left. */
INLINE void sphere_load_up(sphere_rows *to, const sphere_line *s, int k)
{
    const int rows = k < 0 ? 0 : s->rows - k;
    sphere_column(to->one, s->xi + k * s->place, s->place, rows);
    sphere_column(to->two, s->inverse + k * s->down, s->down, rows);
    sphere_column(to->three, s->ratio + k * s->down, s->down, rows);
}
INLINE void sphere_go_up(sphere_line *s, const sphere_rows *x, int k)
{
    GLOBAL double *xi = s->xi + (k + AHEAD - 1) * s->place;
    const double above = k;
    UNROLL for (int r = AHEAD - 1; r >= 0; r--, xi -= s->place)
    {
        const double y = fma(-(above + (r + 1)), s->excess, x->one[r]);
        s->below = fma(x->three[r], s->below, x->two[r] * y);
        s->sum += s->below;
        if (k >= 0 && k + r < s->rows) *xi = s->below;
    }
}

/* One superdiagonal of one part: E in place of the upper triangle's first rows, or O in place of
 * the lower triangle's last ones.  The lower triangle of z gives z_{L-1-k}, so that neighbouring
 * items read neighbouring numbers.  On m = 0, where rows of the Laplacian sum to 0, the sum of z is
 * removed, and the mean of x is kept for sphere_mirror. */
FUNCTION void sphere_generator(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n, group = item / WIDE(n), m = item % WIDE(n), part = group % 2,
              odd = group / 2;
    const long q = (long)n * n, table = m + (odd ? q - n : 0);
    if (m >= n) return;
    sphere_rows now, next;
    sphere_line s;
    s.z = all + (w.a + part) * q + m;
    s.mirror = all + (w.a + part) * q + q - 1 - m;
    s.inverse = all + S_INVERSE * q + table;
    s.ratio = all + S_RATIO * q + table;
    s.xi = all + (S_XI + part) * q + (odd ? q - 1 - m : m);
    s.pairs = (n - m) / 2;
    s.rows = odd ? s.pairs : n - m - s.pairs;
    s.step = n + 1;
    s.place = odd ? -s.step : s.step;
    s.down = odd ? -n : n;
    s.sign = (part == 0) == (odd == 0) ? -1 : 1;
    s.share = s.y = s.below = s.excess = s.sum = 0;
    sphere_load_down(&now, &s, 0);
    for (int k = 0; k < s.rows; k += 2 * AHEAD) {
        sphere_load_down(&next, &s, k + AHEAD);
        sphere_go_down(&s, &now, k);
        sphere_load_down(&now, &s, k + 2 * AHEAD);
        sphere_go_down(&s, &next, k + AHEAD);
    }
    const int last = (s.rows - 1) / AHEAD * AHEAD;
    if (m == 0 && !odd) s.excess = 2 * s.xi[(s.rows - 1) * s.place] / n;
    sphere_load_up(&now, &s, last);
    for (int k = last; k >= 0; k -= 2 * AHEAD) {
        sphere_load_up(&next, &s, k - AHEAD);
        sphere_go_up(&s, &now, k);
        sphere_load_up(&now, &s, k - 2 * AHEAD);
        sphere_go_up(&s, &next, k - AHEAD);
    }
    if (m == 0 && !odd) all[MEANS(n) + part] = s.sum / n;
}

/* Entry `at` of a skew-Hermitian factor of a product, and its mirror image. */
INLINE void sphere_entry(GLOBAL double *factor, long q, long at, long turned, double re, double im)
{
    factor[turned] = -re;
    factor[at] = re;
    factor[q + at] = factor[q + turned] = im;
    factor[2 * q + turned] = im - re;
    factor[2 * q + at] = re + im;
}

/* xi = h x.  The two diagonals cut it in four triangles.  E lies in the upper one, O in the lower
 * one; entry (i, j) of the upper one gives one of each of the four. */
FUNCTION void sphere_mirror(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n, first = item / n * STRIP, j = item % n;
    const long q = (long)n * n;
    GLOBAL double *xi = all + S_XI * q;
    GLOBAL const double *mean = all + MEANS(n);
    for (int i = first; i < first + STRIP; i++) {
        const long at = (long)i * n + j, turned = (long)j * n + i;
        double here[2], there[2];
        if (i > j || i + j > n - 1) continue;
        for (int part = 0; part < 2; part++) {
            const double even = xi[part * q + at],
                         odd = i + j < n - 1 ? xi[part * q + q - 1 - at] : 0,
                         off = i == j ? mean[part] : 0;
            here[part] = w.h * (0.5 * (even + odd) - off);
            there[part] = w.h * (0.5 * (even - odd) - off);
        }
        sphere_entry(xi, q, at, turned, here[0], here[1]);
        if (i + j < n - 1) sphere_entry(xi, q, q - 1 - turned, q - 1 - at, there[0], there[1]);
    }
}

/* Re Re, Im Im, and (Re + Im)(Re + Im) are the three real products. */
INLINE double sphere_part(GLOBAL const double *product, long q, long at, int part)
{
    const double re = product[at], im = product[q + at];
    return part ? product[2 * q + at] - re - im : re - im;
}

/* (W - W*) of both parts. */
INLINE double sphere_twice(GLOBAL const double *all, long q, long at, long turned, int part)
{
    GLOBAL const double *factor = all + (S_W + part) * q;
    return part ? factor[at] + factor[turned] : factor[at] - factor[turned];
}

/* Squares of entries off the diagonal count twice: the mirror image is not summed. */
FUNCTION void sphere_stage(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n, first = item / n * STRIP, j = item % n;
    const long q = (long)n * n;
    double sum = 0;
    for (int i = first; i < first + STRIP && i <= j; i++) {
        const long at = (long)i * n + j, turned = (long)j * n + i;
        double y[2];
        for (int part = 0; part < 2; part++) {
            const double x = all[(S_STATE + part) * q + at],
                         twice = sphere_twice(all, q, at, turned, part),
                         quadratic = sphere_part(all + S_PART * q, q, at, part);
            y[part] = i == j && part == 0 ? 0 : x + (0.25 * quadratic - 0.5 * twice);
            const double change = y[part] - all[(w.a + part) * q + at];
            sum += (i < j ? 2 : 1) * change * change;
        }
        sphere_entry(all + w.b * q, q, at, turned, y[0], y[1]);
    }
    all[SUMS(n, 0) + item] = sum;
}

/* A stage is the sum of its first differences and what they miss. */
FUNCTION void sphere_end(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n, first = item / n * STRIP, j = item % n, known = w.b;
    const long q = (long)n * n;
    double sum[DIFFERENCES], before[DIFFERENCES];
    UNROLL for (int k = 0; k < DIFFERENCES; k++) sum[k] = 0;
    for (int i = first; i < first + STRIP && i <= j; i++)
        for (int part = 0; part < 2; part++) {
            const long at = (long)i * n + j, turned = (long)j * n + i;
            GLOBAL double *x = all + (S_STATE + part) * q + at;
            GLOBAL double *difference = all + (S_DIFFERENCE + part) * q + at;
            double now = all[(w.a + part) * q + at];
            UNROLL for (int k = 0; k < DIFFERENCES; k++) before[k] =
                k < known ? difference[2 * k * q] : 0;
            *x = i == j && part == 0 ? 0 : *x - sphere_twice(all, q, at, turned, part);
            UNROLL for (int k = 0; k < DIFFERENCES; k++)
            {
                if (k <= known) difference[2 * k * q] = now;
                now -= before[k];
                sum[k] += (i < j ? 2 : 1) * now * now;
            }
        }
    UNROLL for (int k = 0; k < DIFFERENCES; k++) if (k < known)
        all[SUMS(n, 0) + (long)k * n * STRIPS(n) + item] = sum[k];
}

FUNCTION void sphere_add(GLOBAL double *all, const sphere_work w, int item)
{
    const int which = item / w.b, first = item % w.b;
    GLOBAL const double *from = all + SUMS(w.n, w.c) + (long)which * w.a;
    double sum = 0, term[AHEAD];
    for (int k = first; k < w.a; k += AHEAD * w.b) {
        UNROLL for (int r = 0; r < AHEAD; r++) term[r] = k + r * w.b < w.a ? from[k + r * w.b] : 0;
        UNROLL for (int r = 0; r < AHEAD; r++) sum += term[r];
    }
    all[SUMS(w.n, 1 - w.c) + item] = sum;
}

FUNCTION void sphere_guess(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n, first = item / n * STRIP, j = item % n;
    const long q = (long)n * n;
    double least = INFINITY;
    int used = 0;
    UNROLL for (int k = 0; k < DIFFERENCES; k++)
    {
        const double miss = k < w.b ? all[SUMS(n, w.c) + k] : INFINITY;
        if (miss < least) used = k + 1, least = miss;
    }
    for (int i = first; i < first + STRIP && i <= j; i++) {
        const long at = (long)i * n + j, turned = (long)j * n + i;
        double y[2];
        for (int part = 0; part < 2; part++) {
            GLOBAL const double *difference = all + (S_DIFFERENCE + part) * q + at;
            y[part] = used ? 0 : all[(S_STATE + part) * q + at];
            UNROLL for (int k = DIFFERENCES - 1; k >= 0; k--) y[part] +=
                k < used ? difference[2 * k * q] : 0;
        }
        sphere_entry(all + w.a * q, q, at, turned, y[0], y[1]);
    }
}

/* All but DO_GENERATOR, which needs so many registers that it is a kernel of its own. */
FUNCTION void sphere_item(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n;
    const long q = (long)n * n;
    GLOBAL double *factor = all + S_W * q;
    switch (w.kind) {
    case DO_FACTOR:
        sphere_factor(all + S_INVERSE * q, all + S_RATIO * q, n, item);
        break;
    case DO_MIRROR:
        sphere_mirror(all, w, item);
        break;
    case DO_PRODUCT: {
        const int i = (int)(item % q) / n, j = item % n;
        const long which = item / q;
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum +=
                all[(w.a + which) * q + (long)i * n + k] * all[(w.b + which) * q + (long)k * n + j];
        all[w.c * q + item] = sum;
        break;
    }
    case DO_COMPLEX: {
        const double re = sphere_part(all + S_PART * q, q, item, 0),
                     im = sphere_part(all + S_PART * q, q, item, 1);
        factor[item] = re;
        factor[q + item] = im;
        factor[2 * q + item] = re + im;
        break;
    }
    case DO_STAGE:
        sphere_stage(all, w, item);
        break;
    case DO_END:
        sphere_end(all, w, item);
        break;
    case DO_ADD:
        sphere_add(all, w, item);
        break;
    default:
        sphere_guess(all, w, item);
    }
}

#endif
