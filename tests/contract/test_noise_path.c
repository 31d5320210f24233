/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Wiener increments: exact additivity, any order, known answers, grid, refusal of unusable steps.
 */
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"

#include <math.h>
#include "tests/support/cmocka.h"

static uint64_t mix(uint64_t n, uint32_t part)
{
    uint32_t w[4];
    slp_noise_key key = {99, 0, part, 0, n};
    slp_noise_block(w, &key);
    return (uint64_t)w[0] << 32 | w[1];
}

/* Any finite positive step, from the smallest subnormal to the largest number. */
static double some_step(uint64_t n)
{
    if (n % 3 == 0) return ldexp(1.0 + (double)(mix(n, 0) >> 12) * 0x1p-52, -(int)(n % 20));
    double h = slp_noise_double(mix(n, 1) & 0x7fffffffffffffff);
    return h > 0 && h <= DBL_MAX ? h : DBL_TRUE_MIN;
}

static void a_node_is_the_sum_of_its_halves(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 4000; n++) {
        double h = some_step(n);
        unsigned level = (unsigned)(mix(n, 2) % SLP_NOISE_LEVELS);
        uint64_t node = mix(n, 3) >> (2 + mix(n, 4) % 62), seed = mix(n, 5), path = mix(n, 6);
        uint32_t channel = (uint32_t)mix(n, 7) >> (n % 32);
        double whole = slp_increment(h, seed, path, channel, level, node);
        double left = slp_increment(h, seed, path, channel, level + 1, 2 * node);
        double right = slp_increment(h, seed, path, channel, level + 1, 2 * node + 1);
        assert_true(isfinite(whole));
        assert_true(whole == left + right);
        /* exactly, not merely after rounding: what is left of the sum is nothing */
        assert_true(whole - left == right && whole - right == left);
    }
}

/* Sums of 4096 nodes are exact in any order: forwards, backwards, and as the coarse increments. */
static void long_sums_are_exact(void **state)
{
    (void)state;
    enum { N = 4096 };
    static double dw[N];
    for (unsigned level = 0; level <= SLP_NOISE_LEVELS; level += 4) {
        slp_increments(dw, 0.3, 5, 6, 1, level, (uint64_t)N << 8, N);
        double up = 0, down = 0;
        for (size_t i = 0; i < N; i++) up += dw[i];
        for (size_t i = N; i-- > 0;) down += dw[i];
        assert_true(up == down);
        if (level < 12) continue;
        assert_true(up == slp_increment(0.3, 5, 6, 1, level - 12, (uint64_t)1 << 8));
    }
}

static void any_order_gives_the_sequence(void **state)
{
    (void)state;
    double dw[260];
    for (uint64_t n = 0; n < 60; n++) {
        double h = some_step(n);
        unsigned level = n % 2 ? 0 : (unsigned)(n % (SLP_NOISE_LEVELS + 1));
        uint64_t first = mix(n, 8) >> (1 + n % 63);
        size_t count = 1 + (size_t)(mix(n, 9) % 200);
        dw[count] = 77.0;
        slp_increments(dw, h, n, n + 1, 2, level, first, count);
        assert_true(dw[count] == 77.0);
        for (size_t i = count; i-- > 0;)
            assert_true(dw[i] == slp_increment(h, n, n + 1, 2, level, first + i));
        size_t cut = count / 3;
        double tail[260];
        slp_increments(tail, h, n, n + 1, 2, level, first + cut, count - cut);
        assert_memory_equal(tail, dw + cut, (count - cut) * sizeof *tail);
    }
    dw[0] = 77.0;
    slp_increments(dw, 0.1, 1, 1, 1, 3, 5, 0);
    assert_true(dw[0] == 77.0);
}

static void known_answers(void **state)
{
    (void)state;
    static const struct {
        double h;
        unsigned level;
        uint64_t node, bits;
    } known[] = {
#include "tests/contract/noise_known_path.inc"
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double w = slp_increment(known[i].h, 2026, 7, 1, known[i].level, known[i].node);
        assert_int_equal(slp_noise_bits(w), known[i].bits);
    }
}

/* g is a power of two with 2^36 <= sqrt(h)/g < 2^37, and every increment a multiple of it, on every
 * level: the increment of level 0 is the integer nearest sqrt(h) xi / g, times g. */
static void increments_lie_on_the_grid(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 2000; n++) {
        double h = some_step(n), root = sqrt(h);
        int exponent;
        frexp(root, &exponent); /* root in [2^(exponent-1), 2^exponent) */
        double g = ldexp(1.0, exponent - 37);
        unsigned level = (unsigned)(n % (SLP_NOISE_LEVELS + 1));
        double fine = slp_increment(h, 1, n, 0, level, n) / g;
        assert_true(fine == rint(fine));
        assert_lt(fabs(fine), 0x1p41);
        slp_noise_key key = {1, n, 0, 0, n / 2};
        double pair[2];
        slp_normal_pair(pair, &key);
        double want = rint(ldexp(root, 37 - exponent) * pair[n & 1]);
        double got = slp_increment(h, 1, n, 0, 0, n) / g;
        /* the two square roots may differ by a unit in the last place: 2^-52 of 2^41 */
        assert_le(fabs(got - want), 1);
    }
}

static void unusable_steps_give_nan(void **state)
{
    (void)state;
    const double bad[] = {0.0, -0.0, -1.0, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double dw[3] = {0, 0, 0};
        assert_true(isnan(slp_increment(bad[i], 1, 1, 0, 0, 0)));
        slp_increments(dw, bad[i], 1, 1, 0, 2, 9, 3);
        for (int k = 0; k < 3; k++) assert_true(isnan(dw[k]));
    }
    assert_true(isnan(slp_increment(0.1, 1, 1, 0, SLP_NOISE_LEVELS + 1, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_is_the_sum_of_its_halves),
        cmocka_unit_test(long_sums_are_exact),
        cmocka_unit_test(any_order_gives_the_sequence),
        cmocka_unit_test(known_answers),
        cmocka_unit_test(increments_lie_on_the_grid),
        cmocka_unit_test(unusable_steps_give_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
