/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The high-precision path: every step is a certified enclosure.  Public header of libslpref.
 *
 * Argument order: outputs, what computes, inputs, precision last.  Vectors are arrays of
 * sys->d (or sys->M) initialised arb_t.  Balls in, balls out: a result encloses the image of every
 * point of its input balls.
 *
 * A pointer that is NULL, where its function does not say that it may be, is SLP_INPUT.  A function
 * without a status then returns 0, false, NULL, or indeterminate balls and infinite bounds where it
 * knows how many; else it does nothing.  Tested by tests/house/test_bad_arguments.sh.
 *
 * Every function that computes sets IEEE-754's default floating-point environment (rounding to
 * nearest, subnormal numbers kept, no traps).  It restores the caller's environment, control and
 * exception flags, before it returns.  So answers do not depend on the caller's environment.
 * ref_system_new refuses a build whose arithmetic is not IEEE-754's.  FLINT's own threads
 * (flint_set_num_threads) keep the environment that the caller has when they start: start them in
 * the default one.  Tested by tests/ref/test_float_environment_ref.c,
 * tests/contract/test_float_environment.sh.
 *
 * Memory.  Nearly all of it is asked for by FLINT, GMP and MPFR: all that a step needs.  Where it
 * is refused to them, they print and abort the process, inside any of these functions.  The hooks
 * that change this (flint_set_abort, mp_set_memory_functions) are of the whole process, so a
 * library must leave them alone: they are yours.  The few requests of this library itself are those
 * of ref_system_new, ref_system_from_functions, ref_system_turned, ref_carry, ref_decimal and
 * ref_step_decimals, which return SLP_MEMORY or NULL.
 * Tested by tests/ref/test_ref_refused_memory.c. */
#ifndef SLP_REF_REF_H
#define SLP_REF_REF_H

#include "oracle/contract/slp.h"

/* FLINT 3 carries Arb under flint/, Debian 12 ships Arb 2.23 beside FLINT 2.9. */
#if defined(__has_include) && __has_include(<flint/arb_mat.h>)
#include <flint/acb_mat.h>
#include <flint/acb_poly.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arb_mat.h>
#include <flint/arb_poly.h>
#else
#include <acb_mat.h>
#include <acb_poly.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_mat.h>
#include <arb_poly.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ref_system ref_system; /* an instance: parameters read, constants as balls */
typedef struct ref_scheme ref_scheme; /* static table entry */

/* What proved a step, and how well conditioned it is. */
typedef struct ref_certificate {
    double L;      /* proved contraction constant of the stage map near the stage, rounded up */
    double kappa;  /* condition factor of the verdict: (1+L)/(1-L), or what replaces it where L >= 1
                      (ref/certificate/certificate.md); rounded up, >= 1 */
    double defect; /* proved |T(z) - z| / max(|x|, tiny), rounded up */
    slong prec;    /* working bits of the successful attempt, or of the last one */
    unsigned iterations;
    bool final;       /* not proved, and more bits would not change that: do not retry */
    bool by_jacobian; /* selection proved through the Jacobian, not the norm bound */
} ref_certificate;

/* Instance of c->system with c's parameters (exact binary64).  SLP_UNSUPPORTED if this path lacks
 * the system or was compiled under other rules than oracle/contract/number/float_rules.h's,
 * SLP_DOMAIN for parameters that make no system (zero inertia); SLP_INPUT where slp_case_check
 * would refuse them, and for areas that it has not put behind the increments yet; err names the
 * field.  SLP_MEMORY. *sys is NULL unless SLP_OK.
 * Tested by tests/ref/test_ref_rigid_body.c. */
slp_status ref_system_new(ref_system **sys, const slp_case *c, slp_error *err);
/* The Hamiltonians of a user's system (slp_user_system_new) in balls.  x are d balls; a result must
 * enclose the value at every point of its input balls; proofs rest on that.  Balls that are not
 * finite are allowed outside a Hamiltonian's domain.  No argument aliases another.  `user` is
 * passed on; functions may be called from several threads if steps are. */
