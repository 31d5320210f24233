/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Elements of the group that carry a state along its orbit: one is exhibited wherever there is one,
 * however the state lies; and what is off the orbit is measured to scale. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/orbit/orbit.h"
#include "tests/ref/thread_caches.h"
#include "tests/props/orbit_leaver.h"

enum { PREC = 256 };

/* What is exhibited from the state of the case to y = Ad*_{g^-1} x, g = tau(eta), eta of size
 * `size` in general position, and then `grow` y; r = 2^-40 |x|. */
static prop_orbit carried(prop_orbit_exhibit *exhibit, const char *fields, double size, double grow)
{
    slp_case c;
    ref_exact_step exact_step;
    arb_t r;
    acb_mat_t g;
    leaving_parse(&c, fields);
    arb_init(r);
    assert_int_equal(ref_exact_step_init(&exact_step, &c, NULL), SLP_OK);
    slong d = exact_step.d, n = ref_group_size(exact_step.sys);
    arb_ptr eta = _arb_vec_init(2 * d), y = eta + d;
    acb_mat_init(g, n, n);
    for (slong i = 0; i < d; i++) arb_set_d(eta + i, size * sin(sqrt((double)(7 * i + 2))));
    assert_true(ref_group_cayley(g, exact_step.sys, eta, PREC));
    ref_spatial_momentum(y, exact_step.sys, g, exact_step.x, PREC);
    arb_set_d(r, grow);
    for (slong i = 0; i < d; i++) {
        arb_mul(y + i, y + i, r, PREC);
        arb_get_mid_arb(y + i, y + i);
    }
    prop_unit(r, exact_step.x, d);
    arb_mul_2exp_si(r, r, 13);
    if (arb_is_zero(r)) arb_one(r);
    prop_orbit found = exhibit(&exact_step, exact_step.x, y, r);
    acb_mat_clear(g);
    arb_clear(r);
    _arb_vec_clear(eta, 2 * d);
    ref_exact_step_clear(&exact_step);
    slp_case_clear(&c);
    return found;
}

#define BODY(n, x)     "system=rigid-body-n scheme=tmk n=" #n " x=" x
#define SPHERE(n, x)   "system=zeitlin-sphere scheme=tmk n=" #n " x=" x
#define PLANE(n, q, x) "system=symplectic scheme=tmk n=" #n " quadratic=" q " x=" x
#define ONES_3         "1,0,0,1,0,1"
#define ONES_10                                                                                    \
    "1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,1,0,0,0,0,"   \
    "1,0,0,0,1,0,0,1,0,1"

static const struct {
    const char *what;
    prop_orbit_exhibit *exhibit;
    const char *fields;
} states[] = {
    {"so(3)", prop_orbit_vectors, "system=rigid-body scheme=tmk inertia=1,2,3 x=1,-0.5,0.25"},
    {"so(2)", prop_orbit_orthogonal, BODY(2, "-1")},
    {"so(3) as matrices", prop_orbit_orthogonal, BODY(3, "1,2,-0.5")},
    {"so(4)", prop_orbit_orthogonal, BODY(4, "1,2,-0.5,0.25,3,-1")},
    {"so(4), theta_1 = theta_2", prop_orbit_orthogonal, BODY(4, "1,0,0,0,0,1")},
    {"so(4), the other Pfaffian", prop_orbit_orthogonal, BODY(4, "1,0,0,0,0,-1")},
    {"so(4), theta_2 = 2^-50", prop_orbit_orthogonal, BODY(4, "1,0,0,0,0,-0x1p-50")},
    {"so(5), kernel of dimension 3", prop_orbit_orthogonal, BODY(5, "0,0,2,0,0,0,0,0,0,0")},
    {"so(6)", prop_orbit_orthogonal, BODY(6, "1,2,3,4,5,6,7,8,9,-1,-2,-3,-4,-5,-6")},
    {"0 of so(4)", prop_orbit_orthogonal, BODY(4, "0,0,0,0,0,0")},
    {"su(2)", prop_orbit_unitary, SPHERE(2, "1,-1,0.5,2")},
    {"su(3)", prop_orbit_unitary, SPHERE(3, "1,-3,2,0.5,0,0.25,-1,0,2")},
    {"su(3), an eigenvalue twice", prop_orbit_unitary, SPHERE(3, "1,1,-2,0,0,0,0,0,0")},
    {"su(3), eigenvalues 2^-52 apart", prop_orbit_unitary,
     SPHERE(3, "1,0x1.ffffffffffffep-1,-0x1.fffffffffffffp+0,0,0,0,0,0,0")},
    {"0 of su(2)", prop_orbit_unitary, SPHERE(2, "0,0,0,0")},
    {"sp(2), elliptic", prop_orbit_symplectic, PLANE(2, ONES_3, "0.5,2,-1")},
    {"sp(2), the other sign", prop_orbit_symplectic, PLANE(2, ONES_3, "0.5,-2,1")},
    {"sp(2), hyperbolic", prop_orbit_symplectic, PLANE(2, ONES_3, "0.5,2,1")},
    {"sp(4), both kinds", prop_orbit_symplectic,
     PLANE(4, ONES_10, "0.5,0.125,-0.25,0.25,1,0.25,2,-0.5,0.25,1")},
    {"sp(4), a quadruple", prop_orbit_symplectic, PLANE(4, ONES_10, "1,1,-1,1,0,0,0.25,0,0,0")},
};

