/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n in the coordinates of R^3, n vectors one after the other: brackets are cross products of
 * the parts and ad*_xi x = x x xi in each.  The Cayley transform is taken in the representation
 * su(2), so it is not the map of so(3).  The norm is the Euclidean one of all coordinates, span the
 * largest of the parts' lengths.  Pairing: the dot product; in the Lie-Poisson tensor part i
 * carries 1/Gamma_i, so that generators are grad_i H / Gamma_i.  Tested by
 * tests/ref/test_ref_su2n.c. */
#include "ref/algebra/su2n.h"
#include "ref/algebra/su2n_parts.h"

static void bracket_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                          arb_ptr w, slong prec)
{
    for (slong i = 0; i < algebra->d; i += 3) {
        so3_cross(w, xi + i, x + i, prec);
        for (int k = 0; k < 3; k++) arb_swap(out + i + k, w + k);
    }
}

static void ad_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                     arb_ptr w, slong prec)
{
    bracket_apply(out, algebra, xi, x, w, prec);
    _arb_vec_neg(out, out, algebra->d);
}

/* sum |xi_i x x_i|^2 <= max |xi_i|^2 sum |x_i|^2, and the same with the roles exchanged */
static void product_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    mag_set(size, rho);
    mag_one(slope);
}

static const ref_action su2n_ad = {.apply = ad_apply, .bound = product_bound};
static const ref_action su2n_bracket = {.apply = bracket_apply, .bound = product_bound};

static void su2n_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                         slong prec)
{
    arb_dot(out, NULL, 0, x, 1, y, 1, algebra->d, prec);
}

/* |x|, and the largest |x_i| */
static void norm_and_span(mag_t norm, mag_t span, const ref_algebra *algebra, arb_srcptr x)
{
    REF_LOCAL(mag, part, m);
    mag_zero(norm);
    mag_zero(span);
    for (slong i = 0; i < algebra->d; i += 3) {
        mag_zero(part);
        for (int k = 0; k < 3; k++) {
            arb_get_mag(m, x + i + k);
            mag_addmul(part, m, m);
        }
        mag_add(norm, norm, part);
        mag_max(span, span, part);
    }
    mag_sqrt(norm, norm);
    mag_sqrt(span, span);
}

static void su2n_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    REF_LOCAL(mag, span);
    norm_and_span(out, span, algebra, x);
}

static void su2n_span(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    REF_LOCAL(mag, norm);
    norm_and_span(norm, out, algebra, x);
}

/* hat(x_i) / Gamma_i on the diagonal */
static void su2n_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    const double *gamma = algebra->own;
    REF_LOCAL(arb, weight);
    arb_mat_zero(B);
    for (slong v = 0; 3 * v < algebra->d; v++) {
        arb_set_d(weight, gamma[v]);
        for (slong i = 0; i < 3; i++) {
            slong j = 3 * v + (i + 1) % 3, k = 3 * v + (i + 2) % 3;
            arb_div(arb_mat_entry(B, k, j), x + 3 * v + i, weight, prec);
            arb_neg(arb_mat_entry(B, j, k), arb_mat_entry(B, k, j));
        }
    }
}

void ref_algebra_su2n(ref_algebra *algebra, slong n, const double *gamma)
{
    *algebra = (ref_algebra){.name = "su(2)^n",
                             .n = 2 * n,
                             .d = 3 * n,
                             .scratch = SO3_SCRATCH,
                             .own = gamma,
                             .ad = &su2n_ad,
                             .congruence_change = &ref_su2n_congruence_change,
                             .congruence_inverse = &ref_su2n_congruence_inverse,
                             .exponential = &ref_su2n_exponential,
                             .cayley = &ref_su2n_cayley,
                             .gauss = &ref_su2n_gauss,
                             .bracket = &su2n_bracket,
                             /* (I + xi/2) eta (I - xi/2) - eta: the congruence's change */
                             .dcay_inverse_change = &ref_su2n_congruence_change,
                             .pairing = su2n_pairing,
                             .norm = su2n_norm,
                             .span = su2n_span,
                             .tensor = su2n_tensor,
                             .to_matrix = ref_su2n_to_matrix,
                             .from_matrix = ref_su2n_from_matrix,
                             .cayley_matrix = ref_su2n_cayley_matrix,
                             .exponential_matrix = ref_su2n_exponential_matrix,
                             .spatial = ref_su2n_spatial,
                             .spheres = n,
                             .sphere_cayley = &ref_su2n_sphere_cayley};
}
