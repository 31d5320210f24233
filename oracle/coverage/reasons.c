/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The cells of the table of coverage that stay empty though the format would take such a case, each
 * with its reason.  A cell that is filled needs no reason: tests/contract/test_coverage.sh. */
#include "oracle/coverage/coverage.h"

#include <string.h>

static const struct reason {
    const char *system, *key, *cell, *why;
} reasons[] = {
    {NULL, "x", "left out", "each case has a state"},
    {"point-vortices", "x", "zero", "vortices without a length are outside the domain"},
    {"point-vortices", "x", "equal", "vortices in one place are outside the domain"},
    {NULL, "area", "nearly equal", "no rule compares two areas"},
    {NULL, "", "lever", "the generator has one part"},
    {NULL, "", "ratio", "no list has more than one number"},
    {"point-vortices", "\\|x\\|", "0", "vortices without a length are outside the domain"},
    {NULL, "angle", "1e2", "with many factors so many turns round too much to be judged"},
    {"mhd-sphere", "angle", "1e1", "the drift has a factor N(N-1): so long a step is not judged"},
    {NULL, "angle", "1e1",
     "a step of matrices turns by about 8 at most: of longer ones roundings grow too much"},
    {NULL, "angle", "1e3",
     "a step by hundreds of turns is not judged: its roundings grow too much"},
    {"canonical", "\\|h\\|", "1e1", "no parameter slows the drift"},
    {"canonical", "\\|h\\|", "1e2", "no parameter slows the drift"},
    {"canonical", "\\|h\\|", "1e3", "no parameter slows the drift"},
    {NULL, NULL, NULL, NULL},
};

static bool matches(const char *pattern, const char *word)
{
    return !pattern || strcmp(pattern, word) == 0;
}

const char *slp_coverage_reason(const char *system, const char *key, const char *cell)
{
    for (const struct reason *r = reasons; r->why; r++)
        if (matches(r->system, system) && matches(r->key, key) && matches(r->cell, cell))
            return r->why;
    return NULL;
}
