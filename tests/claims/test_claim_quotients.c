/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Quantities about T*G, spectra, representations and printed formulas: zero where theory says so,
 * not zero where it says not. */
#include "tests/claims/claim_measured.h"

#define SPHERE(scheme)                                                                             \
    "    system: zeitlin-sphere\n    scheme: " scheme                                              \
    "\n    parameters: {n: 3, amp: 0.5}\n    state: {uniform: [-0.5, 0.5]}\n    h: 2^-6\n"         \
    "    noise: wiener\n    samples: 4\n    precision: 320\n"
#define VORTICES                                                                                   \
    "    system: point-vortices\n    scheme: isospectral-midpoint\n    parameters: {gamma: [1, "   \
    "0.5], quad: [0.5, 0.25, -0.5]}\n    state: [1, 0, 0, 0, 0, 1]\n    h: 2^-5\n    noise: "      \
    "wiener\n"                                                                                     \
    "    precision: 320\n"
#define SYMPLECTIC                                                                                 \
    "    system: symplectic\n    scheme: isospectral-midpoint\n    parameters: {n: 2, quadratic: " \
    "[1, 0.5, 0.25, -1, 0.125, 0.5]}\n    state: [0.5, 0.25, -0.5]\n    h: 2^-4\n    precision: "  \
    "320\n"

static bool zero(slp_interval v)
{
    return v.lo <= 0 && v.hi < 1e-40;
}

static void the_quotient_of_the_canonical_rule(void **state)
{
    static const char *const of[] = {"equivariance", "reduction", "group",
                                     "norm",         "orbit",     "spectrum"};
    (void)state;
    for (int i = 0; i < 6; i++) {
        char measure[80];
        snprintf(measure, sizeof measure, "quantity: canonical-residual, of: %s", of[i]);
        assert_true(zero(value(SPHERE("isospectral-midpoint"), measure, 0)));
        assert_true(zero(value(VORTICES, measure, 0)));
        /* on sp(2,R), not compact, norms change; the rest holds */
        assert_int_equal(zero(value(SYMPLECTIC, measure, 0)), i != 3);
    }
}

static void other_schemes_are_seen_to_differ(void **state)
{
    (void)state;
    assert_true(
        value(SPHERE("implicit-midpoint"), "quantity: canonical-residual, of: spectrum", 0).lo >
        1e-12);
    assert_true(value(SPHERE("tmk"), "quantity: canonical-residual, of: reduction", 0).lo > 1e-12);
    assert_true(value(SPHERE("tmk"), "quantity: canonical-residual, of: orbit", 0).lo > 1e-12);
    assert_true(zero(value(SPHERE("tmk"), "quantity: canonical-residual, of: spectrum", 0)));
}

static void half_a_step_is_another_step(void **state)
{
    (void)state;
    assert_true(zero(value(SPHERE("isospectral-midpoint"),
                           "quantity: step-difference, against: canonical-midpoint", 0)));
    assert_true(value(SPHERE("isospectral-midpoint"),
                      "quantity: step-difference, against: canonical-midpoint, scale: 0.5", 0)
                    .lo > 1e-4);
}

static void readings_of_the_vortices(void **state)
{
    (void)state;
    assert_true(
        zero(value(VORTICES, "quantity: vortex-variant, norm: meant, in: su2, of: step", 0)));
    assert_true(
        zero(value(VORTICES, "quantity: vortex-variant, norm: printed, in: su2, of: field", 0)));
    assert_true(
        zero(value(VORTICES, "quantity: vortex-variant, norm: meant, in: so3, of: field", 0)));
    assert_true(
        value(VORTICES, "quantity: vortex-variant, norm: printed, in: su2, of: step", 0).lo > 0);
    assert_true(value(VORTICES, "quantity: vortex-variant, norm: meant, in: so3, of: step", 0).lo >
                0);
}

/* ---- The same step once more in doubles, gradients by differences of the Hamiltonian ------ */

static double hamiltonian(const double *x, bool printed)
{
    double a = 0, b = 0, ab = 0;
    for (int k = 0; k < 3; k++) {
        a += x[k] * x[k];
        b += x[3 + k] * x[3 + k];
        ab += x[k] * x[3 + k];
    }
    return -1 / (4 * 3.141592653589793) * log(1 - ab / (printed ? a * b : sqrt(a * b)));
}

