/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Laws beside the rigid body's: what they must catch on other systems, cases as loud as they drift,
 * and runs in which the noise alone has something to say.
 * Calls the BLAS. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"

/* own of such a subject */
typedef struct bent {
    double trace;    /* added to the first diagonal entry, relative to |x| */
    double off;      /* canonical midpoint alone, relative */
    double grow;     /* canonical midpoint alone, every coordinate, relative */
    bool declines;   /* everything */
    bool by_index;   /* the noise with the larger number first: Psi(dW_1) after Psi(h, dW_2) */
    const char *law; /* asked for */
} bent;

static void sequential(slp_result *r, const slp_case *c)
{
    slp_case one;
    slp_result step;
    char note[PROP_NOTE];
    slp_case_init(&one);
    slp_result_init(&step);
    slp_case_copy(&one, c);
    for (size_t k = c->M; k-- > 0;) {
        for (size_t i = 0; i < c->M; i++) one.dw[i] = i == k ? c->dw[i] : 0;
        prop_subject_fast.answer(&step, note, &prop_subject_fast, &one);
        if (step.y.count != c->d) break;
        slp_case_set_x(&one, step.y.at, c->d);
        memcpy(r->y.at, step.y.at, c->d * sizeof *r->y.at);
        one.h = 0;
    }
    slp_case_clear(&one);
    slp_result_clear(&step);
}

static prop_disposition bent_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                    const slp_case *c)
{
    const bent *own = self->own;
    double size = 0;
    if (own->declines) return PROP_DECLINED;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    if (became != PROP_ANSWERED) return became;
    for (size_t i = 0; i < c->d; i++) size = hypot(size, c->x[i]);
    r->y.at[0] += own->trace * size;
    if (strcmp(c->scheme->name, "canonical-midpoint") == 0) {
        r->y.at[0] += own->off * size;
        for (size_t i = 0; i < r->y.count; i++) r->y.at[i] *= 1 + own->grow;
    }
    if (own->by_index && c->steps == 1 && c->M) sequential(r, c);
    return became;
}

static bool bent_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

static int status_of(bent *own, const char *system, const char *scheme, double multiplier)
{
    prop_subject subject = {.name = "bent", .answer = bent_answer, .has = bent_has, .own = own};
    const prop_subject *subjects[] = {&subject, NULL};
    char *printed;
    size_t size;
    prop_options options = {.subjects = subjects,
                            .law = own->law,
                            .choice.system = system,
                            .choice.scheme = slp_scheme_find(scheme),
                            .seed = 1,
                            .multiplier = multiplier,
                            .threads = 1,
                            .brief = true,
                            .out = open_memstream(&printed, &size)};
    if (!options.out) abort();
    int status = prop_run(&options);
    fclose(options.out);
    free(printed);
    return status;
}

static void a_result_outside_the_algebra_is_seen(void **state)
{
    (void)state;
    bent sound = {.law = "member"}, trace = {.law = "member", .trace = 0x1p-30};
    assert_int_equal(status_of(&sound, "sine-euler", "tmk", 0.5), 0);
    assert_int_equal(status_of(&trace, "sine-euler", "tmk", 0.5), 1);
    assert_int_equal(status_of(&trace, "zeitlin-sphere", "isospectral-midpoint", 0.5), 1);
}

static void a_canonical_rule_that_does_not_reduce_is_seen(void **state)
{
    (void)state;
    bent sound = {.law = "relations"}, off = {.law = "relations", .off = 0x1p-30};
    assert_int_equal(status_of(&sound, "symplectic", "canonical-midpoint", 0.3), 0);
    assert_int_equal(status_of(&off, "symplectic", "canonical-midpoint", 0.3), 1);
    assert_int_equal(status_of(&off, "point-vortices", "canonical-midpoint", 0.3), 1);
}

