/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums of polynomials on many vectors: plain where fast/system/polynomial.md says so, twofold
 * elsewhere.  Exact is the reference at 512 bits. */
#include "tests/support/cmocka.h"

#include "tests/fast/generator_sums.h"
#include "tests/ref/thread_caches.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 20, FEW = 16 /* vectors, whose sums are all twofold */ };

static double value(size_t i)
{
    return sin(7.3 * (double)i + 0.4);
}

/* What a line has besides a tensor for each pair of neighbours. */
enum { ALIKE = 1, OWN = 2, FIELD = 4, NOISE = 8, HIGH = 16, WEIGHTS = 32, TWICE = 64 };

static char *term(char *to, size_t k, double c, size_t i, size_t j)
{
    return to +
           (j ? sprintf(to, ",%zu:%a:%zu.%zu", k, c, i, j) : sprintf(to, ",%zu:%a:%zu", k, c, i));
}

static char *numbers(char *to, const char *key, size_t n, size_t seed, double scale)
{
    to += sprintf(to, " %s=%a", key, scale * value(seed));
    for (size_t i = 1; i < n; i++) to += sprintf(to, ",%a", scale * value(seed + i));
    return to;
}

/* A ring of n vectors, each bound to the `reach` next ones; to be freed. */
static char *ring(size_t n, size_t reach, int kind, double h)
{
    char *line = malloc(LINE), *to = line;
    assert_non_null(line);
    to += sprintf(to,
                  "case id=ring%zu.%zu.%d system=polynomial algebra=su2 size=%zu scheme=sib "
                  "h=%a steps=1 terms=0:0x1p-20:1.3",
                  n, reach, kind, n, h);
    for (size_t a = 0; a < n; a++)
        for (size_t r = 1; r <= reach; r++)
            for (size_t k = 0; k < 9; k++)
                to = term(to, 0, value(kind & ALIKE ? k + 9 * r : 9 * (a * reach + r) + k),
                          3 * a + k / 3 + 1, 3 * ((a + r) % n) + k % 3 + 1);
    for (size_t i = 1; i <= 3 * n; i++) {
        if (kind & OWN) to = term(to, 0, value(i + 5), i, i);
        if (kind & TWICE) to = term(to, 0, value(i + 6), i, i);
        if (kind & TWICE) to = term(to, 0, value(i + 7), i, 0);
        if (kind & FIELD) to = term(to, 0, value(i + 1), i, 0);
        if (kind & NOISE) to = term(to, i, value(i + 2), i, 0);
        if (kind & NOISE) to = term(to, 1 + (i + 2) % (3 * n), value(i + 8), i, 0);
        if (kind & HIGH) to += sprintf(to, ",0:%a:%zu.%zu.%zu", value(i), i, i, i % (3 * n) + 1);
        if (kind & HIGH && kind & NOISE) to = term(to, i, value(i + 3), i, i % (3 * n) + 1);
        if (kind & HIGH && kind & NOISE) to = term(to, 2, value(i + 4), i, i % (3 * n) + 1);
    }
    if (kind & WEIGHTS) to = numbers(to, "weights", n, 29, 1);
    if (kind & NOISE) to = numbers(to, "dw", 3 * n, 11, sqrt(h) / 8);
    numbers(to, "x", 3 * n, 17, 1);
    return line;
}

static void short_steps_are_plain(void **state)
{
    static const int kinds[] = {0,
                                ALIKE,
                                OWN,
                                FIELD,
                                NOISE,
                                HIGH,
                                ALIKE | OWN | FIELD | TWICE,
                                WEIGHTS | OWN | FIELD,
                                OWN | FIELD | NOISE | HIGH,
                                WEIGHTS | OWN | TWICE | FIELD | NOISE | HIGH};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t n = 17; n <= 21; n += 2)
            for (size_t reach = 1; reach <= 3; reach++) {
                char *line = ring(n, reach, kinds[k], 0x1p-14);
                sums_near(line, SIZE_MAX, 0);
                free(line);
            }
}

/* Every vector has many terms of the size of h, and no plain sum is as good as the state. */
static void long_steps_are_twofold(void **state)
{
    static const int kinds[] = {0, ALIKE, OWN | FIELD | NOISE, HIGH | NOISE, WEIGHTS | HIGH};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int e = 4; e <= 40; e += 12) {
            char *line = ring(19, 2, kinds[k], ldexp(1, e));
            sums_near(line, SIZE_MAX, 19);
            free(line);
        }
}

/* `count` vectors beyond those of a line, of length 0 and without a term. */
static void wide(const char *head, const char *x, size_t low)
{
    char *line = malloc(LINE), *to = line;
    assert_non_null(line);
    size_t given = 1;
    for (const char *at = x; *at; at++) given += *at == ',';
    to += sprintf(to, "case system=polynomial algebra=su2 size=20 scheme=sib steps=1 %s x=%s", head,
                  x);
    for (; given < 60; given++) to += sprintf(to, ",0");
    sums_near(line, SIZE_MAX, low);
    free(line);
}

