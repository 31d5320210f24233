/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases bent to what draws leave out: each way is met on the systems that have the form for it,
 * leaves a case, and leaves the rest alone. */
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/case/adjust_case.h"
#include "oracle/contract/case/terms.h"
#include "tests/ref/thread_caches.h"

enum { NEGATED, DROPPED, NEARLY_EQUAL, NEARLY_UNIT, FAINT, LONG_RUN, MANY, TURNED, LARGE = 15 };
/* Large cases are all alike, and take longest. */
enum { CASES = 96, LARGE_CASES = 2 };

static int cases_of(uint64_t adjustment)
{
    return adjustment == LARGE ? LARGE_CASES : CASES;
}

static const char *const systems[] = {
    "rigid-body", "rigid-body-n", "point-vortices", "zeitlin-sphere", "sine-euler",    "heavy-top",
    "symplectic", "canonical",    "spins",          "polynomial-so3", "polynomial-su2"};

typedef bool seen(const slp_case *was, const slp_case *now);

static size_t how_many(const slp_case *c, const char *key)
{
    size_t count = 0;
    slp_case_param(c, key, &count);
    return count;
}

/* How many of cases_of(way) drawn cases of the system show what is looked for, once bent. */
static int met(const char *system, uint64_t adjustment, seen *shows)
{
    const char *rule = adjustment == TURNED ? "rkmk-heun-exp" : "implicit-midpoint";
    int found = 0;
    for (uint64_t number = 0; number < (uint64_t)cases_of(adjustment); number++) {
        slp_draw from;
        slp_case c, was;
        slp_error err;
        slp_case_init(&c);
        slp_case_init(&was);
        slp_draw_init(&from, 11, number);
        assert_int_equal(
            slp_draw_case(&c, slp_system_find(system), slp_scheme_find(rule), &from, 1), SLP_OK);
        slp_case_copy(&was, &c);
        prop_adjust_case(&c, &from, adjustment, true);
        if (slp_case_check(&c, &err) != SLP_OK) fail_msg("%s: %s", system, err.text);
        assert_ptr_equal(c.scheme, was.scheme);
        found += shows(&was, &c);
        slp_case_clear(&c);
        slp_case_clear(&was);
    }
    return found;
}

static bool some_negative(const slp_case *was, const slp_case *now)
{
    size_t count;
    const double *quad = slp_case_param(now, "quad", &count), *old;
    bool any = false;
    old = slp_case_param(was, "quad", &count);
    for (size_t i = 0; i < count; i++) {
        assert_true(fabs(quad[i]) == fabs(old[i]));
        any = any || quad[i] < 0;
    }
    return any;
}

static bool modes_alone(const slp_case *was, const slp_case *now)
{
    (void)was;
    return how_many(now, "modes") && !how_many(now, "amp") && now->M == 0;
}

static bool amp_alone(const slp_case *was, const slp_case *now)
{
    (void)was;
    return how_many(now, "amp") && !how_many(now, "modes") && now->M == 0;
}

static bool without_quad(const slp_case *was, const slp_case *now)
{
    return how_many(was, "quad") && !how_many(now, "quad") &&
           how_many(now, "lin") == how_many(was, "lin");
}

static bool moments_nearly_agree(const slp_case *was, const slp_case *now)
{
    size_t count;
    const double *I = slp_case_param(now, "inertia", &count);
    (void)was;
    return count > 1 && I[0] != I[1] && fabs(I[1] / I[0] - 1) < 0x1.01p-8;
}

static bool strengths_nearly_agree(const slp_case *was, const slp_case *now)
{
    size_t count;
    const double *gamma = slp_case_param(now, "gamma", &count);
    (void)was;
    return count > 1 && gamma[0] != gamma[1] && fabs(gamma[1] / gamma[0] - 1) < 0x1.01p-8;
}

static bool last_is_nearly_unit(const slp_case *was, const slp_case *now)
{
    const double *x = now->x + now->d - 3, off = hypot(hypot(x[0], x[1]), x[2]) - 1;
    return memcmp(was->x, now->x, now->d * sizeof *now->x) != 0 && off > -0x1p-51 && off < 0.26;
}

