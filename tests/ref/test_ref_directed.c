/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Bounds are rounded in the direction that keeps them bounds.  Each is compared with its formula,
 * evaluated from the same exact inputs at hundreds of bits: an upper bound may not be below it by
 * anything, a lower bound not above it.  Bounds have 30 bits, so that inputs are drawn whose 30-bit
 * mantissas round: an operation rounded the wrong way is then below the formula on some of them
 * (tests/faults/mutants/allowances_and_bounds.tsv plants each).  Where several roundings follow one
 * another, inputs are such that subtraction enlarges the one that is looked for. */
#include "tests/support/cmocka.h"

#include "ref/algebra/algebra.h"
#include "ref/certificate/certificate.h"
#include "ref/system/su2n_vortex.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/case_in_balls.h"

#include <math.h>

enum { FINE = 400 };

/* ---- Numbers ---- */

/* A number of 30 bits in [2^(e-1), 2^e). */
static void draw_mag(mag_t m, uint64_t *state, int e)
{
    mag_set_ui_2exp_si(m, (UINT64_C(1) << 29) | (rigid_bits(state) >> 35), e - 30);
}

/* A number of 53 bits in [2^(e-1), 2^e). */
static double draw_double(uint64_t *state, int e)
{
    return ldexp(0.5 + 0.5 * rigid_uniform(state), e);
}

static void exact(arb_t x, const mag_t m)
{
    arf_set_mag(arb_midref(x), m);
    mag_zero(arb_radref(x));
}

/* Whether m >= x, where m may be infinite. */
static bool above(const mag_t m, const arb_t x)
{
    arb_t bound;
    arb_init(bound);
    exact(bound, m);
    const bool sure = mag_is_inf(m) || arb_ge(bound, x);
    arb_clear(bound);
    return sure;
}

static bool below(const mag_t m, const arb_t x)
{
    arb_t bound;
    arb_init(bound);
    exact(bound, m);
    const bool sure = arb_le(bound, x);
    arb_clear(bound);
    return sure;
}

/* m <= x (1 + 2^-20): a bound, and not a careless one */
static bool near(const mag_t m, const arb_t x)
{
    arb_t more;
    arb_init(more);
    arb_mul_2exp_si(more, x, -20);
    arb_add(more, more, x, FINE);
    const bool sure = below(m, more);
    arb_clear(more);
    return sure;
}

/* ---- Contraction: (1 - L) R, (1 + L)/(1 - L), defect/(1 - L) ---- */

static void reach_and_condition_are_bounds(void **unused)
{
    uint64_t state = 81;
    mag_t L, R, got;
    arb_t l, r, gap, right;
    (void)unused;
    mag_init(L);
    mag_init(R);
    mag_init(got);
    arb_init(l);
    arb_init(r);
    arb_init(gap);
    arb_init(right);
    for (int n = 0; n < 3000; n++) {
        draw_mag(L, &state, -(n % 8));
        draw_mag(R, &state, n % 5);
        exact(l, L);
        exact(r, R);
        arb_sub_ui(gap, l, 1, FINE);
        arb_neg(gap, gap);
        ref_contraction_reach(got, L, R);
        arb_mul(right, gap, r, FINE);
        assert_true(below(got, right));
        arb_mul_2exp_si(right, right, 1);
        exact(r, got);
        arb_mul_2exp_si(r, r, 1);
        arb_add(r, r, r, FINE); /* 4 reach >= 2 (1 - L) R: within a factor of two even next to 1 */
        assert_true(arb_ge(r, right));
        ref_kappa_of_norm(got, L);
        arb_add_ui(right, l, 1, FINE);
        arb_div(right, right, gap, FINE);
        assert_true(above(got, right));
        if (n % 8) assert_true(near(got, right));
    }
    mag_one(L);
    ref_contraction_reach(got, L, R);
    assert_true(mag_is_zero(got));
    ref_kappa_of_norm(got, L);
    assert_true(mag_is_inf(got));
    mag_clear(L);
    mag_clear(R);
    mag_clear(got);
    arb_clear(l);
    arb_clear(r);
    arb_clear(gap);
    arb_clear(right);
}

/* The radius given to each coordinate is at least defect/(1 - L), for whatever L the selection has.
 */
