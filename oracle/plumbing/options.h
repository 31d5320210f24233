/* Command-line options, read from a table. */
#ifndef SLP_ORACLE_OPTIONS_H
#define SLP_ORACLE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum slp_option_kind {
    SLP_OPTION_FLAG, /* --name; value is a bool * */
    SLP_OPTION_TEXT, /* --name TEXT or --name=TEXT; value is a const char ** */
    SLP_OPTION_WHOLE /* --name N, lo <= N <= hi; value is a uint64_t * */
} slp_option_kind;

typedef struct slp_option {
    const char *name; /* with its dashes; NULL ends the table */
    slp_option_kind kind;
    void *value;
    uint64_t lo, hi;
} slp_option;

/* Reads argv[1..argc-1] into what the table points to; operands[0..most-1] receives the arguments
 * that are not options (the other elements stay).  Returns true, or false after a message on stderr
 * that names command, argument and remedy.  The caller then returns exit status 2. Pinned by
 * tests/command/test_cli_case.sh. */
bool slp_options_read(const slp_option *table, const char **operands, int most, int argc,
                      char **argv);

/* False after a message if `text`, the word behind `option`, is itself an option: two dashes and
 * more.  A value that begins so is written OPTION=VALUE. */
bool slp_option_value_fits(const char *command, const char *option, const char *text);

/* Prints "slp COMMAND: unknown WHAT 'WORD' (did you mean NAME?)" and the remedy on stderr; names
 * ends with NULL.  Pinned by tests/command/test_refused_words.sh. */
void slp_unknown_word(const char *command, const char *what, const char *word,
                      const char *const *names, const char *remedy);

#endif
