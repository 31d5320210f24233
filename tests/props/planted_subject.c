/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A subject that answers by the binary64 path, one step at a time, with a fault planted; and a run
 * of the laws on it. */
#include "tests/props/planted_faults.h"
#include "tests/support/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

prop_disposition planted_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                const slp_case *c)
{
    const planted_fault *own = self->own;
    slp_case one;
    slp_result step;
    prop_disposition became = PROP_ANSWERED;
    slp_result_clear(r);
    r->y.at = calloc(c->steps * c->d, sizeof *r->y.at);
    if (!r->y.at) abort();
    r->y.count = c->steps * c->d;
    slp_case_init(&one);
    slp_result_init(&step);
    const double *x = c->x;
    for (size_t s = 0; became == PROP_ANSWERED && s < c->steps; s++) {
        double *y = r->y.at + s * c->d;
        slp_case_copy(&one, c);
        one.steps = 1;
        slp_case_set_x(&one, x, c->d);
        if (c->M) slp_case_set_dw(&one, c->dw + s * c->M, c->M);
        if (own->ask) own->ask(&one);
        became = prop_subject_fast.answer(&step, note, &prop_subject_fast, &one);
        r->error = step.error;
        if (became != PROP_ANSWERED) break;
        memcpy(y, step.y.at, c->d * sizeof *y);
        if (own->bend) own->bend(y, &one, x);
        x = y;
    }
    slp_case_clear(&one);
    slp_result_clear(&step);
    return became;
}

bool planted_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

int planted_status(char **printed, const prop_subject *subject, const char *law, const char *scheme)
{
    const prop_subject *subjects[] = {subject, NULL};
    size_t size;
    FILE *out = open_memstream(printed, &size);
    if (!out) abort();
    prop_options options = {.subjects = subjects,
                            .law = law,
                            .choice.system = "rigid-body",
                            .choice.scheme = slp_scheme_find(scheme),
                            .seed = 1,
                            .multiplier = law ? 1 : fmin(1, depth_multiplier()),
                            .threads = 2,
                            .brief = true,
                            .out = out};
    int status = prop_run(&options);
    fclose(out);
    return status;
}
