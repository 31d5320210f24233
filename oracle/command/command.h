/* A subcommand of `slp`: oracle/command/NAME.c defines slp_command_NAME and the build finds it. */
#ifndef SLP_ORACLE_COMMAND_H
#define SLP_ORACLE_COMMAND_H

typedef struct slp_command {
    const char *name;
    const char *about; /* one line for `slp --help` */
    const char *help; /* what `slp NAME --help` prints: usage, options, exit statuses, an example */
    /* argv[0] is the command's name.  Returns the exit status: 0 held, 1 fell short, 2 unusable. */
    int (*run)(int argc, char **argv);
} slp_command;

extern const slp_command *const slp_command_registry[];

#endif
