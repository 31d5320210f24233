/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories of Zeitlin's sphere on a device: the state, the stages and all matrices stay there;
 * sums of squares come back, one of a tile.
 *
 * The stage Z = X - (W - W*)/2 + W xi/4, W = xi Z, xi = xi(Z), is iterated from what a polynomial
 * through earlier stages has next, of the degree that missed the last stage least; the degree is
 * chosen anew every PERIOD steps.  It ends when an iteration changes Z by at most 4 u|X|, or when
 * changes of roundoff's size no longer shrink.  Then the new state is X - (W - W*).  An evaluation
 * is six real products, 12 N^3 flops: three make a complex one.
 *
 * A step of s x with h is s times the step of x with s h.  The device has the state divided by a
 * power of 2, so that its squares neither overflow nor underflow.
 *
 * The host waits for the device where it needs its sums: not for those of a first iteration where
 * the step before took two. */
#include "oracle/ports/device/trajectory.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_ITERATIONS = 200, PERIOD = 8 };

struct slp_trajectory {
    device *on;
    int n;
    double scale;    /* the state is scale times X: a power of 2 */
    double h, size;  /* for X; size: |X|, which steps keep */
    int stage, next; /* slots */
    int back[KEPT];  /* slots of the stages before, the last one first */
    int known;       /* of them hold stages */
    int used;        /* stages of which a guess is made, with the last one */
    bool two;        /* the step before took two evaluations or more */
    int failed;      /* something on the device did; text says what */
    size_t evaluations, steps;
    double *sums; /* numbers that come back */
    char *text;
};

static void act(slp_trajectory *t, int kind, size_t items, int a, int b, int c)
{
    sphere_work w = {.kind = kind, .n = t->n, .a = a, .b = b, .c = c, .h = t->h};
    for (int k = 0; k < KEPT; k++) w.back[k] = t->back[k];
    if (!t->failed) t->failed = slp_driver_sphere(t->on, w, items, t->text);
}

static size_t count_entries(const slp_trajectory *t)
{
    return (size_t)t->n * (size_t)t->n;
}

static size_t count_tiles(const slp_trajectory *t)
{
    return (size_t)TILES(t->n);
}

static double sum_of(const double *terms, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += terms[i];
    return sum;
}

static void get_numbers(slp_trajectory *t, double *to, size_t at, size_t count)
{
    if (!t->failed) t->failed = slp_driver_get(t->on, to, at, count, t->text);
}

/* The three real products of the factors in slots a and b. */
static void multiply(slp_trajectory *t, int a, int b)
{
    if (!t->failed) t->failed = slp_driver_products(t->on, t->n, a, b, S_PART, t->text);
}

/* One evaluation at the stage; the squares of next - stage go to one of two places. */
static void evaluate_stage(slp_trajectory *t, int place)
{
    t->evaluations++;
    act(t, DO_GENERATOR, (size_t)GROUPS(t->n), t->stage, 0, 0);
    act(t, DO_MIRROR, count_tiles(t), 0, 0, 0);
    multiply(t, S_XI, t->stage);
    act(t, DO_COMPLEX, count_entries(t), 0, 0, 0);
    multiply(t, S_W, S_XI);
    act(t, DO_STAGE, count_tiles(t), t->stage, t->next, place);
}

/* Of as many stages as missed this one least. */
static void choose_order(slp_trajectory *t)
{
    const size_t sampled = (size_t)SAMPLED(t->n);
    double least = INFINITY;
    act(t, DO_MISSED, sampled, t->stage, t->known, 0);
    get_numbers(t, t->sums, (size_t)MISSES(t->n), (size_t)t->known * sampled);
    for (int k = 0; k < t->known && !t->failed; k++) {
        const double miss = sum_of(t->sums + (size_t)k * sampled, sampled);
        if (miss < least) t->used = k + 1, least = miss;
    }
}

/* The state's step and the guess of the next stage; this one is kept in place of the oldest. */
static void end_step(slp_trajectory *t)
{
    const int stage = t->stage, free = t->next, oldest = t->back[KEPT - 1];
    if (t->known > 0 && (t->steps <= KEPT || t->steps % PERIOD == 0)) choose_order(t);
    act(t, DO_END, count_tiles(t), stage, free, t->used);
    for (int k = KEPT - 1; k > 0; k--) t->back[k] = t->back[k - 1];
    t->back[0] = stage;
    t->stage = free;
    t->next = oldest;
    if (t->known < KEPT) t->known++;
    t->steps++;
}

/* FINE or NO_CONVERGENCE. */
static int step(slp_trajectory *t)
{
    for (int i = 0;; i++) {
        double change, before = INFINITY;
        evaluate_stage(t, i % 2);
        if (i > 0 || !t->two) {
            get_numbers(t, t->sums, (size_t)SUMS(t->n, 0), 2 * count_tiles(t));
            if (t->failed) return -1;
            change = sqrt(sum_of(t->sums + (i % 2 ? count_tiles(t) : 0), count_tiles(t)));
            if (i > 0)
                before = sqrt(sum_of(t->sums + (i % 2 ? 0 : count_tiles(t)), count_tiles(t)));
            if (!(change <= 0x1p500) || i == MOST_ITERATIONS) return NO_CONVERGENCE;
            const double enough = 4 * UNIT * t->size;
            t->two = i > 0 && !(i == 1 && before <= enough);
            if (change <= enough || (change >= 0.5 * before && change <= 0x1p-40 * t->size)) break;
        }
        const int done = t->stage;
        t->stage = t->next;
        t->next = done;
    }
    end_step(t);
    return t->failed;
}

