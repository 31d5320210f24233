/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A seed and a number name the same case on every machine and in every release, or seeds in reports
 * and in replayed tokens would mean something else: for each system and level a digest (FNV-1a, 64
 * bits) of the bits of everything that is drawn, over schemes in turn.  Drawing rounds correctly
 * throughout (+ - * / sqrt ldexp and the noise's own normals), so these bits are nobody's libm.
 * What a deliberate change of a draw makes of a digest is printed where it differs. */
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include "oracle/contract/draw/draw.h"

#include <inttypes.h>
#include <string.h>

enum { CASES = 400 };

static const struct known {
    const char *system;
    uint64_t digest[2]; /* level 1, level 2 */
} known[] = {
    {"rigid-body", {UINT64_C(0x7cddc5acbf498975), UINT64_C(0x44d4c319cb42d2dc)}},
    {"rigid-body-n", {UINT64_C(0x7eec63a0915a46d7), UINT64_C(0x61993dd508163f4e)}},
    {"point-vortices", {UINT64_C(0xc9caca3f55d017a9), UINT64_C(0xbf33a46b75361daf)}},
    {"zeitlin-sphere", {UINT64_C(0x854bad8f88a95f7d), UINT64_C(0x9fe2db1f255cad0d)}},
    {"sine-euler", {UINT64_C(0xded432df3ca520e9), UINT64_C(0xd3cc50186649bc11)}},
    {"heavy-top", {UINT64_C(0x43cf553d904ea714), UINT64_C(0x44ea3d528608f6e5)}},
    {"canonical", {UINT64_C(0x5d6f49f2c53b300a), UINT64_C(0xe01bc8d4f151a369)}},
    {"symplectic", {UINT64_C(0x57fe6db3fd096fad), UINT64_C(0x30f20f79acff62b9)}},
    {"spins", {UINT64_C(0x2c3d6c132be79fb9), UINT64_C(0x222a348c43559664)}},
    {"mhd-sphere", {UINT64_C(0xa0d87de86174d0ed), UINT64_C(0xc6c92036c1025ce8)}},
    {"polynomial-plane", {UINT64_C(0x097a4532675bb70a), UINT64_C(0x9de9719a92b79634)}},
    {"polynomial-se3", {UINT64_C(0x168f22a75a1c2f59), UINT64_C(0xffb15385e6f85c84)}},
    {"polynomial-so", {UINT64_C(0xf0b88ec9b2a0e8b1), UINT64_C(0xcfa381e8f6596926)}},
    {"polynomial-so3", {UINT64_C(0x25d3887fcb9fd7ea), UINT64_C(0x8f5da8e83f2e4e28)}},
    {"polynomial-sp", {UINT64_C(0xadc6569c72c3abe9), UINT64_C(0x62cadeb55424842e)}},
    {"polynomial-su", {UINT64_C(0x531b1023627105f3), UINT64_C(0xbb7410664100b6fc)}},
    {"polynomial-su2", {UINT64_C(0xafddda65a93313b2), UINT64_C(0x74a27e6e02c26d22)}},
};

static uint64_t with_bits(uint64_t digest, uint64_t bits)
{
    for (int i = 0; i < 64; i += 8)
        digest = (digest ^ (bits >> i & 0xff)) * UINT64_C(0x100000001b3);
    return digest;
}

static uint64_t with_numbers(uint64_t digest, const double *numbers, size_t count)
{
    digest = with_bits(digest, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        digest = with_bits(digest, bits);
    }
    return digest;
}

static uint64_t with_case(uint64_t digest, const slp_case *c)
{
    for (const slp_param_schema *p = c->system->params; p->key; p++) {
        size_t count = 0;
        const double *numbers = slp_case_param(c, p->key, &count);
        digest = with_numbers(digest, numbers, count);
    }
    digest = with_numbers(digest, &c->h, 1);
    digest = with_numbers(digest, c->x, c->d);
    return with_numbers(digest, c->dw, c->steps * c->M);
}

static uint64_t digest_of(const slp_system *system, int level)
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    const slp_scheme *scheme;
    uint64_t number = 0;
    while (number < CASES)
        for (size_t s = 0; (scheme = slp_scheme_at(s)) && number < CASES; s++) {
            slp_draw from;
            slp_case c;
            if (!slp_pair_makes_sense(system, scheme, NULL)) continue;
            slp_draw_init(&from, 20, number++);
            slp_case_init(&c);
            assert_int_equal(slp_draw_case(&c, system, scheme, &from, level), SLP_OK);
            digest = with_bits(with_case(digest, &c), from.classes);
            slp_case_clear(&c);
        }
    return digest;
}

static void the_same_cases_are_drawn(void **unused)
{
    (void)unused;
    int differ = 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (int level = 1; level <= 2; level++) {
            uint64_t digest = digest_of(slp_system_find(known[k].system), level);
            if (digest == known[k].digest[level - 1]) continue;
            differ++;
            print_message("%s, level %d: 0x%016" PRIx64 "\n", known[k].system, level, digest);
        }
    assert_int_equal(differ, 0);
}

static void every_system_is_here(void **unused)
{
    (void)unused;
    size_t count = 0;
    while (drawn_system_at(count)) count++;
    assert_int_equal(count, sizeof known / sizeof *known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_cases_are_drawn),
                                       cmocka_unit_test(every_system_is_here)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
