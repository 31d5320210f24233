/* Trajectories of Zeitlin's sphere on a device: the state, the stage and all matrices stay there;
 * sums of squares come back, N numbers at a time.
 *
 * The stage Z = X - (W - W*)/2 + W xi/4, W = xi Z, xi = xi(Z), is iterated from the sum of the
 * backward differences of earlier stages: as many as missed the last one least.  It ends when an
 * iteration changes Z by at most 4 u|X|, or when changes of roundoff's size no longer shrink.  Then
 * the new state is X - (W - W*).  An evaluation is six real products, 12 N^3 flops: three make a
 * complex one. */
#include "oracle/ports/device/device.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ITERATIONS = 200 };

typedef struct trajectory {
    device *on;
    int n;
    double h, *sums; /* sums: by column */
    int known, used; /* differences that there are, and that the next guess adds up */
    int failed;      /* something on the device did; text says what */
    size_t evaluations;
    char *text;
} trajectory;

static void act(trajectory *t, int kind, size_t items, int a, int b, int c)
{
    const sphere_work w = {kind, t->n, a, b, c, t->h};
    if (!t->failed) t->failed = slp_driver_sphere(t->on, w, items, t->text);
}

static void multiply(trajectory *t, int a, int b, int c)
{
    if (!t->failed) t->failed = slp_driver_product(t->on, t->n, a, b, c, t->text);
}

static size_t entries(const trajectory *t)
{
    return (size_t)t->n * (size_t)t->n;
}

/* The root of row `row` of sums by column. */
static double norm(trajectory *t, size_t row)
{
    const size_t n = (size_t)t->n;
    double sum = 0;
    if (!t->failed)
        t->failed = slp_driver_get(t->on, t->sums, S_PART * entries(t) + row * n, n, t->text);
    if (t->failed) return 0;
    for (size_t j = 0; j < n; j++) sum += t->sums[j];
    return sqrt(sum);
}

/* matrix c = matrix a times matrix b; the sums of their parts are in the slots a_sum, b_sum */
static void complex_product(trajectory *t, int a, int b, int a_sum, int b_sum, int c)
{
    multiply(t, a, b, S_PART);
    multiply(t, a + 1, b + 1, S_PART + 1);
    multiply(t, a_sum, b_sum, S_PART + 2);
    act(t, DO_COMPLEX, entries(t), 0, 0, c);
}

/* One evaluation at the stage; returns |next - stage|. */
static double evaluate(trajectory *t)
{
    const size_t n = (size_t)t->n, q = entries(t);
    act(t, DO_GENERATOR, n, 0, 0, 0);
    act(t, DO_SUM, q, S_XI, S_XI + 1, S_SUM);
    act(t, DO_SUM, q, S_STAGE, S_STAGE + 1, S_SUM + 1);
    complex_product(t, S_XI, S_STAGE, S_SUM, S_SUM + 1, S_W);
    act(t, DO_SUM, q, S_W, S_W + 1, S_SUM + 1);
    complex_product(t, S_W, S_XI, S_SUM + 1, S_SUM, S_NEXT);
    act(t, DO_STAGE, q, S_NEXT, 0, 0);
    act(t, DO_COLUMNS, n, 0, 0, 0);
    return norm(t, 0);
}

/* The number of differences whose sum misses the stage least, of those known. */
static int best(trajectory *t)
{
    double least = INFINITY;
    int which = 0;
    act(t, DO_MISSES, (size_t)t->n, t->known, 0, 0);
    for (int k = 0; k < t->known; k++) {
        const double miss = norm(t, (size_t)k);
        if (miss < least) which = k + 1, least = miss;
    }
    return which;
}

/* FINE or NO_CONVERGENCE; `size` = |X|. */
static int step(trajectory *t, double size)
{
    const size_t q = entries(t);
    double before = INFINITY;
    act(t, DO_GUESS, 2 * q, t->used, 0, 0);
    for (int i = 0;; i++) {
        const double change = evaluate(t);
        t->evaluations++;
        if (t->failed) return -1;
        if (!(change <= 0x1p500) || i == MOST_ITERATIONS) return NO_CONVERGENCE;
        const int small = change <= 4 * UNIT * size;
        if (small || (change >= 0.5 * before && change <= 0x1p-40 * size)) break;
        before = change;
        act(t, DO_COPY, 2 * q, S_NEXT, 0, S_STAGE);
    }
    t->used = t->known ? best(t) : 1;
    act(t, DO_REMEMBER, 2 * q, t->known, 0, 0);
    if (t->known < DIFFERENCES) t->known++;
    act(t, DO_END, q, 0, 0, 0);
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

/* The list on the device, with the state of these coordinates; |X|. */
static double begin(trajectory *t, double *matrix, const double *x)
{
    const size_t q = entries(t);
    t->failed = slp_driver_list(t->on, SLOTS * q, t->text);
    spread(matrix, x, (size_t)t->n);
    if (!t->failed) t->failed = slp_driver_put(t->on, S_STATE * q, matrix, 2 * q, t->text);
    act(t, DO_FACTOR, (size_t)t->n, 0, 0, 0);
    act(t, DO_SQUARES, q, 0, 0, 0);
    act(t, DO_COLUMNS, (size_t)t->n, 0, 0, 0);
    return norm(t, 0);
}

static void end(trajectory *t, double *matrix)
{
    char unread[DEVICE_TEXT];
    slp_driver_list(t->on, 0, t->failed ? unread : t->text);
    free(matrix);
    free(t->sums);
}

int slp_device_trajectory(device *d, double *states, size_t *evaluations, const double *x, int n,
                          double h, size_t steps, char text[DEVICE_TEXT])
{
    trajectory t = {.on = d, .n = n, .h = h, .text = text};
    const size_t q = entries(&t);
    double *matrix = malloc(2 * q * sizeof *matrix);
    int outcome = FINE;
    t.sums = malloc((size_t)n * sizeof *t.sums);
    if (!matrix || !t.sums) {
        free(matrix);
        free(t.sums);
        return SLP_MEMORY;
    }
    const double size = begin(&t, matrix, x);
    for (size_t i = 0; i < steps && outcome == FINE; i++) {
        outcome = t.failed ? SLP_DEVICE_FAILED : step(&t, size);
        if (outcome != FINE || !states) continue;
        t.failed = slp_driver_get(d, matrix, S_STATE * q, 2 * q, text);
        if (t.failed) outcome = SLP_DEVICE_FAILED;
        gather(states + i * q, matrix, (size_t)n);
    }
    if (evaluations) *evaluations = t.evaluations;
    end(&t, matrix);
    return outcome == NO_CONVERGENCE ? SLP_NO_CONVERGENCE : outcome;
}