static void enclosures_are_wide_enough(void **unused)
{
    uint64_t state = 82;
    arb_ptr z = _arb_vec_init(6), ball = z + 3;
    arb_t l, right;
    mag_t defect;
    rigid r;
    ref_frame f;
    ref_selection sel;
    (void)unused;
    arb_init(l);
    arb_init(right);
    mag_init(defect);
    rigid_draw(&r, &state, 0.1);
    rigid_build(&r);
    assert_true(ref_frame_init(&f, ref_scheme_find("tmk"), r.sys, r.bx, r.bh, r.bdW, 128));
    ref_selection_init(&sel);
    mag_set_ui(sel.R, 1000);
    for (int n = 0; n < 1000; n++) {
        for (int i = 0; i < 3; i++) arb_set_d(z + i, r.x[i] + rigid_between(&state, -0.1, 0.1));
        draw_mag(sel.L, &state, -(n % 4));
        assert_true(ref_enclose_stage(ball, defect, &f, &sel, z));
        exact(l, sel.L);
        arb_sub_ui(l, l, 1, FINE);
        exact(right, defect);
        arb_div(right, right, l, FINE);
        arb_neg(right, right);
        for (int i = 0; i < 3; i++) assert_true(above(arb_radref(ball + i), right));
    }
    ref_selection_clear(&sel, 3);
    ref_frame_clear(&f);
    rigid_clear(&r);
    arb_clear(l);
    arb_clear(right);
    mag_clear(defect);
    _arb_vec_clear(z, 6);
}

/* defect / max(|x_i|, DBL_MIN) from above, at states above and below DBL_MIN. */
static void relative_defects_are_bounds(void **unused)
{
    uint64_t state = 83;
    arb_t right, size;
    mag_t defect;
    (void)unused;
    arb_init(right);
    arb_init(size);
    mag_init(defect);
    for (int n = 0; n < 300; n++) {
        rigid r;
        ref_frame f;
        rigid_draw(&r, &state, 0.1);
        for (int i = 0; i < 3; i++) r.x[i] = n % 3 ? draw_double(&state, -i) : ldexp(r.x[i], -1050);
        rigid_build(&r);
        assert_true(ref_frame_init(&f, ref_scheme_find("tmk"), r.sys, r.bx, r.bh, r.bdW, 128));
        draw_mag(defect, &state, -100 - n % 7);
        /* half of the time what the quotient is rounded to is a power of two: the divisor decides
         */
        if (n % 2) mag_set_ui_2exp_si(defect, 1, -100);
        arb_set_d(size, fmax(0x1p-1022, fmax(fabs(r.x[0]), fmax(fabs(r.x[1]), fabs(r.x[2])))));
        if (n % 3) { /* a defect that leaves the quotient little room to be rounded up in */
            arb_mul_si(right, size, 1 + (slong)(rigid_bits(&state) >> 36), FINE);
            arb_get_mag_lower(defect, right);
        }
        exact(right, defect);
        arb_div(right, right, size, FINE);
        const double got = ref_relative_defect(&f, defect);
        arb_set_d(size, got);
        assert_true(arb_ge(size, right));
        arb_mul_2exp_si(right, right, 1);
        assert_true(arb_le(size, right));
        ref_frame_clear(&f);
        rigid_clear(&r);
    }
    arb_clear(right);
    arb_clear(size);
    mag_clear(defect);
}

/* sqrt(v_1^2 + v_2^2 + v_3^2) from above; of one number alone half of the time, where few roundings
 * stand between. */
static void norms_are_bounds(void **unused)
{
    uint64_t state = 87;
    arb_ptr v = _arb_vec_init(3);
    arb_t right;
    mag_t got;
    (void)unused;
    arb_init(right);
    mag_init(got);
    for (int n = 0; n < 4000; n++) {
        for (int i = 0; i < 3; i++) arb_set_d(v + i, n % 2 && i ? 0 : draw_double(&state, n % 3));
        ref_euclidean_norm(got, v, 3);
        arb_dot(right, NULL, 0, v, 1, v, 1, 3, FINE);
        arb_sqrt(right, right, FINE);
        assert_true(above(got, right));
        assert_true(near(got, right));
    }
    arb_clear(right);
    mag_clear(got);
    _arb_vec_clear(v, 3);
}

/* ---- What a carried ball has left: max |m_i| / max r_i from below ---- */

