/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body: generator, order of the noises, energy, Casimir, Lipschitz bound, refused
 * parameters. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/system/system.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>
#include <string.h>

static void generator_matches_the_formula(void **unused)
{
    uint64_t state = 31;
    (void)unused;
    for (int n = 0; n < rigid_repeats(60); n++) {
        rigid r;
        naive_vector x, xi;
        arb_ptr ball = _arb_vec_init(3);
        rigid_draw(&r, &state, 1);
        rigid_build(&r);
        assert_int_equal(ref_system_M(r.sys), r.M);
        assert_int_equal(ref_system_d(r.sys), 3);
        naive_vector_init(x, 400);
        naive_vector_init(xi, 400);
        for (int i = 0; i < 3; i++) mpfr_set_d(x[i], r.x[i], MPFR_RNDN);
        naive_generator(xi, &r.body, x, r.h, r.dW);
        ref_generator(ball, r.sys, r.bx, r.bh, r.bdW, 128);
        for (int i = 0; i < 3; i++) {
            assert_true(rigid_contains(ball + i, xi[i], 8, 380));
            assert_true(mag_cmp_2exp_si(arb_radref(ball + i), -115) < 0);
        }
        naive_vector_clear(x);
        naive_vector_clear(xi);
        _arb_vec_clear(ball, 3);
        rigid_clear(&r);
    }
}

/* By hand: I = (2, 4, 8), quad = (1, 2, 4), lin = (1, 0, 0), (0, 0, 16), x = (2, 4, 8), h = 1: I^-1
 * x = (1, 1, 1); dW = (10, 20, 30) on quad adds (20, 160, 960); dW = (5, 7) on lin adds (5, 0,
 * 112). */
static void noises_come_quad_first(void **unused)
{
    rigid r = {.body = {.inertia = {2, 4, 8}, .has_quad = true, .quad = {1, 2, 4}, .lin_count = 2},
               .lin = {1, 0, 0, 0, 0, 16},
               .x = {2, 4, 8},
               .h = 1,
               .dW = {10, 20, 30, 5, 7},
               .M = 5};
    static const slong expected[] = {26, 161, 1073};
    arb_ptr xi = _arb_vec_init(3);
    arb_t value;
    (void)unused;
    rigid_build(&r);
    arb_init(value);
    ref_generator(xi, r.sys, r.bx, r.bh, r.bdW, 64);
    for (int i = 0; i < 3; i++) assert_true(arb_equal_si(xi + i, expected[i]));
    ref_energy(value, r.sys, r.bx, 64); /* (4/2 + 16/4 + 64/8)/2 = 7 */
    assert_true(arb_equal_si(value, 7));
    assert_int_equal(ref_casimir_count(r.sys), 1);
    assert_string_equal(ref_casimir_name(r.sys, 0), "|x|^2");
    assert_null(ref_casimir_name(r.sys, 1));
    ref_casimirs(value, r.sys, r.bx, 64);
    assert_true(arb_equal_si(value, 84));
    arb_clear(value);
    _arb_vec_clear(xi, 3);
    rigid_clear(&r);
}

/* |Xi(y) - Xi(z)| <= lip |y - z|, reached along the axis of the largest weight. */
static void lipschitz_bound_is_the_largest_weight(void **unused)
{
    uint64_t state = 32;
    (void)unused;
    for (int n = 0; n < 40; n++) {
        rigid r;
        mag_t lip, R;
        arb_ptr pack;
        double most = 0;
        rigid_draw(&r, &state, 4);
        rigid_build(&r);
        mag_init(lip);
        mag_init(R);
        mag_one(R);
        pack = _arb_vec_init(r.sys->pack_size);
        r.sys->table->freeze(pack, r.sys, r.bh, r.bdW, 128);
        r.sys->table->generator_lipschitz(lip, r.sys, pack, r.bx, R);
        for (int i = 0; i < 3; i++) {
            double weight = r.h / r.body.inertia[i];
            if (r.body.has_quad) weight += r.body.quad[i] * r.dW[i];
            most = fmax(most, fabs(weight));
        }
        assert_ge(mag_get_d(lip), most * (1 - 1e-14));
        assert_le(mag_get_d(lip), most * (1 + 1e-7));
        _arb_vec_clear(pack, r.sys->pack_size);
        mag_clear(lip);
        mag_clear(R);
        rigid_clear(&r);
    }
}

static slp_status refuse(const double *inertia, size_t ni, const double *quad, size_t nq,
                         const double *lin, size_t nl, slp_error *err)
{
    slp_case c;
    ref_system *sys = NULL;
    slp_status status;
    memset(err, 0, sizeof *err);
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    if (ni) slp_case_set_param(&c, "inertia", inertia, ni, err);
    if (nq) slp_case_set_param(&c, "quad", quad, nq, err);
    if (nl) slp_case_set_param(&c, "lin", lin, nl, err);
    status = ref_system_new(&sys, &c, err);
    if (status != SLP_OK) assert_null(sys);
    ref_system_free(sys);
    slp_case_clear(&c);
    return status;
}

static void parameters_that_make_no_body_are_refused(void **unused)
{
    const double good[] = {1, 2, 3, 4}, bad[] = {1, NAN, 3}, huge[] = {1, 2, INFINITY};
    slp_error err;
    (void)unused;
    assert_int_equal(refuse(good, 3, NULL, 0, NULL, 0, &err), SLP_OK);
    for (int i = 0; i < 3; i++) {
        double zero[] = {1, 2, 3};
        char place[24];
        zero[i] = 0;
        snprintf(place, sizeof place, "moment %d ", i + 1);
        assert_int_equal(refuse(zero, 3, NULL, 0, NULL, 0, &err), SLP_DOMAIN);
        assert_string_equal(err.field, "inertia");
        assert_non_null(strstr(err.text, place));
    }
    assert_int_equal(refuse(bad, 3, NULL, 0, NULL, 0, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "inertia");
    assert_int_equal(refuse(good, 2, NULL, 0, NULL, 0, &err), SLP_DOMAIN);
    assert_int_equal(refuse(NULL, 0, NULL, 0, NULL, 0, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "inertia");
    assert_int_equal(refuse(good, 3, good, 2, NULL, 0, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "quad");
    assert_int_equal(refuse(good, 3, huge, 3, NULL, 0, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "quad");
    assert_int_equal(refuse(good, 3, NULL, 0, good, 4, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "lin");
}

static void what_is_not_there_is_unsupported(void **unused)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_UNSUPPORTED);
    assert_null(sys);
    slp_case_clear(&c);
    assert_false(ref_has_system("rigid body"));
    assert_true(ref_has_system("rigid-body"));
    assert_null(ref_scheme_find("isospectral"));
    assert_null(ref_scheme_find(""));
    size_t schemes = 0;
    for (; ref_scheme_at(schemes); schemes++)
        assert_string_equal(ref_scheme_at(schemes),
                            ((const char *const *)ref_scheme_find(ref_scheme_at(schemes)))[0]);
    assert_ge(schemes, RIGID_SCHEMES);
    for (int s = 0; s < RIGID_SCHEMES; s++) assert_non_null(ref_scheme_find(rigid_schemes[s]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_matches_the_formula),
        cmocka_unit_test(noises_come_quad_first),
        cmocka_unit_test(lipschitz_bound_is_the_largest_weight),
        cmocka_unit_test(parameters_that_make_no_body_are_refused),
        cmocka_unit_test(what_is_not_there_is_unsupported),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
