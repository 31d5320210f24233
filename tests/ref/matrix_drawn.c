/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Elements of matrix algebras drawn for the tests of ref/matrix/, and the algebras they are drawn
 * from. */
#include "tests/ref/matrix_drawn.h"
#include "ref/matrix/son.h"
#include "ref/matrix/sp.h"
#include "ref/matrix/sun.h"

#include <math.h>

void matrix_drawn_algebra(ref_algebra *algebra, int i)
{
    if (i < 4)
        ref_algebra_son(algebra, i + 2);
    else if (i < 8)
        ref_algebra_sun(algebra, i - 3);
    else
        ref_algebra_sp(algebra, 2 * (i - 7));
}

void matrix_drawn_vector(arb_ptr x, const ref_algebra *algebra, uint64_t *state, double length,
                         bool sparse)
{
    for (slong i = 0; i < algebra->d; i++) {
        double number = length / sqrt((double)algebra->d) * rigid_between(state, -1.7, 1.7);
        arb_set_d(x + i, sparse && rigid_bits(state) % 4 == 0 ? 0 : number);
    }
}

static bool known(const arb_t a, double scale, slong bits)
{
    mag_t most;
    bool good;
    mag_init(most);
    mag_set_d(most, scale);
    mag_mul_2exp_si(most, most, -bits);
    good = mag_cmp(arb_radref(a), most) <= 0;
    mag_clear(most);
    return good;
}

bool matrix_agree(arb_srcptr a, arb_srcptr b, slong d, double scale, slong bits)
{
    for (slong i = 0; i < d; i++)
        if (!arb_overlaps(a + i, b + i) || !known(a + i, scale, bits) || !known(b + i, scale, bits))
            return false;
    return true;
}

bool matrix_same(const acb_mat_t A, const acb_mat_t B, slong bits)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++) {
            acb_srcptr a = acb_mat_entry(A, i, j), b = acb_mat_entry(B, i, j);
            if (!matrix_agree(acb_realref(a), acb_realref(b), 1, 1, bits) ||
                !matrix_agree(acb_imagref(a), acb_imagref(b), 1, 1, bits))
                return false;
        }
    return true;
}
