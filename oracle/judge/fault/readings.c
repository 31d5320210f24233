/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The orders in which a program may read a list: reversed, shifted, two exchanged; blocks turned,
 * transposed, not apart or all the first one; a triangle of a symmetric matrix as another one. */
#include "oracle/judge/fault/kinds.h"

#include <stdlib.h>

typedef struct reader {
    const fault_list *list;
    fault_reading *offer;
    void *own;
    slong *from;
} reader;

static void set_identity(reader *r)
{
    for (slong i = 0; i < r->list->count; i++) r->from[i] = i;
}

/* Offers what stands in r->from, if it is another order. */
static void offer(reader *r, const char *words)
{
    bool other = false;
    for (slong i = 0; i < r->list->count; i++) other = other || r->from[i] != i;
    if (other) r->offer(r->own, r->from, words);
    set_identity(r);
}

static void read_plainly(reader *r)
{
    const fault_list *list = r->list;
    const slong n = list->count;
    if (n > 2) {
        for (slong i = 0; i < n; i++) r->from[i] = n - 1 - i;
        offer(r, FAULT_WORDS("%s in reverse order", list->name));
        for (slong shift = 1; shift >= -1; shift -= 2) {
            for (slong i = 0; i < n; i++) r->from[i] = (i + n + shift) % n;
            offer(r, FAULT_WORDS("%s shifted by %ld", list->items, (long)shift));
        }
    }
    for (slong i = 0; n <= list->few && i < n; i++)
        for (slong j = i + 1; j < n; j++) {
            r->from[i] = j;
            r->from[j] = i;
            offer(r,
                  FAULT_WORDS("%s %ld and %ld exchanged", list->items, (long)i + 1, (long)j + 1));
        }
    for (slong i = 0; list->used_anew && n <= list->few && i < n; i++)
        for (slong j = 0; j < n; j++) {
            r->from[i] = j;
            offer(r, FAULT_WORDS("%s %ld used for %ld", list->items, (long)j + 1, (long)i + 1));
        }
}

/* A loop over blocks that ends after the first, or before the last. */
static void read_ends(reader *r)
{
    const slong n = r->list->count, b = r->list->block > 1 ? r->list->block : 1, blocks = n / b;
    for (int last = 0; last < 2 && blocks > 1; last++) {
        const slong used = last ? blocks - 1 : 1;
        for (slong i = 0; i < n; i++) r->from[i] = i / b < used ? i : -1;
        offer(r, FAULT_WORDS("%s: %s used", r->list->name,
                             last ? "all but the last" : "only the first"));
    }
}

/* Each may be wrong in all blocks, or the blocks themselves. */
static void read_blocks(reader *r)
{
    const slong n = r->list->count, b = r->list->block, blocks = n / b;
    const char *name = r->list->name;
    for (slong i = 0; i < n; i++) r->from[i] = i - i % b + (b - 1 - i % b);
    if (b == 2)
        offer(r, FAULT_WORDS("%s a:b read as b:a", name));
    else
        offer(r,
              FAULT_WORDS("%s in reverse order within each %s", name, b == 3 ? "vector" : "block"));
    for (int first = 0; first < 2 && b > 2; first++) {
        for (slong i = 0; i < n; i++) r->from[i] = i - i % b + (i % b + (first ? b - 1 : 1)) % b;
        offer(r, FAULT_WORDS("%s with the %s number of each %ld %s", name, first ? "last" : "first",
                             (long)b, first ? "first" : "last"));
    }
    for (slong i = 0; i < n; i++) r->from[i] = i % b * blocks + i / b;
    offer(r, FAULT_WORDS("%s component by component, not vector by vector", name));
    for (slong i = 0; i < n; i++) r->from[i] = i / b + i % b;
    offer(r, FAULT_WORDS("%s: blocks begin one after the other, not %ld apart", name, (long)b));
    for (slong i = 0; i < n; i++) r->from[i] = i % b;
    offer(r, FAULT_WORDS("%s: the first %ld numbers for every block", name, (long)b));
    for (slong i = 0; i < n; i++) r->from[i] = (blocks - 1 - i / b) * b + i % b;
    offer(r, FAULT_WORDS("%s: blocks of %ld in reverse order", name, (long)b));
}

/* Its columns are the rows of the lower one. */
static void read_triangle(reader *r)
{
    const fault_list *list = r->list;
    const slong n = list->side, beside = list->diagonal ? 0 : 1;
    for (slong j = beside, at = 0; j < n; j++)
        for (slong i = 0; i + beside <= j; i++)
            r->from[fault_place_by_rows(n, list->diagonal, i, j)] = at++;
    offer(r, FAULT_WORDS("%s column by column, not row by row", list->name));
    for (slong i = 0; i < n; i++)
        for (slong j = i + beside; j < n; j++) {
            const slong at = i * n + j;
            r->from[fault_place_by_rows(n, list->diagonal, i, j)] = at < list->count ? at : -1;
        }
    offer(r, FAULT_WORDS("%s as rows of the whole matrix", list->name));
}

void fault_offer_readings(const fault_list *list, fault_reading *each, void *own)
{
    reader r = {.list = list, .offer = each, .own = own};
    r.from = calloc((size_t)list->count + 1, sizeof *r.from);
    if (!r.from) return;
    set_identity(&r);
    if (list->plain || list->block == 0) read_plainly(&r);
    if (list->block > 1 && list->count % list->block == 0) read_blocks(&r);
    if (list->side > 1) read_triangle(&r);
    if (list->ends_early) read_ends(&r);
    free(r.from);
}
