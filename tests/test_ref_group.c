/* canonical-midpoint on T*G: the step satisfies the four relations of EJLL (22), halved once; its momentum map is the
 * isospectral step; Q*JQ = J; equivariance; and its lift from (I, x) is the scheme on states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/rigid.h"
#include "ref/system.h"

enum { PREC = 200, SYSTEMS = 3 };

/* A system with inputs, a point (Q, P) of T*G, and room. */
typedef struct lift {
    slp_case c;
    ref_system *sys;
    slong n, d;
    acb_mat_t Q, P, Q1, P1, a, b;
    arb_ptr x, y, dW;
    arb_t h;
} lift;

static void set(slp_case *c, const char *key, size_t count, const double *values)
{
    slp_error err;
    assert_int_equal(slp_case_set_param(c, key, values, count, &err), SLP_OK);
}

static void set_system(slp_case *c, int which)
{
    static const double inertia[] = {2, 1, 0.75}, quad[] = {0.5, 0.25, -0.5}, three = 3;
    static const double gamma[] = {1, -0.5, 2}, modes[] = {1, 1, 1, -1}, amp = 0.25;
    static const char *const names[SYSTEMS] = {"rigid-body", "point-vortices", "sine-euler"};
    c->system = slp_system_find(names[which]);
    switch (which) {
    case 0:
        set(c, "inertia", 3, inertia);
        set(c, "quad", 3, quad);
        break;
    case 1:
        set(c, "gamma", 3, gamma);
        set(c, "quad", 3, quad);
        break;
    default:
        set(c, "n", 1, &three);
        set(c, "modes", 4, modes);
        set(c, "amp", 1, &amp);
    }
}

/* A drawn element of the algebra; on su(n) the diagonal comes first and sums to 0. */
static void draw_element(arb_ptr x, const lift *l, uint64_t *state, double size)
{
    for (slong i = 0; i < l->d; i++) arb_set_d(x + i, size * rigid_between(state, -1, 1));
    if (l->d != l->n * l->n) return;
    arb_zero(x + l->n - 1);
    for (slong i = 0; i < l->n - 1; i++) arb_sub(x + l->n - 1, x + l->n - 1, x + i, ARF_PREC_EXACT);
}

/* Matrices of the shape that the algebra's have: real, block diagonal, any. */
static void draw_shaped(acb_mat_t P, lift *l, uint64_t *state)
{
    acb_mat_t R;
    acb_mat_init(R, l->n, l->n);
    /* products of elements are not elements: the sum is generic among matrices of that shape */
    draw_element(l->x, l, state, 1);
    l->sys->algebra.to_matrix(P, &l->sys->algebra, l->x, PREC);
    draw_element(l->x, l, state, 1);
    l->sys->algebra.to_matrix(R, &l->sys->algebra, l->x, PREC);
    acb_mat_mul(R, R, P, PREC);
    acb_mat_add(P, P, R, PREC);
    acb_mat_clear(R);
}

static void draw_group(acb_mat_t g, lift *l, uint64_t *state)
{
    draw_element(l->x, l, state, 2);
    l->sys->algebra.cayley_matrix(g, &l->sys->algebra, l->x, PREC);
}

static void lift_init(lift *l, int which, uint64_t *state)
{
    slp_error err;
    slp_case_init(&l->c);
    set_system(&l->c, which);
    assert_int_equal(ref_system_new(&l->sys, &l->c, &err), SLP_OK);
    l->n = ref_group_size(l->sys);
    l->d = ref_system_d(l->sys);
    acb_mat_init(l->Q, l->n, l->n);
    acb_mat_init(l->P, l->n, l->n);
    acb_mat_init(l->Q1, l->n, l->n);
    acb_mat_init(l->P1, l->n, l->n);
    acb_mat_init(l->a, l->n, l->n);
    acb_mat_init(l->b, l->n, l->n);
    l->x = _arb_vec_init(l->d);
    l->y = _arb_vec_init(l->d);
    l->dW = _arb_vec_init(ref_system_M(l->sys) + 1);
    arb_init(l->h);
    arb_set_d(l->h, rigid_between(state, -0.05, 0.05));
    for (slong k = 0; k < ref_system_M(l->sys); k++)
        arb_set_d(l->dW + k, rigid_between(state, -0.1, 0.1));
    draw_group(l->Q, l, state);
    draw_shaped(l->P, l, state);
}

static void lift_clear(lift *l)
{
    acb_mat_clear(l->Q);
    acb_mat_clear(l->P);
    acb_mat_clear(l->Q1);
    acb_mat_clear(l->P1);
    acb_mat_clear(l->a);
    acb_mat_clear(l->b);
    _arb_vec_clear(l->x, l->d);
    _arb_vec_clear(l->y, l->d);
    _arb_vec_clear(l->dW, ref_system_M(l->sys) + 1);
    arb_clear(l->h);
    ref_system_free(l->sys);
    slp_case_clear(&l->c);
}

