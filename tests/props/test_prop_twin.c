/* The law `twin`: it holds on every system that is a polynomial, on both paths, and a path that
 * takes one Hamiltonian of the terms for another is seen.
 * Calls the BLAS. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <string.h>

#include "oracle/plumbing/allocate.h"
#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/drawn_system.h"

enum { CASES = 6, TRIES = 60 };

/* The binary64 path, whose steps of polynomials are 1 + 2^-20 as long. */
static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    slp_case bent;
    (void)self;
    slp_case_init(&bent);
    slp_need_memory(slp_case_copy(&bent, c));
    if (bent.system->family) bent.h += 0x1p-20 * bent.h;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &bent);
    slp_case_clear(&bent);
    return became;
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

static void twins_agree_and_faults_are_seen(void **state)
{
    const prop_subject bent = {.name = "bent", .answer = answer, .has = has};
    const prop_subject *const sound[] = {&prop_subject_ref, &prop_subject_fast};
    const prop_law *law = prop_law_find("twin");
    const slp_system *system;
    size_t systems = 0, decided;
    (void)state;
    for (size_t s = 0; (system = drawn_system_at(s)); s++) {
        if (law->applies.promise(system, slp_scheme_find("implicit-midpoint")) != 1) continue;
        for (size_t p = 0; p < 2; p++)
            if (refused(&decided, sound[p], system) > 0 || decided == 0)
                fail_msg("%s by %s: %zu decided", system->name, sound[p]->name, decided);
        if (refused(&decided, &bent, system) == 0)
            fail_msg("%s: not seen in %zu cases", system->name, decided);
        systems++;
    }
    assert_int_equal(systems, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins_agree_and_faults_are_seen)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
