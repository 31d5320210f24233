/* Options that name pairs of system and scheme, and the sizes of their cases. */
#ifndef SLP_ORACLE_NAMED_PAIR_H
#define SLP_ORACLE_NAMED_PAIR_H

#include "oracle/contract/pair_choice.h"

/* As on the command line; NULL where an option is not given. */
typedef struct slp_choice_words {
    const char *system, *scheme, *pairs, *size;
} slp_choice_words;

/* Rows of a table of slp_options_read; `words` is a slp_choice_words. */
#define SLP_CHOICE_OPTIONS(words)                                                                  \
    {"--system", SLP_OPTION_TEXT, &(words).system, 0, 0},                                          \
        {"--scheme", SLP_OPTION_TEXT, &(words).scheme, 0, 0},                                      \
        {"--pairs", SLP_OPTION_TEXT, &(words).pairs, 0, 0},                                        \
    {                                                                                              \
        "--size", SLP_OPTION_TEXT, &(words).size, 0, 0                                             \
    }

/* Their part of a command's help. */
#define SLP_CHOICE_HELP                                                                            \
    "  --system S  this system only; `polynomial` means all its algebras, `polynomial-so3` one\n"  \
    "  --scheme S  this scheme only\n"                                                             \
    "  --pairs F   the pairs of a file (-: standard input), a line each: SYSTEM SCHEME, or as a\n" \
    "              port answers `list`: pair system=S scheme=S; # begins a comment\n"              \
    "  --size N, --size A..B  cases of N, or A to B, spins or vortices, or matrices N x N: up "    \
    "to\n"                                                                                         \
    "              1024 spins, 128 vortices, so(64), su(64), sp(16); other systems have one "      \
    "size\n"

/* *choice = what the words say, with a list that slp_choice_clear frees.  True, or false after a
 * message of `command` on stderr: an unknown name, a pair that makes no sense or that cannot be
 * drawn, a line of the file (its name and number, the word and the remedy), a size that a system
 * cannot have.  The caller then returns exit status 2.  Pinned by tests/command/test_pairs.sh. */
bool slp_choice_read(slp_pair_choice *choice, const slp_choice_words *words, const char *command);
void slp_choice_clear(slp_pair_choice *choice);

/* Says on stderr, once, that each of several pairs gets so few of `count` drawn cases that rare
 * ones are missing, and the count to ask for.  Says nothing of one pair: its count is the user's.
 */
void slp_warn_of_few(const char *command, size_t pairs, uint64_t count);

#endif