/* x = (Q*P - P*Q)/2, all three algebras having J = I */
static void momentum(arb_ptr x, lift *l, const acb_mat_t Q, const acb_mat_t P)
{
    acb_mat_conjugate_transpose(l->a, Q);
    acb_mat_mul(l->a, l->a, P, PREC);
    acb_mat_conjugate_transpose(l->b, P);
    acb_mat_mul(l->b, l->b, Q, PREC);
    acb_mat_sub(l->a, l->a, l->b, PREC);
    acb_mat_scalar_mul_2exp_si(l->a, l->a, -1);
    l->sys->algebra.from_matrix(x, &l->sys->algebra, l->a, PREC);
}

static slp_status step(lift *l)
{
    return ref_step_canonical(l->Q1, l->P1, NULL, l->sys, l->Q, l->P, l->h, l->dW, PREC);
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

/* The half steps are the means: Q' + Q = 2 Q~, P' + P = 2 P~.  What remains of (22) is Q' - Q = Q~ Xi and P' - P =
 * -P~ Xi*, Xi at mu(Q~, P~). */
static void relations_hold(void **unused)
{
    uint64_t state = 51;
    (void)unused;
    for (int n = 0; n < rigid_repeats(12); n++) {
        lift l;
        acb_mat_t Qm, Pm, Xi;
        lift_init(&l, n % SYSTEMS, &state);
        acb_mat_init(Qm, l.n, l.n);
        acb_mat_init(Pm, l.n, l.n);
        acb_mat_init(Xi, l.n, l.n);
        assert_int_equal(step(&l), SLP_OK);
        acb_mat_add(Qm, l.Q, l.Q1, PREC);
        acb_mat_add(Pm, l.P, l.P1, PREC);
        acb_mat_scalar_mul_2exp_si(Qm, Qm, -1);
        acb_mat_scalar_mul_2exp_si(Pm, Pm, -1);
        momentum(l.x, &l, Qm, Pm);
        ref_generator(l.y, l.sys, l.x, l.h, l.dW, PREC);
        l.sys->algebra.to_matrix(Xi, &l.sys->algebra, l.y, PREC);
        acb_mat_mul(l.a, Qm, Xi, PREC);
        acb_mat_sub(l.b, l.Q1, l.Q, PREC);
        acb_mat_sub(l.b, l.b, l.a, PREC);
        assert_vanishes(l.b);
        acb_mat_conjugate_transpose(Xi, Xi);
        acb_mat_mul(l.a, Pm, Xi, PREC);
        acb_mat_sub(l.b, l.P1, l.P, PREC);
        acb_mat_add(l.b, l.b, l.a, PREC);
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
        lift_init(&l, n % SYSTEMS, &state);
        assert_int_equal(step(&l), SLP_OK);
        for (int k = 0; k < 2; k++) {
            momentum(l.x, &l, l.Q, l.P);
            assert_int_equal(
                ref_step(l.x, NULL, ref_scheme_find(schemes[k]), l.sys, l.x, l.h, l.dW, PREC),
                SLP_OK);
            momentum(l.y, &l, l.Q1, l.P1);
            assert_same(l.x, l.y, l.d);
        }
        acb_mat_conjugate_transpose(l.a, l.Q1);
        acb_mat_mul(l.a, l.a, l.Q1, PREC);
        acb_mat_one(l.b);
        acb_mat_sub(l.a, l.a, l.b, PREC);
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
        lift_init(&l, n % SYSTEMS, &state);
        acb_mat_init(g, l.n, l.n);
        acb_mat_init(Qg, l.n, l.n);
        acb_mat_init(Pg, l.n, l.n);
        draw_group(g, &l, &state);
        assert_int_equal(step(&l), SLP_OK);
        acb_mat_mul(Qg, g, l.Q1, PREC);
        acb_mat_mul(Pg, g, l.P1, PREC);
        acb_mat_mul(l.Q, g, l.Q, PREC);
        acb_mat_mul(l.P, g, l.P, PREC);
        /* in place: outputs may alias inputs */
        assert_int_equal(ref_step_canonical(l.Q, l.P, NULL, l.sys, l.Q, l.P, l.h, l.dW, PREC),
                         SLP_OK);
        acb_mat_sub(Qg, Qg, l.Q, PREC);
        acb_mat_sub(Pg, Pg, l.P, PREC);
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
        lift_init(&l, n % SYSTEMS, &state);
        acb_mat_init(f, l.n, l.n);
        draw_element(l.x, &l, &state, 1);
        acb_mat_one(l.Q);
        assert_true(ref_state_matrix(l.P, l.sys, l.x, PREC));
        assert_int_equal(step(&l), SLP_OK);
        assert_int_equal(ref_step_group(f, l.y, NULL, ref_scheme_find("canonical-midpoint"), l.sys,
                                        l.x, l.h, l.dW, PREC),
                         SLP_OK);
        acb_mat_sub(f, f, l.Q1, PREC);
        assert_vanishes(f);
        ref_spatial_momentum(l.y, l.sys, l.Q1, l.y, PREC);
        assert_same(l.y, l.x, l.d);
        acb_mat_clear(f);
        lift_clear(&l);
    }
}

static int forget(void **unused)
{
    (void)unused;
    mpfr_free_cache();
    ref_thread_cleanup();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_hold),
        cmocka_unit_test(momentum_map_of_the_step_is_the_step),
        cmocka_unit_test(step_is_equivariant),
        cmocka_unit_test(lift_from_the_identity_is_the_scheme),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
