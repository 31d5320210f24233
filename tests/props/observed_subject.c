/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* See tests/props/observed_subject.h. */
#include "tests/props/observed_subject.h"

#include <stdlib.h>

#include "props/engine/engine.h"

prop_disposition listening_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                  const slp_case *c)
{
    const listening *own = self->own;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    if (own->log) {
        char *fields = prop_case_fields(c, ' ');
        fprintf(own->log, "%s\n", fields);
        free(fields);
    }
    for (size_t i = 0; (c->M || !own->noisy) && i < r->y.count; i++) r->y.at[i] *= own->grow;
    return became;
}

bool listening_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

int listening_run(char **printed, prop_options *options, const prop_subject *subject)
{
    const prop_subject *subjects[] = {subject, NULL};
    size_t size;
    options->subjects = subjects;
    options->out = open_memstream(printed, &size);
    if (!options->out) abort();
    int status = prop_run(options);
    fclose(options->out);
    return status;
}

prop_options listening_options(const char *law, const char *scheme)
{
    return (prop_options){.law = law,
                          .choice.system = "rigid-body",
                          .choice.scheme = slp_scheme_find(scheme),
                          .seed = 1,
                          .multiplier = 0.25,
                          .threads = 1};
}