static void bits_left_are_never_too_many(void **unused)
{
    arb_t y;
    (void)unused;
    arb_init(y);
    for (slong e = 3; e < 60; e += 7) {
        /* a middle of 60 bits just below 2^e: rounded up to 30 it is 2^e, and e bits over a radius
         * of 1 */
        arf_set_si_2exp_si(arb_midref(y), (WORD(1) << 60) - 1, e - 60);
        mag_one(arb_radref(y));
        assert_int_equal(ref_bits_left(y, 1), e - 1);
        /* one of 30 bits, whose quotient by a power of two a division rounded up makes 2^e */
        arf_set_si_2exp_si(arb_midref(y), (1 << 30) - 1, e - 30);
        assert_int_equal(ref_bits_left(y, 1), e - 1);
        arf_set_si_2exp_si(arb_midref(y), 1, e);
        assert_ge(ref_bits_left(y, 1), e - 1);
        assert_le(ref_bits_left(y, 1), e);
    }
    arb_clear(y);
}

/* ---- The size of the generator's terms ---- */

/* Lone drift of size sqrt(D^2 + b^2) = D (1 + 2^-67): above D by less than what 64 bits show, so
 * that D itself is too small. */
static void terms_are_rounded_up(void **unused)
{
    ref_exact_step t;
    double size, condition;
    (void)unused;
    take(&t, "case id=a system=canonical scheme=tmk model=kubo h=1 steps=1 "
             "x=0x1.9999999999999p+0,0x1.9999999999999p-33");
    ref_generator_terms(&size, &condition, t.sys, t.x, t.h, t.dW);
    assert_gt(size, 0x1.9999999999999p+0);
    assert_le(size, 0x1.999999999999bp+0);
    put_back(&t);
}

/* ---- Vortices ---- */

/* The geometry of two vortices from the formulas of ref/system/su2n_vortex_bound.c: r_i - R, a_i =
 * 2/(2 r_i - R), and t = 2/s with s = (|u_1 - u_2| - R sqrt(a_1^2 + a_2^2))^2. */
typedef struct pair {
    arb_struct r[2], t;
} pair;

static void pair_init(pair *p, const double *x, const arb_t R)
{
    arb_t a, sum, s, d, e;
    arb_struct length[2];
    arb_init(a);
    arb_init(sum);
    arb_init(s);
    arb_init(d);
    arb_init(e);
    arb_init(&p->t);
    for (int i = 0; i < 2; i++) {
        arb_init(&p->r[i]);
        arb_init(&length[i]);
        for (int k = 0; k < 3; k++) {
            arb_set_d(d, x[3 * i + k]);
            arb_addmul(&length[i], d, d, FINE);
        }
        arb_sqrt(&length[i], &length[i], FINE);
        arb_mul_2exp_si(a, &length[i], 1);
        arb_sub(a, a, R, FINE);
        arb_ui_div(a, 2, a, FINE);
        arb_addmul(sum, a, a, FINE);
        arb_sub(&p->r[i], &length[i], R, FINE);
    }
    for (int k = 0; k < 3; k++) {
        arb_set_d(d, x[k]);
        arb_div(d, d, &length[0], FINE);
        arb_set_d(e, x[3 + k]);
        arb_div(e, e, &length[1], FINE);
        arb_sub(d, d, e, FINE);
        arb_addmul(s, d, d, FINE);
    }
    arb_sqrt(s, s, FINE);
    arb_sqrt(sum, sum, FINE);
    arb_submul(s, sum, R, FINE);
    arb_mul(s, s, s, FINE);
    arb_ui_div(&p->t, 2, s, FINE);
    for (int i = 0; i < 2; i++) arb_clear(&length[i]);
    arb_clear(a);
    arb_clear(sum);
    arb_clear(s);
    arb_clear(d);
    arb_clear(e);
}

static void pair_clear(pair *p)
{
    arb_clear(&p->r[0]);
    arb_clear(&p->r[1]);
    arb_clear(&p->t);
}

/* sqrt(|A|_1 |A|_inf) of the blocks |gamma_j| sqrt(t^2 + 4t)/r_i^2 and |gamma_j| t/(r_i r_j) */
static void pair_lipschitz(arb_t lip, const pair *p, arb_srcptr gamma)
{
    arb_t own, other;
    arb_struct row[2], column[2];
    arb_init(own);
    arb_init(other);
    for (int i = 0; i < 2; i++) {
        arb_init(&row[i]);
        arb_init(&column[i]);
    }
    for (int i = 0; i < 2; i++) {
        const int j = 1 - i;
        arb_add_ui(own, &p->t, 4, FINE);
        arb_mul(own, own, &p->t, FINE);
        arb_sqrt(own, own, FINE);
        arb_mul(own, own, gamma + j, FINE);
        arb_div(own, own, &p->r[i], FINE);
        arb_div(own, own, &p->r[i], FINE);
        arb_mul(other, &p->t, gamma + j, FINE);
        arb_div(other, other, &p->r[0], FINE);
        arb_div(other, other, &p->r[1], FINE);
        arb_add(&row[i], &row[i], own, FINE);
        arb_add(&row[i], &row[i], other, FINE);
        arb_add(&column[i], &column[i], own, FINE);
        arb_add(&column[j], &column[j], other, FINE);
    }
    arb_max(lip, &row[0], &row[1], FINE);
    arb_max(own, &column[0], &column[1], FINE);
    arb_mul(lip, lip, own, FINE);
    arb_sqrt(lip, lip, FINE);
    for (int i = 0; i < 2; i++) {
        arb_clear(&row[i]);
        arb_clear(&column[i]);
    }
    arb_clear(own);
    arb_clear(other);
}

