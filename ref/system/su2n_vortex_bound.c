/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How fast the point vortices' generator can change within a ball, and how large its terms are.
 * Over the ball lengths are at least r_i - R and chords at least |w_ij| - R sqrt(a_i^2 + a_j^2), a
 * = 2/(2r - R): a direction moves by at most 2R/(|x| + |y|).  With s the least squared chord and t
 * = 2/s, the Jacobian's blocks are at most
 *     |d xi_i/d x_i| <= sum_j |gamma_j| sqrt(t^2 + 4t) / r_i^2,
 *     |d xi_i/d x_j| <= |gamma_j| t / (r_i r_j).
 * Derivation: ref/scheme/rkmk.md section 5.  Tested by tests/ref/test_ref_vortices_bounds.c. */
#include "ref/system/su2n_vortex.h"

enum { BOUND_PREC = 64 };

typedef struct vortex_geometry {
    slong n;
    arb_ptr u, all; /* directions; the block that everything lies in */
    mag_ptr r;      /* least lengths over the ball */
    mag_ptr a;      /* how far directions move, over R */
} vortex_geometry;

/* a = 2/(2 r - R), and then r <- r - R; infinite and 0 where r <= R */
static void shrink(mag_t r, mag_t a, const mag_t R)
{
    REF_LOCAL(mag, two);
    mag_set_ui(two, 2);
    mag_mul_2exp_si(a, r, 1);
    mag_sub_lower(a, a, R);
    mag_div(a, two, a);
    mag_sub_lower(r, r, R);
}

static void geometry_init(vortex_geometry *g, const ref_system *sys, arb_srcptr x, const mag_t R)
{
    slong n = g->n = vortex_count(sys);
    REF_LOCAL(arb, r);
    g->u = _arb_vec_init(3 * n);
    g->r = _mag_vec_init(2 * n);
    g->a = g->r + n;
    for (slong i = 0; i < n; i++) {
        ref_vortex_direction(g->u + 3 * i, r, x + 3 * i, BOUND_PREC);
        arb_get_mag_lower(g->r + i, r);
        shrink(g->r + i, g->a + i, R);
    }
}

static void geometry_clear(vortex_geometry *g)
{
    _arb_vec_clear(g->u, 3 * g->n);
    _mag_vec_clear(g->r, 2 * g->n);
}

/* t = 2/s from above, s the least squared chord between i and j; +infinity if they may touch */
static void nearness(mag_t t, const vortex_geometry *g, slong i, slong j, const mag_t R)
{
    REF_LOCAL_VEC(arb, 4, w);
    arb_ptr s = w + 3;
    REF_LOCAL(mag, move, chord);
    ref_vortex_chord(w, s, g->u + 3 * i, g->u + 3 * j, BOUND_PREC);
    arb_sqrtpos(s, s, BOUND_PREC);
    arb_get_mag_lower(chord, s);
    mag_hypot(move, g->a + i, g->a + j);
    mag_mul(move, move, R);
    mag_sub_lower(chord, chord, move);
    mag_mul_lower(chord, chord, chord);
    mag_set_ui(t, 2);
    mag_div(t, t, chord);
}

/* out = f / (r_i r_j) */
static void over_lengths(mag_t out, const mag_t f, const vortex_geometry *g, slong i, slong j)
{
    mag_div(out, f, g->r + i);
    mag_div(out, out, g->r + j);
}

/* row[i] += own block and row[i] += the other block, column[j] likewise, for one pair */
static void add_blocks(mag_ptr row, mag_ptr column, const mag_t gamma, const mag_t t,
                       const vortex_geometry *g, slong i, slong j)
{
    REF_LOCAL(mag, own, block);
    mag_add_ui(own, t, 4);
    mag_mul(own, own, t);
    mag_sqrt(own, own);
    mag_mul(own, own, gamma);
    over_lengths(block, own, g, i, i);
    mag_add(row + i, row + i, block);
    mag_add(column + i, column + i, block);
    mag_mul(own, t, gamma);
    over_lengths(block, own, g, i, j);
    mag_add(row + i, row + i, block);
    mag_add(column + j, column + j, block);
}

/* |A| <= sqrt(|A|_1 |A|_inf) of the blocks' bounds, and the largest noise weight */
void ref_vortex_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                          const mag_t R)
{
    slong n = vortex_count(sys);
    REF_LOCAL_VEC(mag, 2 * n, row);
    mag_ptr column = row + n;
    vortex_geometry g;
    REF_LOCAL(mag, t, gamma, most);
    geometry_init(&g, sys, x, R);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            if (j == i) continue;
            arb_get_mag(gamma, pack + j);
            nearness(t, &g, i, j, R);
            add_blocks(row, column, gamma, t, &g, i, j);
        }
    mag_zero(lip);
    for (slong i = 0; i < n; i++) {
        mag_max(lip, lip, row + i);
        mag_max(most, most, column + i);
    }
    mag_mul(lip, lip, most);
    mag_sqrt(lip, lip);
    mag_zero(most);
    for (slong k = 0; k < 3; k++) {
        arb_get_mag(t, pack + n + k);
        mag_max(most, most, t);
    }
    mag_add(lip, lip, most);
    geometry_clear(&g);
}

/* square = sum over i of (sum_j |gamma_j| 2t / r_i)^2, with t = 1/(1 - c): in the drift's formula
 * as printed, the two terms before they cancel have size (1 + |c|)/(1 - c) <= 2t; nearest = the
 * largest t */
static void drift_terms(mag_t square, mag_t nearest, arb_srcptr pack, const vortex_geometry *g,
                        const mag_t still)
{
    REF_LOCAL(mag, sum, t, gamma);
    mag_zero(square);
    mag_zero(nearest);
    for (slong i = 0; i < g->n; i++) {
        mag_zero(sum);
        for (slong j = 0; j < g->n; j++) {
            if (j == i) continue;
            nearness(t, g, i, j, still);
            mag_max(nearest, nearest, t);
            arb_get_mag(gamma, pack + j);
            mag_mul(t, t, gamma);
            mag_div(t, t, g->r + i);
            mag_add(sum, sum, t);
        }
        mag_mul_2exp_si(sum, sum, 1);
        mag_addmul(square, sum, sum);
    }
}

void ref_vortex_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                      const arb_t h, arb_srcptr dW)
{
    slong n = vortex_count(sys);
    REF_LOCAL_VEC(arb, sys->pack_size, pack);
    vortex_geometry g;
    REF_LOCAL(mag, still, size, square, m);
    geometry_init(&g, sys, x, still);
    sys->table->freeze(pack, sys, h, dW, BOUND_PREC);
    drift_terms(square, condition, pack, &g, still);
    mag_mul_2exp_si(condition, condition, 2);
    mag_add_ui(condition, condition, 1); /* q = 1 + 4/min(1 - c) */
    mag_sqrt(terms, square);
    for (slong k = 0; k < 3; k++) {
        mag_zero(square);
        for (slong i = 0; i < n; i++) {
            arb_get_mag(m, x + 3 * i + k);
            mag_addmul(square, m, m);
        }
        mag_sqrt(size, square);
        arb_get_mag(m, pack + n + k);
        mag_addmul(terms, m, size);
    }
    geometry_clear(&g);
}
