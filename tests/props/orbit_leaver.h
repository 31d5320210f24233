/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A subject that answers one step by the binary64 path and then leaves what it should stay on; and
 * a law's word on it. */
#ifndef SLP_TESTS_LEAVING_H
#define SLP_TESTS_LEAVING_H

#include "props/prop.h"

/* own of such a subject */
typedef struct leaving {
    void (*bend)(double *y, const slp_case *c); /* what it answers */
} leaving;
prop_subject leaving_subject(leaving *own);

/* One step (or steps=..) of size 2^-7 of "system=.. scheme=.. x=.. ...": fails the test where it is
 * no case. */
void leaving_parse(slp_case *c, const char *fields);
/* Asserts what the law says of the subject whose answer is bent (NULL: as it is). */
void leaving_seen(const char *law, prop_outcome expected, void (*bend)(double *, const slp_case *),
                  const char *fields);

#endif
