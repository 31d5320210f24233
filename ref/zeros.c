/* Coordinates of the stage that are exactly zero.  A ball around 0 never proves that; invariance of a subspace
 * does: certificate.md section 4, last paragraph.  Without it the digits of a state on a principal axis
 * could not be told from those of one beside it. */
#include "ref/certify.h"

/* Whether coordinate i is a candidate: zero in the input, and in the approximate stage. */
static bool candidate(const ref_frame *f, arb_srcptr z, slong i)
{
    return arb_is_zero(f->x + i) && arb_is_zero(z + i);
}

void ref_keep_zeros(arb_ptr ball, ref_frame *f, arb_srcptr z)
{
    arb_ptr trial = f->v + 3 * f->d, image = f->v + 4 * f->d;
    bool any = false;
    for (slong i = 0; i < f->d; i++) {
        if (candidate(f, z, i)) {
            arb_zero(trial + i);
            any = true;
        } else {
            arb_set(trial + i, ball + i);
        }
    }
    if (!any) return;
    f->scheme->stage(image, f, trial);
    for (slong i = 0; i < f->d; i++)
        if (candidate(f, z, i) && !arb_is_zero(image + i)) return;
    for (slong i = 0; i < f->d; i++)
        if (candidate(f, z, i)) arb_zero(ball + i);
}