/* Terms of one vector cancel to 2^-40 of themselves; the other has none that do. */
static void sums_that_cancel_are_twofold(void **state)
{
    (void)state;
    wide("id=quadratic h=1024 terms=0:0.7:1.4,0:0.7:1.7,0:0.3:2.5", /* spin 1 only */
         "1,0.3,0.1,0.7,0.1,0.3,-0.69999999999909,0.2,0.1", 2);
    wide("id=linear h=1024 terms=0:0.7:1.4,0:0.7:1,0:0.1:4", "1,0.3,0.1,-0.99999999999909,0.1,0.3",
         2);
    wide("id=noise h=0x1p-3 terms=1:70:1,2:70:1,3:0.1:4 dw=0.7,-0.69999999999909,0.1",
         "1,0,0,1,0,0", 1);
    wide("id=high h=0x1p-3 terms=0:90:1.2.3,1:90:1.2.3 dw=-0.12499999999909", "1,0.9,0.8", 1);
}

/* Sums that only all sizes together take beyond the bound, in vector 1. */
static void every_size_counts(void **state)
{
    (void)state;
    wide("id=linear h=1 terms=0:6:1,0:6:1.4", "1,0.3,0.1,0.9", 1);
    wide("id=others h=1 terms=0:8:1.4.5,0:8:1.7.8", "1,0.3,0.1,0.9,0.9,1,0.9,0.9,1", 1);
}

/* A hub whose terms are 2^-12 (1 + 1022 u): plain sums lose almost half a unit with each. */
static void many_pairs_are_twofold(void **state)
{
    enum { N = 4096 };
    char *line = malloc(LINE), *to = line;
    (void)state;
    assert_non_null(line);
    to += sprintf(to,
                  "case id=hub system=polynomial algebra=su2 size=%d scheme=sib h=1 steps=1 "
                  "terms=0:0x1p-12:1.4",
                  N + 1);
    for (size_t i = 2; i <= N; i++) to += sprintf(to, ",0:0x1p-12:1.%zu", 3 * i + 1);
    to += sprintf(to, " x=0,1,0");
    for (size_t i = 0; i < N; i++) to += sprintf(to, ",0x1.00000000001ffp+0,0,0");
    sums_near(line, SIZE_MAX, 0); /* the sum is a number without a low part */
    free(line);
}

static void few_vectors_are_twofold(void **state)
{
    (void)state;
    for (size_t n = FEW; n <= FEW + 1; n++) {
        char *line = ring(n, 3, OWN | FIELD, 0x1p-14);
        assert_int_equal(sums_all_twofold(line), n <= FEW);
        free(line);
    }
}

/* Section 3 of the page: h times a sum is moderate where the sum overflows, or where what has
 * underflowed is multiplied by what is huge. */
static void nothing_overflows_or_underflows(void **state)
{
    (void)state;
    wide("id=over h=0x1p-1021 terms=0:0x1.9p1023:1.4,0:0x1.9p1023:1.7,0:0x1p1000:2",
         "0.3,0.1,0.2,0.9,0.1,0,0.9,0.3,0.7", 3);
    wide("id=small h=0x1p-1030 terms=0:0x1.9p1023:1.4,0:0x1.9p1023:1.7,0:0x1p1000:2",
         "0.3,0.1,0.2,0.9,0.1,0,0.9,0.3,0.7", 3);
    wide("id=linear h=0x1p-1021 terms=0:0x1.9p1023:1.4,0:0x1.9p1023:1,0:0x1p1000:2",
         "0.3,0.1,0.2,0.9,0.1,0,0.9,0.3,0.7", 2);
    wide("id=all h=0x1p-1044 terms=0:0x1.7777777777p1000:1.4,0:0x1.99999999999p1000:1.7",
         "0x1.3333333p40,0.1,0.2,0x1.5555555p40,0.1,0,0x1.7777777p40,0.3,0.7", 3);
    wide("id=under h=0x1p1000 terms=0:0x1.3p-1000:1.4,0:0x1p-1000:2",
         "0x1.3p-60,0,0x1.1p-70,0x1.7p-75,0,0", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_steps_are_plain),
        cmocka_unit_test(long_steps_are_twofold),
        cmocka_unit_test(sums_that_cancel_are_twofold),
        cmocka_unit_test(every_size_counts),
        cmocka_unit_test(many_pairs_are_twofold),
        cmocka_unit_test(few_vectors_are_twofold),
        cmocka_unit_test(nothing_overflows_or_underflows),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
