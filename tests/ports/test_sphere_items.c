/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What each work item of a step of Zeitlin's sphere writes (oracle/ports/device/sphere.h), beside
 * the equations of the manual, for sizes on either side of tiles, chunks and sweeps of rows.  Where
 * whole numbers go in, what comes out is exact. */
#include "oracle/ports/device/sphere.h"
#include "oracle/ports/device/trajectory.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[] = {5, 6, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 34, 48, 63, 64, 65, 66, 130};
enum { SIZES = sizeof sizes / sizeof *sizes, FIRST = S_RING, SECOND = S_RING + 3 };

typedef struct list {
    int n;
    long q;
    double h, *all;
    uint64_t seed;
} list;

static list list_new(int n)
{
    list l = {n, (long)n * n, 0.3, calloc((size_t)NUMBERS(n), sizeof(double)), 7};
    assert_non_null(l.all);
    return l;
}

/* What items share and keep is no number until they write it. */
static void act_blocks(const list *l, const sphere_work w, int blocks)
{
    sphere_shared shared;
    sphere_kept kept[BLOCK];
    for (int block = 0; block < blocks; block++) {
        memset(&shared, 0xff, sizeof shared);
        memset(kept, 0xff, sizeof kept);
        for (int phase = 0; phase < sphere_phases(w, w.kind, block); phase++)
            for (int item = 0; item < BLOCK; item++)
                sphere_phase(l->all, w, w.kind, &shared, kept + item, block, item, phase);
    }
}

/* back: slots of earlier stages, the last one first; NULL where there are none */
static void act_on(const list *l, int kind, long items, int a, int b, int c, const int *back)
{
    sphere_work w = {.kind = kind, .n = l->n, .a = a, .b = b, .c = c, .h = l->h};
    for (int k = 0; k < KEPT && back; k++) w.back[k] = back[k];
    if (kind >= DO_GENERATOR) act_blocks(l, w, (int)items);
    for (int i = 0; i < items && kind < DO_GENERATOR; i++) sphere_item(l->all, w, i);
}
static void act(const list *l, int kind, long items, int a, int b, int c)
{
    act_on(l, kind, items, a, b, c, NULL);
}

/* A whole number from -8 to 7. */
static double drawn(list *l)
{
    l->seed = l->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(l->seed >> 60) - 8;
}

/* A skew-Hermitian factor: both parts and their sum; its trace is not 0. */
static void draw_factor(list *l, int slot, double scale)
{
    double *re = l->all + slot * l->q, *im = re + l->q, *sum = im + l->q;
    for (int i = 0; i < l->n; i++)
        for (int j = i; j < l->n; j++) {
            const long at = (long)i * l->n + j, turned = (long)j * l->n + i;
            re[at] = i == j ? 0 : scale * drawn(l);
            re[turned] = i == j ? 0 : -re[at];
            im[at] = im[turned] = scale * drawn(l);
            sum[at] = re[at] + im[at];
            sum[turned] = re[turned] + im[turned];
        }
}

static void assert_factor(const list *l, int slot)
{
    const double *re = l->all + slot * l->q, *im = re + l->q, *sum = im + l->q;
    for (int i = 0; i < l->n; i++)
        for (int j = 0; j < l->n; j++) {
            const long at = (long)i * l->n + j, turned = (long)j * l->n + i;
            assert_true(re[at] == -re[turned] && im[at] == im[turned]);
            assert_true(sum[at] == re[at] + im[at]);
        }
}

/* b_k of the manual */
static double square(int n, int k)
{
    return k < 0 ? 0 : (k + 1.0) * (n - 1.0 - k);
}

/* By how much -Laplacian of superdiagonal m of `part` of xi misses h times that of z, at most, over
 * what 64 roundings of its terms may make. */
static double excess(const list *l, int m, int part)
{
    const int n = l->n, rows = n - m;
    const double *x = l->all + (S_XI + part) * l->q, *z = l->all + (FIRST + part) * l->q;
    double most = 0, sum = 0, size = 0, terms = 0;
    for (int k = 0; k < rows; k++) {
        sum += m ? 0 : z[(long)k * n + k];
        size = fmax(size, fabs(x[(long)k * n + k + m]));
    }
    for (int k = 0; k < rows; k++) {
        const long at = (long)k * n + k + m;
        const double center = square(n, k + m) + square(n, k - 1) + (double)m * (m + 1),
                     up = sqrt(square(n, k - 1) * square(n, k - 1 + m)),
                     down = sqrt(square(n, k) * square(n, k + m)), right = l->h * (z[at] - sum / n);
        double left = center * x[at];
        if (k > 0) left -= up * x[at - n - 1];
        if (k + 1 < rows) left -= down * x[at + n + 1];
        most = fmax(most, fabs(left - right));
        terms = fmax(terms, (center + up + down) * size + fabs(right) + l->h * fabs(sum));
    }
    return most / (64 * UNIT * terms + 0x1p-1000);
}

