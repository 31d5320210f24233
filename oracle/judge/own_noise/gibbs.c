/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Long runs of damped spins: means over time against those of the Gibbs distribution. */
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* BATCHES means are taken to be normal: Student's t with 63 degrees is beyond QUANTILE with
 * probability 3.7e-11, so that 27 groups have false alarms at a rate of 1e-9 */
enum { BATCHES = 64, FIRST = 8 /* of a path this part is left out */ };
#define QUANTILE 8

typedef struct model {
    size_t spins, bonds;
    const double *ends; /* NULL: spins in a field */
    double field[3], size;
    double gibbs, twice, half; /* at T, 2T, T/2 */
} model;

/* coth x - 1/x */
static double langevin(double x)
{
    return fabs(x) < 1e-3 ? x / 3 : 1 / tanh(x) - 1 / x;
}

static double length(const double *a)
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static double parameter(const slp_case *c, const char *key)
{
    size_t count;
    const double *at = slp_case_param(c, key, &count);
    return count ? at[0] : 0;
}

static bool any(const slp_case *c, const char *key)
{
    size_t count;
    const double *at = slp_case_param(c, key, &count);
    for (size_t i = 0; i < count; i++)
        if (at[i] != 0) return true;
    return false;
}

/* Whether the bonds join spins without a ring. */
static bool is_forest(const model *m)
{
    size_t *of = slp_allocate(m->spins, sizeof *of);
    bool forest = true;
    for (size_t i = 0; i < m->spins; i++) of[i] = i;
    for (size_t b = 0; b < m->bonds; b++) {
        const size_t one = of[(size_t)m->ends[2 * b] - 1], two = of[(size_t)m->ends[2 * b + 1] - 1];
        forest = forest && one != two;
        for (size_t i = 0; i < m->spins; i++)
            if (of[i] == one) of[i] = two;
    }
    free(of);
    return forest;
}

/* Adds the means of one cosine whose density is exp(over z/T). */
static void add_mean(model *m, double over, double T, double share)
{
    m->gibbs += share * langevin(over / T);
    m->twice += share * langevin(over / T / 2);
    m->half += share * langevin(over / T * 2);
}

static slp_status model_of(model *m, const own_question *q, slp_error *err)
{
    const slp_case *c = &q->c;
    size_t count;
    const double D = parameter(c, "noise"), lambda = parameter(c, "damping");
    const double T = D * D / (2 * lambda), *field = slp_case_param(c, "field", &count);
    *m = (model){.spins = c->d / 3};
    for (size_t k = 0; k < count; k++) m->field[k] = field[k];
    m->size = length(m->field);
    const double *exchange = slp_case_param(c, "exchange", &m->bonds);
    if (any(c, "exchange")) m->ends = slp_case_param(c, "bonds", &count);
    if (strcmp(c->system->name, "spins") || !(lambda > 0) || !(D != 0) || any(c, "dmi") ||
        any(c, "anisotropy") || (m->size > 0) == (m->ends != NULL) || (m->ends && !is_forest(m))) {
        slp_error_set(err, c->line, c->id, NULL,
                      "its Gibbs mean is not known: take damped spins with noise, and either a "
                      "field alone or exchange alone on bonds without a ring");
        return SLP_UNSUPPORTED;
    }
    const size_t terms = m->ends ? m->bonds : m->spins;
    for (size_t i = 0; i < terms; i++) {
        const double *a = c->x + 3 * (m->ends ? (size_t)m->ends[2 * i] - 1 : i);
        const double *b = m->ends ? c->x + 3 * ((size_t)m->ends[2 * i + 1] - 1) : m->field;
        add_mean(m, (m->ends ? exchange[i] : 1) * length(a) * length(b), T, 1 / (double)terms);
    }
    return SLP_OK;
}