typedef struct ref_functions {
    /* g_i = dH_k/dx_i, the d plain partial derivatives: k = 0 for H_0, which h multiplies; k = 1..M
     * for the Hamiltonian of increment k - 1. */
    void (*gradient)(arb_ptr g, slong k, arb_srcptr x, slong prec, void *user);
    /* g_i = sum_j d^2H_k/dx_i dx_j v_j, the derivative of the gradient along v. */
    void (*hessian)(arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, void *user);
    /* H_0(x).  NULL: ref_energy is indeterminate. */
    void (*energy)(arb_t energy, arb_srcptr x, slong prec, void *user);
    /* Casimirs: how many, and their values.  NULL where there is none.  Names: C1, C2, ... */
    slong casimir_count;
    void (*casimirs)(arb_ptr values, arb_srcptr x, slong prec, void *user);
    void *user;
} ref_functions;
/* Instance of a user's system: Xi_i(x; h, dW) = (h dH_0/dx_i + sum_k dW_k dH_k/dx_i)/w_i, w the
 * weights of the pairing (slp.h, "A user's system").  Every function below takes it as it takes
 * others.  Lipschitz bounds come from `hessian` over a box: d (M + 1) calls for each ball that is
 * tried.  `functions` is copied; what `user` points to must outlive the instance.  SLP_OK;
 * SLP_UNSUPPORTED as ref_system_new; SLP_INPUT if `system` is no user's system or gradient or
 * hessian is missing; SLP_MEMORY.  Tested by tests/ref/test_ref_user_system.c. */
slp_status ref_system_from_functions(ref_system **sys, const slp_system *system,
                                     const ref_functions *functions, slp_error *err);
/* The terms of H_k = the expression `text`, such as "x1^2/2 + 0.1*x1*x2*x3", for the parameter
 * "terms" of system=polynomial (slp_case_set).  The grammar and the names of coordinates are in
 * ref/expression/expression.md.  Coefficients are exact fractions, rounded once to the nearest
 * binary64 number; equal monomials are added up; a constant has no term.
 * out  terms     four and more numbers a term are appended: k, c, degree, coordinates from 1.
 *                *terms is {0, NULL}, or what this function made before; the caller frees terms->at
 *      fault_at  the character of `text`, from 0, at which it is wrong; may be NULL
 * in   k         0 for the energy, else which noise: in messages and in the terms
 *      algebra, n  as for slp_user_system_new; n is not read where the algebra has no size
 * SLP_OK; SLP_INPUT with *err (may be NULL), and *terms is as it was; SLP_MEMORY.
 * Tested by tests/expression/test_expression.sh, tests/fuzz/fuzz_expression.c. */
slp_status ref_expression_terms(slp_numbers *terms, size_t *fault_at, size_t k, const char *text,
                                slp_algebra algebra, size_t n, slp_error *err);
/* sizeof of a structure of this header in the library that is loaded, by its name
 * ("ref_certificate", "ref_functions"); 0 if there is none.  As slp_size_of. */
size_t ref_size_of(const char *type);
/* sys may be NULL. */
void ref_system_free(ref_system *sys);
/* Numbers of a state, and of the increments of a step. */
slong ref_system_d(const ref_system *sys);
slong ref_system_M(const ref_system *sys);
/* How many of the M numbers of a step are Levy areas, behind the increments; 0 for a case without.
 */
slong ref_system_areas(const ref_system *sys);
/* Working bits beyond which steps are not attempted by the Ziv loop (default 4096). */
enum { REF_PREC_CAP = 4096 };

/* By the exact name of `slp list`; NULL, false if this path lacks it. */
const ref_scheme *ref_scheme_find(const char *name);
bool ref_has_system(const char *name);

/* One step, enclosed: next = Psi_{h,dW}(x).  SLP_OK, SLP_UNABLE (next indeterminate), SLP_DOMAIN,
 * SLP_UNSUPPORTED.  next may alias x.  cert may be NULL.  prec below 64 is raised to 64.  The
 * proof: ref/certificate/certificate.md.
 * Tested by tests/ref/test_ref_steps.c, tests/ref/test_ref_certificate.c,
 * tests/ref/test_ref_golden.c. */
