/* An algebra: what a scheme may do to generators and states without knowing the system.
 *
 * Elements of the algebra and of its dual are vectors of d coordinates.  An algebra is one file,
 * ref/algebra_NAME.c, which fills a ref_algebra; every operation that takes a generator xi and a state
 * x and is linear in x is a ref_action, so that its tangent and the norms that Lipschitz bounds need
 * come with it and schemes are written once for all algebras. */
#ifndef SLP_REF_ALGEBRA_H
#define SLP_REF_ALGEBRA_H

#include "ref/ref.h"

typedef struct ref_algebra ref_algebra;

/* A(xi) x, linear in x.  `out` may alias x, never xi or dxi.  w is scratch of algebra->scratch numbers. */
typedef struct ref_action {
    /* out = A(xi) x */
    void (*apply)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w,
                  slong prec);
    /* out = (d/dt A(xi + t dxi) at t = 0) x */
    void (*vary)(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                 arb_srcptr x, arb_ptr w, slong prec);
    /* For every |xi| <= rho:  |A(xi) x| <= size |x|  and  |dA(xi)[dxi] x| <= slope |dxi| |x|.
     * Derived in ref/certificate.md; +infinity where nothing holds. */
    void (*bound)(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho);
} ref_action;

struct ref_algebra {
    const char *name;
    slong n;       /* matrix size of the defining representation */
    slong d;       /* coordinates */
    slong scratch; /* numbers of scratch that any operation needs */
    /* ad*_xi x */
    const ref_action *ad;
    /* D(xi) = [dtau^-1_xi]* for the Cayley transform tau, D(xi) x = (I + xi/2) x (I - xi/2): its change
     * D(xi) x - x, free of cancellation, and its inverse in x */
    const ref_action *congruence_change, *congruence_inverse;
    /* the inverse of D(xi) with the sign printed in GBW (54); NULL where GBW prints none */
    const ref_action *printed_inverse;
    /* flow over unit time of dx/ds = ad*_xi x, that is Ad* of exp(xi); and Ad* of tau(xi) */
    const ref_action *exponential, *cayley;
    /* out = <x, y> */
    void (*pairing)(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y, slong prec);
    /* upper bound of the norm |x| that all bounds are stated in; it dominates every coordinate */
    void (*norm)(mag_t out, const ref_algebra *algebra, arb_srcptr x);
    /* Lie-Poisson tensor of dx = ad*_{grad H} x, d x d: B grad H = ad*_{grad H} x in coordinates */
    void (*tensor)(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec);
    /* f = tau(xi), n x n */
    void (*cayley_matrix)(arb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
};

/* phi[k-1] encloses phi_k(t) = sum_j (-t)^j / (2j + k)!, k = 1..count <= 4, for a ball t of which only
 * the part t >= 0 is meant.  phi_1(s^2) = sin(s)/s, phi_2(s^2) = (1 - cos s)/s^2; exact at t = 0 for
 * k = 1, 2, relative accuracy kept as t -> 0.  d phi_1/dt = (phi_3 - phi_2)/2,
 * d phi_2/dt = phi_4 - phi_3/2.  ref/certificate.md section 6; pinned by tests/test_ref_phi.c. */
void ref_phi(arb_ptr phi, const arb_t t, slong count, slong prec);

#endif
