/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3) in the coordinates of R^3: hat(x) v = x x v, [hat a, hat b] = hat(a x b), ad*_xi x = x x
 * xi.  The actions with a retraction are in so3_congruence.c and so3_rotation.c. */
#include "ref/algebra/so3.h"
#include "ref/algebra/so3_vector.h"

static void ad_add(arb_ptr out, const ref_algebra *algebra, arb_srcptr base, bool minus,
                   arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    (void)algebra;
    (void)w;
    so3_add_cross(out, base, minus, x, xi, NULL, prec);
}

static void ad_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                     arb_ptr w, slong prec)
{
    (void)algebra;
    so3_cross(w, x, xi, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, w + i);
}

/* |x x xi| <= |x| |xi| */
static void ad_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    mag_set(size, rho);
    mag_one(slope);
}

static const ref_action so3_ad = {.apply = ad_apply, .add = ad_add, .bound = ad_bound};

/* [xi, eta] = xi x eta */
static void bracket_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr eta,
                          arb_ptr w, slong prec)
{
    (void)algebra;
    so3_cross(w, xi, eta, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, w + i);
}

/* same bound as ad* */
static const ref_action so3_bracket = {.apply = bracket_apply, .bound = ad_bound};

static void so3_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                        slong prec)
{
    (void)algebra;
    so3_dot(out, x, y, prec);
}

static void so3_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    (void)algebra;
    ref_euclidean_norm(out, x, 3);
}

/* B v = ad*_v x = x x v, so B = hat(x) */
static void so3_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    (void)algebra;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_zero(arb_mat_entry(B, i, i));
        arb_set_round(arb_mat_entry(B, k, j), x + i, prec);
        arb_neg(arb_mat_entry(B, j, k), arb_mat_entry(B, k, j));
    }
}

/* hat x */
static void so3_to_matrix(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    (void)algebra;
    acb_mat_zero(X);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_set_round(acb_realref(acb_mat_entry(X, k, j)), x + i, prec);
        acb_neg(acb_mat_entry(X, j, k), acb_mat_entry(X, k, j));
    }
}

static void so3_from_matrix(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec)
{
    (void)algebra;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_set_round(x + i, acb_realref(acb_mat_entry(X, k, j)), prec);
    }
}

/* Ad*_{g^-1} x = g x */
static void so3_spatial(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                        slong prec)
{
    REF_LOCAL_VEC(arb, 3, image);
    (void)algebra;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            arb_addmul(image + i, acb_realref(acb_mat_entry(g, i, j)), x + j, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, image + i);
}

/* dtau^-1_{-xi} eta = (I + xi/2) eta (I - xi/2) is the congruence D(xi) itself: generators and
 * states are the same matrices here. */
const ref_algebra ref_so3 = {.name = "so(3)",
                             .n = 3,
                             .d = 3,
                             .scratch = SO3_SCRATCH,
                             .ad = &so3_ad,
                             .congruence_change = &ref_so3_congruence_change,
                             .congruence_inverse = &ref_so3_congruence_inverse,
                             .printed_inverse = &ref_so3_printed_inverse,
                             .exponential = &ref_so3_exponential,
                             .cayley = &ref_so3_cayley,
                             .dexp_dual = &ref_so3_dexp_dual,
                             .bracket = &so3_bracket,
                             .dcay_inverse_change = &ref_so3_congruence_change,
                             .pairing = so3_pairing,
                             .norm = so3_norm,
                             .tensor = so3_tensor,
                             .to_matrix = so3_to_matrix,
                             .from_matrix = so3_from_matrix,
                             .cayley_matrix = ref_so3_cayley_matrix,
                             .exponential_matrix = ref_so3_exponential_matrix,
                             .spatial = so3_spatial,
                             .spheres = 1,
                             .sphere_cayley = &ref_so3_cayley};

void ref_algebra_so3(ref_algebra *algebra)
{
    *algebra = ref_so3;
}
