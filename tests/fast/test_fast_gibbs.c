/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Detailed balance by sampling: damped spins in a field B, with noise of D^2 = 2 lambda T, keep the
 * Gibbs distribution, whose mean of z = x.b is Langevin's function coth(B/T) - T/B (|x| = 1; the
 * relation is derived in props/law/gibbs.c, which tests it for all schemes without sampling).
 *
 * N spins begin in that distribution, u uniform: z = log(e^-k + u (e^k - e^-k))/k, k = B/T = 2.
 * They take the time 1 in 8 steps, and on the same Wiener paths in 16.  Their mean is then normal
 * (N = 32768) with the standard error s = 0.417/sqrt(N), as the variance of z is 1 - L^2 - 2 L/k.
 *
 * False alarms.  A right program has a mean within 5.8 s of L but for a chance of 2 Q(5.8) < 1e-8,
 * and what the step adds: the difference of the two step sizes is at least half of the error of the
 * finer one, if the weak order is 1 or more; twice the difference is allowed.
 *
 * Power.  With D^2 off by a tenth the mean moves towards L(2/1.1) or L(2/0.9).  With P_l Legendre's
 * polynomials the moments m_l = E P_l(z) obey
 *     dm_l/dt = -(D^2/2) l (l + 1) m_l + lambda B l (l + 1)/(2 l + 1) (m_{l-1} - m_{l+1}),
 * which after the time 1 gives 0.0260 and 0.0275: at least 11.2 s.  A fault is missed with a chance
 * of Q(11.2 - 5.8 - 0.2) = 1e-7, if twice the difference of the step sizes is below 0.2 s, which
 * the test asks for. */
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <stdlib.h>

enum { SPINS = 64, D = 3 * SPINS, GROUPS = 512, STEPS = 8, N = SPINS * GROUPS };
static const double damping = 1, field = 1, temperature = 0.5, quantile = 5.8;

static double langevin(double k)
{
    return 1 / tanh(k) - 1 / k;
}

static fast_system *open_system(double square)
{
    const double ends[2] = {1, 2}, none = 0, along[3] = {0, 0, field}, D1 = sqrt(square);
    double x[D] = {0};
    slp_case *c;
    slp_error err;
    fast_system *sys;
    assert_int_equal(slp_case_new(&c, "spins", "isospectral-midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "bonds", ends, 2, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "exchange", &none, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "field", along, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "damping", &damping, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "noise", &D1, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, D, &err), SLP_OK);
    assert_int_equal(slp_case_sizes(NULL, NULL, c, &err), SLP_OK);
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    slp_case_free(c);
    return sys;
}

/* Spins of the Gibbs distribution, by the random bits of a key that the steps do not use. */
static void draw(double *x, uint64_t group)
{
    const double k = field / temperature;
    for (uint64_t i = 0; i < SPINS; i++) {
        uint32_t block[4];
        const slp_noise_key key = {.seed = 72, .path = group, .channel = D, .node = i};
        slp_noise_block(block, &key);
        const double u = (block[0] + 0.5) * 0x1p-32, angle = block[1] * 0x1p-32 * 2 * acos(-1);
        const double z = log(exp(-k) + u * (exp(k) - exp(-k))) / k, across = sqrt(1 - z * z);
        x[3 * i] = across * cos(angle);
        x[3 * i + 1] = across * sin(angle);
        x[3 * i + 2] = z;
    }
}

/* The mean of z over all spins at the time 1, by STEPS 2^level steps. */
static double mean_at_end(const fast_system *sys, unsigned level)
{
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    const size_t steps = (size_t)STEPS << level;
    double *room = calloc(fast_step_work_size(scheme, sys), sizeof *room);
    double *dw = calloc(steps * D, sizeof *dw), x[D], now[D], sum = 0;
    assert_non_null(room);
    assert_non_null(dw);
    for (uint64_t group = 0; group < GROUPS; group++) {
        draw(x, group);
        for (uint32_t k = 0; k < D; k++) {
            slp_increments(dw + k * steps, 1.0 / STEPS, 71, group, k, level, 0, steps);
        }
        for (size_t s = 0; s < steps; s++) {
            for (size_t k = 0; k < D; k++) now[k] = dw[k * steps + s];
            assert_int_equal(fast_step(x, NULL, scheme, sys, x, 1.0 / (double)steps, now, room),
                             SLP_OK);
        }
        for (size_t i = 2; i < D; i += 3) sum += x[i];
    }
    free(room);
    free(dw);
    return sum / N;
}

static void the_mean_is_that_of_gibbs(void **state)
{
    const double L = langevin(field / temperature), k = field / temperature;
    const double error = sqrt((1 - L * L - 2 * L / k) / N), square = 2 * damping * temperature;
    (void)state;
    fast_system *sys = open_system(square);
    const double coarse = mean_at_end(sys, 0), fine = mean_at_end(sys, 1);
    const double allowed = quantile * error + 2 * fabs(fine - coarse);
    fast_system_free(sys);
    print_message("# mean %.5f, at twice the step %.5f; Langevin's %.5f, allowed %.5f\n", fine,
                  coarse, L, allowed);
    assert_le(fabs(fine - L), allowed);
    assert_le(allowed, (quantile + 0.2) * error); /* the power stated */

    /* and D^2 off by a tenth is seen */
    for (int sign = -1; sign <= 1; sign += 2) {
        sys = open_system(square * (1 + 0.1 * sign));
        const double wrong = mean_at_end(sys, 0);
        fast_system_free(sys);
        print_message("# D^2 %+d %%: mean %.5f\n", 10 * sign, wrong);
        assert_gt(fabs(wrong - L), allowed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_mean_is_that_of_gibbs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
