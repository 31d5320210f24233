/* SPDX-License-Identifier: 0BSD */
/* Verifies answers to the steps and the bits of a suite that `slp vectors` wrote.  One file of C99,
 * the C library alone.  The verdict on a step is that of `slp judge`.
 *
 * Each expected answer is y + low, exact to `within`; an answer passes if its Euclidean distance
 * from it is at most `radius`, and fails if it is above `beyond`.  All of this is computed in whole
 * numbers, exactly, from the bits of binary64: nothing depends on the floating-point unit, its
 * rounding or its flags.  The functions allocate nothing and divide nothing, without recursion.
 *
 * As a program, on a machine with files:
 *     cc -std=c99 -O2 slp_verify.c -o slp_verify
 *     ./slp_verify vectors.bin < answers > verdicts
 * looks at the whole suite first, and at MANIFEST beside it, which must have its sum.  Then it
 * reads `result id=ID y=...` lines in the order of the suite (others are passed over), and prints
 * `verdict id=ID pass`.  With --raw the answers are little-endian binary64 numbers, d for each step
 * and then those of the bits, without any text.
 * A suite with numbers that no suite has is refused; the message names the field.
 * Exit status: 0 something passed and nothing fell short; 1 something fell short or nothing passed;
 * 2 unusable input: a file that is cut, changed or of another form, answers out of order.
 *
 * On bare metal, where double is binary64, with or without files:
 *     #include "vectors.h"
 *     #define SLP_VERIFY_LIBRARY
 *     #include "slp_verify.c"
 *     ... slp_verify_step(&slp_vectors_steps[i], answer, count) ...
 * It needs 3 KiB of stack.  Answers that come number by number, or a suite that is a vectors.bin in
 * memory: slp_verify_begin, slp_verify_open. */
#include <stdint.h>
#include <string.h>

#define SLP_VERIFY_FORM 1

#ifdef __cplusplus
#error "compile this file as C99"
#endif
typedef char slp_verify_double_is_binary64[sizeof(double) == 8 ? 1 : -1];

typedef enum slp_verify_verdict {
    SLP_VERIFY_PASS,
    SLP_VERIFY_FAIL,
    SLP_VERIFY_UNDECIDED, /* between radius and beyond, 2^-50 apart: ask `slp judge` */
    SLP_VERIFY_ERROR,     /* the port reported an error where it should answer */
    SLP_VERIFY_UNABLE,    /* the port reported an error and may */
    SLP_VERIFY_UNSUPPORTED,
    SLP_VERIFY_UNRECEIVED,
    SLP_VERIFY_VERDICTS
} slp_verify_verdict;

/* ---- Distances in whole numbers -------------------------------------------------------------
 *
 * A finite binary64 number is (-1)^s m 2^(e - 1074), 0 <= m < 2^53, 0 <= e <= 2045.  Differences
 * are summed in units of 2^(unit - 1074), -1000 <= unit <= 0, in two's complement: below 2^3101.
 * Squares are below 2^6202, and 2^32 of them below 2^6234. */
enum { SLP_LIMBS = 98, SLP_SQUARE_LIMBS = 2 * SLP_LIMBS };

/* One distance that is being summed. */
typedef struct slp_verify_sum {
    uint32_t radius[SLP_SQUARE_LIMBS], beyond[SLP_SQUARE_LIMBS], sum[SLP_SQUARE_LIMBS];
    int unit;
    int finite; /* 0: a number of the answer is not */
} slp_verify_sum;

static inline uint64_t slp_verify_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline int slp_verify_is_finite(uint64_t bits)
{
    return (bits >> 52 & 0x7ff) != 0x7ff;
}

/* Is it a finite number without a sign? */
static inline int slp_verify_is_size(uint64_t bits)
{
    return slp_verify_is_finite(bits) && bits >> 63 == 0;
}

/* number += or -= |value| 2^up, in units of 2^-1074. */
static inline void slp_verify_add(uint32_t number[SLP_LIMBS], uint64_t bits, int minus, unsigned up)
{
    const unsigned e = (unsigned)(bits >> 52 & 0x7ff);
    uint64_t m = bits & 0xfffffffffffffu, carry = 0;
    unsigned at, shift, i;
    uint32_t part[3];
    if (e) m |= (uint64_t)1 << 52;
    at = (e ? e - 1 : 0) + up;
    shift = at & 31;
    at >>= 5;
    part[0] = (uint32_t)(m << shift);
    part[1] = (uint32_t)(shift ? m >> (32 - shift) : m >> 32);
    part[2] = (uint32_t)(shift ? m >> 32 >> (32 - shift) : 0);
    if ((bits >> 63 != 0) != (minus != 0)) { /* subtract */
        for (i = at; i < SLP_LIMBS; i++) {
            const uint64_t less = (i - at < 3 ? part[i - at] : 0) + carry;
            carry = number[i] < less;
            number[i] = (uint32_t)(number[i] - less);
            if (!carry && i - at >= 2) break;
        }
    } else {
        for (i = at; i < SLP_LIMBS; i++) {
            carry += (uint64_t)number[i] + (i - at < 3 ? part[i - at] : 0);
            number[i] = (uint32_t)carry;
            carry >>= 32;
            if (!carry && i - at >= 2) break;
        }
    }
}

