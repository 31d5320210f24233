/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stand-in of a system takes the step of the original, of every pair: the same balls, whoever is
 * told, or overlapping ones where an operation is added to the state in one rounding (`add`), which
 * a stand-in adds in two.  What a watcher gives in the place of a generator is what the scheme
 * gets: with 0 a step goes nowhere.  What a watcher gives in the place of an operation arrives too.
 */
#include "oracle/contract/draw/draw.h"
#include "ref/exact_step.h"
#include "ref/watch/watch.h"
#include "ref/scheme/scheme.h"
#include "tests/support/cmocka.h"

enum { PREC = 128, CASES = 3 };

typedef struct told {
    unsigned generators, operations, frozen;
    bool nowhere, other; /* generators are 0; operations are something else */
} told;

static void tell_generator(arb_ptr xi, ref_watch *watch, arb_srcptr pack, arb_srcptr z, slong prec)
{
    told *t = watch->own;
    t->generators++;
    ref_watch_generator(xi, watch, pack, z, prec);
    if (t->nowhere) _arb_vec_zero(xi, watch->inner->algebra.d);
}

static void tell_factor(arb_ptr xi, ref_watch *watch, slong k, const arb_t h, arb_srcptr dW,
                        arb_srcptr x, slong prec)
{
    told *t = watch->own;
    t->generators++;
    watch->inner->table->factor(xi, watch->inner, k, h, dW, x, prec);
    if (t->nowhere) _arb_vec_zero(xi, watch->inner->algebra.d);
}

static void tell_operation(arb_ptr out, ref_watch *watch, ref_operation operation,
                           const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w,
                           slong prec)
{
    told *t = watch->own;
    t->operations++;
    ref_operation_of(algebra, operation)->apply(out, algebra, xi, x, w, prec);
    if (t->other) arb_add_ui(out, out, 1, prec);
}

static void tell_freeze(arb_ptr pack, ref_watch *watch, const arb_t h, arb_srcptr dW, slong prec)
{
    told *t = watch->own;
    t->frozen++;
    watch->inner->table->freeze(pack, watch->inner, h, dW, prec);
}

/* out = a stage from the start, and the state after the step with it; k + d numbers */
static void take_step(arb_ptr out, ref_frame *f)
{
    if (f->k) f->scheme->stage(out, f, f->start);
    f->scheme->finish(out + f->k, f, f->k ? out : NULL);
}

static bool all_equal(arb_srcptr a, arb_srcptr b, slong n)
{
    for (slong i = 0; i < n; i++)
        if (!arb_equal(a + i, b + i)) return false;
    return true;
}

static bool all_overlap(arb_srcptr a, arb_srcptr b, slong n)
{
    for (slong i = 0; i < n; i++)
        if (!arb_overlaps(a + i, b + i)) return false;
    return true;
}

static void check_case(const ref_exact_step *step)
{
    static const ref_watcher tells = {tell_generator, tell_factor, tell_operation, tell_freeze};
    static const ref_watcher nobody = {0};
    const slong most = 5 * step->d;
    arb_ptr plain = _arb_vec_init(2 * most), seen = plain + most;
    ref_frame f;
    ref_watch watch;
    told t = {0};
    assert_true(ref_frame_init(&f, step->scheme, step->sys, step->x, step->h, step->dW, PREC));
    const slong n = f.k + f.d;
    take_step(plain, &f);
    ref_frame_clear(&f);
    for (int who = 0; who < 4; who++) {
        ref_watch_init(&watch, step->sys, who ? &tells : &nobody, &t);
        t = (told){.nowhere = who == 2, .other = who == 3};
        assert_true(
            ref_frame_init(&f, step->scheme, &watch.system, step->x, step->h, step->dW, PREC));
        take_step(seen, &f);
        const bool adds = step->sys->algebra.ad && step->sys->algebra.ad->add;
        if (who < 2) assert_true((adds ? all_overlap : all_equal)(plain, seen, n));
        if (who) assert_true(t.generators > 0);
        assert_int_equal(t.frozen, who > 0);
        /* a polynomial may have no factor at all */
        if (who && !step->scheme->splits) assert_true(t.operations > 0);
        for (slong i = 0; who == 2 && i < f.d; i++)
            assert_true(arb_overlaps(seen + f.k + i, step->x + i));
        if (who == 3 && t.operations) assert_false(all_equal(plain, seen, n));
        ref_frame_clear(&f);
    }
    _arb_vec_clear(plain, 2 * most);
}

static void a_stand_in_takes_the_same_step(void **state)
{
    slp_case c;
    size_t checked = 0;
    (void)state;
    slp_case_init(&c);
    for (size_t s = 0; slp_system_at(s); s++)
        for (size_t r = 0; slp_scheme_at(r); r++)
            for (uint64_t number = 0; number < CASES; number++) {
                slp_draw from;
                ref_exact_step step = {0};
                if (!slp_pair_makes_sense(slp_system_at(s), slp_scheme_at(r), NULL)) continue;
                slp_draw_init(&from, 17, number);
                if (slp_draw_case(&c, slp_system_at(s), slp_scheme_at(r), &from, 0) == SLP_OK &&
                    ref_exact_step_init(&step, &c, NULL) == SLP_OK) {
                    check_case(&step);
                    checked++;
                }
                ref_exact_step_clear(&step);
            }
    slp_case_clear(&c);
    assert_true(checked > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_stand_in_takes_the_same_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
