/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The verdict on a group of answers, the faults that explain a failure, and what a pass could not
 * have missed. */
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROLES = OWN_SHORT_ROLES, RATIO = 4, MOST_ITEMS = 1 << 17, FAULTY = 1 << 13 };
#define MISSED 1e-3 /* how often a fault that is said to be seen may be missed */

struct own_reference {
    own_question q[ROLES]; /* the caller's */
    own_axes axes[ROLES];
    size_t declared, items, sampled;
    uint64_t seed;
    own_columns columns; /* of `sampled` answers under the declared law */
};

/* The columns of `items` answers under a law; false where a step fails. */
static bool law_columns(own_columns *to, const own_reference *r, size_t law, size_t items,
                        slp_status *status)
{
    double *y[ROLES];
    *status = SLP_OK;
    for (int k = 0; k < ROLES; k++) {
        const own_question *q = r->q + k;
        y[k] = slp_allocate(items * q->steps * q->c.d, sizeof *y[k]);
        /* a stream for each law and question: no two samples share a number */
        if (*status == SLP_OK)
            *status = own_law_answers(y[k], law, r->declared, q, items, r->seed,
                                      (uint32_t)(ROLES * law) + (uint32_t)k);
    }
    if (*status == SLP_OK) own_columns_of(to, r->axes, r->q, (const double *const *)y, items);
    for (int k = 0; k < ROLES; k++) free(y[k]);
    return *status == SLP_OK;
}

slp_status own_reference_new(own_reference **to, const own_question q[ROLES], size_t declared,
                             size_t items, uint64_t seed, slp_error *err)
{
    own_reference *r = slp_allocate(1, sizeof *r);
    slp_status status = SLP_OK;
    *to = NULL;
    memcpy(r->q, q, sizeof r->q);
    r->declared = declared;
    r->items = items;
    r->sampled = RATIO * items < MOST_ITEMS ? RATIO * items
                 : items > MOST_ITEMS       ? items
                                            : MOST_ITEMS;
    r->seed = seed;
    for (int k = 0; k < ROLES && status == SLP_OK; k++)
        status = own_axes_of(r->axes + k, q + k, err);
    if (status == SLP_OK && !law_columns(&r->columns, r, r->declared, r->sampled, &status))
        slp_error_set(err, q->c.line, q->c.id, "h",
                      "a step with noise fails (%s); take a smaller h", slp_status_word(status));
    if (status == SLP_OK)
        *to = r;
    else
        own_reference_free(r);
    return status;
}

void own_reference_free(own_reference *r)
{
    if (!r) return;
    own_columns_clear(&r->columns);
    free(r);
}

/* The largest of distance/limit over all columns, and which one; limits for samples of `items`
 * paths against the reference. */
typedef struct farthest {
    double over, distance, limit;
    size_t column;
} farthest;

/* Both samples differ from their own distributions by at most their radius, each with half of the
 * column's share of the false alarms. */
static double limit_of(const struct own_column *a, const struct own_column *b, double rate)
{
    return own_radius(a->items, rate / 2) + own_radius(b->items, rate / 2);
}

static farthest compare(const own_columns *a, const own_columns *b, double rate)
{
    farthest f = {.over = -1};
    for (size_t i = 0; i < a->count; i++) {
        const struct own_column *x = a->column + i, *y = b->column + i;
        const double distance = own_distance(x->at, x->items, y->at, y->items);
        const double limit = limit_of(x, y, rate / (double)a->count);
        if (distance / limit <= f.over) continue;
        f = (farthest){distance / limit, distance, limit, i};
    }
    return f;
}

/* ---- Answers that are equal ---- */

/* Equal answers have no chance if increments are continuous; one in eight is the least that is
 * looked for, so that a coarse arithmetic is none. */
