/* Verifies answers to the steps and the bits of a suite that `slp vectors` wrote.  One file of C99,
 * the C library alone.  The verdict on a step is that of `slp judge`.
 *
 * Each expected answer is y + low, exact to `within`; an answer passes if its Euclidean distance
 * from it is at most `radius`, and fails if it is above `beyond`.  All of this is computed in whole
 * numbers, exactly, from the bits of binary64: nothing depends on the floating-point unit, its
 * rounding or its flags.  There is no allocation, no division, and no recursion.
 *
 * As a program, on a machine with files:
 *     cc -std=c99 -O2 slp_verify.c -o slp_verify
 *     ./slp_verify vectors.bin < answers > verdicts
 * reads `result id=ID y=...` lines in the order of the suite (others are passed over), and prints
 * `verdict id=ID pass`.  With --raw the answers are little-endian binary64 numbers, d for each step
 * and then those of the bits, without any text.
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
    s->finite = 1;
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
    SLP_BITS_BYTES = SLP_NAMES + 4 * 8 + 4 * 4 + 2 * 8
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
    if (head->first != SLP_HEAD || head->notes > 32) return "has a head that is changed";
    head->first += head->notes * SLP_NOTE_BYTES;
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

/* Reads a record of `bytes` bytes.  NULL, or what is wrong. */
static inline const char *slp_verify_read_record(slp_verify_record *r, const unsigned char *at,
                                                 uint32_t bytes)
{
    static const char changed[] = "has a record that is changed";
    const unsigned char *end = at + bytes;
    uint64_t numbers;
    if (bytes < SLP_NAMES || slp_verify_whole(at, 4) != bytes) return changed;
    memset(r, 0, sizeof *r);
    r->kind = at[4];
    r->refusal = at[5];
    r->parameters = (unsigned)slp_verify_whole(at + 6, 2);
    r->id = (const char *)at + 8;
    r->system = r->id + 64;
    r->scheme = r->system + 24;
    if (r->id[63] || r->system[23] || r->scheme[31] || r->kind > 4) return changed;
    r->numbers = at + SLP_NAMES;
    if (bytes < (r->kind ? SLP_BITS_BYTES : SLP_STEP_BYTES)) return changed;
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
        if (r->unit < -1000 || r->unit > 0) return changed;
    } else {
        r->d = (uint32_t)slp_verify_whole(r->numbers + 40, 4);
        r->count = (uint32_t)slp_verify_whole(r->numbers + 44, 4);
        r->parameter = r->numbers + 64;
    }
    r->x = slp_verify_pass_parameters(r->parameter, end, r->parameters);
    numbers = (uint64_t)r->d + r->M + r->count + (r->kind ? 0 : r->d);
    if (!r->x || (uint64_t)(end - r->x) != 8 * numbers) return changed;
    r->dw = r->x + 8 * (uint64_t)r->d;
    r->y = r->dw + 8 * (uint64_t)r->M;
    r->low = r->y + 8 * (uint64_t)r->count;
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

static unsigned char slp_verify_room[SLP_VERIFY_ROOM];
static char slp_verify_line[SLP_VERIFY_ROOM];

typedef struct slp_verify_run {
    const char *name;
    FILE *suite;
    slp_verify_head head;
    uint32_t next; /* the record read last, from 1 */
    unsigned long long line, counts[SLP_VERIFY_VERDICTS];
} slp_verify_run;

static const char *const slp_verify_words[SLP_VERIFY_VERDICTS] = {
    "pass", "fail", "undecided", "error", "unable", "unsupported", "unreceived"};

static int slp_verify_refuse(const slp_verify_run *run, const char *what)
{
    fprintf(stderr, "slp_verify: %s: %s\n", run->name, what);
    return 2;
}

/* The whole file is looked at before the first verdict: length, form, sum. */
static int slp_verify_open(slp_verify_run *run)
{
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
    while ((got = fread(slp_verify_room, 1, sizeof slp_verify_room, run->suite)) > 0) {
        crc = slp_verify_crc(crc, slp_verify_room, got);
        bytes += got;
    }
    if (bytes < run->head.bytes) return slp_verify_refuse(run, "is cut: get it anew");
    if (bytes > run->head.bytes)
        return slp_verify_refuse(run, "is longer than it says: get it anew");
    if ((crc ^ 0xffffffffu) != run->head.crc)
        return slp_verify_refuse(run, "is changed: its checksum is another; get it anew");
    if (fseek(run->suite, (long)run->head.first, SEEK_SET) != 0)
        return slp_verify_refuse(run, strerror(errno));
    return 0;
}

/* The next record: 1; 0 after the last; -1 after a message. */
static int slp_verify_next(slp_verify_run *run, slp_verify_record *r)
{
    const char *wrong;
    uint32_t bytes;
    if (run->next == run->head.steps + run->head.bits) return 0;
    run->next++;
    if (fread(slp_verify_room, 1, 4, run->suite) != 4) {
        slp_verify_refuse(run, "has fewer records than it says");
        return -1;
    }
    bytes = (uint32_t)slp_verify_whole(slp_verify_room, 4);
    if (bytes > sizeof slp_verify_room) {
        slp_verify_refuse(run, "has a longer record: compile with a larger SLP_VERIFY_ROOM");
        return -1;
    }
    if (bytes < 4 || fread(slp_verify_room + 4, 1, bytes - 4, run->suite) != bytes - 4) {
        slp_verify_refuse(run, "has fewer records than it says");
        return -1;
    }
    wrong = slp_verify_read_record(r, slp_verify_room, bytes);
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
