/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An algebra: what a scheme may do to generators and states without knowing the system.
 *
 * Elements of the algebra and of its dual are vectors of d coordinates.  An algebra is one file,
 * ref/algebra/NAME.c, which fills a ref_algebra.  An operation that takes a generator xi and a
 * state x and is linear in x is a ref_action.  It brings its tangent and the norms that Lipschitz
 * bounds need.  So schemes are written once for all algebras. */
#ifndef SLP_REF_ALGEBRA_H
#define SLP_REF_ALGEBRA_H

#include "oracle/contract/number/float_rules.h"
#include "ref/local.h"

typedef struct ref_algebra ref_algebra;

/* A number of binary64 whose imaginary part carries a derivative (certificate.md section 4). */
typedef double _Complex ref_complex;

/* A(xi) x, affine in x (linear on every algebra but the canonical one, whose bracket is constant).
 * `out` may alias x, never xi or dxi.  w is scratch of algebra->scratch numbers. */
typedef struct ref_action {
    /* out = A(xi) x */
    void (*apply)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w,
                  slong prec);
    /* out = base + A(xi) x, or base - A(xi) x where `minus`, with fewer roundings.  out may be
     * base, and aliases nothing else.  NULL: by apply.  Call it through ref_frame_add. */
    void (*add)(arb_ptr out, const ref_algebra *algebra, arb_srcptr base, bool minus, arb_srcptr xi,
                arb_srcptr x, arb_ptr w, slong prec);
    /* out = (d/dt A(xi + t dxi) at t = 0) x; NULL where A(xi) is linear in xi: then it is A(dxi) x.
     * If an action may have NULL here, call ref_action_vary instead. */
    void (*vary)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                 arb_srcptr x, arb_ptr w, slong prec);
    /* For every xi of span at most rho:  |A(xi) y - A(xi) x| <= size |y - x|, the same of spans,
     * and |dA(xi)[dxi] x| <= slope |dxi| span(x).  Derived in ref/certificate/certificate.md;
     * +infinity where nothing holds. */
    void (*bound)(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho);
    /* out = A(xi) y - A(xi) x for y - x = dx; NULL where A(xi) is linear, so that apply does it.
     * Call it through ref_frame_along. */
    void (*along)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dx, arb_ptr w,
                  slong prec);
    /* The same as apply in binary64, for approximations (ref_approximate_stage).  By rational
     * operations alone, so that it has the same bits on every machine.  `out` aliases nothing.
     * NULL: there is none. */
    void (*approximate)(ref_complex *out, const ref_algebra *algebra, const ref_complex *xi,
                        const ref_complex *x);
} ref_action;

/* The stages of the two-stage Gauss rule with generators xi = (xi_1, xi_2), 2d numbers, held
 * fixed: with L_i = I + sum_j a_ij xi_j* L_j, x_i = L_i x L_i+.  out has 2d numbers and aliases
 * nothing. */
typedef struct ref_gauss {
    /* out = (x_1 - x, x_2 - x) */
    void (*change)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                   slong prec);
    /* out = (dx_1, dx_2) along dxi (2d numbers) and dx (d); either may be NULL, which means 0 */
    void (*tangent)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                    arb_srcptr x, arb_srcptr dx, slong prec);
    /* The matrix of x has an operator norm of at most 2^norm_exponent span(x). */
    slong norm_exponent;
} ref_gauss;

/* a = (a_11, a_12, a_21, a_22) of that rule: 1/4, 1/4 - sqrt(3)/6, 1/4 + sqrt(3)/6, 1/4. */
void ref_gauss_tableau(arb_ptr a, slong prec);

/* out = (d/dt A(xi + t dxi) at t = 0) x */
static inline void ref_action_vary(arb_ptr out, const ref_action *action,
                                   const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                                   arb_srcptr x, arb_ptr w, slong prec)
{
    if (action->vary)
        action->vary(out, algebra, xi, dxi, x, w, prec);
    else
        action->apply(out, algebra, dxi, x, w, prec);
}

struct ref_algebra {
    const char *name;
    slong n;         /* matrix size of the representation in which tau is taken */
    slong d;         /* coordinates */
    slong scratch;   /* numbers of scratch that any operation needs */
    const void *own; /* what the operations need besides (weights, a form); owned by the system */

