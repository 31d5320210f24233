/* Diagonal generators: see ref/system/diagonal.h. */
#include "ref/system/diagonal.h"

void ref_diagonal_apply(arb_ptr out, arb_srcptr w, arb_srcptr x, slong n, slong prec)
{
    for (slong i = 0; i < n; i++) arb_mul(out + i, w + i, x + i, prec);
}

void ref_diagonal_lipschitz(mag_t lip, arb_srcptr w, slong n)
{
    mag_t weight;
    mag_init(weight);
    mag_zero(lip);
    for (slong i = 0; i < n; i++) {
        arb_get_mag(weight, w + i);
        mag_max(lip, lip, weight);
    }
    mag_clear(weight);
}

bool ref_moment_is_zero(const double *inertia, size_t count, slp_error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (inertia[i] != 0) continue;
        slp_error_set(err, 0, NULL, "inertia",
                      "moment %zu is zero, so the energy is infinite; give a nonzero moment",
                      i + 1);
        return true;
    }
    return false;
}
