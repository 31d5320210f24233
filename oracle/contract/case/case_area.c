/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas of a case: a text has them as a list of their own; in memory they stand behind the
 * increments of each step, so that a step's noise is one row of M numbers. */
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/number/exact.h"

#include <stdlib.h>
#include <string.h>

static slp_status refuse(slp_error *err, const slp_case *c)
{
    if (!c->system->areas)
        return slp_error_set(err, c->line, c->id, "area",
                             "is given, but slp has no brackets of the noises of %s, which areas "
                             "multiply; leave area out, or take a system that `slp list systems` "
                             "says has them",
                             c->system->name);
    if (c->scheme->splits)
        return slp_error_set(err, c->line, c->id, "area",
                             "is given, but %s composes flows of single Hamiltonians, and those of "
                             "brackets have none here; leave area out, or take implicit-midpoint",
                             c->scheme->name);
    return slp_error_set(err, c->line, c->id, "area",
                         "is given, but M = %zu, and an area is of two noises; leave it out", c->M);
}

static slp_status wrong_count(slp_error *err, const slp_case *c, const char *key, size_t have,
                              size_t expected, const char *formula)
{
    return slp_error_set(err, c->line, c->id, key, "has %zu number%s, expected %s = %zu", have,
                         have == 1 ? "" : "s", formula, expected);
}

/* A list for numbers of both, which may be NULL. */
static slp_exact *list_for(const slp_exact *a, const slp_exact *b, size_t count)
{
    const size_t words = a ? a->words : 0, others = b ? b->words : 0;
    return slp_exact_new(count, words > others ? words : others);
}

slp_status slp_case_join_areas(slp_case *c, slp_error *err)
{
    const size_t M = c->M - c->areas, pairs = M > 1 ? M * (M - 1) / 2 : 0;
    if (c->area.count == 0 && c->areas == 0) return SLP_OK;
    if (!c->system->areas || c->scheme->splits || pairs == 0) return refuse(err, c);
    if (c->area.count == 0) return SLP_OK; /* they are joined */
    if (c->steps == 0 || c->steps > SLP_MAX_LIST / (M + pairs))
        return slp_error_set(err, c->line, c->id, "steps",
                             "is %zu, must be 1 to %zu with %zu increments and %zu areas a step",
                             c->steps, (size_t)SLP_MAX_LIST / (M + pairs), M, pairs);
    if (c->dw_count != c->steps * M)
        return wrong_count(err, c, "dw", c->dw_count, c->steps * M, "steps*M");
    if (c->area.count != c->steps * pairs)
        return wrong_count(err, c, "area", c->area.count, c->steps * pairs, "steps*M(M-1)/2");
    const size_t bad = slp_first_not_finite(c->area.at, c->area.count);
    if (bad < c->area.count)
        return slp_error_set(err, c->line, c->id, "area",
                             "number %zu of %zu is not finite; only finite numbers are exchanged",
                             bad + 1, c->area.count);
    const bool wide = c->exact_dw || c->exact_area;
    slp_exact *exact = wide ? list_for(c->exact_dw, c->exact_area, c->steps * (M + pairs)) : NULL;
    double *joined = malloc(c->steps * (M + pairs) * sizeof *joined);
    if (!joined || (wide && !exact)) {
        free(joined);
        slp_exact_free(exact);
        return slp_error_memory(err, c->line, c->id, "area", 0);
    }
    for (size_t s = 0; s < c->steps; s++) {
        memcpy(joined + s * (M + pairs), c->dw + s * M, M * sizeof *joined);
        memcpy(joined + s * (M + pairs) + M, c->area.at + s * pairs, pairs * sizeof *joined);
        if (!wide) continue;
        slp_exact_copy(exact, s * (M + pairs), c->exact_dw, s * M, M);
        slp_exact_copy(exact, s * (M + pairs) + M, c->exact_area, s * pairs, pairs);
    }
    free(c->dw);
    slp_exact_free(c->exact_dw);
    free(c->area.at);
    slp_exact_free(c->exact_area);
    c->dw = joined;
    c->exact_dw = exact;
    c->dw_count = c->steps * (M + pairs);
    c->area = (slp_numbers){0, NULL};
    c->exact_area = NULL;
    c->areas = pairs;
    c->M = M + pairs;
    return SLP_OK;
}

slp_status slp_case_part_areas(slp_case *c)
{
    if (c->areas == 0 || c->areas >= c->M || c->dw_count % c->M) return SLP_OK;
    const size_t M = c->M - c->areas, steps = c->dw_count / c->M;
    double *dw = malloc(steps * M * sizeof *dw), *area = malloc(steps * c->areas * sizeof *area);
    slp_exact *exact_dw = NULL, *exact_area = NULL;
    if (c->exact_dw) {
        exact_dw = list_for(c->exact_dw, NULL, steps * M);
        exact_area = list_for(c->exact_dw, NULL, steps * c->areas);
    }
    if (!dw || !area || (c->exact_dw && (!exact_dw || !exact_area))) {
        free(dw);
        free(area);
        slp_exact_free(exact_dw);
        slp_exact_free(exact_area);
        return SLP_MEMORY;
    }
    for (size_t s = 0; s < steps; s++) {
        memcpy(dw + s * M, c->dw + s * c->M, M * sizeof *dw);
        memcpy(area + s * c->areas, c->dw + s * c->M + M, c->areas * sizeof *area);
        if (!exact_dw) continue;
        slp_exact_copy(exact_dw, s * M, c->exact_dw, s * c->M, M);
        slp_exact_copy(exact_area, s * c->areas, c->exact_dw, s * c->M + M, c->areas);
    }
    free(c->dw);
    slp_exact_free(c->exact_dw);
    c->area = (slp_numbers){steps * c->areas, area};
    c->exact_area = exact_area;
    c->dw = dw;
    c->exact_dw = exact_dw;
    c->dw_count = steps * M;
    c->areas = 0;
    c->M = M;
    return SLP_OK;
}
