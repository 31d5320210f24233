/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Products of dense matrices in integers: the enclosure holds the product of every choice of ends,
 * its radius is what rounding and the radii of the factors ask for, and matrices with zeros or with
 * numbers of very different sizes are left to Arb.  ref/matrix/matrix.md section 7. */
#include "tests/support/cmocka.h"

#include "ref/matrix/matrix.h"
#include "tests/ref/rigid_body_steps.h"

enum { EXACT = 1600, SIZES = 2, PRECISIONS = 5 };
static const slong sizes[SIZES] = {24, 27}, precisions[PRECISIONS] = {30, 64, 104, 128, 300};

/* A number of some 400 bits in 2^row (-1, 1), at least 2^(row - 14), and a radius in 2^(row -
 * radius) (0, 1); radius 0: none */
static void draw_number(arb_t x, uint64_t *state, slong row, slong radius)
{
    arb_set_d(x, 0x1p-14 + 0.9 * rigid_uniform(state));
    for (slong bits = 50; bits <= 350; bits += 50) {
        arf_t more;
        arf_init(more);
        arf_set_d(more, rigid_uniform(state));
        arf_mul_2exp_si(more, more, -bits);
        arf_add(arb_midref(x), arb_midref(x), more, EXACT, ARF_RND_DOWN);
        arf_clear(more);
    }
    if (rigid_uniform(state) < 0.5) arb_neg(x, x);
    arb_mul_2exp_si(x, x, row);
    if (radius) {
        mag_set_d(arb_radref(x), rigid_uniform(state));
        mag_mul_2exp_si(arb_radref(x), arb_radref(x), row - radius);
    }
}

/* The rows have sizes 2^(3 i - 40), or the columns; numbers off the diagonal are by 2^-smaller
 * smaller. */
static void draw_matrix(acb_mat_t A, uint64_t *state, bool real, bool columns, slong radius,
                        slong smaller)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++) {
            const slong row = 3 * (columns ? j : i) - 40 - (i == j ? 0 : smaller);
            draw_number(acb_realref(acb_mat_entry(A, i, j)), state, row, radius);
            if (!real) draw_number(acb_imagref(acb_mat_entry(A, i, j)), state, row, radius);
        }
}

/* x := c 2^shift y, exactly */
static void scale_exactly(acb_t x, acb_srcptr y, slong c, slong shift)
{
    acb_mul_si(x, y, c, EXACT);
    acb_mul_2exp_si(x, x, shift);
}

/* Columns 2j and 2j + 1 of A, times 9/8 and 1, meet rows 2j and 2j + 1 of B, times 1 and -9/8: all
 * terms cancel but those of a last column without another, and truncations do not. */
static void cancel_terms(acb_mat_t A, acb_mat_t B)
{
    const slong n = acb_mat_nrows(A);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j + 1 < n; j += 2) {
            scale_exactly(acb_mat_entry(A, i, j), acb_mat_entry(A, i, j + 1), 9, -3);
            scale_exactly(acb_mat_entry(B, j + 1, i), acb_mat_entry(B, j, i), -9, -3);
        }
}

/* One end or the middle of each number. */
static void choose_point(acb_mat_t P, const acb_mat_t A, uint64_t *state)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++)
            for (int p = 0; p < 2; p++) {
                acb_ptr to = acb_mat_entry(P, i, j);
                acb_srcptr from = acb_mat_entry(A, i, j);
                arb_ptr x = p ? acb_imagref(to) : acb_realref(to);
                const double u = rigid_uniform(state);
                arb_set(x, p ? acb_imagref(from) : acb_realref(from));
                if (u < 0.4)
                    arb_get_lbound_arf(arb_midref(x), x, EXACT);
                else if (u < 0.8)
                    arb_get_ubound_arf(arb_midref(x), x, EXACT);
                mag_zero(arb_radref(x));
            }
}

static void norm_of(mag_t norm, const acb_mat_t A, bool columns, slong at, bool radii)
{
    REF_LOCAL(mag, m);
    mag_zero(norm);
    for (slong k = 0; k < acb_mat_nrows(A); k++)
        for (int p = 0; p < 2; p++) {
            acb_srcptr z = columns ? acb_mat_entry(A, k, at) : acb_mat_entry(A, at, k);
            arb_srcptr x = p ? acb_imagref(z) : acb_realref(z);
            if (radii)
                mag_set(m, arb_radref(x));
            else
                arb_get_mag(m, x);
            mag_addmul(norm, m, m);
        }
    mag_sqrt(norm, norm);
}

/* The radius is at most that of the factors' radii by norms, and 2^-prec times the number and the
 * norms of row and column: GUARD bits cover 2^7 n k. */
static bool narrow(const arb_t x, const acb_mat_t A, slong i, const acb_mat_t B, slong j,
                   slong prec)
{
    REF_LOCAL(mag, a, b, ra, rb, most, m);
    norm_of(a, A, false, i, false);
    norm_of(b, B, true, j, false);
    norm_of(ra, A, false, i, true);
    norm_of(rb, B, true, j, true);
    mag_mul(most, a, rb);
    mag_addmul(most, ra, b);
    mag_mul(m, a, b);
    mag_mul_2exp_si(m, m, 1 - prec);
    mag_add(most, most, m);
    mag_mul_ui(most, most, 17);
    mag_mul_2exp_si(most, most, -4);
    return mag_cmp(arb_radref(x), most) <= 0;
}

