/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* States of any norm that binary64 has.  The law `agreement` draws them: a subject that computes a
 * length by squares, which overflow or vanish, falls on every system whose cases can be scaled.
 * Calls the BLAS, for seconds. */
#include <stddef.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/contract/draw/draw_mixed.h"
#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"

/* fast's answers, times |x|/|x|, of which the first is computed by squares where `squares` is. */
static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    double square = 0, length = 0;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    for (size_t i = 0; i < c->d; i++) {
        square += c->x[i] * c->x[i];
        length = hypot(length, c->x[i]);
    }
    if (self->own && became == PROP_ANSWERED && length > 0)
        for (size_t i = 0; i < r->y.count; i++)
            if (!(fabs(sqrt(square) / length - 1) < 1e-12)) r->y.at[i] = 0;
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

static int status_of(bool *squares, const slp_system *system, const char *scheme)
{
    const prop_subject subject = {.name = "squares", .answer = answer, .has = has, .own = squares};
    const prop_subject *subjects[] = {&subject, NULL};
    char *printed;
    size_t size;
    prop_options options = {.subjects = subjects,
                            .law = "agreement",
                            .choice = {.system = system->name, .scheme = slp_scheme_find(scheme)},
                            .seed = 1,
                            .multiplier = 0.5,
                            .threads = 1,
                            .brief = true,
                            .out = open_memstream(&printed, &size)};
    if (!options.out) abort();
    const int status = prop_run(&options);
    fclose(options.out);
    free(printed);
    return status;
}

static void a_length_by_squares_is_seen(void **state)
{
    (void)state;
    bool squares = true;
    for (size_t i = 0; drawn_system_at(i); i++) {
        const slp_system *system = drawn_system_at(i);
        if (status_of(NULL, system, "implicit-midpoint") != 0)
            fail_msg("%s: right answers fall", system->name);
        if (status_of(&squares, system, "implicit-midpoint") != 1)
            fail_msg("%s: a length by squares is not seen", system->name);
    }
}

/* Exponents reach both ends of the range, on every system; parameters are 0 or normal numbers. */
static void every_norm_is_drawn(void **state)
{
    enum { DRAWS = 40 };
    (void)state;
    for (size_t i = 0; drawn_system_at(i); i++) {
        const slp_draw_pair pair = {drawn_system_at(i), slp_scheme_find("implicit-midpoint"), 0, 0};
        int low = 0, high = 0;
        slp_case c;
        slp_case_init(&c);
        for (uint64_t n = 0; n < DRAWS; n++) {
            slp_draw from;
            slp_error err;
            slp_draw_init(&from, 1, n);
            assert_int_equal(slp_draw_any_norm(&c, &pair, &from), SLP_OK);
            assert_int_equal(slp_case_check(&c, &err), SLP_OK);
            double size = 0;
            for (size_t k = 0; k < c.d; k++) size = fmax(size, fabs(c.x[k]));
            for (size_t p = 0; p < SLP_MAX_PARAMS; p++)
                for (size_t k = 0; k < c.params[p].count; k++)
                    assert_true(c.params[p].at[k] == 0 || fabs(c.params[p].at[k]) >= 0x1p-1022);
            if (size > 0 && ilogb(size) < low) low = ilogb(size);
            if (size > 0 && ilogb(size) > high) high = ilogb(size);
        }
        slp_case_clear(&c);
        /* terms of degree 4 fall by the third power of the scale */
        if (low > -1030 || high < (pair.system->family ? 200 : 990))
            fail_msg("%s: norms from 2^%d to 2^%d", pair.system->name, low, high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_norm_is_drawn),
        cmocka_unit_test(a_length_by_squares_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
