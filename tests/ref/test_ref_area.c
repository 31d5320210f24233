/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas in the reference: gradients of brackets by their definition, their tangent, and of
 * spins the sizes of terms.  Of bodies and tops the Lipschitz constant and sizes are those of
 * polynomials (tests/ref/test_ref_polynomial.c). */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <math.h>

#include "tests/ref/case_in_balls.h"
#include "tests/ref/thread_caches.h"

enum { PREC = 256 };

#define BODY                                                                                       \
    "case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.25,-0.5,4 "                       \
    "lin=0.5,-0.25,1,0.125,2,-0.75 h=-0.25 steps=1 x=1,0.25,-2 dw=0.25,-0.125,0.5,0,0 "            \
    "area=0.5,-0.25,0.125,1,-1,0.75,0.375,-0.5,2,0.25"
#define SPINS                                                                                      \
    "case id=a system=spins scheme=tmk bonds=1:2 exchange=0.5 noise=0.75 h=0.125 steps=1 "         \
    "x=1,-0.5,0.25,0.5,2,-1 dw=0.5,0,-0.25,0.125,1,-1 "                                            \
    "area=1,-2,3,4,5,6,7,8,9,-10,11,12,-13,14,15"

#define TOP                                                                                        \
    "case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=1,0,0.5 "                             \
    "noise=0.5,-0.25,1,0.125,2,-0.75,0.5,1,2,-1,0.25,-1,0.5,-0.25,0,1,0.5,2,0,-1,0 h=0.125 "       \
    "steps=1 x=1,-0.5,0.25,0.5,2,-1 dw=0.5,0,-0.25 area=1,-2,3"

/* xi = the generator at x, with one of the M numbers 1 and all else 0 */
static void alone(arb_ptr xi, const ref_exact_step *t, slong k, arb_srcptr x)
{
    arb_ptr dW = _arb_vec_init(t->M + 1);
    arb_one(dW + k);
    ref_generator(xi, t->sys, x, dW + t->M, dW, PREC);
    _arb_vec_clear(dW, t->M + 1);
}

/* B += p.(a x b) */
static void add_triple(arb_t B, arb_srcptr p, arb_srcptr a, arb_srcptr b)
{
    arb_t term;
    arb_init(term);
    for (slong k = 0; k < 3; k++) {
        arb_mul(term, a + (k + 1) % 3, b + (k + 2) % 3, PREC);
        arb_addmul(B, term, p + k, PREC);
        arb_mul(term, a + (k + 2) % 3, b + (k + 1) % 3, PREC);
        arb_submul(B, term, p + k, PREC);
    }
    arb_clear(term);
}

/* B = <x, [xi_i, xi_j]> from the noises' own gradients: x.(xi_i x xi_j), summed over vectors of
 * three coordinates, or Pi.(w x w') + Gamma.(w x u' + u x w') */
static void bracket(arb_t B, const ref_exact_step *t, slong i, slong j, arb_srcptr x)
{
    arb_ptr one = _arb_vec_init(2 * t->d), other = one + t->d;
    const bool moves = t->c->system->algebra == SLP_SE3;
    alone(one, t, i, x);
    alone(other, t, j, x);
    arb_zero(B);
    for (slong v = 0; v < (moves ? 3 : t->d); v += 3) add_triple(B, x + v, one + v, other + v);
    if (moves) {
        add_triple(B, x + 3, one, other + 3);
        add_triple(B, x + 3, one + 3, other);
    }
    _arb_vec_clear(one, 2 * t->d);
}

/* The derivative of B along e_m: B is a cubic, so g(s) = (B(x + s e_m) - B(x - s e_m))/2 is a s + b
 * s^3 and a = (8 g(1/2) - g(1))/3. */
static void slope(arb_t a, const ref_exact_step *t, slong i, slong j, slong m)
{
    arb_ptr x = _arb_vec_init(t->d + 2), B = x + t->d, g = B + 1;
    arb_zero(a);
    for (int half = 0; half < 2; half++) {
        arb_zero(g);
        for (int sign = -1; sign <= 1; sign += 2) {
            _arb_vec_set(x, t->x, t->d);
            arb_set_si(B, sign);
            arb_mul_2exp_si(B, B, -half);
            arb_add(x + m, x + m, B, PREC);
            bracket(B, t, i, j, x);
            arb_addmul_si(g, B, sign, PREC);
        }
        arb_addmul_si(a, g, half ? 8 : -1, PREC);
    }
    arb_div_si(a, a, 6, PREC);
    _arb_vec_clear(x, t->d + 2);
}

