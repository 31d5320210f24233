/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Relations on cases whose numbers cannot be halved or doubled, with more noises than are drawn,
 * and to images whose system lacks a parameter: a relation then says nothing, or its image is
 * exact.  Every number of an image is 0 or, but for its sign and a power of two, one of the case's
 * own; where one was rounded, its digits are others. */
#include "oracle/contract/draw/draw.h"
#include "props/engine/engine.h"
#include "props/relation/relation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { MOST = 4096 };

/* ---- The digits of a case ---- */

typedef struct digits {
    double of[MOST]; /* mantissas in [1/2, 1) */
    size_t count, zeros;
} digits;

static void note_numbers(digits *all, const double *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int e;
        assert_true(isfinite(v[i]));
        assert_lt(all->count, MOST);
        if (v[i] == 0)
            all->zeros++;
        else
            all->of[all->count++] = frexp(fabs(v[i]), &e);
    }
}

static digits digits_of(const slp_case *c)
{
    digits all = {.count = 0};
    for (size_t p = 0; c->system->params[p].key; p++)
        note_numbers(&all, c->params[p].at, c->params[p].count);
    note_numbers(&all, &c->h, 1);
    note_numbers(&all, c->x, c->d);
    note_numbers(&all, c->dw, c->dw_count);
    return all;
}

/* Numbers that images bring along: sizes, and what they set to 1 or 0. */
static bool is_small_whole(double digit)
{
    for (int i = 1; i <= 16; i++) {
        int e;
        if (frexp(i, &e) == digit) return true;
    }
    return false;
}

static void sampler(const slp_case *to, const slp_case *c, const prop_relation *relation,
                    const char *what)
{
    const digits image = digits_of(to), own = digits_of(c);
    for (size_t i = 0; i < image.count; i++) {
        bool known = is_small_whole(image.of[i]);
        for (size_t k = 0; k < own.count && !known; k++) known = image.of[i] == own.of[k];
        if (!known)
            fail_msg("%s, %s, %s: a number was rounded", relation->system, relation->about, what);
    }
    /* an increment or step that was halved to nothing */
    if (strcmp(to->system->name, c->system->name) == 0 && image.zeros > own.zeros)
        fail_msg("%s, %s, %s: a number became 0", relation->system, relation->about, what);
}

/* ---- What is done to a case ---- */

static void all_numbers(slp_case *c, double value)
{
    for (size_t p = 0; c->system->params[p].key; p++)
        for (size_t i = 0; i < c->params[p].count; i++)
            if (strcmp(c->system->params[p].key, "n") != 0 &&
                strcmp(c->system->params[p].key, "modes") != 0 &&
                strcmp(c->system->params[p].key, "model") != 0 &&
                strcmp(c->system->params[p].key, "shell") != 0 && c->params[p].at[i] != 0)
                c->params[p].at[i] = value;
}

static void huge_parameters(slp_case *c)
{
    all_numbers(c, 0x1.8p1023);
}
static void tiny_parameters(slp_case *c)
{
    all_numbers(c, 0x1p-1074);
}
static void odd_subnormal_parameters(slp_case *c)
{
    all_numbers(c, 0x1.234567p-1050); /* an odd number of the smallest ones */
}
static void tiny_increments(slp_case *c)
{
    for (size_t k = 0; k < c->dw_count; k++) c->dw[k] = 0x1p-1074;
}
static void tiny_step(slp_case *c)
{
    c->h = 0x1p-1074;
}
static void huge_step(slp_case *c)
{
    c->h = 0x1.8p1023;
}
/* Every noise forty times over: more of them than any draw has. */
static void many_noises(slp_case *c)
{
    static const char *const keys[] = {"noise", "lin"};
    for (size_t k = 0; k < 2; k++) {
        size_t count;
        const double *at = slp_case_param(c, keys[k], &count);
        if (!count || 40 * count > MOST / 2) continue;
        double *all = malloc(40 * count * sizeof *all);
        assert_non_null(all);
        for (size_t i = 0; i < 40 * count; i++) all[i] = at[i % count];
        assert_int_equal(slp_case_set_param(c, keys[k], all, 40 * count, NULL), SLP_OK);
        free(all);
    }
    slp_error err;
    if (c->system->shape(c, &err) != SLP_OK) return;
    double *dw = calloc(c->steps * c->M + 1, sizeof *dw);
    assert_non_null(dw);
    for (size_t k = 0; k < c->steps * c->M; k++) dw[k] = 0.25;
    slp_case_set_dw(c, dw, c->steps * c->M);
    free(dw);
}

static const struct {
    const char *name;
    void (*change)(slp_case *c);
} changes[] = {
    {"as drawn", NULL},
    {"huge parameters", huge_parameters},
    {"tiny parameters", tiny_parameters},
    {"odd subnormal parameters", odd_subnormal_parameters},
    {"tiny increments", tiny_increments},
    {"a tiny step", tiny_step},
    {"a huge step", huge_step},
    {"many noises", many_noises},
};

/* ---- Every relation on every pair ---- */

static unsigned spoken, silent, lacking;

static void try_one(const prop_relation *relation, const slp_case *drawn, const slp_system *system,
                    size_t change)
{
    slp_case c, to;
    slp_case_init(&c);
    slp_case_init(&to);
    slp_case_copy(&c, drawn);
    if (changes[change].change) changes[change].change(&c);
    slp_case_copy(&to, &c);
    to.system = system;
    slp_error err;
    /* what asks a relation checks its image too (props/law/relations.c) */
    const bool speaks =
        (!relation->applies || relation->applies(&c)) && relation->transform(&to, &c);
    if (system != drawn->system) {
        lacking += !speaks;
    } else if (speaks && slp_case_check(&to, &err) == SLP_OK) {
        spoken++;
        sampler(&to, &c, relation, changes[change].name);
    } else {
        silent++;
    }
    slp_case_clear(&c);
    slp_case_clear(&to);
}

/* The system without its parameter `key`, as cases hold them: those behind it stay where they are.
 */
static slp_system without(const slp_system *system, size_t key)
{
    slp_system less = *system;
    less.params[key].key = "gone";
    return less;
}

static void on_pair(const prop_relation *relation, const slp_system *system,
                    const slp_scheme *scheme)
{
    for (uint64_t number = 0; number < 12; number++) {
        slp_case c;
        slp_draw from;
        slp_case_init(&c);
        slp_draw_init(&from, 5, number);
        if (slp_draw_case(&c, system, scheme, &from, 1) == SLP_OK) {
            for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
                try_one(relation, &c, system, i);
            for (size_t key = 0; system->params[key].key; key++) {
                const slp_system less = without(system, key);
                try_one(relation, &c, &less, 0);
            }
        }
        slp_case_clear(&c);
    }
}

static void images_are_exact(void **unused)
{
    const slp_scheme *scheme;
    (void)unused;
    for (const prop_relation *const *family = prop_relations_registry; *family; family++)
        for (const prop_relation *r = *family; r->about; r++)
            for (size_t k = 0; (scheme = slp_scheme_at(k)); k++)
                if (slp_pair_makes_sense(slp_system_find(r->system), scheme, NULL))
                    on_pair(r, slp_system_find(r->system), scheme);
    print_message("# %u images, %u times none; %u lack a parameter\n", spoken, silent, lacking);
    assert_gt(spoken, 1000);
    assert_gt(silent, 1000);
    assert_gt(lacking, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(images_are_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