/* Both parts of the matrix of these coordinates over 2^e: N imaginary parts of the diagonal, then
 * pairs row by row. */
static void spread_matrix(double *matrix, const double *x, size_t n, int e)
{
    const double *at = x + n;
    double *re = matrix, *im = matrix + n * n;
    for (size_t i = 0; i < n; i++) {
        re[i * n + i] = 0;
        im[i * n + i] = ldexp(x[i], -e);
        for (size_t j = i + 1; j < n; j++) {
            re[i * n + j] = ldexp(*at++, -e);
            re[j * n + i] = -re[i * n + j];
            im[i * n + j] = im[j * n + i] = ldexp(*at++, -e);
        }
    }
}

static void gather_coordinates(double *x, const double *matrix, size_t n, double scale)
{
    const double *re = matrix, *im = matrix + n * n;
    double *at = x + n;
    for (size_t i = 0; i < n; i++) {
        x[i] = scale * im[i * n + i];
        for (size_t j = i + 1; j < n; j++) {
            *at++ = scale * re[i * n + j];
            *at++ = scale * im[i * n + j];
        }
    }
}

void slp_trajectory_end(slp_trajectory *t)
{
    char unread[DEVICE_TEXT];
    if (!t) return;
    slp_driver_list(t->on, 0, t->failed ? unread : t->text);
    free(t->sums);
    free(t);
}

int slp_trajectory_begin(slp_trajectory **begun, device *d, const double *x, int n, double h,
                         char text[DEVICE_TEXT])
{
    const size_t q = (size_t)n * (size_t)n, terms = (size_t)(MEANS(n) - SUMS(n, 0)),
                 count = 2 * q > terms ? 2 * q : terms;
    slp_trajectory *t = *begun = calloc(1, sizeof *t);
    double sum = 0, largest = 0;
    if (!t) return SLP_MEMORY;
    for (size_t i = 0; i < q; i++) largest = fmax(largest, fabs(x[i]));
    const int e = largest > 0 && largest <= DBL_MAX ? ilogb(largest) : 0;
    *t = (slp_trajectory){.on = d, .n = n, .stage = S_RING, .next = S_RING + 3};
    t->scale = ldexp(1, e);
    t->h = ldexp(h, e);
    t->text = text;
    for (int k = 0; k < KEPT; k++) t->back[k] = S_RING + 3 * (k + 2);
    t->sums = malloc(count * sizeof *t->sums);
    if (!t->sums) {
        free(t);
        *begun = NULL;
        return SLP_MEMORY;
    }
    spread_matrix(t->sums, x, (size_t)n, e);
    for (size_t i = 0; i < 2 * q; i++) sum += t->sums[i] * t->sums[i];
    t->size = sqrt(sum);
    t->failed = slp_driver_list(d, (size_t)NUMBERS(n), text);
    if (!t->failed) t->failed = slp_driver_put(d, S_STATE * q, t->sums, 2 * q, text);
    act(t, DO_FACTOR, (size_t)n, 0, 0, 0);
    act(t, DO_END, count_tiles(t), t->next, t->stage, 0); /* W = 0: the stage is the state */
    return t->failed ? SLP_DEVICE_FAILED : SLP_OK;
}

int slp_trajectory_step(slp_trajectory *t, size_t steps)
{
    int outcome = t->failed ? -1 : FINE;
    for (size_t i = 0; i < steps && outcome == FINE; i++) outcome = step(t);
    if (t->failed) return SLP_DEVICE_FAILED;
    return outcome == NO_CONVERGENCE ? SLP_NO_CONVERGENCE : SLP_OK;
}

int slp_trajectory_state(slp_trajectory *t, double *x)
{
    get_numbers(t, t->sums, S_STATE * count_entries(t), 2 * count_entries(t));
    if (t->failed) return SLP_DEVICE_FAILED;
    if (x) gather_coordinates(x, t->sums, (size_t)t->n, t->scale);
    return SLP_OK;
}

size_t slp_trajectory_evaluations(const slp_trajectory *t)
{
    return t->evaluations;
}

int slp_device_trajectory(device *d, double *states, size_t *evaluations, const double *x, int n,
                          double h, size_t steps, char text[DEVICE_TEXT])
{
    slp_trajectory *t;
    const size_t q = (size_t)n * (size_t)n;
    int outcome = slp_trajectory_begin(&t, d, x, n, h, text);
    for (size_t i = 0; i < steps && outcome == SLP_OK; i++) {
        outcome = slp_trajectory_step(t, 1);
        if (outcome == SLP_OK && states) outcome = slp_trajectory_state(t, states + i * q);
    }
    if (evaluations) *evaluations = t ? t->evaluations : 0;
    slp_trajectory_end(t);
    return outcome;
}
