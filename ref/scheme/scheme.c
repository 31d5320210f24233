/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Schemes found by name. */
#include "ref/scheme/scheme.h"
#include <string.h>

const ref_scheme *ref_scheme_find(const char *name)
{
    for (const ref_scheme *const *family = ref_schemes_registry; name && *family; family++)
        for (const ref_scheme *s = *family; s->name; s++)
            if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

const char *ref_scheme_at(size_t i)
{
    for (const ref_scheme *const *family = ref_schemes_registry; *family; family++)
        for (const ref_scheme *s = *family; s->name; s++)
            if (i-- == 0) return s->name;
    return NULL;
}
