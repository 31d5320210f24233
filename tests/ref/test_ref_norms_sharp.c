/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Bounds of operator norms lose no more than the squarings of A*A leave: |A|_2 = 1 with
 * |(A*A)^(2^k)|_F = d^(1/2) is bounded by d^(1/2^(k+2)), k = 6 of a Jacobian and 3 of a generator's
 * matrix, and by nothing smaller.  A larger bound would hold too, and proves less.  Bounds have 30
 * bits and are rounded up fewer than 16 times. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "ref/matrix/matrix.h"

#include <math.h>

static const double within = 16 * 0x1p-29;

static void the_identity(void **unused)
{
    mag_t bound;
    (void)unused;
    mag_init(bound);
    for (slong d = 1; d <= 16; d++) {
        arb_mat_t A;
        arb_mat_init(A, d, d);
        arb_mat_one(A);
        ref_spectral_bound(bound, A, 128);
        assert_lt(fabs(mag_get_d(bound) / pow((double)d, 1.0 / 256) - 1), within);
        arb_mat_clear(A);
    }
    mag_clear(bound);
}

/* A conference matrix: A*A = 3 I, and every row and column has three entries of size 1. */
static void entries_of_one_size(void **unused)
{
    static const int sign[4][4] = {{0, 1, 1, 1}, {-1, 0, -1, 1}, {-1, 1, 0, -1}, {-1, -1, 1, 0}};
    acb_mat_t A;
    mag_t bound;
    (void)unused;
    acb_mat_init(A, 4, 4);
    mag_init(bound);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) acb_set_si(acb_mat_entry(A, i, j), sign[i][j]);
    ref_matrix_spectral(bound, A);
    assert_lt(fabs(mag_get_d(bound) / (sqrt(3) * pow(4, 1.0 / 32)) - 1), within);
    /* of one entry rows and columns say as much: sqrt(|A|_1 |A|_inf), less than 2 * 2^(1/16) */
    acb_mat_zero(A);
    acb_set_si(acb_mat_entry(A, 0, 1), 2);
    acb_set_si(acb_mat_entry(A, 1, 0), -2);
    ref_matrix_spectral(bound, A);
    assert_lt(fabs(mag_get_d(bound) / 2 - 1), within);
    acb_mat_clear(A);
    mag_clear(bound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_identity),
                                       cmocka_unit_test(entries_of_one_size)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
