/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Larger matrices, more vortices and more steps than ordinary cases have (level 3): what is drawn,
 * that right answers pass, and that a port which is wrong there alone, or on one pair of many
 * coordinates alone, is refused.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "props/prop.h"
#include "ref/ref.h"

/* Numbers of a state that level 3 must reach; those of 18 and more are beyond levels 1 and 2, 49 on
 * su(N) too: N = 7. */
static const struct size {
    const char *system, *scheme;
    size_t sizes[4];
} sizes[] = {
    {"rigid-body", "tmk", {3}},
    {"heavy-top", "variational-exp", {6}},
    {"canonical", "midpoint", {2}},
    {"rigid-body-n", "rkmk-rk4-cay", {21, 28, 36, 45}},
    {"point-vortices", "isospectral-midpoint", {18, 21, 24}},
    {"zeitlin-sphere", "variational-cayley", {49, 81, 100, 144}},
    {"sine-euler", "implicit-midpoint", {81, 121}},
    {"symplectic", "rkmk-heun-exp", {36, 55}},
};

enum { CASES = 96 };

static void draw(slp_case *c, const struct size *size, uint64_t number)
{
    slp_draw from;
    slp_draw_init(&from, 7, number);
    assert_int_equal(
        slp_draw_case(c, slp_system_find(size->system), slp_scheme_find(size->scheme), &from, 3),
        SLP_OK);
    assert_int_equal(from.classes >> SLP_DRAW_MANY_STEPS & 1, c->steps > 1);
}

/* The rarest size, of probability 1/16, is missed by CASES draws with probability (15/16)^96 =
 * 0.002; by these seeds none is. */
static void sizes_and_lengths_beyond_are_drawn(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        bool met[4] = {false}, longer = false;
        slp_case c;
        slp_case_init(&c);
        for (uint64_t number = 0; number < CASES; number++) {
            draw(&c, sizes + k, number);
            longer = longer || c.steps > 5;
            assert_true(c.steps == 1 || (c.steps > 5 && c.steps <= 32));
            for (size_t i = 0; i < 4; i++) met[i] = met[i] || c.d == sizes[k].sizes[i];
        }
        assert_true(longer);
        for (size_t i = 0; i < 4 && sizes[k].sizes[i]; i++) assert_true(met[i]);
        slp_case_clear(&c);
    }
}

/* Every one has a certificate, and the binary64 path's answer passes. */
static void right_answers_pass(void **state)
{
    enum { FEW = 3 };
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint64_t number = 0; number < FEW; number++) {
            char note[PROP_NOTE];
            slp_verdict v;
            slp_result r;
            slp_case c;
            slp_case_init(&c);
            slp_result_init(&r);
            draw(&c, sizes + k, number);
            assert_int_equal(prop_subject_fast.answer(&r, note, &prop_subject_fast, &c),
                             PROP_ANSWERED);
            slp_judge(&v, &c, &r);
            assert_int_equal(v.kind, SLP_VERDICT_PASS);
            slp_case_clear(&c);
            slp_result_clear(&r);
        }
}

/* ---- Ports with a fault there alone ---- */

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* The sixth step and all later ones are too large by 2^-36 of themselves. */
static bool tires(const slp_case *c, size_t s)
{
    (void)c;
    return s >= 5;
}
static bool seventh_size(const slp_case *c, size_t s)
{
    (void)s;
    return *slp_case_param(c, "n", &(size_t){0}) == 7;
}
/* One size that is drawn at level 1 with probability 1/8, with noise 1/2. */
static bool sixth_size_with_noise(const slp_case *c, size_t s)
{
    (void)s;
    return *slp_case_param(c, "n", &(size_t){0}) == 6 && c->M > 0;
}
/* The sizes of props/case/large_cases.c alone. */
static bool large_size(const slp_case *c, size_t s)
{
    (void)s;
    return c->d == 435 || c->d == 42 || c->d == 78 || c->M >= 130;
}
static bool never(const slp_case *c, size_t s)
{
    (void)c, (void)s;
    return false;
}

typedef struct port {
    bool (*wrong)(const slp_case *c, size_t s);
    /* scheme that answers where matrices are of size 5 and more; NULL: the one that is asked */
    const char *other;
} port;

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    const port *own = self->own;
    slp_case asked;
    slp_case_init(&asked);
    slp_case_copy(&asked, c);
    if (own->other && c->d >= 25) asked.scheme = slp_scheme_find(own->other);
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &asked);
    slp_case_clear(&asked);
    for (size_t s = 0; became == PROP_ANSWERED && s < c->steps; s++)
        for (size_t i = 0; own->wrong(c, s) && i < c->d; i++) r->y.at[s * c->d + i] *= 1 + 0x1p-36;
    return became;
}

static int status_of(const port *own, const char *system, const char *scheme, double multiplier)
{
    prop_subject subject = {
        .name = "port", .answer = answer, .has = has, .own = (void *)(uintptr_t)own};
    const prop_subject *subjects[] = {&subject, NULL};
    char *printed;
    size_t size;
    prop_options options = {.subjects = subjects,
                            .law = "agreement",
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

static void faults_there_alone_are_refused(void **state)
{
    (void)state;
    const port right = {never, NULL}, tired = {tires, NULL}, seventh = {seventh_size, NULL},
               sixth = {sixth_size_with_noise, NULL}, exchanged = {never, "rkmk-rk4-exp"};
    const port largest = {large_size, NULL};
    assert_int_equal(status_of(&largest, "rigid-body-n", "trapezoidal", 1), 1);
    assert_int_equal(status_of(&largest, "point-vortices", "tmk", 1), 1);
    assert_int_equal(status_of(&largest, "symplectic", "tmk", 1), 1);
    assert_int_equal(status_of(&largest, "heavy-top", "tmk", 1), 1);
    assert_int_equal(status_of(&right, "canonical", "midpoint", 0.25), 0);
    assert_int_equal(status_of(&right, "zeitlin-sphere", "rkmk-gauss4-exp", 0.25), 0);
    assert_int_equal(status_of(&exchanged, "zeitlin-sphere", "rkmk-gauss4-exp", 1), 1);
    assert_int_equal(status_of(&tired, "canonical", "midpoint", 0.25), 1);
    assert_int_equal(status_of(&tired, "zeitlin-sphere", "tmk", 1), 1);
    assert_int_equal(status_of(&seventh, "zeitlin-sphere", "tmk", 1), 1);
    assert_int_equal(status_of(&sixth, "zeitlin-sphere", "rkmk-gauss4-cay", 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_and_lengths_beyond_are_drawn),
        cmocka_unit_test(right_answers_pass),
        cmocka_unit_test(faults_there_alone_are_refused),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return status;
}
