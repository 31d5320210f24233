/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The factors of every system that has them, on drawn cases:
 * - the generator of a factor stays the same along the factor's own flow, so that the flow is
 *   exact;
 * - the fields of all factors add up to the field of the step, so that no part is missing;
 * - a factor's generator changes by no more than its Lipschitz constant says;
 * - kappa bounds how much a change of the state before the step, or before its last half, grows;
 * - the terms of a step are at least those of each factor at the state.
 * And what has no factors is not stepped. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/algebra_kind.h"
#include "tests/support/drawn_polynomial.h"

#include "oracle/contract/draw/draw.h"
#include "ref/exact_step.h"
#include "ref/scheme/scheme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PREC = 256, CASES = 24, TRIES = 3 };

typedef struct drawn {
    slp_case c;
    ref_exact_step step;
    const ref_system *sys;
    slong d, factors;
} drawn;

/* A polynomial of degree 4 at most, without the terms that have no flow. */
static void draw_polynomial(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                            slp_draw *from)
{
    slp_case *any;
    size_t i = 0;
    while (slp_algebra_kind_at(i)->algebra != system->algebra) i++;
    drawn_polynomial(&any, i, scheme->name, 4, from);
    assert_int_equal(slp_case_copy(c, any), SLP_OK);
    slp_case_free(any);
}

static bool draw(drawn *of, const slp_system *system, const slp_scheme *scheme, uint64_t number)
{
    slp_draw from;
    slp_draw_init(&from, 77, number);
    slp_case_init(&of->c);
    if (system->family)
        draw_polynomial(&of->c, system, scheme, &from);
    else
        assert_int_equal(slp_draw_case(&of->c, system, scheme, &from, 1), SLP_OK);
    assert_int_equal(ref_exact_step_init(&of->step, &of->c, NULL), SLP_OK);
    of->sys = of->step.sys;
    of->d = of->step.d;
    of->factors = of->sys->table->factors(of->sys);
    assert_true((size_t)of->factors * scheme->maps == slp_case_maps(&of->c) || of->factors == 0);
    return of->factors > 0;
}

static void forget(drawn *of)
{
    ref_exact_step_clear(&of->step);
    slp_case_clear(&of->c);
}

static void generator(arb_ptr xi, const drawn *of, slong k, arb_srcptr x)
{
    of->sys->table->factor(xi, of->sys, k, of->step.h, of->step.dW, x, PREC);
}

static void act(arb_ptr out, const drawn *of, const ref_action *action, arb_srcptr xi, arb_srcptr x)
{
    arb_ptr w = _arb_vec_init(of->sys->algebra.scratch);
    action->apply(out, &of->sys->algebra, xi, x, w, PREC);
    _arb_vec_clear(w, of->sys->algebra.scratch);
}

static double length(arb_srcptr v, slong d)
{
    double sum = 0;
    for (slong i = 0; i < d; i++) {
        const double one = arf_get_d(arb_midref(v + i), ARF_RND_NEAR);
        sum += one * one;
    }
    return sqrt(sum);
}

/* On T*R kubo's generator is that of a translation to the end of the turn. */
static bool is_turn_of_plane(const drawn *of)
{
    return of->c.system->algebra == SLP_VECTOR && of->factors == 1 && !of->c.system->family;
}

static void flows_are_exact(const drawn *of)
{
    const slong d = of->d;
    arb_ptr xi = _arb_vec_init(4 * d), after = xi + d, there = xi + 2 * d, gap = xi + 3 * d;
    for (slong k = 0; k < of->factors && !is_turn_of_plane(of); k++) {
        generator(xi, of, k, of->step.x);
        act(after, of, of->sys->algebra.exponential, xi, of->step.x);
        generator(there, of, k, after);
        _arb_vec_sub(gap, there, xi, d, PREC);
        for (slong i = 0; i < d; i++) assert_true(arb_contains_zero(gap + i));
        assert_le(length(gap, d), 0x1p-150 * (1 + length(xi, d)));
    }
    _arb_vec_clear(xi, 4 * d);
}

static void factors_add_up(const drawn *of)
{
    const slong d = of->d;
    arb_ptr xi = _arb_vec_init(3 * d), field = xi + d, sum = xi + 2 * d;
    ref_field(sum, of->sys, of->step.x, of->step.h, of->step.dW, PREC);
    const double size = length(sum, d) + length(of->step.x, d);
    for (slong k = 0; k < of->factors && !is_turn_of_plane(of); k++) {
        generator(xi, of, k, of->step.x);
        act(field, of, of->sys->algebra.ad, xi, of->step.x);
        _arb_vec_sub(sum, sum, field, d, PREC);
    }
    if (!is_turn_of_plane(of)) assert_le(length(sum, d), 0x1p-150 * size);
    _arb_vec_clear(xi, 3 * d);
}

