/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R): real matrices X with X^T J + J X = 0, J = [[0, I], [-I, 0]], as its algebra needs
 * them: the coordinates of oracle/contract/case/case.h's system and full matrices of n x n doubles,
 * row by row, n = 2m.
 *
 * X = [[a, b], [c, -a^T]] with b, c symmetric; coordinates: a row by row, the upper triangle of b
 * row by row, that of c.  W^ below is the anti-involution W^ = J^-1 W^T J, (V W)^ = W^ V^: on W =
 * [[A, B], [C, D]] it is [[D^T, -B^T], [-C^T, A^T]], and the algebra is the set where W^ = -W.
 * Hence, for V and X in the algebra and W = V X, [V, X] = W - W^.  The transpose of an element of
 * the algebra lies in the algebra.  Outputs may not alias inputs. */
#ifndef SLP_FAST_SP_H
#define SLP_FAST_SP_H

#include "fast/algebra/algebra.h"
#include "fast/matrix/matrix.h"

/* Weight of coordinate k in the pairing Tr(X^T V): 1 on the diagonals of b and c, 2 elsewhere. */
double fast_sp_weight(size_t k, size_t n);
/* w = the matrix of coordinates x, and its transpose. */
void fast_sp_read(double *w, size_t n, const double *x);
void fast_sp_read_transposed(double *w, size_t n, const double *x);
/* x = the coordinates of weight (W - W^); if `add`, they are added to x.  With weight 1/2 and W in
 * the algebra these are the coordinates of W. */
void fast_sp_part(double *x, size_t n, double weight, const double *w, bool add);
/* out = W^ */
void fast_sp_involution(double *out, size_t n, const double *w);

/* z with D(xi) z = x, by LU; not finite where that fails.  work has 3 n^2 + n doubles. */
void fast_sp_stage(double *z, size_t n, const double *xi, const double *x, double *work);

/* values[j - 1] = Tr X^2j, j = 1..m.  SLP_OK; SLP_MEMORY. */
slp_status fast_sp_casimirs(double *values, const fast_matrices *k, const double *x);

/* The algebra of n x n matrices, k = {n, 1}, kept by reference. */
void fast_algebra_sp(fast_algebra *g, const fast_matrices *k);

#endif
