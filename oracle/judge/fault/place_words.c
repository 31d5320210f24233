/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates in the words of the manual. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/judge/fault/trial.h"

/* True if the coordinate has a name of its own, short enough for two of them in one hint. */
static bool read_name(char text[SLP_COORDINATE_CHARS], const judge_trial *t, bool generator,
                      slong i)
{
    enum { LONGEST = 16 };
    slp_coordinate_name(text, t->c->system, (size_t)t->d, generator, (size_t)i);
    return strlen(text) <= LONGEST && strncmp(text, "coordinate", strlen("coordinate")) != 0;
}

void fault_place_words(char to[FAULT_PLACE_CHARS], const judge_trial *t, bool generator, slong i)
{
    char name[SLP_COORDINATE_CHARS];
    if (read_name(name, t, generator, i))
        snprintf(to, FAULT_PLACE_CHARS, "%.16s", name);
    else
        snprintf(to, FAULT_PLACE_CHARS, "coordinate %ld", (long)i + 1);
}

void fault_places_words(char to[FAULT_PLACE_CHARS], const judge_trial *t, bool generator, slong i,
                        slong k)
{
    char one[SLP_COORDINATE_CHARS], other[SLP_COORDINATE_CHARS];
    if (read_name(one, t, generator, i) && read_name(other, t, generator, k))
        snprintf(to, FAULT_PLACE_CHARS, "%.16s and %.16s", one, other);
    else
        snprintf(to, FAULT_PLACE_CHARS, "coordinates %ld and %ld", (long)i + 1, (long)k + 1);
}
