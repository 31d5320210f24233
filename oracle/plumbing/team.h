/* Who shares the work of one measurement: the threads of this process and, where there are any, other processes (ranks)
 * that carry out the same program on the same claim.
 *
 * Work comes in pieces whose number and content do not depend on who does them.  A piece makes a row of binary64 numbers, whole, by one
 * thread; afterwards every rank holds every row, and whoever adds them adds them in the order of the pieces.  So sums are the
 * same bits for any number of ranks and threads: no sum is ever split where the work is. */
#ifndef SLP_ORACLE_TEAM_H
#define SLP_ORACLE_TEAM_H

#include "oracle/contract/case.h"

/* Ranks.  Piece i belongs to rank i % size. */
typedef struct slp_team {
    size_t rank, size;
    /* Row i of `width` numbers goes from its rank to all others: rows[i*width ..].  Every rank calls it. */
    void (*exchange)(void *own, double *rows, size_t pieces, size_t width);
    /* The largest of the ranks' numbers, once every rank has called. */
    int (*largest)(void *own, int number);
    void *own;
} slp_team;

typedef struct slp_team_work {
    size_t pieces, width;
    /* What one thread works with; NULL with err if there is none. */
    void *(*bench)(void *own, slp_error *err);
    void (*clear)(void *bench);
    /* Fills row (width zeros). */
    slp_status (*piece)(double *row, void *bench, size_t piece);
    void *own;
    void (*progress)(void *to, double fraction); /* may be NULL; called by the calling thread */
    void *to;
} slp_team_work;

/* Does the work, whose rows are the same bits for every team and number of threads.
 * out  rows     pieces*width numbers, on every rank; of pieces that were not done, zeros
 * in   team     NULL: this process alone       threads   of this process; 0: one
 * The status of the first piece, by number, that is not SLP_OK, the same on every rank; SLP_INPUT with err where a bench cannot be
 * made.  Ends the program without memory: other ranks would wait for ever.  Pinned by tests/test_team.c, tests/test_mpi.sh. */
slp_status slp_team_do(double *rows, const slp_team_work *work, const slp_team *team,
                       unsigned threads, slp_error *err);

#endif
