/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A generator of the binary64 path beside the exact one, the reference's at 512 bits, for tests of
 * sums on many vectors. */
#ifndef SLP_TESTS_GENERATOR_SUMS_H
#define SLP_TESTS_GENERATOR_SUMS_H

#include "fast/system/system.h"
#include "ref/ref.h"
#include "tests/ref/case_in_balls.h"

enum { SUMS_PREC = 512 };

typedef struct sums {
    ref_exact_step t;
    fast_system *sys;
    double *xi, *low, *frozen, *work;
    arb_ptr exact; /* d numbers, and one of scratch */
} sums;

/* Of the case record `line`; fails the test where that fails. */
void sums_begin(sums *s, const char *line);
void sums_end(sums *s);
/* Fails the test unless each vector of the line is off by at most 16u + 48u of its largest
 * component; where low parts are asked for, of 1 at most, and a vector that has them by 2^-100 of
 * the sizes of terms; and unless `low` of the first `counted` vectors then have them. */
void sums_near(const char *line, size_t counted, size_t low);
/* Half a unit in the last place of each component of the line's generator, where all sums are
 * twofold. */
bool sums_all_twofold(const char *line);

#endif
