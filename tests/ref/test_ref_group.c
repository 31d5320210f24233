/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* canonical-midpoint on T*G: the step satisfies the four relations of EJLL (22), halved once; its
 * momentum map is the isospectral step; Q*JQ = J; equivariance; and its lift from (I, x) is the
 * scheme on states. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/group_points.h"
#include "tests/support/drawn_system.h"

static slp_status step(lift *l)
{
    return ref_step_canonical(l->Q1, l->P1, NULL, l->sys, l->Q, l->P, l->h, l->dW, LIFT_PREC);
}

/* Whether A is 0 within balls that are thin. */
static void assert_vanishes(const acb_mat_t A)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++) {
            assert_true(acb_contains_zero(acb_mat_entry(A, i, j)));
            assert_true(mag_cmp_2exp_si(arb_radref(acb_realref(acb_mat_entry(A, i, j))), -150) < 0);
            assert_true(mag_cmp_2exp_si(arb_radref(acb_imagref(acb_mat_entry(A, i, j))), -150) < 0);
        }
}

static void assert_same(arb_srcptr x, arb_srcptr y, slong d)
{
    for (slong i = 0; i < d; i++) {
        assert_true(arb_overlaps(x + i, y + i));
        assert_true(mag_cmp_2exp_si(arb_radref(x + i), -150) < 0);
        assert_true(mag_cmp_2exp_si(arb_radref(y + i), -150) < 0);
    }
}

/* The half steps are the means: Q' + Q = 2 Q~, P' + P = 2 P~.  What remains of (22) is Q' - Q = Q~
 * Xi and P' - P = -P~ Xi*, Xi at mu(Q~, P~). */
static void relations_hold(void **unused)
{
    uint64_t state = 51;
    (void)unused;
    for (int n = 0; n < rigid_repeats(12); n++) {
        lift l;
        acb_mat_t Qm, Pm, Xi;
        lift_init(&l, n % LIFT_SYSTEMS, &state);
        acb_mat_init(Qm, l.n, l.n);
        acb_mat_init(Pm, l.n, l.n);
        acb_mat_init(Xi, l.n, l.n);
        assert_int_equal(step(&l), SLP_OK);
        acb_mat_add(Qm, l.Q, l.Q1, LIFT_PREC);
        acb_mat_add(Pm, l.P, l.P1, LIFT_PREC);
        acb_mat_scalar_mul_2exp_si(Qm, Qm, -1);
        acb_mat_scalar_mul_2exp_si(Pm, Pm, -1);
        lift_momentum(l.x, &l, Qm, Pm);
        ref_generator(l.y, l.sys, l.x, l.h, l.dW, LIFT_PREC);
        l.sys->algebra.to_matrix(Xi, &l.sys->algebra, l.y, LIFT_PREC);
        acb_mat_mul(l.a, Qm, Xi, LIFT_PREC);
        acb_mat_sub(l.b, l.Q1, l.Q, LIFT_PREC);
        acb_mat_sub(l.b, l.b, l.a, LIFT_PREC);
        assert_vanishes(l.b);
        acb_mat_conjugate_transpose(Xi, Xi);
        acb_mat_mul(l.a, Pm, Xi, LIFT_PREC);
        acb_mat_sub(l.b, l.P1, l.P, LIFT_PREC);
        acb_mat_add(l.b, l.b, l.a, LIFT_PREC);
        assert_vanishes(l.b);
        acb_mat_clear(Qm);
        acb_mat_clear(Pm);
        acb_mat_clear(Xi);
        lift_clear(&l);
    }
}

