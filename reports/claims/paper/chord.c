/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The chord method: the unknown is moved by the inverse of a Jacobian that is frozen at the first
 * guess. */
#include "reports/claims/paper/chord_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool chord_rule_read(chord_rule *rule, const char *word)
{
    unsigned limit, digits;
    int end = 0;
    const size_t length = strcspn(word, "-");
    const bool plain = length == 5 && strncmp(word, "plain", length) == 0,
               pade = length == 4 && strncmp(word, "pade", length) == 0;
    if (!plain && !pade && (length != 5 || strncmp(word, "chord", length) != 0)) return false;
    word += length;
    if (sscanf(word, "-%4u-%2u%n", &limit, &digits, &end) != 2 || word[end] || limit < 1 ||
        digits < 1 || digits > 15)
        return false;
    *rule = (chord_rule){limit, pow(10, -(double)digits), plain, pade};
    return true;
}

bool chord_factor(double *J, size_t *row, size_t d)
{
    for (size_t p = 0; p < d; p++) {
        size_t best = p;
        for (size_t i = p + 1; i < d; i++)
            if (fabs(J[i * d + p]) > fabs(J[best * d + p])) best = i;
        if (!(fabs(J[best * d + p]) > 0)) return false;
        row[p] = best;
        for (size_t k = 0; k < d; k++) {
            double swap = J[p * d + k];
            J[p * d + k] = J[best * d + k];
            J[best * d + k] = swap;
        }
        for (size_t i = p + 1; i < d; i++) {
            double l = J[i * d + p] /= J[p * d + p];
            for (size_t k = p + 1; k < d; k++) J[i * d + k] -= l * J[p * d + k];
        }
    }
    return true;
}

/* All exchanges first, as they were made on whole rows. */
void chord_apply(double *v, const double *J, const size_t *row, size_t d)
{
    for (size_t p = 0; p < d; p++) {
        double swap = v[p];
        v[p] = v[row[p]];
        v[row[p]] = swap;
    }
    for (size_t p = 0; p < d; p++)
        for (size_t i = p + 1; i < d; i++) v[i] -= J[i * d + p] * v[p];
    for (size_t p = d; p-- > 0;) {
        for (size_t k = p + 1; k < d; k++) v[p] -= J[p * d + k] * v[k];
        v[p] /= J[p * d + p];
    }
}

double chord_largest(const double *v, size_t d)
{
    double most = 0;
    for (size_t i = 0; i < d; i++) most = fabs(v[i]) > most || isnan(v[i]) ? fabs(v[i]) : most;
    return most;
}

slp_status chord_iterate(double *u, unsigned *iterations, chord *on, const double *x,
                         const chord_relation *of, chord_rule rule)
{
    unsigned n = 0;
    double change = INFINITY, size = 0;
    of->jacobian(on->J, on, x);
    for (size_t i = 0; rule.plain && i < on->d * on->d; i++) on->J[i] = i % (on->d + 1) == 0;
    if (!chord_factor(on->J, on->row, on->d)) return SLP_UNABLE;
    while (n < rule.limit && !(change <= rule.tolerance * (1 + size))) {
        of->residual(on->f, on, u, x);
        chord_apply(on->f, on->J, on->row, on->d);
        change = chord_largest(on->f, on->d);
        for (size_t i = 0; i < on->d; i++) u[i] -= on->f[i];
        size = chord_largest(u, on->d);
        n++;
        if (!isfinite(change) || !isfinite(size)) return SLP_DOMAIN;
    }
    if (iterations) *iterations = n;
    return change <= rule.tolerance * (1 + size) ? SLP_OK : SLP_NO_CONVERGENCE;
}
