/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The splitting schemes against the second reference, whose flows are series of ad*: all systems,
 * turns by up to 100, and what has no factors.  Order, symmetry, Casimirs and the Poisson property
 * are in test_fast_pairs.c. */
#include "tests/second/naive_draw.h"
#include "fast/fast.h"
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#define U 0x1p-53

enum { BITS = 320 };

static slp_status step(double *y, const slp_case *c)
{
    slp_error err;
    fast_system *sys = NULL;
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    slp_status status = fast_system_new(&sys, c, &err);
    if (status != SLP_OK) return status;
    double *room = malloc(fast_step_work_size(scheme, sys) * sizeof *room);
    status = fast_step(y, NULL, scheme, sys, c->x, c->h, c->dw, room);
    free(room);
    fast_system_free(sys);
    return status;
}

/* |answer - second reference| / (u |x|) of c's first step, in the Euclidean norm. */
static double error_of(const slp_case *c)
{
    double *y = calloc(c->d, sizeof *y), sum = 0, size = 0;
    mpfr_ptr exact = naive_array_new((long)c->d, BITS);
    assert_int_equal(step(y, c), SLP_OK);
    assert_true(naive_draw_answer(exact, c, BITS));
    for (size_t i = 0; i < c->d; i++) {
        mpfr_sub_d(exact + i, exact + i, y[i], MPFR_RNDN);
        const double off = mpfr_get_d(exact + i, MPFR_RNDN);
        sum += off * off;
        size += c->x[i] * c->x[i];
    }
    naive_array_free(exact, (long)c->d);
    free(y);
    return sqrt(sum / size) / U;
}

/* A flow rounds by 16u|x| at most: products of rotations with a state by 8u|x|, on matrices of
 * three to four rows, and its generator by less than u|x| here, where |Xi| is below 1/2.  An error
 * of x grows in a flow by at most 1 + 2|Xi_k|, in all flows of a step by e^2.  On T*R an answer
 * moves by Xi, which may exceed |x|. */
static void as_the_second_reference(void **state)
{
    static const char *const schemes[] = {"splitting-lie", "splitting-strang"};
    size_t asked = 0;
    uint64_t stream = 77;
    (void)state;
    for (size_t i = 0; modelled_system_at(i); i++)
        for (size_t s = 0; s < 2; s++)
            for (size_t k = 0; k < 12; k++) {
                slp_case c;
                const slp_scheme *scheme = slp_scheme_find(schemes[s]);
                if (!slp_pair_makes_sense(modelled_system_at(i), scheme, NULL)) continue;
                naive_draw_case(&c, modelled_system_at(i), scheme, &stream, k % 2 ? 0.02 : 0.1);
                const double maps = fmax((double)slp_case_maps(&c), 1), error = error_of(&c);
                const double moves = c.system->algebra == SLP_VECTOR ? 4 : 1;
                if (!(error <= 16 * 7.4 * moves * maps)) slp_case_print(stderr, &c);
                assert_le(error, 16 * 7.4 * moves * maps);
                slp_case_clear(&c);
                asked++;
            }
    assert_ge(asked, 7 * 24);
}

/* Steps in which one factor turns by the angle that is named, and all others by none, so that no
 * error of a state becomes one of an angle: the error is that of one turn, 16u|x|, however large
 * the angle is.  An angle rounded to binary64 would be off by up to u times itself. */
static const struct {
    const char *line;
    double angle;
} turns[] = {
    {"case id=a system=rigid-body scheme=splitting-lie inertia=1,2,3 quad=0.7,0,0 "
     "h=0 steps=1 x=0.7,0.3,-0.6 dw=203.1,0.3,0.3",
     99.5},
    {"case id=b system=rigid-body scheme=splitting-strang inertia=1,2,3 "
     "lin=0.1,0.7,-0.3,0,0,0 h=0 steps=1 x=0.7,0.3,-0.6 dw=130.3,1",
     100.1},
    {"case id=c system=rigid-body-n scheme=splitting-strang n=4 inertia=0.1,1,1,1,1,1 h=20.03 "
     "steps=1 x=0.49,0,0,0,0,0.3",
     98.1},
    {"case id=d system=heavy-top scheme=splitting-lie inertia=1,2,3 chi=0,0,0 "
     "noise=0,0,0,0,0,0,0.7 h=0 steps=1 x=0.7,0.3,-0.6,0.2,0.1,0.9 dw=71.7",
     97.3},
    {"case id=e system=heavy-top scheme=splitting-strang inertia=1,2,3 chi=0,0,0 "
     "noise=0.3,0.7,-0.1,0.01,0.02,0.03,0 h=0 steps=1 x=0.7,0.3,-0.6,0.2,0.1,0.9 dw=123.3",
     94.7},
    {"case id=f system=point-vortices scheme=splitting-lie gamma=0.7,1.3 h=913.7 steps=1 "
     "x=0.7,0.3,-0.6,0.2,0.1,0.9",
     95},
    {"case id=g system=point-vortices scheme=splitting-lie gamma=0.7,1.3 quad=0,0.7,0 h=0 steps=1 "
     "x=0.7,0.3,-0.6,0.2,-0.1,0.9 dw=1,403.3,1",
     84.7},
    {"case id=h system=canonical scheme=splitting-strang model=kubo beta=0.7 h=0.3 steps=1 "
     "x=0.7,-0.3 dw=141.7",
     99.5},
    {"case id=i system=spins scheme=splitting-strang bonds=2:1 exchange=0.7 h=138.7 steps=1 "
     "x=0.7,0.3,-0.6,0.2,0.1,0.9",
     100},
    {"case id=j system=spins scheme=splitting-lie bonds=1:2 exchange=0 anisotropy=0.7,0.3,1.2,-0.1 "
     "h=78.3 steps=1 x=0.7,0.3,-0.6,0.2,0.1,0.9",
     88},
    {"case id=k system=spins scheme=splitting-lie bonds=1:2 exchange=0 field=0.1,-0.7,0.2 "
     "noise=0.3 h=78.3 steps=1 x=0.7,0.3,-0.6,0.2,0.1,0.9 dw=40.3,10.7,-20.1,-90.3,1.7,200.1",
     87},
};

