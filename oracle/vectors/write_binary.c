/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* vectors.bin: little-endian on every machine; vectors.md, section 6, lists its bytes. */
#include "oracle/vectors/suite.h"
#include "oracle/contract/number/checksum.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAD = 192,
    CHECKED = 16,
    ID = 64,
    SYSTEM = 24,
    SCHEME = 32,
    KEY = 16,
    WORD = 24,
    NOTE = 232
};

/* Bytes to be written; they are checked as a whole. */
typedef struct bytes {
    unsigned char *at;
    size_t count, capacity;
} bytes;

static unsigned char *append_zeros(bytes *b, size_t count)
{
    if (b->count + count > b->capacity) {
        b->capacity = 2 * (b->count + count);
        b->at = slp_reallocate(b->at, b->capacity);
    }
    unsigned char *at = b->at + b->count;
    memset(at, 0, count);
    b->count += count;
    return at;
}

static void set_whole(unsigned char *at, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) at[i] = (unsigned char)(value >> 8 * i);
}

static void put_whole(bytes *b, uint64_t value, size_t count)
{
    set_whole(append_zeros(b, count), value, count);
}

/* Text of `size` bytes with zeros after it, at least one. */
static void put_text(bytes *b, const char *text, size_t size)
{
    unsigned char *at = append_zeros(b, size);
    for (size_t i = 0; i + 1 < size && text[i]; i++) at[i] = (unsigned char)text[i];
}

static void put_numbers(bytes *b, const double *at, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t value;
        memcpy(&value, &at[i], sizeof value);
        put_whole(b, value, 8);
    }
}

static size_t parameters_of(const slp_case *c)
{
    size_t count = 0;
    for (size_t p = 0; c && c->system->params[p].key; p++) count += c->params[p].count > 0;
    return count;
}

static void put_parameters(bytes *b, const slp_case *c)
{
    for (size_t p = 0; c && c->system->params[p].key; p++) {
        if (c->params[p].count == 0) continue;
        put_text(b, c->system->params[p].key, KEY);
        put_whole(b, (uint64_t)c->system->params[p].kind, 4);
        put_whole(b, c->params[p].count, 4);
        put_numbers(b, c->params[p].at, c->params[p].count);
    }
}

/* The beginning of every record: its length, filled in at the end, kind, and names. */
static size_t begin_record(bytes *b, unsigned kind, bool refusal, const char *id, const slp_case *c)
{
    const size_t at = b->count;
    put_whole(b, 0, 4);
    put_whole(b, kind, 1);
    put_whole(b, refusal, 1);
    put_whole(b, parameters_of(c), 2);
    put_text(b, id, ID);
    put_text(b, c ? c->system->name : "", SYSTEM);
    put_text(b, c ? c->scheme->name : "", SCHEME);
    return at;
}

static void put_step(bytes *b, const vectors_step *v)
{
    const slp_case *c = &v->c;
    const double numbers[] = {c->h, v->within, v->radius, v->beyond, v->L, v->kappa, v->bound};
    const size_t at = begin_record(b, 0, v->refusal, c->id, c);
    put_whole(b, v->flags, 4);
    put_whole(b, (uint64_t)v->note, 4);
    put_whole(b, (uint64_t)(int64_t)v->unit, 4);
    put_whole(b, c->d, 4);
    put_whole(b, c->M, 4);
    put_whole(b, 0, 4);
    put_numbers(b, numbers, sizeof numbers / sizeof *numbers);
    put_parameters(b, c);
    put_numbers(b, c->x, c->d);
    put_numbers(b, c->dw, c->M);
    put_numbers(b, v->y, c->d);
    put_numbers(b, v->low, c->d);
    set_whole(b->at + at, b->count - at, 4);
}

static void put_bits(bytes *b, const vectors_bits *v)
{
    const size_t at = begin_record(b, 1 + (unsigned)v->kind, false, v->id, v->c);
    const size_t d = v->c ? v->c->d : 0;
    put_whole(b, v->key.seed, 8);
    put_whole(b, v->key.path, 8);
    put_whole(b, v->key.node, 8);
    put_whole(b, v->key.steps, 8);
    put_whole(b, v->key.channel, 4);
    put_whole(b, v->key.level, 4);
    put_whole(b, d, 4);
    put_whole(b, v->count, 4);
    put_numbers(b, (const double[]){v->key.h, v->key.ell}, 2);
    put_parameters(b, v->c);
    if (v->c) put_numbers(b, v->c->x, d);
    put_numbers(b, v->at, v->count);
    set_whole(b->at + at, b->count - at, 4);
}

void vectors_write_binary(FILE *to, const vectors_suite *suite)
{
    bytes b = {0};
    put_text(&b, "SLPVECT\n", 9);
    b.count = 8;
    put_whole(&b, SLP_VECTORS_FORM, 4);
    put_whole(&b, 0, 4); /* the CRC */
    put_whole(&b, 0, 8); /* the length */
    put_whole(&b, HEAD, 4);
    put_whole(&b, suite->count, 4);
    put_whole(&b, suite->bits_count, 4);
    put_whole(&b, VECTORS_FLAG_COUNT, 4);
    put_whole(&b, suite->order->seed, 8);
    const slp_arithmetic *a = vectors_arithmetic(suite);
    put_text(&b, SLP_VERSION, 16);
    put_text(&b, a->name, SLP_ARITHMETIC_CHARS);
    put_whole(&b, (uint64_t)(int64_t)a->bits, 4);
    put_whole(&b, (uint64_t)(int64_t)a->least, 4);
    put_whole(&b, (uint64_t)(int64_t)a->most, 4);
    put_whole(&b, 0, 4);
    put_numbers(&b, &a->tolerance, 1);
    put_text(&b, "", HEAD - b.count);
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++) {
        put_text(&b, vectors_flag_word(k), WORD - 1);
        put_whole(&b, vectors_flag_is_edge(k), 1);
        put_text(&b, vectors_flag_note(k), NOTE);
    }
    for (size_t i = 0; i < suite->count; i++) put_step(&b, &suite->steps[i]);
    for (size_t i = 0; i < suite->bits_count; i++) put_bits(&b, &suite->bits[i]);
    set_whole(b.at + 16, b.count, 8);
    slp_checksum sum;
    slp_checksum_begin(&sum);
    slp_checksum_add(&sum, b.at + CHECKED, b.count - CHECKED);
    set_whole(b.at + 12, sum.sum, 4);
    fwrite(b.at, 1, b.count, to);
    free(b.at);
}
