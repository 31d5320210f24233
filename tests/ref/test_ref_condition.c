/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The condition factor of a certificate, and the bound of spectral norms it rests on. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>

enum { PREC = 128 };

static double norm(const double *v)
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

static void frame_open(ref_frame *f, const rigid *r, const char *scheme, slong prec)
{
    assert_true(ref_frame_init(f, ref_scheme_find(scheme), r->sys, r->bx, r->bh, r->bdW, prec));
}

/* The spectral norm of A, from the largest |A v| over many v: at least its true value less a
 * thousandth. */
static double largest_stretch(const arb_mat_t A)
{
    double most = 0;
    for (int n = 0; n < 1800; n++) {
        double u = (n % 60) * 0.0523599, w = (n / 60) * 0.10472, out[3];
        double v[3] = {cos(u) * sin(w), sin(u) * sin(w), cos(w)};
        for (int i = 0; i < 3; i++) {
            out[i] = 0;
            for (int j = 0; j < 3; j++)
                out[i] += v[j] * arf_get_d(arb_midref(arb_mat_entry(A, i, j)), ARF_RND_NEAR);
        }
        most = fmax(most, norm(out));
    }
    return most;
}

static void spectral_bound_is_sharp(void **unused)
{
    uint64_t state = 54;
    arb_mat_t A;
    mag_t bound;
    (void)unused;
    arb_mat_init(A, 3, 3);
    mag_init(bound);
    for (int n = 0; n < 30; n++) {
        double most;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                arb_set_d(arb_mat_entry(A, i, j), n == 0 ? (i == j) : rigid_between(&state, -2, 2));
        ref_spectral_bound(bound, A, 128);
        most = largest_stretch(A);
        assert_ge(mag_get_d(bound), most * (1 - 1e-12));
        assert_le(mag_get_d(bound), 1.03 * most);
    }
    mag_clear(bound);
    arb_mat_clear(A);
}

/* kappa >= (1 + |J|) |(I - J)^-1| at the stage, by norm and by Jacobian; and by Jacobian within a
 * twentieth. */
static void kappa_dominates_the_condition(void **unused)
{
    uint64_t state = 55;
    arb_ptr ball = _arb_vec_init(3);
    arb_mat_t J, M;
    int by_norm = 0, by_jacobian = 0;
    (void)unused;
    arb_mat_init(J, 3, 3);
    arb_mat_init(M, 3, 3);
    for (int n = 0; n < rigid_repeats(40); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            ref_frame f;
            ref_certificate cert;
            rigid_draw(&r, &state, pow(2, rigid_between(&state, -5, 1)));
            rigid_build(&r);
            frame_open(&f, &r, rigid_schemes[s], PREC);
            if (ref_solve_stage(ball, &cert, &f) == SLP_OK) {
                double condition;
                ref_stage_jacobian(J, &f, ball);
                arb_mat_one(M);
                arb_mat_sub(M, M, J, PREC);
                assert_true(arb_mat_inv(M, M, PREC));
                condition = (1 + largest_stretch(J)) * largest_stretch(M);
                assert_ge(cert.kappa, condition * (1 - 1e-9));
                if (cert.by_jacobian)
                    assert_le(cert.kappa, 1.05 * condition);
                else
                    assert_ge(cert.kappa, (1 + cert.L) / (1 - cert.L) * (1 - 1e-15));
                by_norm += !cert.by_jacobian;
                by_jacobian += cert.by_jacobian;
            }
            ref_frame_clear(&f);
            rigid_clear(&r);
        }
    assert_gt(by_norm, 50);
    assert_gt(by_jacobian, 20);
    arb_mat_clear(J);
    arb_mat_clear(M);
    _arb_vec_clear(ball, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spectral_bound_is_sharp),
        cmocka_unit_test(kappa_dominates_the_condition),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
