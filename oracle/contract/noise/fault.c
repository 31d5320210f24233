/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tests that this build computes the right bits of the noise.  It compares known increments.  They
 * were chosen among millions: each changes if the compiler fuses products with sums. */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"

#include <stdbool.h>

typedef struct known {
    double h;
    uint64_t node, bits[2];
} known;

/* Normals of seed 1, path 0, channel 0, level 0: logarithm, sine and cosine. */
static const known normals[] = {{0, 28, {0xbfea2951129b924b, 0x4001021fec443c5a}},
                                {0, 31, {0xbfed5a7c0c10b709, 0x3fdbf6459b24a4ed}},
                                {0, 84, {0x3fe05cff26beb4a7, 0xbfe7b168e30c5cdd}},
                                {0, 123, {0x3ff90150f4ddfc31, 0xbfee78cfcc7fffc8}}};
/* Increments of the same stream over h = 0.01: rounding to the grid, and of a normal on it. */
static const known increments[] = {{0x1.47ae147ae147bp-7, 6788, {0xbfd297d00bed8000, 0}},
                                   {0x1.47ae147ae147bp-7, 239475, {0xbfc0e91941330000, 0}},
                                   {0x1.47ae147ae147bp-7, 6499978, {0x3fc354d548140000, 0}}};
/* Bounds of truncation with ell = 2; the last two for compilers that fuse as clang 19 does. */
static const known bounds[] = {{0x1.94p-4, 0, {0x400859eef4b5b19c, 0}},
                               {0x1.46p-1, 0, {0x3ff5801185ef49c6, 0}},
                               {0x1.407p-1, 0, {0x3ff5e801524ca281, 0}},
                               {0x1.3879p-3, 0, {0x4005f04dfc479985, 0}}};

enum { NORMALS = sizeof normals / sizeof *normals };
enum { INCREMENTS = sizeof increments / sizeof *increments };
enum { BOUNDS = sizeof bounds / sizeof *bounds };

static bool normal_is(const known *k)
{
    const slp_noise_key key = {.seed = 1, .node = k->node};
    double pair[2];
    slp_normal_pair(pair, &key);
    return slp_noise_bits(pair[0]) == k->bits[0] && slp_noise_bits(pair[1]) == k->bits[1];
}

const char *slp_noise_fault(void)
{
    static const char wrong[] =
        "known increments come out with other bits: compile with -ffp-contract=off and without "
        "options that change arithmetic (oracle/contract/number/float_rules.h)";
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const char *fault = slp_float_rules_fault();
    bool right = true;
    for (size_t i = 0; i < NORMALS; i++) right = right && normal_is(&normals[i]);
    for (size_t i = 0; i < INCREMENTS; i++) {
        const known *k = &increments[i];
        right = right && slp_noise_bits(slp_increment(k->h, 1, 0, 0, 0, k->node)) == k->bits[0];
    }
    for (size_t i = 0; i < BOUNDS; i++)
        right = right && slp_noise_bits(slp_truncation_bound(bounds[i].h, 2)) == bounds[i].bits[0];
    return fault ? fault : right ? NULL : wrong;
}
