/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix hydrodynamics by definition, for the tests of ref/: spin matrices, harmonics by ladders,
 * the sine basis, all as full matrices of balls.  Nothing here is taken from ref/zeitlin* or
 * ref/sine*. */
#ifndef SLP_TESTS_HYDRO_H
#define SLP_TESTS_HYDRO_H

#include <mpfr.h> /* before FLINT: its headers then declare the conversions */
#include "ref/ref.h"

/* Coordinates of the exchange format and back: N imaginary diagonal parts, then Re, Im of X_ij, i <
 * j. */
void hydro_to_matrix(acb_mat_t X, arb_srcptr x, slong N);
void hydro_from_matrix(arb_ptr x, const acb_mat_t X, slong N);
/* [A, B] */
void hydro_commutator(acb_mat_t out, const acb_mat_t A, const acb_mat_t B, slong prec);
/* Re Tr A*B */
void hydro_inner(arb_t out, const acb_mat_t A, const acb_mat_t B, slong prec);
/* S_1, S_2, S_3 of spin (N-1)/2, Hermitian */
void hydro_spin(acb_mat_t S[3], slong N, slong prec);
/* out = -sum_a [S_a, [S_a, X]] */
void hydro_laplacian(acb_mat_t out, const acb_mat_t X, slong N, slong prec);
/* The unit matrix on superdiagonal m >= 0 that m steps of the ladder lead to from S_+^l: [S_-, .]
 * applied l - m times. */
void hydro_ladder(acb_mat_t A, slong N, slong l, slong m, slong prec);
/* T_lm, -l <= m <= l, of ref/system/zeitlin.md, from that matrix. */
void hydro_harmonic(acb_mat_t T, slong N, slong l, slong m, slong prec);
/* (T_m)_{k, k+m2 mod N} = e^{2 pi i m1 m2/N} e^{4 pi i m1 k/N} */
void hydro_wave(acb_mat_t T, slong N, slong m1, slong m2, slong prec);
/* m modulo N in -(N-1)/2..(N-1)/2, N odd */
slong hydro_wrap(slong m, slong N);
/* out = sin(2 pi q / N) */
void hydro_sine(arb_t out, slong q, slong N, slong prec);
/* A case's system: n, and the two other parameters where their count is not 0. */
ref_system *hydro_system(const char *name, double n, const char *key1, const double *value1,
                         size_t count1, const char *key2, const double *value2, size_t count2);
/* Random coordinates of an element of su(N) of norm about `size`, trace exactly 0. */
void hydro_draw(arb_ptr x, slong N, uint64_t *state, double size);
/* Both balls overlap, and are thinner than 2^-bits. */
bool hydro_same(const arb_t a, const arb_t b, slong bits);
/* The ball holds 0 and is thinner than 2^-bits. */
bool hydro_vanishes(const arb_t a, slong bits);

#endif
