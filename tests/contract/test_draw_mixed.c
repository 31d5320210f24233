/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The mixture of `slp gen`: every pair gets every class, each class holds what its name says, ids
 * are unique, variations differ from their case in the one thing they should, and a seed and a
 * number name the same bits everywhere. */
#include "tests/support/cmocka.h"
#include "tests/support/depth.h"
#include "tests/support/drawn_system.h"

#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/contract/draw/draw_pattern.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512, ROUNDS = 32 };

static size_t all_pairs(slp_draw_pair pairs[MOST])
{
    size_t count = 0;
    for (size_t i = 0; drawn_system_at(i); i++)
        for (size_t k = 0; slp_scheme_at(k); k++)
            if (slp_pair_makes_sense(drawn_system_at(i), slp_scheme_at(k), NULL))
                pairs[count++] = (slp_draw_pair){drawn_system_at(i), slp_scheme_at(k), 0, 0};
    assert_in_range(count, 100, MOST);
    return count;
}

static char *text_of(const slp_case *c)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    slp_case_print(to, c);
    fclose(to);
    return text;
}

/* How many numbers of two cases differ, ids and schemes apart; 99 where they are of different
 * shape. */
static size_t differences(const slp_case *a, const slp_case *b)
{
    if (a->system != b->system || a->steps != b->steps || a->d != b->d || a->M != b->M) return 99;
    size_t count = a->h != b->h;
    for (size_t i = 0; i < a->d; i++) count += a->x[i] != b->x[i];
    for (size_t i = 0; i < a->steps * a->M; i++) count += a->dw[i] != b->dw[i];
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) {
        if (a->params[p].count != b->params[p].count) return 99;
        for (size_t i = 0; i < a->params[p].count; i++)
            count += a->params[p].at[i] != b->params[p].at[i];
    }
    return count;
}

static double largest(const slp_case *c)
{
    double size = 0;
    for (size_t i = 0; i < c->d; i++) size = fmax(size, fabs(c->x[i]));
    return size;
}

static bool is_many(const slp_case *c)
{
    size_t count = 0;
    const double *n = slp_case_param(c, "n", &count);
    if (!n) n = slp_case_param(c, "size", &count);
    switch (c->system->algebra) {
    case SLP_SU2N:
        return c->d >= 18 && c->d <= 3 * 192;
    case SLP_SO3:
    case SLP_SE3:
        return true; /* a pattern may have taken noises out: test_many_noises */
    case SLP_VECTOR:
        return true;
    default:
        return n[0] >= 6 && n[0] <= 31;
    }
}

/* A pattern of the state may take its largest number away. */
static bool has_pattern(const slp_case *c)
{
    static const slp_pattern of_x[] = {SLP_PATTERN_ZERO, SLP_PATTERN_PARTLY_ZERO, SLP_PATTERN_EQUAL,
                                       SLP_PATTERN_NEAR};
    for (size_t i = 0; i < sizeof of_x / sizeof *of_x; i++)
        if (slp_has_pattern(c->x, c->d, 1, of_x[i])) return true;
    return false;
}

/* What a case of each class must be. */
static void check_class(const slp_case *c, slp_mixed_class which)
{
    if (which == SLP_MIXED_LONG) assert_in_range(c->steps, 40, 64);
    if (which == SLP_MIXED_MANY) assert_true(is_many(c));
    if (which == SLP_MIXED_TINY) assert_lt(largest(c), 0x1p-401);
    if (which == SLP_MIXED_HUGE && c->system->algebra != SLP_VECTOR)
        assert_true(largest(c) >= 0x1p+402 || has_pattern(c));
    if (which == SLP_MIXED_STEP) assert_lt(fabs(c->h), 0x1p13); /* kinds: test_rare_kinds */
}

/* A variation against the case that it varies. */
static void check_variation(const slp_case *c, const slp_case *source, slp_mixed_class which)
{
    const size_t differ = differences(c, source);
    if (which == SLP_MIXED_TWIN || which == SLP_MIXED_NEAR) {
        assert_int_equal(differ, 1);
        assert_ptr_equal(c->scheme, source->scheme);
    } else if (which == SLP_MIXED_AGAIN) {
        assert_int_equal(differ, 0);
        assert_ptr_equal(c->scheme, source->scheme);
    } else if (which == SLP_MIXED_RULE) {
        /* of a noise without an exact flow a splitting gets one part */
        if (c->system->factors == NULL || !c->scheme->splits) assert_int_equal(differ, 0);
        assert_ptr_not_equal(c->scheme, source->scheme);
    }
    assert_string_not_equal(c->id, source->id);
}

static void check_stream(const slp_draw_pair *pairs, size_t count, uint64_t cases,
                         size_t found[SLP_MIXED_CLASS_COUNT])
{
    slp_case last[4]; /* the latest four */
    char **ids = calloc(cases, sizeof *ids);
    for (size_t i = 0; i < 4; i++) slp_case_init(&last[i]);
    for (uint64_t i = 0; i < cases; i++) {
        slp_mixed_class which;
        slp_case *c = &last[i % 4];
        assert_int_equal(slp_draw_mixed(c, &which, pairs, count, 5, i), SLP_OK);
        assert_int_equal(which, slp_mixed_class_of(pairs, count, i));
        assert_non_null(strstr(c->id, slp_mixed_word(which)));
        found[which]++;
        check_class(c, which);
        if (which >= SLP_MIXED_TWIN && which != SLP_MIXED_SPARE)
            check_variation(c, &last[(i - (which == SLP_MIXED_AGAIN ? 3 : 1)) % 4], which);
        ids[i] = strdup(c->id);
    }
    for (uint64_t i = 0; i < cases; i++)
        for (uint64_t k = 0; k < i; k++) assert_string_not_equal(ids[i], ids[k]);
    for (uint64_t i = 0; i < cases; i++) free(ids[i]);
    free(ids);
    for (size_t i = 0; i < 4; i++) slp_case_clear(&last[i]);
}

