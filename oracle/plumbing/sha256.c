/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* SHA-256, FIPS 180-4, sections 4.1.2, 4.2.2, 5.3.3 and 6.2. */
#include "oracle/plumbing/sha256.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void take_block(slp_sha256 *hash, const unsigned char block[64])
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
               (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    memcpy(s, hash->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        const uint32_t a = s[0], e = s[4];
        const uint32_t first = s[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                               ((e & s[5]) ^ (~e & s[6])) + constants[i] + w[i];
        const uint32_t second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) +
                                ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < 8; i++) hash->state[i] += s[i];
}

void slp_sha256_begin(slp_sha256 *hash)
{
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    *hash = (slp_sha256){.length = 0};
    memcpy(hash->state, first, sizeof first);
}

void slp_sha256_add(slp_sha256 *hash, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    while (length > 0) {
        const size_t held = hash->length % 64, room = 64 - held;
        const size_t part = length < room ? length : room;
        memcpy(hash->block + held, from, part);
        hash->length += part;
        from += part;
        length -= part;
        if (part == room) take_block(hash, hash->block);
    }
}

void slp_sha256_end(slp_sha256 *hash, char digits[SLP_SHA256_CHARS])
{
    static const unsigned char one = 0x80, zero = 0;
    const uint64_t bits = 8 * hash->length;
    unsigned char size[8];
    for (int i = 0; i < 8; i++) size[i] = (unsigned char)(bits >> (56 - 8 * i));
    slp_sha256_add(hash, &one, 1);
    while (hash->length % 64 != 56) slp_sha256_add(hash, &zero, 1);
    slp_sha256_add(hash, size, sizeof size);
    for (int i = 0; i < 8; i++) snprintf(digits + 8 * i, 9, "%08x", (unsigned)hash->state[i]);
}

void slp_sha256_text(char digits[SLP_SHA256_CHARS], const char *text)
{
    slp_sha256 hash;
    slp_sha256_begin(&hash);
    slp_sha256_add(&hash, text, strlen(text));
    slp_sha256_end(&hash, digits);
}

bool slp_sha256_file(char digits[SLP_SHA256_CHARS], uint64_t *bytes, FILE *from)
{
    slp_sha256 hash;
    unsigned char block[1 << 14];
    slp_sha256_begin(&hash);
    for (size_t got; (got = fread(block, 1, sizeof block, from)) > 0;)
        slp_sha256_add(&hash, block, got);
    if (bytes) *bytes = hash.length;
    slp_sha256_end(&hash, digits);
    return !ferror(from);
}
