/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(n) and su(N) in binary64, by loops and by BLAS: every operation against entries of matrices
 * multiplied out, and against one another; Casimirs of bodies and of matrices.
 * Calls the BLAS. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

#define U 0x1p-53

enum { MOST = 17, MOST_D = MOST * MOST };

typedef struct subject {
    fast_matrices k;
    fast_algebra g;
    double xi[MOST_D], x[MOST_D], eta[MOST_D], *work;
} subject;

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

/* Random elements of norm about 1, xi about `size`. */
static void begin(subject *s, size_t which, double size)
{
    static const fast_matrices kinds[] = {{2, 1}, {5, 1},  {17, 1}, {2, 2},
                                          {3, 2}, {13, 2}, {17, 2}};
    uint64_t seed = 11 + which;
    s->k = kinds[which];
    if (s->k.parts == 1)
        fast_algebra_son(&s->g, &s->k);
    else
        fast_algebra_sun(&s->g, &s->k);
    const double scale = 1 / sqrt((double)s->g.d);
    for (size_t i = 0; i < s->g.d; i++) {
        s->xi[i] = size * scale * uniform(&seed);
        s->x[i] = scale * uniform(&seed);
        s->eta[i] = scale * uniform(&seed);
    }
    s->work = calloc(fast_algebra_work_size(&s->g), sizeof *s->work);
    assert_non_null(s->work);
}

enum { KINDS = 7 };

static double complex entry(const subject *s, const double *x, size_t i, size_t j)
{
    const size_t n = s->k.n;
    if (i > j) return -conj(entry(s, x, j, i));
    if (i == j) return s->k.parts == 2 ? x[i] * I : 0;
    size_t at = i * (2 * n - i - 1) / 2 + (j - i - 1);
    return s->k.parts == 2 ? x[n + 2 * at] + x[n + 2 * at + 1] * I : x[at];
}

static void to_matrix(double complex *m, const subject *s, const double *x)
{
    for (size_t i = 0; i < s->k.n; i++)
        for (size_t j = 0; j < s->k.n; j++) m[i * s->k.n + j] = entry(s, x, i, j);
}

static void times(double complex *c, const subject *s, const double complex *a,
                  const double complex *b)
{
    const size_t n = s->k.n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double complex sum = 0;
            for (size_t l = 0; l < n; l++) sum += a[i * n + l] * b[l * n + j];
            c[i * n + j] = sum;
        }
}

static void same_matrix(const subject *s, const double *x, const double complex *m, double bound)
{
    for (size_t i = 0; i < s->k.n; i++)
        for (size_t j = 0; j < s->k.n; j++)
            assert_le(cabs(entry(s, x, i, j) - m[i * s->k.n + j]), bound);
}

static void same(const double *x, const double *y, size_t d, double bound)
{
    for (size_t i = 0; i < d; i++) assert_le(fabs(x[i] - y[i]), bound);
}

/* ad*_xi x = x xi - xi x, [xi, eta], dcay^-1 and D - 1 from products written out; sums of n terms
 * below 1. */
static void products(void **state)
{
    (void)state;
    for (size_t which = 0; which < KINDS; which++) {
        subject s;
        double out[MOST_D];
        double complex xi[MOST_D], x[MOST_D], a[MOST_D], b[MOST_D], left[MOST_D], right[MOST_D];
        begin(&s, which, 1);
        const size_t n = s.k.n;
        const double bound = 16 * U * (double)n;
        to_matrix(xi, &s, s.xi);
        to_matrix(x, &s, s.x);
        times(a, &s, x, xi);
        times(b, &s, xi, x);
        for (size_t i = 0; i < n * n; i++) left[i] = a[i] - b[i];
        s.g.coadjoint(out, &s.g, s.xi, s.x, s.work);
        same_matrix(&s, out, left, bound);
        for (size_t i = 0; i < n * n; i++) left[i] = -left[i];
        s.g.bracket(out, &s.g, s.xi, s.x, s.work);
        same_matrix(&s, out, left, bound);
        for (size_t i = 0; i < n * n; i++) {
            left[i] = 0.5 * xi[i] + (i % (n + 1) == 0);
            right[i] = -0.5 * xi[i] + (i % (n + 1) == 0);
        }
        times(a, &s, left, x);
        times(b, &s, a, right);
        s.g.dcay_inverse(out, &s.g, s.xi, s.x, s.work);
        same_matrix(&s, out, b, bound);
        for (size_t i = 0; i < n * n; i++) b[i] -= x[i];
        s.g.cayley_change(out, &s.g, s.xi, s.x, s.work);
        same_matrix(&s, out, b, bound);
        free(s.work);
    }
}