static void products_hold_every_point(void **unused)
{
    uint64_t state = 61;
    (void)unused;
    for (int s = 0; s < SIZES; s++)
        for (int p = 0; p < PRECISIONS; p++)
            for (int kind = 0; kind < 18; kind++) {
                const slong n = sizes[s], prec = precisions[p];
                const bool real = kind & 1;
                REF_LOCAL_MAT(acb, n, n, A, B, C, P, Q, product);
                draw_matrix(A, &state, real, false, kind & 2 ? prec / 2 : 0, kind & 8 ? 16 : 0);
                draw_matrix(B, &state, real, true, kind & 4 ? prec / 2 : 0, kind & 8 ? 16 : 0);
                if (kind == 16 || kind == 17) cancel_terms(A, B);
                assert_true(ref_matrix_mul_dense(C, A, B, 0, prec));
                assert_true(acb_mat_is_real(C) == real);
                for (int points = 0; points < 2; points++) {
                    choose_point(P, A, &state);
                    choose_point(Q, B, &state);
                    acb_mat_mul(product, P, Q, EXACT);
                    assert_true(acb_mat_contains(C, product));
                }
                for (slong i = 0; i < n; i++)
                    for (slong j = 0; j < n; j++) {
                        acb_srcptr z = acb_mat_entry(C, i, j);
                        assert_true(narrow(acb_realref(z), A, i, B, j, prec));
                        assert_true(narrow(acb_imagref(z), A, i, B, j, prec));
                    }
                acb_mat_set(P, A);
                assert_true(ref_matrix_mul_dense(P, P, B, 0, prec)); /* C may be A */
                assert_true(acb_mat_equal(P, C));
            }
}

/* A A* is Hermitian, A S A* is skew-Hermitian for a skew-Hermitian S. */
static void mirrored_products_are_the_products(void **unused)
{
    uint64_t state = 62;
    (void)unused;
    for (int kind = 0; kind < 4; kind++) {
        const slong n = 24, prec = 128;
        REF_LOCAL_MAT(acb, n, n, A, B, whole, half);
        for (slong i = 0; i < n; i++)
            for (slong j = 0; j < n; j++)
                for (int p = 0; p < (kind & 1 ? 1 : 2); p++) {
                    acb_ptr z = acb_mat_entry(A, i, j);
                    draw_number(p ? acb_imagref(z) : acb_realref(z), &state, 0, 0);
                }
        acb_mat_conjugate_transpose(B, A);
        if (kind & 2) { /* S: real and skew, or i times the unit matrix */
            REF_LOCAL_MAT(acb, n, n, S);
            for (slong i = 0; i < n; i++)
                if (kind & 1)
                    acb_set_si(acb_mat_entry(S, i, n - 1 - i), i < n / 2 ? 1 : -1);
                else
                    acb_onei(acb_mat_entry(S, i, i));
            acb_mat_mul(B, S, B, EXACT);
        }
        assert_true(ref_matrix_mul_dense(whole, A, B, 0, prec));
        assert_true(ref_matrix_mul_dense(half, A, B, kind & 2 ? -1 : 1, prec));
        for (slong i = 0; i < n; i++)
            for (slong j = 0; j < n; j++) {
                assert_true(acb_overlaps(acb_mat_entry(whole, i, j), acb_mat_entry(half, i, j)));
                if (j >= i)
                    assert_true(acb_equal(acb_mat_entry(whole, i, j), acb_mat_entry(half, i, j)));
            }
    }
}

/* Whether A times B is taken, and then C is as it was where it is not. */
static bool multiplies(const acb_mat_t A, const acb_mat_t B)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(A), acb_mat_nrows(A), C, before);
    acb_mat_ones(C);
    acb_mat_set(before, C);
    const bool done = ref_matrix_mul_dense(C, A, B, 0, 128);
    assert_true(done != acb_mat_equal(C, before));
    return done;
}

static void others_are_left_to_arb(void **unused)
{
    uint64_t state = 63;
    (void)unused;
    REF_LOCAL_MAT(acb, 24, 24, A, B, bad);
    REF_LOCAL_MAT(acb, 23, 23, small);
    draw_matrix(A, &state, false, false, 0, 0);
    draw_matrix(B, &state, false, true, 0, 0);
    draw_matrix(small, &state, false, false, 0, 0);
    assert_true(multiplies(A, B));
    assert_false(multiplies(small, small));
    for (int fault = 0; fault < 6; fault++) {
        acb_mat_set(bad, A);
        acb_ptr off = acb_mat_entry(bad, 3, 5), on = acb_mat_entry(bad, 4, 4);
        if (fault == 0) arb_zero(acb_realref(off));
        if (fault == 1) arb_zero(acb_imagref(off));
        if (fault == 2) arb_mul_2exp_si(acb_realref(off), acb_realref(off), -70);
        if (fault == 3) arb_pos_inf(acb_imagref(on));
        if (fault == 4) mag_inf(arb_radref(acb_realref(on)));
        if (fault == 5) acb_mat_scalar_mul_2exp_si(bad, bad, WORD_MAX);
        if (multiplies(bad, B)) fail_msg("fault %d of the first factor is multiplied", fault);
        acb_mat_transpose(bad, bad);
        if (multiplies(A, bad)) fail_msg("fault %d of the second factor is multiplied", fault);
    }
    for (slong i = 0; i < 24; i++) arb_zero(acb_realref(acb_mat_entry(A, i, i)));
    assert_true(multiplies(A, B)); /* zeros on the diagonal alone, as skew matrices have */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_hold_every_point),
        cmocka_unit_test(mirrored_products_are_the_products),
        cmocka_unit_test(others_are_left_to_arb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
