/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The increments of a case whose parameters have other noises than before. */
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

#include <stdlib.h>

/* Wiener processes of a checked case. */
static size_t processes(const slp_case *c)
{
    return c->M - c->areas;
}

static size_t pairs_of(size_t w)
{
    return w ? w * (w - 1) / 2 : 0;
}

/* One row: increments of w processes, of which those from..from + fewer - 1 are taken away. */
static bool is_away(size_t k, size_t from, size_t fewer)
{
    return k >= from && k < from + fewer;
}

bool smaller_fit_noises(slp_case *candidate, const slp_case *from, size_t at)
{
    slp_error err;
    const size_t had = processes(from);
    size_t left;
    if (slp_need_memory(slp_case_set(candidate, "area", NULL, 0, &err)) != SLP_OK ||
        slp_need_memory(slp_case_sizes(NULL, &left, candidate, &err)) != SLP_OK)
        return false;
    const size_t fewer = left < had ? had - left : 0, steps = from->steps;
    if (at + fewer > had) return false;
    double *dw = slp_allocate(steps * left + 1, sizeof *dw), *to = dw;
    double *area = slp_allocate(steps * pairs_of(left) + 1, sizeof *area), *to_area = area;
    for (size_t s = 0; s < steps; s++) {
        const double *row = from->M ? from->dw + s * from->M : NULL, *pair = row ? row + had : NULL;
        for (size_t k = 0; k < had; k++)
            if (!is_away(k, at, fewer)) *to++ = row[k];
        to += left > had ? left - had : 0;
        for (size_t i = 0; from->areas && i < had; i++)
            for (size_t j = i + 1; j < had; j++, pair++)
                if (!is_away(i, at, fewer) && !is_away(j, at, fewer)) *to_area++ = *pair;
    }
    bool good = slp_need_memory(slp_case_set(candidate, "dw", dw, steps * left, &err)) == SLP_OK &&
                (!from->areas || left > had ||
                 slp_need_memory(slp_case_set(candidate, "area", area, steps * pairs_of(left),
                                              &err)) == SLP_OK);
    free(dw);
    free(area);
    return good && !(from->areas && left > had);
}

/* True if all increments of these noises are 0. */
static bool are_zero(const slp_case *c, size_t at, size_t count)
{
    for (size_t s = 0; s < c->steps; s++)
        for (size_t k = at; k < at + count; k++)
            if (c->dw[s * c->M + k] != 0) return false;
    return true;
}

bool smaller_try_noises(smaller *s, const slp_case *candidate, size_t from, size_t count, size_t of)
{
    slp_error err;
    SLP_CLEARED(slp_case) fitted = {0}, was = {0};
    size_t left;
    bool better = false;
    slp_need_memory(slp_case_copy(&fitted, candidate));
    slp_need_memory(slp_case_copy(&was, s->best));
    if (slp_need_memory(slp_case_set(&fitted, "area", NULL, 0, &err)) == SLP_OK &&
        slp_need_memory(slp_case_sizes(NULL, &left, &fitted, &err)) == SLP_OK) {
        const size_t had = processes(&was), fewer = left < had ? had - left : 0;
        const size_t each = fewer / count;
        const size_t last = of * each <= had ? had - (of - from) * each : had - fewer;
        const size_t first = from * each + fewer <= had ? from * each : 0;
        const size_t tries = fewer ? 2 + left + 1 : 1;
        for (size_t k = 0; k < tries && !better && !smaller_is_spent(s); k++) {
            const size_t at = k == 0 ? (fewer ? last : 0) : k == 1 ? first : k - 2;
            if (k > 1 && !are_zero(&was, at, fewer)) continue;
            slp_need_memory(slp_case_copy(&fitted, candidate));
            better = smaller_fit_noises(&fitted, &was, at) && smaller_try(s, &fitted);
        }
    }
    return better;
}
