/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The stage in binary64 from which a certified step of a body starts: its generator, its map and
 * Newton's matrix against balls, what it refuses, and how many evaluations in balls it leaves. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/thread_caches.h"

#include <math.h>

enum { PREC = 256, WARM = 12, MOST_M = 3 };

/* A step of the case's system. */
typedef struct step {
    slp_case c;
    ref_system *sys;
    arb_ptr x, dW;
    arb_t h;
    ref_frame f;
} step;

static void begin(step *s, const char *line)
{
    slp_error err;
    slp_case_init(&s->c);
    assert_int_equal(slp_case_parse(&s->c, line, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&s->sys, &s->c, &err), SLP_OK);
    s->x = _arb_vec_init(3 + MOST_M);
    s->dW = s->x + 3;
    arb_init(s->h);
    for (int i = 0; i < 3; i++) arb_set_d(s->x + i, s->c.x[i]);
    for (size_t k = 0; k < s->c.M; k++) arb_set_d(s->dW + k, s->c.dw[k]);
    arb_set_d(s->h, s->c.h);
    assert_true(
        ref_frame_init(&s->f, ref_scheme_find(s->c.scheme->name), s->sys, s->x, s->h, s->dW, PREC));
}

static void end(step *s)
{
    ref_frame_clear(&s->f);
    _arb_vec_clear(s->x, 3 + MOST_M);
    arb_clear(s->h);
    ref_system_free(s->sys);
    slp_case_clear(&s->c);
}

#define RULE       "scheme=isospectral-midpoint steps=1 "
#define BODY       "case id=a system=rigid-body " RULE "inertia=2,1,0.625 quad=0.25,0.5,-0.125 "
#define POLYNOMIAL "case id=a system=polynomial " RULE "algebra=so3 "
static const char *const lines[] = {
    BODY "h=0x1p-8 x=0.6,0.1,0.8 dw=0.06,-0.11,0.02",
    BODY "h=0.25 x=0.6,-0.3,0.8 dw=0.3,-0.2,0.1",
    BODY "h=0.03125 x=0,0,1.5 dw=0.1,0.1,0.1",
    BODY "h=-0x1p+97 x=0x1p-100,0x1p-101,-0x1p-102 dw=0x1p+97,0x1p+96,0",
    POLYNOMIAL "terms=0:0.5:1.1,0:0.3:1.2.3,1:0.7:2,1:-0.2:1.1.3.3.3 h=0.125 x=0.6,0.3,0.8 dw=0.2",
};
enum { LINES = sizeof lines / sizeof *lines };

/* |v - w| over the scale, w = 0 if NULL */
static double apart(const ref_frame *f, arb_srcptr v, arb_srcptr w)
{
    double most = 0;
    arb_t d;
    arb_init(d);
    for (int i = 0; i < 3; i++) {
        arb_set(d, v + i);
        if (w) arb_sub(d, d, w + i, PREC);
        most = fmax(most, fabs(arf_get_d(arb_midref(d), ARF_RND_NEAR)));
    }
    arb_clear(d);
    return most / mag_get_d(f->scale);
}

/* z is the stage, P (I - DT(z)) = I, and an exact 0 stays one: to the bits that are promised. */
static void stage_and_matrix_are_right(void **unused)
{
    (void)unused;
    for (int n = 0; n < LINES; n++) {
        step s;
        unsigned iterations = 0;
        begin(&s, lines[n]);
        arb_ptr z = _arb_vec_init(6), image = z + 3;
        arb_mat_t P, J;
        arb_mat_init(P, 3, 3);
        arb_mat_init(J, 3, 3);
        assert_true(ref_approximate_stage(z, P, &iterations, &s.f, WARM));
        assert_in_range(iterations, 4, 40);
        s.f.scheme->stage(image, &s.f, z);
        assert_le(apart(&s.f, image, z), 0x1p-45);
        ref_stage_jacobian(J, &s.f, z);
        assert_ge(apart(&s.f, arb_mat_entry(J, 0, 0), NULL) * mag_get_d(s.f.scale), 0x1p-20);
        arb_mat_neg(J, J);
        for (int i = 0; i < 3; i++)
            arb_add_ui(arb_mat_entry(J, i, i), arb_mat_entry(J, i, i), 1, PREC);
        arb_mat_mul(J, P, J, PREC);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double e = arf_get_d(arb_midref(arb_mat_entry(J, i, j)), ARF_RND_NEAR);
                assert_le(fabs(e - (i == j)), 0x1p-45);
                if (arb_is_zero(s.f.start + i) && !arb_is_zero(s.f.start + j))
                    assert_true(arb_is_zero(arb_mat_entry(P, i, j)));
            }
        for (int i = 0; i < 3; i++) assert_true(!arb_is_zero(s.x + i) || arb_is_zero(z + i));
        arb_mat_clear(P);
        arb_mat_clear(J);
        _arb_vec_clear(z, 6);
        end(&s);
    }
}

/* Sizes that squares take out of range, an iteration that does not settle, and a rule, an algebra
 * or a system without such a form are left to the balls. */
