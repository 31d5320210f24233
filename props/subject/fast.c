/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary64 path as a subject. */
#include "oracle/plumbing/allocate.h"
#include "props/prop.h"

#include <stdlib.h>

#include "fast/fast.h"

static bool has_pair(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return fast_has_system(system->name) && fast_scheme_find(scheme->name);
}

static void run_steps(slp_result *r, const fast_scheme *scheme, const fast_system *sys,
                      const slp_case *c)
{
    double *work = slp_allocate(fast_step_work_size(scheme, sys) + 1, sizeof *work);
    const double *x = c->x;
    for (size_t s = 0; r->error == SLP_OK && s < c->steps; s++) {
        double *next = r->y.at + s * c->d;
        r->error =
            fast_step(next, NULL, scheme, sys, x, c->h, c->M ? c->dw + s * c->M : NULL, work);
        x = next;
    }
    free(work);
}

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    fast_system *sys = NULL;
    slp_error err = {0};
    slp_result_clear(r);
    r->error = self->has(self, c->system, c->scheme)
                   ? slp_need_memory(fast_system_new(&sys, c, &err))
                   : SLP_UNSUPPORTED;
    if (r->error == SLP_OK) {
        r->y.at = slp_allocate(c->steps * c->d, sizeof *r->y.at);
        r->y.count = c->steps * c->d;
        run_steps(r, fast_scheme_find(c->scheme->name), sys, c);
        fast_system_free(sys);
    }
    snprintf(note, PROP_NOTE, "%s", slp_status_word(r->error));
    if (r->error == SLP_OK) return PROP_ANSWERED;
    return r->error == SLP_UNSUPPORTED ? PROP_DECLINED : PROP_REFUSED;
}

const prop_subject prop_subject_fast = {
    .name = "fast", .answer = answer, .has = has_pair, .complete = true};
