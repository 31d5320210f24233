/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The operations on a Lie algebra and its dual that schemes use, in the coordinates of the exchange
 * format.  Each algebra has one file.  An operation that an algebra lacks is NULL; the comment of
 * the operation says what schemes then do.
 *
 * Outputs may not alias inputs. d is the number of coordinates; `work` has g->work_size doubles of
 * scratch, so that nothing allocates inside a step.  If a result cannot be computed, its numbers
 * are not finite.
 *
 * E, C, D below are, on matrices with P = xi* (the conjugate transpose of the generator's matrix):
 *   E(xi) x = e^P x e^-P, the flow over unit time of mu' = ad*_xi mu;
 *   D(xi) x = (I - P/2) x (I + P/2), the dual of the inverse tangent of the Cayley map tau;
 *   C(xi) x = D(-xi) D(xi)^-1 x = Ad*_tau(xi) x. */
#ifndef SLP_FAST_ALGEBRA_H
#define SLP_FAST_ALGEBRA_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

typedef enum fast_retraction { FAST_EXP, FAST_CAYLEY, FAST_CAYLEY_PRINTED } fast_retraction;

typedef struct fast_algebra fast_algebra;
struct fast_algebra {
    const char *name;
    slp_algebra kind; /* which schemes make sense on it */
    size_t d, work_size;
    const void *own; /* constants of this instance */

    /* out = ad*_xi x.  On T*R the bracket is constant and out = J xi. */
    void (*coadjoint)(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work);
    /* m with m - ad*_{xi/2} m = x: the midpoint of the direct rule with frozen generator.  NULL:
     * the direct rules are iterated as they are written. */
    void (*resolvent)(double *m, const fast_algebra *g, const double *xi, const double *x,
                      double *work);
    /* z with D(xi) z = x: the isospectral stage with frozen generator (EJLL (26)), and the
     * variational one (GBW (54) with its sign corrected; z + 1/2 xi x z + 1/4 (xi.z) xi = x on
     * so(3)). */
    void (*cayley_stage)(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work);
    /* out = D(xi) z - z. */
    void (*cayley_change)(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work);
    /* cayley_stage with the sign that GBW prints: z + 1/2 xi x z - 1/4 (xi.z) xi = x.  Not finite
     * where |xi/2| = 1, the operator's pole, and where |xi/2| >= 2^20, larger than in any step in
     * use.  Iterates may lie between the two. */
    void (*cayley_stage_printed)(double *z, const fast_algebra *g, const double *xi,
                                 const double *x, double *work);
    /* out = C(xi) x.  NULL: x + ad*_xi z with z from cayley_stage; on se(3) that is the transform
     * of dual numbers, and C the one of motions. */
    void (*cayley)(double *out, const fast_algebra *g, const double *xi, const double *x,
                   double *work);
    /* out = E(xi + xi_low) x; xi_low may be NULL. */
    void (*flow)(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work);
    /* out = [dexp_xi]* x = sum_k (ad*_xi)^k x / (k+1)! = int_0^1 E(s xi) x ds.  NULL: computed by
     * the series and by doubling. */
    void (*dexp_dual)(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work);
    /* out = [xi, eta], in the algebra.  NULL: the algebra is abelian. */
    void (*bracket)(double *out, const fast_algebra *g, const double *xi, const double *eta,
                    double *work);
    /* out = dcay^-1_{-theta} eta = (I + theta/2) eta (I - theta/2), in the algebra. */
    void (*dcay_inverse)(double *out, const fast_algebra *g, const double *theta, const double *eta,
                         double *work);
    /* out = (x_1 - x, x_2 - x), 2d numbers, of the two-stage Gauss rule on the group with
     * generators xi = (xi_1, xi_2), 2d numbers, held fixed: x_i = L_i x L_i^, L_i = I + sum_j a_ij
     * P_j L_j (fast/scheme/gauss.c), where ^ takes L to its inverse on the group. */
    void (*gauss_change)(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work);
    /* The variational step with frozen generator xi (+ xi_low) on algebras where it is not composed
     * of D^-1 and C (or of [dexp]* and E), such as semidirect products: mean = the state at which
     * the generator is to be taken, next = x'. mean or next may be NULL.  The operation NULL: the
     * step is composed of those two. */
    void (*variational)(double *mean, double *next, const fast_algebra *g,
                        fast_retraction retraction, const double *xi, const double *xi_low,
                        const double *x, double *work);
};

extern const fast_algebra fast_algebra_so3, fast_algebra_se3, fast_algebra_vector;

/* su(2)^n with vortex strengths gamma (n of them, kept by reference).  Both the instance and its
 * name are `g`'s. */
void fast_algebra_su2n(fast_algebra *g, size_t n, const double *gamma);

/* The coefficients a_ij of the two-stage Gauss rule, rounded to nearest: an error of 1e-17 in what
 * multiplies a generator. */
extern const double fast_gauss_tableau[2][2];

/* C(xi) x and [dexp_xi]* x, by the algebra's own operation or built from the others; `work` has
 * fast_algebra_work_size(g) doubles. */
size_t fast_algebra_work_size(const fast_algebra *g);
void fast_algebra_cayley(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work);
void fast_algebra_dexp_dual(double *out, const fast_algebra *g, const double *xi, const double *x,
                            double *work);
/* dexp^-1_{-theta} eta truncated: eta + [theta, eta]/2 + [theta, [theta, eta]]/12 (LECG Definition
 * 4.1). */
void fast_algebra_dexp_inverse(double *out, const fast_algebra *g, const double *theta,
                               const double *eta, double *work);

#endif