static void an_element_of_the_group_is_exhibited_wherever_there_is_one(void **state)
{
    const double sizes[] = {0, 0x1p-20, 1, 5};
    (void)state;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            prop_orbit found = carried(states[i].exhibit, states[i].fields, sizes[k], 1);
            if (found.none || !(found.ratio < 0x1p-20) || !(found.group < 0x1p-40))
                print_error("%s, %g: ratio %g, %g units off the group%s\n", states[i].what,
                            sizes[k], found.ratio, found.group, found.none ? ", none" : "");
            assert_false(found.none);
            assert_lt(found.ratio, 0x1p-20);
            assert_lt(found.group, 0x1p-40);
        }
}

/* Frequencies 2^-52 apart, which r = 2^-40 |x| may merge; one frequency twice; nilpotent states. */
static void nothing_is_said_where_eigenvalues_may_merge(void **state)
{
    (void)state;
    const char *const merging[] = {PLANE(4, ONES_10, "0,0,0,0,1,0,1,-1,0,-0x1.0000000000002p+0"),
                                   PLANE(4, ONES_10, "0,0,0,0,1,0,1,-1,0,-1"),
                                   PLANE(2, ONES_3, "0,1,0")};
    for (size_t i = 0; i < sizeof merging / sizeof *merging; i++)
        assert_true(carried(prop_orbit_symplectic, merging[i], 1, 1).none);
    assert_false(
        carried(prop_orbit_symplectic, PLANE(4, ONES_10, "0,0,0,0,1,0,1,-1,0,-1.25"), 1, 1).none);
}

/* y = (1 + 2^-20) Ad*_g x is 2^-20 |X|_F from the orbit of a normal X, the eigenvalues' difference;
 * |X|_F = sqrt(2) |x| on so(n), |x| on so(3), and between them on su(N).  Over sqrt(2) r or r, r =
 * 2^-40 |x|, that is 2^20 on so(n) and so(3). */
static void what_is_off_the_orbit_is_measured_to_scale(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        prop_orbit found = carried(states[i].exhibit, states[i].fields, 1, 1 + 0x1p-20);
        bool zero = strncmp(states[i].what, "0 ", 2) == 0;
        bool plane = strncmp(states[i].what, "sp", 2) == 0;
        bool sphere = strncmp(states[i].what, "su", 2) == 0;
        double expected = ldexp(1, 20);
        if (zero)
            assert_true(found.ratio == 0);
        else if (plane) /* S S between n^2 and what these states have */
            assert_true(found.ratio > expected / 512 && found.ratio < expected);
        else if (sphere)
            assert_true(found.ratio > expected / 1.4143 && found.ratio < expected * 1.0001);
        else if (!(fabs(found.ratio / expected - 1) < 1e-6))
            fail_msg("%s: %.9g for %.9g", states[i].what, found.ratio, expected);
    }
}

static double between(prop_orbit_exhibit *exhibit, const char *fields, const double *to, double off)
{
    slp_case c;
    ref_exact_step exact_step;
    arb_t r;
    leaving_parse(&c, fields);
    arb_init(r);
    assert_int_equal(ref_exact_step_init(&exact_step, &c, NULL), SLP_OK);
    arb_ptr y = _arb_vec_init(exact_step.d);
    for (slong i = 0; i < exact_step.d; i++) arb_set_d(y + i, to[i]);
    arb_set_d(r, off);
    prop_orbit found = exhibit(&exact_step, exact_step.x, y, r);
    assert_false(found.none);
    assert_lt(found.group, 0x1p-40);
    arb_clear(r);
    _arb_vec_clear(y, exact_step.d);
    ref_exact_step_clear(&exact_step);
    slp_case_clear(&c);
    return found.ratio;
}

#define TOP(x) "system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 x=" x

