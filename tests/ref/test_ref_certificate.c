/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ingredients of a certificate, each by itself: Lipschitz constants, the ball of the selection,
 * enclosures of a stage approximated well or badly, and where certificates end. */
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

/* |T(y) - T(z)| / |y - z|, lower bound, at x + a and x + a + b */
static double quotient(ref_frame *f, const double *a, const double *b)
{
    arb_ptr all = _arb_vec_init(12), y = all, z = all + 3, ty = all + 6, tz = all + 9;
    double moved[3];
    for (int i = 0; i < 3; i++) {
        arb_set_d(y + i, a[i]);
        arb_add(y + i, y + i, f->x + i, ARF_PREC_EXACT);
        arb_set_d(z + i, b[i]);
        arb_add(z + i, z + i, y + i, ARF_PREC_EXACT);
    }
    f->scheme->stage(ty, f, y);
    f->scheme->stage(tz, f, z);
    for (int i = 0; i < 3; i++) {
        arb_sub(ty + i, ty + i, tz + i, PREC);
        moved[i] = arf_get_d(arb_midref(ty + i), ARF_RND_NEAR);
    }
    _arb_vec_clear(all, 12);
    return norm(moved) / norm(b) * (1 - 1e-12);
}

/* Weights (a, -a, 0) and x along the first axis: where the norms' bound is reached as a -> 0. */
static void draw_extreme(rigid *r, double a)
{
    *r = (rigid){.body = {.inertia = {1, 1, 1}, .has_quad = true, .quad = {1, -1, 0}},
                 .x = {1, 0, 0},
                 .dW = {a, a, 0},
                 .M = 3};
}

static void lipschitz_constants_dominate(void **unused)
{
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        uint64_t state = 51 + (uint64_t)s;
        double sharpest = 0;
        for (int n = 0; n < rigid_repeats(90); n++) {
            double radius, a[3], b[3], length;
            rigid r;
            ref_frame f;
            mag_t L, R;
            bool extreme = n % 3 == 0;
            if (extreme)
                draw_extreme(&r, n % 2 ? 0.01 : 0.2);
            else
                rigid_draw(&r, &state, pow(2, rigid_between(&state, -8, 1)));
            rigid_build(&r);
            frame_open(&f, &r, rigid_schemes[s], PREC);
            mag_init(L);
            mag_init(R);
            radius = extreme ? 1e-3 : rigid_uniform(&state);
            mag_set_d(R, radius);
            f.scheme->lipschitz(L, &f, R);
            for (int sample = 0; sample < 20; sample++) {
                for (int i = 0; i < 3; i++) {
                    a[i] = rigid_between(&state, -1, 1);
                    b[i] = extreme && sample < 3 ? (i == sample) : rigid_between(&state, -1, 1);
                }
                length = norm(a);
                for (int i = 0; i < 3; i++) a[i] *= 0.99 * radius / length; /* on the sphere */
                length = norm(b);
                for (int i = 0; i < 3; i++) b[i] *= 0.005 * radius / length;
                length = quotient(&f, a, b);
                assert_le(length, mag_get_d(L) * (1 + 1e-9));
                sharpest = fmax(sharpest, length / mag_get_d(L));
            }
            mag_clear(L);
            mag_clear(R);
            ref_frame_clear(&f);
            rigid_clear(&r);
        }
        assert_gt(sharpest, 0.95); /* a constant understated by a twentieth would have been seen */
    }
}

/* (1 - L) R >= |T(x) - x|, so T maps the ball into itself; the stage iteration reaches lies in it;
 * R is not far above the least radius with that property, or with that for a bound of |T(x) - x|
 * where this proves L <= 1/8. */
static void selected_ball_holds_the_stage(void **unused)
{
    uint64_t state = 52;
    arb_ptr z = _arb_vec_init(6), move = z + 3;
    int proved = 0;
    (void)unused;
    for (int n = 0; n < rigid_repeats(60); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            ref_frame f;
            ref_selection sel;
            unsigned iterations = 0;
            double away[3], L, R, first[3], bound;
            rigid_draw(&r, &state, pow(2, rigid_between(&state, -8, 0)));
            rigid_build(&r);
            frame_open(&f, &r, rigid_schemes[s], PREC);
            ref_selection_init(&sel);
            if (ref_select_by_norm(&sel, &f)) {
                proved++;
                L = mag_get_d(sel.L);
                R = mag_get_d(sel.R);
                f.scheme->stage(move, &f, f.x);
                for (int i = 0; i < 3; i++) {
                    arb_sub(move + i, move + i, f.x + i, PREC);
                    first[i] = arf_get_d(arb_midref(move + i), ARF_RND_NEAR);
                }
                assert_le(norm(first), (1 - L) * R);
                bound = norm(first);
                if (f.scheme->first_move && L <= 0.125) /* |D(Xi) - I| <= |Xi|/2 */
                    bound = mag_get_d(f.xi_span) / 2 * mag_get_d(f.x_norm);
                assert_le(R, 1.3 * bound / (1 - L) + 1e-30);
                assert_true(ref_iterate(z, &iterations, &f, 60, 4000));
                for (int i = 0; i < 3; i++)
                    away[i] = arf_get_d(arb_midref(z + i), ARF_RND_NEAR) - r.x[i];
                assert_le(norm(away), R * (1 + 1e-12));
            }
            ref_selection_clear(&sel, 3);
            ref_frame_clear(&f);
            rigid_clear(&r);
        }
    assert_gt(proved, 200);
    _arb_vec_clear(z, 6);
}

/* Whatever approximation it is given, the enclosure holds the stage; its radius follows the defect,
 * no smaller and not much larger; an approximation outside the ball of the selection is refused. */
