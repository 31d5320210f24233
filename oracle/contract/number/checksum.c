/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* CRC-32: see oracle/contract/number/checksum.h.
 *
 * By folds: let A be the first bytes, as a polynomial over GF(2), and D the number of bits that
 * follow them.  A x^D has the same remainder modulo the polynomial P as A (x^D mod P), which is
 * shorter, and is added to bytes farther on.  Gopal et al., Fast CRC Computation for Generic
 * Polynomials Using PCLMULQDQ Instruction, Intel, 2009.  Constants are x^(D+32) mod P and x^(D-32)
 * mod P, bits reversed, times 2; D = 128, 512 and 1024.  All three ways are compared with each
 * other and with known sums by tests/contract/test_checksum.c. */
#include "oracle/contract/number/checksum.h"
#include "oracle/contract/number/float_rules.h"

#if defined __x86_64__ && defined __GNUC__
#define FOLDS
#include <immintrin.h>
#endif

enum { FOLD = 64, WIDE = 128 };

static void fill_table(uint32_t table[SLP_CHECKSUM_SLICES][256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        table[0][i] = c;
    }
    for (uint32_t i = 0; i < 256; i++)
        for (int s = 1; s < SLP_CHECKSUM_SLICES; s++)
            table[s][i] = table[s - 1][i] >> 8 ^ table[0][table[s - 1][i] & 255];
}

/* Four bytes, lowest first; compilers make one load of it. */
static uint32_t four(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ~sum of the bytes, from ~sum of those before. */
static uint32_t by_table(uint32_t crc, uint32_t table[SLP_CHECKSUM_SLICES][256],
                         const unsigned char *at, size_t size)
{
    for (; size >= 8; at += 8, size -= 8) {
        const uint32_t low = crc ^ four(at), high = four(at + 4);
        crc = table[7][low & 255] ^ table[6][low >> 8 & 255] ^ table[5][low >> 16 & 255] ^
              table[4][low >> 24] ^ table[3][high & 255] ^ table[2][high >> 8 & 255] ^
              table[1][high >> 16 & 255] ^ table[0][high >> 24];
    }
    for (; size; at++, size--) crc = table[0][(crc ^ *at) & 255] ^ crc >> 8;
    return crc;
}

#ifdef FOLDS
/* Takes size / 64 * 64 bytes, at least 64, and leaves 16 bytes in `left` that have the same
 * remainder as all of them. */
__attribute__((target("pclmul,sse4.1"))) static void fold(unsigned char left[16], uint32_t crc,
                                                          const unsigned char *at, size_t size)
{
    const __m128i far = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
    const __m128i near = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
    __m128i x[4];
    for (int i = 0; i < 4; i++)
        x[i] = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
    x[0] = _mm_xor_si128(x[0], _mm_cvtsi32_si128((int)crc));
    for (at += FOLD, size -= FOLD; size >= FOLD; at += FOLD, size -= FOLD)
        for (int i = 0; i < 4; i++) {
            const __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
            const __m128i low = _mm_clmulepi64_si128(x[i], far, 0x00);
            x[i] = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x[i], far, 0x11), low), next);
        }
    for (int i = 1; i < 4; i++) {
        const __m128i low = _mm_clmulepi64_si128(x[0], near, 0x00);
        x[0] = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x[0], near, 0x11), low), x[i]);
    }
    _mm_storeu_si128((__m128i *)(void *)left, x[0]);
}

/* Takes size / 128 * 128 bytes, at least 128, and leaves 128 bytes in `left` that have the same
 * remainder as all of them. */
__attribute__((target("vpclmulqdq,pclmul,avx2"))) static void
fold_wide(unsigned char left[WIDE], uint32_t crc, const unsigned char *at, size_t size)
{
    const __m256i far = _mm256_set_epi64x(0x014a7fe880, 0x01e88ef372, 0x014a7fe880, 0x01e88ef372);
    __m256i x[4];
    for (int i = 0; i < 4; i++)
        x[i] = _mm256_loadu_si256((const __m256i *)(const void *)(at + 32 * i));
    x[0] = _mm256_xor_si256(x[0], _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)crc)));
    for (at += WIDE, size -= WIDE; size >= WIDE; at += WIDE, size -= WIDE)
        for (int i = 0; i < 4; i++) {
            const __m256i next = _mm256_loadu_si256((const __m256i *)(const void *)(at + 32 * i));
            const __m256i low = _mm256_clmulepi64_epi128(x[i], far, 0x00);
            x[i] = _mm256_xor_si256(
                _mm256_xor_si256(_mm256_clmulepi64_epi128(x[i], far, 0x11), low), next);
        }
    for (int i = 0; i < 4; i++) _mm256_storeu_si256((__m256i *)(void *)(left + 32 * i), x[i]);
}
#endif

slp_checksum_way slp_checksum_fastest(void)
{
#ifdef FOLDS
    if (__builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1"))
        return __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx2")
                   ? SLP_CHECKSUM_WIDE
                   : SLP_CHECKSUM_FOLD;
#endif
    return SLP_CHECKSUM_TABLE;
}

void slp_checksum_begin(slp_checksum *s)
{
    fill_table(s->table);
    s->sum = 0;
    s->way = slp_checksum_fastest();
}

void slp_checksum_add(slp_checksum *s, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint32_t crc = ~s->sum;
#ifdef FOLDS
    unsigned char left[16], wide[WIDE];
    if (s->way == SLP_CHECKSUM_WIDE && size >= 2 * WIDE) {
        const size_t whole = size / WIDE * WIDE;
        fold_wide(wide, crc, at, whole);
        fold(left, 0, wide, sizeof wide);
        crc = by_table(0, s->table, left, sizeof left);
        at += whole;
        size -= whole;
    }
    if (s->way != SLP_CHECKSUM_TABLE && size >= 2 * FOLD) {
        const size_t whole = size / FOLD * FOLD;
        fold(left, crc, at, whole);
        crc = by_table(0, s->table, left, sizeof left);
        at += whole;
        size -= whole;
    }
#endif
    s->sum = ~by_table(crc, s->table, at, size);
}
