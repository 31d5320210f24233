/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Floating-point environments in which a caller may leave a thread, for the tests that results and
 * the caller's environment survive them.  Between float_hostile_set and float_hostile_clear a test
 * computes nothing itself: some of them trap. */
#ifndef SLP_TESTS_FLOAT_HOSTILE_H
#define SLP_TESTS_FLOAT_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Control and flags of the calling thread. */
typedef struct float_hostile_state {
    uint64_t word[4];
} float_hostile_state;

/* In words; NULL past the last.  The first is the default environment, the last the worst one of
 * all. */
const char *float_hostile_name(size_t i);
size_t float_hostile_count(void);
/* Puts the calling thread into the i-th environment, with other exception flags raised for every i.
 * False, and the default environment, where this machine (or what emulates it) does not keep it. */
bool float_hostile_set(size_t i);
/* Back to the default environment without flags. */
void float_hostile_clear(void);
float_hostile_state float_hostile_read(void);
bool float_hostile_same(const float_hostile_state *a, const float_hostile_state *b);
/* Is the calling thread in the default environment, whatever its flags? */
bool float_hostile_is_default(void);

#endif
