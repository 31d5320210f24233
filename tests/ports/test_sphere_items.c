/* What each work item of a step of Zeitlin's sphere writes (oracle/ports/device/sphere.h), beside
 * the equations of the manual, for sizes on either side of strips, lanes and blocks of rows.  Where
 * whole numbers go in, what comes out is exact. */
#include "oracle/ports/device/sphere.h"
#include "oracle/ports/device/trajectory.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

static const int sizes[] = {5, 6, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 34, 48, 63, 64, 65, 66, 130};
enum { SIZES = sizeof sizes / sizeof *sizes };

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

static void act(const list *l, int kind, long items, int a, int b, int c)
{
    const sphere_work w = {kind, l->n, a, b, c, l->h};
    for (int i = 0; i < items; i++)
        if (kind == DO_GENERATOR)
            sphere_generator(l->all, w, i);
        else
            sphere_item(l->all, w, i);
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
    const double *x = l->all + (S_XI + part) * l->q, *z = l->all + (S_STAGE + part) * l->q;
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

static void test_generator(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        list l = list_new(sizes[s]);
        const int n = l.n;
        act(&l, DO_FACTOR, n, 0, 0, 0);
        for (int slot = S_STAGE; slot <= S_NEXT; slot += S_NEXT - S_STAGE) {
            draw_factor(&l, S_STAGE, 0.37);
            for (long i = 0; i < 3 * l.q; i++) l.all[slot * l.q + i] = l.all[S_STAGE * l.q + i];
            act(&l, DO_GENERATOR, 4 * WIDE(n), slot, 0, 0);
            act(&l, DO_MIRROR, (long)n * STRIPS((n + 1) / 2), 0, 0, 0);
            assert_factor(&l, S_XI);
            double mean = 0, size = 0;
            for (int k = 0; k < n; k++) {
                const double x = l.all[(S_XI + 1) * l.q + (long)k * n + k];
                mean += x / n;
                size = fmax(size, fabs(x));
            }
            assert_true(fabs(mean) <= n * UNIT * size);
            for (int m = 0; m < n; m++)
                for (int part = 0; part < 2; part++)
                    if (excess(&l, m, part) > 1)
                        fail_msg("N %d, superdiagonal %d, part %d: %g", n, m, part,
                                 excess(&l, m, part));
        }
        free(l.all);
    }
}

/* Sums of whole numbers are exact; as many as there are terms of a strip, and others. */
static void test_add(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++)
        for (int sums = 1; sums <= DIFFERENCES; sums += 4) {
            list l = list_new(sizes[s]);
            const int all = l.n * STRIPS(l.n);
            double expected[DIFFERENCES] = {0};
            for (int k = 0; k < sums; k++)
                for (int i = 0; i < all; i++)
                    expected[k] += l.all[SUMS(l.n, 0) + (long)k * all + i] = i + 1000 * k + 1;
            int terms = all, room = 0;
            for (; terms > 1; room = 1 - room) {
                const int fewer = (terms + ADDED - 1) / ADDED;
                act(&l, DO_ADD, (long)sums * fewer, terms, fewer, room);
                terms = fewer;
            }
            for (int k = 0; k < sums; k++) assert_true(l.all[SUMS(l.n, room) + k] == expected[k]);
            free(l.all);
        }
}

static double added(const list *l, int which)
{
    const int all = l->n * STRIPS(l->n);
    double sum = 0;
    for (int i = 0; i < all; i++) sum += l->all[SUMS(l->n, 0) + (long)which * all + i];
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
        draw_factor(&l, S_STAGE, 1);
        act(&l, DO_PRODUCT, 3 * l.q, S_XI, S_STAGE, S_PART);
        act(&l, DO_COMPLEX, l.q, 0, 0, 0);
        act(&l, DO_PRODUCT, 3 * l.q, S_W, S_XI, S_PART);
        for (long i = 0; i < ROOM(n); i++) l.all[SUMS(n, 0) + i] = NAN;
        act(&l, DO_STAGE, (long)n * STRIPS(n), S_STAGE, S_NEXT, 0);
        assert_factor(&l, S_NEXT);
        const double *a = l.all + S_XI * l.q, *z = l.all + S_STAGE * l.q;
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
                    assert_true(l.all[(S_NEXT + part) * l.q + at] == next[part]);
                    const double change = next[part] - z[part * l.q + at];
                    expected += change * change;
                }
            }
        assert_true(fabs(added(&l, 0) - expected) <= 2 * (double)l.q * UNIT * expected);
        free(l.all);
    }
}

/* Stages that are polynomials of degree 2 in time: three differences foretell them, and no fewer.
 * Whole numbers: all is exact. */
