/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums over an experiment's realisations, by blocks.  Threads and ranks share the work
 * (oracle/plumbing/team.h); the sums do not depend on how many there are.
 *
 * Realisation i of n belongs to block floor(i b/n) of b blocks.  A piece is some consecutive
 * realisations of one block.  The sum of a block adds the rows of its pieces in order.  So the bits
 * of the sums depend only on n, b and the size of a piece. */
#ifndef SLP_ORACLE_CLAIM_PIECES_H
#define SLP_ORACLE_CLAIM_PIECES_H

#include "reports/claims/claim.h"
#include "oracle/plumbing/team.h"

typedef struct slp_pieces {
    size_t blocks, width, paths; /* paths: most realisations of a piece */
    void *(*bench)(void *own, slp_error *err);
    void (*clear)(void *bench);
    /* Fills row (width zeros before) with sums, or maxima, over realisations first ..
     * first+count-1. */
    slp_status (*add)(double *row, void *bench, uint64_t first, size_t count);
    void *own;
    /* so many last columns of a row hold a maximum (of numbers >= 0) and not a sum */
    size_t maxima;
} slp_pieces;

/* sums[b*width + j] = sum, or maximum, of column j over the count[b] realisations of block b.
 * Statuses of slp_team_do. */
slp_status slp_pieces_sum(double *sums, double *count, const slp_pieces *pieces,
                          const slp_trial *trial, slp_error *err);

#endif
