/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums of spins: plain where fast/system/spins.md says so, twofold elsewhere.  Exact is the
 * reference at 512 bits. */
#include "tests/support/cmocka.h"

#include "tests/fast/generator_sums.h"
#include "tests/ref/thread_caches.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 19, FEW = 16 /* spins, whose sums are all twofold */ };

/* `text` up to the end of field `key`, with zeros there; returns what follows it. */
static const char *put_zeros(char **to, const char *text, const char *key, size_t zeros)
{
    const char *at = strstr(text, key);
    if (!at) return text;
    const size_t length = (size_t)(at - text) + 1 + strcspn(at + 1, " ");
    memcpy(*to, text, length);
    *to += length;
    for (size_t i = 0; i < zeros; i++) *to += sprintf(*to, ",0");
    return text + length;
}

/* The line with more than FEW spins, those that it lacks of length 0 and without a bond.  To be
 * freed. */
static char *widened(const char *line, size_t spins)
{
    const size_t more = spins > FEW ? 0 : FEW + 1 - spins, length = strlen(line);
    char *wide = malloc(length + 12 * more + 1), *to = wide;
    assert_non_null(wide);
    const char *x = strstr(line, " x="), *dw = strstr(line, " dw=");
    const char *rest = line;
    if (dw && dw < x) rest = put_zeros(&to, rest, " dw=", 3 * more);
    rest = put_zeros(&to, rest, " x=", 3 * more);
    if (dw && dw > x) rest = put_zeros(&to, rest, " dw=", 3 * more);
    strcpy(to, rest);
    return wide;
}

static size_t spins_of(const char *line)
{
    const char *x = strstr(line, " x=") + 1;
    size_t commas = 0;
    for (size_t i = 0; i < strcspn(x, " "); i++) commas += x[i] == ',';
    return (commas + 1) / 3;
}

/* `low`: how many of the line's spins have low parts, where twofold sums are asked for. */
static void near(const char *line, size_t low)
{
    char *wide = widened(line, spins_of(line));
    sums_near(wide, spins_of(line), low);
    free(wide);
}

#define STAR "case id=%s system=spins scheme=sib bonds=1:2,3:1,1:4,5:1 exchange=0.7,0.3,0.1,0.9 "
#define ALL  "dmi=0.1,0.3,-0.2,0.7,-0.1,0.6,0.3,0.9,-0.7,-0.3,0.1,0.2 field=0.3,-0.7,0.1 "
#define REST "anisotropy=0.3,0.6,-0.1,0.7 noise=0.01 damping=0.7 h=%a steps=1 "
#define X    "x=0.3,-0.7,0.9,0.1,0.6,-0.3,-0.7,0.1,0.3,0.9,0.3,-0.6,0.1,-0.1,0.7"
#define DW   " dw=0.7,-0.9,0.3,0.1,-0.6,0.7,-0.9,0.3,0.1,-0.6,0.7,-0.9,0.3,0.1,-0.6"

static void small_steps_are_plain_and_long_ones_twofold(void **state)
{
    static const struct {
        double h;
        size_t all, exchange; /* spins with low parts */
    } cases[] = {{0x1p-12, 0, 0}, {-0x1p-9, 0, 0}, {0.375, 0, 0},  {0.5, 1, 0},
                 {0.625, 1, 0},   {1, 1, 0},       {1.25, 5, 0},   {-3, 5, 0},
                 {-48, 5, 4},     {0x1p20, 5, 5},  {0x1p300, 5, 5}};
    char line[1000];
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(line, sizeof line, STAR ALL REST X DW, "all", cases[k].h);
        near(line, cases[k].all);
        snprintf(line, sizeof line, STAR "h=%a steps=1 " X, "exchange", cases[k].h);
        near(line, cases[k].exchange);
    }
}

