/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* se(3)*, state x = (Pi, Gamma), generator xi = (omega, u):
 *     ad*_xi x = (Pi x omega + Gamma x u, Gamma x omega),
 *     [(omega, u), (eta, v)] = (omega x eta, omega x v - eta x u).
 * The norm is the Euclidean one of all six.  Actions with a retraction are in se3_motion.c and
 * se3_cayley.c, the congruence in se3_congruence.c; bounds are derived in ref/algebra/se3.md.
 * States are no matrices here, and the group of the variational schemes is that of the rotations
 * alone: n = 3.  Source: LECG section 5.
 * Tested by tests/ref/test_ref_se3.c. */
#include "ref/algebra/se3.h"
#include "ref/algebra/se3_parts.h"

static void ad_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                     arb_ptr w, slong prec)
{
    arb_ptr turned = w, torque = w + 6;
    (void)algebra;
    so3_cross(turned, x, xi, prec);
    so3_cross(turned + 3, x + 3, xi, prec);
    so3_cross(torque, x + 3, xi + 3, prec);
    _arb_vec_add(turned, turned, torque, 3, prec);
    for (int i = 0; i < 6; i++) arb_swap(out + i, turned + i);
}

/* |ad*_xi x| <= 2/sqrt(3) |xi| |x|; 2/sqrt(3) < 1.1548 */
static void ad_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    mag_set_d(slope, 1.1548);
    mag_mul(size, slope, rho);
}

static const ref_action se3_ad = {.apply = ad_apply, .bound = ad_bound};

static void bracket_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr eta,
                          arb_ptr w, slong prec)
{
    arb_ptr turned = w, drift = w + 6;
    (void)algebra;
    so3_cross(turned, xi, eta, prec);
    so3_cross(turned + 3, xi, eta + 3, prec);
    so3_cross(drift, eta, xi + 3, prec);
    _arb_vec_sub(turned + 3, turned + 3, drift, 3, prec);
    for (int i = 0; i < 6; i++) arb_swap(out + i, turned + i);
}

/* ad_xi is the transpose of ad*_xi */
static const ref_action se3_bracket = {.apply = bracket_apply, .bound = ad_bound};

static void se3_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                        slong prec)
{
    (void)algebra;
    arb_dot(out, NULL, 0, x, 1, y, 1, 6, prec);
}

static void se3_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    (void)algebra;
    ref_euclidean_norm(out, x, 6);
}

/* B (a, b) = (Pi x a + Gamma x b, Gamma x a): B = [[hat Pi, hat Gamma], [hat Gamma, 0]] */
static void se3_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    (void)algebra;
    arb_mat_zero(B);
    for (int block = 0; block < 3; block++) {
        int row = block == 2 ? 3 : 0, column = block == 1 ? 3 : 0;
        arb_srcptr v = block == 0 ? x : x + 3;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            arb_set_round(arb_mat_entry(B, row + k, column + j), v + i, prec);
            arb_neg(arb_mat_entry(B, row + j, column + k), arb_mat_entry(B, row + k, column + j));
        }
    }
}

/* (g Pi, g Gamma): only the rotation acts.  Of g Pi, only the part along Gamma is constant along
 * the top's motion. */
static void se3_spatial(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                        slong prec)
{
    const ref_algebra *rotations = algebra->rotations;
    rotations->spatial(out, rotations, g, x, prec);
    rotations->spatial(out + 3, rotations, g, x + 3, prec);
}

void ref_algebra_se3(ref_algebra *algebra)
{
    *algebra = (ref_algebra){.name = "se(3)",
                             .n = 3,
                             .d = 6,
                             .scratch = SE3_SCRATCH,
                             .ad = &se3_ad,
                             .congruence_change = &ref_se3_congruence_change,
                             .exponential = &ref_se3_exponential,
                             .cayley = &ref_se3_cayley,
                             .bracket = &se3_bracket,
                             .dcay_inverse_change = &ref_se3_dcay_inverse_change,
                             .pairing = se3_pairing,
                             .norm = se3_norm,
                             .tensor = se3_tensor,
                             .spatial = se3_spatial,
                             .rotations = &ref_so3};
}