    /* ---- acting on states; NULL: the operation does not exist on this algebra ---- */
    /* ad*_xi x */
    const ref_action *ad;
    /* D(xi) = [dtau^-1_xi]* for the Cayley transform tau.  D(xi) x = (I - Psi/2) x (I + Psi/2), Psi
     * = xi* (-xi where xi is skew-Hermitian, which makes it (I + xi/2) x (I - xi/2)):
     * congruence_change is D(xi) x - x, without cancellation; congruence_inverse is the inverse of
     * x -> D(xi) x */
    const ref_action *congruence_change, *congruence_inverse;
    /* the inverse of D(xi) with the sign printed in GBW (54); NULL where GBW prints none */
    const ref_action *printed_inverse;
    /* flow over unit time of dx/ds = ad*_xi x, that is Ad* of exp(xi); and Ad* of tau(xi) */
    const ref_action *exponential, *cayley;
    /* [dexp_xi]* x = sum_k (ad*_xi)^k x / (k+1)! = int_0^1 Ad*_{exp(s xi)} x ds, inverse of
     * [dexp^-1_xi]* */
    const ref_action *dexp_dual;

    /* Gauss stages in coordinates.  NULL: they are computed in matrices, whose operator norm span
     * bounds (ref_matrix_gauss). */
    const ref_gauss *gauss;

    /* ---- acting on generators: apply, vary and bound mean the same with eta for x ---- */
    /* [xi, eta] */
    const ref_action *bracket;
    /* dtau^-1_{-xi} eta - eta = (I + xi/2) eta (I - xi/2) - eta */
    const ref_action *dcay_inverse_change;

    /* ---- measures ---- */
    /* out = <x, y> */
    void (*pairing)(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y, slong prec);
    /* upper bound of the norm |x| that all bounds are stated in; it dominates every coordinate */
    void (*norm)(mag_t out, const ref_algebra *algebra, arb_srcptr x);
    /* upper bound of span(x), a seminorm plus constant with span(x + y) <= span(x) + |y| in which
     * the bounds are sharper: the operator norm of the matrix.  NULL: the norm itself. */
    void (*span)(mag_t out, const ref_algebra *algebra, arb_srcptr x);
    /* Lie-Poisson tensor in the exchanged coordinates, d x d: with g_i = dH/dx_i the plain partial
     * derivatives, B g = ad*_{grad H} x.  Mind the pairing's weights: where <x, y> = sum_i w_i x_i
     * y_i, (grad H)_i = g_i / w_i. */
    void (*tensor)(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec);

    /* ---- matrices, n x n; NULL where there is no such representation ---- */
    void (*to_matrix)(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec);
    void (*from_matrix)(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec);
    /* f = tau(xi), f = exp(xi) */
    void (*cayley_matrix)(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
    void (*exponential_matrix)(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
    /* out = Ad*_{g^-1} x, the spatial momentum of a body at g; out may alias x */
    void (*spatial)(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                    slong prec);
    /* J of A*J + JA = 0, J^2 = cI; returns c.  NULL: J = I, c = 1. */
    int (*form)(acb_mat_t J, const ref_algebra *algebra);

    /* A semidirect product of a rotation group with R^3, state (Pi, Gamma), generator (omega, u):
     * the algebra of the rotations, in which the variational schemes take tau.  NULL: not one. */
    const ref_algebra *rotations;
    /* The coadjoint orbits are products of this many spheres: coordinates 3i, 3i + 1, 3i + 2 are
     * the vector of sphere i, and its length is a Casimir.  0: they are not. */
    slong spheres;
    /* where they are: the coadjoint Cayley transform of so(3) for each vector by itself, the y with
     * y = x + (x + y)/2 x xi */
    const ref_action *sphere_cayley;
};

/* Upper bound of the Euclidean norm of n coordinates. */
void ref_euclidean_norm(mag_t out, arb_srcptr v, slong n);

/* phi[k-1] encloses phi_k(t) = sum_j (-t)^j / (2j + k)!, k = 1..count <= 4, for a ball t of which
 * only the part t >= 0 is meant.  phi_1(s^2) = sin(s)/s, phi_2(s^2) = (1 - cos s)/s^2; exact at t =
 * 0 for k = 1, 2, relative accuracy kept as t -> 0.  d phi_1/dt = (phi_3 - phi_2)/2, d phi_2/dt =
 * phi_4 - phi_3/2.  ref/certificate/certificate.md section 6; tested by tests/ref/test_ref_phi.c.
 */
void ref_phi(arb_ptr phi, const arb_t t, slong count, slong prec);

#endif
