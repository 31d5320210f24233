/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Options that several commands have: one word, one meaning, one sentence.  `of` is the structure
 * that the command reads into, `member` where the value goes in it. */
#ifndef SLP_ORACLE_SHARED_OPTIONS_H
#define SLP_ORACLE_SHARED_OPTIONS_H

#include "oracle/plumbing/options.h"

/* How long a port may take for one answer unless --timeout says it, and how many ports or threads
 * may be asked for. */
#define SLP_USUAL_SECONDS 10.0
enum { SLP_MOST_JOBS = 1024, SLP_MOST_SECONDS = 1000000, SLP_MOST_IN_FLIGHT = 65536 };

#define SLP_SEED_OPTION(of, member)                                                                \
    SLP_LIMITED(of, member, "--seed", "N", WHOLE, 0, UINT64_MAX,                                   \
                "which of the draws, 0 to 2^64-1 (default 1)")
#define SLP_JOBS_OPTION(of, member)                                                                \
    SLP_LIMITED(of, member, "--jobs", "N", WHOLE, 1, SLP_MOST_JOBS,                                \
                "how much is worked on side by side (default: the processors); no result depends " \
                "on it")
#define SLP_PORT_OPTION(of, member)                                                                \
    SLP_VALUE(of, member, "--port", "COMMAND", TEXT,                                               \
              "the port, run by /bin/sh -c: it reads cases and writes results, flushed "           \
              "(props/PORTS.md)")
#define SLP_TIMEOUT_OPTION(of, member)                                                             \
    SLP_LIMITED(of, member, "--timeout", "S", POSITIVE, 0, SLP_MOST_SECONDS,                       \
                "seconds that a port may take for one answer (default 10), as many again for "     \
                "every 64 steps and every 16 coordinates of the case")
#define SLP_IN_FLIGHT_OPTION(of, member)                                                           \
    SLP_LIMITED(of, member, "--in-flight", "N", WHOLE, 1, SLP_MOST_IN_FLIGHT,                      \
                "send a port up to N cases before the first answer is awaited (default 1); "       \
                "answers in any order, for a port that computes many cases side by side")
#define SLP_QUESTIONS_OPTION(of, member)                                                           \
    SLP_LIMITED(of, member, "--questions", "N", WHOLE, 0, 1000000,                                 \
                "ask the port at most N times to make a failing case smaller (default 200), for "  \
                "each of three; 0 makes none smaller")
#define SLP_MULTIPLIER_OPTION(of, member)                                                          \
    SLP_VALUE(of, member, "--multiplier", "X", POSITIVE,                                           \
              "X times as many cases of the laws (default: SLP_CHECK_MULTIPLIER, or 1)")
#define SLP_QUICK_OPTION(of, member)                                                               \
    SLP_FLAG(of, member, "--quick",                                                                \
             "1 of 4 cases (--multiplier 0.25), and no law that samples (drift, truncation) or "   \
             "is much work for each case (enclosure, energy-near, poisson, tangent)")
#define SLP_FORM_OPTION(of, member)                                                                \
    SLP_VALUE(of, member, "--form", "text|binary", WORD,                                           \
              "of cases and results: lines of text, or frames with numbers as binary64, for "      \
              "large states (oracle/FORMAT.md)")
#define SLP_PATH_OPTION(of, member, unasked)                                                       \
    SLP_VALUE(of, member, "--path", "ref|fast", WORD,                                              \
              "ref: every step certified and correctly rounded; fast: in binary64" unasked)
/* The words of --form and --path. */
enum { SLP_FORM_TEXT, SLP_FORM_BINARY };
enum { SLP_PATH_UNASKED = -1, SLP_PATH_REF, SLP_PATH_FAST };
#define SLP_PRESET_OPTION(of, member, what)                                                        \
    SLP_VALUE(of, member, "--preset", "PRESET", TEXT,                                              \
              what " (`slp list presets`), or a file of the same form: a name with a slash")
#define SLP_OUT_OPTION(of, member, unasked)                                                        \
    SLP_VALUE(of, member, "--out", "DIR", TEXT,                                                    \
              "the folder to write to, made where it is missing" unasked)
#define SLP_JSON_OPTION(of, member)                                                                \
    SLP_VALUE(of, member, "--json", "FILE", TEXT,                                                  \
              "write what was found to FILE too, as JSON, whole or not at all")
#define SLP_JUNIT_OPTION(of, member)                                                               \
    SLP_VALUE(of, member, "--junit", "FILE", TEXT,                                                 \
              "write what was found to FILE too, as JUnit's XML, with times, whole or not at all")
#define SLP_FIGURE_OPTION(of, member, unasked)                                                     \
    SLP_VALUE(                                                                                     \
        of, member, "--figure", "FIGURE", TEXT,                                                    \
        "draw to FIGURE, whose name ends in .svg, .png, .gif for spins that move, or .gp for "     \
        "gnuplot's script with the numbers; a figure that is there is replaced" unasked)

#endif