/* Neighbours of spin 1 cancel to 2^-40, times h = 2^10: plain sums would be off by 2^-42 of it. */
static void sums_that_cancel_are_twofold(void **state)
{
    (void)state;
    near("case id=equal system=spins scheme=sib bonds=1:2,1:3,4:1,5:1 exchange=0.7,0.7,0.7,0.7 "
         "h=1024 steps=1 x=1,0.3,0.1,0.7,0.1,0.3,-0.3,0.6,0.2,-0.2,-0.3,0.1,"
         "-0.19999999999909,-0.4,-0.6",
         5);
    near("case id=own system=spins scheme=sib bonds=1:2,1:3,4:1,5:1 exchange=0.7,0.3,0.7,0.3 "
         "h=1024 steps=1 x=1,0.3,0.1,0.7,0.1,0.3,-0.3,0.6,0.2,-0.7,-0.1,-0.3,"
         "0.30000000000091,-0.6,-0.2",
         5);
    near("case id=increments system=spins scheme=sib bonds=1:2 exchange=0.7 noise=0.7 h=0x1p-9 "
         "steps=1 x=1,0.3,0.1,0.7,0.1,0.3 dw=170,0.1,-0.3,0.7,0.1,-170",
         2);
    near("case id=noise system=spins scheme=sib bonds=1:2 exchange=0.7 field=0.3,0.1,0.9 noise=0.7 "
         "h=10 steps=1 x=0,0,0,0,0,0 dw=-4.28571428571,-1.428571428571,-12.857142857,"
         "-4.28571428571,-1.428571428571,-12.857142857",
         2);
}

/* F of the page passes with one end of the lengths that a sum may have and not with the other, and
 * a spin has a length near the other. */
static void both_ends_of_lengths_are_asked(void **state)
{
    (void)state;
    near("case id=short system=spins scheme=sib bonds=1:2,1:3 exchange=0.9,0.9 "
         "dmi=1e-6,0,0,0,1e-6,0 "
         "h=3 steps=1 x=0.6,0,0.8,0.8,0.6,0,-0.8,-0.6,0",
         1);
    near("case id=long system=spins scheme=sib bonds=1:2 exchange=1 damping=0.7 h=6 steps=1 "
         "x=0.6,0,0.8,0.8,0.6,0",
         2);
}

/* A hub of n bonds, to be freed.  Its terms are 2^-12 (1 + 1022 u).  Plain sums lose almost half a
 * unit with each term once they are above 1/4. */
static char *hub(size_t n)
{
    char *line = malloc(LINE), *to = line;
    assert_non_null(line);
    to += sprintf(to, "case id=hub system=spins scheme=sib bonds=");
    for (size_t i = 0; i < n; i++) to += sprintf(to, "%s1:%zu", i ? "," : "", i + 2);
    to += sprintf(to, " exchange=");
    for (size_t i = 0; i < n; i++) to += sprintf(to, "%s0x1p-12", i ? "," : "");
    to += sprintf(to, " h=1 steps=1 x=0,1,0");
    for (size_t i = 0; i < n; i++) to += sprintf(to, ",0x1.00000000001ffp+0,0,0");
    return line;
}

/* A plain sum of so many terms would be off by 511u. */
static void many_bonds_are_twofold(void **state)
{
    (void)state;
    char *line = hub(4096);
    near(line, 0); /* the sum is a number without a low part */
    free(line);
}

static double value(size_t i)
{
    return sin(7.3 * (double)i + 0.4);
}

static char *list(char *to, const char *key, size_t n, size_t seed)
{
    to += sprintf(to, " %s=%a", key, value(seed));
    for (size_t i = 1; i < n; i++) to += sprintf(to, ",%a", value(seed + i));
    return to;
}

enum { EQUAL = 1, TURNING = 2, OWN = 4, AREA = 8 };

