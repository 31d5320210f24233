/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* `slp noise cases`, `slp noise answer` and `slp noise judge`: noise that a port draws itself. */
#ifndef SLP_ORACLE_OWN_NOISE_COMMAND_H
#define SLP_ORACLE_OWN_NOISE_COMMAND_H

#include "oracle/command/command.h"

/* Whether argv[1] is one of these words. */
bool slp_is_own_noise(int argc, char **argv);
/* Runs it; the exit status. */
int slp_own_noise(int argc, char **argv);
/* Their options and words for help; ends with NULL. */
extern const slp_command *const slp_own_noise_parts[];

#endif
