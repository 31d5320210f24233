/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What several quantities compute with: largest entries, cross products, the skew matrix, words of
 * options; on whole numbers, where all is exact. */
#include "reports/claims/experiment/balls.h"

#include "tests/support/cmocka.h"

static void set(arb_ptr v, int a, int b, int c)
{
    arb_set_si(v, a);
    arb_set_si(v + 1, b);
    arb_set_si(v + 2, c);
}

static void are(arb_srcptr v, int a, int b, int c)
{
    assert_true(arb_equal_si(v, a));
    assert_true(arb_equal_si(v + 1, b));
    assert_true(arb_equal_si(v + 2, c));
}

static void a_cross_product_is_added_or_taken_away(void **unused)
{
    arb_ptr a = _arb_vec_init(9), b = a + 3, to = a + 6;
    (void)unused;
    set(a, 2, 0, 4);
    set(b, 0, 6, 2);
    set(to, 1, 1, 1); /* a x b = (-24, -4, 12) */
    slp_cross_add(to, a, b, 1, 0, 64);
    are(to, -23, -3, 13);
    slp_cross_add(to, a, b, -1, 2, 64);
    are(to, -17, -2, 10);
    _arb_vec_clear(a, 9);
}

static void the_skew_matrix_turns_as_its_vector(void **unused)
{
    arb_ptr v = _arb_vec_init(9), w = v + 3, to = v + 6;
    arb_mat_t A;
    (void)unused;
    set(v, 1, 2, 3);
    set(w, 4, -5, 6); /* v x w = (27, 6, -13) */
    arb_mat_init(A, 4, 4);
    arb_one(arb_mat_entry(A, 3, 3));
    slp_hat(A, v);
    for (int i = 0; i < 3; i++) arb_dot(to + i, NULL, 0, arb_mat_entry(A, i, 0), 1, w, 1, 3, 64);
    are(to, 27, 6, -13);
    assert_true(arb_is_zero(arb_mat_entry(A, 3, 3)));
    arb_mat_clear(A);
    _arb_vec_clear(v, 9);
}

static void the_largest_is_raised(void **unused)
{
    arb_ptr v = _arb_vec_init(3);
    arb_t largest;
    acb_mat_t A;
    (void)unused;
    arb_init(largest);
    set(v, 3, -7, 5);
    slp_raise(largest, v, 3, 64);
    assert_true(arb_equal_si(largest, 7));
    acb_mat_init(A, 2, 2);
    acb_set_si(acb_mat_entry(A, 0, 1), 6);
    slp_raise_entries(largest, A, 64);
    assert_true(arb_equal_si(largest, 7));
    acb_set_d_d(acb_mat_entry(A, 1, 0), -6, 8);
    slp_raise_entries(largest, A, 64);
    assert_true(arb_equal_si(largest, 10));
    acb_mat_clear(A);
    arb_clear(largest);
    _arb_vec_clear(v, 3);
}

static void a_word_has_its_place(void **unused)
{
    static const char words[] = "edge edge-open open";
    (void)unused;
    assert_int_equal(slp_word_index(words, NULL), 0);
    assert_int_equal(slp_word_index(words, "edge"), 0);
    assert_int_equal(slp_word_index(words, "edge-open"), 1);
    assert_int_equal(slp_word_index(words, "open"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cross_product_is_added_or_taken_away),
        cmocka_unit_test(the_skew_matrix_turns_as_its_vector),
        cmocka_unit_test(the_largest_is_raised),
        cmocka_unit_test(a_word_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
