/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* rigid-body-n and symplectic: the generator is the gradient of energy and noises, its constants
 * bound it, Casimirs, orbit and Poisson tensor are kept by the schemes that should; n = 3 steps as
 * the rigid body does. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_defined.h"
#include "oracle/contract/draw/draw.h"
#include "ref/system/system.h"

#include <string.h>

enum { PREC = 160 };

typedef struct drawn {
    slp_case c;
    ref_system *sys;
    arb_ptr x, dW;
    arb_t h;
    slong d;
} drawn;

static void draw(drawn *to, const char *system, const char *scheme, uint64_t number)
{
    slp_draw from;
    slp_error err;
    slp_draw_init(&from, 5, number);
    slp_case_init(&to->c);
    assert_int_equal(
        slp_draw_case(&to->c, slp_system_find(system), slp_scheme_find(scheme), &from, 1), SLP_OK);
    assert_int_equal(ref_system_new(&to->sys, &to->c, &err), SLP_OK);
    to->d = (slong)to->c.d;
    to->x = _arb_vec_init(to->d);
    to->dW = _arb_vec_init((slong)to->c.M);
    arb_init(to->h);
    arb_set_d(to->h, to->c.h);
    for (slong i = 0; i < to->d; i++) arb_set_d(to->x + i, to->c.x[i]);
    for (slong k = 0; k < (slong)to->c.M; k++) arb_set_d(to->dW + k, to->c.dw[k]);
}

static void forget_drawn(drawn *a)
{
    _arb_vec_clear(a->x, a->d);
    _arb_vec_clear(a->dW, (slong)a->c.M);
    arb_clear(a->h);
    ref_system_free(a->sys);
    slp_case_clear(&a->c);
}

/* sum of h H0 and dW_k H_k at x, by the formulas of the format */
static void hamiltonian(arb_t H, const drawn *a, arb_srcptr x)
{
    size_t count = 0;
    arb_t term, number;
    arb_init(term);
    arb_init(number);
    ref_energy(H, a->sys, x, PREC);
    arb_mul(H, H, a->h, PREC);
    const double *noise =
        slp_case_param(&a->c, strcmp(a->c.system->name, "symplectic") ? "quad" : "noise", &count);
    for (slong k = 0; k < (slong)a->c.M; k++)
        if (count == 1) { /* c x_k^2 / 2 */
            arb_set_d(number, noise[0] / 2);
            arb_mul(term, x + k, x + k, PREC);
            arb_mul(term, term, number, PREC);
            arb_addmul(H, term, a->dW + k, PREC);
        } else {
            for (slong i = 0; i < a->d; i++) {
                arb_set_d(number, noise[k * a->d + i]);
                arb_mul(term, number, x + i, PREC);
                arb_addmul(H, term, a->dW + k, PREC);
            }
        }
    arb_clear(term);
    arb_clear(number);
}