/* Also where a superdiagonal takes two sweeps of rows, or just one. */
static void test_generator(void **state)
{
    static const int long_ones[] = {511, 512, 513, 530};
    (void)state;
    for (int s = 0; s < SIZES + 4; s++) {
        list l = list_new(s < SIZES ? sizes[s] : long_ones[s - SIZES]);
        const int n = l.n;
        act(&l, DO_FACTOR, n, 0, 0, 0);
        for (int slot = FIRST; slot <= SECOND; slot += SECOND - FIRST) {
            draw_factor(&l, FIRST, 0.37);
            for (long i = 0; i < 3 * l.q; i++) l.all[slot * l.q + i] = l.all[FIRST * l.q + i];
            act(&l, DO_GENERATOR, GROUPS(n), slot, 0, 0);
            act(&l, DO_MIRROR, TILES(n), 0, 0, 0);
            assert_factor(&l, S_XI);
            double mean = 0, size = 0;
            for (int k = 0; k < n; k++) {
                const double x = l.all[(S_XI + 1) * l.q + (long)k * n + k];
                mean += x / n;
                size = fmax(size, fabs(x));
            }
            assert_le(fabs(mean), n * UNIT * size);
            for (int m = 0; m < n; m++)
                for (int part = 0; part < 2; part++)
                    if (excess(&l, m, part) > 1)
                        fail_msg("N %d, superdiagonal %d, part %d: %g", n, m, part,
                                 excess(&l, m, part));
        }
        free(l.all);
    }
}

/* Each tile on or above the diagonal has one number; those of a sample are such tiles, and one of
 * them has the last column. */
static void test_tiles(void **state)
{
    (void)state;
    for (int n = 5; n < 400; n++) {
        const int sides = SIDES(n);
        char seen[32][32] = {{0}};
        int last = 0;
        for (int tile = 0; tile < TILES(n); tile++) {
            const sphere_place at = sphere_numbered(n, tile);
            assert_ge(at.up, 0);
            assert_le(at.up, at.right);
            assert_lt(at.right, sides);
            assert_int_equal(seen[at.up][at.right]++, 0);
        }
        for (int one = 0; one < SAMPLED(n); one++) {
            const sphere_place at = sphere_sampled(n, one);
            assert_ge(at.up, 0);
            assert_le(at.up, at.right);
            assert_lt(at.right, sides);
            assert_true(TILES(n) > SAMPLE || seen[at.up][at.right]++ == 1);
            last |= at.right == sides - 1;
        }
        assert_true(last);
    }
}

/* The sum of `count` terms from `at` on. */
static double added(const list *l, long at, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += l->all[at + i];
    return sum;
}

/* The new stage and |change|^2, by complex arithmetic on each entry. */
static void test_stage(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        list l = list_new(sizes[s]);
        const int n = l.n;
        double expected = 0;
        draw_factor(&l, S_STATE, 1); /* its sum lies where xi is put next */
        draw_factor(&l, S_XI, 1);
        draw_factor(&l, FIRST, 1);
        act(&l, DO_PRODUCT, 3 * l.q, S_XI, FIRST, S_PART);
        act(&l, DO_COMPLEX, l.q, 0, 0, 0);
        act(&l, DO_PRODUCT, 3 * l.q, S_W, S_XI, S_PART);
        for (long i = 0; i < 2L * TILES(n); i++) l.all[SUMS(n, 0) + i] = NAN;
        act(&l, DO_STAGE, TILES(n), FIRST, SECOND, s % 2);
        assert_factor(&l, SECOND);
        const double *a = l.all + S_XI * l.q, *z = l.all + FIRST * l.q;
        const double *w = l.all + S_W * l.q, *x = l.all + S_STATE * l.q;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                const long at = (long)i * n + j, turned = (long)j * n + i;
                double re = 0, im = 0, quad_re = 0, quad_im = 0;
                for (int k = 0; k < n; k++) {
                    const long left = (long)i * n + k, right = (long)k * n + j;
                    re += a[left] * z[right] - a[l.q + left] * z[l.q + right];
                    im += a[left] * z[l.q + right] + a[l.q + left] * z[right];
                    quad_re += w[left] * a[right] - w[l.q + left] * a[l.q + right];
                    quad_im += w[left] * a[l.q + right] + w[l.q + left] * a[right];
                }
                assert_true(w[at] == re && w[l.q + at] == im && w[2 * l.q + at] == re + im);
                const double next[] = {x[at] - 0.5 * (w[at] - w[turned]) + 0.25 * quad_re,
                                       x[l.q + at] - 0.5 * (w[l.q + at] + w[l.q + turned]) +
                                           0.25 * quad_im};
                for (int part = 0; part < 2; part++) {
                    assert_true(l.all[(SECOND + part) * l.q + at] == next[part]);
                    const double change = next[part] - z[part * l.q + at];
                    expected += change * change;
                }
            }
        assert_le(fabs(added(&l, SUMS(n, s % 2), TILES(n)) - expected),
                  2 * (double)l.q * UNIT * expected);
        free(l.all);
    }
}

