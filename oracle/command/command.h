/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A subcommand of `slp`: oracle/command/NAME.c defines slp_command_NAME and the build finds it. */
#ifndef SLP_ORACLE_COMMAND_H
#define SLP_ORACLE_COMMAND_H

#include "oracle/plumbing/options.h"

typedef struct slp_command {
    const char *name;
    const char *about; /* one line for `slp --help` */
    /* What stands behind the name, a line each way to call it.  --x stands for [--x VALUE] of the
     * table, --x! for the same without brackets, * for the rest of the table; that rest has none
     * that another line names with !, nor --x where ^--x stands in the line. */
    const char *usage;
    const slp_option *options;
    /* Paragraphs above and below the options; the second has exit statuses and examples.  They are
     * filled to the width; a line that begins with a space stays as it is. */
    const char *text, *end;
    /* argv[0] is the command's name.  Returns the exit status: 0 held, 1 fell short, 2 unusable. */
    int (*run)(int argc, char **argv);
    const struct slp_command *const *parts; /* `slp noise cases` of `slp noise`; ends with NULL */
} slp_command;

extern const slp_command *const slp_command_registry[];

/* The command of that name in such a list; NULL if there is none. */
const slp_command *slp_command_find(const slp_command *const *list, const char *name);
/* Prints its help on stdout: within 80 columns, but for lines that begin with a space in its text.
 * Tested by tests/reports/test_manual.sh. */
void slp_help_print(const slp_command *command);

#endif
