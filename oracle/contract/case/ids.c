/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A set of ids: a hash table of stems (the text before the digits), each with sorted disjoint
 * ranges of numbers. */
#include "oracle/contract/case/case_ids.h"
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

/* The numbers lo..hi are in the set.  Ranges of one stem are sorted; between two of them is a gap.
 */
typedef struct range {
    uint64_t lo, hi;
} range;

typedef struct stem {
    char *text; /* the text before the digits */
    int width;  /* how many digits, if they start with 0; otherwise 0 */
    uint64_t hash;
    range *ranges;
    size_t count, room;
} stem;

struct slp_ids {
    stem *slots; /* open addressing, text NULL = free, at most half full */
    size_t room, count;
};

enum { MOST_DIGITS = 18 }; /* of a number: below 2^63; further digits belong to the stem */

slp_ids *slp_ids_new(void)
{
    slp_ids *ids = calloc(1, sizeof *ids);
    if (!ids) return NULL;
    ids->room = 16;
    ids->slots = calloc(ids->room, sizeof *ids->slots);
    if (ids->slots) return ids;
    free(ids);
    return NULL;
}

void slp_ids_free(slp_ids *ids)
{
    if (!ids) return;
    for (size_t i = 0; i < ids->room; i++) {
        free(ids->slots[i].text);
        free(ids->slots[i].ranges);
    }
    free(ids->slots);
    free(ids);
}

size_t slp_ids_ranges(const slp_ids *ids)
{
    size_t sum = 0;
    for (size_t i = 0; i < ids->room; i++) sum += ids->slots[i].count;
    return sum;
}

/* FNV-1a over stem and width. */
static uint64_t hash_of(const char *text, size_t length, int width)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    hash = (hash ^ (uint64_t)width) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static stem *slot_for(stem *slots, size_t room, const char *text, size_t length, int width,
                      uint64_t hash)
{
    for (size_t i = (size_t)hash & (room - 1);; i = (i + 1) & (room - 1)) {
        stem *s = &slots[i];
        if (!s->text) return s;
        if (s->hash == hash && s->width == width && strlen(s->text) == length &&
            memcmp(s->text, text, length) == 0)
            return s;
    }
}

static bool grow(slp_ids *ids)
{
    size_t room = 2 * ids->room;
    stem *slots = calloc(room, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < ids->room; i++) {
        const stem *s = &ids->slots[i];
        if (s->text) *slot_for(slots, room, s->text, strlen(s->text), s->width, s->hash) = *s;
    }
    free(ids->slots);
    ids->slots = slots;
    ids->room = room;
    return true;
}

/* Index of the first range whose hi >= value. */
static size_t find(const stem *s, uint64_t value)
{
    size_t lo = 0, hi = s->count;
    if (hi && s->ranges[hi - 1].hi < value) return hi; /* the usual case: counting up */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (s->ranges[mid].hi < value)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static slp_status add_number(stem *s, uint64_t value)
{
    size_t i = find(s, value);
    if (i < s->count && s->ranges[i].lo <= value) return SLP_INPUT;
    bool after = i > 0 && s->ranges[i - 1].hi + 1 == value;
    bool before = i < s->count && value + 1 == s->ranges[i].lo;
    if (after && before) { /* closes the gap between two ranges */
        s->ranges[i - 1].hi = s->ranges[i].hi;
        memmove(&s->ranges[i], &s->ranges[i + 1], (s->count - i - 1) * sizeof *s->ranges);
        s->count--;
    } else if (after) {
        s->ranges[i - 1].hi = value;
    } else if (before) {
        s->ranges[i].lo = value;
    } else {
        if (s->count == s->room) {
            size_t room = s->room ? 2 * s->room : 1;
            range *ranges = calloc(room, sizeof *ranges);
            if (!ranges) return SLP_MEMORY;
            if (s->count) memcpy(ranges, s->ranges, s->count * sizeof *ranges);
            free(s->ranges);
            s->ranges = ranges;
            s->room = room;
        }
        memmove(&s->ranges[i + 1], &s->ranges[i], (s->count - i) * sizeof *s->ranges);
        s->ranges[i] = (range){value, value};
        s->count++;
    }
    return SLP_OK;
}

slp_status slp_ids_add(slp_ids *ids, const char *id)
{
    size_t end = strlen(id), start = end;
    while (start > 0 && end - start < MOST_DIGITS && id[start - 1] >= '0' && id[start - 1] <= '9')
        start--;
    uint64_t value = 0;
    for (size_t i = start; i < end; i++) value = 10 * value + (uint64_t)(id[i] - '0');
    /* "x", "x0", "x00" differ: width 19 marks "no digits", 0 "no leading zero" */
    int width = start == end                          ? MOST_DIGITS + 1
                : id[start] == '0' && end - start > 1 ? (int)(end - start)
                                                      : 0;
    uint64_t hash = hash_of(id, start, width);
    stem *s = slot_for(ids->slots, ids->room, id, start, width, hash);
    if (!s->text) {
        if (2 * (ids->count + 1) > ids->room) {
            if (!grow(ids)) return SLP_MEMORY;
            s = slot_for(ids->slots, ids->room, id, start, width, hash);
        }
        char *stem_text = slp_span_copy((slp_span){id, start});
        if (!stem_text) return SLP_MEMORY;
        *s = (stem){.text = stem_text, .width = width, .hash = hash};
        ids->count++;
    }
    return add_number(s, value);
}
