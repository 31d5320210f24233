/* Sums over an experiment's realisations, by blocks, whoever shares the work (oracle/plumbing/team.h).
 *
 * Realisation i of n belongs to block floor(i b/n) of b, a piece is a run of realisations of one block, and a block's sum is that of its
 * pieces' rows in their order: the bits depend on n, b and the size of a piece alone. */
#ifndef SLP_ORACLE_CLAIM_PIECES_H
#define SLP_ORACLE_CLAIM_PIECES_H

#include "oracle/claims/claim.h"
#include "oracle/plumbing/team.h"

typedef struct slp_pieces {
    size_t blocks, width, paths; /* paths: most realisations of a piece */
    void *(*bench)(void *own, slp_error *err);
    void (*clear)(void *bench);
    /* row (width zeros) = sums, and largest, over realisations first .. first+count-1 */
    slp_status (*add)(double *row, void *bench, uint64_t first, size_t count);
    void *own;
    size_t
        maxima; /* how many of a row's columns, the last ones, hold the largest number >= 0 instead of a sum */
} slp_pieces;

/* sums[b*width + j] = sum, or largest, of column j over the realisations of block b, count[b] of them.  Statuses of slp_team_do. */
slp_status slp_pieces_sum(double *sums, double *count, const slp_pieces *pieces,
                          const slp_trial *trial, slp_error *err);

#endif