static const char *repetition(const own_reference *r, const double *const y[ROLES])
{
    const size_t few = r->items / 8;
    for (int k = 0; k < ROLES; k++)
        if (own_repeated(y[k], r->items, r->q[k].steps * r->q[k].c.d) > few)
            return r->q[k].steps == 1 ? "the same draws again and again"
                                      : "the same path again and again";
    const size_t numbers = r->q[OWN_DRAWS].c.d, count = r->items * numbers;
    double *both = slp_allocate(2 * count, sizeof *both);
    memcpy(both, y[OWN_DRAWS], count * sizeof *both);
    memcpy(both + count, y[OWN_AGAIN], count * sizeof *both);
    const size_t repeated = own_repeated(both, 2 * r->items, numbers);
    free(both);
    return repeated > few ? "the same draws whatever the seed is" : NULL;
}

/* ---- Faults ---- */

static void add_hint(own_report *report, const char *name)
{
    if (report->hints < OWN_HINTS) report->hint[report->hints++] = name;
}

/* Whether the answers are no farther from `items` answers under the law than right ones may be. */
static bool explains(const own_reference *r, size_t law, size_t items, const own_columns *answers,
                     double rate)
{
    own_columns fault;
    slp_status status;
    if (!law_columns(&fault, r, law, items, &status)) return false;
    const bool near = compare(answers, &fault, rate).over <= 1;
    own_columns_clear(&fault);
    return near;
}

/* Few answers rule out most laws. */
static void name_faults(own_report *report, const own_reference *r, const own_columns *answers,
                        double rate)
{
    enum { FEW = 256 };
    for (size_t law = 0; law < own_law_count(); law++)
        if (law != r->declared && own_law_applies(law, r->q) &&
            explains(r, law, FEW, answers, rate) && explains(r, law, r->sampled, answers, rate))
            add_hint(report, own_law_name(law));
}

/* For each fault the number of draws at which a port with it is seen, but for MISSED. */
static void find_power(own_report *report, const own_reference *r, double rate)
{
    const size_t items = r->items < FAULTY ? r->items : FAULTY;
    const double least = 3 / sqrt((double)items);
    for (size_t law = 0; law < own_law_count(); law++) {
        own_columns fault;
        slp_status status;
        double needed = INFINITY;
        report->needs[law] = 0;
        if (law == r->declared || !own_law_applies(law, r->q)) continue;
        if (!law_columns(&fault, r, law, items, &status)) continue;
        for (size_t i = 0; i < fault.count; i++) {
            const struct own_column *a = fault.column + i, *b = r->columns.column + i;
            const double distance =
                own_distance(a->at, a->items, b->at, b->items) - own_radius(a->items, MISSED / 2);
            if (distance < least) continue;
            /* limit and the answers' own radius fall as the root of their number */
            const double limit = limit_of(b, b, rate / (double)fault.count) / 2 *
                                 sqrt((double)b->items) * (1 + 1 / sqrt(RATIO));
            const double own = own_radius(1, MISSED / 2);
            const double draws =
                pow((limit + own) / distance, 2) * (double)r->sampled / (double)b->items;
            if (draws < needed) needed = draws;
        }
        if (needed < INFINITY) report->needs[law] = (size_t)ceil(needed);
        if (report->needs[law] > report->ask) report->ask = report->needs[law];
        own_columns_clear(&fault);
    }
}

void own_judge(own_report *report, const own_reference *r, const double *const y[ROLES],
               double rate, bool explain)
{
    own_columns answers;
    *report = (own_report){.draws = r->items};
    own_columns_of(&answers, r->axes, r->q, y, r->items);
    const farthest f = compare(&answers, &r->columns, rate);
    const char *repeated = own_law_repeats(r->declared) ? NULL : repetition(r, y);
    report->tests = answers.count;
    report->distance = f.distance;
    report->limit = f.limit;
    snprintf(report->worst, sizeof report->worst, "%s", answers.column[f.column].what);
    report->outcome = f.over > 1 || repeated ? OWN_FAIL : OWN_PASS;
    for (int k = 0; k < ROLES; k++)
        report->variance[k] = answers.variance[k] / r->columns.variance[k];
    if (report->outcome == OWN_FAIL && explain) name_faults(report, r, &answers, rate);
    if (repeated && report->hints == 0) add_hint(report, repeated);
    if (report->outcome == OWN_PASS && explain) {
        find_power(report, r, rate);
        if (report->ask > r->items) report->outcome = OWN_UNDECIDED;
    }
    own_columns_clear(&answers);
}
