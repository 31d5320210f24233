/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Least squares of powers of the step, by elimination: three unknowns at most, columns scaled by
 * the coarsest step. */
#include "reports/claims/statistics/fit.h"

#include <math.h>
#include <string.h>

typedef struct basis {
    size_t levels, terms;
    double column[SLP_FIT_TERMS][SLP_SLOPE_LEVELS], weight[SLP_SLOPE_LEVELS];
} basis;

/* Solves A c = r, symmetric positive definite of order n.  False if a pivot is not positive. */
static bool eliminate(double *c, double A[SLP_FIT_TERMS][SLP_FIT_TERMS], double *r, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (!(A[k][k] > 0)) return false;
        for (size_t i = k + 1; i < n; i++) {
            double factor = A[i][k] / A[k][k];
            for (size_t j = k; j < n; j++) A[i][j] -= factor * A[k][j];
            r[i] -= factor * r[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        c[k] = r[k];
        for (size_t j = k + 1; j < n; j++) c[k] -= A[k][j] * c[j];
        c[k] /= A[k][k];
    }
    return true;
}

/* Coefficients of the weighted least squares fit to y. */
static bool solve(double *c, const basis *f, const double *y)
{
    double A[SLP_FIT_TERMS][SLP_FIT_TERMS] = {{0}}, r[SLP_FIT_TERMS] = {0};
    for (size_t l = 0; l < f->levels; l++)
        for (size_t i = 0; i < f->terms; i++) {
            r[i] += f->weight[l] * f->column[i][l] * y[l];
            for (size_t j = 0; j < f->terms; j++)
                A[i][j] += f->weight[l] * f->column[i][l] * f->column[j][l];
        }
    return eliminate(c, A, r, f->terms);
}

static void means(double *y, const slp_slope_sums *s, size_t without)
{
    for (size_t l = 0; l < s->levels; l++) y[l] = slp_slope_mean(s, l, without);
}

/* weights 1/variance, relative to the first; half: half widths of the means' intervals */
static void weigh(basis *f, double *half, const slp_slope_sums *s)
{
    double left[SLP_SLOPE_BLOCKS];
    for (size_t l = 0; l < s->levels; l++) {
        for (size_t b = 0; b < s->blocks; b++) left[b] = slp_slope_mean(s, l, b);
        slp_interval v = slp_jackknife_interval(0, left, s->blocks);
        half[l] = v.hi;
        f->weight[l] = half[0] * half[0] / fmax(half[l] * half[l], 0x1p-40 * half[0] * half[0]);
    }
}

static double misfit(const basis *f, const double *c, const double *y, const double *half)
{
    double largest = 0;
    for (size_t l = 0; l < f->levels; l++) {
        double off = y[l];
        for (size_t i = 0; i < f->terms; i++) off -= c[i] * f->column[i][l];
        largest = fmax(largest, fabs(off) / half[l]);
    }
    return largest;
}

slp_fit slp_fit_powers(const slp_slope_sums *s, const double *x)
{
    static const double factor[SLP_FIT_TERMS] = {0.5, 0.75, 0.875}; /* 1 - 2^-k */
    slp_fit fit;
    basis f = {.levels = s->levels, .terms = s->levels > SLP_FIT_TERMS ? SLP_FIT_TERMS : 2};
    double y[SLP_SLOPE_LEVELS], half[SLP_SLOPE_LEVELS], all[SLP_FIT_TERMS], one[SLP_FIT_TERMS];
    double left[3][SLP_SLOPE_BLOCKS];
    memset(&fit, 0, sizeof fit);
    if (s->levels < 3 || s->blocks < 3) return fit;
    weigh(&f, half, s);
    for (size_t i = 0; i < f.terms; i++)
        for (size_t l = 0; l < f.levels; l++)
            f.column[i][l] = factor[i] * exp2((double)(i + 1) * (x[l] - x[0]));
    means(y, s, s->blocks);
    if (!solve(all, &f, y)) return fit;
    for (size_t b = 0; b < s->blocks; b++) {
        double z[SLP_SLOPE_LEVELS];
        means(z, s, b);
        if (!solve(one, &f, z)) return fit;
        left[0][b] = one[0] * exp2(-x[0]);
        left[1][b] = one[1] * exp2(-2 * x[0]);
        left[2][b] = log2(fabs(one[0] / one[1])) + x[0];
    }
    fit.misfit = misfit(&f, all, y, half);
    fit.first = slp_jackknife_interval(all[0] * exp2(-x[0]), left[0], s->blocks);
    fit.second = slp_jackknife_interval(all[1] * exp2(-2 * x[0]), left[1], s->blocks);
    fit.known = fit.first.known && fit.second.known; /* else some sum is no number */
    fit.equal = slp_jackknife_interval(log2(fabs(all[0] / all[1])) + x[0], left[2], s->blocks);
    return fit;
}
