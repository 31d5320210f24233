/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums over realisations by blocks; threads and ranks share the pieces of a block. */
#include "reports/claims/statistics/pieces.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

typedef struct piece {
    size_t block, count;
    uint64_t first;
} piece;

typedef struct plan {
    const slp_pieces *of;
    piece *piece;
    size_t count;
} plan;

/* What a thread works with, and the plan that says what piece n is. */
typedef struct place {
    const plan *plan;
    void *bench;
} place;

static void *place_new(void *own, slp_error *err)
{
    const plan *p = own;
    place *at = slp_allocate(1, sizeof *at);
    *at = (place){p, p->of->bench(p->of->own, err)};
    if (at->bench) return at;
    free(at);
    return NULL;
}

static void place_clear(void *own)
{
    place *at = own;
    at->plan->of->clear(at->bench);
    free(at);
}

static slp_status do_piece(double *row, void *own, size_t n)
{
    const place *at = own;
    const piece *p = &at->plan->piece[n];
    return at->plan->of->add(row, at->bench, p->first, p->count);
}

/* The first realisation of block b: the least i with floor(i blocks/n) = b. */
static uint64_t opening(size_t b, size_t blocks, size_t n)
{
    return ((uint64_t)b * n + blocks - 1) / blocks;
}

static void divide(plan *p, double *count, size_t n)
{
    const size_t blocks = p->of->blocks, most = p->of->paths;
    p->piece = slp_allocate(n / most + blocks, sizeof *p->piece);
    for (size_t b = 0; b < blocks; b++) {
        const uint64_t first = opening(b, blocks, n), end = opening(b + 1, blocks, n);
        count[b] = (double)(end - first);
        for (uint64_t i = first; i < end; i += most)
            p->piece[p->count++] = (piece){b, end - i < most ? (size_t)(end - i) : most, i};
    }
}

slp_status slp_pieces_sum(double *sums, double *count, const slp_pieces *pieces,
                          const slp_trial *trial, slp_error *err)
{
    plan p = {.of = pieces};
    divide(&p, count, trial->samples);
    const size_t width = pieces->width;
    double *rows = slp_allocate(p.count * width, sizeof *rows);
    slp_team_work work = {p.count,  width, place_new,       place_clear,
                          do_piece, &p,    trial->progress, trial->to};
    slp_status status = slp_team_do(rows, &work, trial->team, trial->threads, err);
    for (size_t j = 0; j < pieces->blocks * width; j++) sums[j] = 0;
    for (size_t n = 0; n < p.count; n++)
        for (size_t j = 0; j < width; j++) {
            double *to = &sums[p.piece[n].block * width + j], here = rows[n * width + j];
            *to = j < width - pieces->maxima ? *to + here : fmax(*to, here);
        }
    free(rows);
    free(p.piece);
    return status;
}
