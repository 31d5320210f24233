/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates of the stage that are exactly zero.  A ball around 0 never proves that; invariance of
 * a subspace does: certificate.md section 4, last paragraph.  Without it, a state on a principal
 * axis could not be told from one very near it. */
#include "ref/certificate/certificate.h"

/* Whether coordinate i is a candidate: zero in the input, and in the approximate stage. */
static bool candidate(const ref_frame *f, arb_srcptr z, slong i)
{
    return arb_is_zero(f->start + i) && arb_is_zero(z + i);
}

void ref_keep_zeros(arb_ptr ball, ref_frame *f, arb_srcptr z)
{
    arb_ptr trial = ref_solver_scratch(f, 3), image = ref_solver_scratch(f, 7);
    bool any = false;
    for (slong i = 0; i < f->k; i++) {
        if (candidate(f, z, i)) {
            arb_zero(trial + i);
            any = true;
        } else {
            arb_set(trial + i, ball + i);
        }
    }
    if (!any) return;
    f->scheme->stage(image, f, trial);
    for (slong i = 0; i < f->k; i++)
        if (candidate(f, z, i) && !arb_is_zero(image + i)) return;
    for (slong i = 0; i < f->k; i++)
        if (candidate(f, z, i)) arb_zero(ball + i);
}
