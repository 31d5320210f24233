/* SPDX-License-Identifier: LGPL-3.0-or-later */
#ifndef SLP_TESTS_RUN_EACH_H
#define SLP_TESTS_RUN_EACH_H

/* `slp run --path ref` of each line of standard input by itself, as if the program were started for
 * each: it takes longer to load than to make a step.  A process of its own runs the line and is
 * gone.  Its results are in the file out, its certificates in that of the second name; then a line
 * on standard output has its exit status, -1 where it did not end by itself.  Returns 0, or 2 where
 * something is not to be had.  tests/certificates/read_alike.py calls it. */
int run_each(const char *out, const char *certificates);

#endif