/* A ring of n spins, each bound to the `reach` next ones, and to the one opposite, to be freed. */
static char *ring(size_t n, size_t reach, bool opposite, int kind)
{
    char *line = malloc(LINE), *to = line;
    assert_non_null(line);
    const size_t bonds = n * reach + (opposite ? n / 2 : 0);
    to += sprintf(to, "case id=ring%zu.%zu.%d system=spins scheme=sib h=0x1p-12 steps=1 bonds=", n,
                  reach, kind);
    for (size_t r = 1; r <= reach; r++)
        for (size_t i = 0; i < n; i++)
            to += sprintf(to, "%s%zu:%zu", i || r > 1 ? "," : "", i + 1, (i + r) % n + 1);
    for (size_t i = 0; opposite && i < n / 2; i++)
        to += sprintf(to, ",%zu:%zu", i + n / 2 + 1, i + 1);
    if (kind & EQUAL) {
        to += sprintf(to, " exchange=0.7");
        for (size_t i = 1; i < bonds; i++) to += sprintf(to, ",0.7");
    } else {
        to = list(to, "exchange", bonds, 3);
    }
    if (kind & TURNING) to = list(to, "dmi", 3 * bonds, 5);
    if (kind & OWN) {
        to += sprintf(to, " field=0.3,-0.7,0.1 anisotropy=0.3,0.6,-0.1,0.7 noise=0.01 damping=0.7");
        to = list(to, "dw", 3 * n, 11);
    }
    if (kind & AREA) to = list(to, "area", 3 * n * (3 * n - 1) / 2, 13);
    list(to, "x", 3 * n, 17);
    return line;
}

/* Every number of bonds, with and without what is added to bonds, beyond sixteen spins. */
static void lattices_are_near(void **state)
{
    static const int kinds[] = {0,   EQUAL,       TURNING,    EQUAL | TURNING,
                                OWN, EQUAL | OWN, OWN | AREA, TURNING | OWN | AREA};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t n = 17; n <= 29; n += 3)
            for (size_t reach = 1; reach <= 3; reach++)
                for (size_t opposite = 0; opposite <= 1 - n % 2; opposite++) {
                    char *line = ring(n, reach, opposite > 0, kinds[k]);
                    near(line, 0);
                    free(line);
                }
}

static void few_spins_are_twofold(void **state)
{
    (void)state;
    for (size_t n = FEW; n <= FEW + 1; n++) {
        char *line = ring(n, 3, false, OWN | TURNING);
        assert_int_equal(sums_all_twofold(line), n <= FEW);
        free(line);
    }
}

/* Section 3 of the page: h times a sum is moderate where the sum overflows, or where products that
 * underflow are multiplied by what is huge. */
static void nothing_overflows_or_underflows(void **state)
{
    (void)state;
    near("case id=over system=spins scheme=sib bonds=1:2 exchange=0x1p0 damping=0x1.3p990 "
         "h=0x1p-1040 steps=1 x=0x1.7p20,0x1.1p20,-0x1.3p19,0x1.5p20,-0x1.5p20,0x1.9p18",
         2);
    char *line = malloc(LINE), *to = line;
    assert_non_null(line);
    to += sprintf(to, "case id=under system=spins scheme=sib bonds=1:2");
    for (size_t i = 1; i < 1000; i++) to += sprintf(to, ",1:2");
    to += sprintf(to, " exchange=0x3p-1074");
    for (size_t i = 1; i < 1000; i++) to += sprintf(to, ",0x%dp-1074", i % 2 ? 3 : 7);
    sprintf(to, " h=0x1p1022 steps=1 x=0.5,0.75,0.25,0.5,0.125,0.5");
    near(line, 0); /* sums of few digits have no low part */
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_steps_are_plain_and_long_ones_twofold),
        cmocka_unit_test(sums_that_cancel_are_twofold),
        cmocka_unit_test(both_ends_of_lengths_are_asked),
        cmocka_unit_test(many_bonds_are_twofold),
        cmocka_unit_test(lattices_are_near),
        cmocka_unit_test(few_spins_are_twofold),
        cmocka_unit_test(nothing_overflows_or_underflows),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