/* The mean cosine, over spins or bonds, of a state. */
static double cosine(const model *m, const double *y)
{
    const size_t terms = m->ends ? m->bonds : m->spins;
    double sum = 0;
    for (size_t i = 0; i < terms; i++) {
        const double *a = y + 3 * (m->ends ? (size_t)m->ends[2 * i] - 1 : i);
        const double *b = m->ends ? y + 3 * ((size_t)m->ends[2 * i + 1] - 1) : m->field;
        sum += (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (length(a) * length(b));
    }
    return sum / (double)terms;
}

/* Integrated autocorrelation time of `draws` series of n numbers, by the initial positive sequence:
 * 1 + 2 sum of correlations, up to the first pair whose sum is not above 0 (Geyer 1992). */
static double correlation_time(const double *f, size_t draws, size_t n, double mean)
{
    double variance = 0, sum = 0;
    for (size_t lag = 0; lag < n / 4; lag += 2) {
        double pair = 0;
        for (size_t d = 0; d < draws; d++)
            for (size_t i = 0; i + lag + 1 < n; i++) {
                const double *at = f + d * n + i, v = at[0] - mean;
                pair += v * ((at[lag] - mean) + (at[lag + 1] - mean));
                if (lag == 0) variance += v * v;
            }
        if (pair <= 0) break;
        sum += pair / variance;
    }
    return 2 * sum - 1;
}

/* Mean and half the interval of the cosine, from BATCHES parts of all paths. */
static slp_status batches(double *mean, double *width, double *time, const model *m,
                          const own_question *q, const double *y, slp_error *err)
{
    const size_t each = BATCHES / q->draws, skip = q->steps / FIRST, d = q->c.d;
    const size_t long_as = each ? (q->steps - skip) / each : 0, n = each * long_as;
    if (BATCHES % q->draws || long_as == 0)
        return slp_error_set(err, q->c.line, q->c.id, "draws",
                             "must divide %d, with at least %d steps", BATCHES, 2 * BATCHES);
    double *f = slp_allocate(q->draws * n, sizeof *f), part[BATCHES] = {0}, square = 0;
    *mean = 0;
    for (size_t p = 0; p < q->draws; p++)
        for (size_t i = 0; i < n; i++) {
            f[p * n + i] = cosine(m, y + (p * q->steps + skip + i) * d);
            part[p * each + i / long_as] += f[p * n + i] / (double)long_as;
        }
    for (int b = 0; b < BATCHES; b++) *mean += part[b] / BATCHES;
    for (int b = 0; b < BATCHES; b++) square += (part[b] - *mean) * (part[b] - *mean);
    *time = correlation_time(f, q->draws, n, *mean);
    /* neighbouring parts are correlated by time/long_as */
    *width = QUANTILE * sqrt(square / (BATCHES - 1) / BATCHES * (1 + *time / (double)long_as));
    free(f);
    return *time < (double)long_as / 10 ? SLP_OK : SLP_UNABLE;
}

slp_status own_judge_long(own_mean *to, const own_question q[2], const double *const y[2],
                          slp_error *err)
{
    model m;
    slp_status status = model_of(&m, q, err), parts = SLP_OK;
    if (status != SLP_OK) return status;
    *to = (own_mean){.what = m.ends ? "cosine of the angle of a bond" : "cosine to the field",
                     .gibbs = m.gibbs,
                     .twice = m.twice,
                     .half = m.half};
    for (int k = 0; k < 2; k++) {
        status = batches(to->mean + k, to->width + k, &to->correlation, &m, q + k, y[k], err);
        if (status == SLP_INPUT) return status;
        if (status != SLP_OK) parts = status;
    }
    to->extrapolated = 2 * to->mean[1] - to->mean[0];
    const double noise = hypot(2 * to->width[1], to->width[0]);
    /* what halving h changes bounds what h^2 leaves, where the error falls at least as fast as h */
    to->allowed = noise + fabs(to->mean[1] - to->mean[0]);
    if (parts != SLP_OK)
        to->outcome = OWN_UNDECIDED;
    else if (!(fabs(to->extrapolated - to->gibbs) <= to->allowed))
        to->outcome = OWN_FAIL;
    else if (fmin(fabs(to->gibbs - to->twice), fabs(to->gibbs - to->half)) <= 2 * to->allowed)
        to->outcome = OWN_UNDECIDED;
    if (to->outcome == OWN_FAIL && fabs(to->extrapolated - to->twice) <= to->allowed)
        to->hint = "twice the temperature";
    else if (to->outcome == OWN_FAIL && fabs(to->extrapolated - to->half) <= to->allowed)
        to->hint = "half the temperature";
    return SLP_OK;
}
