/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coarse increments are exactly the sums of the fine ones, in whatever order they are requested.
 * Tests the noise generator; independent of the scheme.
 *
 * The case's h, x and increments only choose the Wiener path.  Checked on LEVELS levels of its
 * tree: every node is exactly the sum of its two halves, with no rounding (neither subtraction
 * leaves a remainder).  The sum of all nodes of a level, forwards and backwards, is the same
 * number.  One node requested alone equals that node in a range. */
#include "props/case/reference_step.h"

#include <math.h>

#include "oracle/contract/noise/noise.h"
#include "props/statistics/sampling.h"

enum { LEVELS = 7, MOST = 1 << LEVELS };

static prop_outcome note_wrong_sum(prop_finding *found, unsigned level, size_t node, double seen,
                                   double expected)
{
    found->margin = 2;
    return prop_outcome_noted(found, PROP_FAILED, "level %u node %zu: observed %a, expected %a",
                              level, node, seen, expected);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    double coarse[MOST], fine[MOST];
    const double h = c->h != 0 ? fabs(c->h) : 0x1p-8;
    const uint64_t seed = prop_path_seed(c), path = seed >> 7, first = seed % 1000 & ~UINT64_C(1);
    const uint32_t channel = (uint32_t)(seed % 5);
    (void)law, (void)subject;
    for (unsigned level = 0; level < LEVELS; level++) {
        const size_t count = (size_t)1 << level;
        double up = 0, down = 0, whole = slp_increment(h, seed, path, channel, 0, first);
        slp_increments(coarse, h, seed, path, channel, level, first << level, count);
        slp_increments(fine, h, seed, path, channel, level + 1, first << (level + 1), 2 * count);
        for (size_t i = 0; i < count; i++) {
            const double left = fine[2 * i], right = fine[2 * i + 1];
            double alone = slp_increment(h, seed, path, channel, level, (first << level) + i);
            if (!isfinite(coarse[i]) || left + right != coarse[i] || coarse[i] - left != right)
                return note_wrong_sum(found, level, i, left + right, coarse[i]);
            if (alone != coarse[i]) return note_wrong_sum(found, level, i, alone, coarse[i]);
            up += coarse[i];
            down += coarse[count - 1 - i];
        }
        if (up != whole) return note_wrong_sum(found, level, 0, up, whole);
        if (down != whole) return note_wrong_sum(found, level, 0, down, whole);
    }
    return prop_outcome_noted(found, PROP_HELD, "%d levels", LEVELS);
}

const prop_law prop_law_additivity = {
    .name = "additivity",
    .about = "coarse increments are exactly the sums of the fine ones",
    .equation = "W(l, n) = W(l+1, 2n) + W(l+1, 2n+1)",
    .applies = {.subjects = PROP_LAW_NOISE},
    .effort = {.cases = 128},
    .check = check,
};
