/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The plain loops of fast/plain, which replace a BLAS where there is none, in units of the BLAS and
 * LAPACK that are linked here: products and solves of N x N matrices by one thread, processor time,
 * the least of several runs.  Nothing is claimed of the ratio: it says what a kit without a BLAS
 * costs.  Usage: bench_plain [JSON file]. */
#include "fast/plain/plain.h"

#include <cblas.h>
#include <lapacke.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 5, MOST = 512 };

extern void openblas_set_num_threads(int threads) __attribute__((weak));

typedef struct room {
    double *a, *b, *c, *factor;
    int pivot[MOST];
} room;

static void plain_product(room *r, size_t n)
{
    fast_plain_product(r->c, n, r->a, n, r->b, n, n, n, n);
}

static void blas_product(room *r, size_t n)
{
    const int m = (int)n;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, r->a, m, r->b, m, 0, r->c,
                m);
}

static void plain_solve(room *r, size_t n)
{
    memcpy(r->factor, r->a, n * n * sizeof *r->a);
    memcpy(r->c, r->b, n * n * sizeof *r->b);
    fast_plain_factor(r->factor, n, r->pivot, n);
    fast_plain_solve(r->c, n, r->factor, n, r->pivot, n, n);
}

static void lapack_solve(room *r, size_t n)
{
    const int m = (int)n;
    memcpy(r->factor, r->a, n * n * sizeof *r->a);
    memcpy(r->c, r->b, n * n * sizeof *r->b);
    LAPACKE_dgesv(LAPACK_COL_MAJOR, m, m, r->factor, m, r->pivot, r->c, m);
}

/* ms of one call. */
static double least_time(void (*work)(room *, size_t), room *r, size_t n)
{
    double least = 1e9;
    const int times = n <= 128 ? 20 : 1;
    for (int run = 0; run < RUNS; run++) {
        struct timespec from, to;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
        for (int i = 0; i < times; i++) work(r, n);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
        const double ms =
            1e3 * (double)(to.tv_sec - from.tv_sec) + 1e-6 * (double)(to.tv_nsec - from.tv_nsec);
        if (ms / times < least) least = ms / times;
    }
    return least;
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {16, 64, 128, 256, MOST};
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    room r = {.a = NULL};
    double **const matrices[] = {&r.a, &r.b, &r.c, &r.factor};
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    for (size_t k = 0; k < 4; k++) {
        *matrices[k] = malloc(MOST * MOST * sizeof(double));
        if (!*matrices[k]) return 2;
        for (size_t i = 0; i < MOST * MOST; i++)
            (*matrices[k])[i] = (double)((i + 7 * k) * 2654435761u % 1009) / 1009 - 0.5;
    }
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    printf("plain loops beside the BLAS linked here, one thread, ms\n");
    printf("%6s %12s %12s %8s %12s %12s %8s\n", "N", "product", "dgemm", "ratio", "solve", "dgesv",
           "ratio");
    if (json) fprintf(json, "[");
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const size_t n = sizes[s];
        const double mine = least_time(plain_product, &r, n),
                     dgemm = least_time(blas_product, &r, n);
        const double solve = least_time(plain_solve, &r, n),
                     dgesv = least_time(lapack_solve, &r, n);
        printf("%6zu %12.4f %12.4f %8.2f %12.4f %12.4f %8.2f\n", n, mine, dgemm, mine / dgemm,
               solve, dgesv, solve / dgesv);
        if (json)
            fprintf(
                json,
                "%s\n {\"n\": %zu, \"product_ms\": %.5f, \"dgemm_ms\": %.5f, \"solve_ms\": %.5f, "
                "\"dgesv_ms\": %.5f}",
                s ? "," : "", n, mine, dgemm, solve, dgesv);
    }
    if (json) fprintf(json, "\n]\n");
    for (size_t k = 0; k < 4; k++) free(*matrices[k]);
    return json && fclose(json) ? 2 : 0;
}
