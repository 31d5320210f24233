/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The noise as a subject: laws about increments ask oracle/contract/noise/noise.h themselves, on
 * paths that cases choose. */
#include "props/prop.h"

#include <string.h>

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    (void)self, (void)c, (void)note;
    slp_result_clear(r);
    return PROP_DECLINED;
}

/* One pair carries the cases. */
static bool has_pair(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return strcmp(system->name, "rigid-body") == 0 &&
           strcmp(scheme->name, "implicit-midpoint") == 0;
}

const prop_subject prop_subject_noise = {.name = "noise", .answer = answer, .has = has_pair};
