/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many coordinates and noises a case has, for each system and each way of giving its
 * parameters, and the sizes at the ends of what it takes. */
#include "oracle/contract/case/case.h"

#include <stddef.h>
#include <string.h>

#include "tests/support/cmocka.h"

enum { MOST = 3 * 53 * 54 / 2 };

/* A parameter of so many numbers, each `value`; count 0 leaves it out. */
typedef struct given {
    const char *key;
    size_t count;
    double value;
} given;

static const struct row {
    const char *system;
    given params[3];
    size_t d, M; /* d = 0: refused */
} rows[] = {
    {"rigid-body", {{"inertia", 3, 1}}, 3, 0},
    {"rigid-body", {{"inertia", 3, 1}, {"quad", 3, 1}}, 3, 3},
    {"rigid-body", {{"inertia", 3, 1}, {"lin", 6, 1}}, 3, 2},
    {"rigid-body", {{"inertia", 3, 1}, {"quad", 3, 1}, {"lin", 9, 1}}, 3, 6},
    {"rigid-body", {{"inertia", 3, 1}, {"lin", 5, 1}}, 0, 0},
    {"rigid-body-n", {{"n", 1, 2}}, 1, 0},
    {"rigid-body-n", {{"n", 1, 5}}, 10, 0},
    {"rigid-body-n", {{"n", 1, 5}, {"quad", 1, 1}}, 10, 10},
    {"rigid-body-n", {{"n", 1, 5}, {"quad", 2, 1}}, 0, 0},
    {"rigid-body-n", {{"n", 1, 4}, {"inertia", 6, 1}}, 6, 0},
    {"rigid-body-n", {{"n", 1, 4}, {"inertia", 6, 0}}, 0, 0},
    {"rigid-body-n", {{"n", 1, 4}, {"inertia", 5, 1}}, 0, 0},
    {"rigid-body-n", {{"n", 1, 1024}}, 523776, 0},
    {"rigid-body-n", {{"n", 1, 1025}}, 0, 0},
    {"rigid-body-n", {{"n", 1, 1}}, 0, 0},
    {"point-vortices", {{"gamma", 1, 1}}, 3, 0},
    {"point-vortices", {{"gamma", 4, -1}}, 12, 0},
    {"point-vortices", {{"gamma", 4, 1}, {"quad", 3, 1}}, 12, 3},
    {"point-vortices", {{"gamma", 4, 1}, {"quad", 2, 1}}, 0, 0},
    {"point-vortices", {{"gamma", 4, 0}}, 0, 0},
    {"heavy-top", {{"inertia", 3, 1}, {"chi", 3, 0}}, 6, 0},
    {"heavy-top", {{"inertia", 3, 1}, {"chi", 3, 1}, {"noise", 21, 1}}, 6, 3},
    {"heavy-top", {{"inertia", 3, 1}, {"chi", 3, 1}, {"noise", 20, 1}}, 0, 0},
    {"heavy-top", {{"inertia", 3, 1}, {"chi", 2, 1}}, 0, 0},
    {"heavy-top", {{"inertia", 3, -1}, {"chi", 3, 1}}, 0, 0},
    {"zeitlin-sphere", {{"n", 1, 5}}, 25, 0},
    {"zeitlin-sphere", {{"n", 1, 5}, {"shell", 1, 1}}, 25, 0},
    {"zeitlin-sphere", {{"n", 1, 5}, {"amp", 1, 1}}, 25, 25 - 9},
    {"zeitlin-sphere", {{"n", 1, 4}, {"amp", 1, 1}}, 16, 16 - 4},
    {"zeitlin-sphere", {{"n", 1, 5}, {"amp", 1, 1}, {"shell", 1, 4}}, 25, 25 - 16},
    {"zeitlin-sphere", {{"n", 1, 5}, {"amp", 1, 1}, {"shell", 1, 1}}, 25, 25 - 1},
    {"zeitlin-sphere", {{"n", 1, 5}, {"amp", 1, 1}, {"shell", 1, 5}}, 0, 0},
    {"zeitlin-sphere", {{"n", 1, 5}, {"amp", 1, 1}, {"shell", 1, 0}}, 0, 0},
    {"zeitlin-sphere", {{"n", 1, 2}, {"amp", 1, 1}}, 4, 3},
    {"zeitlin-sphere", {{"n", 1, 1}}, 0, 0},
    {"zeitlin-sphere", {{"n", 1, 1024}}, 1048576, 0},
    {"zeitlin-sphere", {{"n", 1, 1025}}, 0, 0},
    {"sine-euler", {{"n", 1, 3}}, 9, 0},
    {"sine-euler", {{"n", 1, 3}, {"modes", 4, 1}}, 9, 0},
    {"sine-euler", {{"n", 1, 3}, {"modes", 4, 1}, {"amp", 1, 1}}, 9, 2},
    {"sine-euler", {{"n", 1, 5}, {"modes", 6, -2}, {"amp", 1, 1}}, 25, 3},
    {"sine-euler", {{"n", 1, 5}, {"modes", 6, 3}, {"amp", 1, 1}}, 0, 0},
    {"sine-euler", {{"n", 1, 5}, {"modes", 6, 0}, {"amp", 1, 1}}, 0, 0},
    {"sine-euler", {{"n", 1, 5}, {"modes", 6, 1}, {"amp", 2, 1}}, 0, 0},
    {"sine-euler", {{"n", 1, 4}}, 0, 0},
    {"sine-euler", {{"n", 1, 1}}, 0, 0},
    {"sine-euler", {{"n", 1, 1023}}, 1023 * 1023, 0},
    {"sine-euler", {{"n", 1, 1025}}, 0, 0},
    {"canonical", {{"model", 1, 0}}, 2, 0},
    {"canonical", {{"model", 1, 0}, {"beta", 1, 1}}, 2, 1},
    {"canonical", {{"model", 1, 0}, {"gamma", 1, 1}}, 0, 0},
    {"canonical", {{"model", 1, 1}, {"beta", 1, 1}, {"gamma", 1, 1}}, 2, 2},
    {"canonical", {{"model", 1, 1}, {"gamma", 1, 1}}, 2, 1},
    {"canonical", {{"model", 1, 1}, {"gamma", 2, 1}}, 0, 0},
    {"canonical", {{"model", 1, 1}, {"beta", 2, 1}}, 0, 0},
    {"symplectic", {{"n", 1, 2}, {"quadratic", 6, 1}}, 3, 0},
    {"symplectic", {{"n", 1, 4}, {"quadratic", 55, 1}}, 10, 0},
    {"symplectic", {{"n", 1, 4}, {"quadratic", 55, 1}, {"noise", 30, 1}}, 10, 3},
    {"symplectic", {{"n", 1, 4}, {"quadratic", 55, 1}, {"noise", 29, 1}}, 0, 0},
    {"symplectic", {{"n", 1, 4}, {"quadratic", 54, 1}}, 0, 0},
    {"symplectic", {{"n", 1, 3}, {"quadratic", 21, 1}}, 0, 0},
};

/* SLP_OK with the shape in c, or why not. */
static slp_status shape_of(slp_case *c, const struct row *row, slp_error *err)
{
    double numbers[MOST];
    slp_case_init(c);
    c->system = slp_system_find(row->system);
    assert_non_null(c->system);
    for (size_t k = 0; k < 3 && row->params[k].key; k++) {
        for (size_t i = 0; i < row->params[k].count; i++) numbers[i] = row->params[k].value;
        assert_int_equal(
            slp_case_set_param(c, row->params[k].key, numbers, row->params[k].count, err), SLP_OK);
    }
    return c->system->shape(c, err);
}

static void shapes_are_as_given(void **unused)
{
    int wrong = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_case c;
        slp_error err = {0};
        slp_status status = shape_of(&c, &rows[i], &err);
        bool right = rows[i].d ? status == SLP_OK && c.d == rows[i].d && c.M == rows[i].M
                               : status == SLP_INPUT && err.text[0] && err.field[0];
        slp_case_clear(&c);
        if (right) continue;
        wrong++;
        print_message("row %zu, %s: status %d, %s: %s\n", i, rows[i].system, status, err.field,
                      err.text);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_are_as_given)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
