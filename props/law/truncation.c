/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Moments of truncated increments agree with their exact integrals.  Tests the noise generator;
 * independent of the scheme.
 *
 * sqrt(h) clip(xi, -A, A), A = sqrt(2 l |ln h|) (EJLL section 4.2, GBW (55)).  With f and Q the
 * normal density and upper tail,
 *     E clip^k = I_k + 2 A^k Q(A),
 *     I_k = (k - 1) I_(k-2) - 2 A^(k-1) f(A),
 *     I_0 = 1 - 2 Q(A)
 *     (k even; 0 for odd k),
 * by parts.  h = exp(-A^2 / 2l) is chosen for A between 1/4 and 7/2, where truncation matters.  The
 * means of the first, second and fourth power over 2^14 increments are standardised by their exact
 * variances; the p-value is thrice that of the worst. */
#include "props/case/reference_step.h"

#include <math.h>

#include "oracle/contract/noise/noise.h"
#include "props/statistics/sampling.h"

enum { COUNT = 1 << 14, MOST_POWER = 8, LEVEL = 3 };

static const double ell = 2;

static void exact_moments(double m[MOST_POWER + 1], double A)
{
    const double tail = 0.5 * erfc(A / sqrt(2)), density = exp(-A * A / 2) / sqrt(2 * acos(-1));
    double within = 1 - 2 * tail;
    m[0] = 1;
    for (int k = 2; k <= MOST_POWER; k += 2) {
        within = (k - 1) * within - 2 * pow(A, k - 1) * density;
        m[k] = within + 2 * pow(A, k) * tail;
    }
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    const uint64_t seed = prop_path_seed(c);
    const double A = 0.25 + 3.25 * (double)(seed >> 11) * 0x1p-53, h = exp(-A * A / (2 * ell));
    double m[MOST_POWER + 1], sum[3] = {0}, dw[1 << LEVEL], worst = 0;
    (void)law, (void)subject;
    exact_moments(m, A);
    for (uint64_t i = 0; i < COUNT; i += 1 << LEVEL) {
        /* fine increments of a path whose step is 2^LEVEL times as long */
        slp_increments(dw, ldexp(h, LEVEL), seed, 1, 0, LEVEL, i, 1 << LEVEL);
        for (int k = 0; k < 1 << LEVEL; k++) {
            double x = slp_truncate(dw[k], h, ell) / sqrt(h), square = x * x;
            sum[0] += x;
            sum[1] += square - m[2];
            sum[2] += square * square - m[4];
        }
    }
    const double variance[3] = {m[2], m[4] - m[2] * m[2], m[8] - m[4] * m[4]};
    for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(sum[k]) / sqrt(COUNT * variance[k]));
    found->p_value = fmin(1, 3 * erfc(worst / sqrt(2)));
    found->could_refuse = true;
    /* increments 9/8 as large: the second moment (9/8)^2 as large, and so the statistic's spread;
     * Student's critical value is above the normal one */
    const double larger = 81.0 / 64;
    found->reach[0] = (prop_reach){(larger - 1) / larger * m[2] * sqrt(COUNT / variance[1]), 6};
    return prop_outcome_noted(found, PROP_HELD,
                              "h = %.3g, A = %.3g: a moment %.3g standard errors off", h, A, worst);
}

const prop_law prop_law_truncation = {
    .name = "truncation",
    .about = "moments of truncated increments are their integrals",
    .equation = "E clip(xi, A)^k = I_k + 2 A^k Q(A)",
    .applies = {.subjects = PROP_LAW_NOISE},
    .effort = {.cases = 16},
    .statistics = {.decides = true, .against = {"increments an eighth too large"}},
    .check = check,
};