/* square += number^2, and number = |number| afterwards. */
static inline void slp_verify_square(uint32_t square[SLP_SQUARE_LIMBS], uint32_t number[SLP_LIMBS])
{
    unsigned low = 0, high = SLP_LIMBS, i, j;
    uint64_t carry = 1;
    if (number[SLP_LIMBS - 1] >> 31)
        for (i = 0; i < SLP_LIMBS; i++) {
            carry += (uint32_t)~number[i];
            number[i] = (uint32_t)carry;
            carry >>= 32;
        }
    while (low < high && number[low] == 0) low++;
    while (high > low && number[high - 1] == 0) high--;
    for (i = low; i < high; i++) {
        carry = 0;
        for (j = low; j < high || carry; j++) {
            carry += square[i + j];
            if (j < high) carry += (uint64_t)number[i] * number[j];
            square[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
}

static inline int slp_verify_compare(const uint32_t a[SLP_SQUARE_LIMBS],
                                     const uint32_t b[SLP_SQUARE_LIMBS])
{
    unsigned i = SLP_SQUARE_LIMBS;
    while (i-- > 0)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Begins a distance.  radius and beyond: their bits, in units of 2^unit. */
static inline void slp_verify_begin(slp_verify_sum *s, uint64_t radius, uint64_t beyond, int unit)
{
    uint32_t number[SLP_LIMBS];
    memset(s, 0, sizeof *s);
    s->unit = unit;
    s->finite = slp_verify_is_size(radius) && slp_verify_is_size(beyond);
    memset(number, 0, sizeof number);
    slp_verify_add(number, radius, 0, 0);
    slp_verify_square(s->radius, number);
    memset(number, 0, sizeof number);
    slp_verify_add(number, beyond, 0, 0);
    slp_verify_square(s->beyond, number);
}

/* Adds a coordinate: the bits of the answer, of y and of low. */
static inline void slp_verify_coordinate(slp_verify_sum *s, uint64_t answer, uint64_t y,
                                         uint64_t low)
{
    uint32_t number[SLP_LIMBS];
    if (!slp_verify_is_finite(answer)) {
        s->finite = 0;
        return;
    }
    memset(number, 0, sizeof number);
    slp_verify_add(number, answer, 0, (unsigned)-s->unit);
    slp_verify_add(number, y, 1, (unsigned)-s->unit);
    slp_verify_add(number, low, 1, 0);
    slp_verify_square(s->sum, number);
}

static inline slp_verify_verdict slp_verify_end(const slp_verify_sum *s)
{
    if (!s->finite) return SLP_VERIFY_FAIL;
    if (slp_verify_compare(s->sum, s->radius) <= 0) return SLP_VERIFY_PASS;
    return slp_verify_compare(s->sum, s->beyond) > 0 ? SLP_VERIFY_FAIL : SLP_VERIFY_UNDECIDED;
}

/* ---- A suite compiled in: vectors.h ------------------------------------------------------- */

#ifdef SLP_VECTORS_TYPES
/* The verdict on `count` numbers that answer this step. */
static inline slp_verify_verdict slp_verify_step(const slp_vectors_step *v, const double *answer,
                                                 uint32_t count)
{
    slp_verify_sum s;
    uint32_t i;
    if (count != v->d) return SLP_VERIFY_FAIL;
    slp_verify_begin(&s, slp_verify_bits(v->radius), slp_verify_bits(v->beyond), v->unit);
    for (i = 0; i < count; i++)
        slp_verify_coordinate(&s, slp_verify_bits(answer[i]), slp_verify_bits(v->y[i]),
                              slp_verify_bits(v->low[i]));
    return slp_verify_end(&s);
}

/* The verdict on `count` numbers that must have these bits. */
static inline slp_verify_verdict slp_verify_noise(const slp_vectors_bits *v, const double *answer,
                                                  uint32_t count)
{
    uint32_t i;
    if (count != v->count) return SLP_VERIFY_FAIL;
    for (i = 0; i < count; i++)
        if (slp_verify_bits(answer[i]) != slp_verify_bits(v->y[i])) return SLP_VERIFY_FAIL;
    return SLP_VERIFY_PASS;
}
#endif

/* ---- A suite in bytes: vectors.bin -------------------------------------------------------- */

enum {
    SLP_HEAD = 192,
    SLP_CHECKED = 16,
    SLP_NOTE_BYTES = 256,
    SLP_NAMES = 8 + 64 + 24 + 32,
    SLP_STEP_BYTES = SLP_NAMES + 24 + 7 * 8,
    SLP_BITS_BYTES = SLP_NAMES + 4 * 8 + 4 * 4 + 2 * 8,
    SLP_GAP = 4096 /* beyond is at most so many numbers of binary64 above radius */
};

/* One record: where its parts are. */
typedef struct slp_verify_record {
    const char *id, *system, *scheme; /* end with a zero */
    unsigned kind;                    /* 0 a step, 1 words, 2 normals, 3 increments, 4 ensemble */
    unsigned refusal, parameters;
    uint32_t flags, note, d, M, count; /* count: of y */
    int unit;
    uint64_t radius, beyond;      /* bits; of a step */
    const unsigned char *numbers; /* h, within, radius, ... or seed, path, ... */
    const unsigned char *parameter, *x, *dw, *y, *low; /* little-endian */
} slp_verify_record;

/* What a head says. */
typedef struct slp_verify_head {
    uint64_t bytes;
    uint32_t form, crc, steps, bits, notes, first; /* first: where records begin */
    int significand, least, most; /* the port's numbers: bits, multiples of 2^least, below 2^most */
    int share;                    /* a pass proves 2^-share of the state at least */
} slp_verify_head;

static inline uint64_t slp_verify_whole(const unsigned char *at, unsigned count)
{
    uint64_t value = 0;
    while (count-- > 0) value = value << 8 | at[count];
    return value;
}

/* CRC-32 of more bytes; the first call has crc = 0xffffffff, and the result is ~crc. */
static inline uint32_t slp_verify_crc(uint32_t crc, const unsigned char *at, uint64_t count)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    for (; count > 0; count--) {
        crc ^= *at++;
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return crc;
}

/* A whole number of 4 bytes with its sign. */
static inline int slp_verify_signed(const unsigned char *at)
{
    const uint32_t value = (uint32_t)slp_verify_whole(at, 4);
    return value >> 31 ? -(int)(~value + 1) : (int)value;
}

/* Is this finite number one of the port's arithmetic? */
static inline int slp_verify_has(const slp_verify_head *head, uint64_t bits)
{
    const int e = (int)(bits >> 52 & 0x7ff);
    uint64_t m = bits & 0xfffffffffffffu;
    int low = (e ? e - 1 : 0) - 1074, count = 0;
    if (e) m |= (uint64_t)1 << 52;
    if (m == 0) return 1;
    while ((m & 1) == 0) {
        m >>= 1;
        low++;
    }
    for (; m; m >>= 1) count++;
    return count <= head->significand && low >= head->least && low + count <= head->most;
}

/* Reads the head, 192 bytes.  NULL, or what is wrong. */
static inline const char *slp_verify_read_head(slp_verify_head *head, const unsigned char *at)
{
    const uint64_t tolerance = slp_verify_whole(at + 176, 8);
    if (memcmp(at, "SLPVECT\n", 8) != 0) return "is no suite: it does not begin with SLPVECT";
    head->form = (uint32_t)slp_verify_whole(at + 8, 4);
    head->crc = (uint32_t)slp_verify_whole(at + 12, 4);
    head->bytes = slp_verify_whole(at + 16, 8);
    head->first = (uint32_t)slp_verify_whole(at + 24, 4);
    head->steps = (uint32_t)slp_verify_whole(at + 28, 4);
    head->bits = (uint32_t)slp_verify_whole(at + 32, 4);
    head->notes = (uint32_t)slp_verify_whole(at + 36, 4);
    head->significand = slp_verify_signed(at + 160);
    head->least = slp_verify_signed(at + 164);
    head->most = slp_verify_signed(at + 168);
    if (head->form != SLP_VERIFY_FORM)
        return "has another form than 1: take the verifier of the slp that wrote it";
    if (head->first != SLP_HEAD || head->notes > 32) return "field head: is changed";
    head->first += head->notes * SLP_NOTE_BYTES;
    if (head->significand < 2 || head->significand > 53) return "field significand: is not 2 to 53";
    if (head->least < -1074 || head->least > 0) return "field least: is not -1074 to 0";
    if (head->most < 2 || head->most > 1024) return "field most: is not 2 to 1024";
    if (!slp_verify_is_size(tolerance)) return "field tolerance: is none";
    head->share = head->significand - 13;
    if (tolerance && head->share > 1011 - (int)(tolerance >> 52))
        head->share = 1011 - (int)(tolerance >> 52);
    if (head->share < 2) head->share = 2;
    return 0;
}

/* Passes over the parameters; 0 if they do not fit. */
static inline const unsigned char *
slp_verify_pass_parameters(const unsigned char *at, const unsigned char *end, unsigned count)
{
    while (count-- > 0) {
        uint64_t numbers;
        if (end - at < 24) return 0;
        numbers = slp_verify_whole(at + 20, 4);
        at += 24;
        if ((uint64_t)(end - at) < 8 * numbers) return 0;
        at += 8 * numbers;
    }
    return at;
}

/* Are these `count` numbers finite? */
static inline int slp_verify_all_finite(const unsigned char *at, uint64_t count)
{
    for (; count > 0; count--, at += 8)
        if (!slp_verify_is_finite(slp_verify_whole(at, 8))) return 0;
    return 1;
}

static inline int slp_verify_is_id(const char *id)
{
    if (!*id || id[63]) return 0;
    for (; *id; id++)
        if (*id <= ' ' || *id > '~' || *id == '=' || *id == ',') return 0;
    return 1;
}

/* What the numbers of a step must be.  NULL, or what is wrong. */
static inline const char *slp_verify_check_step(const slp_verify_record *r)
{
    static const char *const wrong[] = {
        "field h: a number is not finite",         "field within: is negative or not finite",
        "field radius: is negative or not finite", "field beyond: is negative or not finite",
        "field L: is negative or not finite",      "field kappa: is negative or not finite",
        "field bound: is negative or not finite"};
    uint64_t bits;
    unsigned i;
    if (!slp_verify_all_finite(r->numbers, 1)) return wrong[0];
    if (!slp_verify_all_finite(r->x, r->d)) return "field x: a number is not finite";
    if (!slp_verify_all_finite(r->dw, r->M)) return "field dw: a number is not finite";
    if (!slp_verify_all_finite(r->y, r->d)) return "field y: a number is not finite";
    if (r->unit != 0 && r->unit != -1000) return "field unit: is neither 0 nor -1000";
    if (r->refusal > 1) return "field refusal: is neither error nor unable";
    if (!slp_verify_all_finite(r->low, r->d)) return "field low: a number is not finite";
    for (i = 1; i < 7; i++)
        if (!slp_verify_is_size(slp_verify_whole(r->numbers + 8 * i, 8))) return wrong[i];
    bits = slp_verify_whole(r->numbers + 32, 8);
    if (bits > (uint64_t)1022 << 52) return "field L: is above 1/2";
    if (r->beyond < r->radius || r->beyond - r->radius > SLP_GAP)
        return "field beyond: is not just above radius";
    return 0;
}

/* May a suite in these numbers have this radius?  vectors.md, section 2: (radius 2^(share - 2))^2
 * against |x|^2 + |y|^2 + (2^(10 + significand + least - 1))^2.  NULL, or what is wrong. */
static inline const char *slp_verify_check_radius(const slp_verify_head *head,
                                                  const slp_verify_record *r)
{
    const unsigned up = (unsigned)-r->unit;
    const unsigned tiny = (unsigned)(9 + head->significand + head->least + 1074) + up;
    uint32_t number[SLP_LIMBS], radius[SLP_SQUARE_LIMBS], size[SLP_SQUARE_LIMBS];
    uint32_t i;
    if (r->kind) return 0;
    memset(size, 0, sizeof size);
    memset(radius, 0, sizeof radius);
    memset(number, 0, sizeof number);
    slp_verify_add(number, r->radius, 0, (unsigned)head->share - 2);
    slp_verify_square(radius, number);
    memset(number, 0, sizeof number);
    number[tiny >> 5] = (uint32_t)1 << (tiny & 31);
    slp_verify_square(size, number);
    for (i = 0; i < 2 * r->d; i++) {
        memset(number, 0, sizeof number);
        slp_verify_add(number, slp_verify_whole((i < r->d ? r->x : r->y - 8 * r->d) + 8 * i, 8), 0,
                       up);
        slp_verify_square(size, number);
    }
    return slp_verify_compare(radius, size) > 0 ? "field radius: is larger than that of any suite"
                                                : 0;
}

/* Reads a record of `bytes` bytes, and tests its fields but for slp_verify_check_radius.  NULL, or
 * what is wrong. */
static inline const char *slp_verify_read_record(slp_verify_record *r, const unsigned char *at,
                                                 uint32_t bytes)
{
    static const char length[] = "field length: a record is not as long as it says";
    const unsigned char *end = at + bytes;
    uint64_t numbers;
    memset(r, 0, sizeof *r);
    if (bytes < SLP_NAMES || slp_verify_whole(at, 4) != bytes) return length;
    r->kind = at[4];
    r->refusal = at[5];
    r->parameters = (unsigned)slp_verify_whole(at + 6, 2);
    r->id = (const char *)at + 8;
    r->system = r->id + 64;
    r->scheme = r->system + 24;
    if (r->kind > 4) return "field kind: is none";
    if (!slp_verify_is_id(r->id)) return "field id: is none";
    if (r->system[23] || r->scheme[31]) return "field system or scheme: does not end";
    r->numbers = at + SLP_NAMES;
    if (bytes < (r->kind ? SLP_BITS_BYTES : SLP_STEP_BYTES)) return length;
    if (r->kind == 0) {
        r->flags = (uint32_t)slp_verify_whole(r->numbers, 4);
        r->note = (uint32_t)slp_verify_whole(r->numbers + 4, 4);
        r->unit = slp_verify_signed(r->numbers + 8);
        r->d = r->count = (uint32_t)slp_verify_whole(r->numbers + 12, 4);
        r->M = (uint32_t)slp_verify_whole(r->numbers + 16, 4);
        r->numbers += 24;
        r->radius = slp_verify_whole(r->numbers + 16, 8);
        r->beyond = slp_verify_whole(r->numbers + 24, 8);
        r->parameter = r->numbers + 56;
    } else {
        r->d = (uint32_t)slp_verify_whole(r->numbers + 40, 4);
        r->count = (uint32_t)slp_verify_whole(r->numbers + 44, 4);
        r->parameter = r->numbers + 64;
    }
    r->x = slp_verify_pass_parameters(r->parameter, end, r->parameters);
    if (!r->x) return "field parameters: do not fit their record";
    numbers = (uint64_t)r->d + r->M + r->count + (r->kind ? 0 : r->d);
    if ((uint64_t)(end - r->x) != 8 * numbers) return length;
    r->dw = r->x + 8 * (uint64_t)r->d;
    r->y = r->dw + 8 * (uint64_t)r->M;
    r->low = r->y + 8 * (uint64_t)r->count;
    if (r->count == 0)
        return r->kind ? "field y: a record has no numbers" : "field d: a record has no numbers";
    if (r->kind == 0) return slp_verify_check_step(r);
    if (!slp_verify_all_finite(r->x, r->d)) return "field x: a number is not finite";
    if (!slp_verify_all_finite(r->y, r->count)) return "field y: a number is not finite";
    return 0;
}

/* Begins the verdict on a record; each number of the answer follows by slp_verify_number. */
static inline void slp_verify_begin_record(slp_verify_sum *s, const slp_verify_record *r)
{
    slp_verify_begin(s, r->kind ? 0 : r->radius, r->kind ? 0 : r->beyond, r->unit);
}

static inline void slp_verify_number(slp_verify_sum *s, const slp_verify_record *r, uint32_t i,
                                     uint64_t answer)
{
    const uint64_t y = slp_verify_whole(r->y + 8 * (uint64_t)i, 8);
    if (r->kind == 0)
        slp_verify_coordinate(s, answer, y, slp_verify_whole(r->low + 8 * (uint64_t)i, 8));
    else if (answer != y)
        s->finite = 0; /* other bits */
}

#ifndef SLP_VERIFY_LIBRARY
/* ---- The program ---------------------------------------------------------------------------- */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The longest record and the longest line of answers. */
#ifndef SLP_VERIFY_ROOM
#define SLP_VERIFY_ROOM (1 << 20)
#endif

static unsigned char slp_verify_buffer[SLP_VERIFY_ROOM];
static char slp_verify_line[SLP_VERIFY_ROOM];

typedef struct slp_verify_run {
    const char *name;
    FILE *suite;
    slp_verify_head head;
    uint64_t next; /* the record read last, from 1 */
    unsigned long long line, counts[SLP_VERIFY_VERDICTS];
} slp_verify_run;

static const char *const slp_verify_words[SLP_VERIFY_VERDICTS] = {
    "pass", "fail", "undecided", "error", "unable", "unsupported", "unreceived"};

static int slp_verify_refuse(const slp_verify_run *run, const char *what)
{
    fprintf(stderr, "slp_verify: %s: %s\n", run->name, what);
    return 2;
}

static int slp_verify_next(slp_verify_run *run, slp_verify_record *r);

/* SHA-256 (FIPS 180-4) of bytes that come in parts. */
typedef struct slp_verify_sha {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
} slp_verify_sha;

static void slp_verify_sha_block(uint32_t state[8], const unsigned char *block)
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    uint32_t w[64], v[8];
    unsigned i;
#define SLP_TURN(x, n) ((x) >> (n) | (x) << (32 - (n)))
    for (i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] +
               (SLP_TURN(w[i - 15], 7) ^ SLP_TURN(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (SLP_TURN(w[i - 2], 17) ^ SLP_TURN(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, state, sizeof v);
    for (i = 0; i < 64; i++) {
        const uint32_t e = v[4], a = v[0];
        const uint32_t one = v[7] + (SLP_TURN(e, 6) ^ SLP_TURN(e, 11) ^ SLP_TURN(e, 25)) +
                             ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
        const uint32_t two = (SLP_TURN(a, 2) ^ SLP_TURN(a, 13) ^ SLP_TURN(a, 22)) +
                             ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (i = 0; i < 8; i++) state[i] += v[i];
}

static void slp_verify_sha_add(slp_verify_sha *s, const unsigned char *at, size_t count)
{
    for (; count > 0; count--) {
        s->block[s->bytes++ & 63] = *at++;
        if ((s->bytes & 63) == 0) slp_verify_sha_block(s->state, s->block);
    }
}

/* The sum in hexadecimal. */
static void slp_verify_sha_end(char text[65], slp_verify_sha *s)
{
    static const unsigned char pad[64] = {0x80}, zero[1] = {0};
    const uint64_t bits = 8 * s->bytes;
    unsigned i;
    slp_verify_sha_add(s, pad, 1);
    while ((s->bytes & 63) != 56) slp_verify_sha_add(s, zero, 1);
    for (i = 0; i < 8; i++) {
        const unsigned char byte = (unsigned char)(bits >> (56 - 8 * i));
        slp_verify_sha_add(s, &byte, 1);
    }
    for (i = 0; i < 64; i++)
        text[i] = "0123456789abcdef"[s->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    text[64] = 0;
}

/* Is the sum that of MANIFEST, beside the file? */
static const char *slp_verify_manifest(const slp_verify_run *run, const char *sum)
{
    static char path[4096], line[4096];
    const char *name = strrchr(run->name, '/') ? strrchr(run->name, '/') + 1 : run->name;
    const size_t folder = (size_t)(name - run->name);
    const char *wrong = "is not named in MANIFEST beside it";
    unsigned found = 0;
    FILE *manifest;
    if (folder + sizeof "MANIFEST" > sizeof path) return "has too long a name";
    memcpy(path, run->name, folder);
    memcpy(path + folder, "MANIFEST", sizeof "MANIFEST");
    manifest = fopen(path, "r");
    if (!manifest) return "has no MANIFEST beside it, with its sum: copy it too";
    while (fgets(line, sizeof line, manifest)) {
        line[strcspn(line, "\n")] = 0;
        if (strlen(line) < 66 || strcmp(line + 66, name) != 0 || memcmp(line + 64, "  ", 2) != 0)
            continue;
        wrong = memcmp(line, sum, 64) == 0
                    ? 0
                    : "is changed: its SHA-256 is not that of MANIFEST; get it anew";
        found++;
    }
    fclose(manifest);
    return found > 1 ? "is named twice in MANIFEST" : wrong;
}

/* FNV-1a of an id; never 0. */
static uint64_t slp_verify_hash(const char *id)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *id; id++) hash = (hash ^ (unsigned char)*id) * 0x100000001b3u;
    return hash ? hash : 1;
}

/* Every record is looked at, and that no id is there twice: hashes of 64 bits in a table, twice as
 * many places as records. */
static int slp_verify_look(slp_verify_run *run)
{
    const uint64_t records = (uint64_t)run->head.steps + run->head.bits;
    slp_verify_record r;
    uint64_t places = 2, *table, at;
    int more, twice = 0;
    if (records > run->head.bytes / SLP_NAMES)
        return slp_verify_refuse(run, "field length: the file ends before its last record");
    while (places < 2 * records) places *= 2;
    table = (uint64_t *)calloc((size_t)places, sizeof *table);
    if (!table) return slp_verify_refuse(run, "has more records than there is memory for");
    while ((more = slp_verify_next(run, &r)) > 0 && !twice) {
        const uint64_t hash = slp_verify_hash(r.id);
        for (at = hash & (places - 1); table[at] && table[at] != hash; at = (at + 1) & (places - 1))
            ;
        twice = table[at] != 0;
        table[at] = hash;
    }
    free(table);
    if (more < 0) return 2;
    if (twice) return slp_verify_refuse(run, "field id: is there twice");
    run->next = 0;
    if (fseek(run->suite, (long)run->head.first, SEEK_SET) != 0)
        return slp_verify_refuse(run, strerror(errno));
    return 0;
}

/* The whole file is looked at before the first verdict: length, form, sums, records. */
static int slp_verify_open(slp_verify_run *run)
{
    slp_verify_sha sha = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                           0x1f83d9ab, 0x5be0cd19},
                          0,
                          {0}};
    char sum[65];
    const char *wrong;
    uint64_t bytes = SLP_HEAD;
    uint32_t crc;
    size_t got;
    unsigned char head[SLP_HEAD];
    run->suite = fopen(run->name, "rb");
    if (!run->suite) return slp_verify_refuse(run, strerror(errno));
    got = fread(head, 1, sizeof head, run->suite);
    if (got < sizeof head) return slp_verify_refuse(run, "is cut: it is shorter than its head");
    wrong = slp_verify_read_head(&run->head, head);
    if (wrong) return slp_verify_refuse(run, wrong);
    crc = slp_verify_crc(0xffffffffu, head + SLP_CHECKED, sizeof head - SLP_CHECKED);
    slp_verify_sha_add(&sha, head, sizeof head);
    while ((got = fread(slp_verify_buffer, 1, sizeof slp_verify_buffer, run->suite)) > 0) {
        crc = slp_verify_crc(crc, slp_verify_buffer, got);
        slp_verify_sha_add(&sha, slp_verify_buffer, got);
        bytes += got;
    }
    if (bytes < run->head.bytes) return slp_verify_refuse(run, "is cut: get it anew");
    if (bytes > run->head.bytes)
        return slp_verify_refuse(run, "is longer than it says: get it anew");
    if ((crc ^ 0xffffffffu) != run->head.crc)
        return slp_verify_refuse(run, "is changed: its checksum is another; get it anew");
    slp_verify_sha_end(sum, &sha);
    wrong = slp_verify_manifest(run, sum);
    if (wrong) return slp_verify_refuse(run, wrong);
    if (fseek(run->suite, (long)run->head.first, SEEK_SET) != 0)
        return slp_verify_refuse(run, strerror(errno));
    return slp_verify_look(run);
}

/* The next record: 1; 0 after the last; -1 after a message. */
static int slp_verify_next(slp_verify_run *run, slp_verify_record *r)
{
    const char *wrong;
    uint32_t bytes;
    if (run->next == (uint64_t)run->head.steps + run->head.bits) {
        if (fgetc(run->suite) == EOF) return 0;
        slp_verify_refuse(run, "field length: the file has more records than it says");
        return -1;
    }
    run->next++;
    if (fread(slp_verify_buffer, 1, 4, run->suite) != 4) {
        slp_verify_refuse(run, "field length: the file ends before its last record");
        return -1;
    }
    bytes = (uint32_t)slp_verify_whole(slp_verify_buffer, 4);
    if (bytes > sizeof slp_verify_buffer) {
        slp_verify_refuse(run,
                          "field length: a record is longer than SLP_VERIFY_ROOM; compile with "
                          "a larger one, if it is as long as it says");
        return -1;
    }
    if (bytes < 4 || fread(slp_verify_buffer + 4, 1, bytes - 4, run->suite) != bytes - 4) {
        slp_verify_refuse(run, "field length: a record is not as long as it says");
        return -1;
    }
    wrong = slp_verify_read_record(r, slp_verify_buffer, bytes);
    if (!wrong) wrong = slp_verify_check_radius(&run->head, r);
    if (!wrong && (r->kind == 0) != (run->next <= run->head.steps))
        wrong = "field kind: the file counts otherwise";
    if (wrong) slp_verify_refuse(run, wrong);
    return wrong ? -1 : 1;
}

static void slp_verify_say(slp_verify_run *run, const char *id, slp_verify_verdict verdict,
                           const char *reason)
{
    run->counts[verdict]++;
    printf("verdict id=%s %s%s%s\n", id, slp_verify_words[verdict], reason ? " reason=" : "",
           reason ? reason : "");
}

/* Is it the same word, whatever its case?  `word` is in small letters. */
static int slp_verify_same(const char *text, size_t length, const char *word)
{
    size_t i;
    if (strlen(word) != length) return 0;
    for (i = 0; i < length; i++)
        if (tolower((unsigned char)text[i]) != word[i]) return 0;
    return 1;
}

/* nan, inf, infinity, nan(...), 1.#QNAN, 1.#IND, 1.#INF, with or without a sign. */
static int slp_verify_not_finite(const char *at, size_t length)
{
    if (length > 0 && (*at == '-' || *at == '+')) {
        at++;
        length--;
    }
    return slp_verify_same(at, length, "nan") || slp_verify_same(at, length, "inf") ||
           slp_verify_same(at, length, "infinity") || slp_verify_same(at, length, "1.#qnan") ||
           slp_verify_same(at, length, "1.#ind") || slp_verify_same(at, length, "1.#inf") ||
           (length > 4 && slp_verify_same(at, 4, "nan(") && at[length - 1] == ')');
}

/* Does the text have the form of a number?  strtod takes more: blanks, words. */
static int slp_verify_is_number(const char *at, size_t length)
{
    static const char decimal[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";
    const char *end = at + length, *digits = decimal;
    size_t before, after = 0;
    char power = 'e';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (end - at > 1 && at[0] == '0' && (at[1] | 32) == 'x') {
        at += 2;
        digits = hexadecimal;
        power = 'p';
    }
    before = strspn(at, digits);
    at += before;
    if (at < end && *at == '.') {
        at++;
        after = strspn(at, digits);
        at += after;
    }
    if (before + after == 0) return 0;
    if (at < end && (*at | 32) == power) {
        at++;
        if (at < end && (*at == '-' || *at == '+')) at++;
        before = strspn(at, decimal);
        if (before == 0) return 0;
        at += before;
    }
    return at == end;
}

/* Is this text, which was read as `value`, a number of the port's arithmetic?  A decimal must be a
 * whole number; a hex number has no more digits than binary64. */
static int slp_verify_takes(const slp_verify_head *head, const slp_verify_record *r,
                            const char *text, size_t length, double value)
{
    size_t i = *text == '-' || *text == '+', digits = 0, zeros = 0;
    if (r->kind != 0 || (head->significand == 53 && head->least == -1074 && head->most == 1024))
        return 1;
    if (!slp_verify_is_finite(slp_verify_bits(value))) return 0;
    if (!slp_verify_has(head, slp_verify_bits(value))) return 0;
    if (length > i + 1 && (text[i + 1] | 32) == 'x') {
        for (i += 2; i < length && (text[i] | 32) != 'p'; i++) {
            if (text[i] == '.') continue;
            zeros = text[i] == '0' ? zeros + 1 : 0;
            digits += digits > 0 || text[i] != '0';
        }
        return digits <= 14 + zeros;
    }
    for (; i < length; i++)
        if (text[i] < '0' || text[i] > '9') return 0;
    return length <= 15;
}

/* The verdict on a list of numbers; *reason: why it is no valid answer, or stays. */
static slp_verify_verdict slp_verify_list(const slp_verify_head *head, const slp_verify_record *r,
                                          const char *list, const char **reason)
{
    slp_verify_sum s;
    uint32_t count = 0;
    const char *not_finite = 0;
    slp_verify_begin_record(&s, r);
    for (;;) {
        const size_t length = strcspn(list, ", ");
        const int none = slp_verify_not_finite(list, length);
        const double value = none ? 0 : strtod(list, 0);
        if (none && !not_finite) not_finite = "not-finite";
        if (!none && (!slp_verify_is_number(list, length) || value > 1.7976931348623157e308 ||
                      value < -1.7976931348623157e308)) {
            *reason = not_finite ? not_finite : "malformed";
            return SLP_VERIFY_FAIL;
        }
        if (!none && !slp_verify_takes(head, r, list, length, value)) {
            *reason = "arithmetic";
            return SLP_VERIFY_FAIL;
        }
        if (count < r->count) slp_verify_number(&s, r, count, slp_verify_bits(value));
        count++;
        if (list[length] != ',') break;
        list += length + 1;
    }
    if (not_finite) *reason = not_finite;
    if (!not_finite && count != r->count) *reason = "count";
    if (*reason) return SLP_VERIFY_FAIL;
    return slp_verify_end(&s);
}

/* The value of a field of a line, or 0. */
static const char *slp_verify_field(const char *line, const char *key)
{
    const size_t length = strlen(key);
    for (line = strchr(line, ' '); line; line = strchr(line + 1, ' '))
        if (strncmp(line + 1, key, length) == 0 && line[1 + length] == '=')
            return line + 2 + length;
    return 0;
}

static int slp_verify_is(const char *value, const char *word)
{
    const size_t length = strcspn(value, " ");
    return strlen(word) == length && memcmp(value, word, length) == 0;
}

/* The verdict on a reported error. */
static slp_verify_verdict slp_verify_reported(const slp_verify_record *r, const char *value,
                                              const char **reason)
{
    static const char *const words[] = {"unable", "no-convergence", "domain", "input"};
    size_t i;
    if (slp_verify_is(value, "unsupported")) {
        *reason = "unsupported";
        return SLP_VERIFY_UNSUPPORTED;
    }
    for (i = 0; i < sizeof words / sizeof *words; i++)
        if (slp_verify_is(value, words[i])) {
            const int counts = r->refusal || i == 3 || r->kind != 0;
            *reason = counts ? words[i] : "no-convergence";
            return counts ? SLP_VERIFY_ERROR : SLP_VERIFY_UNABLE;
        }
    *reason = "malformed";
    return SLP_VERIFY_FAIL;
}

/* Are these the fields of a result, each once? */
static int slp_verify_known_fields(const char *line)
{
    static const char *const keys[] = {"id", "y", "error", "iterations", "g", "bits", "prec"};
    unsigned seen = 0, i;
    for (line = strchr(line, ' '); line; line = strchr(line + 1, ' ')) {
        const size_t length = strcspn(line + 1, "= ");
        for (i = 0; i < 7; i++)
            if (strlen(keys[i]) == length && strncmp(line + 1, keys[i], length) == 0) break;
        if (i == 7 || line[1 + length] != '=' || (seen >> i & 1)) return 0;
        seen |= 1u << i;
    }
    return 1;
}

/* 0, or 2 after a message. */
static int slp_verify_answer(slp_verify_run *run, const slp_verify_record *r, const char *line)
{
    const char *y = slp_verify_field(line, "y"), *error = slp_verify_field(line, "error");
    const char *reason = 0;
    slp_verify_verdict verdict = SLP_VERIFY_FAIL;
    if (!slp_verify_known_fields(line) || !y == !error)
        reason = "malformed";
    else
        verdict =
            y ? slp_verify_list(&run->head, r, y, &reason) : slp_verify_reported(r, error, &reason);
    if (reason && strcmp(reason, "arithmetic") == 0) {
        fprintf(stderr,
                "slp_verify: answers:%llu: id %s: holds what is no number of the suite's "
                "arithmetic: print the port's own\n",
                run->line, r->id);
        return 2;
    }
    slp_verify_say(run, r->id, verdict, reason);
    return 0;
}

/* A line of the answers: 1; 0 at the end; -1 after a message. */
static int slp_verify_read_line(slp_verify_run *run)
{
    size_t length;
    if (!fgets(slp_verify_line, sizeof slp_verify_line, stdin)) return 0;
    run->line++;
    length = strlen(slp_verify_line);
    if (length == 0 || slp_verify_line[length - 1] != '\n') {
        fprintf(stderr, "slp_verify: answers:%llu: the line is cut, too long, or has a zero byte\n",
                run->line);
        return -1;
    }
    slp_verify_line[--length] = 0;
    if (length > 0 && slp_verify_line[length - 1] == '\r') slp_verify_line[length - 1] = 0;
    return 1;
}

/* Lines of text.  Records without an answer are unreceived. */
static int slp_verify_lines(slp_verify_run *run)
{
    slp_verify_record r;
    int got, more = 1;
    while ((got = slp_verify_read_line(run)) > 0) {
        const char *id;
        if (strncmp(slp_verify_line, "result ", 7) != 0) continue;
        id = slp_verify_field(slp_verify_line, "id");
        if (!id) {
            fprintf(stderr, "slp_verify: answers:%llu: a result without id=\n", run->line);
            return 2;
        }
        while ((more = slp_verify_next(run, &r)) > 0 && !slp_verify_is(id, r.id))
            slp_verify_say(run, r.id, SLP_VERIFY_UNRECEIVED, 0);
        if (more < 0) return 2;
        if (more == 0) {
            fprintf(stderr,
                    "slp_verify: answers:%llu: id %.*s: not in the suite, answered before, or out "
                    "of order: answer in the order of %s\n",
                    run->line, (int)strcspn(id, " "), id, run->name);
            return 2;
        }
        if (slp_verify_answer(run, &r, slp_verify_line) != 0) return 2;
    }
    if (got < 0) return 2;
    while ((more = slp_verify_next(run, &r)) > 0)
        slp_verify_say(run, r.id, SLP_VERIFY_UNRECEIVED, 0);
    return more < 0 ? 2 : 0;
}

/* Bare numbers, those of each record in turn. */
static int slp_verify_raw(slp_verify_run *run)
{
    slp_verify_record r;
    slp_verify_sum s;
    unsigned char number[8];
    uint32_t i;
    int more;
    while ((more = slp_verify_next(run, &r)) > 0) {
        int finite = 1;
        slp_verify_begin_record(&s, &r);
        for (i = 0; i < r.count; i++) {
            if (fread(number, 1, sizeof number, stdin) != sizeof number) {
                fprintf(stderr, "slp_verify: answers are cut in %s\n", r.id);
                return 2;
            }
            finite = finite && slp_verify_is_finite(slp_verify_whole(number, 8));
            if (r.kind == 0 && slp_verify_is_finite(slp_verify_whole(number, 8)) &&
                !slp_verify_has(&run->head, slp_verify_whole(number, 8))) {
                fprintf(stderr,
                        "slp_verify: %s: holds what is no number of the suite's arithmetic\n",
                        r.id);
                return 2;
            }
            slp_verify_number(&s, &r, i, slp_verify_whole(number, 8));
        }
        slp_verify_say(run, r.id, slp_verify_end(&s), finite ? 0 : "not-finite");
    }
    if (more == 0 && fgetc(stdin) != EOF) {
        fprintf(stderr, "slp_verify: there are more answers than steps\n");
        return 2;
    }
    return more < 0 ? 2 : 0;
}

int main(int argc, char **argv)
{
    slp_verify_run run;
    const int raw = argc == 3 && strcmp(argv[1], "--raw") == 0;
    int status, k;
    unsigned long long short_of;
    if (argc != 2 + raw || argv[argc - 1][0] == '-') {
        fputs("usage: slp_verify [--raw] vectors.bin < answers > verdicts\n", stderr);
        return 2;
    }
    memset(&run, 0, sizeof run);
    run.name = argv[argc - 1];
    status = slp_verify_open(&run);
    if (status == 0) status = raw ? slp_verify_raw(&run) : slp_verify_lines(&run);
    if (run.suite) fclose(run.suite);
    if (status != 0) return status;
    fputs("slp_verify:", stderr);
    for (k = 0; k < SLP_VERIFY_VERDICTS; k++)
        if (k < 2 || run.counts[k])
            fprintf(stderr, "%s %llu %s", k ? "," : "", run.counts[k], slp_verify_words[k]);
    fputs(run.counts[SLP_VERIFY_PASS] ? "\n" : "; nothing passed\n", stderr);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("slp_verify: verdicts cannot be written\n", stderr);
        return 2;
    }
    short_of = run.counts[SLP_VERIFY_FAIL] + run.counts[SLP_VERIFY_UNDECIDED] +
               run.counts[SLP_VERIFY_ERROR] + run.counts[SLP_VERIFY_UNRECEIVED];
    return run.counts[SLP_VERIFY_PASS] > 0 && short_of == 0 ? 0 : 1;
}
#endif
