/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases of a preset: its system and parameters, states along its trajectory, drawn increments. */
#ifndef SLP_ORACLE_PRESET_CASES_H
#define SLP_ORACLE_PRESET_CASES_H

#include "oracle/contract/draw/draw.h"

typedef struct slp_preset_cases slp_preset_cases;

/* The cases of the preset that `name` names (slp_named_case), under `scheme`; NULL: under every
 * scheme that takes it.  NULL after a message on stderr; the caller frees it. */
slp_preset_cases *slp_preset_cases_new(const char *name, const slp_scheme *scheme, uint64_t seed,
                                       const slp_arithmetic *arithmetic);
void slp_preset_cases_free(slp_preset_cases *of);
/* Case `number`, from 0 on, each time the next one.  A round is one case of each scheme.  The first
 * begins at the preset's state, a later one further along the trajectory that the preset's own
 * scheme makes from there under the round's increments: 16 steps with up to 9 coordinates, 4 with
 * up to 36, 1 with up to 400, none with more or where the reference proves no step.  SLP_OK;
 * SLP_MEMORY; another status means that the format refuses the case.  The same bits on every
 * machine.  Tested by tests/command/test_preset_cases.sh. */
slp_status slp_preset_cases_draw(slp_case *c, slp_preset_cases *of, uint64_t number);

#endif