/* D(xi) z = x for the stage; with small and with large generators, |xi| <= 40 and then |D| <= 400.
 */
static void stages(void **state)
{
    (void)state;
    for (size_t which = 0; which < 2 * KINDS; which++) {
        subject s;
        double z[MOST_D], back[MOST_D];
        const double size = which < KINDS ? 0.5 : 40;
        begin(&s, which % KINDS, size);
        s.g.cayley_stage(z, &s.g, s.xi, s.x, s.work);
        s.g.cayley_change(back, &s.g, s.xi, z, s.work);
        for (size_t i = 0; i < s.g.d; i++) back[i] += z[i];
        same(back, s.x, s.g.d, 8 * U * (double)s.k.n * (1 + size * size / 4));
        free(s.work);
    }
}

/* E(xi) x = sum (ad*_xi)^k x/k! for |xi| = 1, ad at most 2 long; E(xi) E(eta) = E(xi + eta) along
 * one line, eta = 30 xi. */
static void flows(void **state)
{
    (void)state;
    for (size_t which = 0; which < KINDS; which++) {
        subject s;
        double out[MOST_D], term[MOST_D], next[MOST_D], sum[MOST_D];
        begin(&s, which, 1);
        memcpy(term, s.x, sizeof term);
        memcpy(sum, s.x, sizeof sum);
        for (int k = 1; k < 40; k++) {
            s.g.coadjoint(next, &s.g, s.xi, term, s.work);
            for (size_t i = 0; i < s.g.d; i++) {
                term[i] = next[i] / k;
                sum[i] += term[i];
            }
        }
        s.g.flow(out, &s.g, s.xi, NULL, s.x, s.work);
        same(out, sum, s.g.d, 16 * U * (double)s.k.n);
        for (size_t i = 0; i < s.g.d; i++) term[i] = 30 * s.xi[i];
        s.g.flow(next, &s.g, term, NULL, out, s.work);
        for (size_t i = 0; i < s.g.d; i++) term[i] += s.xi[i];
        s.g.flow(out, &s.g, term, NULL, s.x, s.work);
        same(out, next, s.g.d, 16 * U * 31 * (double)s.k.n);
        free(s.work);
    }
}

/* A flow's rounding is that of its increment where generators are small. */
static void small_flows(void **state)
{
    (void)state;
    for (size_t which = 0; which < KINDS; which++) {
        subject s;
        double out[MOST_D], first[MOST_D];
        begin(&s, which, 0x1p-30);
        for (size_t i = 0; i < s.g.d; i++) s.x[i] = ldexp(rint(ldexp(s.x[i], 20)), -20);
        s.g.flow(out, &s.g, s.xi, NULL, s.x, s.work);
        s.g.coadjoint(first, &s.g, s.xi, s.x, s.work);
        for (size_t i = 0; i < s.g.d; i++)
            assert_le(fabs((out[i] - s.x[i]) - first[i]), U * fabs(out[i]) + 0x1p-58);
        free(s.work);
    }
}

static bool lost(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += v[i];
    return !isfinite(sum);
}

