/* What the elements exhibited are measured by. */
#include "props/orbit.h"

enum { PREC = PROP_ORBIT_PREC };

double prop_orbit_group_defect(const acb_mat_t g)
{
    slong n = acb_mat_nrows(g);
    acb_mat_t square;
    acb_t det;
    arb_t size, off;
    mag_t bound;
    acb_mat_init(square, n, n);
    acb_init(det);
    arb_init(size);
    arb_init(off);
    mag_init(bound);
    acb_mat_conjugate_transpose(square, g);
    acb_mat_mul(square, g, square, PREC);
    for (slong i = 0; i < n; i++)
        acb_sub_ui(acb_mat_entry(square, i, i), acb_mat_entry(square, i, i), 1, PREC);
    acb_mat_frobenius_norm(size, square, PREC);
    acb_mat_det(det, g, PREC);
    acb_sub_ui(det, det, 1, PREC);
    acb_abs(off, det, PREC);
    arb_add(size, size, off, PREC);
    arb_mul_2exp_si(size, size, 53);
    arb_get_mag(bound, size);
    double defect = mag_get_d(bound);
    acb_mat_clear(square);
    acb_clear(det);
    arb_clear(size);
    arb_clear(off);
    mag_clear(bound);
    return defect;
}

double prop_orbit_ratio(const arb_t a, const arb_t b)
{
    arb_t ratio;
    arf_t top;
    if (arb_is_zero(a)) return 0;
    arb_init(ratio);
    arf_init(top);
    arb_div(ratio, a, b, PREC);
    arb_get_abs_ubound_arf(top, ratio, PREC);
    double bound = arf_is_nan(top) ? INFINITY : arf_get_d(top, ARF_RND_UP);
    arb_clear(ratio);
    arf_clear(top);
    return bound;
}

prop_orbit prop_orbit_measure(const acb_mat_t g, const acb_mat_t X, const acb_mat_t Y,
                              const arb_t r)
{
    slong n = acb_mat_nrows(g);
    acb_mat_t star, left;
    arb_t size, allowed;
    acb_mat_init(star, n, n);
    acb_mat_init(left, n, n);
    arb_init(size);
    arb_init(allowed);
    acb_mat_conjugate_transpose(star, g);
    acb_mat_mul(left, g, X, PREC);
    acb_mat_mul(left, left, star, PREC);
    acb_mat_sub(left, Y, left, PREC);
    acb_mat_frobenius_norm(size, left, PREC);
    arb_sqrt_ui(allowed, 2, PREC);
    arb_mul(allowed, allowed, r, PREC);
    prop_orbit found = {.ratio = prop_orbit_ratio(size, allowed),
                        .group = prop_orbit_group_defect(g)};
    acb_mat_clear(star);
    acb_mat_clear(left);
    arb_clear(size);
    arb_clear(allowed);
    return found;
}
