/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the reference caches for a thread. */
#ifndef SLP_TESTS_CACHED_H
#define SLP_TESTS_CACHED_H

/* Gives it back, as a group's teardown: 0. */
int cached_give_back(void **state);

#endif
