/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What is compared of a group's answers: the axes of its noise, and numbers along them. */
#include "fast/fast.h"
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = OWN_MOST_COORDINATES };

/* a = sum_k V_k V_k^T at x, by a difference quotient; drift = Psi(x; h, 0) - x */
static slp_status noise_covariance(double a[MOST][MOST], double drift[MOST], const own_question *q,
                                   slp_error *err)
{
    const double stride = 0x1p-10;
    const size_t d = q->c.d, M = q->c.M;
    double *dw = slp_allocate(M, sizeof *dw), ahead[MOST], behind[MOST];
    fast_system *sys = NULL;
    const fast_scheme *rule = fast_scheme_find(q->c.scheme->name);
    slp_status status = slp_need_memory(fast_system_new(&sys, &q->c, err));
    double *room = status ? NULL : slp_allocate(fast_step_work_size(rule, sys), sizeof *room);
    for (size_t k = 0; k < M && status == SLP_OK; k++) {
        dw[k] = stride;
        status = fast_step(ahead, NULL, rule, sys, q->c.x, 0, dw, room);
        dw[k] = -stride;
        if (status == SLP_OK) status = fast_step(behind, NULL, rule, sys, q->c.x, 0, dw, room);
        dw[k] = 0;
        for (size_t i = 0; i < d && status == SLP_OK; i++)
            for (size_t j = 0; j < d; j++)
                a[i][j] += (ahead[i] - behind[i]) * (ahead[j] - behind[j]) / (4 * stride * stride);
    }
    if (status == SLP_OK) status = fast_step(ahead, NULL, rule, sys, q->c.x, q->c.h, dw, room);
    for (size_t i = 0; i < d && status == SLP_OK; i++) drift[i] = ahead[i] - q->c.x[i];
    if (status != SLP_OK)
        slp_error_set(err, q->c.line, q->c.id, NULL, "a step of it fails: %s; take a smaller h",
                      slp_status_word(status));
    free(room);
    free(dw);
    fast_system_free(sys);
    return status;
}

/* Gram and Schmidt in the product that the covariance makes: the coordinate of which most is left
 * goes first, and what it knows of the others is taken from them. */
slp_status own_axes_of(own_axes *axes, const own_question *q, slp_error *err)
{
    double a[MOST][MOST] = {{0}}, left[MOST][MOST] = {{0}}, largest = 0;
    const size_t d = q->c.d;
    *axes = (own_axes){.d = d};
    if (d > MOST) {
        slp_error_set(err, q->c.line, q->c.id, "x",
                      "has %zu numbers; noise is judged on at most %d, take a smaller system", d,
                      MOST);
        return SLP_UNSUPPORTED;
    }
    memcpy(axes->x, q->c.x, d * sizeof *axes->x);
    const slp_status status = noise_covariance(a, axes->drift, q, err);
    if (status != SLP_OK) return status;
    for (size_t i = 0; i < d; i++) {
        left[i][i] = 1;
        largest = fmax(largest, a[i][i]);
        axes->square += a[i][i] * q->c.h;
    }
    while (axes->r < OWN_MOST_AXES) {
        size_t best = 0;
        for (size_t i = 1; i < d; i++)
            if (a[i][i] > a[best][best]) best = i;
        const double variance = a[best][best];
        if (!(variance > 1e-8 * largest)) break;
        double row[MOST], from[MOST], *at = axes->at[axes->r++];
        memcpy(row, a[best], sizeof row);
        memcpy(from, left[best], sizeof from);
        for (size_t k = 0; k < d; k++) at[k] = from[k] / sqrt(variance * q->c.h);
        for (size_t i = 0; i < d; i++) {
            const double known = row[i] / variance;
            for (size_t k = 0; k < d; k++) {
                a[i][k] -= known * row[k];
                left[i][k] -= known * from[k];
            }
        }
    }
    if (axes->r > 0) return SLP_OK;
    slp_error_set(err, q->c.line, q->c.id, "x",
                  "noise does not move this state; give another state, or an amplitude");
    return SLP_UNSUPPORTED;
}

/* ---- Numbers of answers ---- */

/* Of paths: z[(item*steps + s)*r + i], the displacement of step s along axis i; radial[item] =
 * x.(y - x)/axes->square. */
typedef struct moves {
    size_t items, steps, r;
    double *z, *radial;
} moves;