typedef struct vortices {
    ref_exact_step t;
    arb_ptr pack, gamma;
} vortices;

static void vortices_init(vortices *v)
{
    take(&v->t, "case id=a system=point-vortices scheme=tmk gamma=1,1 h=1 steps=1 x=1,0,0,0,1,0");
    v->pack = _arb_vec_init(v->t.sys->pack_size);
    v->gamma = _arb_vec_init(2);
    v->t.sys->table->freeze(v->pack, v->t.sys, v->t.h, v->t.dW, FINE);
    for (int i = 0; i < 2; i++) arb_abs(v->gamma + i, v->pack + i);
}

static void vortices_clear(vortices *v)
{
    _arb_vec_clear(v->pack, v->t.sys->pack_size);
    _arb_vec_clear(v->gamma, 2);
    put_back(&v->t);
}

/* R = value rounded down to 30 bits, the last of which is 1: one place to the right of a larger
 * number it is lost. */
static void odd_radius(mag_t R, double value)
{
    int e;
    const double mantissa = frexp(value, &e);
    mag_set_ui_2exp_si(R, (ulong)ldexp(mantissa, 30) | 1, e - 30);
}

/* A small vortex in a ball of nearly its own size, R = r (1 - eps), opposite one far out:
 * directions move by all but 4 eps of the chord of 2, so that what is rounded of r, of R a and of
 * the chord by 2^-30 is 2^-30/eps of what is left. */
static void draw_opposite(double *x, mag_t R, uint64_t *state, int n)
{
    const double r = draw_double(state, n % 3), eps = ldexp(1 + rigid_uniform(state), -8 - n % 6);
    double u[3], length = 0;
    for (int k = 0; k < 3; k++) u[k] = rigid_between(state, -1, 1), length = hypot(length, u[k]);
    for (int k = 0; k < 3; k++) {
        x[k] = r * u[k] / length;
        x[3 + k] = -0x1p40 * u[k] / length;
    }
    mag_set_d_lower(R, hypot(hypot(x[0], x[1]), x[2]) * (1 - eps));
}

/* A number of 30 bits in [low, high), and a little more: rounded down it is that number. */
static double just_above(uint64_t *state, double low, double high)
{
    return ldexp(floor(ldexp(rigid_between(state, low, high), 29)), -29) + 0x1p-45;
}

/* The same where the length on the axis hardly rounds and what follows does; r is just above 1 half
 * of the time, and R below 1. */
static void draw_on_axis(double *x, mag_t R, uint64_t *state, int n)
{
    const double eps = ldexp(1 + rigid_uniform(state), -8 - n % 6);
    const double turn = 0x1p-10 * rigid_uniform(state);
    for (int k = 0; k < 6; k++) x[k] = 0;
    x[0] = just_above(state, 1, n % 2 ? 1 + eps / 2 : 2);
    x[3] = -0x1p40 * cos(turn);
    x[4] = -0x1p40 * sin(turn);
    odd_radius(R, x[0] * (1 - eps));
}

/* A chord just above 1, and directions that move by just less than 1. */
static void draw_unit_chord(double *x, mag_t R, uint64_t *state, int n)
{
    const double eps = ldexp(1 + rigid_uniform(state), -10 - n % 4), angle = 2 * asin(0.5 + eps);
    for (int k = 0; k < 6; k++) x[k] = 0;
    x[0] = just_above(state, 1, 2);
    x[3] = 0x1p40 * cos(angle);
    x[4] = 0x1p40 * sin(angle);
    odd_radius(R, 2 * x[0] * (1 - eps) / (3 - eps));
}

