/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Stepping and measuring for `slp simulate`.
 *
 * On matrices the binary64 path uses fast_trajectory for its scheme, which guesses each stage from
 * earlier stages.  The bits of a step depend on these earlier stages.  So they are dropped at fixed
 * steps, the multiples of PERIOD; a run can resume at such a step from its state alone.  The first
 * steps afterwards take 2 to 40 evaluations more (measured).  That is 5 % of the evaluations of a
 * period for EJLL's run on su(128); at most 1 % if noise makes a step take four or five
 * evaluations; 12 % to 23 % from random states without noise, where a step takes one or two. */
#include "oracle/simulate/path.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { PERIOD = 128, PRECISION = 128 };

static bool keeps_stages(const slp_path *p)
{
    const char *scheme = p->fast ? fast_trajectory_scheme(p->fast) : NULL;
    return scheme && fast_scheme_find(scheme) == p->fast_rule;
}

slp_status slp_path_open(slp_path *p, const slp_case *c, bool fast, slp_error *err)
{
    memset(p, 0, sizeof *p);
    p->d = c->d;
    p->M = c->M;
    p->fast_rule = fast ? fast_scheme_find(c->scheme->name) : NULL;
    p->ref_rule = fast ? NULL : ref_scheme_find(c->scheme->name);
    if (!p->fast_rule && !p->ref_rule) {
        slp_error_set(err, c->line, c->id, "scheme", "this path does not have %s; try --path %s",
                      c->scheme->name, fast ? "ref" : "fast");
        return SLP_UNSUPPORTED;
    }
    slp_status status = fast ? slp_need_memory(fast_system_new(&p->fast, c, err))
                             : slp_need_memory(ref_system_new(&p->ref, c, err));
    if (status) return status;
    if (fast) {
        p->step_work =
            slp_allocate(fast_step_work_size(p->fast_rule, p->fast), sizeof *p->step_work);
        p->casimirs = fast_casimir_count(p->fast);
    } else {
        p->casimirs = (size_t)ref_casimir_count(p->ref);
        p->balls = _arb_vec_init((slong)(p->d + p->casimirs));
    }
    p->measured = slp_allocate(1 + p->casimirs, sizeof *p->measured);
    p->x = slp_allocate(p->d, sizeof *p->x);
    p->next = slp_allocate(p->d, sizeof *p->next);
    p->period = keeps_stages(p) ? PERIOD : 1;
    slp_path_start(p, c->x);
    return SLP_OK;
}

void slp_path_close(slp_path *p)
{
    if (p->balls) _arb_vec_clear(p->balls, (slong)(p->d + p->casimirs));
    if (p->ref) ref_system_free(p->ref);
    fast_trajectory_free(p->memory);
    fast_system_free(p->fast);
    free(p->step_work);
    free(p->measured);
    free(p->x);
    free(p->next);
}

void slp_path_start(slp_path *p, const double *x)
{
    if (x != p->x) memcpy(p->x, x, p->d * sizeof *x);
    if (p->period == 1) return;
    fast_trajectory_free(p->memory);
    if (slp_need_memory(fast_trajectory_new(&p->memory, p->fast, p->x, 0)) != SLP_OK) p->period = 1;
}

slp_status slp_path_step(slp_path *p, double h, const double *dw)
{
    if (p->memory) return fast_trajectory_step(p->memory, NULL, h, dw);
    slp_status status =
        p->fast ? fast_step(p->next, NULL, p->fast_rule, p->fast, p->x, h, dw, p->step_work)
                : ref_step_round(p->next, NULL, p->ref_rule, p->ref, p->x, h, dw, REF_PREC_CAP);
    if (status != SLP_OK) return status;
    double *before = p->x;
    p->x = p->next;
    p->next = before;
    return SLP_OK;
}

const double *slp_path_state(slp_path *p)
{
    if (p->memory) fast_trajectory_state(p->x, p->memory);
    return p->x;
}

void slp_path_renew(slp_path *p)
{
    if (p->memory) slp_path_start(p, slp_path_state(p));
}

void slp_path_measure(slp_path *p)
{
    const double *x = slp_path_state(p);
    if (p->fast) {
        p->measured[0] = fast_energy(p->fast, x);
        slp_need_memory(fast_casimirs(p->measured + 1, p->fast, x));
        return;
    }
    REF_LOCAL(arb, energy);
    for (size_t i = 0; i < p->d; i++) arb_set_d(p->balls + i, x[i]);
    ref_energy(energy, p->ref, p->balls, PRECISION);
    p->measured[0] = arf_get_d(arb_midref(energy), ARF_RND_NEAR);
    ref_casimirs(p->balls + p->d, p->ref, p->balls, PRECISION);
    for (size_t i = 0; i < p->casimirs; i++)
        p->measured[1 + i] = arf_get_d(arb_midref(p->balls + p->d + i), ARF_RND_NEAR);
}
