/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a work item does in a step of Zeitlin's sphere (sphere.c), of isospectral-midpoint on N x N
 * matrices.  Written from the manual's pages of systems and schemes. */
#ifndef SLP_DEVICE_SPHERE_H
#define SLP_DEVICE_SPHERE_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/sphere_share.h"
#include "oracle/ports/device/sphere_tiles.h"
#include "oracle/ports/device/sphere_work.h"
#include "oracle/ports/device/sphere_xi.h"

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

INLINE void sphere_complex(GLOBAL double *all, int n, int item)
{
    const long q = (long)n * n;
    GLOBAL const double *from = all + S_PART * q;
    const double product[] = {from[item], from[q + item], from[2 * q + item]};
    sphere_entry(all + S_W * q, q, item, sphere_part(product, 0), sphere_part(product, 1));
}

/* The kinds before DO_GENERATOR. */
FUNCTION void sphere_item(GLOBAL double *all, const sphere_work w, int item)
{
    const int n = w.n;
    const long q = (long)n * n;
    if (w.kind == DO_FACTOR) sphere_factor(all + S_INVERSE * q, all + S_RATIO * q, n, item);
    if (w.kind == DO_COMPLEX) sphere_complex(all, n, item);
    if (w.kind == DO_PRODUCT) {
        const int i = (int)(item % q) / n, j = item % n;
        const long which = item / q;
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum +=
                all[(w.a + which) * q + (long)i * n + k] * all[(w.b + which) * q + (long)k * n + j];
        all[w.c * q + item] = sum;
    }
}

/* The others: in so many phases, before each of which all items of a block have ended the one
 * before. */
INLINE int sphere_phases(const sphere_work w, int kind, int block)
{
    return kind == DO_GENERATOR ? sphere_generator_phases(w, block)
           : kind == DO_MISSED  ? 3 * w.b
                                : TILE_PHASES;
}
INLINE void sphere_phase(GLOBAL double *all, const sphere_work w, int kind,
                         LOCAL sphere_shared *shared, sphere_kept *kept, int block, int item,
                         int phase)
{
    if (kind == DO_GENERATOR) {
        sphere_generator(all, w, shared, kept, block, item, phase);
        return;
    }
    const sphere_place at =
        kind == DO_MISSED ? sphere_sampled(w.n, block) : sphere_numbered(w.n, block);
    const sphere_tile t = sphere_at(w.n, at, item);
    if (kind == DO_MIRROR) sphere_mirror(all, w, shared, kept, &t, phase);
    if (kind == DO_STAGE) sphere_stage(all, w, shared, kept, &t, block, item, phase);
    if (kind == DO_MISSED) sphere_missed(all, w, shared, kept, &t, block, item, phase);
    if (kind == DO_END) sphere_end(all, w, shared, kept, &t, phase);
}

#endif
