/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Entries are exact zeros where indices are connected neither through the generator nor through the
 * state, and nowhere else.  On so(4) with a generator in the plane (1, 2) alone and a full state,
 * [dexp_xi]* leaves x_12 and x_34 as they are and satisfies
 *     ad*_xi [dexp_xi]* x = E(xi) x - x
 * in the others, of which none is zero; with a state in the planes (1, 2) and (3, 4) alone these
 * are zeros to the bit. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

enum { PREC = 128, D = 6 };

static void means_over_a_plane(void **state)
{
    (void)state;
    ref_exact_step t;
    take(&t, "case id=a system=rigid-body-n scheme=tmk n=4 h=1 steps=1 x=1,0.5,-0.75,2,-0.25,3");
    const ref_algebra *g = &t.sys->algebra;
    arb_ptr all = _arb_vec_init(4 * D + g->scratch), xi = all, mean = all + D, turned = all + 2 * D,
            moved = all + 3 * D, w = all + 4 * D;
    for (int plane = 0; plane < 2; plane++) {
        arb_set_d(xi, 1.25);
        for (int i = 1; plane && i < D - 1; i++) arb_zero(t.x + i);
        g->dexp_dual->apply(mean, g, xi, t.x, w, PREC);
        g->exponential->apply(turned, g, xi, t.x, w, PREC);
        g->ad->apply(moved, g, xi, mean, w, PREC);
        for (int i = 0; i < D; i++) {
            const bool still = i == 0 || i == D - 1;
            arb_sub(turned + i, turned + i, t.x + i, PREC);
            assert_true(arb_overlaps(turned + i, moved + i));
            assert_true(mag_cmp_2exp_si(arb_radref(mean + i), -100) < 0);
            if (still) assert_true(arb_contains(mean + i, t.x + i));
            assert_int_equal(arb_is_zero(mean + i), plane && !still);
            assert_true(still || plane || !arb_contains_zero(turned + i));
        }
    }
    _arb_vec_clear(all, 4 * D + g->scratch);
    put_back(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(means_over_a_plane)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
