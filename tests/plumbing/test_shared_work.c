/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Shared work: every piece once, by whoever it belongs to; rows and sums that do not depend on
 * threads or ranks; the first piece that fails decides. */
#include "reports/claims/statistics/pieces.h"

#include <string.h>
#include "tests/support/cmocka.h"

enum { PIECES = 37, WIDTH = 3 };

typedef struct record {
    size_t done[PIECES]; /* how often */
    size_t fails, size, rank, exchanges;
} record;

static double entry(size_t piece, size_t j)
{
    return 1.0 / (double)(3 * piece + j + 1);
}

static void *bench(void *own, slp_error *err)
{
    (void)err;
    return own;
}

static void *no_bench(void *own, slp_error *err)
{
    (void)own;
    slp_error_set(err, 7, NULL, "samples", "no bench");
    return NULL;
}

static void clear(void *own)
{
    (void)own;
}

static slp_status piece(double *row, void *own, size_t n)
{
    record *r = own;
    __atomic_add_fetch(&r->done[n], 1, __ATOMIC_SEQ_CST);
    for (size_t j = 0; j < WIDTH; j++) row[j] += entry(n, j);
    if (n == r->fails) return SLP_DOMAIN;
    return n == r->fails + 4 ? SLP_NO_CONVERGENCE : SLP_OK;
}

/* Stands for the other ranks: fills in what they would send. */
static void exchange(void *own, double *rows, size_t pieces, size_t width)
{
    record *r = own;
    assert_int_equal(width, WIDTH + 1);
    for (size_t n = 0; n < pieces; n++) {
        if (n % r->size == r->rank) continue;
        for (size_t j = 0; j < WIDTH; j++) {
            assert_true(rows[n * width + j] == 0);
            rows[n * width + j] = entry(n, j);
        }
        rows[n * width + WIDTH] = SLP_OK;
    }
    r->exchanges++;
}

static slp_team_work work(record *r)
{
    return (slp_team_work){PIECES, WIDTH, bench, clear, piece, r, NULL, NULL};
}

static void every_piece_is_done_once_by_its_rank(void **state)
{
    (void)state;
    for (size_t size = 1; size <= 5; size++)
        for (size_t rank = 0; rank < size; rank++)
            for (unsigned threads = 0; threads <= 4; threads++) {
                record r = {.fails = PIECES, .size = size, .rank = rank};
                slp_team team = {rank, size, exchange, NULL, &r};
                slp_team_work w = work(&r);
                slp_error err = {0};
                double rows[PIECES * WIDTH];
                assert_int_equal(slp_team_do(rows, &w, &team, threads, &err), SLP_OK);
                assert_int_equal(r.exchanges, size > 1);
                for (size_t n = 0; n < PIECES; n++) {
                    assert_int_equal(r.done[n], n % size == rank);
                    for (size_t j = 0; j < WIDTH; j++)
                        assert_true(rows[n * WIDTH + j] == entry(n, j));
                }
            }
}

static void the_first_that_fails_decides(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++)
        for (size_t fails = 0; fails < PIECES; fails++) {
            record r = {.fails = fails};
            slp_team_work w = work(&r);
            slp_error err = {0};
            double rows[PIECES * WIDTH];
            assert_int_equal(slp_team_do(rows, &w, NULL, threads, &err), SLP_DOMAIN);
            for (size_t n = 0; n <= fails; n++) assert_int_equal(r.done[n], 1);
            if (threads == 1 && fails + 1 < PIECES) assert_int_equal(r.done[fails + 1], 0);
        }
}

static void without_a_bench_nothing_is_done(void **state)
{
    (void)state;
    record r = {.fails = PIECES};
    slp_team_work w = work(&r);
    slp_error err = {0};
    double rows[PIECES * WIDTH];
    w.bench = no_bench;
    assert_int_equal(slp_team_do(rows, &w, NULL, 3, &err), SLP_INPUT);
    assert_string_equal(err.text, "no bench");
    for (size_t n = 0; n < PIECES; n++) assert_int_equal(r.done[n], 0);
}

/* Sums of 1/(i + 1), whose bits depend on their order. */
static slp_status add(double *row, void *own, uint64_t first, size_t count)
{
    (void)own;
    for (size_t i = 0; i < count; i++) {
        row[0] += 1.0 / (double)(first + i + 1);
        row[1] += 1;
    }
    return SLP_OK;
}

/* Realisation i is in block floor(i b/n), once; the sum of a block is that of its pieces in order.
 */
static void realisations_are_summed_by_block(void **state)
{
    static const size_t samples[] = {20, 21, 399, 1000};
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        enum { BLOCKS = 20, PIECE = 7 };
        const size_t n = samples[k];
        double want[BLOCKS] = {0}, in_piece = 0, inside[BLOCKS] = {0};
        size_t taken = 0;
        for (size_t i = 0; i < n; i++) {
            const size_t b = i * BLOCKS / n;
            in_piece += 1.0 / (double)(i + 1);
            inside[b]++;
            if (++taken == PIECE || (i + 1) * BLOCKS / n != b) {
                want[b] += in_piece;
                in_piece = 0;
                taken = 0;
            }
        }
        for (unsigned threads = 1; threads <= 3; threads++) {
            slp_pieces pieces = {BLOCKS, 2, PIECE, bench, clear, add, &pieces, 0};
            slp_trial trial = {.samples = n, .threads = threads};
            double sums[2 * BLOCKS], count[BLOCKS];
            slp_error err = {0};
            assert_int_equal(slp_pieces_sum(sums, count, &pieces, &trial, &err), SLP_OK);
            for (size_t b = 0; b < BLOCKS; b++) {
                assert_true(sums[2 * b] == want[b]);
                assert_true(sums[2 * b + 1] == inside[b] && count[b] == inside[b]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_is_done_once_by_its_rank),
        cmocka_unit_test(the_first_that_fails_decides),
        cmocka_unit_test(without_a_bench_nothing_is_done),
        cmocka_unit_test(realisations_are_summed_by_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
