/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Operations on balls, and on words of options, that several quantities use.  All are tested by
 * tests/claims/test_claim_balls.c. */
#ifndef SLP_ORACLE_CLAIM_BALLS_H
#define SLP_ORACLE_CLAIM_BALLS_H

#include "ref/local.h"

/* largest = the larger of it and each |a_i|, i < count; of it and each |A_ij|. */
void slp_raise(arb_t largest, arb_srcptr a, slong count, slong prec);
void slp_raise_entries(arb_t largest, const acb_mat_t A, slong prec);
/* to += sign 2^-halvings a x b, three numbers each; sign 1 or -1.  to aliases neither. */
void slp_cross_add(arb_ptr to, arb_srcptr a, arb_srcptr b, int sign, slong halvings, slong prec);
/* The skew matrix of v: hat(v) w = v x w, in the first three rows and columns of to, else zeros. */
void slp_hat(arb_mat_t to, arb_srcptr v);
/* The largest entry of |R^T R - I|, R of three rows and columns. */
void slp_off_rotations(arb_t to, const arb_mat_t R, slong prec);
/* How many of `words`, blanks between, stand before `word`: 0 if it is NULL, -1 if it is none of
 * them. */
int slp_word_index(const char *words, const char *word);

#endif