static void others_are_refused(void **unused)
{
    static const char *const refused[] = {
        BODY "h=0x1p-303 x=0x1p+300,1,1 dw=0,0,0",
        BODY "h=0x1p+297 x=0x1p-300,0x1p-301,0x1p-302 dw=0,0,0",
        BODY "h=64 x=0.6,0.3,0.8 dw=0,0,0",
        "case id=a system=rigid-body scheme=tmk steps=1 inertia=1,2,3 h=0.125 x=0.6,0,0.8",
        "case id=a system=rigid-body-n n=3 " RULE "inertia=1,2,3 h=0.125 x=0.6,0,0.8",
        "case id=a system=point-vortices " RULE "gamma=1 h=0.125 x=0.6,0,0.8",
    };
    (void)unused;
    for (size_t n = 0; n < sizeof refused / sizeof *refused; n++) {
        step s;
        unsigned iterations = 0;
        begin(&s, refused[n]);
        arb_ptr z = _arb_vec_init(3);
        arb_mat_t P;
        arb_mat_init(P, 3, 3);
        assert_false(ref_approximate_stage(z, P, &iterations, &s.f, WARM));
        arb_mat_clear(P);
        _arb_vec_clear(z, 3);
        end(&s);
    }
}

static unsigned evaluations;
/* Where ref/ verifies itself, it evaluates T once more: at the ball that it found. */
#ifdef SLP_VERIFY
enum { VERIFIED = 1 };
#else
enum { VERIFIED = 0 };
#endif

static void counted_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    evaluations++;
    ref_scheme_find("isospectral-midpoint")->stage(out, f, z);
}

/* The first iterate in balls is T(start): where norms have computed it, T is not evaluated for it.
 * Three roundings of PREC bits lie between the two. */
static void first_iterate_is_known(void **unused)
{
    enum { NEVER = 4 * PREC };
    ref_scheme counted = *ref_scheme_find("isospectral-midpoint");
    (void)unused;
    counted.stage = counted_stage;
    counted.approximate = NULL;
    counted.first_move = NULL;
    for (int n = 0; n < LINES; n++) {
        step s;
        ref_selection sel;
        begin(&s, lines[n]);
        s.f.scheme = &counted;
        ref_selection_init(&sel);
        (void)ref_select_by_norm(&sel, &s.f);
        arb_ptr z = _arb_vec_init(3);
        for (unsigned needed = 0; needed < 2; needed++) {
            unsigned iterations = 0;
            evaluations = 0;
            s.f.has_first = !needed;
            assert_false(ref_iterate(z, &iterations, &s.f, NEVER, 1));
            assert_int_equal(iterations, 1);
            assert_int_equal(evaluations, needed);
            assert_le(apart(&s.f, z, s.f.first), 0x1p-250);
            assert_ge(apart(&s.f, z, s.f.start), 0x1p-20);
        }
        _arb_vec_clear(z, 3);
        ref_selection_clear(&sel, 3);
        end(&s);
    }
}

/* At 128 bits T is evaluated in balls three times: twice by Newton's method, and for the proof; at
 * the start too where the bound of the first move does not do.  Its answer is that of the iteration
 * in balls alone, as sharp but for the last sum, x + change: it may be exact in one of them, and in
 * the other off by a unit of its last bit. */
static void three_evaluations_are_left(void **unused)
{
    const ref_scheme *plain = ref_scheme_find("isospectral-midpoint");
    ref_scheme counted = *plain, slow = *plain;
    uint64_t state = 7;
    int three = 0;
    (void)unused;
    counted.stage = slow.stage = counted_stage;
    slow.approximate = NULL;
    for (int n = 0; n < rigid_repeats(50); n++) {
        rigid r;
        ref_certificate cert;
        rigid_draw(&r, &state, 0x1p-6);
        for (int i = 0; i < 3; i++) r.x[i] += r.x[i] == 0; /* a zero is proved by one more */
        rigid_build(&r);
        arb_ptr y = _arb_vec_init(6);
        evaluations = 0;
        assert_int_equal(ref_step(y, &cert, &counted, r.sys, r.bx, r.bh, r.bdW, 128), SLP_OK);
        assert_false(cert.by_jacobian);
        assert_in_range(evaluations, 2 + VERIFIED, 4 + VERIFIED);
        assert_true(evaluations <= 3 + VERIFIED || cert.L > 0.1);
        three += evaluations <= 3 + VERIFIED;
        evaluations = 0;
        assert_int_equal(ref_step(y + 3, &cert, &slow, r.sys, r.bx, r.bh, r.bdW, 128), SLP_OK);
        assert_in_range(evaluations, 5 + VERIFIED, 40);
        for (int i = 0; i < 3; i++) {
            assert_true(arb_overlaps(y + i, y + 3 + i));
            const double last = 0x1p-127 * fabs(arf_get_d(arb_midref(y + i), ARF_RND_NEAR));
            assert_le(mag_get_d(arb_radref(y + i)), 2 * mag_get_d(arb_radref(y + 3 + i)) + last);
        }
        _arb_vec_clear(y, 6);
        rigid_clear(&r);
    }
    assert_gt(three, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stage_and_matrix_are_right),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(first_iterate_is_known),
        cmocka_unit_test(three_evaluations_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