/* mu o Phi = Psi o mu with Psi of canonical-midpoint and of isospectral-midpoint, and Q*Q = I. */
static void momentum_map_of_the_step_is_the_step(void **unused)
{
    static const char *const schemes[] = {"canonical-midpoint", "isospectral-midpoint"};
    uint64_t state = 52;
    (void)unused;
    for (int n = 0; n < rigid_repeats(12); n++) {
        lift l;
        lift_init(&l, n % LIFT_SYSTEMS, &state);
        assert_int_equal(step(&l), SLP_OK);
        for (int k = 0; k < 2; k++) {
            lift_momentum(l.x, &l, l.Q, l.P);
            assert_int_equal(
                ref_step(l.x, NULL, ref_scheme_find(schemes[k]), l.sys, l.x, l.h, l.dW, LIFT_PREC),
                SLP_OK);
            lift_momentum(l.y, &l, l.Q1, l.P1);
            assert_same(l.x, l.y, l.d);
        }
        acb_mat_conjugate_transpose(l.a, l.Q1);
        acb_mat_mul(l.a, l.a, l.Q1, LIFT_PREC);
        acb_mat_one(l.b);
        acb_mat_sub(l.a, l.a, l.b, LIFT_PREC);
        assert_vanishes(l.a);
        lift_clear(&l);
    }
}

/* Phi(g Q, g^-* P) = g . Phi(Q, P); g is unitary, so g^-* = g */
static void step_is_equivariant(void **unused)
{
    uint64_t state = 53;
    (void)unused;
    for (int n = 0; n < rigid_repeats(6); n++) {
        lift l;
        acb_mat_t g, Qg, Pg;
        lift_init(&l, n % LIFT_SYSTEMS, &state);
        acb_mat_init(g, l.n, l.n);
        acb_mat_init(Qg, l.n, l.n);
        acb_mat_init(Pg, l.n, l.n);
        lift_draw_group(g, &l, &state);
        assert_int_equal(step(&l), SLP_OK);
        acb_mat_mul(Qg, g, l.Q1, LIFT_PREC);
        acb_mat_mul(Pg, g, l.P1, LIFT_PREC);
        acb_mat_mul(l.Q, g, l.Q, LIFT_PREC);
        acb_mat_mul(l.P, g, l.P, LIFT_PREC);
        /* in place: outputs may alias inputs */
        assert_int_equal(ref_step_canonical(l.Q, l.P, NULL, l.sys, l.Q, l.P, l.h, l.dW, LIFT_PREC),
                         SLP_OK);
        acb_mat_sub(Qg, Qg, l.Q, LIFT_PREC);
        acb_mat_sub(Pg, Pg, l.P, LIFT_PREC);
        assert_vanishes(Qg);
        assert_vanishes(Pg);
        acb_mat_clear(g);
        acb_mat_clear(Qg);
        acb_mat_clear(Pg);
        lift_clear(&l);
    }
}

/* From (I, X): Q' is the group increment, f X' f* = X in space, and X' the step. */
static void lift_from_the_identity_is_the_scheme(void **unused)
{
    uint64_t state = 54;
    (void)unused;
    for (int n = 0; n < rigid_repeats(6); n++) {
        lift l;
        acb_mat_t f;
        lift_init(&l, n % LIFT_SYSTEMS, &state);
        acb_mat_init(f, l.n, l.n);
        lift_draw_element(l.x, &l, &state, 1);
        acb_mat_one(l.Q);
        assert_true(ref_state_matrix(l.P, l.sys, l.x, LIFT_PREC));
        assert_int_equal(step(&l), SLP_OK);
        assert_int_equal(ref_step_group(f, l.y, NULL, ref_scheme_find("canonical-midpoint"), l.sys,
                                        l.x, l.h, l.dW, LIFT_PREC),
                         SLP_OK);
        acb_mat_sub(f, f, l.Q1, LIFT_PREC);
        assert_vanishes(f);
        ref_spatial_momentum(l.y, l.sys, l.Q1, l.y, LIFT_PREC);
        assert_same(l.y, l.x, l.d);
        acb_mat_clear(f);
        lift_clear(&l);
    }
}

/* J = i I, J^2 = -I: c = -1 */
static int form_i(acb_mat_t J, const ref_algebra *algebra)
{
    (void)algebra;
    acb_mat_one(J);
    for (slong i = 0; i < acb_mat_nrows(J); i++)
        acb_mul_onei(acb_mat_entry(J, i, i), acb_mat_entry(J, i, i));
    return -1;
}

