/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step of a case record, for tests of single steps. */
#ifndef SLP_TESTS_TAKEN_H
#define SLP_TESTS_TAKEN_H

#include "ref/exact_step.h"
#include "ref/system/system.h"

/* Reads the case record `line`, which the step then owns; fails the test where that fails. */
void take(ref_exact_step *step, const char *line);
void put_back(ref_exact_step *step);

#endif
