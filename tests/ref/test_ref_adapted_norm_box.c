/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ball of an adapted norm, |C v| <= r, in coordinates: v_i is at most r times the length of row
 * i of C^-1, which differs from row to row, and the norm of v is that of C v. */
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

enum { PREC = 128 };

/* Upper triangular, as selections have it; rows of the inverse of lengths that differ by factors of
 * 32. */
static const double C[3][3] = {{1, 0.5, -3}, {0, 0.03125, 0.25}, {0, 0, 16}};

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void rows_for_coordinates(void **unused)
{
    static const double inverse[3][3] = {{1, -16, 0.4375}, {0, 32, -0.5}, {0, 0, 0.0625}};
    ref_exact_step t;
    ref_frame f;
    ref_selection sel;
    arb_ptr box = _arb_vec_init(6), centre = box + 3;
    mag_t r;
    (void)unused;
    take(
        &t,
        "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,3 h=0.5 steps=1 x=1,2,3");
    assert_true(
        ref_frame_init(&f, ref_scheme_find("implicit-midpoint"), t.sys, t.x, t.h, NULL, PREC));
    ref_selection_init(&sel);
    sel.by_jacobian = true;
    sel.centre = _arb_vec_init(3);
    arb_mat_init(sel.C, 3, 3);
    arb_mat_init(sel.C_inverse, 3, 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) arb_set_d(arb_mat_entry(sel.C, i, j), C[i][j]);
    assert_true(arb_mat_inv(sel.C_inverse, sel.C, PREC));
    mag_init(r);
    mag_set_ui_2exp_si(r, 1, -3);
    for (int i = 0; i < 3; i++) arb_set_d(centre + i, i - 1);
    ref_selection_box(box, &f, &sel, centre, r);
    for (int i = 0; i < 3; i++) {
        const double radius = mag_get_d(arb_radref(box + i)), least = length(inverse[i]) / 8;
        assert_ge(radius, least * (1 - 1e-12));
        assert_le(radius, 1.0001 * least);
        assert_true(arf_get_d(arb_midref(box + i), ARF_RND_NEAR) == i - 1);
    }
    for (int j = 0; j < 3; j++) { /* |C e_j| is the length of column j */
        const double column[3] = {C[0][j], C[1][j], C[2][j]};
        for (int i = 0; i < 3; i++) arb_set_si(box + i, i == j);
        ref_selection_norm(r, &f, &sel, box);
        assert_ge(mag_get_d(r), length(column) * (1 - 1e-12));
        assert_le(mag_get_d(r), 1.0001 * length(column));
    }
    mag_clear(r);
    ref_selection_clear(&sel, 3);
    ref_frame_clear(&f);
    put_back(&t);
    _arb_vec_clear(box, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_for_coordinates)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
