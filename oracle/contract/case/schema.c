/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Checks of parameters that systems use in their `shape` and `member` functions. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case_schema.h"

#include <float.h>
#include <math.h>

slp_status slp_expect_count(slp_error *err, const slp_case *c, const char *key, size_t count,
                            const char *of)
{
    const size_t have = slp_case_count(c, key);
    if (have == 0 || have == count) return SLP_OK;
    return slp_error_set(err, c->line, c->id, key, "has %zu number%s, expected %zu: %s", have,
                         have == 1 ? "" : "s", count, of);
}

slp_status slp_expect_groups(slp_error *err, const slp_case *c, const char *key, size_t unit,
                             const char *of)
{
    const size_t have = slp_case_count(c, key);
    if (have % unit == 0) return SLP_OK;
    return slp_error_set(err, c->line, c->id, key,
                         "has %zu numbers, expected a multiple of %zu: %s", have, unit, of);
}

slp_status slp_expect_positive(slp_error *err, const slp_case *c, const char *key)
{
    size_t count;
    const double *value = slp_case_param(c, key, &count);
    for (size_t i = 0; i < count; i++)
        if (!(value[i] > 0)) {
            char text[SLP_NUMBER_CHARS];
            slp_number_print(text, value[i]);
            return slp_error_set(err, c->line, c->id, key,
                                 "number %zu is %s, must be greater than 0", i + 1, text);
        }
    return SLP_OK;
}

slp_status slp_expect_nonzero(slp_error *err, const slp_case *c, const char *key)
{
    size_t count;
    const double *value = slp_case_param(c, key, &count);
    for (size_t i = 0; i < count; i++)
        if (value[i] == 0)
            return slp_error_set(err, c->line, c->id, key, "number %zu is zero, must not be",
                                 i + 1);
    return SLP_OK;
}

slp_status slp_expect_integer(size_t *value, slp_error *err, const slp_case *c, const char *key,
                              size_t lo, size_t hi)
{
    size_t count;
    const double *at = slp_case_param(c, key, &count);
    if (count == 0) return SLP_OK;
    if (count == 1 && at[0] >= (double)lo && at[0] <= (double)hi && at[0] == floor(at[0])) {
        *value = (size_t)at[0];
        return SLP_OK;
    }
    return slp_error_set(err, c->line, c->id, key, "must be one whole number from %zu to %zu", lo,
                         hi);
}

/* Why n^2 u max|x|.  A state of su(n) that someone computed in binary64 carries, in each
 * coordinate, at least the error of one product of n x n matrices: n terms of size max|x|, each
 * rounded to u, hence n u max|x| to first order (the scale of the entries is that of x, since the
 * products are with matrices near I).  The trace sums n of them: n^2 u max|x|.  Summing here is
 * done with each term scaled exactly by a power of two, so that it neither overflows nor
 * underflows; its own rounding is at most (n-1) u n max|x|.  Hence the limit 2 n^2 u max|x|.  In a
 * narrower arithmetic u is its unit, and underflow adds 2^(least-1) to each of the n.  *trace gets
 * the sum. */
static bool trace_is_small(double *trace, const slp_case *c, const double *x, size_t n,
                           double largest)
{
    *trace = 0;
    /* numbers of a wider range are not seen here: their doubles are the largest or the smallest */
    if (largest == 0 || (c->exact_x && (largest < DBL_MIN || largest == DBL_MAX))) return true;
    int scale = -ilogb(largest);
    for (size_t i = 0; i < n; i++) *trace += scalbn(x[i], scale);
    double u = DBL_EPSILON / 2, least = 0;
    if (!slp_arithmetic_is_binary64(c->arithmetic) && !slp_arithmetic_is_wider(c->arithmetic)) {
        u = ldexp(1, -c->arithmetic->bits);
        least = (double)n * ldexp(1, c->arithmetic->least + scale);
    }
    double allowed = 2 * (double)(n * n) * u * scalbn(largest, scale) + least;
    const bool small = fabs(*trace) <= allowed;
    *trace = scalbn(*trace, -scale);
    return small;
}

static double largest_size(const double *x, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        if (fabs(x[i]) > largest) largest = fabs(x[i]);
    return largest;
}

slp_status slp_expect_trace_free(slp_error *err, const slp_case *c, const double *x, size_t n)
{
    double trace;
    /* A diagonal that passes beside its own largest number passes beside a larger one: mostly the
     * n^2 - n other numbers need not be read. */
    if (!c->exact_x && trace_is_small(&trace, c, x, n, largest_size(x, n))) return SLP_OK;
    if (trace_is_small(&trace, c, x, n, largest_size(x, n * n))) return SLP_OK;
    return slp_error_set(
        err, c->line, c->id, "x",
        "is not in su(%zu): its first %zu numbers are the imaginary diagonal and must "
        "sum to 0, they sum to %.3g; subtract their mean",
        n, n, trace);
}