static bool whole_is_nearly_unit(const slp_case *was, const slp_case *now)
{
    double length = 0;
    for (size_t i = 0; i < now->d; i++) length = hypot(length, now->x[i]);
    return memcmp(was->x, now->x, now->d * sizeof *now->x) != 0 && length > 1 - 0x1p-48 &&
           length < 1.26;
}

/* |Xi| is at most 2^-2 as drawn and 2^-57 to 2^-40 as bent, by one power of two for step and
 * increments. */
static bool is_faint(const slp_case *was, const slp_case *now)
{
    int e;
    if (was->h == 0 || now->h == was->h) return false;
    assert_true(fabs(frexp(now->h / was->h, &e)) == 0.5);
    for (size_t k = 0; k < was->dw_count; k++) assert_true(now->dw[k] == ldexp(was->dw[k], e - 1));
    return e < 0 && fabs(now->h) < 0x1p-30;
}

static bool is_long_and_noisy(const slp_case *was, const slp_case *now)
{
    size_t same = 0;
    if (now->steps < 33 || !now->M) return false;
    assert_le(now->steps, 1023);
    assert_true(now->dw_count == now->steps * now->M && was->M == now->M);
    for (size_t s = 33; s < now->steps; s++)
        same += memcmp(now->dw + s * now->M, now->dw + (s - 32) * now->M,
                       now->M * sizeof *now->dw) == 0;
    return same < now->steps - 32;
}

/* More steps than a small buffer has room for. */
static bool is_longer(const slp_case *was, const slp_case *now)
{
    return is_long_and_noisy(was, now) && now->steps > 128;
}

/* Some step has increments that are all 0, another one has not. */
static bool has_pauses(const slp_case *was, const slp_case *now)
{
    size_t pauses = 0;
    (void)was;
    for (size_t s = 0; s < now->steps; s++) {
        size_t zeros = 0;
        for (size_t k = 0; k < now->M; k++) zeros += now->dw[s * now->M + k] == 0;
        pauses += zeros == now->M;
    }
    return now->M && pauses > 0 && pauses < now->steps;
}

/* Draws end at 2000. */
static bool is_far(const slp_case *was, const slp_case *now)
{
    int e;
    for (size_t i = 0; i < now->d; i++)
        if (now->x[i] != was->x[i]) {
            frexp(now->x[i], &e);
            assert_true(e > 11 && e <= 40);
            return now->h != was->h;
        }
    return false;
}

/* Level 1 has steps of 2^-6 at most. */
static bool is_turned(const slp_case *was, const slp_case *now)
{
    return fabs(was->h) <= 0x1p-6 && fabs(now->h) > 1;
}

/* The sum of each number's copies is the number. */
static bool has_many_noises(const slp_case *was, const slp_case *now)
{
    size_t count, before;
    const char *key = how_many(was, "lin") ? "lin" : "noise";
    const double *list = slp_case_param(now, key, &count), *old;
    old = slp_case_param(was, key, &before);
    if (now->M == was->M) return false;
    assert_true(count % before == 0 && now->dw_count == now->steps * now->M);
    for (size_t i = 0; i < count; i++)
        assert_le(fabs(list[i] * (double)(count / before) - old[i % before]),
                  0x1p-51 * fabs(old[i % before]));
    return now->M > 8;
}

static bool has_hundreds_of_noises(const slp_case *was, const slp_case *now)
{
    return has_many_noises(was, now) && now->M > 100;
}

static size_t most_degree(const slp_case *c, size_t k)
{
    size_t count;
    const double *list = slp_case_param(c, "terms", &count);
    return slp_terms_degree(list, count, k);
}

static bool without_energy(const slp_case *was, const slp_case *now)
{
    return most_degree(was, 0) > 0 && most_degree(now, 0) == 0 && now->M == was->M;
}