static void are_gradients_of_brackets(void **state)
{
    static const char *const lines[] = {BODY, SPINS, TOP};
    (void)state;
    for (int n = 0; n < 3; n++) {
        ref_exact_step t;
        take(&t, lines[n]);
        const slong noises = t.M - ref_system_areas(t.sys);
        slong number = noises, moved = 0;
        arb_ptr xi = _arb_vec_init(t.d + 1), a = xi + t.d;
        assert_int_equal(ref_system_areas(t.sys), noises * (noises - 1) / 2);
        for (slong i = 0; i < noises; i++)
            for (slong j = i + 1; j < noises; j++, number++) {
                alone(xi, &t, number, t.x);
                for (slong m = 0; m < t.d; m++) {
                    slope(a, &t, i, j, m);
                    if (!arb_overlaps(a, xi + m))
                        fail_msg("%s: noises %ld, %ld, component %ld", t.c->system->name,
                                 (long)i + 1, (long)j + 1, (long)m + 1);
                    moved += !arb_contains_zero(a);
                }
            }
        assert_gt(moved, 5);
        _arb_vec_clear(xi, t.d + 1);
        put_back(&t);
    }
}

/* The generator is of degree 2 in x: (Xi(x + v) - Xi(x - v))/2 = DXi(x) v. */
static void tangent_of(const char *line)
{
    ref_exact_step t;
    take(&t, line);
    const slong d = t.d;
    arb_ptr pack = _arb_vec_init(t.sys->pack_size), v = _arb_vec_init(4 * d), up = v + d,
            down = v + 2 * d, dxi = v + 3 * d;
    t.sys->table->freeze(pack, t.sys, t.h, t.dW, PREC);
    for (slong i = 0; i < d; i++) arb_set_si(v + i, 2 * i - 1);
    _arb_vec_add(up, t.x, v, d, PREC);
    t.sys->table->generator(dxi, t.sys, pack, up, PREC);
    _arb_vec_sub(up, t.x, v, d, PREC);
    t.sys->table->generator(down, t.sys, pack, up, PREC);
    _arb_vec_sub(up, dxi, down, d, PREC);
    _arb_vec_scalar_mul_2exp_si(up, up, d, -1);
    t.sys->table->generator_tangent(dxi, t.sys, pack, t.x, v, PREC);
    for (slong i = 0; i < d; i++) assert_true(arb_overlaps(up + i, dxi + i));
    _arb_vec_clear(v, 4 * d);
    _arb_vec_clear(pack, t.sys->pack_size);
    put_back(&t);
}

static void tangents_are_derivatives(void **state)
{
    (void)state;
    tangent_of(BODY);
    tangent_of(SPINS);
    tangent_of(TOP);
}

/* Sizes of terms: those without areas, and for each area twice the bound of its gradient. */
static void sizes(const char *with, const char *without, double of_areas)
{
    ref_exact_step t;
    double size, plain, q;
    take(&t, with);
    ref_generator_terms(&size, &q, t.sys, t.x, t.h, t.dW);
    assert_true(q == 1);
    put_back(&t);
    take(&t, without);
    ref_generator_terms(&plain, &q, t.sys, t.x, t.h, t.dW);
    put_back(&t);
    if (!(size - plain >= of_areas && size - plain <= of_areas * 1.01))
        fail_msg("%.12g for %.12g", size - plain, of_areas);
}

static void sizes_of_terms_are_as_derived(void **state)
{
    const char *const spins = "case id=a system=spins scheme=tmk bonds=1:2 exchange=1 noise=3 h=1 "
                              "steps=1 x=1,0,0,0,1,0 dw=1,1,1,1,1,1 "
                              "area=1,-2,9,9,9,3,9,9,9,9,9,9,4,5,-6";
    (void)state;
    sizes(spins,
          "case id=a system=spins scheme=tmk bonds=1:2 exchange=1 noise=3 h=1 steps=1 "
          "x=1,0,0,0,1,0 dw=1,1,1,1,1,1",
          9 * (1 + 2 + 3 + 4 + 5 + 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(are_gradients_of_brackets),
                                       cmocka_unit_test(tangents_are_derivatives),
                                       cmocka_unit_test(sizes_of_terms_are_as_derived)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
