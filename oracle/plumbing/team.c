/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Distributes pieces of work to the threads of a process and the ranks of a team. */
#include "oracle/plumbing/team.h"
#include "oracle/plumbing/allocate.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What the threads of a rank share.  Pieces are taken in order, so that when one fails, all before
 * it have been taken. */
typedef struct share {
    const slp_team_work *work;
    double *rows; /* of width + 1 numbers; the last is the piece's status */
    size_t rank, size;
    pthread_mutex_t lock;
    size_t next; /* under lock: the piece to take */
    bool failed; /* under lock */
    slp_error err;
} share;

static size_t next_piece(share *s)
{
    pthread_mutex_lock(&s->lock);
    size_t piece = s->failed ? s->work->pieces : s->next;
    if (piece < s->work->pieces) s->next += s->size;
    pthread_mutex_unlock(&s->lock);
    return piece;
}

static void fail(share *s, const slp_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (err && !s->failed) s->err = *err;
    s->failed = true;
    pthread_mutex_unlock(&s->lock);
}

static void labour(share *s, bool tells)
{
    const slp_team_work *work = s->work;
    slp_error err = {0};
    void *bench = work->bench(work->own, &err);
    if (!bench) fail(s, &err);
    for (size_t piece; bench && (piece = next_piece(s)) < work->pieces;) {
        double *row = s->rows + piece * (work->width + 1);
        slp_status status = work->piece(row, bench, piece);
        row[work->width] = (double)status;
        if (status != SLP_OK) fail(s, NULL);
        if (tells && work->progress)
            work->progress(work->to, (double)(piece + 1) / (double)work->pieces);
    }
    if (bench) work->clear(bench);
}

static void *begin(void *own)
{
    labour(own, false);
    return NULL;
}

static void labour_in_threads(share *s, unsigned threads)
{
    pthread_t *others = slp_allocate(threads, sizeof *others);
    size_t started = 0;
    while (started + 1 < threads && pthread_create(&others[started], NULL, begin, s) == 0)
        started++;
    labour(s, true);
    for (size_t i = 0; i < started; i++) pthread_join(others[i], NULL);
    free(others);
}

/* Takes the statuses out of the rows; the first that is not SLP_OK. */
static slp_status unpack(double *rows, const double *packed, const slp_team_work *work)
{
    slp_status status = SLP_OK;
    for (size_t i = 0; i < work->pieces; i++) {
        const double *from = packed + i * (work->width + 1);
        memcpy(rows + i * work->width, from, work->width * sizeof *rows);
        if (status == SLP_OK) status = (slp_status)from[work->width];
    }
    return status;
}

slp_status slp_team_do(double *rows, const slp_team_work *work, const slp_team *team,
                       unsigned threads, slp_error *err)
{
    share s = {.work = work, .rank = team ? team->rank : 0, .size = team ? team->size : 1};
    s.rows = slp_allocate(work->pieces * (work->width + 1), sizeof *s.rows);
    for (size_t i = 0; i < work->pieces; i++)
        s.rows[i * (work->width + 1) + work->width] = (double)SLP_INPUT; /* not done */
    s.next = s.rank;
    pthread_mutex_init(&s.lock, NULL);
    labour_in_threads(&s, threads ? threads : 1);
    pthread_mutex_destroy(&s.lock);
    if (team && team->size > 1) team->exchange(team->own, s.rows, work->pieces, work->width + 1);
    slp_status status = unpack(rows, s.rows, work);
    if (s.err.text[0]) *err = s.err;
    free(s.rows);
    return status;
}
