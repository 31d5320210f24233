/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vector operations that the files of so(3) share, and the actions that these files define. */
#ifndef SLP_REF_SO3_H
#define SLP_REF_SO3_H

#include "ref/algebra/algebra.h"
#include "ref/algebra/verify.h"

/* Numbers of scratch that any operation of so(3) needs. */
enum { SO3_SCRATCH = 24 };

/* out = base + v, or base - v where `minus`, v = a x b + p a; p = NULL: v = a x b.  One rounding of
 * each coordinate.  base = NULL: 0.  out may be base, and aliases neither a nor b. */
static inline void so3_add_cross(arb_ptr out, arb_srcptr base, bool minus, arb_srcptr a,
                                 arb_srcptr b, arb_srcptr p, slong prec)
{
    REF_VERIFY(out != a && out != b);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        /* copies that own nothing: not cleared */
        arb_struct left[3] = {a[j], a[k], a[i]}, right[3] = {b[k], b[j], p ? *p : a[i]};
        arb_neg(left + 1, left + 1);
        arb_dot(out + i, base ? base + i : NULL, minus, left, 1, right, 1, p ? 3 : 2, prec);
    }
}

/* out = a x b; out aliases neither */
static inline void so3_cross(arb_ptr out, arb_srcptr a, arb_srcptr b, slong prec)
{
    so3_add_cross(out, NULL, false, a, b, NULL, prec);
}

static inline void so3_dot(arb_t out, arb_srcptr a, arb_srcptr b, slong prec)
{
    arb_dot(out, NULL, 0, a, 1, b, 1, 3, prec);
}

/* out += s a */
static inline void so3_add_multiple(arb_ptr out, const arb_t s, arb_srcptr a, slong prec)
{
    for (int i = 0; i < 3; i++) arb_addmul(out + i, s, a + i, prec);
}

/* a <- 2^e a */
static inline void so3_scale(arb_ptr a, slong e)
{
    for (int i = 0; i < 3; i++) arb_mul_2exp_si(a + i, a + i, e);
}

/* q = |xi|^2 / 4 */
static inline void so3_quarter_square(arb_t q, arb_srcptr xi, slong prec)
{
    so3_dot(q, xi, xi, prec);
    arb_mul_2exp_si(q, q, -2);
}

extern const ref_action ref_so3_congruence_change, ref_so3_congruence_inverse;
extern const ref_action ref_so3_printed_inverse;
extern const ref_action ref_so3_exponential, ref_so3_cayley, ref_so3_dexp_dual;
void ref_so3_cayley_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);
void ref_so3_exponential_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec);

#endif
