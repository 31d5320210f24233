/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors that are given a length, and the derivative of that. */
#include "ref/scheme/sphere.h"

#include "ref/algebra/so3_vector.h"

bool ref_sphere_suits(const ref_algebra *algebra)
{
    return algebra->ad && algebra->spheres > 0;
}

bool ref_sphere_is_point(arb_srcptr v)
{
    return arb_is_zero(v) && arb_is_zero(v + 1) && arb_is_zero(v + 2);
}

void ref_sphere_rescale(arb_ptr w, arb_t t, arb_t root, slong prec)
{
    arb_add_ui(root, t, 1, prec);
    arb_sqrt(root, root, prec);
    arb_neg(t, t);
    arb_div(t, t, root, prec);
    arb_add_ui(root, root, 1, prec);
    arb_div(t, t, root, prec);
    for (int i = 0; i < 3; i++) {
        arb_mul(root, t, w + i, prec);
        arb_add(w + i, w + i, root, prec);
    }
}

void ref_sphere_rescale_tangent(arb_ptr dw, arb_srcptr w, arb_srcptr x, arb_srcptr dx,
                                arb_ptr numbers, slong prec)
{
    arb_ptr of_x = numbers, of_w = numbers + 1, ratio = numbers + 2;
    so3_dot(of_x, x, x, prec);
    so3_dot(of_w, w, w, prec);
    arb_div(ratio, of_x, of_w, prec);
    arb_sqrt(ratio, ratio, prec);
    if (dx) {
        so3_dot(numbers + 3, x, dx, prec);
        arb_div(of_x, numbers + 3, of_x, prec);
    } else
        arb_zero(of_x);
    so3_dot(numbers + 3, w, dw, prec);
    arb_div(of_w, numbers + 3, of_w, prec);
    arb_sub(of_x, of_x, of_w, prec);
    for (int i = 0; i < 3; i++) {
        arb_addmul(dw + i, of_x, w + i, prec);
        arb_mul(dw + i, dw + i, ratio, prec);
    }
}