/* xi_i = h grad_i H / Gamma_i, Gamma = (1, 1) */
static void gradient(double *xi, const double *x, double h, bool printed)
{
    const double e = 1e-5;
    for (int k = 0; k < 6; k++) {
        double y[6], up, down;
        memcpy(y, x, sizeof y);
        y[k] = x[k] + e;
        up = hamiltonian(y, printed);
        y[k] = x[k] - e;
        down = hamiltonian(y, printed);
        xi[k] = h * (up - down) / (2 * e);
    }
}

static void step_in_su2(double *next, const double *x, double h, bool printed)
{
    double z[6], xi[6];
    memcpy(z, x, sizeof z);
    for (int n = 0; n < 200; n++) {
        gradient(xi, z, h, printed);
        for (int i = 0; i < 6; i += 3) {
            double *e = xi + i, w[3], ez = 0, ee = 0;
            for (int k = 0; k < 3; k++) {
                ez += e[k] * z[i + k];
                ee += e[k] * e[k];
                w[k] = e[(k + 1) % 3] * z[i + (k + 2) % 3] - e[(k + 2) % 3] * z[i + (k + 1) % 3];
            }
            for (int k = 0; k < 3; k++) {
                double change = w[k] / 2 + (2 * ez * e[k] - ee * z[i + k]) / 16;
                w[k] = x[i + k] - change;
            }
            memcpy(z + i, w, sizeof w);
        }
    }
    gradient(xi, z, h, printed);
    for (int i = 0; i < 6; i += 3)
        for (int k = 0; k < 3; k++)
            next[i + k] = x[i + k] + z[i + (k + 1) % 3] * xi[i + (k + 2) % 3] -
                          z[i + (k + 2) % 3] * xi[i + (k + 1) % 3];
}

static void the_printed_hamiltonian_by_differences(void **state)
{
    static const char *const close =
        "    system: point-vortices\n    scheme: isospectral-midpoint\n    parameters: {gamma: [1, "
        "1]}\n    state: "
        "[0.6, 0.8, 0, 0.8, 0, 0.6]\n    h: 0.25\n    precision: 320\n";
    const double x[6] = {0.6, 0.8, 0, 0.8, 0, 0.6};
    double meant[6], printed[6], largest = 0;
    (void)state;
    step_in_su2(meant, x, 0.25, false);
    step_in_su2(printed, x, 0.25, true);
    for (int k = 0; k < 6; k++) largest = fmax(largest, fabs(meant[k] - printed[k]));
    slp_interval v = value(close, "quantity: vortex-variant, norm: printed, in: su2, of: step", 0);
    assert_true(v.lo > 1e-5);
    assert_true(fabs(v.lo - largest) < 1e-8); /* differences of H: 1e-10 and rounding 1e-11 */
}

static void one_vortex_has_no_reading(void **state)
{
    /* alone it feels the noise only, whatever the Hamiltonian; the representation still matters */
    static const char *const alone =
        "    system: point-vortices\n    scheme: isospectral-midpoint\n    parameters: {gamma: "
        "[1], quad: [0.5, 0.25, "
        "-0.5]}\n    state: [0.5, -1, 0.75]\n    h: 2^-5\n    noise: wiener\n    precision: 320\n";
    (void)state;
    assert_true(
        zero(value(alone, "quantity: vortex-variant, norm: printed, in: su2, of: step", 0)));
    assert_true(value(alone, "quantity: vortex-variant, norm: meant, in: so3, of: step", 0).lo > 0);
}

