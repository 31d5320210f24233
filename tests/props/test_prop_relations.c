/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every relation speaks of some drawn case of its system, and compares two questions that differ:
 * an answer compared with itself, or a relation that never speaks, would find any subject right. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/relation/relation.h"

static bool differ(const slp_case *a, const slp_case *b)
{
    char *one = prop_case_fields(a, ' '), *two = prop_case_fields(b, ' ');
    bool other = strcmp(one, two) != 0;
    free(one);
    free(two);
    return other;
}

/* The relation says where the coordinates of a state go: all of them within a system. */
static void determines(const prop_relation *relation, const slp_case *to, const slp_case *c)
{
    arb_ptr y = _arb_vec_init((slong)c->d), image = _arb_vec_init((slong)to->d);
    size_t known = 0;
    assert_true(prop_map_state(image, to->d, relation, c, y));
    for (size_t i = 0; i < to->d; i++) known += arb_is_finite(image + i) != 0;
    if (to->system == c->system ? known < to->d : 2 * known < to->d)
        fail_msg("%s, %s: %zu of %zu coordinates", relation->system, relation->about, known, to->d);
    _arb_vec_clear(y, (slong)c->d);
    _arb_vec_clear(image, (slong)to->d);
}

/* Cases of one pair for which the relation has an image, and of these, those whose image is another
 * question. */
static void count(size_t *spoken, size_t *other, const prop_relation *relation,
                  const slp_scheme *scheme)
{
    prop_item item = {.law = prop_law_find("relations"),
                      .system = slp_system_find(relation->system),
                      .scheme = scheme,
                      .subject = &prop_subject_fast};
    slp_case c, to;
    slp_error err;
    slp_case_init(&c);
    slp_case_init(&to);
    for (uint64_t number = 0; number < 8; number++) {
        slp_draw from;
        slp_draw_init(&from, prop_stream(&item, 1), number);
        assert_true(prop_draw(&c, &from, &item, number));
        slp_case_copy(&to, &c);
        if (relation->applies && !relation->applies(&c)) continue;
        if (!relation->transform(&to, &c) || slp_case_check(&to, &err) != SLP_OK) continue;
        determines(relation, &to, &c);
        ++*spoken;
        *other += differ(&to, &c);
    }
    slp_case_clear(&c);
    slp_case_clear(&to);
}

static void every_relation_compares_two_questions(void **state)
{
    const slp_scheme *scheme;
    size_t relations = 0;
    (void)state;
    for (const prop_relation *const *family = prop_relations_registry; *family; family++)
        for (const prop_relation *r = *family; r->about; r++, relations++) {
            size_t spoken = 0, other = 0;
            for (size_t k = 0; (scheme = slp_scheme_at(k)); k++)
                if (slp_pair_makes_sense(slp_system_find(r->system), scheme, NULL))
                    count(&spoken, &other, r, scheme);
            /* symmetric states and equal parameters are their own images, but not most of the time
             */
            if (spoken < 4 || 2 * other < spoken)
                fail_msg("%s, %s: %zu images, %zu of them other cases", r->system, r->about, spoken,
                         other);
        }
    assert_gt(relations, 30);
}

static void the_reduction_asks_the_isospectral_rule(void **state)
{
    extern const prop_relation prop_relations_reduction[];
    slp_case c, to;
    slp_error err;
    (void)state;
    slp_case_init(&c);
    slp_case_init(&to);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=rigid-body scheme=canonical-midpoint inertia=1,2,3 "
                       "h=0.125 steps=1 x=1,2,3",
                       1, &err),
        SLP_OK);
    slp_case_copy(&to, &c);
    assert_true(prop_relations_reduction[0].transform(&to, &c));
    assert_string_equal(to.scheme->name, "isospectral-midpoint");
    to.scheme = c.scheme;
    assert_false(differ(&to, &c)); /* nothing else has changed */
    c.scheme = slp_scheme_find("isospectral-midpoint");
    assert_false(prop_relations_reduction[0].transform(&to, &c));
    slp_case_clear(&c);
    slp_case_clear(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_relation_compares_two_questions),
        cmocka_unit_test(the_reduction_asks_the_isospectral_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