/* to = x + size times a direction that `number` chooses; trace 0 on su(N) does not matter here */
static void nearby(arb_ptr to, const drawn *of, double size, int number)
{
    for (slong i = 0; i < of->d; i++) {
        arb_set_d(to + i, size * sin(1.7 * (double)(i + 1) * (number + 1) + number));
        arb_add(to + i, to + i, of->step.x + i, PREC);
    }
}

static double norm(const drawn *of, arb_srcptr v)
{
    mag_t size;
    mag_init(size);
    of->sys->algebra.norm(size, &of->sys->algebra, v);
    const double value = mag_get_d(size);
    mag_clear(size);
    return value;
}

/* The generator changes by at most lip |y - x|, and by nearly its tangent. */
static void lipschitz_constants_hold(const drawn *of, double *tightest)
{
    const slong d = of->d;
    arb_ptr y = _arb_vec_init(6 * d), xi = y + d, there = y + 2 * d, move = y + 3 * d;
    arb_ptr slope = y + 4 * d, gap = y + 5 * d;
    mag_t R, lip;
    mag_init(R);
    mag_init(lip);
    for (slong k = 0; k < of->factors; k++)
        for (int number = 0; number < TRIES; number++) {
            const double size = 0x1p-13 * length(of->step.x, d) / sqrt((double)d);
            nearby(y, of, size, number);
            _arb_vec_sub(move, y, of->step.x, d, PREC);
            generator(xi, of, k, of->step.x);
            generator(there, of, k, y);
            of->sys->table->factor_tangent(slope, of->sys, k, of->step.h, of->step.dW, of->step.x,
                                           move, PREC);
            _arb_vec_sub(there, there, xi, d, PREC);
            _arb_vec_sub(gap, there, slope, d, PREC);
            mag_set_d(R, norm(of, move));
            of->sys->table->factor_lipschitz(lip, of->sys, k, of->step.h, of->step.dW, of->step.x,
                                             R);
            const double most = mag_get_d(lip) * norm(of, move);
            assert_le(norm(of, there), most * (1 + 0x1p-20) + 0x1p-200 * norm(of, xi));
            assert_le(norm(of, gap), 0x1p-7 * most + 0x1p-200 * norm(of, xi));
            if (most > 0) *tightest = fmax(*tightest, norm(of, there) / most);
        }
    mag_clear(R);
    mag_clear(lip);
    _arb_vec_clear(y, 6 * d);
}

/* |Psi(y) - Psi(x)| <= kappa |y - x|, in the norm of the algebra */
static void kappa_bounds_growth(const drawn *of)
{
    const slong d = of->d;
    arb_ptr y = _arb_vec_init(3 * d), next = y + d, there = y + 2 * d;
    ref_certificate cert;
    assert_int_equal(ref_exact_step_image(next, &cert, &of->step, PREC), SLP_OK);
    assert_ge(cert.kappa, 1);
    for (int number = 0; number < TRIES && isfinite(cert.kappa); number++) {
        nearby(y, of, 0x1p-30 * length(of->step.x, d) / sqrt((double)d), number);
        assert_int_equal(
            ref_step(there, NULL, of->step.scheme, of->sys, y, of->step.h, of->step.dW, PREC),
            SLP_OK);
        _arb_vec_sub(there, there, next, d, PREC);
        _arb_vec_sub(y, y, of->step.x, d, PREC);
        /* a turn by a constant keeps the norm, which is rounded up to 30 bits */
        assert_le(norm(of, there), cert.kappa * norm(of, y) * (1 + 0x1p-20));
    }
    _arb_vec_clear(y, 3 * d);
}

static void terms_count_every_flow(const drawn *of)
{
    double size, condition;
    arb_ptr xi = _arb_vec_init(2 * of->d), next = xi + of->d;
    assert_int_equal(ref_exact_step_image(next, NULL, &of->step, PREC), SLP_OK);
    ref_step_terms(&size, &condition, of->step.scheme, of->sys, of->step.x, next, of->step.h,
                   of->step.dW);
    assert_ge(condition, 1);
    generator(xi, of, 0, of->step.x); /* the first flow begins at x, over h or h/2 */
    assert_ge(size, 0.49 * length(xi, of->d));
    _arb_vec_clear(xi, 2 * of->d);
}

