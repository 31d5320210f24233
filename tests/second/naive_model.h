/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The second reference: every system and every scheme as the papers write them, in plain MPFR, on n
 * x n matrices, with fixed-point iteration.  Exists only to judge ref/, shares no source with it
 * and proves nothing. */
#ifndef SLP_TESTS_NAIVE_MODEL_H
#define SLP_TESTS_NAIVE_MODEL_H

#include "oracle/contract/case/case.h"
#include "tests/second/naive_array.h"

/* Coordinates x (d of them) and the blocks of matrices that they stand for. */
typedef struct naive_model {
    const slp_case *c; /* parameters, h and increments; stays the caller's */
    slp_algebra algebra;
    long d, M;
    long blocks, n, cells; /* `blocks` matrices of size n: cells = 2 blocks n^2 numbers */
    mpfr_prec_t prec;
    mpfr_ptr series;  /* B_k / k!, k = 0, 1, ... */
    mpfr_ptr basis;   /* spheres: the coordinates of T_lm, in the order of the noises; else NULL */
    long basis_count; /* numbers in it */
} naive_model;

enum { NAIVE_SERIES = 240 };

void naive_model_init(naive_model *model, const slp_case *c, mpfr_prec_t prec);
void naive_model_clear(naive_model *model);

/* One step of c->scheme with increments dW, from x (next may be x); false if the iteration from x
 * does not settle, or leaves the system's domain. */
bool naive_model_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);

/* xi = Xi(x; h, dW) in coordinates; NaN outside the domain; xi may be x */
void naive_model_generator(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW);
/* that of each algebra's systems: tests/second/naive_generator*.c */
void naive_generator_areas(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                           const double *areas); /* xi += that of Levy areas */
void naive_generator_spins(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW);
void naive_generator_vortices(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                              const double *dW);
void naive_generator_zeitlin(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                             const double *dW);
void naive_generator_mhd(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW);
void naive_generator_sine_euler(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                                const double *dW);
void naive_generator_sp(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW);
/* basis[(l^2 - 1 + l + m) d ...]: the coordinates of T_lm; N^2 - 1 elements */
void naive_basis_harmonics(mpfr_ptr basis, long N, mpfr_prec_t prec);

/* Matrices of coordinates, and back.  heavy-top: 4 x 4 matrices of se(3); T*R: one complex number,
 * so that all commute. */
void naive_model_matrices(mpfr_ptr matrices, const naive_model *model, mpfr_srcptr x);
void naive_model_coordinates(mpfr_ptr x, const naive_model *model, mpfr_srcptr matrices);
/* those of sp(2m, R); out = J^-1 W^T J for a complex n x n matrix W, no aliasing */
void naive_sp_matrix(mpfr_ptr matrix, const naive_model *model, mpfr_srcptr x);
void naive_sp_coordinates(mpfr_ptr x, const naive_model *model, mpfr_srcptr matrix);
void naive_sp_involution(mpfr_ptr out, mpfr_srcptr w, long n);
/* out = ad*_xi x, coordinates: [xi*, X], (Pi x w + Gamma x u, Gamma x w), or J xi */
void naive_model_coadjoint(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr x);
/* out = exp(ad*_xi) x by its series */
void naive_model_flow(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr x);

/* out = (I + s Psi/2) Z (I - s Psi/2) on se(3)* and mhd-sphere, Psi = xi*, in matrices of dual
 * numbers; and [Psi, Z]. */
void naive_dual_congruence(mpfr_ptr out, const naive_model *model, double s, mpfr_srcptr xi,
                           mpfr_srcptr z);
void naive_dual_coadjoint(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr z);

/* Iterates z <- update(z) from z until nothing moves; false if it does not settle. */
typedef bool (*naive_update)(mpfr_ptr image, const void *context, mpfr_srcptr z);
bool naive_settle(mpfr_ptr z, long count, naive_update update, const void *context,
                  mpfr_prec_t prec);

/* For an ad* on d numbers: exp(ad*_xi) x and [dexp_xi]* x by their series, and the inverse of the
 * latter by the series of Bernoulli's numbers (NaN where that does not converge).  out may be x. */
typedef void (*naive_ad_star)(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi,
                              mpfr_srcptr x);
void naive_exponential(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d,
                       mpfr_srcptr xi, mpfr_srcptr x);
void naive_dexp(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d, mpfr_srcptr xi,
                mpfr_srcptr x);
void naive_dexp_inverse(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d,
                        mpfr_srcptr xi, mpfr_srcptr x);

/* One rkmk step, LECG Definition 4.1; one step on (I, X) and the momentum map, by EJLL (22) halved
 * once, or by Gauss's rule of two stages: Q' = Q Xi, P' = -P Xi*. */
bool naive_rkmk_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);
bool naive_canonical_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);
bool naive_gauss_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);
/* One step of heun, heun-projected or euler; NaN where a vector that has another length in x
 * becomes 0. */
void naive_explicit_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);
/* One step of sib or depondt. */
void naive_two_turns_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);
/* One step of splitting-lie or splitting-strang; false if the case has no factors. */
bool naive_splitting_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW);
/* sine-euler: y = the part of x in the modes m and -m; y may not be x. */
void naive_two_modes(mpfr_ptr y, const naive_model *model, long m1, long m2, mpfr_srcptr x);
/* spherical-midpoint: image = T(z), and the state after the step whose stage is z. */
bool naive_spherical(mpfr_ptr image, const naive_model *model, mpfr_srcptr z, mpfr_srcptr x,
                     const double *dW);
void naive_spherical_end(mpfr_ptr next, const naive_model *model, mpfr_srcptr z, mpfr_srcptr x,
                         const double *dW);
/* The heavy top's variational schemes, GBW (60): image = T(z) for z = ((Pi1 + Pi2)/2, Gamma~), and
 * the state after the step if next is not NULL. */
bool naive_top_stage(mpfr_ptr next, mpfr_ptr image, const naive_model *model, mpfr_srcptr z,
                     mpfr_srcptr x, const double *dW);
/* x + xi x x/2 + s (xi.x) xi/4 in R^3, or the inverse of that map: s = -1 as GBW (54) prints it, 1
 * as it is */
bool naive_cayley_dual3(mpfr_ptr out, int s, mpfr_srcptr xi, mpfr_srcptr x, bool inverse);

#endif
