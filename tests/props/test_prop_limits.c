/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Wrong limits on every system: subjects that converge at the right order to another solution,
 * which the laws of order must refuse.
 * Calls the BLAS, for seconds. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>

#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/drawn_system.h"

static void noise_scaled(slp_case *c)
{
    for (size_t i = 0; i < c->steps * c->M; i++) c->dw[i] *= sqrt(2);
}

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    slp_case bent;
    (void)self;
    slp_case_init(&bent);
    slp_case_copy(&bent, c);
    noise_scaled(&bent);
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &bent);
    slp_case_clear(&bent);
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* Whether one of a few decided cases is refused. */
static bool refused(const char *law, const slp_system *system)
{
    enum { CASES = 6, SEEDS = 64 };
    prop_subject subject = {.name = "bent", .answer = answer, .has = has};
    prop_item item = {
        .law = prop_law_find(law),
        .system = system,
        /* a system that tmk has not is stepped by another rule */
        .scheme = slp_scheme_find(system->algebra == SLP_SUN_DUAL ? "isospectral-midpoint" : "tmk"),
        .subject = &subject};
    bool seen = false;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t seed = 1, decided = 0; !seen && decided < CASES && seed < SEEDS; seed++) {
        slp_draw from;
        prop_finding found;
        slp_draw_init(&from, prop_stream(&item, seed), 0);
        if (!prop_draw(&c, &from, &item, 0)) continue;
        prop_outcome outcome = prop_apply_law(&found, &item, &c);
        seen = outcome == PROP_FAILED;
        decided += outcome != PROP_SKIPPED;
    }
    slp_case_clear(&c);
    return seen;
}

/* Every increment sqrt(2) as large: another diffusion. */
static void noise_too_loud_is_seen(void **state)
{
    static const char *const laws[] = {"weak-order", "strong-order", "order"};
    const slp_system *system;
    (void)state;
    for (size_t s = 0; (system = drawn_system_at(s)); s++)
        for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
            if (!refused(laws[k], system)) fail_msg("%s on %s", laws[k], system->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_too_loud_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
