/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reductions by conditions on the case alone, where one way to a simpler case is open and no other.
 * Calls the BLAS. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "props/smaller/smaller.h"
#include "tests/ref/thread_caches.h"

typedef struct asked {
    bool (*fails)(const slp_case *c);
    size_t count;
    char **texts; /* of the candidates */
    slp_result r;
} asked;

static bool fails(void *of, const slp_case *c)
{
    asked *a = of;
    char *text = prop_case_fields(c, ' ');
    for (size_t i = 0; i < a->count; i++) assert_string_not_equal(text, a->texts[i]);
    a->texts = realloc(a->texts, (a->count + 1) * sizeof *a->texts);
    assert_non_null(a->texts);
    a->texts[a->count++] = text;
    return a->fails(c);
}

static bool spent(void *of)
{
    (void)of;
    return false;
}

/* The states of the library itself; it does not know which step fails. */
static size_t states(const double **y, void *of, const slp_case *c)
{
    char note[PROP_NOTE];
    asked *a = of;
    const prop_subject *fast = &prop_subject_fast;
    *y = fast->answer(&a->r, note, fast, c) == PROP_ANSWERED ? a->r.y.at : NULL;
    return 0;
}

/* The line ends, by these reductions, at a case for which `ends` is true; none is asked twice. */
static void reduces(const char *line, bool (*condition)(const slp_case *c),
                    bool (*ends)(const slp_case *c))
{
    slp_case c;
    slp_error err;
    asked a = {.fails = condition};
    const prop_reduction how = {fails, spent, states, NULL, &a};
    slp_case_init(&c);
    slp_result_init(&a.r);
    if (slp_case_parse(&c, line, 1, &err) != SLP_OK) fail_msg("%s: %s", err.field, err.text);
    assert_true(condition(&c));
    prop_reduce(&c, &how);
    assert_true(condition(&c));
    if (!ends(&c)) fail_msg("ended at %s", prop_case_fields(&c, ' '));
    for (size_t i = 0; i < a.count; i++) free(a.texts[i]);
    free(a.texts);
    slp_result_clear(&a.r);
    slp_case_clear(&c);
}

/* As many bonds as spins, less one: a bond alone cannot go, nor a spin without its bond. */
static bool is_tree(const slp_case *c)
{
    size_t ends;
    slp_case_param(c, "bonds", &ends);
    return c->d >= 6 && ends / 2 == c->d / 3 - 1;
}

static bool has_two_spins(const slp_case *c)
{
    return c->d == 6;
}

static void a_spin_goes_with_its_bonds(void **state)
{
    (void)state;
    reduces("case id=a system=spins scheme=tmk bonds=1:2,2:3,3:4 exchange=1,1,1 h=0.25 steps=1 "
            "x=1,0,0,0,1,0,0,0,1,1,0,0",
            is_tree, has_two_spins);
}

static bool has_three_increments(const slp_case *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->dw_count; i++) count += c->dw[i] != 0;
    return count >= 3;
}

static bool has_three_rows(const slp_case *c)
{
    return c->d == 3;
}

/* Of the ten noises of five rows four go with a row; the sixth to ninth have no increments. */
static void noises_without_increments_go_wherever_they_are(void **state)
{
    (void)state;
    reduces("case id=a system=rigid-body-n scheme=tmk n=5 quad=1 h=0.25 steps=1 "
            "x=1,0,0,0,0,0,0,0,0,1 dw=0,0,0,1,1,0,0,0,0,1",
            has_three_increments, has_three_rows);
}

static const char five_steps[] =
    "case id=a system=rigid-body scheme=tmk inertia=1,2,4 h=0.5 steps=5 "
    "x=0.25123456789012345,0.12512345678901234,0.98123456789012345";

/* The states of c, to be cleared. */
static slp_result states_of(const slp_case *c)
{
    char note[PROP_NOTE];
    slp_result r;
    slp_result_init(&r);
    assert_int_equal(prop_subject_fast.answer(&r, note, &prop_subject_fast, c), PROP_ANSWERED);
    return r;
}

/* A step that begins at the state at which the last of the five steps begins, to the bit. */
static bool begins_at_state_4(const slp_case *c)
{
    slp_case five;
    slp_error err;
    slp_case_init(&five);
    assert_int_equal(slp_case_parse(&five, five_steps, 1, &err), SLP_OK);
    slp_result right = states_of(&five), own = states_of(c);
    const double *state = right.y.at + 9;
    bool found = memcmp(c->x, state, 3 * sizeof *state) == 0;
    for (size_t s = 0; s + 1 < c->steps; s++)
        found = found || memcmp(own.y.at + 3 * s, state, 3 * sizeof *state) == 0;
    slp_result_clear(&right);
    slp_result_clear(&own);
    slp_case_clear(&five);
    return found;
}

static bool has_one_step(const slp_case *c)
{
    return c->steps == 1;
}

static void steps_begin_at_states_on_the_way(void **state)
{
    (void)state;
    reduces(five_steps, begins_at_state_4, has_one_step);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spin_goes_with_its_bonds),
        cmocka_unit_test(noises_without_increments_go_wherever_they_are),
        cmocka_unit_test(steps_begin_at_states_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
