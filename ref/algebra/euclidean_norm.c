/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Euclidean norm of coordinates, rounded up.  Tested by tests/ref/test_ref_directed.c. */
#include "ref/algebra/algebra.h"

void ref_euclidean_norm(mag_t out, arb_srcptr v, slong n)
{
    REF_LOCAL(mag, m);
    mag_zero(out);
    for (slong i = 0; i < n; i++) {
        arb_get_mag(m, v + i);
        mag_addmul(out, m, m);
    }
    mag_sqrt(out, out);
}
