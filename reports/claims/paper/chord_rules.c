/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of three implicit rules by the chord method: what they solve, and the Jacobian at the first
 * guess. */
#include "reports/claims/paper/chord_tables.h"
#include "reports/claims/paper/pade.h"

#include <math.h>
#include <string.h>

/* out = exp(E) x by a library's exponential; out may be x. */
static void library_flow(double *out, chord *on, const double *x)
{
    const size_t d = on->d;
    double *power = on->pade + 6 * d * d;
    if (!pade_exponential(power, on->E, d, on->pade, on->pade_row)) {
        out[0] = NAN;
        return;
    }
    for (size_t i = 0; i < d; i++) {
        on->middle[i] = 0;
        for (size_t k = 0; k < d; k++) on->middle[i] += power[i * d + k] * x[k];
    }
    memcpy(out, on->middle, d * sizeof *out);
}

/* out = exp(ad*_s) x: the argument divided until its row sums are at most 1, each part by its
 * Taylor series to rounding; or by a library's exponential. */
static void flow(double *out, chord *on, const double *s, const double *x)
{
    size_t d = on->d;
    double size = 0;
    for (size_t i = 0; i < d; i++) {
        double row = 0;
        for (size_t k = 0; k < d; k++) {
            double sum = 0;
            for (size_t j = 0; j < d; j++) sum += on->T[(i * d + j) * d + k] * s[j];
            on->E[i * d + k] = sum;
            row += fabs(sum);
        }
        size = fmax(size, row);
    }
    if (on->library) {
        library_flow(out, on, x);
        return;
    }
    if (out != x) memmove(out, x, d * sizeof *out);
    if (!(size < 1e6)) {
        out[0] = NAN;
        return;
    }
    size_t parts = size > 1 ? (size_t)ceil(size) : 1;
    for (size_t p = 0; p < parts; p++) {
        memcpy(on->term, out, d * sizeof *out);
        for (unsigned n = 1; n <= 20; n++) { /* 1/20! < 2^-61 */
            double factor = 1 / ((double)n * (double)parts);
            for (size_t i = 0; i < d; i++) {
                on->middle[i] = 0;
                for (size_t k = 0; k < d; k++) on->middle[i] += on->E[i * d + k] * on->term[k];
            }
            for (size_t i = 0; i < d; i++) out[i] += on->term[i] = on->middle[i] * factor;
        }
    }
}

/* f(s) = s - Xi((x + E(s) x)/2) */
static void tmk_residual(double *f, chord *on, const double *s, const double *x)
{
    flow(on->y, on, s, x);
    for (size_t i = 0; i < on->d; i++) on->y[i] = 0.5 * (on->y[i] + x[i]);
    chord_generator(f, on, on->y);
    for (size_t i = 0; i < on->d; i++) f[i] = s[i] - f[i];
}

/* Df(0) v = v - G ad*_v x / 2 */
static void tmk_jacobian(double *J, chord *on, const double *x)
{
    size_t d = on->d;
    for (size_t j = 0; j < d; j++) {
        for (size_t i = 0; i < d; i++) {
            on->term[i] = 0;
            for (size_t k = 0; k < d; k++) on->term[i] += on->T[(i * d + j) * d + k] * x[k];
        }
        for (size_t i = 0; i < d; i++) {
            J[i * d + j] = i == j ? 1 : 0;
            for (size_t k = 0; k < d; k++) J[i * d + j] -= 0.5 * on->G[i * d + k] * on->term[k];
        }
    }
}

static const chord_relation tmk = {tmk_residual, tmk_jacobian};

slp_status chord_tmk(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                     chord_rule rule)
{
    chord_begin(on, h, dW);
    on->library = rule.pade;
    memset(on->s, 0, on->d * sizeof *on->s);
    slp_status status = chord_iterate(on->s, iterations, on, x, &tmk, rule);
    if (status != SLP_OK && status != SLP_NO_CONVERGENCE) return status;
    flow(on->y, on, on->s, x);
    if (!isfinite(chord_largest(on->y, on->d))) return SLP_DOMAIN;
    memcpy(x, on->y, on->d * sizeof *x);
    return status;
}

/* f(y) = y - x - (ad*_{Xi(x)} x + ad*_{Xi(y)} y)/2 */
static void trapezoidal_residual(double *f, chord *on, const double *y, const double *x)
{
    memcpy(f, y, on->d * sizeof *f);
    for (int end = 0; end < 2; end++) {
        const double *at = end ? y : x;
        chord_generator(on->term, on, at);
        chord_field(on->middle, on, on->term, at);
        for (size_t i = 0; i < on->d; i++) f[i] -= 0.5 * on->middle[i];
    }
    for (size_t i = 0; i < on->d; i++) f[i] -= x[i];
}

/* Df(x) v = v - (ad*_{G v} x + ad*_{Xi(x)} v)/2 */
static void trapezoidal_jacobian(double *J, chord *on, const double *x)
{
    size_t d = on->d;
    chord_generator(on->term, on, x);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            double sum = 0;
            for (size_t k = 0; k < d; k++) {
                sum += on->T[(i * d + k) * d + j] * on->term[k];
                for (size_t l = 0; l < d; l++)
                    sum += on->T[(i * d + k) * d + l] * on->G[k * d + j] * x[l];
            }
            J[i * d + j] = (i == j ? 1 : 0) - 0.5 * sum;
        }
}

static const chord_relation trapezoidal = {trapezoidal_residual, trapezoidal_jacobian};

/* f(y) = y - x - ad*_{Xi(m)} m, m = (x + y)/2 */
static void midpoint_residual(double *f, chord *on, const double *y, const double *x)
{
    for (size_t i = 0; i < on->d; i++) on->y[i] = 0.5 * (x[i] + y[i]);
    chord_generator(on->term, on, on->y);
    chord_field(on->middle, on, on->term, on->y);
    for (size_t i = 0; i < on->d; i++) f[i] = y[i] - x[i] - on->middle[i];
}

/* At y = x the two rules have one Jacobian: both have half of the field's. */
static const chord_relation midpoint = {midpoint_residual, trapezoidal_jacobian};

/* x <- the solution y, from y = x */
static slp_status solve_from_start(double *x, unsigned *iterations, chord *on,
                                   const chord_relation *of, chord_rule rule)
{
    memcpy(on->s, x, on->d * sizeof *x);
    slp_status status = chord_iterate(on->s, iterations, on, x, of, rule);
    if (status == SLP_OK || status == SLP_NO_CONVERGENCE) memcpy(x, on->s, on->d * sizeof *x);
    return status;
}

slp_status chord_trapezoidal(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                             chord_rule rule)
{
    chord_begin(on, h, dW);
    return solve_from_start(x, iterations, on, &trapezoidal, rule);
}

slp_status chord_midpoint(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                          chord_rule rule)
{
    chord_begin(on, h, dW);
    return solve_from_start(x, iterations, on, &midpoint, rule);
}

/* TMK and the two rules that it is compared with; no other. */
chord_step chord_step_of(const char *scheme)
{
    static const struct {
        const char *scheme;
        chord_step step;
    } known[] = {{"tmk", chord_tmk},
                 {"trapezoidal", chord_trapezoidal},
                 {"implicit-midpoint", chord_midpoint}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(scheme, known[i].scheme) == 0) return known[i].step;
    return NULL;
}
