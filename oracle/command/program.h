/* What the programs slp and slp-mpi have and the libraries have not: an end that says why where
 * memory is refused, and a BLAS that is loaded when it is first called.  Linked into the two
 * programs alone. */
#ifndef SLP_ORACLE_PROGRAM_H
#define SLP_ORACLE_PROGRAM_H

/* Called first in main, while there is one thread.  Writing past a limit on files (ulimit -f)
 * becomes a failed write; where memory is limited and the environment names no number of threads
 * for the BLAS, names one that fits. */
void slp_program_begin(void);

/* "the limit is N KiB (ulimit -v): raise it", or that there is none: what this process may take of
 * memory, for messages. */
enum { SLP_LIMIT_WORDS = 120 };
void slp_program_limit(char text[SLP_LIMIT_WORDS]);

/* What the program is linked with for its BLAS and LAPACK: names of shared libraries, a space
 * after each.  Written by the build. */
extern const char slp_blas_libraries[];

#endif
