/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A scheme says that it suits an algebra only if the algebra has every operation that the scheme
 * uses.  Each operation is taken away in its turn, of every pair of system and scheme: then either
 * the step is refused, or it is made and is the same as before.  The test ends by a signal where a
 * scheme calls what it did not ask for.
 * Calls the BLAS, for seconds. */
#include "fast/scheme/scheme.h"
#include "oracle/contract/draw/draw.h"
#include "ref/scheme/scheme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

enum { PREC = 128, MOST_D = 16 };

/* Calls `ask` with a small case of every pair that makes sense. */
static void each_pair(void (*ask)(const slp_case *c))
{
    const slp_system *system;
    for (size_t i = 0; (system = drawn_system_at(i)); i++)
        for (size_t j = 0; slp_scheme_at(j); j++) {
            slp_draw from;
            slp_case c;
            slp_draw_init(&from, 11, i);
            slp_case_init(&c);
            if (slp_pair_makes_sense(system, slp_scheme_at(j), NULL) &&
                slp_draw_case(&c, system, slp_scheme_at(j), &from, 1) == SLP_OK && c.d <= MOST_D)
                ask(&c);
            slp_case_clear(&c);
        }
}

/* ---- The reference: what schemes ask an algebra for; matrices of states serve its measures too
 * ---- */

#define ACTION(name) offsetof(ref_algebra, name)
static const size_t ref_operations[] = {
    ACTION(ad),
    ACTION(congruence_change),
    ACTION(congruence_inverse),
    ACTION(cayley),
    ACTION(printed_inverse),
    ACTION(exponential),
    ACTION(sphere_cayley),
    ACTION(dexp_dual),
    ACTION(bracket),
    ACTION(dcay_inverse_change),
    ACTION(cayley_matrix),
    ACTION(spatial),
    ACTION(exponential_matrix),
};

/* All are pointers; a NULL of each kind is 0 throughout on every system that this compiles for. */
static void take_away(ref_algebra *algebra, size_t operation)
{
    memset((char *)algebra + operation, 0, sizeof(void (*)(void)));
}

static unsigned ref_refused, ref_made;

static void without_each(ref_system *sys, ref_algebra *of, const ref_scheme *scheme,
                         arb_srcptr wanted, arb_srcptr x, const arb_t h, arb_srcptr dW)
{
    const slong d = sys->algebra.d;
    const ref_algebra whole = *of;
    arb_ptr next = _arb_vec_init(d);
    arb_mat_t D;
    arb_mat_init(D, d, d);
    for (size_t k = 0; k < sizeof ref_operations / sizeof *ref_operations; k++) {
        double kappa;
        take_away(of, ref_operations[k]);
        const bool suits = ref_scheme_suits(scheme, sys);
        const slp_status status = ref_step(next, NULL, scheme, sys, x, h, dW, PREC);
        assert_int_equal(status, suits ? SLP_OK : SLP_UNSUPPORTED);
        for (slong i = 0; suits && i < d; i++) assert_true(arb_equal(next + i, wanted + i));
        if (suits) {
            ref_made++;
        } else {
            ref_refused++;
            assert_false(ref_step_contracts(scheme, sys, x, h, dW, PREC));
            assert_int_equal(
                ref_step_other_solution(next, &kappa, scheme, sys, x, h, dW, NULL, PREC),
                SLP_UNSUPPORTED);
            assert_int_equal(ref_step_tangent(D, next, NULL, scheme, sys, x, h, dW, PREC),
                             SLP_UNSUPPORTED);
        }
        *of = whole;
    }
    arb_mat_clear(D);
    _arb_vec_clear(next, d);
}

static void of_the_reference(const slp_case *c)
{
    ref_system *sys;
    slp_error err;
    arb_t h;
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    if (!scheme) return;
    assert_int_equal(ref_system_new(&sys, c, &err), SLP_OK);
    const slong d = sys->algebra.d, M = sys->M;
    arb_ptr x = _arb_vec_init(d), dW = _arb_vec_init(M), wanted = _arb_vec_init(d);
    arb_init(h);
    for (slong i = 0; i < d; i++) arb_set_d(x + i, c->x[i]);
    for (slong k = 0; k < M; k++) arb_set_d(dW + k, c->dw[k]);
    arb_set_d(h, c->h);
    if (ref_scheme_suits(scheme, sys) &&
        ref_step(wanted, NULL, scheme, sys, x, h, dW, PREC) == SLP_OK) {
        without_each(sys, &sys->algebra, scheme, wanted, x, h, dW);
        if (sys->algebra.rotations) {
            ref_algebra rotations = *sys->algebra.rotations;
            sys->algebra.rotations = &rotations;
            without_each(sys, &rotations, scheme, wanted, x, h, dW);
        }
    }
    arb_clear(h);
    _arb_vec_clear(x, d);
    _arb_vec_clear(dW, M);
    _arb_vec_clear(wanted, d);
    ref_system_free(sys);
}

