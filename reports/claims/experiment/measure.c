/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Measured numbers: from balls to intervals, witnesses, and series thinned for drawing. */
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void slp_measurement_init(slp_measurement *m)
{
    memset(m, 0, sizeof *m);
}

void slp_measurement_clear(slp_measurement *m)
{
    free(m->witness);
    free(m->series.x);
    for (size_t i = 0; i < SLP_SERIES_CURVES; i++) {
        free(m->series.y[i]);
        free(m->series.low[i]);
        free(m->series.high[i]);
    }
    slp_measurement_init(m);
}

void slp_measurement_witness(slp_measurement *m, const slp_case *c)
{
    slp_written line;
    FILE *to = slp_written_begin(&line);
    if (slp_case_print(to, c) != 0) slp_need_pointer(NULL);
    char *text = slp_written_end(&line);
    text[strcspn(text, "\n")] = 0;
    free(m->witness);
    m->witness = text;
}

void slp_measurement_step(slp_measurement *m, const slp_case *c, const double *x, const double *dw)
{
    SLP_CLEARED(slp_case) one = {0};
    slp_need_memory(slp_case_copy(&one, c));
    one.steps = 1;
    slp_need_memory(slp_case_set_x(&one, x, c->d));
    if (c->M) slp_need_memory(slp_case_set_dw(&one, dw, c->M));
    slp_measurement_witness(m, &one);
}

void slp_interval_from_ball(slp_interval *to, const arb_t ball)
{
    REF_LOCAL(arf, lo, hi);
    arb_get_interval_arf(lo, hi, ball, arb_rel_accuracy_bits(ball) > 64 ? 128 : 64);
    to->lo = arf_get_d(lo, ARF_RND_FLOOR);
    to->hi = arf_get_d(hi, ARF_RND_CEIL);
    to->level = 1;
    to->known = !isnan(to->lo) && !isnan(to->hi);
}

void slp_measured_ball(slp_measurement *m, size_t index, const arb_t ball)
{
    slp_interval_from_ball(&m->values[index], ball);
}

void slp_interval_raise(slp_interval *all, const slp_interval *one)
{
    if (!all->known) {
        *all = *one;
        return;
    }
    all->lo = fmax(all->lo, one->lo);
    all->hi = fmax(all->hi, one->hi);
}

void slp_measured_largest(slp_measurement *m, size_t index, const arb_t ball)
{
    slp_interval one;
    slp_interval_from_ball(&one, ball);
    slp_interval_raise(&m->values[index], &one);
}

void slp_measured_count(slp_measurement *m, size_t index, double count)
{
    m->values[index] = (slp_interval){count, count, 1, true};
}

void slp_thin_begin(slp_thin *thin, slp_series *series, size_t expected)
{
    memset(thin, 0, sizeof *thin);
    thin->series = series;
    thin->expected = expected;
    series->count = 0;
    series->room = 2 * SLP_SERIES_BINS;
    series->x = slp_allocate(series->room, sizeof *series->x);
    for (size_t i = 0; i < series->curves; i++) {
        series->y[i] = slp_allocate(series->room, sizeof *series->y[i]);
        if (series->level <= 0) continue;
        series->low[i] = slp_allocate(series->room, sizeof *series->low[i]);
        series->high[i] = slp_allocate(series->room, sizeof *series->high[i]);
    }
}

static void emit(slp_series *s, const slp_point *point)
{
    if (s->count == s->room) return;
    s->x[s->count] = point->x;
    for (size_t i = 0; i < s->curves; i++) {
        s->y[i][s->count] = point->y[i];
        if (s->level <= 0) continue;
        s->low[i][s->count] = point->low[i];
        s->high[i][s->count] = point->high[i];
    }
    s->count++;
}

void slp_thin_end(slp_thin *thin)
{
    if (!thin->open) return;
    bool low_first = thin->low.x <= thin->high.x;
    emit(thin->series, low_first ? &thin->low : &thin->high);
    if (thin->low.x < thin->high.x || thin->high.x < thin->low.x)
        emit(thin->series, low_first ? &thin->high : &thin->low);
    thin->open = false;
}

void slp_thin_add(slp_thin *thin, size_t n, double x, const double *y)
{
    slp_thin_add_interval(thin, n, x, y, y, y);
}

void slp_thin_add_interval(slp_thin *thin, size_t n, double x, const double *y, const double *low,
                           const double *high)
{
    slp_point point = {.x = x};
    size_t bin = (size_t)((double)n / (double)thin->expected * SLP_SERIES_BINS);
    if (bin >= SLP_SERIES_BINS) bin = SLP_SERIES_BINS - 1;
    memcpy(point.y, y, thin->series->curves * sizeof *y);
    memcpy(point.low, low, thin->series->curves * sizeof *y);
    memcpy(point.high, high, thin->series->curves * sizeof *y);
    if (thin->open && bin != thin->bin) slp_thin_end(thin);
    if (!thin->open || y[0] < thin->low.y[0]) thin->low = point;
    if (!thin->open || y[0] > thin->high.y[0]) thin->high = point;
    thin->open = true;
    thin->bin = bin;
}
