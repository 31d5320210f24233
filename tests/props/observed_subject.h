/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary64 path as a subject that is listened to or bent, and a run of the laws on it. */
#ifndef SLP_TESTS_LISTENING_H
#define SLP_TESTS_LISTENING_H

#include "props/prop.h"

/* own of such a subject */
typedef struct listening {
    FILE *log;   /* every case asked, NULL: not kept */
    double grow; /* answers are multiplied by it */
    bool noisy;  /* but only where there is noise */
} listening;

prop_disposition listening_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                  const slp_case *c);
bool listening_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);

/* A quarter of the default work of one law on one scheme of the rigid body. */
prop_options listening_options(const char *law, const char *scheme);
/* Exit status, and what was printed (to be freed). */
int listening_run(char **printed, prop_options *options, const prop_subject *subject);

#endif