static void rotations_and_motions_in_special_positions(void **state)
{
    (void)state;
    const char *body = "system=rigid-body scheme=tmk inertia=1,2,3 x=0,0,2";
    const char *pair = "system=point-vortices scheme=tmk gamma=1,2 x=1,0,0,0,3,4";
    /* opposite, all but opposite, another axis */
    assert_lt(between(prop_orbit_vectors, body, (double[]){0, 0, -2}, 0x1p-60), 0x1p-30);
    assert_lt(between(prop_orbit_vectors, body, (double[]){0x1p-80, 0, -2}, 0x1p-60), 0x1p-30);
    assert_lt(between(prop_orbit_vectors, body, (double[]){0, 2, 0}, 0x1p-60), 0x1p-30);
    /* each vortex has its own sphere */
    assert_lt(between(prop_orbit_vectors, pair, (double[]){0, -1, 0, 5, 0, 0}, 0x1p-60), 0x1p-30);
    double moved = between(prop_orbit_vectors, pair, (double[]){0, -4, 0, 0, 1, 0}, 1);
    assert_lt(fabs(moved - 5), 1e-9); /* lengths 1 and 5 to 4 and 1: hypot(3, 4) */
    /* sp(2): diag(1, -1) by [[1, 2], [-1, -1]], whose diagonal has two signs */
    assert_lt(
        between(prop_orbit_symplectic, PLANE(2, ONES_3, "1,0,0"), (double[]){-3, -4, 2}, 0x1p-60),
        0x1p-30);
    /* Gamma along Pi; a translation across Gamma; Gamma = 0; both 0 */
    assert_lt(
        between(prop_orbit_motions, TOP("0,0,2,0,0,1"), (double[]){2, 0, 0, 1, 0, 0}, 0x1p-60),
        0x1p-30);
    assert_lt(
        between(prop_orbit_motions, TOP("0,0,2,0,0,1"), (double[]){2, 5, -7, 1, 0, 0}, 0x1p-60),
        0x1p-30);
    assert_lt(
        between(prop_orbit_motions, TOP("1,2,2,0,0,0"), (double[]){0, -3, 0, 0, 0, 0}, 0x1p-60),
        0x1p-30);
    assert_true(between(prop_orbit_motions, TOP("0,0,0,0,0,0"), (double[6]){0}, 0x1p-60) == 0);
    /* off: |Gamma| by 1/4 over r = 1/8; Pi . Gamma/|Gamma| by 1/2 over r + (|P| + r) 2r/|Gamma|;
     * |Pi| by 1 where Gamma = 0 */
    double gamma =
        between(prop_orbit_motions, TOP("0,0,2,0,0,1"), (double[]){0, 0, 2, 0, 0, 1.25}, 0.125);
    double along =
        between(prop_orbit_motions, TOP("0,0,2,0,0,1"), (double[]){0, 0, 2.5, 0, 0, 1}, 0x1p-20);
    double sphere =
        between(prop_orbit_motions, TOP("1,2,2,0,0,0"), (double[]){0, -4, 0, 0, 0, 0}, 0x1p-20);
    assert_lt(fabs(gamma - 2), 1e-9);
    assert_lt(fabs(along / (0.5 * 0x1p20 / (1 + 2 * 2.5)) - 1), 1e-5);
    assert_lt(fabs(sphere / 0x1p20 - 1), 1e-9);
}

/* X -> -conj X keeps the eigenvalues of su(3), and with them the orbit: far from X, an element is
 * exhibited. */
static void the_antiunitary_image_lies_on_the_orbit(void **state)
{
    (void)state;
    double image[9] = {1, -3, 2, -0.5, 0, -0.25, -1, 0, 2};
    assert_lt(between(prop_orbit_unitary, SPHERE(3, "1,-3,2,0.5,0,0.25,-1,0,2"), image, 0x1p-60),
              0x1p-30);
    image[0] = -1, image[1] = 3, image[2] = -2; /* of X -> conj X the eigenvalues change sign */
    assert_gt(between(prop_orbit_unitary, SPHERE(3, "1,-3,2,0.5,0,0.25,-1,0,2"), image, 0.01), 50);
}

/* diag(2, 1): |g g* - 1|_F = 3, det g - 1 = 1; diag(-1, 1): det g - 1 = -2; in units of 2^-53. */
static void distances_from_the_group_are_measured(void **state)
{
    (void)state;
    acb_mat_t g;
    acb_mat_init(g, 2, 2);
    acb_mat_one(g);
    assert_true(prop_orbit_group_defect(g) == 0);
    acb_set_si(acb_mat_entry(g, 0, 0), 2);
    assert_lt(fabs(ldexp(prop_orbit_group_defect(g), -53) - 4), 1e-6);
    acb_set_si(acb_mat_entry(g, 0, 0), -1);
    assert_lt(fabs(ldexp(prop_orbit_group_defect(g), -53) - 2), 1e-6);
    acb_mat_clear(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_element_of_the_group_is_exhibited_wherever_there_is_one),
        cmocka_unit_test(nothing_is_said_where_eigenvalues_may_merge),
        cmocka_unit_test(what_is_off_the_orbit_is_measured_to_scale),
        cmocka_unit_test(rotations_and_motions_in_special_positions),
        cmocka_unit_test(distances_from_the_group_are_measured),
        cmocka_unit_test(the_antiunitary_image_lies_on_the_orbit),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
