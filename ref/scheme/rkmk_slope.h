/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the files of the Runge-Kutta Munthe-Kaas schemes share.  A rule is a tableau and a
 * retraction.  A slope is
 *     K(Theta) = dtau^-1_{-Theta} Xi(A(Theta) x),
 * where A is the coadjoint action of tau(Theta): E(Theta) or C(Theta).  Every stage is a sum of
 * slopes.  Derivations: ref/scheme/rkmk.md. */
#ifndef SLP_REF_RKMK_H
#define SLP_REF_RKMK_H

#include "ref/scheme/scheme.h"

enum { RKMK_STAGES = 4 };

/* num/den + root sqrt(3)/6 */
typedef struct rkmk_coefficient {
    int num, den, root;
} rkmk_coefficient;

typedef struct rkmk_tableau {
    slong stages;
    int order;
    rkmk_coefficient a[RKMK_STAGES][RKMK_STAGES],
        b[RKMK_STAGES]; /* den = 0: the coefficient is 0 */
} rkmk_tableau;

/* ref/scheme/rkmk.c */
extern const ref_scheme ref_schemes_rkmk[];

typedef struct rkmk_rule {
    const rkmk_tableau *tableau;
    bool cayley;
} rkmk_rule;

/* Vectors of scratch: K(Theta) and its tangent use the first RKMK_SLOPE_VECTORS, the stages use the
 * rest. */
enum {
    RKMK_SLOPE_VECTORS = 6,
    RKMK_THETA = RKMK_SLOPE_VECTORS,
    RKMK_DTHETA,
    RKMK_SLOPES,
    RKMK_DSLOPES = RKMK_SLOPES + RKMK_STAGES,
    RKMK_VECTORS = RKMK_DSLOPES + RKMK_STAGES
};

static inline bool rkmk_is_zero(const rkmk_coefficient *c)
{
    return c->den == 0;
}

/* An upper bound of the coefficient's absolute value. */
void ref_rkmk_weight(mag_t bound, const rkmk_coefficient *c);
/* theta += c K */
void ref_rkmk_add(arb_ptr theta, const rkmk_coefficient *c, arb_srcptr K, slong d, slong prec);

/* The coadjoint action of tau. */
const ref_action *ref_rkmk_action(const ref_frame *frame, const rkmk_rule *rule);
/* K = K(theta), and dK = its derivative along (dtheta, dx); dtheta or dx may be NULL, which means
 * 0.  K and dK lie outside the first RKMK_SLOPE_VECTORS scratch vectors. */
void ref_rkmk_slope(arb_ptr K, ref_frame *frame, const rkmk_rule *rule, arb_srcptr theta);
void ref_rkmk_slope_tangent(arb_ptr dK, ref_frame *frame, const rkmk_rule *rule, arb_srcptr theta,
                            arb_srcptr dtheta, arb_srcptr dx);
/* For |theta| <= R: |K(theta)| <= size, and lip is a Lipschitz constant of K there; for explicit
 * and implicit rules. */
void ref_rkmk_slope_bound(mag_t size, mag_t lip, ref_frame *frame, const rkmk_rule *rule,
                          const mag_t R);

#endif