/* A generator of the same size or a smaller one: a term is at most half of what it was. */
static bool degrees_are_twice(const slp_case *was, const slp_case *now)
{
    size_t count, before, at = 0, from = 0, found = 0;
    const double *list = slp_case_param(now, "terms", &count), *old;
    slp_term term, one;
    old = slp_case_param(was, "terms", &before);
    while (slp_terms_next(&term, &at, list, count) && slp_terms_next(&one, &from, old, before)) {
        double size = fabs(term.c), drawn = fabs(one.c);
        if (term.degree == one.degree) continue;
        for (size_t j = 0; j < term.degree; j++) size *= fabs(now->x[term.index[j]]);
        for (size_t j = 0; j < one.degree; j++) drawn *= fabs(now->x[one.index[j]]);
        assert_true(term.degree == 2 * one.degree && size <= drawn / 2);
        found++;
    }
    return found > 0;
}

static size_t terms_of(const slp_case *c, bool energy)
{
    size_t count, at = 0, found = 0;
    const double *list = slp_case_param(c, "terms", &count);
    slp_term term;
    while (slp_terms_next(&term, &at, list, count)) found += (term.k == 0) == energy;
    return found;
}

/* The terms of noises are there several times, those of the energy once. */
static bool has_more_terms(const slp_case *was, const slp_case *now)
{
    if (now->M == was->M) return false;
    assert_int_equal(terms_of(now, true), terms_of(was, true));
    assert_true(terms_of(was, false) == 0 || terms_of(now, false) % terms_of(was, false) == 0);
    return terms_of(now, false) > 32 && now->M > 16;
}

/* Between the numbers of noises that have terms there are some of noises that have none. */
static bool noises_are_apart(const slp_case *was, const slp_case *now)
{
    if (now->M == was->M) return false;
    assert_true(now->dw_count == now->steps * now->M);
    return most_degree(now, 1) == 0 && most_degree(now, now->M) > 0;
}

static bool last_is_unbound(const slp_case *was, const slp_case *now)
{
    size_t count;
    const double *ends = slp_case_param(now, "bonds", &count);
    bool bound = false;
    for (size_t i = 0; i < count; i++) bound = bound || 3 * ends[i] > (double)was->d;
    return now->d == was->d + 3 && !bound && now->x[now->d - 1] == now->x[0];
}

/* The sizes of props/case/large_cases.c, all coordinates and increments other than 0. */
static bool is_large(const slp_case *was, const slp_case *now)
{
    static const struct {
        const char *system;
        size_t d, least_M;
    } sizes[] = {
        {"rigid-body", 3, 130},     {"heavy-top", 6, 130},        {"point-vortices", 42, 3},
        {"rigid-body-n", 435, 435}, {"zeitlin-sphere", 576, 575}, {"sine-euler", 529, 528},
        {"symplectic", 78, 2},
    };
    bool all = now->steps == 1, known = false;
    (void)was;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        known = known || (strcmp(sizes[k].system, now->system->name) == 0 && now->d == sizes[k].d &&
                          now->M >= sizes[k].least_M);
    for (size_t i = 0; i < now->d; i++) all = all && now->x[i] != 0;
    for (size_t k = 0; k < now->dw_count; k++) all = all && now->dw[k] != 0;
    return all && known;
}