/* J = 2 I: c = 4 */
static int form_twice(acb_mat_t J, const ref_algebra *algebra)
{
    (void)algebra;
    acb_mat_one(J);
    acb_mat_scalar_mul_2exp_si(J, J, 1);
    return 4;
}

/* A*J + JA = 0 of every state's matrix, J^2 = cI; there is no J where states are no matrices. */
static void form_is_that_of_the_algebra(void **unused)
{
    (void)unused;
    for (size_t i = 0; drawn_system_at(i); i++) {
        const slp_system *system = drawn_system_at(i);
        slp_case c;
        slp_draw from;
        slp_error err;
        ref_system *sys;
        slp_draw_init(&from, 3, i);
        slp_case_init(&c);
        assert_int_equal(slp_draw_case(&c, system, slp_scheme_find("heun"), &from, 1), SLP_OK);
        assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
        const slong n = ref_group_size(sys), d = ref_system_d(sys);
        acb_mat_t J, A, B;
        arb_ptr x = _arb_vec_init(d);
        acb_mat_init(J, n, n);
        acb_mat_init(A, n, n);
        acb_mat_init(B, n, n);
        for (slong k = 0; k < d; k++) arb_set_d(x + k, c.x[k]);
        const int square = ref_group_form(J, sys);
        if (system->algebra & (SLP_SE3 | SLP_VECTOR | SLP_SUN_DUAL)) {
            assert_int_equal(square, 0);
        } else {
            assert_int_equal(square, system->algebra == SLP_SP ? -1 : 1);
            assert_true(ref_state_matrix(A, sys, x, LIFT_PREC));
            acb_mat_conjugate_transpose(B, A);
            acb_mat_mul(B, B, J, LIFT_PREC);
            acb_mat_mul(A, J, A, LIFT_PREC);
            acb_mat_add(A, A, B, LIFT_PREC);
            assert_vanishes(A);
            acb_mat_mul(A, J, J, LIFT_PREC);
            acb_mat_one(B);
            acb_mat_scalar_mul_si(B, B, square, LIFT_PREC);
            assert_true(acb_mat_equal(A, B));
        }
        acb_mat_clear(J);
        acb_mat_clear(A);
        acb_mat_clear(B);
        _arb_vec_clear(x, d);
        ref_system_free(sys);
        slp_case_clear(&c);
    }
}
/* A*J + JA = 0 says the same for J = I, i I and 2 I, so the step is the same: J enters with its
 * square. */
static void form_enters_with_its_square(void **unused)
{
    uint64_t state = 55;
    (void)unused;
    for (int n = 0; n < 2 * LIFT_SYSTEMS; n++) {
        lift l;
        acb_mat_t Q, P;
        lift_init(&l, n / 2, &state);
        acb_mat_init(Q, l.n, l.n);
        acb_mat_init(P, l.n, l.n);
        assert_int_equal(step(&l), SLP_OK);
        acb_mat_set(Q, l.Q1);
        acb_mat_set(P, l.P1);
        l.sys->algebra.form = n % 2 ? form_i : form_twice;
        assert_int_equal(step(&l), SLP_OK);
        acb_mat_sub(Q, Q, l.Q1, LIFT_PREC);
        acb_mat_sub(P, P, l.P1, LIFT_PREC);
        assert_vanishes(Q);
        assert_vanishes(P);
        acb_mat_clear(Q);
        acb_mat_clear(P);
        lift_clear(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(form_is_that_of_the_algebra),
        cmocka_unit_test(relations_hold),
        cmocka_unit_test(momentum_map_of_the_step_is_the_step),
        cmocka_unit_test(step_is_equivariant),
        cmocka_unit_test(lift_from_the_identity_is_the_scheme),
        cmocka_unit_test(form_enters_with_its_square),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
