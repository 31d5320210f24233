/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Below multiplier 1 a law that samples is asked of that share of the pairs, of others under
 * another seed; of all where it or the scheme is named. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"

static prop_disposition decline(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                const slp_case *c)
{
    (void)self, (void)c;
    slp_result_clear(r);
    snprintf(note, PROP_NOTE, "declines");
    return PROP_DECLINED;
}

static bool has_all(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

static unsigned size_of(unsigned set)
{
    unsigned size = 0;
    for (; set; set &= set - 1) size++;
    return size;
}

/* The pairs of a system that `of` is to be asked of: a set of positions in the table of all
 * schemes.  Those left out must be counted by the line that says so. */
static unsigned asked_on(const char *system, unsigned pairs, const char *of, uint64_t seed,
                         double multiplier, const char *law, const char *scheme)
{
    prop_subject subject = {.name = "declines", .answer = decline, .has = has_all};
    const prop_subject *subjects[] = {&subject, NULL};
    char *printed;
    size_t size;
    unsigned set = 0;
    prop_list list = {0};
    prop_options options = {.subjects = subjects,
                            .law = law,
                            .choice.system = system,
                            .choice.scheme = slp_scheme_find(scheme),
                            .seed = seed,
                            .multiplier = multiplier,
                            .threads = 1,
                            .brief = true,
                            .out = open_memstream(&printed, &size)};
    if (!options.out) abort();
    prop_add_pairs(&list, &options);
    for (size_t i = 0; i < list.count; i++) {
        const prop_item *item = &list.item_results[i].item;
        for (size_t k = 0; slp_scheme_at(k) && strcmp(item->law->name, of) == 0; k++)
            set |= (unsigned)(slp_scheme_at(k) == item->scheme) << k;
    }
    prop_list_clear(&list);
    if (strcmp(system, "canonical") == 0 && seed <= 2 && multiplier <= 1) {
        prop_run(&options); /* what is asked is what was to be asked */
        fflush(options.out);
        for (size_t k = 0; slp_scheme_at(k); k++) {
            char pair[128];
            snprintf(pair, sizeof pair, "\n%-12s %s/%s ", of, system, slp_scheme_at(k)->name);
            assert_int_equal(strstr(printed, pair) != NULL, set >> k & 1);
        }
    } else {
        fputc('\n', options.out);
        prop_report_left_out(&options);
    }
    fclose(options.out);
    if (!scheme) {
        char line[128];
        snprintf(line, sizeof line, "\n%s is not applied to %u of %u pairs", of,
                 pairs - size_of(set), pairs);
        assert_int_equal(strstr(printed, line) != NULL, size_of(set) < pairs);
    }
    free(printed);
    return set;
}

static unsigned asked_of(const char *of, uint64_t seed, double multiplier, const char *law,
                         const char *scheme)
{
    return asked_on("canonical", 13, of, seed, multiplier, law, scheme);
}

static unsigned asked(uint64_t seed, double multiplier, const char *law, const char *scheme)
{
    return asked_of("drift", seed, multiplier, law, scheme);
}

/* 13 pairs, 8 seeds: 104 lots of chance 0.3, 31.2 on average with spread 4.7; outside 12 to 50 by
 * chance with probability below 1e-4 and for these seeds never.  All the same under every seed: no
 * lot. */
static void below_one_a_share_of_the_pairs_is_asked(void **state)
{
    (void)state;
    unsigned total = 0, ever = 0, always = ~0u, parts = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        const unsigned set = asked(seed, 0.3, NULL, NULL);
        total += size_of(set);
        ever |= set;
        parts += set != 0 && size_of(set) < 13; /* each pair has a lot of its own */
        always &= set;
    }
    assert_in_range(total, 12, 50);
    assert_ge(size_of(ever), 6); /* all 13 with probability 0.45 */
    assert_int_equal(always, 0);
    assert_ge(parts, 4);
    /* of a law that does not sample and is not costly, all: 11 pairs keep or break symmetry */
    assert_int_equal(size_of(asked_on("canonical", 11, "symmetry", 3, 0.3, NULL, NULL)), 11);
}

