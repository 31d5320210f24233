/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fixed-point iteration to roundoff.
 *
 * Let T contract with constant L and be computed with error eps = c u |x|, c a small number of
 * operations.  Successive differences obey delta_{k+1} <= L delta_k + 2 eps, and the distance to
 * the solution after a difference delta is at most (L delta + eps)/(1 - L).  Hence
 *
 *  - stopping where delta <= 4u|x| leaves (4L u|x| + eps)/(1 - L) <= (2 + c/2) u|x| kappa with
 *    kappa = (1+L)/(1-L) >= 2L/(1-L): for every L an error of the size that rounding causes
 *    anyway.  The iteration does not stop at once: it goes on while differences still decrease.  So
 *    a fast contraction ends at a difference of zero and leaves no systematic residual.  (A
 *    residual r that favours one direction moves |x|^2 by 2 r.(x_{n+1} - x_n) a step, n times that
 *    in n steps.)
 *  - differences need not fall below 4u|x|: rounding alone may keep them at 2 eps, and eps has a
 *    part c' u |Xi| |x| from the generator, which counts on large steps.  Below 32u|x| (1 + |Xi|) a
 *    smallest difference that 8 + k/4 further iterations do not improve is the floor, k iterations
 *    made so far.  A stage that took k of them to come from |x| to u|x| contracts by u^(1/k) in
 *    each, so an iteration that still converges improves by u^(1/4), four digits, in that time,
 *    even if its differences rise and fall on the way (spirals).
 *  - where the unknown is an increment in the algebra, an error e of it moves the state by e|x|:
 *    |x| above is 1 then.
 *  - where L is near 1 and the iterates turn about the fixed point, roundings add up to
 *    eps/(1 - L) and differences never become so small, though the solution is well conditioned.
 *    If they came below sqrt(u)|x| (or, where |x| is near the least subnormal number, as far above
 *    that), z is near the solution that plain iteration means.  Then half steps z + (T(z) - z)/2
 *    finish it: a turning eigenvalue iL becomes (1 + iL)/2, of size sqrt(1/2).
 *  - a stage that needs more than ITERATIONS, L > 1 - 37/ITERATIONS, or none at all: no
 *    convergence. */
#include "fast/scheme/scheme.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS = 20000, HALF_STEPS = 400, PATIENCE = 8 };
enum { LANES = 8 };  /* numbers that a loop takes at a time, for vectors */
enum { LARGE = 16 }; /* |Xi| beyond which no stage converges; the allowed floor grows up to here */

double fast_max_norm(const double *v, size_t n)
{
    double lane[LANES] = {0}, sum[LANES] = {0}, norm = 0;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++) {
            const double a = fabs(v[i + l]);
            lane[l] = a > lane[l] ? a : lane[l];
            sum[l] += a; /* NaN once an a is */
        }
    for (size_t l = 0; i < n; i++, l++) {
        lane[l] = fmax(lane[l], fabs(v[i]));
        sum[l] += fabs(v[i]);
    }
    for (size_t l = 0; l < LANES; l++) {
        if (isnan(sum[l])) return sum[l];
        norm = fmax(norm, lane[l]);
    }
    return norm;
}

/* The largest |a_i - b_i|; NaN or infinite if a difference is. */
static double distance(const double *a, const double *b, size_t n)
{
    double lane[LANES] = {0}, sum[LANES] = {0}, most = 0;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++) {
            const double change = fabs(a[i + l] - b[i + l]);
            lane[l] = change > lane[l] ? change : lane[l];
            sum[l] += change;
        }
    for (size_t l = 0; i < n; i++, l++) {
        lane[l] = fmax(lane[l], fabs(a[i] - b[i]));
        sum[l] += fabs(a[i] - b[i]);
    }
    for (size_t l = 0; l < LANES; l++) {
        if (isnan(sum[l])) return sum[l];
        most = fmax(most, lane[l]);
    }
    return most;
}

slp_status fast_fixed_point(double *z, fast_report *report, fast_stage *s, double *spare)
{
    const size_t d = s->unknowns;
    const double scale = s->scale, u = DBL_EPSILON / 2;
    const double goal = 4 * (u * scale + DBL_TRUE_MIN), floor = 8 * goal;
    double before = INFINITY, best = INFINITY;
    unsigned since_best = 0;
    for (unsigned k = 1; k <= ITERATIONS + HALF_STEPS; k++) {
        if (k == ITERATIONS + 1) {
            if (!(best <= 0x1p25 * goal)) break;
            before = best = INFINITY;
            since_best = 0;
        }
        s->map(spare, s, z);
        const double delta = distance(spare, z, d);
        report->iterations = k;
        report->residual = scale > 0 ? delta / scale : delta;
        if (!(delta <= DBL_MAX)) return SLP_DOMAIN; /* iterates are no longer finite */
        if (k <= ITERATIONS)
            memcpy(z, spare, d * sizeof *z);
        else
            for (size_t i = 0; i < d; i++) z[i] = 0.5 * z[i] + 0.5 * spare[i];
        if (delta == 0 || (delta <= goal && delta >= before)) return SLP_OK;
        since_best = delta < best ? 0 : since_best + 1;
        if (delta < best) best = delta;
        if (since_best >= PATIENCE + (k > ITERATIONS ? 0 : k / 4) &&
            delta <= floor * (1 + fmin(fast_max_norm(s->xi, s->sys->d), LARGE)))
            return SLP_OK;
        before = delta;
    }
    return SLP_NO_CONVERGENCE;
}
