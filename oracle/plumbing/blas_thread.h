/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Limits the threads of the BLAS, for commands that run threads of their own. */
#ifndef SLP_ORACLE_BLAS_THREAD_H
#define SLP_ORACLE_BLAS_THREAD_H

/* Gives the BLAS of this process one thread, unless the environment sets another number
 * (OPENBLAS_NUM_THREADS, OMP_NUM_THREADS).  With more threads in the BLAS, `slp check` takes twice
 * the time, because these threads wait for each other while our own compute. */
void slp_blas_one_thread(void);

/* How often this process has called the BLAS so far; 0 where the program is linked with the BLAS
 * itself, and so does not see the calls.  What was computed without a call is the same bits
 * anywhere; with one, it depends on the BLAS and on the kernel that it chose for the processor. */
unsigned long slp_blas_calls(void);
/* Multiplications of real numbers in its products, factorisations and solves so far, by their
 * leading terms: m n k of a product, n^3/3 of an LU factorisation, n^2 a right-hand side; a complex
 * one counts as four.  0 where the calls are not seen.  Tested by tests/audit/test_step_cost.sh.
 */
double slp_blas_multiplications(void);
/* The BLAS in its own words, "OpenBLAS 0.3.21 ...", and the kernel that it chose, "SkylakeX".  ""
 * if it is not loaded or has no such words.  Tested by tests/audit/test_blas.sh. */
const char *slp_blas_library(void);
const char *slp_blas_kernel(void);

#endif
