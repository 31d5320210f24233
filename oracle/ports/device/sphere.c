/* Trajectories of Zeitlin's sphere on a device: the state, the stage and all matrices stay there;
 * sums of squares come back, at most LAST numbers at a time.
 *
 * The stage Z = X - (W - W*)/2 + W xi/4, W = xi Z, xi = xi(Z), is iterated from the sum of the
 * backward differences of earlier stages: as many as missed the last one least.  It ends when an
 * iteration changes Z by at most 4 u|X|, or when changes of roundoff's size no longer shrink.  Then
 * the new state is X - (W - W*).  An evaluation is six real products, 12 N^3 flops: three make a
 * complex one. */
#include "oracle/ports/device/trajectory.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ITERATIONS = 200, LAST = 1024 };

struct slp_trajectory {
    device *on;
    int n;
    double h, size;  /* size: |X|, which steps keep */
    int stage, next; /* slots */
    int known;       /* differences that there are */
    int sums, room;  /* sums of what they missed, and in which room */
    int failed;      /* something on the device did; text says what */
    size_t evaluations;
    double *back; /* numbers that come back */
    char *text;
};

static void act(slp_trajectory *t, int kind, size_t items, int a, int b, int c)
{
    const sphere_work w = {kind, t->n, a, b, c, t->h};
    if (!t->failed) t->failed = slp_driver_sphere(t->on, w, items, t->text);
}

static size_t entries(const slp_trajectory *t)
{
    return (size_t)t->n * (size_t)t->n;
}

/* Items of strips of this many rows. */
static size_t strips(const slp_trajectory *t, int rows)
{
    return (size_t)t->n * (size_t)STRIPS(rows);
}

/* Adds up each of `sums` sums, a term an item of a strip, until there are at most `most` terms;
 * their number. */
static int add(slp_trajectory *t, int sums, int most)
{
    int terms = (int)strips(t, t->n);
    for (t->room = 0; sums && terms > most; t->room = 1 - t->room) {
        const int fewer = (terms + ADDED - 1) / ADDED;
        act(t, DO_ADD, (size_t)sums * (size_t)fewer, terms, fewer, t->room);
        terms = fewer;
    }
    return terms;
}

/* The root of the sum that the last items of strips have made. */
static double norm(slp_trajectory *t)
{
    const size_t terms = (size_t)add(t, 1, LAST);
    double sum = 0;
    if (!t->failed)
        t->failed = slp_driver_get(t->on, t->back, (size_t)SUMS(t->n, t->room), terms, t->text);
    if (t->failed) return 0;
    for (size_t i = 0; i < terms; i++) sum += t->back[i];
    return sqrt(sum);
}

/* The three real products of the factors in slots a and b. */
static void multiply(slp_trajectory *t, int a, int b)
{
    if (!t->failed) t->failed = slp_driver_products(t->on, t->n, a, b, S_PART, t->text);
}

/* One evaluation at the stage; returns |next - stage|. */
static double evaluate(slp_trajectory *t)
{
    t->evaluations++;
    act(t, DO_GENERATOR, 4 * (size_t)WIDE(t->n), t->stage, 0, 0);
    act(t, DO_MIRROR, strips(t, (t->n + 1) / 2), 0, 0, 0);
    multiply(t, S_XI, t->stage);
    act(t, DO_COMPLEX, entries(t), 0, 0, 0);
    multiply(t, S_W, S_XI);
    act(t, DO_STAGE, strips(t, t->n), t->stage, t->next, 0);
    return norm(t);
}

/* FINE or NO_CONVERGENCE. */
static int step(slp_trajectory *t)
{
    double before = INFINITY;
    act(t, DO_GUESS, strips(t, t->n), t->stage, t->sums, t->room);
    for (int i = 0;; i++) {
        const double change = evaluate(t);
        if (t->failed) return -1;
        if (!(change <= 0x1p500) || i == MOST_ITERATIONS) return NO_CONVERGENCE;
        const int small = change <= 4 * UNIT * t->size;
        if (small || (change >= 0.5 * before && change <= 0x1p-40 * t->size)) break;
        before = change;
        const int done = t->stage;
        t->stage = t->next;
        t->next = done;
    }
    act(t, DO_END, strips(t, t->n), t->stage, t->known, 0);
    t->sums = t->known;
    add(t, t->sums, 1);
    if (t->known < DIFFERENCES) t->known++;
    return t->failed;
}

/* Both parts of the matrix of these coordinates: N imaginary parts of the diagonal, then pairs row
 * by row. */
static void spread(double *matrix, const double *x, size_t n)
{
    const double *at = x + n;
    double *re = matrix, *im = matrix + n * n;
    for (size_t i = 0; i < n; i++) {
        re[i * n + i] = 0;
        im[i * n + i] = x[i];
        for (size_t j = i + 1; j < n; j++) {
            re[i * n + j] = *at;
            re[j * n + i] = -*at++;
            im[i * n + j] = im[j * n + i] = *at++;
        }
    }
}

static void gather(double *x, const double *matrix, size_t n)
{
    const double *re = matrix, *im = matrix + n * n;
    double *at = x + n;
    for (size_t i = 0; i < n; i++) {
        x[i] = im[i * n + i];
        for (size_t j = i + 1; j < n; j++) {
            *at++ = re[i * n + j];
            *at++ = im[i * n + j];
        }
    }
}

void slp_trajectory_end(slp_trajectory *t)
{
    char unread[DEVICE_TEXT];
    if (!t) return;
    slp_driver_list(t->on, 0, t->failed ? unread : t->text);
    free(t->back);
    free(t);
}

int slp_trajectory_begin(slp_trajectory **begun, device *d, const double *x, int n, double h,
                         char text[DEVICE_TEXT])
{
    const size_t q = (size_t)n * (size_t)n, room = 2 * q > LAST ? 2 * q : LAST;
    slp_trajectory *t = *begun = calloc(1, sizeof *t);
    double sum = 0;
    if (!t) return SLP_MEMORY;
    *t = (slp_trajectory){.on = d, .n = n, .h = h, .stage = S_STAGE, .next = S_NEXT, .text = text};
    t->back = malloc(room * sizeof *t->back);
    if (!t->back) {
        free(t);
        *begun = NULL;
        return SLP_MEMORY;
    }
    spread(t->back, x, (size_t)n);
    for (size_t i = 0; i < 2 * q; i++) sum += t->back[i] * t->back[i];
    t->size = sqrt(sum);
    t->failed = slp_driver_list(d, (size_t)NUMBERS(n), text);
    if (!t->failed) t->failed = slp_driver_put(d, S_STATE * q, t->back, 2 * q, text);
    act(t, DO_FACTOR, (size_t)n, 0, 0, 0);
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
    if (!t->failed)
        t->failed = slp_driver_get(t->on, t->back, S_STATE * entries(t), 2 * entries(t), t->text);
    if (t->failed) return SLP_DEVICE_FAILED;
    if (x) gather(x, t->back, (size_t)t->n);
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