static void each_way_is_met_where_there_is_a_form_for_it(void **state)
{
    static const struct {
        uint64_t adjustment;
        const char *system;
        seen *shows;
    } wanted[] = {
        {NEGATED, "rigid-body", some_negative},
        {NEGATED, "rigid-body-n", some_negative},
        {NEGATED, "point-vortices", some_negative},
        {DROPPED, "sine-euler", modes_alone},
        {DROPPED, "sine-euler", amp_alone},
        {DROPPED, "rigid-body", without_quad},
        {NEARLY_EQUAL, "rigid-body", moments_nearly_agree},
        {NEARLY_EQUAL, "rigid-body-n", moments_nearly_agree},
        {NEARLY_EQUAL, "heavy-top", moments_nearly_agree},
        {NEARLY_EQUAL, "point-vortices", strengths_nearly_agree},
        {NEARLY_UNIT, "point-vortices", last_is_nearly_unit},
        {NEARLY_UNIT, "heavy-top", last_is_nearly_unit},
        {NEARLY_UNIT, "rigid-body", last_is_nearly_unit},
        {NEARLY_UNIT, "rigid-body-n", whole_is_nearly_unit},
        {FAINT, "rigid-body", is_faint},
        {FAINT, "zeitlin-sphere", is_faint},
        {FAINT, "canonical", is_faint},
        {LONG_RUN, "rigid-body", is_long_and_noisy},
        {LONG_RUN, "heavy-top", is_long_and_noisy},
        {LONG_RUN, "canonical", is_long_and_noisy},
        {LONG_RUN, "rigid-body", is_longer},
        {LONG_RUN, "rigid-body", has_pauses},
        {NEARLY_UNIT, "canonical", is_far},
        {TURNED, "rigid-body", is_turned},
        {TURNED, "heavy-top", is_turned},
        {MANY, "rigid-body", has_many_noises},
        {MANY, "heavy-top", has_many_noises},
        {MANY, "symplectic", has_many_noises},
        {MANY, "rigid-body", has_hundreds_of_noises},
        {DROPPED, "polynomial-so3", without_energy},
        {NEARLY_EQUAL, "polynomial-so3", degrees_are_twice},
        {NEARLY_EQUAL, "polynomial-se3", degrees_are_twice},
        {MANY, "polynomial-so3", has_more_terms},
        {MANY, "polynomial-so3", noises_are_apart},
        {MANY, "polynomial-plane", noises_are_apart},
        {MANY, "spins", last_is_unbound},
        {LARGE, "point-vortices", is_large},
        {LARGE, "symplectic", is_large},
        {LARGE, "heavy-top", is_large},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int found = met(wanted[i].system, wanted[i].adjustment, wanted[i].shows);
        const int cases = cases_of(wanted[i].adjustment);
        if (found < (wanted[i].adjustment == LARGE ? cases : cases / 16))
            fail_msg("way %d of %s: %d of %d", (int)wanted[i].adjustment, wanted[i].system, found,
                     cases);
    }
}

static bool anything(const slp_case *was, const slp_case *now)
{
    (void)was, (void)now;
    return true;
}

static void whatever_the_system_a_case_is_left(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof systems / sizeof *systems; s++)
        for (uint64_t adjustment = 0; adjustment <= LARGE;
             adjustment += adjustment == TURNED ? LARGE - TURNED : 1)
            assert_int_equal(met(systems[s], adjustment, anything), cases_of(adjustment));
}

/* Agreement draws one case in four bent, of a port and of this project's paths. */
static void agreement_draws_them(void **state)
{
    prop_subject port = prop_subject_fast;
    const prop_subject *const subjects[] = {&prop_subject_fast, &port};
    (void)state;
    port.complete = false;
    for (int k = 0; k < 2; k++) {
        const prop_item item = {.law = prop_law_find("agreement"),
                                .system = slp_system_find("rigid-body"),
                                .scheme = slp_scheme_find("tmk"),
                                .subject = subjects[k]};
        int negative = 0, turned_by_h = 0;
        for (uint64_t number = 0; number < 1024; number++) {
            slp_draw from;
            slp_case c;
            slp_case_init(&c);
            slp_draw_init(&from, 11, number);
            if (prop_draw(&c, &from, &item, number)) {
                const bool some = some_negative(&c, &c);
                assert_true(!some || number % 4 == 2); /* draws have none */
                negative += some;
                turned_by_h += number % 4 == 2 && fabs(c.h) > 2;
            }
            slp_case_clear(&c);
        }
        if (negative < 3 || turned_by_h < 2)
            fail_msg("%d negative, %d turned", negative, turned_by_h);
    }
}

/* A large case is for those that are asked for one. */
static void paths_of_this_project_get_none_larger(void **state)
{
    slp_draw from;
    slp_case c;
    (void)state;
    slp_case_init(&c);
    slp_draw_init(&from, 11, 0);
    assert_int_equal(slp_draw_case(&c, slp_system_find("rigid-body-n"),
                                   slp_scheme_find("implicit-midpoint"), &from, 1),
                     SLP_OK);
    prop_adjust_case(&c, &from, LARGE, false);
    assert_false(is_large(NULL, &c));
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_is_met_where_there_is_a_form_for_it),
        cmocka_unit_test(whatever_the_system_a_case_is_left),
        cmocka_unit_test(agreement_draws_them),
        cmocka_unit_test(paths_of_this_project_get_none_larger),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