/* What is not finite stays visible. */
static void infinite(void **state)
{
    (void)state;
    for (size_t which = 0; which < KINDS; which++) {
        subject s;
        double out[MOST_D];
        begin(&s, which, 1);
        s.xi[0] = NAN;
        s.g.flow(out, &s.g, s.xi, NULL, s.x, s.work);
        assert_true(lost(out, s.g.d));
        s.g.cayley_stage(out, &s.g, s.xi, s.x, s.work);
        assert_true(lost(out, s.g.d));
        s.xi[0] = 0x1p60;
        s.g.flow(out, &s.g, s.xi, NULL, s.x, s.work);
        assert_true(lost(out, s.g.d));
        free(s.work);
    }
}

static fast_system *system_of(const char *line)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    slp_case_clear(&c);
    return sys;
}

/* so(4): Tr X^2 and x12 x34 - x13 x24 + x14 x23; energy 1/2 sum x^2/I; the default moments are 1,
 * 2, ..., d. */
static void body(void **state)
{
    (void)state;
    const double x[6] = {0.5, -1, 0.25, 2, -0.75, 1.5};
    double values[2], square = 0, energy = 0;
    fast_system *sys =
        system_of("case id=b system=rigid-body-n scheme=tmk n=4 h=0.1 steps=1 x=1,0,0,0,0,0");
    for (size_t i = 0; i < 6; i++) {
        square += x[i] * x[i];
        energy += 0.5 * x[i] * x[i] / (double)(i + 1);
    }
    assert_int_equal(fast_casimir_count(sys), 2);
    fast_casimirs(values, sys, x);
    assert_le(fabs(values[0] + 2 * square), 64 * U * square);
    assert_le(fabs(values[1] - (x[0] * x[5] - x[1] * x[4] + x[2] * x[3])), 64 * U);
    assert_le(fabs(fast_energy(sys, x) - energy), 8 * U * energy);
    fast_system_free(sys);
}

/* On N = 2, degree 1 alone: (-Delta)^-1 X = X/2, energy |X|^2/4; Tr (-iX)^2 = |X|^2. */
static void two_by_two(void **state)
{
    (void)state;
    const double x[4] = {0.5, -0.5, 0.25, -1}, square = 2 * (0.25 + 0.0625 + 1);
    double values[1];
    fast_system *sys =
        system_of("case id=z system=zeitlin-sphere scheme=tmk n=2 h=0.1 steps=1 x=0,0,1,0");
    fast_casimirs(values, sys, x);
    assert_le(fabs(values[0] - square), 16 * U * square);
    assert_le(fabs(fast_energy(sys, x) - square / 4), 16 * U * square);
    fast_system_free(sys);
}

/* On the torus with N = 3, X = i (T_m + T_-m) of m = (1, 1): omega = 1 twice, |m|^2 = 2, energy
 * 1/2. */
static void torus(void **state)
{
    (void)state;
    double x[9] = {0};
    const double turn = 2 * acos(-1.0) / 3;
    fast_system *sys = system_of("case id=s system=sine-euler scheme=tmk n=3 h=0.1 steps=1 "
                                 "x=0,0,0,1,0,0,0,0,0");
    static const size_t at[3][3] = {{0, 3, 5}, {3, 1, 7}, {5, 7, 2}};
    for (int sign = -1; sign <= 1; sign += 2)
        for (size_t k = 0; k < 3; k++) {
            size_t to = (k + 3 + (size_t)(sign + 3)) % 3;
            double angle = turn + sign * 2 * turn * (double)k;
            if (to < k) continue;
            x[at[k][to]] -= sin(angle);
            x[at[k][to] + 1] += cos(angle);
        }
    assert_le(fabs(fast_energy(sys, x) - 0.5), 64 * U);
    fast_system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products),   cmocka_unit_test(stages),
                                       cmocka_unit_test(flows),      cmocka_unit_test(small_flows),
                                       cmocka_unit_test(infinite),   cmocka_unit_test(body),
                                       cmocka_unit_test(two_by_two), cmocka_unit_test(torus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
