/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Linked into the programs slp and slp-mpi, not into the libraries.  If memory is refused, the
 * program ends with a message.  The BLAS is loaded only when it is first called. */
#ifndef SLP_ORACLE_PROGRAM_H
#define SLP_ORACLE_PROGRAM_H

/* main calls it first, while there is one thread.  A write beyond the limit on files (ulimit -f)
 * then fails and does not end the program.  If memory is limited and the environment sets no number
 * of threads for the BLAS, it sets one that fits. */
void slp_program_begin(void);

/* The limit on this process's memory, for messages: "the limit is N KiB (ulimit -v): raise it", or
 * that there is none. */
enum { SLP_LIMIT_WORDS = 120 };
void slp_program_limit(char text[SLP_LIMIT_WORDS]);

/* The shared libraries that the program loads for BLAS and LAPACK: their names, a space after each.
 * Written by the build. */
extern const char slp_blas_libraries[];

#endif
