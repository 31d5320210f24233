/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Turns of many vectors in loops: near those of one vector, and the same bits whatever stands
 * beside it. */
#include "tests/support/cmocka.h"

#include "fast/algebra/rotation.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 61, ROUNDS = 600, LENGTHS = 11 };
#define U 0x1p-53

static double next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return 2 * (double)(*seed >> 11) * 0x1p-53 - 1;
}

typedef void (*many)(double *out, const double *xi, const double *low, const double *x, size_t d);

static void whole_turn(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low;
    fast_rotation_turn_each(out, 1, xi, x, d);
}

static void half_turn(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low;
    fast_rotation_turn_each(out, 0.5, xi, x, d);
}

static void stage(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low;
    fast_spin_stage_each(out, xi, x, d);
}

static void cross(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low;
    fast_rotation_cross_each(out, xi, x, d);
}

static void one_turn(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low, (void)d;
    fast_rotation_cayley(out, xi, x);
}

static void one_half(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    one_turn(out, xi, low, x, d);
    for (int i = 0; i < 3; i++) out[i] = 0.5 * x[i] + 0.5 * out[i];
}

static void one_flow(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)d;
    fast_rotation_flow(out, xi, low, x);
}

static void one_stage(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low, (void)d;
    fast_spin_stage(out, xi, x);
}

static void one_cross(double *out, const double *xi, const double *low, const double *x, size_t d)
{
    (void)low, (void)d;
    fast_cross(out, xi, x);
}

/* Let a = xi/2.  z = x - a cross x is off by (1 + 5|a|)|x| u.  The turn z cross xi/(1 + |a|^2) is
 * off by 11u|x| from z and by 10u|x| of its own, the last sum by u|x|: 22u|x|.  The stage, in c =
 * xi/4, sums terms of 3, 5 and 3 roundings that are at most 1, 2 and 2 of (1 + |c|^2)|x|, and is
 * divided twice: 23u|x|.  The flow for |xi_i| <= 1/2 has less.  So have the functions for one
 * vector, which are the same formulas with other factors.  Two results differ by at most 46u|x|.
 * Flows beyond are off by 49u|x| (fast/system/spins.md, section 4), so these differ by 72u|x|. */
static const struct {
    many each, one;
} pairs[] = {{whole_turn, one_turn},
             {half_turn, one_half},
             {fast_rotation_flow_each, one_flow},
             {stage, one_stage},
             {cross, one_cross}};

static void compare(size_t which, size_t n, double length, uint64_t seed)
{
    double xi[3 * MOST] = {0}, low[3 * MOST] = {0}, x[3 * MOST] = {0}, out[3 * MOST], alone[3],
                  single[3];
    for (size_t i = 0; i < 3 * n; i++) {
        xi[i] = length * next(&seed);
        low[i] = U * xi[i] * next(&seed) / 2;
        x[i] = next(&seed);
    }
    if (seed % 4 == 0) xi[3 * (seed / 4 % n) + seed / 8 % 3] *= 0x1p40; /* one leaves the loop */
    pairs[which].each(out, xi, low, x, 3 * n);
    for (size_t i = 0; i < 3 * n; i += 3) {
        double size = sqrt(fast_dot(x + i, x + i));
        pairs[which].each(alone, xi + i, low + i, x + i, 3);
        assert_int_equal(memcmp(alone, out + i, sizeof alone), 0);
        pairs[which].one(single, xi + i, low + i, x + i, 3);
        const double most = pairs[which].one == one_flow ? 72 : 46;
        if (pairs[which].one == one_cross)
            size *= fmax(fmax(fabs(xi[i]), fabs(xi[i + 1])), fabs(xi[i + 2]));
        for (size_t k = 0; k < 3; k++) assert_le(fabs(single[k] - alone[k]), most * U * size);
    }
}

static void vectors_are_turned_as_one_is(void **state)
{
    static const double lengths[LENGTHS] = {0,   0x1p-60, 0x1p-9, 0.3, 0.51,   1.9,
                                            2.1, 4.1,     7.9,    16,  0x1p600};
    (void)state;
    for (size_t which = 0; which < sizeof pairs / sizeof *pairs; which++)
        for (size_t round = 0; round < ROUNDS; round++)
            compare(which, 1 + round % MOST, lengths[round % LENGTHS], 77 + 1009 * round);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_are_turned_as_one_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