static void test_all_pairs(void **state)
{
    (void)state;
    slp_draw_pair pairs[MOST];
    const size_t count = all_pairs(pairs);
    size_t found[SLP_MIXED_CLASS_COUNT] = {0};
    check_stream(pairs, count, 8 * count, found);
    for (int k = 0; k <= SLP_MIXED_MANY; k++) assert_int_equal(found[k], count);
    assert_int_equal(found[SLP_MIXED_TINY] + found[SLP_MIXED_HUGE], count);
    assert_ge(found[SLP_MIXED_TINY], count / 3);
    assert_ge(found[SLP_MIXED_HUGE], count / 3);
    for (int k = SLP_MIXED_TWIN; k <= SLP_MIXED_AGAIN; k++) assert_ge(found[k], count / 5);
    assert_le(found[SLP_MIXED_SPARE], count / 16);
}

/* One pair, and few, get all classes too; only a pair alone has no other rule. */
static void test_few_pairs(void **state)
{
    (void)state;
    slp_draw_pair pairs[MOST];
    const size_t all = all_pairs(pairs);
    for (size_t count = 1; count <= 20; count += count < 4 ? 1 : 5)
        for (size_t first = 0; first + count <= all; first += 29) {
            size_t found[SLP_MIXED_CLASS_COUNT] = {0};
            check_stream(pairs + first, count, ROUNDS * count, found);
            for (int k = 0; k < SLP_MIXED_CLASS_COUNT; k++)
                if (k < SLP_MIXED_RULE) assert_gt(found[k], 0);
        }
}

/* Over a thousand cases each kind of rare step and of state comes. */
static void test_rare_kinds(void **state)
{
    (void)state;
    slp_draw_pair pairs[MOST];
    const size_t count = all_pairs(pairs);
    size_t zero = 0, minus_zero = 0, negative = 0, large = 0, faint = 0, subnormal = 0,
           vortices = 0, many_noises = 0, larger = 0;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t i = 0; i < 8 * count; i++) {
        slp_mixed_class which;
        assert_int_equal(slp_draw_mixed(&c, &which, pairs, count, 1, i), SLP_OK);
        if (which == SLP_MIXED_STEP) {
            zero += c.h == 0 && !signbit(c.h);
            minus_zero += c.h == 0 && signbit(c.h);
            negative += c.h < 0;
            large += fabs(c.h) > 1;
            faint += c.h != 0 && fabs(c.h) < 0x1p-1022;
        }
        subnormal += which == SLP_MIXED_TINY && largest(&c) < 0x1p-1022;
        vortices += c.system->algebra == SLP_SU2N && c.d > 24;
        larger += c.system->algebra == SLP_SU2N && c.d > 48;
        many_noises += which == SLP_MIXED_MANY && c.M >= 4;
    }
    slp_case_clear(&c);
    assert_ge(zero, 10);
    assert_ge(minus_zero, 10);
    assert_ge(negative, 30);
    assert_ge(large, 30);
    assert_ge(faint, 10);
    assert_ge(subnormal, 15);
    assert_ge(vortices, 16);
    assert_ge(larger, 8);
    assert_ge(many_noises, count / 4);
}

/* The format takes every case that is drawn, also where the rule of the case before takes what this
 * one's does not: the pairs of each system, alone, over many rounds. */
static void test_none_refused(void **state)
{
    const size_t cases = 6000 / depth_stride(8);
    (void)state;
    slp_draw_pair all[MOST], pairs[MOST];
    const size_t every = all_pairs(all);
    slp_case c;
    slp_case_init(&c);
    for (size_t i = 0; drawn_system_at(i); i++) {
        size_t count = 0, varied = 0;
        for (size_t p = 0; p < every; p++)
            if (all[p].system == drawn_system_at(i)) pairs[count++] = all[p];
        for (uint64_t k = 0; count > 0 && k < cases; k++) {
            slp_mixed_class which;
            assert_int_equal(slp_draw_mixed(&c, &which, pairs, count, 3, k), SLP_OK);
            varied += which == SLP_MIXED_RULE;
        }
        assert_true(count < 2 || varied >= cases / 64);
    }
    slp_case_clear(&c);
}

static void test_same_bits(void **state)
{
    (void)state;
    static const uint64_t known = UINT64_C(0xf98b4cdff20bd310);
    slp_draw_pair pairs[MOST];
    const size_t count = all_pairs(pairs);
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    slp_case c;
    slp_case_init(&c);
    for (uint64_t i = 0; i < 8 * count; i++) {
        slp_mixed_class which;
        assert_int_equal(slp_draw_mixed(&c, &which, pairs, count, 1, i), SLP_OK);
        char *text = text_of(&c);
        for (const char *at = text; *at; at++)
            digest = (digest ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
        free(text);
    }
    slp_case_clear(&c);
    if (digest != known) print_message("# the mixture's digest is 0x%016" PRIx64 "\n", digest);
    assert_true(digest == known);
}

static void test_words(void **state)
{
    (void)state;
    for (int k = 0; k < SLP_MIXED_CLASS_COUNT; k++)
        assert_non_null(slp_mixed_word((slp_mixed_class)k));
    assert_null(slp_mixed_word(SLP_MIXED_CLASS_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs),  cmocka_unit_test(test_few_pairs),
        cmocka_unit_test(test_rare_kinds), cmocka_unit_test(test_none_refused),
        cmocka_unit_test(test_same_bits),  cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
