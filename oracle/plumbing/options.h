/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Options of a command line.  One table says what a command takes: the reader is here, and usage,
 * help, manual page and completion are made of the same rows (oracle/command/help.c). */
#ifndef SLP_ORACLE_OPTIONS_H
#define SLP_ORACLE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum slp_option_kind {
    SLP_OPTION_FLAG,     /* bool: --name makes it true */
    SLP_OPTION_TEXT,     /* const char *: any text but the empty one */
    SLP_OPTION_WORD,     /* int: which of the words of `argument`, counted from 0 */
    SLP_OPTION_WHOLE,    /* uint64_t, from `least` to `most` */
    SLP_OPTION_RANGE,    /* slp_range: A or A..B, from `least` to `most` */
    SLP_OPTION_POSITIVE, /* double above 0; at most `most`, where that is not 0 */
    SLP_OPTION_DECIMAL   /* double, 0 or above */
} slp_option_kind;

typedef struct slp_range {
    uint64_t first, last;
} slp_range;

typedef struct slp_option {
    const char *name;     /* with its dashes; NULL ends the table */
    const char *argument; /* its value in usage and help, such as FILE or text|binary; of a flag
                           * NULL */
    const char *about;    /* what it does, for help and manual page */
    slp_option_kind kind;
    size_t at; /* where the value goes: an offset in the structure that the command reads into */
    uint64_t least, most;
} slp_option;

/* Rows of a table: `member` of the structure `of` receives the value. */
#define SLP_FLAG(of, member, name, about)                                                          \
    {                                                                                              \
        name, NULL, about, SLP_OPTION_FLAG, offsetof(of, member), 0, 0                             \
    }
#define SLP_VALUE(of, member, name, argument, kind, about)                                         \
    {                                                                                              \
        name, argument, about, SLP_OPTION_##kind, offsetof(of, member), 0, 0                       \
    }
#define SLP_LIMITED(of, member, name, argument, kind, least, most, about)                          \
    {                                                                                              \
        name, argument, about, SLP_OPTION_##kind, offsetof(of, member), least, most                \
    }
/* The end of a table. */
#define SLP_NO_OPTION                                                                              \
    {                                                                                              \
        NULL, NULL, NULL, SLP_OPTION_FLAG, 0, 0, 0                                                 \
    }

/* Reads argv[1..argc-1] into the structure `to` as the table says; operands[0..most-1] receives the
 * arguments that are not options (the other elements stay).  Returns true, or false after a message
 * on stderr that names command, option, value and remedy.  The caller then returns exit status 2.
 * Tested by tests/command/test_options.c. */
bool slp_options_read(void *to, const slp_option *table, const char **operands, int most, int argc,
                      char **argv);

/* The same of one value that does not come from the command line: `name` is a row of the table. */
bool slp_option_set(void *to, const slp_option *table, const char *command, const char *name,
                    const char *text);

/* Says a message on stderr, printf style (slp_say).  Returns exit status 2. */
int slp_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says on stderr "slp COMMAND: OPTION VALUE: REMEDY" of a value that another option rules out.
 * Returns exit status 2. */
int slp_option_refuse(const char *command, const char *option, const char *value,
                      const char *remedy);

/* Prints "slp COMMAND: unknown WHAT 'WORD' (did you mean NAME?)" and the remedy on stderr; names
 * ends with NULL.  Tested by tests/command/test_refused_words.sh. */
void slp_unknown_word(const char *command, const char *what, const char *word,
                      const char *const *names, const char *remedy);

#endif
