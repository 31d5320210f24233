/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A candidate: how complicated it is, whether it is valid, and whether it was refused before. */
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sum.h"
#include "props/case/reference_step.h"
#include "props/smaller/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- How complicated ---- */

static size_t cost_of_numbers(const double *at, size_t count)
{
    size_t cost = 0;
    for (size_t i = 0; i < count; i++) {
        char text[SLP_NUMBER_CHARS];
        if (at[i] == 0) {
            cost += signbit(at[i]) != 0;
            continue;
        }
        smaller_print_shortest(text, at[i]);
        cost += strlen(text) + (fabs(at[i]) == 1 ? 1 : 2);
    }
    return cost + count;
}

size_t prop_complexity(const slp_case *c)
{
    enum { A_KEY = 4, A_STEP = 2 };
    size_t cost = A_STEP * c->steps + cost_of_numbers(&c->h, 1);
    for (size_t p = 0; c->system->params[p].key; p++)
        if (c->params[p].count)
            cost += A_KEY + cost_of_numbers(c->params[p].at, c->params[p].count);
    return cost + cost_of_numbers(c->x, c->x_count) + cost_of_numbers(c->dw, c->dw_count) +
           cost_of_numbers(c->area.at, c->area.count);
}

/* ---- Candidates ---- */

static uint64_t sum_of(const slp_case *c)
{
    uint64_t sum = slp_fnv(SLP_FNV, &c->h, sizeof c->h);
    sum = slp_fnv(sum, &c->steps, sizeof c->steps);
    for (size_t p = 0; c->system->params[p].key; p++) {
        sum = slp_fnv(sum, &c->params[p].count, sizeof c->params[p].count);
        sum = slp_fnv(sum, c->params[p].at, c->params[p].count * sizeof(double));
    }
    sum = slp_fnv(sum, c->x, c->x_count * sizeof(double));
    return slp_fnv(sum, c->dw, c->dw_count * sizeof(double));
}

static bool was_refused(const smaller *s, uint64_t sum)
{
    for (size_t i = 0; i < s->refused_count; i++)
        if (s->refused[i] == sum) return true;
    return false;
}

static void refuse(smaller *s, uint64_t sum)
{
    s->refused = slp_one_more(s->refused, s->refused_count, sizeof *s->refused);
    s->refused[s->refused_count++] = sum;
}

/* On su(N) the last diagonal entry becomes minus the sum of the others; on its dual pair in both
 * halves. */
static void make_trace_free(slp_case *c)
{
    const size_t halves = c->system->algebra == SLP_SUN ? 1 : 2, half = c->x_count / halves;
    const size_t n = (size_t)llround(sqrt((double)half));
    if (n == 0 || n * n != half) return;
    double *x = slp_allocate(c->x_count, sizeof *x);
    memcpy(x, c->x, c->x_count * sizeof *x);
    for (size_t k = 0; k < halves; k++) {
        double sum = 0;
        for (size_t i = 0; i + 1 < n; i++) sum += x[k * half + i];
        x[k * half + n - 1] = sum == 0 ? 0 : -sum;
    }
    slp_need_memory(slp_case_set_x(c, x, c->x_count));
    free(x);
}

bool smaller_make_valid(slp_case *c)
{
    slp_error err;
    prop_fit_case(c);
    if (slp_need_memory(slp_case_check(c, &err)) == SLP_OK) return true;
    if (c->system->algebra != SLP_SUN && c->system->algebra != SLP_SUN_DUAL) return false;
    make_trace_free(c);
    return slp_need_memory(slp_case_check(c, &err)) == SLP_OK;
}

bool smaller_is_spent(const smaller *s)
{
    return s->how->spent(s->how->of);
}

bool smaller_try(smaller *s, slp_case *candidate)
{
    slp_error err;
    if (smaller_is_spent(s) || !smaller_make_valid(candidate)) return false;
    if (s->how->fit) {
        s->how->fit(s->how->of, candidate);
        if (slp_need_memory(slp_case_check(candidate, &err)) != SLP_OK) return false;
    }
    const size_t complexity = prop_complexity(candidate);
    if (complexity >= s->complexity) return false;
    const uint64_t sum = sum_of(candidate);
    if (was_refused(s, sum)) return false;
    if (!s->how->fails(s->how->of, candidate)) {
        refuse(s, sum);
        return false;
    }
    slp_need_memory(slp_case_copy(s->best, candidate));
    s->complexity = complexity;
    return true;
}
