/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n: bounds that certificates rest on against samples, and balls against the points in them.
 */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/su2n_defined.h"

#include <math.h>

/* Images of points lie in the image of the ball. */
static void balls_hold_their_points(void **unused)
{
    ref_algebra algebra;
    su2_subject list[SU2_ACTIONS];
    uint64_t state = 7;
    arb_ptr v = _arb_vec_init(9 * SU2N_D), in = v, at = v + 3 * SU2N_D, image = at + 3 * SU2N_D,
            wide = image + SU2N_D;
    arb_ptr w;
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    su2_subjects(list, &algebra);
    w = _arb_vec_init(algebra.scratch);
    for (int a = 0; a < SU2_ACTIONS; a++)
        for (int n = 0; n < rigid_repeats(40); n++) {
            for (int k = 0; k < 3; k++) su2n_draw(in + k * SU2N_D, &state, 2);
            for (int i = 0; i < 3 * SU2N_D; i++) {
                double radius = ldexp(1, -(int)(rigid_bits(&state) % 20));
                arb_set_d(at + i, radius * (n % 2                    ? rigid_between(&state, -1, 1)
                                            : rigid_bits(&state) % 2 ? 1
                                                                     : -1));
                arb_add(at + i, at + i, in + i, SU2N_PREC);
                mag_set_d(arb_radref(in + i), radius);
            }
            list[a].action->apply(wide, &algebra, in, in + SU2N_D, w, 100);
            list[a].action->apply(image, &algebra, at, at + SU2N_D, w, SU2N_PREC);
            for (int i = 0; i < SU2N_D; i++) assert_true(arb_contains(wide + i, image + i));
            ref_action_vary(wide, list[a].action, &algebra, in, in + 2 * SU2N_D, in + SU2N_D, w,
                            100);
            ref_action_vary(image, list[a].action, &algebra, at, at + 2 * SU2N_D, at + SU2N_D, w,
                            SU2N_PREC);
            for (int i = 0; i < SU2N_D; i++) assert_true(arb_contains(wide + i, image + i));
        }
    _arb_vec_clear(w, algebra.scratch);
    _arb_vec_clear(v, 9 * SU2N_D);
}

/* Scales v to a span of rho, or a little less. */
static void to_span(arb_ptr v, const ref_algebra *algebra, double rho)
{
    double now = su2n_norm_of(algebra, v, true);
    arb_t s;
    arb_init(s);
    arb_set_d(s, now > 0 ? rho / now * (1 - 0x1p-20) : 0);
    for (int i = 0; i < SU2N_D; i++) {
        arb_mul(v + i, v + i, s, SU2N_PREC);
        mag_zero(arb_radref(v + i));
    }
    arb_clear(s);
}

/* Bounds hold of every sample; where steps live some sample comes within a tenth of them. */
static void bounds_dominate(void **unused)
{
    static const double rhos[] = {0.01, 0.86, 3, 9};
    ref_algebra algebra;
    su2_subject list[SU2_ACTIONS];
    uint64_t state = 8;
    arb_ptr v = _arb_vec_init(4 * SU2N_D), xi = v, d = v + SU2N_D, x = d + SU2N_D, out = x + SU2N_D,
            w;
    mag_t rho, size, slope;
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    su2_subjects(list, &algebra);
    w = _arb_vec_init(algebra.scratch);
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    for (int a = 0; a < SU2_ACTIONS; a++)
        for (int k = 0; k < 4; k++) {
            double most_size = 0, most_span = 0, most_slope = 0;
            mag_set_d(rho, rhos[k]);
            list[a].action->bound(size, slope, &algebra, rho);
            for (int n = 0; n < rigid_repeats(400); n++) {
                su2n_draw(xi, &state, 1);
                su2n_draw(x, &state, 1);
                su2n_draw(d, &state, 1);
                if (n % 4 == 1) /* one part only */
                    for (int i = 3; i < SU2N_D; i++)
                        arb_zero(x + i), arb_zero(d + i), arb_zero(xi + i);
                if (n % 4 == 2) _arb_vec_set(x, xi, SU2N_D);
                if (n % 4 == 3)
                    for (int i = 0; i < SU2N_D; i++) arb_set(d + i, xi + SU2N_D - 1 - i);
                to_span(xi, &algebra, rhos[k]);
                list[a].action->apply(out, &algebra, xi, x, w, 100);
                most_size = fmax(most_size, su2n_norm_of(&algebra, out, false) /
                                                su2n_norm_of(&algebra, x, false));
                most_span = fmax(most_span, su2n_norm_of(&algebra, out, true) /
                                                su2n_norm_of(&algebra, x, true));
                ref_action_vary(out, list[a].action, &algebra, xi, d, x, w, 100);
                most_slope = fmax(most_slope, su2n_norm_of(&algebra, out, false) /
                                                  (su2n_norm_of(&algebra, d, false) *
                                                   su2n_norm_of(&algebra, x, true)));
            }
            assert_le(most_size, mag_get_d(size) * (1 + 1e-6));
            assert_le(most_span, mag_get_d(size) * (1 + 1e-6));
            assert_le(most_slope, mag_get_d(slope) * (1 + 1e-6));
            if (k == 0) {
                assert_ge(most_size, 0.9 * mag_get_d(size));
                assert_ge(most_slope, 0.9 * mag_get_d(slope));
            }
        }
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
    _arb_vec_clear(w, algebra.scratch);
    _arb_vec_clear(v, 4 * SU2N_D);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_hold_their_points),
        cmocka_unit_test(bounds_dominate),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
