/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One realisation's share in a mean square, and the slopes that it forbids. */
#include "reports/claims/statistics/pieces.h"
#include "reports/claims/statistics/single_share.h"
#include "oracle/contract/noise/noise.h"
#include "tests/claims/claim_grids.h"

#define FEW                                                                                        \
    "    system: rigid-body\n    scheme: isospectral-midpoint\n    h: 2^-13\n    state: [0.5, "    \
    "-1, 0.75]\n    noise: wiener\n    seed: 5\n    steps: 1024\n    samples: 20\n"                \
    "    parameters: {inertia: [1, 2, 3], lin: [1, 0, 0, 0, 1, 0]}\n"

#define RARE                                                                                       \
    "    system: canonical\n    scheme: midpoint\n    h: 2^-10\n    state: [1, 0.5]\n"             \
    "    noise: wiener\n    seed: 5\n    steps: 1024\n    samples: 240\n"                          \
    "    parameters: {model: kubo, beta: 0.5}\n"

enum { SLOPE, TAIL, REFERENCE, SHARE = 6 };
enum { HALVINGS = 5, SAMPLES = 200 };
static const double x[HALVINGS] = {0, -1, -2, -3, -4};

/* Squares 4^(-p l) Z^2 of normal numbers, blocks of SAMPLES/20; then `rare` is added to realisation
 * 0 on level `at`. */
static void fill(slp_squares *s, double p, double rare, size_t at)
{
    memset(s, 0, sizeof *s);
    s->sums.levels = HALVINGS;
    s->sums.blocks = SLP_SLOPE_BLOCKS;
    for (size_t i = 0; i < SAMPLES; i++) {
        const size_t b = i * SLP_SLOPE_BLOCKS / SAMPLES;
        s->sums.count[b]++;
        for (size_t l = 0; l < HALVINGS; l++) {
            double z = slp_increment(1, 7, i, (uint32_t)l, 0, 0);
            double q = exp2(-2 * p * (double)l) * (z * z + (i == 0 && l == at ? rare : 0));
            s->sums.sum[l][b] += q;
            s->most[l] = fmax(s->most[l], q);
        }
    }
}

static double sum_of(const slp_squares *s, size_t l)
{
    double sum = 0;
    for (size_t b = 0; b < s->sums.blocks; b++) sum += s->sums.sum[l][b];
    return sum;
}

static void healthy_squares_have_a_slope(void **state)
{
    slp_squares s;
    (void)state;
    fill(&s, 0.5, 0, 0);
    slp_interval v = slp_squares_slope(&s, x), plain = slp_slope(NULL, &s.sums, x, 0.5);
    assert_true(v.known && v.lo < 0.5 && v.hi > 0.5);
    assert_true(v.lo == plain.lo && v.hi == plain.hi);
    assert_true(slp_squares_share(&s) > 1.0 / SAMPLES && slp_squares_share(&s) < 0.15);
}

/* A rare draw with the share s has rare = s/(1-s) of the others' sum; the border is 1 - 2^(-1/2) =
 * 0.29289. */
static void one_rare_draw_forbids_it(void **state)
{
    slp_squares s, healthy;
    (void)state;
    fill(&healthy, 1, 0, 0);
    for (size_t l = 0; l < HALVINGS; l++) {
        const double others = (sum_of(&healthy, l)) * exp2(2 * (double)l);
        double first = slp_increment(1, 7, 0, (uint32_t)l, 0, 0);
        for (int heavy = 0; heavy < 2; heavy++) {
            const double want = heavy ? 0.2930 : 0.2928;
            /* first^2 + rare = want (others + rare) */
            fill(&s, 1, (want * others - first * first) / (1 - want), l);
            assert_true(fabs(slp_squares_share(&s) - want) < 1e-12);
            assert_true(slp_slope(NULL, &s.sums, x, 0.5).known);
            assert_int_equal(slp_squares_slope(&s, x).known, !heavy);
            slp_squares front = slp_squares_part(&s, 0, l),
                        back = slp_squares_part(&s, l, HALVINGS - l);
            assert_true(slp_squares_share(&front) < 0.15);
            assert_true(fabs(slp_squares_share(&back) - want) < 1e-12);
        }
    }
}

static void a_part_keeps_its_levels(void **state)
{
    slp_squares s;
    (void)state;
    fill(&s, 0.5, 0, 0);
    slp_squares part = slp_squares_part(&s, 2, 3);
    assert_int_equal(part.sums.levels, 3);
    for (size_t l = 0; l < 3; l++) {
        assert_true(part.most[l] == s.most[l + 2]);
        assert_true(sum_of(&part, l) == sum_of(&s, l + 2));
    }
    memset(s.sums.sum, 0, sizeof s.sums.sum);
    memset(s.most, 0, sizeof s.most);
    assert_true(slp_squares_share(&s) == 0);
    assert_false(slp_squares_slope(&s, x).known);
}