slp_status ref_step(arb_ptr next, ref_certificate *cert, const ref_scheme *scheme,
                    const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW, slong prec);

/* True if norms alone prove this step: |T(y) - T(z)| <= |y - z|/2 on a ball around x that the stage
 * map T takes into itself (ref/certificate/certificate.md, 4); always true for explicit rules. x,
 * dW: d, M balls, unchanged.  Also false where ref_step gives SLP_DOMAIN or SLP_UNSUPPORTED.  Quick
 * for every d: where norms fail, ref_step may have to form Jacobians.  Tested by
 * tests/ref/test_ref_contraction.c. */
bool ref_step_contracts(const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                        const arb_t h, arb_srcptr dW, slong prec);

/* next = the result of the step with a solution of the stage equation that need not be the one
 * meant.  Newton's method finds it.  It starts with the state `from` (d numbers) as each vector of
 * the stage, with Xi(from)/2 where stages are elements of the algebra; if `from` is NULL, where the
 * iteration starts.  *kappa is the condition factor of that solution, as in a certificate.  Nothing
 * is proved.  SLP_OK, SLP_UNABLE (none found, no stage, more than 64 numbers), SLP_UNSUPPORTED.
 * next aliases nothing.  Tested by tests/judge/test_judge_other_solutions.c. */
slp_status ref_step_other_solution(arb_ptr next, double *kappa, const ref_scheme *scheme,
                                   const ref_system *sys, arb_srcptr x, const arb_t h,
                                   arb_srcptr dW, arb_srcptr from, slong prec);

/* Ziv loop: doubles the precision until every coordinate of next rounds correctly to binary64 (to
 * nearest even, gradual underflow).  A zero has the sign of the exact value; an exact zero, and one
 * that cannot be told from it within 2^-1075, is +0.  SLP_UNABLE if cap bits are not enough; cert
 * then describes the last attempt.  SLP_DOMAIN if a coordinate rounds to an infinity.  Tested by
 * tests/ref/test_ref_round.c. */
slp_status ref_step_round(double *next, ref_certificate *cert, const ref_scheme *scheme,
                          const ref_system *sys, const double *x, double h, const double *dW,
                          slong cap);

/* `steps` steps carried as enclosures from exact x: y[s*d..] encloses the state after step s+1.
 * The precision is raised, from the bits that the steps so far have lost, until ref_decimal decides
 * `digits` digits of every coordinate, or for digits = 0 until every coordinate rounds to binary64
 * for certain.  SLP_UNABLE if that needs more than cap bits. dW[s*M..] are the increments of step
 * s+1. worst, which may be NULL, is the largest L, kappa and defect of all steps.  Otherwise the
 * status of the first step whose ref_step does not return SLP_OK; SLP_MEMORY.  Tested by
 * tests/ref/test_ref_carry.c. */
slp_status ref_carry(arb_ptr y, ref_certificate *worst, const ref_scheme *scheme,
                     const ref_system *sys, const double *x, double h, const double *dW,
                     slong steps, slong digits, slong cap);

/* One step from exact numbers, enclosed in binary64, for callers without balls.
 * out  mid, radius   d numbers each: |y_i - mid_i| <= radius_i
 *      lo, hi        d numbers each: lo_i <= y_i <= hi_i, rounded outwards
 *                    Each may be NULL.  Unless SLP_OK: NaN, infinite, -infinite, infinite
 *      cert          may be NULL
 * in   prec          working bits; below 64 it is raised to 64
 * Statuses of ref_step; SLP_INPUT for NULL, but dW may be NULL if M = 0.  No array may overlap
 * another.  Tested by tests/ref/test_ref_enclose.c. */
slp_status ref_step_enclose(double *mid, double *radius, double *lo, double *hi,
                            ref_certificate *cert, const ref_scheme *scheme, const ref_system *sys,
                            const double *x, double h, const double *dW, slong prec);