static void reference(void **unused)
{
    (void)unused;
    each_pair(of_the_reference);
    assert_gt(ref_refused, 100);
    assert_gt(ref_made, 100);
}

/* ---- The binary64 path ---- */

/* What a NULL of it changes: nothing but which rule computes the same, or the algebra. */
#define OPERATION(name, meaning)                                                                   \
    {                                                                                              \
        offsetof(fast_algebra, name), meaning                                                      \
    }
static const struct {
    size_t at;
    enum { SAME, OTHER } without;
} fast_operations[] = {
    OPERATION(coadjoint, SAME),    OPERATION(resolvent, SAME),
    OPERATION(cayley_stage, SAME), OPERATION(cayley_change, SAME),
    OPERATION(cayley, SAME),       OPERATION(cayley_stage_printed, SAME),
    OPERATION(flow, SAME),         OPERATION(dexp_dual, SAME),
    OPERATION(bracket, OTHER),     OPERATION(dcay_inverse, SAME),
    OPERATION(variational, OTHER),
};
enum { FAST_OPERATIONS = sizeof fast_operations / sizeof *fast_operations };

static unsigned fast_refused, fast_made;

/* True if without operation k a step may still be made, and is the same.  se(3) has two Cayley
 * transforms: that of motions, which rules take, and that of dual numbers, which the stage has. */
static bool same_without(size_t k, const slp_case *c)
{
    if (fast_operations[k].at == offsetof(fast_algebra, cayley))
        return c->system->algebra != SLP_SE3;
    return fast_operations[k].without == SAME;
}

/* Without two operations, which may be one. */
static void without_two(fast_system *sys, const fast_scheme *scheme, const slp_case *c, size_t one,
                        size_t other, const double *wanted, double *room)
{
    double next[MOST_D];
    fast_algebra less = *sys->algebra;
    const fast_algebra *whole = sys->algebra;
    memset((char *)&less + fast_operations[one].at, 0, sizeof(void (*)(void)));
    memset((char *)&less + fast_operations[other].at, 0, sizeof(void (*)(void)));
    sys->algebra = &less;
    const bool applies = scheme->applies(&less);
    const slp_status status = fast_step(next, NULL, scheme, sys, c->x, c->h, c->dw, room);
    if (!applies) {
        assert_int_equal(status, SLP_UNSUPPORTED);
        fast_refused++;
    } else if (same_without(one, c) && same_without(other, c)) {
        assert_int_equal(status, SLP_OK);
        for (size_t i = 0; i < c->d; i++) assert_lt(fabs(next[i] - wanted[i]), 1e-12);
        fast_made++;
    }
    /* a step so long that the relation is iterated as the paper does, or nothing settles */
    if (scheme->plain && one == other)
        assert_true((fast_step(next, NULL, scheme, sys, c->x, 8, c->dw, room) == SLP_UNSUPPORTED) ==
                    !applies);
    if (strcmp(scheme->name, "isospectral-midpoint") == 0) {
        fast_trajectory *path;
        assert_int_equal(fast_trajectory_new(&path, sys, c->x, 0),
                         applies ? SLP_OK : SLP_UNSUPPORTED);
        fast_trajectory_free(path);
    }
    sys->algebra = whole;
}

static void of_binary64(const slp_case *c)
{
    fast_system *sys;
    slp_error err;
    double wanted[MOST_D];
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    if (!scheme) return;
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    double *room = malloc(fast_step_work_size(scheme, sys) * sizeof *room);
    assert_non_null(room);
    if (fast_step(wanted, NULL, scheme, sys, c->x, c->h, c->dw, room) == SLP_OK)
        for (size_t k = 0; k < FAST_OPERATIONS; k++)
            for (size_t l = 0; l <= k; l++) without_two(sys, scheme, c, k, l, wanted, room);
    free(room);
    fast_system_free(sys);
}

static void binary64(void **unused)
{
    (void)unused;
    each_pair(of_binary64);
    assert_gt(fast_refused, 100);
    assert_gt(fast_made, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference),
        cmocka_unit_test(binary64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