/* H(x+v) - H(x-v) = 2 <Xi(x), v> for quadratic H, exactly; and |Xi(x+v) - Xi(x)| <= lip |v| */
static void generators_are_gradients(void **unused)
{
    uint64_t state = 91;
    static const char *const systems[] = {"rigid-body-n", "symplectic"};
    arb_t up, down;
    mag_t lip, R, one;
    (void)unused;
    arb_init(up);
    arb_init(down);
    mag_init(lip);
    mag_init(R);
    mag_init(one);
    for (uint64_t number = 0; number < 40; number++) {
        drawn a;
        draw(&a, systems[number % 2], "tmk", number);
        const ref_algebra *algebra = &a.sys->algebra;
        arb_ptr v = _arb_vec_init(4 * a.d), moved = v + a.d, xi = moved + a.d, there = xi + a.d,
                pack = _arb_vec_init(a.sys->pack_size);
        matrix_drawn_vector(v, algebra, &state, 1, number % 3 == 0);
        _arb_vec_add(moved, a.x, v, a.d, PREC);
        hamiltonian(up, &a, moved);
        ref_generator(there, a.sys, moved, a.h, a.dW, PREC);
        _arb_vec_sub(moved, a.x, v, a.d, PREC);
        hamiltonian(down, &a, moved);
        arb_sub(up, up, down, PREC);
        ref_generator(xi, a.sys, a.x, a.h, a.dW, PREC);
        algebra->pairing(down, algebra, xi, v, PREC);
        arb_mul_2exp_si(down, down, 1);
        assert_true(arb_overlaps(up, down));
        _arb_vec_sub(there, there, xi, a.d, PREC);
        a.sys->table->freeze(pack, a.sys, a.h, a.dW, PREC);
        mag_set_d(R, 4);
        a.sys->table->generator_lipschitz(lip, a.sys, pack, a.x, R);
        algebra->norm(one, algebra, v);
        mag_mul(lip, lip, one);
        algebra->norm(one, algebra, there);
        assert_le(mag_get_d(one), 1.000001 * mag_get_d(lip));
        a.sys->table->generator_tangent(moved, a.sys, pack, a.x, v, PREC);
        for (slong i = 0; i < a.d; i++) assert_true(arb_overlaps(moved + i, there + i));
        double size, condition;
        ref_generator_terms(&size, &condition, a.sys, a.x, a.h, a.dW);
        double length = 0;
        for (slong i = 0; i < a.d; i++) {
            double value = arf_get_d(arb_midref(xi + i), ARF_RND_NEAR);
            length += value * value;
        }
        assert_ge(size * size, length * 0.999999);
        _arb_vec_clear(v, 4 * a.d);
        _arb_vec_clear(pack, a.sys->pack_size);
        forget_drawn(&a);
    }
    arb_clear(up);
    arb_clear(down);
    mag_clear(lip);
    mag_clear(R);
    mag_clear(one);
}

/* Casimirs, the characteristic polynomial and the Poisson tensor, with no more room than roundings
 * need */
static void orbits_are_kept(void **unused)
{
    static const char *const systems[] = {"rigid-body-n", "symplectic"};
    static const char *const schemes[] = {"isospectral-midpoint", "canonical-midpoint",
                                          "rkmk-rk4-exp", "rkmk-heun-cay"};
    (void)unused;
    for (uint64_t number = 0; number < 24; number++)
        for (int s = 0; s < 4; s++) {
            drawn a;
            draw(&a, systems[number % 2], schemes[s], number);
            slong count = ref_casimir_count(a.sys), n = ref_group_size(a.sys);
            arb_ptr next = _arb_vec_init(a.d + 2 * count), before = next + a.d,
                    after = before + count;
            acb_ptr p = _acb_vec_init(2 * n + 2), q = p + n + 1;
            arb_mat_t B;
            arb_mat_init(B, a.d, a.d);
            const ref_scheme *scheme = ref_scheme_find(schemes[s]);
            assert_int_equal(ref_step(next, NULL, scheme, a.sys, a.x, a.h, a.dW, PREC), SLP_OK);
            ref_casimirs(before, a.sys, a.x, PREC);
            ref_casimirs(after, a.sys, next, PREC);
            for (slong i = 0; i < count; i++) assert_true(arb_overlaps(before + i, after + i));
            assert_true(ref_characteristic(p, a.sys, a.x, PREC));
            assert_true(ref_characteristic(q, a.sys, next, PREC));
            for (slong i = 0; i <= n; i++) assert_true(acb_overlaps(p + i, q + i));
            if (s < 2 && a.d <= 10) {
                assert_int_equal(ref_poisson_residual(B, scheme, a.sys, a.x, a.h, a.dW, PREC),
                                 SLP_OK);
                for (slong i = 0; i < a.d; i++)
                    for (slong j = 0; j < a.d; j++)
                        assert_true(arb_contains_zero(arb_mat_entry(B, i, j)));
            }
            arb_mat_clear(B);
            _arb_vec_clear(next, a.d + 2 * count);
            _acb_vec_clear(p, 2 * n + 2);
            forget_drawn(&a);
        }
}