/* One step from exact numbers in decimals: text[i] = coordinate i rounded to nearest at `digits`
 * significant digits, in the form of ref_decimal; d strings, each of which the caller frees.  cap
 * as in ref_carry.  Unless SLP_OK all are NULL.  Statuses of ref_carry; SLP_INPUT for NULL or
 * digits < 1.  Tested by tests/ref/test_ref_enclose.c. */
slp_status ref_step_decimals(char **text, ref_certificate *cert, const ref_scheme *scheme,
                             const ref_system *sys, const double *x, double h, const double *dW,
                             slong digits, slong cap);

/* Bits of y that are certain: log2(largest |coordinate| / largest radius), rounded down; 0 for
 * none, WORD_MAX / 4 for exact numbers. */
slong ref_bits_left(arb_srcptr y, slong d);

/* Tangent map D = dPsi/dx (d x d) at x, and next, by differentiating the implicit relation and a
 * linear solve in ball arithmetic.  next may alias x.  SLP_OK, SLP_UNABLE, SLP_DOMAIN,
 * SLP_UNSUPPORTED.
 * Tested by tests/ref/test_ref_tangent.c. */
slp_status ref_step_tangent(arb_mat_t D, arb_ptr next, ref_certificate *cert,
                            const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                            const arb_t h, arb_srcptr dW, slong prec);

/* The generator Xi(x; h, dW) in the algebra's coordinates (d of them); xi may alias x.  Tested,
 * with energy and Casimirs, by tests/ref/test_ref_rigid_body.c. */
void ref_generator(arb_ptr xi, const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW,
                   slong prec);
/* The vector field with frozen increments: field = ad*_{Xi(x; h, dW)} x; may alias x. */
void ref_field(arb_ptr field, const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW,
               slong prec);
/* Two numbers that bound the rounding errors of a careful binary64 evaluation of the generator.
 * *size >= |h grad H0| + sum_k |dW_k grad H_k| at x, in Euclidean norms of coordinates: sizes are
 * added, so nothing cancels.  *condition >= 1: how much an intermediate rounding of one of these
 * terms may be amplified beyond the term's own size. */
void ref_generator_terms(double *size, double *condition, const ref_system *sys, arb_srcptr x,
                         const arb_t h, arb_srcptr dW);
/* The same for a whole step from x to next, which bounds the generators that the scheme evaluates:
 * the larger of both states' terms; or, where the scheme splits, the sum over the flows that it
 * composes, each with the generator of its own factor at its own state. *condition is the largest.
 * The scheme must suit the system. Tested by tests/ref/test_ref_splitting.c. */
void ref_step_terms(double *size, double *condition, const ref_scheme *scheme,
                    const ref_system *sys, arb_srcptr x, arb_srcptr next, const arb_t h,
                    arb_srcptr dW);
/* The energy H0(x), without the noise's Hamiltonians; energy may be a coordinate of x. */
void ref_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec);
/* Casimirs: their count; the name of the i-th, such as "|x|^2" (owned by sys, NULL if there is no
 * i-th); their values, which alias nothing. */
slong ref_casimir_count(const ref_system *sys);
const char *ref_casimir_name(const ref_system *sys, slong i);
void ref_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
/* Lie-Poisson tensor B(x), d x d: B_ij = {x_i, x_j}, so that dx = B(x) grad H (on R^3, B = hat(x)).
 * Tested by tests/ref/test_ref_so3.c. */
void ref_poisson_tensor(arb_mat_t B, const ref_system *sys, arb_srcptr x, slong prec);
/* Residual DPsi B(x) DPsi^T - B(Psi(x)), d x d.  Statuses of ref_step_tangent.  Tested by
 * tests/ref/test_ref_laws.c. */
slp_status ref_poisson_residual(arb_mat_t residual, const ref_scheme *scheme, const ref_system *sys,
                                arb_srcptr x, const arb_t h, arb_srcptr dW, slong prec);
