/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Laws: one by its name, what it says of a pair, and how many cases it asks for. */
#include "props/engine/engine.h"

#include <math.h>
#include <string.h>

const prop_law *prop_law_find(const char *name)
{
    for (size_t i = 0; name && prop_law_registry[i]; i++)
        if (strcmp(prop_law_registry[i]->name, name) == 0) return prop_law_registry[i];
    return NULL;
}

bool prop_law_concerns(bool *control, const prop_law *law, const slp_system *system,
                       const slp_scheme *scheme)
{
    *control = law->applies.flag & slp_pair_breaks(system, scheme);
    if (law->applies.algebras && !(law->applies.algebras & system->algebra)) return false;
    if (law->applies.scheme && strcmp(law->applies.scheme, scheme->name) != 0) return false;
    if (law->applies.promise) {
        int promised = law->applies.promise(system, scheme);
        *control = promised < 0;
        return promised != 0;
    }
    return !law->applies.flag || *control || (law->applies.flag & slp_pair_keeps(system, scheme));
}

size_t prop_case_count(const prop_item *item, double multiplier)
{
    unsigned cases = item->control ? item->law->effort.controls : item->law->effort.cases;
    if (!item->control && item->subject && item->subject->certified &&
        item->law->effort.certified_cases)
        cases = item->law->effort.certified_cases;
    double wanted = ceil(cases * multiplier);
    return wanted < 1 ? 1 : wanted > 1e9 ? 1000000000u : (size_t)wanted;
}
