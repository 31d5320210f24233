/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The law `twin`: it holds on every system that is a polynomial, on both paths, and a path that
 * steps the terms or the system otherwise is seen.
 * Calls the BLAS. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <string.h>

#include "oracle/plumbing/allocate.h"
#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/drawn_system.h"

enum { CASES = 6, TRIES = 60 };

/* The binary64 path, whose steps are 1 + 2^-20 as long: those of polynomials, or those of the other
 * systems. */
static prop_disposition answer_longer(slp_result *r, char note[PROP_NOTE], const slp_case *c,
                                      bool of_family)
{
    slp_case bent;
    slp_case_init(&bent);
    slp_need_memory(slp_case_copy(&bent, c));
    if ((bent.system->family != NULL) == of_family) bent.h += 0x1p-20 * bent.h;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &bent);
    slp_case_clear(&bent);
    return became;
}

static prop_disposition long_terms(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                   const slp_case *c)
{
    (void)self;
    return answer_longer(r, note, c, true);
}

static prop_disposition long_systems(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                     const slp_case *c)
{
    (void)self;
    return answer_longer(r, note, c, false);
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* How many of a few decided cases are refused. */
static size_t refused(size_t *decided, const prop_subject *subject, const slp_system *system)
{
    static const char *const schemes[] = {"isospectral-midpoint", "implicit-midpoint", "midpoint"};
    prop_item item = {.law = prop_law_find("twin"), .system = system, .subject = subject};
    size_t count = 0;
    slp_case c;
    for (size_t k = 0; k < 3 && !item.scheme; k++)
        if (slp_pair_makes_sense(system, slp_scheme_find(schemes[k]), NULL))
            item.scheme = slp_scheme_find(schemes[k]);
    slp_case_init(&c);
    *decided = 0;
    for (uint64_t seed = 1; *decided < CASES && seed < TRIES; seed++) {
        slp_draw from;
        prop_finding found;
        slp_draw_init(&from, prop_stream(&item, seed), 0);
        if (!prop_draw(&c, &from, &item, 0)) continue;
        const prop_outcome outcome = prop_apply_law(&found, &item, &c);
        count += outcome == PROP_FAILED;
        *decided += outcome != PROP_SKIPPED;
    }
    slp_case_clear(&c);
    return count;
}

/* The reference is asked where it has a generator of its own, which no polynomial shares. */
static void twins_agree_and_faults_are_seen(void **state)
{
    const prop_subject wrong[] = {{.name = "long terms", .answer = long_terms, .has = has},
                                  {.name = "long systems", .answer = long_systems, .has = has}};
    const prop_law *law = prop_law_find("twin");
    const slp_system *system;
    size_t systems = 0, by_reference = 0, decided;
    (void)state;
    for (size_t s = 0; (system = drawn_system_at(s)); s++) {
        if (law->applies.promise(system, slp_scheme_find("implicit-midpoint")) != 1) continue;
        if (refused(&decided, &prop_subject_ref, system) > 0)
            fail_msg("%s by the reference: %zu decided", system->name, decided);
        by_reference += decided > 0;
        if (refused(&decided, &prop_subject_fast, system) > 0 || decided == 0)
            fail_msg("%s by the binary64 path: %zu decided", system->name, decided);
        for (size_t k = 0; k < 2; k++)
            if (refused(&decided, wrong + k, system) == 0)
                fail_msg("%s, %s: not seen in %zu cases", system->name, wrong[k].name, decided);
        systems++;
    }
    assert_int_equal(systems, 8);
    assert_int_equal(by_reference, 3); /* canonical, sine-euler, zeitlin-sphere */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins_agree_and_faults_are_seen)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
