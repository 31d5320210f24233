/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Options that name pairs of system and scheme, and the sizes of their cases. */
#ifndef SLP_ORACLE_NAMED_PAIR_H
#define SLP_ORACLE_NAMED_PAIR_H

#include "oracle/contract/case/pair_choice.h"
#include "oracle/plumbing/options.h"

/* As on the command line; NULL, and a size from 0, where an option is not given. */
typedef struct slp_choice_words {
    const char *system, *scheme, *pairs;
    slp_range size;
} slp_choice_words;

/* Rows of a table of options; `words` is a slp_choice_words in the structure `of`. */
#define SLP_CHOICE_OPTIONS(of, words)                                                              \
    SLP_VALUE(of, words.system, "--system", "SYSTEM", TEXT,                                        \
              "this system only; `polynomial` means all its algebras, `polynomial-so3` one"),      \
        SLP_VALUE(of, words.scheme, "--scheme", "SCHEME", TEXT, "this scheme only"),               \
        SLP_VALUE(of, words.pairs, "--pairs", "FILE", TEXT,                                        \
                  "the pairs of a file (-: standard input), a line each: SYSTEM SCHEME, or as a "  \
                  "port answers `list`: pair system=S scheme=S; # begins a comment"),              \
        SLP_LIMITED(of, words.size, "--size", "N|A..B", RANGE, 1, SLP_MAX_MATRIX,                  \
                    "cases of N, or A to B, spins or vortices, or matrices N x N: up to 1024 "     \
                    "spins, 128 vortices, so(64), su(64), sp(16); other systems have one size")

/* *choice = what the words say, with a list that slp_choice_clear frees.  True, or false after a
 * message of `command` on stderr: an unknown name, a pair that makes no sense or that cannot be
 * drawn, a line of the file (its name and number, the word and the remedy), a size that a system
 * cannot have.  The caller then returns exit status 2.  Tested by tests/command/test_pairs.sh. */
bool slp_choice_read(slp_pair_choice *choice, const slp_choice_words *words, const char *command);
void slp_choice_clear(slp_pair_choice *choice);

/* Says on stderr, once, that each of several pairs gets so few of `count` drawn cases that rare
 * ones are missing, and the count to ask for.  Says nothing of one pair: its count is the user's.
 */
void slp_warn_of_few(const char *command, size_t pairs, uint64_t count);

#endif
