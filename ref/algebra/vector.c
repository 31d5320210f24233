/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* T*R, state (q, p), generator a gradient (a, b) = (dH/dq, dH/dp), the bracket constant:
 *     ad*_xi x = J xi = (b, -a),  whatever x is;   the flow over unit time is x + J xi.
 * Constant fields commute: [xi, eta] = 0.  ad* is affine in x with linear part 0, and span = 1: the
 * bound |d ad*| <= |dxi| does not grow with the state.  No Cayley transform, no congruence.
 * Source: GBW section 2.  Tested by tests/ref/test_ref_canonical.c. */
#include "ref/algebra/vector.h"

static void ad_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                     arb_ptr w, slong prec)
{
    (void)algebra;
    (void)x;
    (void)w;
    arb_set_round(out, xi + 1, prec);
    arb_neg_round(out + 1, xi, prec);
}

static void ad_along(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dx,
                     arb_ptr w, slong prec)
{
    (void)algebra;
    (void)xi;
    (void)dx;
    (void)w;
    (void)prec;
    _arb_vec_zero(out, 2);
}

static void ad_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    (void)rho;
    mag_zero(size);
    mag_one(slope);
}

static void flow_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                       arb_ptr w, slong prec)
{
    (void)algebra;
    (void)w;
    arb_add(out, x, xi + 1, prec);
    arb_sub(out + 1, x + 1, xi, prec);
}

static void flow_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                      arb_srcptr x, arb_ptr w, slong prec)
{
    (void)xi;
    ad_apply(out, algebra, dxi, x, w, prec);
}

static void flow_along(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dx,
                       arb_ptr w, slong prec)
{
    (void)algebra;
    (void)xi;
    (void)w;
    _arb_vec_set_round(out, dx, 2, prec);
}

static void flow_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    (void)rho;
    mag_one(size);
    mag_one(slope);
}

static void bracket_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr eta,
                          arb_ptr w, slong prec)
{
    ad_along(out, algebra, xi, eta, w, prec);
}

static void bracket_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    (void)rho;
    mag_zero(size);
    mag_zero(slope);
}

static const ref_action vector_ad = {.apply = ad_apply, .bound = ad_bound, .along = ad_along};
static const ref_action vector_flow = {
    .apply = flow_apply, .vary = flow_vary, .bound = flow_bound, .along = flow_along};
static const ref_action vector_bracket = {.apply = bracket_apply, .bound = bracket_bound};

static void vector_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                           slong prec)
{
    (void)algebra;
    arb_dot(out, NULL, 0, x, 1, y, 1, 2, prec);
}

static void vector_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    (void)algebra;
    REF_LOCAL(mag, other);
    arb_get_mag(out, x);
    arb_get_mag(other, x + 1);
    mag_hypot(out, out, other);
}

static void vector_span(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    (void)algebra;
    (void)x;
    mag_one(out);
}

/* {q, p} = 1 */
static void vector_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    (void)algebra;
    (void)x;
    (void)prec;
    arb_mat_zero(B);
    arb_set_si(arb_mat_entry(B, 0, 1), 1);
    arb_set_si(arb_mat_entry(B, 1, 0), -1);
}

void ref_algebra_vector(ref_algebra *algebra)
{
    *algebra = (ref_algebra){.name = "T*R",
                             .n = 0,
                             .d = 2,
                             .scratch = 1,
                             .ad = &vector_ad,
                             .exponential = &vector_flow,
                             .bracket = &vector_bracket,
                             .pairing = vector_pairing,
                             .norm = vector_norm,
                             .span = vector_span,
                             .tensor = vector_tensor};
}