static void slopes_of_vortices_are_bounds(void **unused)
{
    uint64_t state = 84;
    vortices v;
    arb_t radius, right;
    mag_t R, got;
    double x[6];
    int finite = 0;
    (void)unused;
    vortices_init(&v);
    arb_init(radius);
    arb_init(right);
    mag_init(R);
    mag_init(got);
    for (int n = 0; n < 16000; n++) {
        pair p;
        if (n % 4 == 0)
            draw_opposite(x, R, &state, n / 4);
        else if (n % 4 < 3)
            draw_on_axis(x, R, &state, n);
        else
            draw_unit_chord(x, R, &state, n);
        for (int i = 0; i < 6; i++) arb_set_d(v.t.x + i, x[i]);
        exact(radius, R);
        pair_init(&p, x, radius);
        pair_lipschitz(right, &p, v.gamma);
        ref_vortex_lipschitz(got, v.t.sys, v.pack, v.t.x, R);
        assert_true(above(got, right));
        finite += mag_is_finite(got);
        pair_clear(&p);
    }
    assert_gt(finite, 15000);
    vortices_clear(&v);
    arb_clear(radius);
    arb_clear(right);
    mag_clear(R);
    mag_clear(got);
}

/* Without a ball few roundings are between the chord and the condition 1 + 4/(1 - c) = 1 + 4t.  The
 * squared chord is just above 2^-10, where 30 bits are coarsest. */
static void conditions_of_vortices_are_bounds(void **unused)
{
    uint64_t state = 85;
    vortices v;
    arb_t none, right;
    mag_t terms, got;
    double x[6];
    (void)unused;
    vortices_init(&v);
    arb_init(none);
    arb_init(right);
    mag_init(terms);
    mag_init(got);
    for (int n = 0; n < 20000; n++) {
        pair p;
        const double square = 0x1p-10 * (1 + 0x1p-6 * rigid_uniform(&state));
        const double angle = 2 * asin(sqrt(square) / 2);
        x[0] = 1, x[1] = x[2] = x[5] = 0;
        x[3] = cos(angle);
        x[4] = sin(angle);
        for (int i = 0; i < 6; i++) arb_set_d(v.t.x + i, x[i]);
        pair_init(&p, x, none);
        ref_vortex_terms(terms, got, v.t.sys, v.t.x, v.t.h, v.t.dW);
        arb_mul_2exp_si(right, &p.t, 2);
        arb_add_ui(right, right, 1, FINE);
        assert_true(above(got, right));
        assert_true(near(got, right));
        pair_clear(&p);
    }
    vortices_clear(&v);
    arb_clear(none);
    arb_clear(right);
    mag_clear(terms);
    mag_clear(got);
}

/* ---- The inverse of the printed congruence: 1/(1 - s^2) and (1/2 + s)/(1 - s^2)^2, s = rho/2 ----
 */

static void inverse_as_printed_is_bounded(void **unused)
{
    uint64_t state = 86;
    ref_exact_step t;
    arb_t s, square, right;
    mag_t rho, size, slope;
    (void)unused;
    take(&t, "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=1 steps=1 x=1,0,0");
    arb_init(s);
    arb_init(square);
    arb_init(right);
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    for (int n = 0; n < 3000; n++) {
        draw_mag(rho, &state, 1 - n % 4);
        t.sys->algebra.printed_inverse->bound(size, slope, &t.sys->algebra, rho);
        exact(s, rho);
        arb_mul_2exp_si(s, s, -1);
        arb_mul(square, s, s, FINE);
        arb_sub_ui(square, square, 1, FINE);
        arb_neg(square, square);
        arb_inv(right, square, FINE);
        assert_true(above(size, right));
        arb_mul(right, right, right, FINE);
        arb_set_d(square, 0.5);
        arb_add(s, s, square, FINE);
        arb_mul(right, right, s, FINE);
        assert_true(above(slope, right));
    }
    put_back(&t);
    arb_clear(s);
    arb_clear(square);
    arb_clear(right);
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_and_condition_are_bounds),
        cmocka_unit_test(enclosures_are_wide_enough),
        cmocka_unit_test(relative_defects_are_bounds),
        cmocka_unit_test(norms_are_bounds),
        cmocka_unit_test(bits_left_are_never_too_many),
        cmocka_unit_test(terms_are_rounded_up),
        cmocka_unit_test(slopes_of_vortices_are_bounds),
        cmocka_unit_test(conditions_of_vortices_are_bounds),
        cmocka_unit_test(inverse_as_printed_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
