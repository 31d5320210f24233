/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Laws on cases with Levy areas: those of single steps hold on both paths, those that must break
 * are seen to; wrong areas are refused.  SLP_CHECK_MULTIPLIER=1 tries three cases of each law and
 * pair, below it one.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include <string.h>

#include "oracle/contract/draw/draw.h"
#include "oracle/plumbing/allocate.h"
#include "props/engine/engine.h"
#include "props/statistics/sampling.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/support/drawn_system.h"

enum { CASES = 3, TRIES = 40 };

/* A case of the item, with areas. */
static bool draw(slp_case *c, const prop_item *item, uint64_t seed)
{
    slp_draw from;
    slp_draw_init(&from, prop_stream(item, seed), 0);
    if (!prop_draw(c, &from, item, 0)) return false;
    return slp_need_memory(slp_draw_areas(c, seed)) == SLP_OK && c->areas > 0;
}

static size_t held(const prop_item *item)
{
    const size_t cases = depth_multiplier() < 1 ? 1 : CASES;
    size_t count = 0;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t seed = 1; count < cases && seed < TRIES; seed++) {
        prop_finding found;
        if (!draw(&c, item, seed)) continue;
        const prop_outcome outcome = prop_apply_law(&found, item, &c);
        if (outcome == PROP_FAILED) {
            print_error("%s on %s/%s by %s: %s\n", item->law->name, item->system->name,
                        item->scheme->name, item->subject->name, found.note);
            slp_case_print(stderr, &c);
        }
        assert_int_not_equal(outcome, PROP_FAILED);
        count += outcome == PROP_HELD;
    }
    slp_case_clear(&c);
    return count;
}

/* Laws of single steps under noise.  Relations say nothing of areas, nor do weak and strong orders,
 * whose nodes have areas 0; the others need no noise. */
static bool of_single_steps(const prop_law *law)
{
    const unsigned without_noise = SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR;
    return !law->statistics.decides && law->applies.subjects != PROP_LAW_NOISE &&
           !(law->applies.flag & without_noise) && strcmp(law->name, "relations") != 0 &&
           strcmp(law->name, "drift") != 0 && strcmp(law->name, "weak-order") != 0 &&
           strcmp(law->name, "strong-order") != 0 && strcmp(law->name, "dissipation") != 0 &&
           strcmp(law->name, "gibbs") != 0;
}

static void laws_hold(void **state)
{
    static const char *const schemes[] = {
        "implicit-midpoint", "isospectral-midpoint", "tmk", "spherical-midpoint", "heun",
        "rkmk-gauss4-cay"};
    const prop_subject *subjects[] = {&prop_subject_ref, &prop_subject_fast};
    const prop_law *law;
    const slp_system *system;
    (void)state;
    for (size_t s = 0; (system = drawn_system_at(s)); s++)
        for (size_t l = 0; system->areas && (law = prop_law_registry[l]); l++) {
            size_t pairs = 0, seen = 0;
            for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
                for (size_t p = 0; p < 2; p++) {
                    prop_item item = {.law = law,
                                      .system = system,
                                      .scheme = slp_scheme_find(schemes[k]),
                                      .subject = subjects[p]};
                    if (!of_single_steps(law) || !slp_pair_makes_sense(system, item.scheme, NULL) ||
                        !prop_law_concerns(&item.control, law, system, item.scheme) ||
                        (law->applies.subjects == PROP_LAW_REFERENCE && p == 1))
                        continue;
                    pairs++;
                    seen += held(&item) > 0;
                }
            if (pairs && !seen) print_error("%s on %s: nothing\n", law->name, system->name);
            assert_true(pairs == 0 || seen > 0 || strcmp(law->name, "noether") == 0);
        }
}

/* The binary64 path, given each area times a factor. */
static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    const double *factor = self->own;
    slp_case bent;
    slp_case_init(&bent);
    slp_need_memory(slp_case_copy(&bent, c));
    for (size_t i = 0; i < bent.steps * bent.M; i++)
        if (i % bent.M >= bent.M - bent.areas) bent.dw[i] *= *factor;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &bent);
    slp_case_clear(&bent);
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* Of some cases whose noises do not commute: how many are refused, and how many are decided. */
static size_t refused_of(size_t *decided, double factor, const char *system, const char *scheme)
{
    enum { DECIDED = 3 };
    prop_subject subject = {.name = "bent", .answer = answer, .has = has, .own = &factor};
    prop_item item = {.law = prop_law_find("levy-area"),
                      .system = slp_system_find(system),
                      .scheme = slp_scheme_find(scheme),
                      .subject = &subject};
    size_t refused = 0;
    slp_case c;
    *decided = 0;
    slp_case_init(&c);
    for (uint64_t seed = 1; *decided < DECIDED && seed < TRIES; seed++) {
        prop_finding found;
        ref_exact_step exact_step;
        if (!draw(&c, &item, seed)) continue;
        assert_int_equal(slp_need_memory(ref_exact_step_init(&exact_step, &c, NULL)), SLP_OK);
        const bool commute = prop_noise_kind_of(&exact_step).commute;
        ref_exact_step_clear(&exact_step);
        if (commute) continue;
        const prop_outcome outcome = prop_apply_law(&found, &item, &c);
        if (outcome == PROP_FAILED && factor == 1) print_error("%s\n", found.note);
        refused += outcome == PROP_FAILED;
        *decided += outcome != PROP_SKIPPED;
    }
    slp_case_clear(&c);
    return refused;
}

static void order_one_needs_the_areas(void **state)
{
    static const struct {
        const char *system, *scheme;
    } pairs[] = {{"rigid-body", "implicit-midpoint"}, {"spins", "spherical-midpoint"}};
    static const double wrong[] = {0, -1, 0.5};
    size_t decided;
    (void)state;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        assert_int_equal(refused_of(&decided, 1, pairs[p].system, pairs[p].scheme), 0);
        assert_gt(decided, 0);
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            const size_t refused = refused_of(&decided, wrong[w], pairs[p].system, pairs[p].scheme);
            if (refused != decided)
                print_error("%s/%s, areas times %g: %zu of %zu refused\n", pairs[p].system,
                            pairs[p].scheme, wrong[w], refused, decided);
            assert_gt(decided, 0);
            assert_int_equal(refused, decided);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws_hold),
                                       cmocka_unit_test(order_one_needs_the_areas)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
