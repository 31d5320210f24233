/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Bounds of the part of Zeitlin's generators that acts on the vorticity,
 *     X -> -h Delta_N^-1 X + sum_lm dW_lm (a/(l(l+1))) <T_lm, X> T_lm,  l = shell..N-1.
 * It is diagonal in the orthonormal basis T_lm: its largest factor is its Lipschitz constant.
 * Tested by tests/ref/test_ref_lipschitz_stated.c, tests/ref/test_ref_generator_terms.c. */
#include "ref/system/zeitlin.h"

#include <math.h>

void ref_zeitlin_lipschitz(arb_t lip, slong N, slong shell, const arb_t a, const arb_t h,
                           arb_srcptr dW, slong prec)
{
    REF_LOCAL(arb, term);
    REF_LOCAL(mag, most, one);
    if (shell > 1) { /* among degrees without noise l = 1 has the largest */
        arb_mul_2exp_si(term, h, -1);
        arb_get_mag(most, term);
    }
    for (slong l = shell; l < N; l++)
        for (slong m = -l; m <= l; m++, dW++) {
            arb_set(term, h);
            arb_addmul(term, a, dW, prec);
            arb_div_si(term, term, l * (l + 1), prec);
            arb_get_mag(one, term);
            mag_max(most, most, one);
        }
    arf_set_mag(arb_midref(lip), most);
    mag_zero(arb_radref(lip));
}

/* The size of the terms if all of X were of degree 1, which bounds an evaluation by transforms; sum
 * |<T_lm, X>| |w_lm| <= |X| |w|. */
void ref_zeitlin_terms(mag_t terms, slong N, slong shell, double a, const mag_t size, const arb_t h,
                       arb_srcptr dW)
{
    REF_LOCAL(mag, square, one);
    for (slong l = shell; l < N; l++)
        for (slong m = -l; m <= l; m++, dW++) {
            arb_get_mag(one, dW);
            mag_div_ui(one, one, (ulong)(l * (l + 1)));
            mag_addmul(square, one, one);
        }
    mag_sqrt(square, square);
    mag_set_d(one, fabs(a));
    mag_mul(terms, square, one);
    arb_get_mag(one, h);
    mag_mul_2exp_si(one, one, -1);
    mag_add(terms, terms, one);
    mag_mul(terms, terms, size);
}