static void moves_of(moves *m, const own_axes *axes, size_t steps, const double *y, size_t items)
{
    const size_t d = axes->d, r = axes->r;
    *m = (moves){.items = items, .steps = steps, .r = r};
    m->z = slp_allocate(items * steps * r, sizeof *m->z);
    m->radial = slp_allocate(items, sizeof *m->radial);
    for (size_t item = 0; item < items; item++) {
        const double *before = axes->x;
        for (size_t s = 0; s < steps; s++) {
            const double *after = y + (item * steps + s) * d;
            double *z = m->z + (item * steps + s) * r;
            for (size_t k = 0; k < d; k++)
                for (size_t i = 0; i < r; i++)
                    z[i] += axes->at[i][k] * (after[k] - before[k] - axes->drift[k]);
            before = after;
        }
        for (size_t k = 0; k < d; k++)
            m->radial[item] += axes->x[k] * (before[k] - axes->x[k]) / axes->square;
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double *add_column(own_columns *to, size_t items, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static double *add_column(own_columns *to, size_t items, const char *format, ...)
{
    va_list words;
    to->column = slp_one_more(to->column, to->count, sizeof *to->column);
    struct own_column *c = to->column + to->count++;
    va_start(words, format);
    vsnprintf(c->what, sizeof c->what, format, words);
    va_end(words);
    c->items = items;
    return c->at = slp_allocate(items, sizeof *c->at);
}

/* sum_i a_i b_i */
static double product(const double *a, const double *b, size_t r)
{
    double sum = 0;
    for (size_t i = 0; i < r; i++) sum += a[i] * b[i];
    return sum;
}

/* The displacement over all steps of a path, of variance 1 an axis. */
static void whole(double *to, const moves *m, size_t item)
{
    for (size_t i = 0; i < m->r; i++) {
        to[i] = 0;
        for (size_t s = 0; s < m->steps; s++) to[i] += m->z[(item * m->steps + s) * m->r + i];
        to[i] /= sqrt((double)m->steps);
    }
}

/* Of the size of a displacement, and of its direction towards x. */
static void add_sizes(own_columns *to, const moves *m, const char *of)
{
    double *square = add_column(to, m->items, "|z|^2 of %s", of), z[OWN_MOST_AXES];
    double *fourth = add_column(to, m->items, "sum of z_i^4 of %s", of);
    double *radial = add_column(to, m->items, "x.(y - x) of %s", of);
    for (size_t item = 0; item < m->items; item++) {
        whole(z, m, item);
        square[item] = product(z, z, m->r);
        for (size_t i = 0; i < m->r; i++) fourth[item] += z[i] * z[i] * z[i] * z[i];
        radial[item] = m->radial[item];
    }
}

static double mean_square(const moves *m)
{
    double z[OWN_MOST_AXES], sum = 0;
    for (size_t item = 0; item < m->items; item++) {
        whole(z, m, item);
        sum += product(z, z, m->r);
    }
    return sum / (double)(m->items * m->r);
}

/* Each coordinate, its size, and products of two. */
static void add_coordinates(own_columns *to, const moves *m, const char *of)
{
    const size_t r = m->r;
    for (size_t i = 0; i < r; i++) {
        double *at = add_column(to, m->items, "z_%zu of %s", i + 1, of);
        double *size = add_column(to, m->items, "|z_%zu| of %s", i + 1, of);
        for (size_t item = 0; item < m->items; item++) {
            at[item] = m->z[item * r + i];
            size[item] = fabs(at[item]);
        }
        for (size_t j = 0; j < i; j++) {
            double *both = add_column(to, m->items, "z_%zu z_%zu of %s", j + 1, i + 1, of);
            for (size_t item = 0; item < m->items; item++)
                both[item] = m->z[item * r + i] * m->z[item * r + j];
        }
    }
}

/* Products of one answer and the next, item 2k and 2k + 1. */
static void add_next(own_columns *to, const moves *m, const char *of)
{
    double *all = add_column(to, m->items / 2, "z.z' of successive %s", of);
    double a[OWN_MOST_AXES], b[OWN_MOST_AXES];
    for (size_t k = 0; k < m->items / 2; k++) {
        whole(a, m, 2 * k);
        whole(b, m, 2 * k + 1);
        all[k] = product(a, b, m->r);
    }
}

/* Products of one step of a path and another. */
static void add_steps(own_columns *to, const moves *m)
{
    for (size_t t = 1; t < m->steps; t++) {
        for (size_t s = 0; s < t; s++) {
            double *at = add_column(to, m->items, "z.z' of steps %zu and %zu", s + 1, t + 1);
            for (size_t item = 0; item < m->items; item++) {
                const double *z = m->z + item * m->steps * m->r;
                at[item] = product(z + s * m->r, z + t * m->r, m->r);
            }
        }
    }
}

/* Products of the same path of two questions. */
static void add_between(own_columns *to, const moves *a, const moves *b, const char *of)
{
    double *at = add_column(to, a->items, "z.z' of two questions, %s", of);
    for (size_t item = 0; item < a->items; item++)
        at[item] = product(a->z + item * a->steps * a->r, b->z + item * b->steps * b->r, a->r);
}

void own_columns_of(own_columns *to, const own_axes axes[OWN_SHORT_ROLES],
                    const own_question q[OWN_SHORT_ROLES], const double *const y[OWN_SHORT_ROLES],
                    size_t items)
{
    static const char *const of[OWN_SHORT_ROLES] = {"draws", "draws (again)", "draws (small h)",
                                                    "paths"};
    moves m[OWN_SHORT_ROLES];
    *to = (own_columns){.count = 0};
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        moves_of(m + k, axes + k, q[k].steps, y[k], items);
        add_sizes(to, m + k, of[k]);
        to->variance[k] = mean_square(m + k);
        add_next(to, m + k, of[k]);
        if (q[k].steps == 1) add_coordinates(to, m + k, of[k]);
    }
    add_steps(to, m + OWN_PATHS);
    add_between(to, m + OWN_DRAWS, m + OWN_AGAIN, "two seeds");
    add_between(to, m + OWN_DRAWS, m + OWN_SMALL, "two h");
    add_between(to, m + OWN_DRAWS, m + OWN_PATHS, "draws and paths");
    for (size_t i = 0; i < to->count; i++)
        qsort(to->column[i].at, to->column[i].items, sizeof(double), by_value);
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        free(m[k].z);
        free(m[k].radial);
    }
}

void own_columns_clear(own_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++) free(columns->column[i].at);
    free(columns->column);
    *columns = (own_columns){.count = 0};
}