static void *bench(void *own, slp_error *err)
{
    (void)err;
    return own;
}

static void clear(void *own)
{
    (void)own;
}

/* Column 0 counts, column 1 has the largest of a number that no two realisations share. */
static slp_status add(double *row, void *own, uint64_t first, size_t count)
{
    (void)own;
    for (uint64_t i = first; i < first + count; i++) {
        row[0] += 1;
        row[1] = fmax(row[1], (double)(i * 37 % 101));
    }
    return SLP_OK;
}

static void the_largest_is_over_a_blocks_pieces(void **state)
{
    enum { BLOCKS = 3, N = 101 };
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        int own = 0;
        slp_pieces pieces = {BLOCKS, 2, 7, bench, clear, add, &own, 1};
        slp_trial trial = {.samples = N, .threads = threads};
        double sums[2 * BLOCKS], count[BLOCKS], want[BLOCKS] = {0};
        slp_error err = {0};
        assert_int_equal(slp_pieces_sum(sums, count, &pieces, &trial, &err), SLP_OK);
        for (uint64_t i = 0; i < N; i++) {
            const size_t b = (size_t)(i * BLOCKS / N);
            want[b] = fmax(want[b], (double)(i * 37 % 101));
        }
        for (size_t b = 0; b < BLOCKS; b++)
            assert_true(sums[2 * b] == count[b] && sums[2 * b + 1] == want[b]);
    }
}

/* Measures once: the share, and how many of slope, tail and reference are known. */
static slp_interval shared(size_t *slopes, const char *experiment, const char *measure)
{
    slp_claim claim;
    slp_measurement m;
    assert_int_equal(measured(&m, &claim, experiment, measure), SLP_OK);
    slp_interval found = m.values[SHARE];
    *slopes = 0;
    for (size_t i = SLOPE; i <= REFERENCE; i++) *slopes += m.values[i].known;
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    assert_true(found.known);
    return found;
}

/* Twenty paths of two noises: the largest squared difference over the sum of twenty, over
 * neighbouring levels and those 16 times and more coarser than the finest.  Sums of 20 positive
 * numbers differ by 20 u with their order. */
static void the_measured_share_is_the_largest(void **state)
{
    grids g;
    const double *ends;
    double want = 0;
    size_t slopes;
    (void)state;
    open_grids(&g, FEW, true);
    assert_int_equal(slp_levels_ends(&ends, g.levels, 0, COUNT), SLP_OK);
    for (size_t l = 0; l + 1 < LEVELS; l++)
        for (int far = 0; far < 2; far++) {
            const size_t other = far ? LEVELS - 1 : l + 1;
            double sum = 0, most = 0;
            if (far && l + 4 >= LEVELS) continue;
            for (size_t p = 0; p < COUNT; p++) {
                double q = 0;
                for (size_t i = 0; i < 3; i++) {
                    double apart =
                        ends[(l * 3 + i) * COUNT + p] - ends[(other * 3 + i) * COUNT + p];
                    q += apart * apart;
                }
                sum += q;
                most = fmax(most, q);
            }
            want = fmax(want, most / sum);
        }
    close_grids(&g);
    near(shared(&slopes, FEW, "quantity: strong-order, coarsest: 1"), want, 40 * 0x1p-53);
    assert_true(want < 0.2928 || slopes < 3);
}

/* Kubo's oscillator with one noise, order 1: truncated increments leave an error of that order that
 * rare single increments carry, and one of 240 paths has most of a level's sum. */
static void truncations_rare_draws_are_seen(void **state)
{
    static const char measure[] = "quantity: strong-order, coarsest: 4, against: exact";
    size_t slopes;
    (void)state;
    assert_true(shared(&slopes, RARE, measure).lo > 0.5);
    assert_int_equal(slopes, 0);
    assert_true(shared(&slopes, RARE "    truncation: 0\n", measure).hi < 0.2928);
    assert_int_equal(slopes, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(healthy_squares_have_a_slope),
        cmocka_unit_test(one_rare_draw_forbids_it),
        cmocka_unit_test(a_part_keeps_its_levels),
        cmocka_unit_test(the_largest_is_over_a_blocks_pieces),
        cmocka_unit_test(the_measured_share_is_the_largest),
        cmocka_unit_test(truncations_rare_draws_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
