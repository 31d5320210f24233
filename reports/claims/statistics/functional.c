/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Test functions: read once, evaluated at every end of every path. */
#include "reports/claims/statistics/functional.h"
#include "reports/claims/claim.h"
#include "oracle/contract/noise/elementary.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *at;
    size_t d;
    slp_error *err;
} reader;

static slp_status refuse(const reader *r, const char *remedy)
{
    char place[24];
    snprintf(place, sizeof place, "%s", r->at);
    return slp_error_set(r->err, 0, NULL, "functional", "%s%s%s: %s",
                         *place ? "at `" : "at its end", place, *place ? "`" : "", remedy);
}

static void skip(reader *r)
{
    while (isspace((unsigned char)*r->at)) r->at++;
}

/* Digits as a whole number from 1 to `most`; 0 if they are none. */
static size_t read_whole_number(reader *r, size_t most)
{
    char *end;
    if (!isdigit((unsigned char)*r->at)) return 0;
    unsigned long n = strtoul(r->at, &end, 10);
    if (n < 1 || n > most) return 0;
    r->at = end;
    return n;
}

/* xK or xK^P, behind its x. */
static slp_status power(reader *r, slp_term *to)
{
    char remedy[120];
    size_t times = 1, index = read_whole_number(r, r->d);
    snprintf(remedy, sizeof remedy, "coordinates here are x1 to x%zu", r->d);
    if (!index) return refuse(r, remedy);
    if (*r->at == '^') {
        r->at++;
        times = read_whole_number(r, SLP_FUNCTIONAL_DEGREE);
        if (!times) return refuse(r, "a power is a whole number from 1 to 8");
    }
    if (to->degree + times > SLP_FUNCTIONAL_DEGREE) return refuse(r, "a term has degree 8 at most");
    while (times-- > 0) to->index[to->degree++] = index - 1;
    return SLP_OK;
}

/* The number that a term begins with, up to a space, a *, an x or an end; a sign belongs to its
 * exponent. */
static bool number(reader *r, double *value)
{
    char text[64];
    size_t n = 1; /* a digit or a point, which the caller has seen */
    while (n + 1 < sizeof text && r->at[n] && !strchr(" \t\n*x", r->at[n]) &&
           (!strchr("+-", r->at[n]) || strchr("eE^", r->at[n - 1])))
        n++;
    memcpy(text, r->at, n);
    text[n] = 0;
    if (!slp_claim_number(value, text) || !isfinite(*value)) return false;
    r->at += n;
    return true;
}

static slp_status term(reader *r, slp_term *to, double sign)
{
    *to = (slp_term){.factor = 1};
    skip(r);
    if (isdigit((unsigned char)*r->at) || *r->at == '.')
        if (!number(r, &to->factor))
            return refuse(r, "wants a number like 0.5, 2/3, 1e-3 or 2^-8, and behind it a space");
    to->factor *= sign;
    for (skip(r); *r->at == 'x' || *r->at == '*'; skip(r)) {
        if (*r->at == '*') {
            r->at++;
            skip(r);
            if (*r->at != 'x') return refuse(r, "wants a coordinate behind *");
        }
        r->at++;
        slp_status status = power(r, to);
        if (status != SLP_OK) return status;
    }
    if (to->degree == 0) return refuse(r, "a term has at least one coordinate, like x1");
    return SLP_OK;
}

slp_status slp_functional_read(slp_functional *f, const char *text, size_t d, slp_error *err)
{
    reader r = {text, d, err};
    memset(f, 0, sizeof *f);
    if (strcmp(text, "sines") == 0) return SLP_OK;
    skip(&r);
    do {
        double sign = *r.at == '-' ? -1 : 1;
        if (*r.at == '-' || *r.at == '+') r.at++;
        if (f->terms == SLP_FUNCTIONAL_TERMS) return refuse(&r, "at most 32 terms");
        slp_status status = term(&r, &f->term[f->terms++], sign);
        if (status != SLP_OK) return status;
    } while (*r.at == '+' || *r.at == '-');
    return *r.at ? refuse(&r, "wants + or - between terms, or the word sines alone") : SLP_OK;
}

/* sin(2 pi x) = sin((pi/2)(q + t)), 4x = q + t exactly, to 3 units in the last place and with the
 * same bits on every machine (oracle/contract/noise/noise.md); NaN from 2^40 on. */
static double sine_of_turns(double x)
{
    double sine, cosine, y = 4 * x, q = nearbyint(y);
    if (!(fabs(x) < 0x1p40)) return NAN;
    slp_noise_sincos(&sine, &cosine, y - q);
    const int64_t quadrant = (int64_t)q & 3;
    double value = quadrant & 1 ? cosine : sine;
    return quadrant & 2 ? -value : value;
}

double slp_functional_value(const slp_functional *f, const double *x, size_t d, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; f->terms == 0 && i < d; i++) sum += sine_of_turns(x[i * stride]);
    for (size_t k = 0; k < f->terms; k++) {
        const slp_term *t = &f->term[k];
        double product = t->factor;
        for (size_t j = 0; j < t->degree; j++) product *= x[t->index[j] * stride];
        sum += product;
    }
    return sum;
}
