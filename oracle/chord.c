/* The chord method of LECG (38)-(41): the unknown is moved by the inverse of a Jacobian that is frozen at the first guess. */
#include "oracle/chord_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool chord_rule_read(chord_rule *rule, const char *word)
{
    unsigned limit, digits;
    int end = 0;
    if (sscanf(word, "chord-%4u-%2u%n", &limit, &digits, &end) != 2 || word[end] || limit < 1 ||
        digits < 1 || digits > 15)
        return false;
    *rule = (chord_rule){limit, pow(10, -(double)digits)};
    return true;
}

/* out = exp(ad*_s) x: the argument divided until its row sums are at most 1, each part by its Taylor series to rounding. */
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

/* v <- J^-1 v by elimination with row pivoting; J is destroyed.  False for a vanishing pivot. */
static bool solve(double *J, double *v, size_t d)
{
    for (size_t p = 0; p < d; p++) {
        size_t best = p;
        for (size_t i = p + 1; i < d; i++)
            if (fabs(J[i * d + p]) > fabs(J[best * d + p])) best = i;
        if (!(fabs(J[best * d + p]) > 0)) return false;
        for (size_t k = 0; k < d; k++) {
            double swap = J[p * d + k];
            J[p * d + k] = J[best * d + k];
            J[best * d + k] = swap;
        }
        double swap = v[p];
        v[p] = v[best];
        v[best] = swap;
        for (size_t i = p + 1; i < d; i++) {
            double l = J[i * d + p] / J[p * d + p];
            for (size_t k = p; k < d; k++) J[i * d + k] -= l * J[p * d + k];
            v[i] -= l * v[p];
        }
    }
    for (size_t p = d; p-- > 0;) {
        for (size_t k = p + 1; k < d; k++) v[p] -= J[p * d + k] * v[k];
        v[p] /= J[p * d + p];
    }
    return true;
}

static double largest(const double *v, size_t d)
{
    double most = 0;
    for (size_t i = 0; i < d; i++) most = fabs(v[i]) > most || isnan(v[i]) ? fabs(v[i]) : most;
    return most;
}

/* What the two rules solve: f at the unknown, and its Jacobian at the first guess, both for the step from x. */
typedef void (*residual)(double *f, chord *on, const double *unknown, const double *x);
typedef void (*jacobian)(double *J, chord *on, const double *x);

/* u <- u - J^-1 f(u) until the change is small; J is made anew each time because elimination destroys it. */
static slp_status iterate(double *u, unsigned *iterations, chord *on, const double *x, residual f,
                          jacobian J, chord_rule rule)
{
    unsigned n = 0;
    double change = INFINITY, size = 0;
    while (n < rule.limit && !(change <= rule.tolerance * (1 + size))) {
        f(on->f, on, u, x);
        J(on->J, on, x);
        if (!solve(on->J, on->f, on->d)) return SLP_UNABLE;
        change = largest(on->f, on->d);
        for (size_t i = 0; i < on->d; i++) u[i] -= on->f[i];
        size = largest(u, on->d);
        n++;
        if (!isfinite(change) || !isfinite(size)) return SLP_DOMAIN;
    }
    if (iterations) *iterations = n;
    return change <= rule.tolerance * (1 + size) ? SLP_OK : SLP_NO_CONVERGENCE;
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

slp_status chord_tmk(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                     chord_rule rule)
{
    chord_begin(on, h, dW);
    memset(on->s, 0, on->d * sizeof *on->s);
    slp_status status = iterate(on->s, iterations, on, x, tmk_residual, tmk_jacobian, rule);
    if (status != SLP_OK && status != SLP_NO_CONVERGENCE) return status;
    flow(on->y, on, on->s, x);
    if (!isfinite(largest(on->y, on->d))) return SLP_DOMAIN;
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

slp_status chord_trapezoidal(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                             chord_rule rule)
{
    chord_begin(on, h, dW);
    memcpy(on->s, x, on->d * sizeof *x);
    slp_status status =
        iterate(on->s, iterations, on, x, trapezoidal_residual, trapezoidal_jacobian, rule);
    if (status != SLP_OK && status != SLP_NO_CONVERGENCE) return status;
    memcpy(x, on->s, on->d * sizeof *x);
    return status;
}