/* Stages that are polynomials of degree 2 in time: three of them foretell the next one, and no
 * fewer.  Whole numbers: all is exact. */
static void test_differences(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        list l = list_new(sizes[s]);
        const int n = l.n, last = 12, guessed = FIRST + 3 * (KEPT + 1);
        list c = list_new(n); /* coefficients, in factors of the slots S_XI, S_W, S_PART */
        int back[KEPT];
        for (int slot = S_XI; slot <= S_PART; slot += 3) draw_factor(&c, slot, 1);
        for (int k = 0; k <= KEPT; k++) { /* the stage at the time last - k */
            const int t = last - k;
            if (k > 0) back[k - 1] = FIRST + 3 * k;
            for (long i = 0; i < 2 * l.q; i++)
                l.all[(FIRST + 3 * k) * l.q + i] = c.all[S_XI * l.q + i] +
                                                   t * c.all[S_W * l.q + i] +
                                                   t * t * c.all[S_PART * l.q + i];
        }
        for (int known = 1; known <= KEPT; known++) {
            for (long i = 0; i < KEPT * SAMPLED(n); i++) l.all[MISSES(n) + i] = NAN;
            act_on(&l, DO_MISSED, SAMPLED(n), FIRST, known, 0, back);
            for (int k = 0; k < KEPT; k++) {
                double missed = 0;
                for (long i = 0; i < 2 * l.q && TILES(n) <= SAMPLE; i++) { /* of all entries */
                    const double two = 2 * c.all[S_PART * l.q + i];
                    const double back_one = c.all[S_W * l.q + i] + (last - 0.5) * two;
                    const double miss = k == 0 ? back_one : k == 1 ? two : 0;
                    missed += miss * miss;
                }
                const double sum = added(&l, MISSES(n) + (long)k * SAMPLED(n), SAMPLED(n));
                assert_true(k < known ? sum == missed : isnan(sum));
            }
        }
        for (int used = 1; used <= KEPT; used++) {
            act_on(&l, DO_END, TILES(n), FIRST, guessed, used, back);
            assert_factor(&l, guessed);
            for (long i = 0; i < 2 * l.q; i++) {
                const double one = l.all[FIRST * l.q + i], two = l.all[(FIRST + 3) * l.q + i];
                const double exact = c.all[S_XI * l.q + i] + (last + 1) * c.all[S_W * l.q + i] +
                                     (last + 1) * (last + 1) * c.all[S_PART * l.q + i];
                assert_true(l.all[guessed * l.q + i] == (used == 1   ? one
                                                         : used == 2 ? 2 * one - two
                                                                     : exact));
            }
        }
        free(c.all);
        free(l.all);
    }
}

/* The state after three ends, each of the same change; of no stages the guess is the state. */
static void test_end(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        list l = list_new(sizes[s]);
        const int n = l.n;
        double *w = l.all + S_W * l.q, *x = l.all + S_STATE * l.q, *guess = l.all + SECOND * l.q;
        list before = list_new(n);
        draw_factor(&l, S_STATE, 1);
        for (long i = 0; i < 2 * l.q; i++) before.all[i] = x[i];
        for (long i = 0; i < 2 * l.q; i++) w[i] = drawn(&l);
        for (int t = 0; t < 3; t++) act(&l, DO_END, TILES(n), FIRST, SECOND, 0);
        assert_factor(&l, SECOND);
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++) {
                const long at = (long)i * n + j, turned = (long)j * n + i;
                assert_true(x[at] == before.all[at] - 3 * (w[at] - w[turned]));
                assert_true(x[l.q + at] ==
                            before.all[l.q + at] - 3 * (w[l.q + at] + w[l.q + turned]));
                assert_true(guess[at] == x[at] && guess[l.q + at] == x[l.q + at]);
            }
        free(before.all);
        free(l.all);
    }
}

