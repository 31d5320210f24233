/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A case built in memory is checked as one that was read: each condition by itself, under its field
 * and to the letter. */
#include "oracle/contract/case/case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

#define BODY                                                                                       \
    "case id=a system=rigid-body scheme=tmk inertia=1,2,3 lin=1,0,0 h=0.5 steps=2 x=1,0,0 dw=0,0"
#define TORUS                                                                                      \
    "case id=a system=sine-euler scheme=tmk n=3 modes=1:1 amp=1 h=0.5 steps=1 "                    \
    "x=0,0,0,1,0,0,0,0,0 "                                                                         \
    "dw=0"
#define KUBO "case id=a system=canonical scheme=midpoint model=kubo h=0.5 steps=1 x=1,0"

static void given(slp_case *c, const char *key, size_t count, double value)
{
    double *values = malloc((count + 1) * sizeof *values);
    for (size_t i = 0; i < count; i++) values[i] = value;
    for (size_t p = 0; count > SLP_MAX_LIST && c->system->params[p].key; p++)
        if (strcmp(c->system->params[p].key, key) == 0) {
            /* slp_case_set_param refuses so many: a program that writes into the case */
            free(c->params[p].at);
            c->params[p] = (slp_numbers){count, values};
            return;
        }
    assert_int_equal(slp_case_set_param(c, key, values, count, NULL), SLP_OK);
    free(values);
}

static void no_id(slp_case *c)
{
    free(c->id), c->id = NULL;
}
static void no_system(slp_case *c)
{
    c->system = NULL;
}
static void no_scheme(slp_case *c)
{
    c->scheme = NULL;
}
static void other_scheme(slp_case *c)
{
    c->scheme = slp_scheme_find("midpoint");
}
static void no_x(slp_case *c)
{
    c->x_count = 0;
}
/* c's scheme with `maps` and `stages` in its table */
static void state_of_scheme(slp_case *c, unsigned maps, unsigned stages)
{
    static slp_scheme other;
    other = *c->scheme;
    other.maps = maps;
    other.stages = stages;
    c->scheme = &other;
}
static void no_maps(slp_case *c)
{
    state_of_scheme(c, 0, 1);
}
static void no_stages(slp_case *c)
{
    state_of_scheme(c, 2, 0);
}
static void one_x(slp_case *c)
{
    slp_case_set_x(c, &(double){1}, 1);
}
static void x_nan(slp_case *c)
{
    c->x[2] = NAN;
}
static void h_endless(slp_case *c)
{
    c->h = -INFINITY;
}
static void no_steps(slp_case *c)
{
    c->steps = 0;
}
static void long_run(slp_case *c)
{
    c->steps = SLP_MAX_LIST / 3 + 1;
}
static void no_dw(slp_case *c)
{
    slp_case_set_dw(c, NULL, 0);
}
static void short_dw(slp_case *c)
{
    slp_case_set_dw(c, &(double){1}, 1);
}
static void dw_nan(slp_case *c)
{
    c->dw[1] = NAN;
}
static void off(slp_case *c)
{
    c->x[0] = 1;
}