static void test_differences(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        list l = list_new(sizes[s]);
        const int n = l.n;
        const long items = (long)n * STRIPS(n);
        list c = list_new(n); /* coefficients, in factors of the slots S_XI, S_W, S_PART */
        draw_factor(&l, S_W, 1);
        draw_factor(&l, S_STATE, 1);
        for (int slot = S_XI; slot <= S_PART; slot += 3) draw_factor(&c, slot, 1);
        act(&l, DO_GUESS, items, S_NEXT, 0, 0);
        assert_factor(&l, S_NEXT);
        for (long i = 0; i < 2 * l.q; i++)
            assert_true(l.all[S_NEXT * l.q + i] == l.all[S_STATE * l.q + i]);
        const int last = 12;
        for (int t = 0; t <= last; t++) {
            const int known = t < DIFFERENCES ? t : DIFFERENCES;
            for (long i = 0; i < 2 * l.q; i++)
                l.all[S_STAGE * l.q + i] = c.all[S_XI * l.q + i] + t * c.all[S_W * l.q + i] +
                                           t * t * c.all[S_PART * l.q + i];
            for (int k = 0; k < known; k++) { /* of all entries */
                double missed = 0;
                for (long i = 0; i < 2 * l.q && t > 2; i++) {
                    const double two = 2 * c.all[S_PART * l.q + i];
                    const double back = c.all[S_W * l.q + i] + (t - 0.5) * two;
                    const double miss = k == 0 ? back : k == 1 ? two : 0;
                    missed += miss * miss;
                }
                l.all[S_NEXT * l.q + k] = missed;
            }
            act(&l, DO_END, items, S_STAGE, known, 0);
            for (int k = 0; k < known && t > 2; k++)
                assert_true(added(&l, k) == l.all[S_NEXT * l.q + k]);
        }
        for (int k = 0; k < DIFFERENCES; k++) l.all[SUMS(n, 1) + k] = added(&l, k);
        act(&l, DO_GUESS, items, S_STAGE, DIFFERENCES, 1);
        assert_factor(&l, S_STAGE);
        for (long i = 0; i < 2 * l.q; i++)
            assert_true(l.all[S_STAGE * l.q + i] ==
                        c.all[S_XI * l.q + i] + (last + 1) * c.all[S_W * l.q + i] +
                            (last + 1) * (last + 1) * c.all[S_PART * l.q + i]);
        for (int k = 0; k < DIFFERENCES; k++) l.all[SUMS(n, 1) + k] = k == 1 ? 3 : 4;
        act(&l, DO_GUESS, items, S_STAGE, DIFFERENCES, 1); /* two: 2 Z(t) - Z(t-1) */
        for (long i = 0; i < 2 * l.q; i++)
            assert_true(l.all[S_STAGE * l.q + i] ==
                        c.all[S_XI * l.q + i] + (last + 1) * c.all[S_W * l.q + i] +
                            (last * last + 2 * last - 1) * c.all[S_PART * l.q + i]);
        free(c.all);
        free(l.all);
    }
}

/* The state after thirteen ends, each of the same change. */
static void test_end(void **state)
{
    (void)state;
    for (int s = 0; s < SIZES; s++) {
        list l = list_new(sizes[s]);
        const int n = l.n;
        double *w = l.all + S_W * l.q, *x = l.all + S_STATE * l.q;
        list before = list_new(n);
        draw_factor(&l, S_STATE, 1);
        for (long i = 0; i < 2 * l.q; i++) before.all[i] = x[i];
        for (long i = 0; i < 2 * l.q; i++) w[i] = drawn(&l);
        for (int t = 0; t < 3; t++) act(&l, DO_END, (long)n * STRIPS(n), S_STAGE, t, 0);
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++) {
                const long at = (long)i * n + j, turned = (long)j * n + i;
                assert_true(x[at] == before.all[at] - 3 * (w[at] - w[turned]));
                assert_true(x[l.q + at] ==
                            before.all[l.q + at] - 3 * (w[l.q + at] + w[l.q + turned]));
            }
        free(before.all);
        free(l.all);
    }
}

/* A device that looks at what it is asked. */
struct device {
    double *all, missed[DIFFERENCES];
    int choices;
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

int slp_driver_sphere(device *d, sphere_work w, size_t items, char text[DEVICE_TEXT])
{
    const list l = {w.n, (long)w.n * w.n, w.h, d->all, 0};
    (void)text;
    if (w.kind == DO_GUESS && w.b > 0) {
        for (int k = 0; k < w.b; k++)
            assert_true(fabs(d->all[SUMS(w.n, w.c) + k] - d->missed[k]) <=
                        (double)l.q * UNIT * d->missed[k]);
        d->choices++;
    }
    act(&l, w.kind, (long)items, w.a, w.b, w.c);
    for (int k = 0; k < w.b && w.kind == DO_END; k++) d->missed[k] = added(&l, k);
    return 0;
}

int slp_driver_products(device *d, int n, int a, int b, int c, char text[DEVICE_TEXT])
{
    const sphere_work w = {DO_PRODUCT, n, a, b, c, 0};
    return slp_driver_sphere(d, w, 3 * (size_t)n * (size_t)n, text);
}

/* Each guess but the first two is chosen by the whole sums of what differences missed, of a size at
 * which sums are added up once, twice, or three times. */
static void test_choice(void **state)
{
    static const int of[] = {5, 33, 65};
    (void)state;
    for (int s = 0; s < 3; s++) {
        enum { STEPS = 12 };
        const int n = of[s];
        device d = {NULL, {0}, 0};
        slp_trajectory *t;
        char text[DEVICE_TEXT];
        double *x = calloc((size_t)n * (size_t)n, sizeof *x);
        assert_non_null(x);
        for (int i = 0; i < n * n; i++) x[i] = 0.01 * sin(i);
        assert_int_equal(slp_trajectory_begin(&t, &d, x, n, 0.25, text), SLP_OK);
        assert_int_equal(slp_trajectory_step(t, STEPS), SLP_OK);
        assert_int_equal(d.choices, STEPS - 2);
        slp_trajectory_end(t);
        free(x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator), cmocka_unit_test(test_add),
        cmocka_unit_test(test_stage),     cmocka_unit_test(test_differences),
        cmocka_unit_test(test_end),       cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