/* A device that looks at what it is asked. */
struct device {
    double *all, *past[32]; /* past: what the stages of steps were; the first is none */
    int choices, best, ends;
};

int slp_driver_list(device *d, size_t count, char text[DEVICE_TEXT])
{
    (void)text;
    free(d->all);
    d->all = count ? calloc(count, sizeof *d->all) : NULL;
    assert_true(!count || d->all);
    return 0;
}

int slp_driver_put(device *d, size_t at, const double *from, size_t count, char text[DEVICE_TEXT])
{
    (void)text;
    for (size_t i = 0; i < count; i++) d->all[at + i] = from[i];
    return 0;
}

int slp_driver_get(device *d, double *to, size_t at, size_t count, char text[DEVICE_TEXT])
{
    (void)text;
    for (size_t i = 0; i < count; i++) to[i] = d->all[at + i];
    return 0;
}

/* |difference of this order of the stages in slots a, back[0], ...|^2 */
static double missed_by(const list *l, const sphere_work *w, int order)
{
    double sum = 0;
    for (long i = 0; i < 2 * l->q; i++) {
        double difference = l->all[w->a * l->q + i], weight = 1;
        for (int k = 1; k <= order; k++) {
            weight *= -(double)(order - k + 1) / k;
            difference += weight * l->all[w->back[k - 1] * l->q + i];
        }
        sum += difference * difference;
    }
    return sum;
}

int slp_driver_sphere(device *d, sphere_work w, size_t items, char text[DEVICE_TEXT])
{
    const list l = {w.n, (long)w.n * w.n, w.h, d->all, 0};
    (void)text;
    if (w.kind == DO_END) {
        assert_int_equal(w.c, d->best);
        double *stage = d->past[d->ends++] = calloc(2 * (size_t)l.q, sizeof *stage);
        assert_non_null(stage);
        memcpy(stage, d->all + w.a * l.q, 2 * (size_t)l.q * sizeof *stage);
    }
    for (int k = 1; k <= w.b && w.kind == DO_MISSED; k++)
        assert_memory_equal(d->all + w.back[k - 1] * l.q, d->past[d->ends - k],
                            2 * (size_t)l.q * sizeof(double));
    act_on(&l, w.kind, (long)items, w.a, w.b, w.c, w.back);
    for (int k = 1; k <= w.b && w.kind == DO_MISSED; k++) {
        const double sum = added(&l, MISSES(w.n) + (long)(k - 1) * SAMPLED(w.n), SAMPLED(w.n)),
                     direct = missed_by(&l, &w, k);
        /* (2^k)^2 times what roundoff of a stage of this size may be */
        const double least = 0x1p-100 * exp2(2 * k) * missed_by(&l, &w, 0);
        assert_le(fabs(sum - direct), 0x1p-10 * direct + least);
        if (k == 1) d->choices++, d->best = 1;
        if (sum < added(&l, MISSES(w.n) + (long)(d->best - 1) * SAMPLED(w.n), SAMPLED(w.n)))
            d->best = k;
    }
    return 0;
}

int slp_driver_products(device *d, int n, int a, int b, int c, char text[DEVICE_TEXT])
{
    const sphere_work w = {DO_PRODUCT, n, a, b, c, 0, {0}};
    return slp_driver_sphere(d, w, 3 * (size_t)n * (size_t)n, text);
}

/* Each guess but the first two is of as many stages as missed the last one least, by the whole
 * sums of what they missed; stages do not move while they are kept.  Chosen in steps 2 to 10, and
 * in every eighth of the next. */
static void test_choice(void **state)
{
    static const int of[] = {5, 33, 65};
    (void)state;
    for (int s = 0; s < 3; s++) {
        enum { STEPS = 20 };
        const int n = of[s];
        device d = {NULL, {NULL}, 0, 0, 0};
        slp_trajectory *t;
        char text[DEVICE_TEXT];
        double *x = calloc((size_t)n * (size_t)n, sizeof *x);
        assert_non_null(x);
        for (int i = 0; i < n * n; i++) x[i] = 0.01 * sin(i);
        assert_int_equal(slp_trajectory_begin(&t, &d, x, n, 0.25, text), SLP_OK);
        assert_int_equal(slp_trajectory_step(t, STEPS), SLP_OK);
        assert_int_equal(d.choices, KEPT + 1);
        slp_trajectory_end(t);
        for (int k = 0; k < d.ends; k++) free(d.past[k]);
        free(x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator), cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_stage),     cmocka_unit_test(test_differences),
        cmocka_unit_test(test_end),       cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