static void bad_approximations_are_still_enclosed(void **unused)
{
    uint64_t state = 53;
    arb_ptr z = _arb_vec_init(9), bad = z + 3, ball = z + 6;
    (void)unused;
    for (int n = 0; n < rigid_repeats(30); n++)
        for (int s = 0; s < RIGID_SCHEMES; s++) {
            rigid r;
            ref_frame f;
            ref_selection sel;
            mag_t defect;
            unsigned iterations = 0;
            rigid_draw(&r, &state, 0.1);
            rigid_build(&r);
            mag_init(defect);
            frame_open(&f, &r, rigid_schemes[s], 256);
            ref_selection_init(&sel);
            if (n % 2 ? ref_select_by_norm(&sel, &f) : ref_select_by_jacobian(&sel, &f)) {
                assert_true(ref_iterate(z, &iterations, &f, 60, 4000));
                for (slong bits = 4; bits <= 240; bits += 59) {
                    double step[3], radius = 0, L = mag_get_d(sel.L);
                    for (int i = 0; i < 3; i++) step[i] = rigid_between(&state, -1, 1);
                    for (int i = 0; i < 3; i++) {
                        arb_set_d(bad + i, step[i]);
                        arb_mul_2exp_si(bad + i, bad + i, -bits);
                        arb_add(bad + i, bad + i, z + i, 256);
                        mag_zero(arb_radref(bad + i));
                    }
                    if (!ref_enclose_stage(ball, defect, &f, &sel, bad)) continue;
                    for (int i = 0; i < 3; i++) {
                        assert_true(arb_contains(ball + i, z + i) || bits > 200);
                        radius = fmax(radius, mag_get_d(arb_radref(ball + i)));
                    }
                    assert_ge(radius, norm(step) * pow(2, (double)-bits) / 2);
                    if (bits < 200 && n % 2)
                        assert_le(radius,
                                  1.01 * (1 + L) / (1 - L) * norm(step) * pow(2, (double)-bits));
                }
                for (int i = 0; i < 3; i++) arb_add_ui(bad + i, z + i, 50, 256);
                assert_false(ref_enclose_stage(ball, defect, &f, &sel, bad));
            }
            ref_selection_clear(&sel, 3);
            mag_clear(defect);
            ref_frame_clear(&f);
            rigid_clear(&r);
        }
    _arb_vec_clear(z, 9);
}

/* On the middle axis, x = e_1 with weights (0, 1, -1), the step stands still: z* = x.  There DT has
 * the eigenvector e_2 + e_3 with eigenvalue 1/2 in every scheme, so an approximation off in that
 * direction is twice as far from the stage as T moves it: only defect/(1 - L) encloses. */
static void enclosure_needs_its_factor(void **unused)
{
    arb_ptr z = _arb_vec_init(6), ball = z + 3;
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        rigid r;
        ref_frame f;
        ref_selection sel;
        mag_t defect;
        draw_extreme(&r, 1);
        r.body.quad[0] = 0;
        r.body.quad[1] = 1;
        r.body.quad[2] = -1;
        r.dW[2] = 1;
        rigid_build(&r);
        mag_init(defect);
        frame_open(&f, &r, rigid_schemes[s], PREC);
        ref_selection_init(&sel);
        mag_set_d(sel.R, 1e-3); /* T(x) = x: any ball on which T contracts will do */
        f.scheme->lipschitz(sel.L, &f, sel.R);
        assert_ge(mag_get_d(sel.L), 0.5);
        assert_lt(mag_get_d(sel.L), 0.6);
        arb_set(z, r.bx);
        arb_set_d(z + 1, 0x1p-20);
        arb_set_d(z + 2, 0x1p-20);
        assert_true(ref_enclose_stage(ball, defect, &f, &sel, z));
        for (int i = 0; i < 3; i++) assert_true(arb_contains(ball + i, r.bx + i));
        ref_selection_clear(&sel, 3);
        mag_clear(defect);
        ref_frame_clear(&f);
        rigid_clear(&r);
    }
    _arb_vec_clear(z, 6);
}

/* Along growing steps: first norms prove, then the Jacobian, then nothing does; and it stays so. */
static void certificates_end_where_iteration_ends(void **unused)
{
    arb_ptr next = _arb_vec_init(3);
    (void)unused;
    for (int s = 0; s < RIGID_SCHEMES; s++) {
        bool seen_norm = false, seen_jacobian = false, seen_unable = false;
        for (int k = -10; k <= 12; k++) {
            rigid r;
            ref_certificate cert;
            slp_status status;
            naive_vector exact;
            rigid_standard(&r);
            r.x[1] = 0.4;
            r.h = 1.7 * pow(2, k * 0.5);
            rigid_build(&r);
            status = rigid_step(next, &cert, &r, rigid_schemes[s], PREC);
            naive_vector_init(exact, 300);
            if (status == SLP_OK) {
                assert_true(rigid_naive(exact, NULL, &r, rigid_schemes[s]));
                for (int i = 0; i < 3; i++) assert_true(rigid_contains(next + i, exact[i], 1, 250));
                if (!cert.by_jacobian) assert_false(seen_jacobian);
                seen_norm = seen_norm || !cert.by_jacobian;
                seen_jacobian = seen_jacobian || cert.by_jacobian;
            } else {
                assert_int_equal(status, SLP_UNABLE);
                seen_unable = true;
            }
            naive_vector_clear(exact);
            rigid_clear(&r);
        }
        assert_true(seen_norm && seen_jacobian && seen_unable);
    }
    _arb_vec_clear(next, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lipschitz_constants_dominate),
        cmocka_unit_test(selected_ball_holds_the_stage),
        cmocka_unit_test(bad_approximations_are_still_enclosed),
        cmocka_unit_test(enclosure_needs_its_factor),
        cmocka_unit_test(certificates_end_where_iteration_ends),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
