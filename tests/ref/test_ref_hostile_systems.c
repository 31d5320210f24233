/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hostile inputs to every system under every scheme: an answer that is right, "unable", "domain" or
 * "unsupported"; never a wrong ball, a hang or a crash.  Right: the second reference's answer,
 * where its own rounding leaves one.
 * Starts first. */
#include "tests/support/cmocka.h"

#include "tests/support/depth.h"
#include "tests/support/on_system.h"
#include "tests/second/naive_draw.h"
#include "tests/second/naive_hostile.h"
#include "tests/ref/thread_caches.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PREC = 128, NAIVE = 320, CHECK = 480, AGREED = 200, LONGEST_SECONDS = 60 };

typedef struct tally {
    int pairs, answered, confirmed, refused;
} tally;

/* The second reference's answer, if two precisions agree on it to AGREED bits. */
static bool trusted(mpfr_ptr exact, const slp_case *c)
{
    long d = (long)c->d;
    mpfr_ptr other = naive_array_new(d, CHECK);
    bool agree = naive_draw_answer(exact, c, NAIVE) && naive_draw_answer(other, c, CHECK);
    if (agree) {
        long size = naive_array_size(other, d);
        naive_array_add(other, -1, exact, d);
        agree = naive_array_zeros(other, d) || naive_array_size(other, d) < size - AGREED;
    }
    naive_array_free(other, d);
    return agree;
}

static void judge(tally *t, const slp_case *c, const char *what)
{
    slong d = (slong)c->d;
    arb_ptr next = _arb_vec_init(d);
    ref_certificate cert = {.L = -1};
    clock_t start = clock();
    slp_status status = naive_draw_enclose(next, &cert, c, 0, PREC);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    bool expected = status == SLP_OK || status == SLP_UNABLE || status == SLP_DOMAIN ||
                    status == SLP_UNSUPPORTED;
    t->refused += status == SLP_UNABLE || status == SLP_DOMAIN;
    if (status == SLP_OK) {
        mpfr_ptr exact = naive_array_new(d, NAIVE);
        t->answered++;
        for (slong i = 0; i < d; i++) expected = expected && arb_is_finite(next + i);
        expected = expected && cert.L >= 0 && cert.kappa >= 1;
        if (trusted(exact, c)) {
            expected = expected && naive_draw_inside(next, exact, d, AGREED);
            t->confirmed++;
        }
        naive_array_free(exact, d);
    }
    if (!expected || seconds > LONGEST_SECONDS) {
        fprintf(stderr, "%s: %s after %.1f s, L %g kappa %g: ", what, slp_status_word(status),
                seconds, cert.L, cert.kappa);
        slp_case_print(stderr, c);
    }
    assert_true(expected);
    assert_le(seconds, LONGEST_SECONDS);
    _arb_vec_clear(next, d);
}

/* Without time and noise a step is the identity, seen to all digits.  False if the reference lacks
 * the pair. */
static bool judge_still(const slp_case *c)
{
    slong d = (slong)c->d;
    arb_ptr next = _arb_vec_init(d);
    slp_status status = naive_draw_enclose(next, NULL, c, 0, PREC);
    bool same = status == SLP_OK;
    for (slong i = 0; i < d && same; i++)
        same = arf_cmp_d(arb_midref(next + i), c->x[i]) == 0 &&
               mag_cmp_2exp_si(arb_radref(next + i), -100) < 0;
    if (!same && status != SLP_UNSUPPORTED) {
        fprintf(stderr, "standing still is %s: ", slp_status_word(status));
        slp_case_print(stderr, c);
    }
    assert_true(same || status == SLP_UNSUPPORTED);
    _arb_vec_clear(next, d);
    return same;
}

enum { SPARSE = 5, SPARSER = 10 };

static void every_scheme(void **system_name)
{
    const char *name = *system_name;
    const slp_system *system = slp_system_find(name);
    uint64_t state = 977 * (uint64_t)strlen(name);
    /* Each scheme meets a fifth of the inputs (at a multiplier below 1 a tenth), and the next one
     * others; deep runs walk the whole product. */
    const double depth = depth_multiplier();
    const size_t wrapped = depth_wrapped() ? 3 : 1;
    const size_t stride = depth > 1 ? 1 : (depth < 1 ? SPARSER : SPARSE) * wrapped;
    tally t = {0};
    if (!ref_has_system(name)) return;
    for (size_t s = 0; slp_scheme_at(s); s++) {
        const slp_scheme *scheme = slp_scheme_at(s);
        slp_case c;
        if (!slp_pair_makes_sense(system, scheme, NULL)) continue;
        for (size_t k = 0; naive_hostile_at(k); k++) {
            if ((k + s) % stride) continue;
            naive_draw_case(&c, system, scheme, &state, 0x1p-5);
            naive_hostile_at(k)->spoil(&c);
            judge(&t, &c, naive_hostile_at(k)->what);
            slp_case_clear(&c);
        }
        naive_draw_case(&c, system, scheme, &state, 0x1p-5);
        naive_hostile_stand_still(&c);
        t.pairs += judge_still(&c);
        slp_case_clear(&c);
    }
    print_message("%s: %d answered, %d of them confirmed, %d refused\n", name, t.answered,
                  t.confirmed, t.refused);
    assert_ge(t.confirmed * (int)stride, 5 * t.pairs);
    assert_gt(t.refused, 0);
}

/* Vortices in one place, on one ray, within the threshold, or nowhere. */
static void coincident_vortices(void **unused)
{
    static const double gamma[] = {1, 2};
    static const double states[][6] = {{0.3, 0.4, 0.5, 0.3, 0.4, 0.5},
                                       {0.25, 0.5, -0.5, 0.75, 1.5, -1.5},
                                       {0, 0, 1, 0x1p-21, 0, 1},
                                       {0, 0, 0, 0, 0, 1},
                                       {1, 0, 0, 0, 0, 0}};
    const slp_system *system = slp_system_find("point-vortices");
    (void)unused;
    if (!ref_has_system("point-vortices")) return;
    for (size_t s = 0; slp_scheme_at(s); s++)
        for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
            slp_case c;
            slp_error err;
            arb_ptr next;
            slp_status status;
            if (!slp_pair_makes_sense(system, slp_scheme_at(s), NULL)) continue;
            slp_case_init(&c);
            c.system = system;
            c.scheme = slp_scheme_at(s);
            c.id = strdup("vortices");
            c.steps = 1;
            c.h = 0x1p-6;
            assert_int_equal(slp_case_set_param(&c, "gamma", gamma, 2, &err), SLP_OK);
            slp_case_set_x(&c, states[k], 6);
            assert_int_equal(slp_case_check(&c, &err), SLP_OK);
            next = _arb_vec_init(6);
            status = naive_draw_enclose(next, NULL, &c, 0, PREC);
            if (status != SLP_UNSUPPORTED) assert_int_equal(status, SLP_DOMAIN);
            _arb_vec_clear(next, 6);
            slp_case_clear(&c);
        }
}

int main(void)
{
    struct CMUnitTest tests[ON_SYSTEM_MOST + 1];
    const size_t count = on_modelled_systems(tests, every_scheme);
    tests[count] = (struct CMUnitTest)cmocka_unit_test(coincident_vortices);
    return _cmocka_run_group_tests("tests", tests, count + 1, NULL, cached_give_back);
}