static void all_are_asked_at_four_or_when_named(void **state)
{
    (void)state;
    assert_int_equal(size_of(asked(1, 0.01, "drift", NULL)), 13);
    assert_int_equal(size_of(asked(1, 0.01, NULL, "midpoint")), 1);
    assert_int_equal(size_of(asked(1, 4, NULL, NULL)), 13);
}

/* Two of the thirteen pairs are of order four: 24 seeds make 48 lots of chance 1/4, 12 on average
 * with spread 3; none, or more than 24, by chance with probability below 1e-4.  From multiplier 4
 * on all are asked. */
static void drifts_of_schemes_of_order_four_are_asked_seldom(void **state)
{
    (void)state;
    unsigned high = 0, total = 0;
    for (size_t k = 0; slp_scheme_at(k); k++) high |= (unsigned)(slp_scheme_at(k)->order > 2) << k;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        const unsigned set = asked_of("drift", seed, 1, NULL, NULL);
        assert_int_equal(size_of(set & ~high), 11);
        total += size_of(set & high);
    }
    assert_in_range(total, 1, 24);
    assert_int_equal(size_of(asked_of("drift", 1, 8, NULL, NULL)), 13);
    assert_int_equal(size_of(asked_of("drift", 1, 1, "drift", NULL)), 13);
}

/* Of rigid-body-n's 22 pairs 17 are up to order two: 6 seeds make 102 lots of chance 1/2, 51 on
 * average with spread 5; outside 26 to 76 by chance with probability below 1e-6. */
static void drifts_on_matrices_are_asked_of_every_other_pair(void **state)
{
    (void)state;
    unsigned high = 0, total = 0;
    for (size_t k = 0; slp_scheme_at(k); k++) high |= (unsigned)(slp_scheme_at(k)->order > 2) << k;
    for (uint64_t seed = 1; seed <= 6; seed++)
        total += size_of(asked_on("rigid-body-n", 22, "drift", seed, 1, NULL, NULL) & ~high);
    assert_in_range(total, 26, 76);
    assert_int_equal(size_of(asked_on("rigid-body-n", 22, "drift", 1, 2, NULL, NULL) & ~high), 17);
}

/* Rows of a law that the reference is asked on rigid-body-n. */
static size_t proofs(const char *law, double multiplier, const char *named)
{
    const prop_subject *subjects[] = {&prop_subject_ref, NULL};
    prop_list list = {0};
    prop_options options = {.subjects = subjects,
                            .law = named,
                            .choice.system = "rigid-body-n",
                            .seed = 1,
                            .multiplier = multiplier,
                            .threads = 1};
    size_t rows = 0;
    prop_add_pairs(&list, &options);
    for (size_t i = 0; i < list.count; i++)
        rows += strcmp(list.item_results[i].item.law->name, law) == 0;
    prop_list_clear(&list);
    return rows;
}

/* Of 22 lots of chance 1/2 less than 3 or more than 19 fall with probability below 3e-4, and for
 * this seed never. */
static void costly_laws_of_the_reference_are_asked_of_twice_that_share(void **state)
{
    (void)state;
    assert_in_range(proofs("tangent", 0.25, NULL), 3, 19);
    assert_int_equal(proofs("tangent", 0.5, NULL), 22);
    assert_int_equal(proofs("tangent", 0.01, "tangent"), 22);
    assert_in_range(proofs("poisson", 0.01, NULL), 0, 3);
    assert_int_equal(proofs("energy-near", 0.01, NULL), proofs("energy-near", 1, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(below_one_a_share_of_the_pairs_is_asked),
        cmocka_unit_test(all_are_asked_at_four_or_when_named),
        cmocka_unit_test(drifts_of_schemes_of_order_four_are_asked_seldom),
        cmocka_unit_test(drifts_on_matrices_are_asked_of_every_other_pair),
        cmocka_unit_test(costly_laws_of_the_reference_are_asked_of_twice_that_share),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
