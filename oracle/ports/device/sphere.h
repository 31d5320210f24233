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

/* On superdiagonal m, row k of the Laplacian sums to r_k = m^2 + (gap_k + gap_{k-1})/2 >= 0, e_k =
 * sqrt(b_k b_{k+m}).  Elimination keeps each pivot as t_k + e_k, t_{k+1} = r_{k+1} + e_k t_k/(t_k +
 * e_k), t_0 = r_0, a sum of positive numbers: no digits cancel.  On m = 0 the last pivot is 0. */
FUNCTION void sphere_factor(GLOBAL double *inverse, GLOBAL double *ratio, int n, int m)
{
    double t = 0, share = 0;
    for (int k = 0; k + m < n; k++) {
        const double row = (double)m * m + 0.5 * (sphere_gap(n, k, m) + sphere_gap(n, k - 1, m));
        const double edge = sqrt(sphere_square(n, k)) * sqrt(sphere_square(n, k + m));
        t = row + share * t;
        share = t + edge > 0 ? edge / (t + edge) : 0;
        inverse[k * n + m] = t + edge > 0 ? 1 / (t + edge) : 0;
        ratio[k * n + m] = share;
    }
}

FUNCTION void sphere_remove_mean(GLOBAL double *f, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += f[k * n + k];
    for (int k = 0; k < n; k++) f[k * n + k] -= sum / n;
}

/* One superdiagonal of one part of xi, and its mirror image, of sign -1 for the real part. */
FUNCTION void sphere_solve(GLOBAL double *xi, GLOBAL const double *z, GLOBAL const double *inverse,
                           GLOBAL const double *ratio, int n, int m, double h, double sign)
{
    for (int k = 0; k + m < n; k++) xi[k * n + k + m] = h * z[k * n + k + m];
    if (m == 0) sphere_remove_mean(xi, n);
    for (int k = 1; k + m < n; k++)
        xi[k * n + k + m] += ratio[(k - 1) * n + m] * xi[(k - 1) * n + k - 1 + m];
    double below = 0;
    for (int k = n - 1 - m; k >= 0; k--) {
        below = inverse[k * n + m] * xi[k * n + k + m] + ratio[k * n + m] * below;
        xi[k * n + k + m] = below;
    }
    if (m == 0) sphere_remove_mean(xi, n);
    for (int k = 0; k + m < n && m; k++) xi[(k + m) * n + k] = sign * xi[k * n + k + m];
}

FUNCTION void sphere_generator(GLOBAL double *all, int n, int m, double h)
{
    const int q = n * n;
    for (int part = m ? 0 : 1; part < 2; part++)
        sphere_solve(all + (S_XI + part) * (long)q, all + (S_STAGE + part) * (long)q,
                     all + S_INVERSE * (long)q, all + S_RATIO * (long)q, n, m, h, part ? 1 : -1);
    for (int k = 0; k < n && !m; k++) all[S_XI * (long)q + k * n + k] = 0;
}

/* Entry (i, j), i <= j, of both parts, and its mirror image: of the next stage or, at the end, of
 * the new state. */
FUNCTION void sphere_update(GLOBAL double *all, const sphere_work w, int item)
{
    const long q = (long)w.n * w.n, i = item / w.n, j = item % w.n, at = i * w.n + j,
               turned = j * w.n + i;
    const int end = w.kind == DO_END;
    if (i > j) return;
    double square = 0;
    for (int part = 0; part < 2; part++) {
        const double sign = part ? 1 : -1;
        GLOBAL double *out = all + ((end ? S_STATE : S_NEXT) + part) * q;
        GLOBAL const double *one = all + (S_W + part) * q;
        const double twice = one[at] + sign * one[turned], x = all[(S_STATE + part) * q + at];
        double y = x - twice, change = twice;
        if (!end) {
            y = x + (0.25 * all[(w.a + part) * q + at] - 0.5 * twice);
            change = y - all[(S_STAGE + part) * q + at];
        }
        if (i == j && part == 0) y = change = 0;
        square += change * change;
        out[at] = y;
        out[turned] = i == j ? y : sign * y;
    }
    all[S_SQUARES * q + at] = all[S_SQUARES * q + turned] = square;
}

/* Sums of squares of what the first 1, ..., `known` differences miss of column j of the stage. */
FUNCTION void sphere_misses(GLOBAL double *all, int n, int known, int j)
{
    const long q = (long)n * n;
    double sum[DIFFERENCES];
    for (int k = 0; k < DIFFERENCES; k++) sum[k] = 0;
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < n; i++) {
            const long at = part * q + (long)i * n + j;
            double miss = all[S_STAGE * q + at];
            for (int k = 0; k < known; k++) {
                miss -= all[(S_DIFFERENCE + 2 * k) * q + at];
                sum[k] += miss * miss;
            }
        }
    for (int k = 0; k < known; k++) all[S_PART * q + (long)k * n + j] = sum[k];
}

FUNCTION void sphere_remember(GLOBAL double *all, int n, int known, int item)
{
    const long q = (long)n * n;
    double difference = all[S_STAGE * q + item];
    for (int k = 0; k <= known && k < DIFFERENCES; k++) {
        GLOBAL double *place = all + (S_DIFFERENCE + 2 * k) * q + item;
        const double before = k < known ? *place : 0;
        *place = difference;
        difference -= before;
    }
}

FUNCTION void sphere_guess(GLOBAL double *all, int n, int used, int item)
{
    const long q = (long)n * n;
    double sum = used ? 0 : all[item];
    for (int k = used; k-- > 0;) sum += all[(S_DIFFERENCE + 2 * k) * q + item];
    all[S_STAGE * q + item] = sum;
}

FUNCTION void sphere_item(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n, i = item / n, j = item % n;
    const long q = (long)n * n;
    GLOBAL double *part = all + S_PART * q;
    double sum = 0;
    switch (w.kind) {
    case DO_FACTOR:
        sphere_factor(all + S_INVERSE * q, all + S_RATIO * q, n, item);
        break;
    case DO_GENERATOR:
        sphere_generator(all, n, item, w.h);
        break;
    case DO_SUM:
        all[w.c * q + item] = all[w.a * q + item] + all[w.b * q + item];
        break;
    case DO_PRODUCT:
        for (int k = 0; k < n; k++)
            sum += all[w.a * q + (long)i * n + k] * all[w.b * q + (long)k * n + j];
        all[w.c * q + item] = sum;
        break;
    case DO_COMPLEX: /* Re Re, Im Im, and (Re + Im)(Re + Im) */
        all[w.c * q + item] = part[item] - part[q + item];
        all[(w.c + 1) * q + item] = part[2 * q + item] - part[item] - part[q + item];
        break;
    case DO_STAGE:
    case DO_END:
        sphere_update(all, w, item);
        break;
    case DO_COPY:
        all[w.c * q + item] = all[w.a * q + item];
        break;
    case DO_SQUARES:
        all[S_SQUARES * q + item] = all[item] * all[item] + all[q + item] * all[q + item];
        break;
    case DO_COLUMNS:
        for (int k = 0; k < n; k++) sum += all[S_SQUARES * q + (long)k * n + item];
        part[item] = sum;
        break;
    case DO_MISSES:
        sphere_misses(all, n, w.a, item);
        break;
    case DO_REMEMBER:
        sphere_remember(all, n, w.a, item);
        break;
    default:
        sphere_guess(all, n, w.a, item);
    }
}

#endif
