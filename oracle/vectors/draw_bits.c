/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The suite's vectors of bits: keys at the edges of their ranges, and others drawn from the seed.
 */
#include "oracle/vectors/suite.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/plumbing/allocate.h"

#include <float.h>
#include <math.h>

/* Vectors of each kind; the stream of choices that no case has. */
enum { EACH = 64, EDGES = 8 };
static const uint64_t STREAM = UINT64_C(0x62697473); /* "bits" */

/* 0, 1, the largest, or any. */
static uint64_t draw_whole(slp_draw *from, uint64_t most, size_t number)
{
    if (number == 0) return 0;
    if (number < EDGES && slp_draw_chance(from, 1, 2))
        return slp_draw_chance(from, 1, 2) ? most : 1;
    return most == UINT64_MAX ? slp_draw_bits(from) : slp_draw_below(from, most + 1);
}

static double draw_length(slp_draw *from, size_t number)
{
    static const double edges[] = {1, 0x1p-8, DBL_MIN, DBL_TRUE_MIN, 0x1p1023, 0x1p-1, 3, 0x1p-20};
    if (number < EDGES) return edges[number];
    return slp_draw_between(from, 0x1p-12, 0x1p-4);
}

static slp_bits_key draw_key(slp_bits_kind kind, slp_draw *from, size_t number)
{
    slp_bits_key key = {
        .seed = draw_whole(from, UINT64_MAX, number),
        .path = draw_whole(from, UINT64_MAX, number),
        .node = draw_whole(from, UINT64_MAX, number),
        .channel = (uint32_t)draw_whole(from, UINT32_MAX, number),
        .level = (uint32_t)draw_whole(from, kind < SLP_BITS_INCREMENTS ? UINT32_MAX : 32, number)};
    if (kind < SLP_BITS_INCREMENTS) return key;
    key.h = draw_length(from, number);
    if (number % 4 == 0) key.ell = 2; /* with h = 1, whose increments are then 0 */
    if (kind == SLP_BITS_INCREMENTS) return key;
    key.channel = key.level = 0;
    key.node %= UINT64_C(1) << 62;
    key.h = ldexp(1, -5 - (int)slp_draw_below(from, 6));
    key.ell = 2;
    key.steps = 1 + slp_draw_below(from, 8);
    return key;
}

slp_status vectors_draw_bits(vectors_suite *suite, slp_error *err)
{
    static const char *const presets[VECTORS_MODELS] = {"ejll-rigid-body", "ejll-point-vortices",
                                                        "lecg-heavy-top"};
    slp_status status = SLP_OK;
    for (size_t m = 0; m < VECTORS_MODELS && status == SLP_OK; m++)
        status = slp_need_memory(slp_case_new_preset(&suite->models[m], NULL, presets[m], err));
    suite->bits = slp_allocate(SLP_BITS_KIND_COUNT * EACH, sizeof *suite->bits);
    for (int kind = 0; kind < SLP_BITS_KIND_COUNT; kind++)
        for (size_t i = 0; i < EACH && status == SLP_OK; i++) {
            slp_draw from;
            vectors_bits *b = &suite->bits[suite->bits_count++];
            slp_draw_init(&from, suite->order->seed ^ STREAM, (uint64_t)kind * EACH + i);
            b->kind = (slp_bits_kind)kind;
            b->key = draw_key(b->kind, &from, i);
            if (kind == SLP_BITS_ENSEMBLE) b->c = suite->models[i % VECTORS_MODELS];
            b->count = slp_bits_count(b->kind, b->c);
            b->at = slp_allocate(b->count, sizeof *b->at);
            snprintf(b->id, sizeof b->id, "noise.%s-%zu", slp_bits_word(kind), i);
            status = slp_bits(b->at, b->kind, &b->key, b->c, err);
        }
    return status;
}