/* (X_12, X_13, X_23) = (-x_3, x_2, -x_1): moments, noises and increments in that order */
static void three_dimensions_are_the_rigid_body(void **unused)
{
    static const char *const schemes[] = {
        "isospectral-midpoint", "canonical-midpoint", "tmk",
        "variational-cayley",   "implicit-midpoint",  "trapezoidal",
        "rkmk-gauss4-exp",      "rkmk-rk4-cay"};
    const double moments[3] = {1.25, 2, 0.75}, reversed[3] = {0.75, 2, 1.25},
                 c[3] = {0.1, 0.1, 0.1};
    const double x[3] = {0.6, -0.3, 0.7}, rows[3] = {-0.7, -0.3, -0.6}, n = 3;
    uint64_t state = 92;
    (void)unused;
    for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++) {
        slp_case space, matrix;
        ref_system *a, *b;
        slp_error err;
        arb_ptr v = _arb_vec_init(12);
        arb_t h;
        arb_init(h);
        arb_set_d(h, 0x1p-5);
        slp_case_init(&space);
        slp_case_init(&matrix);
        space.system = slp_system_find("rigid-body");
        matrix.system = slp_system_find("rigid-body-n");
        assert_int_equal(slp_case_set_param(&space, "inertia", moments, 3, &err), SLP_OK);
        assert_int_equal(slp_case_set_param(&space, "quad", c, 3, &err), SLP_OK);
        assert_int_equal(slp_case_set_param(&matrix, "n", &n, 1, &err), SLP_OK);
        assert_int_equal(slp_case_set_param(&matrix, "inertia", reversed, 3, &err), SLP_OK);
        assert_int_equal(slp_case_set_param(&matrix, "quad", c, 1, &err), SLP_OK);
        assert_int_equal(ref_system_new(&a, &space, &err), SLP_OK);
        assert_int_equal(ref_system_new(&b, &matrix, &err), SLP_OK);
        for (int i = 0; i < 3; i++) {
            arb_set_d(v + i, x[i]);
            arb_set_d(v + 3 + i, rows[i]);
            arb_set_d(v + 6 + i, rigid_between(&state, -0.2, 0.2));
            arb_set(v + 11 - i, v + 6 + i);
        }
        const ref_scheme *scheme = ref_scheme_find(schemes[s]);
        assert_int_equal(ref_step(v, NULL, scheme, a, v, h, v + 6, PREC), SLP_OK);
        assert_int_equal(ref_step(v + 3, NULL, scheme, b, v + 3, h, v + 9, PREC), SLP_OK);
        arb_swap(v, v + 2);
        arb_neg(v, v);
        arb_neg(v + 2, v + 2);
        if (!matrix_agree(v, v + 3, 3, 1, PREC - 30)) fail_msg("%s", schemes[s]);
        slp_case_clear(&space);
        slp_case_clear(&matrix);
        ref_system_free(a);
        ref_system_free(b);
        _arb_vec_clear(v, 12);
        arb_clear(h);
    }
}

/* I = 1, 2, ..., d where moments are left out: the energy of a coordinate by itself is 1/(2I) */
static void moments_left_out_count_from_one(void **unused)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    arb_ptr x = _arb_vec_init(7);
    (void)unused;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body-n");
    assert_int_equal(slp_case_set_param(&c, "n", &(double){4}, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    for (int i = 0; i < 6; i++) {
        _arb_vec_zero(x, 6);
        arb_one(x + i);
        ref_energy(x + 6, sys, x, PREC);
        arb_mul_si(x + 6, x + 6, 2 * (i + 1), PREC);
        assert_true(arb_contains_si(x + 6, 1));
        assert_gt(arb_rel_accuracy_bits(x + 6), 100);
    }
    ref_system_free(sys);
    slp_case_clear(&c);
    _arb_vec_clear(x, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generators_are_gradients),
        cmocka_unit_test(orbits_are_kept),
        cmocka_unit_test(three_dimensions_are_the_rigid_body),
        cmocka_unit_test(moments_left_out_count_from_one),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
