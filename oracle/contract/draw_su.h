/* Drawing states of su(n) in the coordinates of the exchange format, for every system on it. */
#ifndef SLP_ORACLE_DRAW_SU_H
#define SLP_ORACLE_DRAW_SU_H

#include "oracle/contract/draw.h"

enum { SLP_DRAW_SU_MOST = 12 }; /* n at most */

/* x, n^2 numbers, becomes a state: its imaginary diagonal sums to 0 exactly, and at level 1 its Frobenius norm is at most 4 + 2^-40
 * (rounding to a grid may add that) and not 0.  `shape`, n^2 numbers, is a state that the system wants drawn now and then, or NULL. */
void slp_draw_su(double *x, slp_draw *from, size_t n, const double *shape, int level);
/* Position of Re X_ij, i < j; Im X_ij follows it. */
size_t slp_draw_su_entry(size_t n, size_t i, size_t j);

#endif