static void large_turns(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        if (slp_case_parse(&c, turns[i].line, 1, &err) || slp_case_check(&c, &err))
            slp_error_print(stderr, "turns", &err);
        const double error = error_of(&c);
        if (!(error <= 16)) print_message("# %s: %g u|x|\n", c.id, error);
        assert_le(error, 16);
        slp_case_clear(&c);
    }
}

/* Five rows: modes with m1 = 2, whose order three rows do not show.  A product of matrices
 * rounds by 2n u = 10u|x| at most, three of them in a flow by 30u|x|; growth as above. */
static void five_rows(void **state)
{
    static const char *const lines[] = {
        "case id=a system=sine-euler scheme=splitting-lie n=5 modes=1:2,2:-1 amp=0.1 h=0.05 "
        "steps=1 "
        "x=0.5,-0.25,-0.5,0.125,0.125,0.3,-0.2,0.7,0.1,-0.4,0.6,0.2,-0.3,0.5,0.8,-0.1,0.4,-0.6,0.9,"
        "0.2,-0.7,0.3,0.1,-0.5,0.6 dw=0.2,-0.3",
        "case id=b system=rigid-body-n scheme=splitting-lie n=5 quad=0.1 h=0.1 steps=1 "
        "x=0.3,-0.2,0.7,0.1,-0.4,0.6,0.2,-0.3,0.5,0.8 "
        "dw=0.2,-0.3,0.1,0.4,-0.2,0.3,-0.1,0.2,0.1,-0.4"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        assert_int_equal(slp_case_parse(&c, lines[i / 2], 1, &err), SLP_OK);
        if (i % 2) c.scheme = slp_scheme_find("splitting-strang");
        assert_int_equal(slp_case_check(&c, &err), SLP_OK);
        assert_le(error_of(&c), 30 * 7.4 * (double)slp_case_maps(&c));
        slp_case_clear(&c);
    }
}

static slp_status status_of(const char *scheme, const char *line)
{
    fast_pair_system p;
    double y[FAST_PAIR_D];
    fast_pair_read(&p, line);
    slp_status status = fast_pair_step(y, NULL, scheme, &p, p.c.x, 1);
    if (status != SLP_OK) assert_memory_equal(y, p.c.x, p.c.d * sizeof *y);
    fast_pair_close(&p);
    return status;
}

static void what_has_no_factors(void **state)
{
    static const struct {
        slp_status status;
        const char *line;
    } all[] = {
        {SLP_UNSUPPORTED, "case id=a system=zeitlin-sphere scheme=tmk n=2 h=0.1 steps=1 x=0,0,1,1"},
        {SLP_UNSUPPORTED, "case id=b system=symplectic scheme=tmk n=2 quadratic=1,0,0,1,0,1 h=0.1 "
                          "steps=1 x=1,1,1"},
        {SLP_UNSUPPORTED,
         "case id=c system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,1 noise=0,0,0,0,0,0,1,0,0,0,"
         "0,1,0,1 h=0.1 steps=1 x=1,0,0,1,0,0 dw=1,1"},
        {SLP_OK, "case id=d system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,1 noise=0,0,0,0,0,0,"
                 "1,0,0,0,0,1,0,0 h=0.1 steps=1 x=1,0,0,1,0,0 dw=1,1"},
        {SLP_DOMAIN, "case id=e system=point-vortices scheme=tmk gamma=1,1 h=0.1 steps=1 "
                     "x=1,0,0,0x1p1,0x1p-20,0"},
        {SLP_OK, "case id=f system=point-vortices scheme=tmk gamma=1,1 h=0.1 steps=1 "
                 "x=1,0,0,0x1p1,0x1p-18,0"},
        {SLP_DOMAIN,
         "case id=g system=point-vortices scheme=tmk gamma=1,1 h=0.1 steps=1 x=1,0,0,0,0,0"},
        {SLP_OK, "case id=h system=point-vortices scheme=tmk gamma=1 h=0.1 steps=1 x=1,0,0"},
        {SLP_UNSUPPORTED,
         "case id=i system=spins scheme=tmk bonds=1:2,2:3 exchange=1,1 dmi=0,0,0,0,0,0x1p-900 "
         "h=0.1 steps=1 x=1,0,0,0,1,0,0,0,1"},
        {SLP_UNSUPPORTED, "case id=k system=spins scheme=tmk bonds=1:2 exchange=1 damping=0x1p-900 "
                          "h=0.1 steps=1 x=1,0,0,0,1,0"},
        {SLP_OK, "case id=l system=spins scheme=tmk bonds=1:2 exchange=1 damping=0 "
                 "h=0.1 steps=1 x=1,0,0,0,1,0"},
        {SLP_OK, "case id=j system=spins scheme=tmk bonds=1:2,2:3 exchange=1,1 dmi=0,0,0,0,-0,0 "
                 "h=0.1 steps=1 x=1,0,0,0,1,0,0,0,1"}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_int_equal(status_of("splitting-lie", all[i].line), all[i].status);
        assert_int_equal(status_of("splitting-strang", all[i].line), all[i].status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_second_reference),
                                       cmocka_unit_test(large_turns), cmocka_unit_test(five_rows),
                                       cmocka_unit_test(what_has_no_factors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
