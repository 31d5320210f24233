/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Random bits and normals: known answers (so that another platform's deviation in one bit goes
 * red), distance of every elementary function and of the normals from MPFR, independence of the
 * key's parts. */
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"
#include "oracle/contract/noise/philox.h"

#include <math.h>
#include <mpfr.h>
#include "tests/support/cmocka.h"

static const slp_noise_key some_key = {0x0123456789abcdef, 0xfedcba9876543210, 3, 7,
                                       0x00000001ffffffff};

/* The generator is the published one (known answers of Philox4x32-10), and a block is two of it. */
static void philox_known_answers(void **state)
{
    (void)state;
    static const uint32_t in[3][6] = {
        {0, 0, 0, 0, 0, 0},
        {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0}};
    static const uint32_t out[3][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (int i = 0; i < 3; i++) {
        philox4x32_ctr_t c = {{in[i][0], in[i][1], in[i][2], in[i][3]}};
        philox4x32_key_t k = {{in[i][4], in[i][5]}};
        philox4x32_ctr_t r = philox4x32(c, k);
        for (int w = 0; w < 4; w++) assert_int_equal(r.v[w], out[i][w]);
    }
    philox4x32_ctr_t name = {{3, 7, 0, 0}};
    philox4x32_key_t seed = {{0x89abcdef, 0x01234567}};
    philox4x32_ctr_t s = philox4x32(name, seed);
    philox4x32_ctr_t place = {{0xffffffff, 1, 0x76543210 ^ s.v[2], 0xfedcba98 ^ s.v[3]}};
    philox4x32_key_t own = {{s.v[0], s.v[1]}};
    philox4x32_ctr_t words = philox4x32(place, own);
    uint32_t block[4];
    slp_noise_block(block, &some_key);
    for (int w = 0; w < 4; w++) assert_int_equal(block[w], words.v[w]);
}

/* Our own known answers, as bits. */
static void normals_known_answers(void **state)
{
    (void)state;
    static const struct {
        slp_noise_key key;
        uint64_t bits[2];
    } known[] = {
#include "tests/contract/noise_known.inc"
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double pair[2];
        slp_normal_pair(pair, &known[i].key);
        assert_int_equal(slp_noise_bits(pair[0]), known[i].bits[0]);
        assert_int_equal(slp_noise_bits(pair[1]), known[i].bits[1]);
    }
}

/* |got - exact| in units of u |exact|, u = 2^-53. */
static double units(double got, const mpfr_t exact)
{
    mpfr_t e;
    mpfr_init2(e, 160);
    mpfr_sub_d(e, exact, got, MPFR_RNDN);
    mpfr_div(e, e, exact, MPFR_RNDN);
    double r = fabs(mpfr_get_d(e, MPFR_RNDN)) * 0x1p53;
    mpfr_clear(e);
    return r;
}

static uint64_t mix(uint64_t n)
{
    uint32_t w[4];
    slp_noise_key key = {42, 0, 0, 0, n};
    slp_noise_block(w, &key);
    return (uint64_t)w[0] << 32 | w[1];
}

/* Bounds of noise.md: log 3u, sine 3u, cosine 2.5u. */
static void elementary_functions_within_bounds(void **state)
{
    (void)state;
    double worst_log = 0, worst_sin = 0, worst_cos = 0;
    mpfr_t x, y;
    mpfr_inits2(160, x, y, (mpfr_ptr)0);
    for (uint64_t n = 0; n < 20000; n++) {
        /* all binades of (0,1], more of them near 1 and near the switch at sqrt(1/2) */
        double m = 1.0 + (double)(mix(n) >> 12) * 0x1p-52;
        double arg = n % 4 == 0   ? ldexp(m, -(int)(n % 53) - 1)
                     : n % 4 == 1 ? 1.0 - ldexp(m, -(int)(2 + n % 51))
                     : n % 4 == 2
                         ? 0x1.6a09e667f3bcdp-1 * (1.0 + ((double)(n % 401) - 200.0) * 0x1p-50)
                         : ldexp(m, (int)(n % 2000) - 1000);
        if (arg == 1.0) continue;
        mpfr_set_d(x, arg, MPFR_RNDN);
        mpfr_log(y, x, MPFR_RNDN);
        worst_log = fmax(worst_log, units(slp_noise_log(arg), y));
    }
    for (uint64_t n = 0; n < 20000; n++) {
        int64_t arc = (int64_t)(mix(n) >> 13);
        if (n % 3 == 0) arc = ((int64_t)1 << 50) + (int64_t)(n / 3) - 3000; /* t near 0 */
        if (n % 3 == 1 && n < 1000) arc = (int64_t)n;                       /* t near -1/2 */
        double t = (double)(2 * arc + 1 - ((int64_t)1 << 51)) * 0x1p-52, sine, cosine;
        slp_noise_sincos(&sine, &cosine, t);
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_d(x, x, t, MPFR_RNDN);
        mpfr_div_2ui(x, x, 1, MPFR_RNDN);
        mpfr_sin(y, x, MPFR_RNDN);
        worst_sin = fmax(worst_sin, units(sine, y));
        mpfr_cos(y, x, MPFR_RNDN);
        worst_cos = fmax(worst_cos, units(cosine, y));
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
    print_message("# worst in u: log %.3f sine %.3f cosine %.3f\n", worst_log, worst_sin,
                  worst_cos);
    assert_le(worst_log, 3.0);
    assert_le(worst_sin, 3.0);
    assert_le(worst_cos, 2.5);
    assert_true(slp_noise_log(1.0) == 0.0);
}

/* A pair is Box-Muller of its block's bits, within 7u. */
static void normals_within_bound_of_exact(void **state)
{
    (void)state;
    double worst = 0, largest = 0;
    mpfr_t radius, angle, y;
    mpfr_inits2(160, radius, angle, y, (mpfr_ptr)0);
    for (uint64_t n = 0; n < 10000; n++) {
        slp_noise_key key = {7, n % 5, (uint32_t)(n % 3), (uint32_t)(n % 33), n};
        uint32_t w[4];
        double pair[2];
        slp_noise_block(w, &key);
        slp_normal_pair(pair, &key);
        mpfr_set_ui(radius, 1, MPFR_RNDN);
        mpfr_mul_d(radius, radius, (double)(((uint64_t)w[1] << 21 | w[0] >> 11) + 1), MPFR_RNDN);
        mpfr_div_2ui(radius, radius, 53, MPFR_RNDN);
        mpfr_log(radius, radius, MPFR_RNDN);
        mpfr_mul_si(radius, radius, -2, MPFR_RNDN);
        mpfr_sqrt(radius, radius, MPFR_RNDN);
        /* angle = (pi/2)(quadrant + t), t = (arc + 1/2) 2^-51 - 1/2: an arc's middle, less pi/4 */
        mpfr_set_d(angle, (double)((uint64_t)w[3] << 21 | w[2] >> 11), MPFR_RNDN);
        mpfr_add_d(angle, angle, 0.5, MPFR_RNDN);
        mpfr_div_2ui(angle, angle, 51, MPFR_RNDN);
        mpfr_sub_d(angle, angle, 0.5, MPFR_RNDN);
        mpfr_const_pi(y, MPFR_RNDN);
        mpfr_mul(angle, angle, y, MPFR_RNDN);
        mpfr_div_2ui(angle, angle, 1, MPFR_RNDN);
        mpfr_cos(y, angle, MPFR_RNDN);
        mpfr_mul(y, y, radius, MPFR_RNDN);
        worst = fmax(worst, units(pair[0], y));
        mpfr_sin(y, angle, MPFR_RNDN);
        mpfr_mul(y, y, radius, MPFR_RNDN);
        worst = fmax(worst, units(pair[1], y));
        largest = fmax(largest, hypot(pair[0], pair[1]));
    }
    mpfr_clears(radius, angle, y, (mpfr_ptr)0);
    print_message("# worst distance %.3f u, largest radius %.3f\n", worst, largest);
    assert_le(worst, 7.0);
    assert_le(largest, 8.6);
    assert_le(sqrt(-2.0 * slp_noise_log(0x1p-53)) * (1 + 0x1p-50), 8.6);
}

/* Changing any one part of the key changes the block. */
static void every_part_of_the_key_counts(void **state)
{
    (void)state;
    uint32_t base[4], other[4];
    slp_noise_block(base, &some_key);
    for (int bit = 0; bit < 256; bit++) {
        slp_noise_key key = some_key;
        uint64_t flip = (uint64_t)1 << (bit & 63);
        if (bit < 64)
            key.seed ^= flip;
        else if (bit < 128)
            key.path ^= flip;
        else if (bit < 192)
            key.node ^= flip;
        else if (bit < 224)
            key.channel ^= (uint32_t)1 << (bit & 31);
        else
            key.level ^= (uint32_t)1 << (bit & 31);
        slp_noise_block(other, &key);
        assert_memory_not_equal(base, other, sizeof base);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_known_answers),
        cmocka_unit_test(normals_known_answers),
        cmocka_unit_test(elementary_functions_within_bounds),
        cmocka_unit_test(normals_within_bound_of_exact),
        cmocka_unit_test(every_part_of_the_key_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
