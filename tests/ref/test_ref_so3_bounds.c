/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3): the bounds that certificates rest on, against what is observed. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/so3_defined.h"

#include <math.h>

static double length_of(naive_vector v)
{
    return hypot(hypot(mpfr_get_d(v[0], MPFR_RNDN), mpfr_get_d(v[1], MPFR_RNDN)),
                 mpfr_get_d(v[2], MPFR_RNDN));
}

/* Bounds hold for every sample, and are not so wide that they say nothing: for small rho the
 * largest ratio seen comes within `sharp` of the bound. */
static void bounds_dominate(void **unused)
{
    static const double rhos[] = {0.01, 0.4, 1.2, 5};
    so3_subject list[SO3_ACTIONS];
    uint64_t state = 23;
    so3_room r;
    mag_t rho, size, slope;
    ref_algebra algebra;
    (void)unused;
    so3_subjects(list, &algebra);
    so3_room_init(&r);
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    for (int a = 0; a < SO3_ACTIONS; a++)
        for (int k = 0; k < 4; k++) {
            double most_size = 0, most_slope = 0;
            if (rhos[k] > list[a].most) continue;
            mag_set_d(rho, rhos[k]);
            list[a].action->bound(size, slope, &algebra, rho);
            for (int n = 0; n < rigid_repeats(120); n++) {
                double length, step, other;
                so3_draw(r.xi, r.nxi, &state, 1);
                so3_draw(r.dxi, r.ndxi, &state, 1);
                so3_draw(r.x, r.nx, &state, 1);
                /* on the sphere of radius rho, and a little inwards along dxi */
                length = length_of(r.nxi);
                step = 1e-4 * rhos[k];
                for (int i = 0; i < 3; i++) {
                    if (n % 4 == 1) mpfr_set_d(r.nx[i], mpfr_get_d(r.nxi[i], MPFR_RNDN), MPFR_RNDN);
                    mpfr_mul_d(r.nxi[i], r.nxi[i], 0.999 * rhos[k] / length, MPFR_RNDN);
                    if (n % 4 == 2)
                        mpfr_mul_d(r.nxi[i], r.nxi[i], rigid_uniform(&state), MPFR_RNDN);
                    if (n % 4 == 3) mpfr_set(r.ndxi[i], r.nxi[i], MPFR_RNDN);
                }
                length = length_of(r.ndxi);
                for (int i = 0; i < 3; i++) {
                    mpfr_mul_d(r.ndxi[i], r.ndxi[i], -step / length, MPFR_RNDN);
                    mpfr_add(r.ndxi[i], r.ndxi[i], r.nxi[i], MPFR_RNDN);
                }
                if (length_of(r.ndxi) > rhos[k]) continue;
                list[a].define(r.nout, r.nxi, r.nx);
                most_size = fmax(most_size, length_of(r.nout) / length_of(r.nx));
                list[a].define(r.nother, r.ndxi, r.nx);
                for (int i = 0; i < 3; i++) {
                    mpfr_sub(r.nother[i], r.nother[i], r.nout[i], MPFR_RNDN);
                    mpfr_sub(r.ndxi[i], r.ndxi[i], r.nxi[i], MPFR_RNDN);
                }
                other = length_of(r.nother) / (length_of(r.ndxi) * length_of(r.nx));
                most_slope = fmax(most_slope, other);
            }
            assert_le(most_size, mag_get_d(size) * (1 + 1e-9));
            assert_le(most_slope, mag_get_d(slope) * (1 + 1e-9));
            if (k == 0) { /* where steps live, the bounds are sharp within a tenth */
                assert_ge(most_size, 0.9 * mag_get_d(size));
                assert_ge(most_slope, 0.9 * mag_get_d(slope));
            }
        }
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
    so3_room_clear(&r);
}

/* The printed inverse has no bound from |xi| = 2 on, where its pole lies. */
static void printed_pole_has_no_bound(void **unused)
{
    mag_t rho, size, slope;
    ref_algebra algebra;
    (void)unused;
    ref_algebra_so3(&algebra);
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    mag_set_d(rho, 2);
    algebra.printed_inverse->bound(size, slope, &algebra, rho);
    assert_true(mag_is_inf(size) && mag_is_inf(slope));
    mag_set_d(rho, 7);
    algebra.printed_inverse->bound(size, slope, &algebra, rho);
    assert_true(mag_is_inf(size) && mag_is_inf(slope));
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_dominate),
        cmocka_unit_test(printed_pole_has_no_bound),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
