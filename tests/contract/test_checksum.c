/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every way to the checksum of frames gives the same sum, that of the definition bit by bit and the
 * published check value, for every length up to a few folds, at every alignment and in any cuts. */
#include "tests/support/cmocka.h"

#include "oracle/contract/number/checksum.h"

#include <string.h>

/* The definition: polynomial EDB88320, begun and ended by inversion. */
static uint32_t bit_by_bit(const unsigned char *at, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= at[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

static uint32_t by(slp_checksum_way way, const unsigned char *at, size_t size, size_t piece)
{
    slp_checksum s;
    slp_checksum_begin(&s);
    s.way = way;
    for (size_t done = 0; done < size; done += piece)
        slp_checksum_add(&s, at + done, size - done < piece ? size - done : piece);
    return s.sum;
}

static void fill(unsigned char *at, size_t size)
{
    uint32_t state = 1;
    for (size_t i = 0; i < size; i++) {
        state = state * 1664525u + 1013904223u;
        at[i] = (unsigned char)(state >> 24);
    }
}

static void published(void **unused)
{
    (void)unused;
    assert_int_equal(bit_by_bit((const unsigned char *)"123456789", 9), 0xcbf43926u);
    for (int way = SLP_CHECKSUM_TABLE; way <= (int)slp_checksum_fastest(); way++)
        assert_int_equal(by((slp_checksum_way)way, (const unsigned char *)"123456789", 9, 9),
                         0xcbf43926u);
}

static void every_length(void **unused)
{
    (void)unused;
    enum { MOST = 1200, SHIFTS = 17 };
    static unsigned char bytes[MOST + SHIFTS];
    fill(bytes, sizeof bytes);
    for (size_t size = 0; size <= MOST; size++) {
        const size_t shift = size % SHIFTS;
        const uint32_t expected = bit_by_bit(bytes + shift, size);
        for (int way = SLP_CHECKSUM_TABLE; way <= (int)slp_checksum_fastest(); way++)
            for (size_t piece = 1; piece <= MOST; piece = 3 * piece + 7)
                if (by((slp_checksum_way)way, bytes + shift, size, piece) != expected)
                    fail_msg("way %d, %zu bytes from %zu on in pieces of %zu", way, size, shift,
                             piece);
    }
}

/* One changed bit is seen wherever it stands, also within a fold. */
static void every_bit(void **unused)
{
    (void)unused;
    enum { SIZE = 512 };
    unsigned char bytes[SIZE];
    fill(bytes, SIZE);
    const uint32_t right = bit_by_bit(bytes, SIZE);
    for (int way = SLP_CHECKSUM_TABLE; way <= (int)slp_checksum_fastest(); way++)
        for (size_t bit = 0; bit < 8 * (size_t)SIZE; bit++) {
            bytes[bit / 8] = (unsigned char)(bytes[bit / 8] ^ 1 << bit % 8);
            assert_int_not_equal(by((slp_checksum_way)way, bytes, SIZE, SIZE), right);
            bytes[bit / 8] = (unsigned char)(bytes[bit / 8] ^ 1 << bit % 8);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(published), cmocka_unit_test(every_length),
                                       cmocka_unit_test(every_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