static void formulas_of_the_sphere(void **state)
{
    (void)state;
    assert_true(zero(value(SPHERE("tmk"), "quantity: zeitlin-sign, of: inverse", 0)));
    assert_true(zero(value(SPHERE("tmk"), "quantity: zeitlin-sign, of: equation", 0)));
    assert_true(zero(value(SPHERE("tmk"), "quantity: zeitlin-sign, of: energy", 0)));
    assert_true(value(SPHERE("tmk"), "quantity: zeitlin-sign, of: printed", 0).lo > 1e-3);
    near(value(SPHERE("tmk"), "quantity: degree-count", 0), 2, 0);
    near(value(SPHERE("tmk"), "quantity: degree-count", 1), 8, 0);
    near(value(SPHERE("tmk"), "quantity: degree-count", 2), 15, 0);
    near(value(SPHERE("tmk"), "quantity: degree-count", 3), 5, 0);
    near(value(SPHERE("tmk"), "quantity: degree-count", 4), 12, 0);
    slp_interval trace = value(SPHERE("tmk"), "quantity: degree-count", 5);
    assert_true(trace.lo <= 0 && trace.hi >= 0 && trace.hi - trace.lo < 1e-40);
    assert_true(zero(value(SPHERE("tmk"), "quantity: cayley-reach", 0)));
    near(value(SPHERE("tmk"), "quantity: cayley-reach", 2), 0, 0);
    near(value(SPHERE("tmk"), "quantity: cayley-reach", 3), 0, 0);
}

#define BODY_N(n, inertia)                                                                         \
    "    system: rigid-body-n\n    scheme: isospectral-midpoint\n    parameters: {n: " n inertia   \
    "}\n    state: {norm: [1, 1]}\n    h: 0.01\n"

static void quadratic_integrals_are_counted(void **state)
{
    (void)state;
    near(value(BODY_N("3", ""), "quantity: manakov-integrals", 0), 2, 0);
    near(value(BODY_N("4", ", inertia: [1, 2, 3, 4, 5, 7]"), "quantity: manakov-integrals", 0), 2,
         0);
    near(value(BODY_N("4", ", inertia: [3, 4, 5, 5, 6, 7]"), "quantity: manakov-integrals", 0), 3,
         0);
    near(value(BODY_N("6", ""), "quantity: manakov-integrals", 0), 2, 0);
    near(value(BODY_N("4", ", inertia: [1, 1, 1, 1, 1, 1]"), "quantity: manakov-integrals", 0), 6,
         0);
}

#define RUN                                                                                        \
    "    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3], lin: [0.1, "    \
    "0.2, 0.3]}\n    h: 2^-6\n    state: [0.5, -1, 0.75]\n    noise: wiener\n    seed: 5\n    "    \
    "steps: 400\n"

static void the_spectrum_of_a_body_is_its_casimir(void **state)
{
    const double squared = 2 * (0.25 + 1 + 0.5625); /* |X|^2, Frobenius */
    (void)state;
    slp_interval casimir = value(RUN, "quantity: casimir-drift", 0);
    near(value(RUN, "quantity: spectrum-drift", 0), casimir.lo / squared, 1e-9);
    near(value(RUN, "quantity: spectrum-drift, by: traces", 0), 2 * casimir.lo / squared, 1e-9);
    near(value(RUN, "quantity: spectrum-drift", 5), value(RUN, "quantity: casimir-drift", 6).lo,
         1e-9);
    near(value(RUN, "quantity: spectrum-drift", 6), sqrt(squared), 1e-12);
    near(value(RUN, "quantity: spectrum-drift", 3), casimir.lo / squared / (0x1p-53 * 20), 1e-9);
    near(value(RUN, "quantity: spectrum-drift", 4), casimir.lo / squared / (0x1p-53 * 400), 1e-9);
    /* fewer looks see no more; the end is always looked at */
    assert_true(value(RUN, "quantity: casimir-drift, stride: 7", 0).lo <= casimir.lo);
    near(value(RUN, "quantity: casimir-drift, stride: 7", 1),
         value(RUN, "quantity: casimir-drift", 1).lo, 1e-9);
    assert_true(value(RUN, "quantity: energy-drift, stride: 7", 3).lo <=
                value(RUN, "quantity: energy-drift", 3).hi);
    assert_true(value(RUN, "quantity: spectrum-drift, stride: 7", 0).lo <=
                casimir.lo / squared * 1.000001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_quotient_of_the_canonical_rule),
        cmocka_unit_test(other_schemes_are_seen_to_differ),
        cmocka_unit_test(half_a_step_is_another_step),
        cmocka_unit_test(readings_of_the_vortices),
        cmocka_unit_test(the_printed_hamiltonian_by_differences),
        cmocka_unit_test(one_vortex_has_no_reading),
        cmocka_unit_test(formulas_of_the_sphere),
        cmocka_unit_test(quadratic_integrals_are_counted),
        cmocka_unit_test(the_spectrum_of_a_body_is_its_casimir),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
