/* What is made of the commands' tables of options, besides their reader: help, the manual page and
 * the completion of shells. */
#ifndef SLP_ORACLE_COMMAND_HELP_H
#define SLP_ORACLE_COMMAND_HELP_H

#include "oracle/command/command.h"

#include <stdio.h>

/* Help on stdout: within 80 columns, but for lines that begin with a space in a command's text. */
void slp_help_print(const slp_command *command);
/* All commands for mdoc(7), as a part of slp.1. */
void slp_help_print_manual(void);
/* For a shell: words[count-1] is being written, the others stand before it, `slp` left out.  Prints
 * a line each: `word WORD` that may stand there; `list KIND`, of which `slp list KIND` has the
 * words; `file` or `folder`.  Pinned by tests/command/test_completion.sh. */
void slp_help_complete(int count, char **words);

#endif