/* Group reconstruction: the increment f with g_{n+1} = g_n f, enclosed with next. f is a matrix of
 * ref_group_size(sys) rows: 3 x 3 for the rigid body and the heavy top (rotations), n x n for
 * so(n), su(n).  For the variational schemes f = tau(xi) tau(xi) (GBW (41)), for canonical-midpoint
 * f = tau(Xi), so that Q_{n+1} = Q_n f and P_{n+1} = P_n f^-* (EJLL (22)).  SLP_UNSUPPORTED for
 * schemes without one.  Tested by tests/ref/test_ref_tangent.c, tests/ref/test_ref_group.c. */
slp_status ref_step_group(acb_mat_t f, arb_ptr next, ref_certificate *cert,
                          const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                          const arb_t h, arb_srcptr dW, slong prec);
/* Rows of the group's matrices: 3 on so(3) and se(3), n on so(n), sp(2m, R) and su(n), twice the
 * vortices on su(2)^n; 0 where there are none. */
slong ref_group_size(const ref_system *sys);
/* The momentum map of the reconstructed motion: out = Ad*_{g^-1} x (so(3): g x; heavy top: (g Pi, g
 * Gamma)).
 * out may alias x. */
void ref_spatial_momentum(arb_ptr out, const ref_system *sys, const acb_mat_t g, arb_srcptr x,
                          slong prec);
/* The canonical midpoint rule on T*G, EJLL (22) with the factor 1/2 applied once, from any Q and P:
 * mu(Q, P) = Q*P/2 - JP*QJ/(2c) is the state that is stepped; Q_next and P_next may alias Q and P.
 * Statuses of ref_step. */
slp_status ref_step_canonical(acb_mat_t Q_next, acb_mat_t P_next, ref_certificate *cert,
                              const ref_system *sys, const acb_mat_t Q, const acb_mat_t P,
                              const arb_t h, arb_srcptr dW, slong prec);
/* The system in a turned frame, H'(y) = H(Ad*_g y), for covariance: it refers to sys, which must
 * outlive it, and is freed by ref_system_free.  SLP_OK; SLP_UNSUPPORTED where the algebra has no
 * matrices; SLP_UNABLE where g is not proved invertible; SLP_MEMORY.  *turned is NULL unless
 * SLP_OK. */
slp_status ref_system_turned(ref_system **turned, const ref_system *sys, const acb_mat_t g,
                             slong prec);
/* f = tau(eta) = (I - eta/2)^-1 (I + eta/2), ref_group_size rows; false where there is none. */
bool ref_group_cayley(acb_mat_t f, const ref_system *sys, arb_srcptr eta, slong prec);
/* J and c of the algebra's defining relation: A*J + JA = 0 for its matrices A, J^2 = cI; J has
 * ref_group_size rows and is exact.  J = I, c = 1 where they are skew-Hermitian; J^2 = -I on sp(2m,
 * R).  Returns 0 and leaves J unchanged where states are no matrices (se(3), T*R).  Tested by
 * tests/ref/test_ref_group.c. */
int ref_group_form(acb_mat_t J, const ref_system *sys);
/* Matrix of a state in the defining representation, ref_group_size rows; false where there is none.
 */
bool ref_state_matrix(acb_mat_t X, const ref_system *sys, arb_srcptr x, slong prec);
/* The characteristic polynomial det(t - X), which fixes the whole spectrum: its ref_group_size + 1
 * coefficients, constant first.  False where states are no matrices. */
bool ref_characteristic(acb_ptr coefficients, const ref_system *sys, arb_srcptr x, slong prec);
/* "1.2345e-1", "1.2345", "1.2345e+1": x rounded to nearest at `digits` significant decimal digits,
 * "0" if x lies within 2^-1200 of an enclosed 0; NULL if the enclosure does not decide them, or if
 * memory is refused.  The caller frees. */
char *ref_decimal(const arb_t x, slong digits);
/* Frees the caches of FLINT and MPFR for the calling thread.  Call it before a thread, or the
 * program, ends. */
void ref_thread_cleanup(void);
/* Name of the i-th scheme, system of this path; NULL past the end. */
const char *ref_scheme_at(size_t i);
const char *ref_system_at(size_t i);

#ifdef __cplusplus
}
#endif

#endif
