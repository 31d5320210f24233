/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coadjoint exponential and Cayley transform on R^3, both rotations about xi by a negative angle:
 *     exp:  x - phi_1 xi x x + phi_2 xi x (xi x x),          phi_k at |xi|^2 (Rodrigues)
 *     tau:  x + (xi x (xi x x) / 2 - xi x x) / (1 + |xi|^2/4)
 * Source: LECG Algorithm 1, GBW section 6.1; ref/certificate/certificate.md section 3.  Tested by
 * tests/ref/test_ref_so3.c.  Both are written as x plus a correction, so that the radius of a ball
 * x grows only by a factor 1 + O(|xi|). */
#include "ref/algebra/so3_vector.h"

/* u = xi x x, v = xi x u */
static void double_cross(arb_ptr u, arb_ptr v, arb_srcptr xi, arb_srcptr x, slong prec)
{
    so3_cross(u, xi, x, prec);
    so3_cross(v, xi, u, prec);
}

/* dv = dxi x u + xi x (dxi x x), du = dxi x x */
static void double_cross_vary(arb_ptr du, arb_ptr dv, arb_ptr t, arb_srcptr xi, arb_srcptr dxi,
                              arb_srcptr x, arb_srcptr u, slong prec)
{
    so3_cross(du, dxi, x, prec);
    so3_cross(dv, xi, du, prec);
    so3_cross(t, dxi, u, prec);
    for (int i = 0; i < 3; i++) arb_add(dv + i, dv + i, t + i, prec);
}

static void exponential_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                              arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, t = w + 6, phi = w + 7;
    (void)algebra;
    so3_dot(t, xi, xi, prec);
    ref_phi(phi, t, 2, prec);
    double_cross(u, v, xi, x, prec);
    for (int i = 0; i < 3; i++) {
        arb_mul(v + i, v + i, phi + 1, prec);
        arb_submul(v + i, u + i, phi, prec);
        arb_add(out + i, x + i, v + i, prec);
    }
}

/* phi_2 dv - phi_1 du + dt (phi_2' v - phi_1' u),  dt = 2 xi.dxi */
static void exponential_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                             arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, du = w + 6, dv = w + 9, t = w + 12, phi = w + 15, s = w + 19;
    (void)algebra;
    so3_dot(t, xi, xi, prec);
    ref_phi(phi, t, 4, prec);
    double_cross(u, v, xi, x, prec);
    double_cross_vary(du, dv, t, xi, dxi, x, u, prec);
    for (int i = 0; i < 3; i++) {
        arb_mul(dv + i, dv + i, phi + 1, prec);
        arb_submul(dv + i, du + i, phi, prec);
    }
    so3_dot(t, xi, dxi, prec); /* dt/2 */
    arb_mul_2exp_si(phi + 3, phi + 3, 1);
    arb_sub(s, phi + 3, phi + 2, prec); /* 2 phi_2' */
    arb_mul(s, s, t, prec);
    so3_add_multiple(dv, s, v, prec);
    arb_sub(s, phi + 1, phi + 2, prec); /* -2 phi_1' */
    arb_mul(s, s, t, prec);
    so3_add_multiple(dv, s, u, prec);
    for (int i = 0; i < 3; i++) arb_swap(out + i, dv + i);
}

static void cayley_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, a = w + 6;
    (void)algebra;
    double_cross(u, v, xi, x, prec);
    so3_scale(v, -1);
    so3_quarter_square(a, xi, prec);
    arb_add_ui(a, a, 1, prec);
    arb_inv(a, a, prec);
    for (int i = 0; i < 3; i++) {
        arb_sub(v + i, v + i, u + i, prec);
        arb_mul(v + i, v + i, a, prec);
        arb_add(out + i, x + i, v + i, prec);
    }
}

/* (dv/2 - du - (xi.dxi / 2) c) / a,  c = (v/2 - u)/a the correction */
static void cayley_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr x, arb_ptr w, slong prec)
{
    arb_ptr u = w, v = w + 3, du = w + 6, dv = w + 9, t = w + 12, a = w + 15, s = w + 16;
    (void)algebra;
    double_cross(u, v, xi, x, prec);
    double_cross_vary(du, dv, t, xi, dxi, x, u, prec);
    so3_scale(v, -1);
    so3_scale(dv, -1);
    so3_quarter_square(a, xi, prec);
    arb_add_ui(a, a, 1, prec);
    arb_inv(a, a, prec);
    so3_dot(s, xi, dxi, prec);
    arb_mul_2exp_si(s, s, -1);
    arb_mul(s, s, a, prec);
    for (int i = 0; i < 3; i++) {
        arb_sub(v + i, v + i, u + i, prec);
        arb_sub(dv + i, dv + i, du + i, prec);
        arb_submul(dv + i, s, v + i, prec);
        arb_mul(out + i, dv + i, a, prec);
    }
}

/* Rotations: size = 1; |dexp|, |dtau| <= 1 on so(3): slope = 1 */
static void rotation_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    (void)rho;
    mag_one(size);
    mag_one(slope);
}

const ref_action ref_so3_exponential = {
    .apply = exponential_apply, .vary = exponential_vary, .bound = rotation_bound};
const ref_action ref_so3_cayley = {
    .apply = cayley_apply, .vary = cayley_vary, .bound = rotation_bound};

/* tau(xi) = I + (hat xi + hat xi^2 / 2) / (1 + |xi|^2/4),  hat xi^2 = xi xi^T - |xi|^2 I */
void ref_so3_cayley_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    REF_LOCAL(arb, a, q);
    so3_quarter_square(q, xi, prec);
    arb_add_ui(a, q, 1, prec);
    arb_mul_2exp_si(q, q, 2);
    algebra->to_matrix(f, algebra, xi, prec); /* hat xi */
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            arb_ptr e = acb_realref(acb_mat_entry(f, i, j));
            arb_mul_2exp_si(e, e, 1);
            arb_addmul(e, xi + i, xi + j, prec);
            if (i == j) arb_sub(e, e, q, prec);
            arb_mul_2exp_si(e, e, -1);
            arb_div(e, e, a, prec);
            if (i == j) arb_add_ui(e, e, 1, prec);
        }
    }
}
