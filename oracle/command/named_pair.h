/* --system and --scheme of a command. */
#ifndef SLP_ORACLE_NAMED_PAIR_H
#define SLP_ORACLE_NAMED_PAIR_H

#include "oracle/contract/case.h"

/* *system and *scheme by name; NULL stays NULL.  True, or false after a message of `command`: an
 * unknown name, or two that make no sense together. */
bool slp_named_pair(const slp_system **system, const slp_scheme **scheme, const char *command,
                    const char *system_name, const char *scheme_name);

#endif