/* States all longer by one factor: every relation within the scheme is linear in the state and
 * holds; mu o Phi = Psi o mu alone compares the answer with another scheme's, and would hold too if
 * it compared the answer with itself. */
static void reduction_compares_two_schemes_on_every_system(void **state)
{
    (void)state;
    const char *systems[] = {"rigid-body",     "rigid-body-n", "point-vortices",
                             "zeitlin-sphere", "sine-euler",   "symplectic"};
    bent longer = {.law = "relations", .grow = 0x1p-30};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        assert_int_equal(status_of(&longer, systems[i], "isospectral-midpoint", 0.1), 0);
        if (status_of(&longer, systems[i], "canonical-midpoint", 0.1) != 1)
            fail_msg("not seen on %s", systems[i]);
    }
}

static void noises_one_after_the_other_are_seen_on_other_systems(void **state)
{
    (void)state;
    bent sound = {.law = "area"}, order = {.law = "area", .by_index = true};
    assert_int_equal(status_of(&sound, "point-vortices", "isospectral-midpoint", 1), 0);
    assert_int_equal(status_of(&order, "point-vortices", "isospectral-midpoint", 1), 1);
    assert_int_equal(status_of(&order, "heavy-top", "variational-exp", 1), 1);
    assert_int_equal(status_of(&order, "canonical", "rkmk-gauss4-exp", 1), 1);
}

/* A subject that has nothing does not pass, and what tests the noise alone does not apply to it. */
static void the_noise_passes_no_subject(void **state)
{
    (void)state;
    bent nothing = {.declines = true}, noise = {.declines = true, .law = "additivity"};
    assert_int_equal(status_of(&nothing, "rigid-body", "implicit-midpoint", 0.02), 1);
    assert_int_equal(status_of(&noise, "rigid-body", "implicit-midpoint", 0.1), 2);
}

/* Over T = h: |T x/I| and sqrt(T (sum |c_k x_k|^2 + sum |chi_k|^2)) between 1/16 and 1/8. */
static void loud_cases_drift_as_much_as_they_shake(void **state)
{
    (void)state;
    prop_item item = {.law = prop_law_find("weak-order"),
                      .system = slp_system_find("rigid-body"),
                      .scheme = slp_scheme_find("tmk"),
                      .subject = &prop_subject_fast};
    slp_case c;
    slp_case_init(&c);
    for (uint64_t number = 0; number < 30; number++) {
        slp_draw from;
        size_t count, quad, lin;
        slp_draw_init(&from, prop_stream(&item, 1), number);
        assert_true(prop_draw(&c, &from, &item, number));
        const double *inertia = slp_case_param(&c, "inertia", &count);
        const double *amplitude = slp_case_param(&c, "quad", &quad);
        const double *chi = slp_case_param(&c, "lin", &lin);
        double drift = 0, noise = 0;
        for (size_t i = 0; i < 3; i++) {
            drift = hypot(drift, c.h * c.x[i] / inertia[i]);
            if (quad) noise = hypot(noise, amplitude[i] * c.x[i]);
        }
        for (size_t i = 0; i < lin; i++) noise = hypot(noise, chi[i]);
        noise *= sqrt(c.h);
        assert_ge(drift, 0.0625 * (1 - 1e-12));
        assert_le(drift, 0.125 * (1 + 1e-12));
        assert_ge(noise, 0.0625 * (1 - 1e-12));
        assert_le(noise, 0.125 * (1 + 1e-12));
        assert_ge(c.M, 1);
        assert_true(c.steps == 1);
    }
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_outside_the_algebra_is_seen),
        cmocka_unit_test(a_canonical_rule_that_does_not_reduce_is_seen),
        cmocka_unit_test(reduction_compares_two_schemes_on_every_system),
        cmocka_unit_test(noises_one_after_the_other_are_seen_on_other_systems),
        cmocka_unit_test(the_noise_passes_no_subject),
        cmocka_unit_test(loud_cases_drift_as_much_as_they_shake),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
