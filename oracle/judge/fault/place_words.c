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

const char *fault_place_words(fault_text *to, const judge_trial *t, bool generator, slong i,
                              slong k)
{
    char one[SLP_COORDINATE_CHARS], other[SLP_COORDINATE_CHARS];
    const bool named = read_name(one, t, generator, i) && read_name(other, t, generator, k);
    if (i == k)
        return named ? fault_words(to, "%.16s", one)
                     : fault_words(to, "coordinate %ld", (long)i + 1);
    return named ? fault_words(to, "%.16s and %.16s", one, other)
                 : fault_words(to, "coordinates %ld and %ld", (long)i + 1, (long)k + 1);
}
