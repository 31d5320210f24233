/* What the weak law takes its functional from: antithetic copies and the direction along which a
 * mean stands out most. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#include "props/statistics/sampling.h"

/* Every product of one, of two different and of three noises cancels over the copies; a square does
 * not. */
static void copies_cancel_products_of_up_to_three_noises(void **state)
{
    (void)state;
    for (size_t M = 1; M <= 9; M++) {
        const unsigned copies = prop_antithetic_copies(M);
        assert_true(copies <= 4 * M);
        for (size_t i = 0; i < M; i++)
            for (size_t j = 0; j < M; j++) {
                int one = 0, two = 0, three[9] = {0};
                for (unsigned copy = 0; copy < copies; copy++) {
                    signed char sign[9];
                    prop_antithetic_signs(sign, copy, M);
                    one += sign[i];
                    two += sign[i] * sign[j];
                    for (size_t k = 0; k < M; k++) three[k] += sign[i] * sign[j] * sign[k];
                }
                assert_int_equal(one, 0);
                assert_int_equal(two, i == j ? (int)copies : 0);
                for (size_t k = 0; k < M; k++) assert_int_equal(three[k], 0);
            }
    }
}

/* v.mean over sqrt(v' C v) */
static double standing_out(const double *v, const double mean[3], const double C[9])
{
    double along = 0, spread = 0;
    for (size_t i = 0; i < 3; i++) {
        along += v[i] * mean[i];
        for (size_t j = 0; j < 3; j++) spread += v[i] * C[3 * i + j] * v[j];
    }
    return along / sqrt(spread);
}

/* C = L L' of full rank: no direction beside it is better by more than the ridge (2^-7 of the mean
 * eigenvalue) leaves, and the mean's own is much worse. */
static void the_direction_makes_the_mean_stand_out_most(void **state)
{
    (void)state;
    const double C[9] = {9, 3, -3, 3, 2, 1, -3, 1, 6}, mean[3] = {3, -1, 0.5};
    double v[3], beside[3], copy[9];
    memcpy(copy, C, sizeof copy);
    prop_mean_direction(v, mean, copy, 3);
    /* (C + 17/384) v = mean */
    for (size_t i = 0; i < 3; i++) {
        double image = v[i] * 17 / 384;
        for (size_t j = 0; j < 3; j++) image += C[3 * i + j] * v[j];
        assert_true(fabs(image - mean[i]) < 1e-13);
    }
    const double best = standing_out(v, mean, C);
    assert_true(best > 2 * standing_out(mean, mean, C));
    for (int k = 0; k < 6; k++) {
        memcpy(beside, v, sizeof beside);
        beside[k / 2] += k % 2 ? 0.5 : -0.5;
        assert_true(standing_out(beside, mean, C) < best);
    }
}

/* On su(N) the trace cannot vary: C is singular.  Nothing varies: the mean itself. */
static void what_cannot_vary_does_not_decide(void **state)
{
    (void)state;
    const double mean[2] = {1, -1};
    double v[2], singular[4] = {1, -1, -1, 1}, none[4] = {0};
    prop_mean_direction(v, mean, singular, 2);
    assert_true(isfinite(v[0]) && fabs(v[0] + v[1]) < 1e-12 && v[0] > 0);
    prop_mean_direction(v, mean, none, 2);
    assert_true(v[0] == 1 && v[1] == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_cancel_products_of_up_to_three_noises),
        cmocka_unit_test(the_direction_makes_the_mean_stand_out_most),
        cmocka_unit_test(what_cannot_vary_does_not_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
