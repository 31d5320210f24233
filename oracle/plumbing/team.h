/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A team shares the work of one measurement.  It consists of the threads of this process and, with
 * slp-mpi, of other processes (ranks) that run the same program on the same claim.
 *
 * Work is divided into pieces.  Their number and content do not depend on the number of ranks and
 * threads.  One thread does a whole piece and gets a row of binary64 numbers.  Afterwards every
 * rank has every row, and adds the rows in the order of the pieces.  So sums have the same bits for
 * any number of ranks and threads. */
#ifndef SLP_ORACLE_TEAM_H
#define SLP_ORACLE_TEAM_H

#include "oracle/contract/case/case.h"

/* Ranks.  Piece i belongs to rank i % size. */
typedef struct slp_team {
    size_t rank, size;
    /* Sends each row from its rank to all others; row i is the `width` numbers at rows[i*width].
     * Every rank calls it. */
    void (*exchange)(void *own, double *rows, size_t pieces, size_t width);
    /* The largest `number` of all ranks.  Every rank calls it; it waits for all of them. */
    int (*largest)(void *own, int number);
    void *own;
} slp_team;

typedef struct slp_team_work {
    size_t pieces, width;
    /* Makes a bench: the data that one thread works with.  NULL with err if it cannot. */
    void *(*bench)(void *own, slp_error *err);
    void (*clear)(void *bench);
    /* Fills row (width zeros). */
    slp_status (*piece)(double *row, void *bench, size_t piece);
    void *own;
    void (*progress)(void *to, double fraction); /* may be NULL; called by the calling thread */
    void *to;
} slp_team_work;

/* Does the work.  The rows have the same bits for every team and number of threads.
 * out  rows     pieces*width numbers, on every rank; zeros for pieces that were not done
 * in   team     NULL: this process alone       threads   of this process; 0: one
 * Returns the status of the first piece, by number, that is not SLP_OK, or SLP_OK; SLP_INPUT with
 * err if a bench cannot be made.  It is the same on every rank.  If memory is refused, it ends the
 * program; otherwise other ranks would wait for ever.  Tested by tests/plumbing/test_shared_work.c,
 * tests/command/test_mpi.sh. */
slp_status slp_team_do(double *rows, const slp_team_work *work, const slp_team *team,
                       unsigned threads, slp_error *err);

#endif
