/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices: the direction of a vortex, and the chord between two.  Tested by
 * tests/ref/test_ref_vortices.c. */
#include "ref/system/su2n_vortex.h"

void ref_vortex_direction(arb_ptr u, arb_t r, arb_srcptr x, slong prec)
{
    arb_zero(r);
    for (int k = 0; k < 3; k++) {
        arb_sqr(u, x + k, prec); /* a ball's square, never negative */
        arb_add(r, r, u, prec);
    }
    arb_sqrt(r, r, prec);
    for (int k = 0; k < 3; k++) arb_div(u + k, x + k, r, prec);
}

void ref_vortex_chord(arb_ptr w, arb_t s, arb_srcptr ui, arb_srcptr uj, slong prec)
{
    REF_LOCAL(arb, square);
    arb_zero(s);
    for (int k = 0; k < 3; k++) {
        arb_sub(w + k, uj + k, ui + k, prec);
        arb_sqr(square, w + k, prec);
        arb_add(s, s, square, prec);
    }
}
