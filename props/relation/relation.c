/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Functions that metamorphic relations use. */
#include "props/relation/relation.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

bool prop_set(slp_case *c, const char *key, const double *values, size_t count)
{
    return slp_need_memory(slp_case_set_param(c, key, values, count, NULL)) == SLP_OK;
}

bool prop_move(slp_case *c, const char *system)
{
    const slp_system *to = slp_system_find(system);
    if (!to || !slp_pair_makes_sense(to, c->scheme, NULL)) return false;
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) {
        free(c->params[p].at);
        c->params[p] = (slp_numbers){0, NULL};
    }
    c->system = to;
    return true;
}

bool prop_scale_step(slp_case *c, int e)
{
    double scaled = ldexp(c->h, e);
    bool exact = ldexp(scaled, -e) == c->h && isfinite(scaled);
    c->h = scaled;
    return exact;
}

void prop_reverse_noises(slp_case *c, size_t first)
{
    for (size_t s = 0; s < c->steps; s++) {
        double *dw = c->dw + s * c->M + first;
        for (size_t k = 0, last = c->M - first; last > 0 && k < --last; k++) {
            double swap = dw[k];
            dw[k] = dw[last];
            dw[last] = swap;
        }
    }
}

bool prop_reverse_rows(slp_case *to, const slp_case *c, const char *key, size_t row, size_t first)
{
    size_t count;
    const double *noise = slp_case_param(c, key, &count);
    if (count < 2 * row || c->M < first + 2) return false;
    double *other = slp_allocate(count, sizeof *other);
    for (size_t k = 0; k < count; k++) other[k] = noise[count - row - k + 2 * (k % row)];
    const bool done = prop_set(to, key, other, count);
    free(other);
    prop_reverse_noises(to, first);
    return done;
}

bool prop_scale_parameter(slp_case *to, const slp_case *c, const char *key, double factor)
{
    size_t count;
    const double *old = slp_case_param(c, key, &count);
    double *now = slp_allocate(count + 1, sizeof *now);
    bool exact = count > 0;
    for (size_t i = 0; i < count; i++) {
        now[i] = factor * old[i];
        exact = exact && now[i] / factor == old[i];
    }
    exact = exact && prop_set(to, key, now, count);
    free(now);
    return exact;
}

bool prop_double_noise(slp_case *to, const slp_case *c, const char *key)
{
    for (size_t k = 0; k < c->steps * c->M; k++) {
        to->dw[k] = c->dw[k] / 2;
        if (2 * to->dw[k] != c->dw[k]) return false;
    }
    return prop_scale_parameter(to, c, key, 2);
}

bool prop_double_amplitude(slp_case *to, const slp_case *c)
{
    return prop_double_noise(to, c, "amp");
}

bool prop_backwards(slp_case *to, const slp_case *c)
{
    to->h = -c->h;
    for (size_t i = 0; i < c->d; i++) to->x[i] = -c->x[i];
    return true;
}

bool prop_map_state(arb_ptr image, size_t d, const prop_relation *relation, const slp_case *c,
                    arb_srcptr y)
{
    SLP_CLEARED(slp_case) probe = {0}, to = {0};
    slp_need_memory(slp_case_copy(&probe, c));
    for (size_t k = 0; k < c->d; k++) probe.x[k] = 2 * (double)k + 3;
    slp_need_memory(slp_case_copy(&to, &probe));
    const bool maps = relation->transform(&to, &probe) && to.d == d;
    for (size_t i = 0; i < d && maps; i++) {
        int e = 0;
        double odd = isfinite(to.x[i]) ? frexp(to.x[i], &e) : 0; /* x = odd 2^e */
        for (; odd != trunc(odd); e--) odd *= 2;
        const size_t from = odd < 0 ? (size_t)-odd : (size_t)odd;
        arb_indeterminate(image + i);
        if (from < 3 || from > 2 * c->d + 1) continue;
        arb_mul_2exp_si(image + i, y + (from - 3) / 2, e);
        if (odd < 0) arb_neg(image + i, image + i);
    }
    return maps;
}
