/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orbits of so(3) and su(2)^n: spheres, one for each part.  The half turn about x + y carries x's
 * direction to y's; what it leaves is | |y| - |x| |, and a sphere has no nearer point.  With y* on
 * the sphere of x, | |y| - |x| | = | |y| - |y*| | <= |y - y*|, and over all parts the Euclidean sum
 * of these is at most r.  (Of SU(2) the element is -i n . sigma.) */
#include "props/orbit/orbit.h"

enum { PREC = PROP_ORBIT_PREC, PART = 3 };

/* out = a/|a|, midpoints; false where a = 0 */
static bool direction(arb_ptr out, arb_srcptr a)
{
    REF_LOCAL(arb, size);
    prop_orbit_length(size, a);
    bool some = arb_is_positive(size);
    for (slong i = 0; some && i < PART; i++) {
        arb_div(out + i, a + i, size, PREC);
        arb_get_mid_arb(out + i, out + i);
    }
    return some;
}

/* A normal of a: the axis that a is least along, made orthogonal to it. */
static void normal_to(arb_ptr n, arb_srcptr a)
{
    slong least = 0;
    for (slong i = 1; i < PART; i++)
        if (arf_cmpabs(arb_midref(a + i), arb_midref(a + least)) < 0) least = i;
    for (slong i = 0; i < PART; i++) arb_mul(n + i, a + i, a + least, PREC);
    _arb_vec_neg(n, n, PART);
    arb_add_ui(n + least, n + least, 1, PREC);
    direction(n, n);
}

void prop_orbit_half_turn(arb_mat_t R, arb_srcptr a, arb_srcptr b)
{
    enum { OPPOSITE = -PREC / 2 };
    REF_LOCAL_VEC(arb, 3 * PART, n);
    arb_ptr from = n + PART, to = n + 2 * PART;
    REF_LOCAL(arb, size);
    arb_mat_one(R);
    if (direction(from, a) && direction(to, b)) {
        _arb_vec_add(n, from, to, PART, PREC);
        prop_orbit_length(size, n);
        /* a shorter sum has lost half of the bits, and a turn about a normal is off by as little */
        bool opposite = arf_cmpabs_2exp_si(arb_midref(size), OPPOSITE) < 0 || !direction(n, n);
        if (opposite) normal_to(n, from);
        for (slong i = 0; i < PART; i++)
            for (slong j = 0; j < PART; j++) {
                arb_ptr entry = arb_mat_entry(R, i, j);
                arb_mul(entry, n + i, n + j, PREC);
                arb_mul_2exp_si(entry, entry, 1);
                arb_sub_ui(entry, entry, i == j, PREC);
            }
        arb_mat_get_mid(R, R);
    }
}

void prop_orbit_left(arb_ptr left, const arb_mat_t R, arb_srcptr x, arb_srcptr y)
{
    for (slong i = 0; i < PART; i++) arb_dot(left + i, y + i, 1, R->rows[i], 1, x, 1, PART, PREC);
}

prop_orbit prop_orbit_vectors(const ref_exact_step *exact_step, arb_srcptr x, arb_srcptr y,
                              const arb_t r)
{
    prop_orbit found = {0};
    REF_LOCAL_VEC(arb, PART, image);
    REF_LOCAL(arb, left, part);
    REF_LOCAL_MAT(acb, PART, PART, g);
    REF_LOCAL_MAT(arb, PART, PART, R);
    for (slong at = 0; at < exact_step->d; at += PART) {
        prop_orbit_half_turn(R, x + at, y + at);
        acb_mat_set_arb_mat(g, R);
        double off = prop_orbit_group_defect(g);
        if (!(off <= found.group)) found.group = off;
        prop_orbit_left(image, R, x + at, y + at);
        arb_dot(part, NULL, 0, image, 1, image, 1, PART, PREC);
        arb_add(left, left, part, PREC);
    }
    arb_sqrtpos(left, left, PREC);
    found.ratio = prop_orbit_ratio(left, r);
    return found;
}