static const struct row {
    const char *line;
    void (*change)(slp_case *c);
    struct {
        const char *key;
        size_t count;
        double value;
    } give;
    const char *field, *text; /* text NULL: held */
} rows[] = {
    {BODY, NULL, {NULL, 0, 0}, NULL, NULL},
    {TORUS, NULL, {NULL, 0, 0}, NULL, NULL},
    {KUBO, NULL, {NULL, 0, 0}, NULL, NULL},
    {KUBO, NULL, {"model", 1, 1}, NULL, NULL},
    {BODY, no_id, {NULL, 0, 0}, "id", "is empty"},
    {BODY, no_system, {NULL, 0, 0}, "system", "is missing"},
    {BODY, no_scheme, {NULL, 0, 0}, "scheme", "is missing"},
    {BODY, other_scheme, {NULL, 0, 0}, "scheme", "makes no sense on rigid-body: midpoint"},
    {BODY,
     no_maps,
     {NULL, 0, 0},
     "scheme",
     "tmk does not state how many maps a step has; give it in its table"},
    {BODY,
     no_stages,
     {NULL, 0, 0},
     "scheme",
     "tmk does not state how many stages a step has; give it in its table"},
    {BODY,
     NULL,
     {"inertia", 0, 0},
     "inertia",
     "is missing; system rigid-body needs it: I1,I2,I3 > 0"},
    {BODY,
     NULL,
     {"inertia", 3, INFINITY},
     "inertia",
     "number 1 of 3 is not finite; only finite numbers are exchanged"},
    {BODY, NULL, {"lin", SLP_MAX_LIST + 1, 0}, "lin", "has 2097153 numbers, at most 2097152 fit"},
    {KUBO, NULL, {"model", 1, 2}, "model", "is none of: kubo pendulum"},
    {KUBO, NULL, {"model", 1, 0.5}, "model", "is none of: kubo pendulum"},
    {KUBO, NULL, {"model", 1, -1}, "model", "is none of: kubo pendulum"},
    {KUBO, NULL, {"model", 2, 0}, "model", "is none of: kubo pendulum"},
    {TORUS, NULL, {"modes", 3, 1}, "modes", "is not made of pairs"},
    {BODY, no_x, {NULL, 0, 0}, "x", "is missing; system rigid-body needs d = 3 numbers"},
    {BODY, one_x, {NULL, 0, 0}, "x", "has 1 number, expected d = 3"},
    {BODY,
     x_nan,
     {NULL, 0, 0},
     "x",
     "number 3 of 3 is not finite; only finite numbers are exchanged"},
    {BODY,
     h_endless,
     {NULL, 0, 0},
     "h",
     "number 1 of 1 is not finite; only finite numbers are exchanged"},
    {BODY, no_steps, {NULL, 0, 0}, "steps", "is 0, must be at least 1"},
    {BODY,
     long_run,
     {NULL, 0, 0},
     "steps",
     "is 699051, at most 699050 fit a record of this system (d = 3, M = 1); split the run into "
     "several cases"},
    {BODY, no_dw, {NULL, 0, 0}, "dw", "is missing; expected steps*M = 2 numbers"},
    {BODY, short_dw, {NULL, 0, 0}, "dw", "has 1 number, expected steps*M = 2"},
    {BODY,
     dw_nan,
     {NULL, 0, 0},
     "dw",
     "number 2 of 2 is not finite; only finite numbers are exchanged"},
    {BODY,
     NULL,
     {"lin", 0, 0},
     "dw",
     "is given, but without noise M = 0; leave it out or name the noise"},
    {TORUS, off, {NULL, 0, 0}, "x", ""},
};

static void each_condition_by_itself(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        slp_case c;
        slp_error err = {0};
        slp_case_init(&c);
        if (slp_case_parse(&c, r->line, 9, &err) != SLP_OK) fail_msg("%s", err.text);
        if (r->change) r->change(&c);
        if (r->give.key) given(&c, r->give.key, r->give.count, r->give.value);
        slp_status status = slp_case_check(&c, &err);
        if (r->text ? status != SLP_INPUT || strncmp(err.text, r->text, strlen(r->text)) != 0 ||
                          strcmp(err.field, r->field) != 0 || err.line != 9 ||
                          strcmp(err.id, r->change == no_id ? "" : "a") != 0
                    : status != SLP_OK)
            fail_msg("row %zu: %d, line %zu, %s, %s: %s", i, (int)status, err.line, err.id,
                     err.field, err.text);
        slp_case_clear(&c);
    }
}

/* As many steps as a list holds numbers, of the longer of x and dw. */
static void a_run_is_as_long_as_fits(void **unused)
{
    slp_case c;
    slp_error err;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, KUBO, 1, &err), SLP_OK);
    c.steps = SLP_MAX_LIST / 2;
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    c.steps++;
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    given(&c, "beta", 1, 1);
    c.steps = 1;
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "dw");
    slp_case_set_dw(&c, &(double){0.5}, 1);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    assert_int_equal(c.M, 1);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_condition_by_itself),
                                       cmocka_unit_test(a_run_is_as_long_as_fits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
