/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The reference as a subject: every step correctly rounded, each from the rounded state before it.
 */
#include "oracle/plumbing/allocate.h"
#include "props/prop.h"

#include <stdlib.h>

#include "ref/ref.h"

static bool has_pair(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return ref_has_system(system->name) && ref_scheme_find(scheme->name);
}

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    ref_system *sys = NULL;
    slp_error err = {0};
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    slp_result_clear(r);
    r->error = self->has(self, c->system, c->scheme)
                   ? slp_need_memory(ref_system_new(&sys, c, &err))
                   : SLP_UNSUPPORTED;
    if (r->error == SLP_OK) {
        r->y.at = slp_allocate(c->steps * c->d, sizeof *r->y.at);
        r->y.count = c->steps * c->d;
        const double *x = c->x;
        for (size_t s = 0; r->error == SLP_OK && s < c->steps; s++) {
            double *next = r->y.at + s * c->d;
            r->error = ref_step_round(next, NULL, scheme, sys, x, c->h,
                                      c->M ? c->dw + s * c->M : NULL, REF_PREC_CAP);
            x = next;
        }
        ref_system_free(sys);
    }
    snprintf(note, PROP_NOTE, "%s", slp_status_word(r->error));
    if (r->error == SLP_OK) return PROP_ANSWERED;
    return r->error == SLP_UNSUPPORTED ? PROP_DECLINED : PROP_REFUSED;
}

const prop_subject prop_subject_ref = {
    .name = "ref", .answer = answer, .has = has_pair, .certified = true, .complete = true};
