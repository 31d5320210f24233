/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Moments of truncated increments against integrals summed by Simpson's rule; integrals of the
 * heavy top by hand. */
#include "tests/claims/claim_measured.h"

#include <math.h>

/* 2 int_A^{A+12} f(z) phi(z) dz by Simpson's rule on 2^14 panels: what lies beyond is below e^-72.
 */
static double tail(double (*f)(double z, double A), double A)
{
    const int panels = 1 << 14;
    double step = 12.0 / panels, sum = 0;
    for (int i = 0; i <= panels; i++) {
        double z = A + step * i, weight = i == 0 || i == panels ? 1 : i % 2 ? 4 : 2;
        sum += weight * f(z, A) * exp(-z * z / 2);
    }
    return 2 * sum * step / 3 / sqrt(2 * acos(-1));
}

static double distance(double z, double A)
{
    return (z - A) * (z - A);
}
static double difference(double z, double A)
{
    return z * z - A * A;
}
static double squared_difference(double z, double A)
{
    return difference(z, A) * difference(z, A);
}
static double kept_fourth(double z, double A)
{
    return A * A * A * A - z * z * z * z;
}
static double kept(double z, double A)
{
    return -difference(z, A);
}

#define STEP                                                                                       \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3]}\n    h: 0.25\n" \
    "    state: [1, 0, 0]\n"

#define SECOND                                                                                     \
    "quantity: formula, largest: signed, formula: 'A = sqrt(-4*log(h)); "                          \
    "p = exp(-A^2/2)/sqrt(2*pi); m = erfc(A/sqrt(2))/2; two = A*p + m; "
#define FOURTH SECOND "four = A^3*p + 3*two; "

static void moments_are_the_integrals(void **state)
{
    (void)state;
    static const struct {
        const char *option;
        double (*f)(double z, double A);
        double scale, bound; /* h^(degree - power), c */
    } of[] = {{SECOND "2*(two - 2*A*p + A^2*m)/h^2 - 1'", distance, 16, 1},
              {SECOND "2*(two - A^2*m)/h - 0.5'", difference, 4, 0.5},
              {FOURTH "2*(four - 2*A^2*two + A^4*m)/h^2 - 3'", squared_difference, 16, 3},
              {SECOND "2*(A^2*m - two)'", kept, 1, 0},
              {FOURTH "2*(A^4*m - four)'", kept_fourth, 1, 0}};
    double A = sqrt(4 * log(4));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        slp_interval found = value(STEP, of[i].option, 0);
        double expected = of[i].scale * tail(of[i].f, A) - of[i].bound;
        assert_true(found.known && found.hi - found.lo < 1e-15 * (1 + fabs(expected)));
        assert_true(fabs(found.lo - expected) < 1e-9 * (1 + fabs(expected)));
    }
}

#define TOP(chi, state)                                                                            \
    "    system: heavy-top\n    scheme: variational-cayley\n    parameters: {inertia: [4, 4, 1], " \
    "chi: " chi "}\n    h: 0.25\n    state: " state "\n"

#define SIZE "sqrt(x1^2 + x2^2 + x3^2)"

static void integrals_of_the_top_have_their_rates(void **state)
{
    (void)state;
    const char *cubic = "quantity: formula, formula: '((x1^2 + x2^2)*f3 + 2*x3*(x1*f1 + x2*f2) - "
                        "4*x6*(chi1*f1 + chi2*f2) - 4*f6*(chi1*x1 + chi2*x2))/" SIZE "^3'";
    const char *axial = "quantity: formula, formula: f3/" SIZE;
    /* Pi.Gamma = 0, chi in the plane: an integral in any direction of that plane */
    slp_interval found = value(TOP("[1, 0, 0]", "[0.5, 0.25, -0.5, 0.5, 1, 1]"), cubic, 0);
    assert_true(found.lo == 0 && found.hi == 0);
    found = value(TOP("[2, -1, 0]", "[0.5, 0.25, -0.5, 0.5, 1, 1]"), cubic, 0);
    assert_true(found.lo == 0 && found.hi == 0);
    /* Pi.Gamma = 1/4: the rate is Pi_2 (Pi.Gamma) in size, over |Pi|^3 = 27/64 */
    found = value(TOP("[1, 0, 0]", "[0.5, 0.25, -0.5, 1, 1, 1]"), cubic, 0);
    assert_true(fabs(found.lo - 0.25 * 0.25 * 64 / 27) < 1e-12);
    /* Pi_3' = chi_2 Gamma_1 - chi_1 Gamma_2 where I1 = I2 */
    found = value(TOP("[1, 0, 0]", "[0.5, 0.25, -0.5, 0.5, 1, 1]"), axial, 0);
    assert_true(fabs(found.lo - 4.0 / 3) < 1e-12);
    found = value(TOP("[0, 0, 1]", "[0.5, 0.25, -0.5, 0.5, 1, 1]"),
                  "quantity: formula, formula: (y3 - x3)/" SIZE, 0);
    assert_true(found.hi < 1e-60);
    found = value(TOP("[1, 0, 0]", "[0.5, 0.25, -0.5, 0.5, 1, 1]"),
                  "quantity: formula, formula: (y3 - x3)/" SIZE, 0);
    assert_true(found.lo > 0.1 && found.hi < 1);
}

#define MOVED(system_and_parameters, state)                                                        \
    system_and_parameters "    h: 0.125\n    state: " state "\n"

static void momentum_is_kept_on_every_group(void **state)
{
    (void)state;
    const char *momentum = "quantity: momentum-residual";
    slp_interval found = value(MOVED("    system: heavy-top\n    scheme: variational-cayley\n    "
                                     "parameters: {inertia: [1, 2, 3], chi: [0.5, 0, 0.5]}\n",
                                     "[0.5, 0.25, -0.5, 0.5, 1, 1]"),
                               momentum, 0);
    assert_true(found.known && found.hi < 1e-60);
    found = value(MOVED("    system: rigid-body-n\n    scheme: variational-exp\n    parameters: "
                        "{n: 4, inertia: [1, 2, 3, 4, 5, 6]}\n",
                        "[0.5, 0.25, -0.5, 0.5, 1, 1]"),
                  momentum, 0);
    assert_true(found.known && found.hi < 1e-60);
    /* canonical-midpoint's group increment belongs to another step than the certified state only if
     * wrong */
    found = value(MOVED("    system: rigid-body\n    scheme: canonical-midpoint\n    parameters: "
                        "{inertia: [1, 2, 3]}\n",
                        "[0.5, 0.25, -0.5]"),
                  momentum, 0);
    assert_true(found.known && found.hi < 1e-60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_the_integrals),
        cmocka_unit_test(integrals_of_the_top_have_their_rates),
        cmocka_unit_test(momentum_is_kept_on_every_group),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
