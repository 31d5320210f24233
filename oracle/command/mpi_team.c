/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sends rows and numbers between ranks by MPI.  A rank that waits sleeps, so it does not slow down
 * ranks on the same processor. */
#include "oracle/command/mpi_team.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void wait_for(MPI_Request *request)
{
    const struct timespec pause = {0, 1000000};
    int done = 0;
    for (;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done) return;
        nanosleep(&pause, NULL);
    }
}

static int largest(void *own, int number)
{
    int most = number;
    MPI_Request request;
    (void)own;
    MPI_Iallreduce(&number, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    wait_for(&request);
    return most;
}

/* How many of `pieces` belong to a rank. */
static size_t share(size_t pieces, size_t rank, size_t size)
{
    return pieces > rank ? (pieces - rank - 1) / size + 1 : 0;
}

static void *allocate_zeroed(size_t count, size_t bytes)
{
    void *at = calloc(count + 1, bytes);
    if (at) return at;
    fputs("slp-mpi: no memory for the numbers of the other ranks\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return NULL;
}

static void exchange(void *own, double *rows, size_t pieces, size_t width)
{
    const slp_team team = slp_mpi_team();
    const size_t mine = share(pieces, team.rank, team.size);
    double *sent = allocate_zeroed(mine * width, sizeof *sent),
           *got = allocate_zeroed(pieces * width, sizeof *got);
    int *count = allocate_zeroed(team.size, sizeof *count),
        *at = allocate_zeroed(team.size, sizeof *at);
    (void)own;
    if (pieces > INT_MAX / width) {
        fprintf(stderr, "slp-mpi: %zu numbers are more than MPI counts\n", pieces * width);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (size_t r = 0, sum = 0; r < team.size; r++) {
        count[r] = (int)(share(pieces, r, team.size) * width);
        at[r] = (int)sum;
        sum += (size_t)count[r];
    }
    for (size_t k = 0; k < mine; k++)
        memcpy(sent + k * width, rows + (team.rank + k * team.size) * width, width * sizeof *sent);
    MPI_Request request;
    MPI_Iallgatherv(sent, count[team.rank], MPI_DOUBLE, got, count, at, MPI_DOUBLE, MPI_COMM_WORLD,
                    &request);
    wait_for(&request);
    for (size_t i = 0; i < pieces; i++) {
        const size_t r = i % team.size, k = i / team.size;
        memcpy(rows + i * width, got + (size_t)at[r] + k * width, width * sizeof *rows);
    }
    free(sent);
    free(got);
    free(count);
    free(at);
}

slp_team slp_mpi_team(void)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return (slp_team){
        .rank = (size_t)rank, .size = (size_t)size, .exchange = exchange, .largest = largest};
}
