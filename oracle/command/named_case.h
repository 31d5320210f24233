/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases that a command line names: a preset, or with a slash a file of the same form. */
#ifndef SLP_ORACLE_NAMED_CASE_H
#define SLP_ORACLE_NAMED_CASE_H

#include "oracle/contract/case/case.h"

/* Says on stderr that `slp COMMAND` was given a preset that is none, and which name is nearest.
 * Returns exit status 2.  Tested by tests/simulate/test_simulate.sh,
 * tests/command/test_cli_lists.sh. */
int slp_unknown_preset(const char *command, const char *name);
/* *c, initialised, becomes the case of that name, *horizon its steps (slp_preset_case).  Returns
 * exit status 0, or 2 after a message.  Tested by tests/simulate/test_simulate.sh. */
int slp_named_case(slp_case *c, uint64_t *horizon, const char *command, const char *name);

#endif
