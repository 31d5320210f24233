/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An experiment's samples as exact cases: a function of the seed, the sample's number and the claim
 * alone, computed with + - * / sqrt only, so that every machine draws the same bits. */
#include "reports/claims/claim.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double between(slp_draw *draw, double lo, double hi)
{
    double value = slp_draw_between(draw, lo, hi);
    return value < lo ? lo : value > hi ? hi : value;
}

/* 2^k m, k uniform over the binades of [lo, hi], then uniform within what the binade shares with
 * it. */
static double log_between(slp_draw *draw, double lo, double hi)
{
    int first, last;
    frexp(lo, &first);
    frexp(hi, &last);
    if (frexp(hi, &last) == 0.5 && last > first)
        last--; /* hi = 2^(last-1) belongs to the binade below */
    int k = first + (int)slp_draw_below(draw, (uint64_t)(last - first + 1));
    return between(draw, fmax(lo, ldexp(0.5, k)), fmin(hi, ldexp(1, k)));
}

static void fill(double *to, size_t count, const slp_origin *from, slp_draw *draw)
{
    double square = 0, norm = from->kind == SLP_ORIGIN_NORM ? between(draw, from->lo, from->hi) : 0;
    for (size_t i = 0; i < count; i++) {
        switch (from->kind) {
        case SLP_ORIGIN_FIXED:
            to[i] = from->at[i];
            break;
        case SLP_ORIGIN_UNIFORM:
            to[i] = between(draw, from->lo, from->hi);
            break;
        case SLP_ORIGIN_LOG:
            to[i] = log_between(draw, from->lo, from->hi);
            break;
        case SLP_ORIGIN_NORM:
            to[i] = slp_draw_normal(draw);
            break;
        }
        square += to[i] * to[i];
    }
    if (from->kind != SLP_ORIGIN_NORM) return;
    for (size_t i = 0; i < count; i++)
        to[i] = square > 0 ? to[i] * (norm / sqrt(square)) : i == 0 ? norm : 0;
}

void slp_experiment_increments(double *dw, const slp_experiment *e, double h, size_t M,
                               size_t sample, size_t first, size_t count, double *room)
{
    for (size_t k = 0; k < M; k++) {
        if (e->wiener) slp_increments(room, h, e->seed, sample, (uint32_t)k, 0, first, count);
        for (size_t s = 0; s < count; s++)
            dw[s * M + k] = !e->wiener   ? 0
                            : e->ell > 0 ? slp_truncate(room[s], h, e->ell)
                                         : room[s];
    }
}

static slp_status refuse(slp_error *err, size_t line)
{
    err->line = line;
    return SLP_INPUT;
}

/* Matrices of su(N) have trace 0: the drawn imaginary diagonal is put on a grid of 2^-40, where
 * sums are exact, and its last number makes the sum 0. */
static void remove_trace(double *x, size_t d)
{
    size_t n = (size_t)(sqrt((double)d) + 0.5);
    double sum = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        x[i] = ldexp(nearbyint(ldexp(x[i], 40)), -40);
        sum += x[i];
    }
    x[n - 1] = -sum;
}

/* Parameters, then h, then the state are drawn, in this order; the shape decides how long the state
 * is. */
static slp_status draw_case(slp_case *c, const slp_experiment *e, slp_draw *draw, slp_error *err)
{
    for (size_t k = 0; e->system->params[k].key; k++) {
        if (!e->has_param[k]) continue;
        size_t count = e->params[k].count;
        double *values = slp_allocate(count, sizeof *values);
        fill(values, count, &e->params[k], draw);
        slp_status status =
            slp_need_memory(slp_case_set_param(c, e->system->params[k].key, values, count, err));
        free(values);
        if (status != SLP_OK) return refuse(err, e->params[k].line);
    }
    fill(&c->h, 1, &e->h, draw);
    if (e->wiener && !(c->h > 0))
        return slp_error_set(err, e->h.line, NULL, "h", "Wiener increments need h > 0");
    if (slp_case_shape(c, err) != SLP_OK) return refuse(err, e->line);
    if (e->state.kind == SLP_ORIGIN_FIXED && e->state.count != c->d)
        return slp_error_set(err, e->state.line, NULL, "state", "has %zu numbers; %s has %zu here",
                             e->state.count, e->system->name, c->d);
    double *x = slp_allocate(c->d, sizeof *x);
    fill(x, c->d, &e->state, draw);
    if (e->state.kind != SLP_ORIGIN_FIXED && e->system->algebra == SLP_SUN) remove_trace(x, c->d);
    if (e->state.kind != SLP_ORIGIN_FIXED && e->system->algebra == SLP_SUN_DUAL)
        for (size_t half = 0; half < 2; half++) remove_trace(x + half * (c->d / 2), c->d / 2);
    slp_need_memory(slp_case_set_x(c, x, c->d));
    free(x);
    return SLP_OK;
}

slp_status slp_experiment_case(slp_case *c, const slp_experiment *e, size_t sample, size_t steps,
                               slp_error *err)
{
    char id[96];
    snprintf(id, sizeof id, "%s-%zu", e->name, sample);
    slp_case_clear(c);
    c->id = slp_copy_text(id);
    c->system = e->system;
    c->scheme = e->scheme;
    c->steps = steps;
    slp_draw draw;
    slp_draw_init(&draw, e->seed, sample);
    slp_status status = draw_case(c, e, &draw, err);
    if (status != SLP_OK) return status;
    const size_t count = c->M * steps;
    if (count && count <= SLP_MAX_LIST) { /* more is refused below, before there is room for it */
        double *dw = slp_allocate(count + steps, sizeof *dw);
        slp_experiment_increments(dw, e, c->h, c->M, sample, 0, steps, dw + count);
        slp_need_memory(slp_case_set_dw(c, dw, count));
        free(dw);
    }
    return slp_case_check(c, err) == SLP_OK ? SLP_OK : refuse(err, e->line);
}