static void factors_on_drawn_cases(void **state)
{
    (void)state;
    static const char *const names[] = {"splitting-lie", "splitting-strang"};
    size_t systems = 0;
    for (size_t s = 0; slp_system_at(s); s++) {
        if (!slp_system_at(s)->factors) continue;
        double tightest = 0;
        for (uint64_t number = 0; number < CASES; number++) {
            drawn of;
            if (draw(&of, slp_system_at(s), slp_scheme_find(names[number % 2]), number)) {
                flows_are_exact(&of);
                factors_add_up(&of);
                lipschitz_constants_hold(&of, &tightest);
                kappa_bounds_growth(&of);
                terms_count_every_flow(&of);
            }
            forget(&of);
        }
        /* a constant ten times too large would be of no use */
        if (tightest < 0.1) fail_msg("%s: at most %g", slp_system_at(s)->name, tightest);
        systems++;
    }
    assert_ge(systems, 14);
}

/* What the reference says of this case, built on the table's system with another scheme's name. */
static slp_status stepped(const char *line)
{
    slp_case c;
    slp_error err;
    ref_system *sys = NULL;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_ptr x = _arb_vec_init((slong)(c.d + c.M)), dW = x + c.d;
    arb_t h;
    arb_init(h);
    arb_set_d(h, c.h);
    for (size_t i = 0; i < c.d; i++) arb_set_d(x + i, c.x[i]);
    for (size_t i = 0; i < c.M; i++) arb_set_d(dW + i, c.dw[i]);
    const slp_status status =
        ref_step(x, NULL, ref_scheme_find("splitting-lie"), sys, x, h, dW, 128);
    arb_clear(h);
    _arb_vec_clear(x, (slong)(c.d + c.M));
    ref_system_free(sys);
    slp_case_clear(&c);
    return status;
}

static void what_has_no_factors_is_not_stepped(void **state)
{
    (void)state;
    assert_int_equal(stepped("case id=a system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 "
                             "noise=0,0,0,0.5,0,0,0,0,0,0,0,0,0,1 h=0.5 steps=1 x=1,1,1,0,0,1 "
                             "dw=0.5,0.25"),
                     SLP_OK);
    assert_int_equal(stepped("case id=a system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 "
                             "noise=0,0,0,0.5,0,0,1 h=0.5 steps=1 x=1,1,1,0,0,1 dw=0.5"),
                     SLP_UNSUPPORTED);
    assert_int_equal(
        stepped("case id=a system=zeitlin-sphere scheme=tmk n=2 h=0.5 steps=1 x=0.5,-0.5,1,0"),
        SLP_UNSUPPORTED);
    assert_int_equal(stepped("case id=a system=spins scheme=tmk bonds=1:2 exchange=1 dmi=0,0,0 "
                             "h=0.5 steps=1 x=1,1,1,0,0,1"),
                     SLP_OK);
    assert_int_equal(stepped("case id=a system=spins scheme=tmk bonds=1:2 exchange=1 "
                             "dmi=0,0,0x1p-900 h=0.5 steps=1 x=1,1,1,0,0,1"),
                     SLP_UNSUPPORTED);
    assert_int_equal(stepped("case id=a system=spins scheme=tmk bonds=1:2 exchange=1 "
                             "damping=0 h=0.5 steps=1 x=1,1,1,0,0,1"),
                     SLP_OK);
    assert_int_equal(stepped("case id=a system=spins scheme=tmk bonds=1:2 exchange=1 "
                             "damping=0x1p-900 h=0.5 steps=1 x=1,1,1,0,0,1"),
                     SLP_UNSUPPORTED);
    static const char *const of_polynomials[] = {
        "0:1:1.1,1:1:2.2,2:1:3", /* each with a flow */
        "1:1:1,1:1:2",           /* linear ones of one noise are one factor */
        "0:1:1.2",               /* coordinates that do not commute */
        "1:1:1.1,1:1:2.2",       /* of one noise, and */
        "1:1:1.1,1:1:2",
    };
    for (size_t i = 0; i < sizeof of_polynomials / sizeof *of_polynomials; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "case id=a system=polynomial scheme=tmk algebra=so3 terms=%s noises=2 h=0.5 "
                 "steps=1 x=1,2,3 dw=0.5,0.25",
                 of_polynomials[i]);
        assert_int_equal(stepped(line), i < 2 ? SLP_OK : SLP_UNSUPPORTED);
    }
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=heavy-top scheme=splitting-lie "
                                    "inertia=1,2,3 chi=0,0,1 noise=0,0,0,0.5,0,0,1 h=0.5 steps=1 "
                                    "x=1,1,1,0,0,1 dw=0.5",
                                    1, &err),
                     SLP_INPUT);
    assert_string_equal(err.field, "noise");
    assert_non_null(strstr(err.text, "set one of them to 0"));
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(factors_on_drawn_cases),
                                       cmocka_unit_test(what_has_no_factors_is_not_stepped)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
