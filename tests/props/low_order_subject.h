/* A subject whose order of convergence is short: the binary64 path's answer with an error of known
 * order added to every state. */
#ifndef SLP_TESTS_SLOWED_H
#define SLP_TESTS_SLOWED_H

#include <stdbool.h>
#include <stddef.h>

/* Of `cases` cases of the pair that the law can decide, how many it refuses (at 2e-9) from a
 * subject whose state after n of N steps is off by n/N eps |x| N^-(p - short_by), p = 1 for the
 * weak law; for the strong one 1/2, or 1 where noises commute; infinite: by nothing.  one_sign:
 * always the same way, else by a sign of each path and grid. */
size_t slowed_refusals(const char *law, const char *system, const char *scheme, double short_by,
                       bool one_sign, size_t cases);
/* The same of a subject whose states are all 2^-50 |x| too large in their first coordinate:
 * roundings that lean one way. */
size_t leaning_refusals(const char *law, const char *system, const char *scheme, size_t cases);

#endif
