/* How many threads a BLAS may bring to work that is side by side already. */
#ifndef SLP_ORACLE_BLAS_THREAD_H
#define SLP_ORACLE_BLAS_THREAD_H

/* One thread for the BLAS of this process, unless its environment (OPENBLAS_NUM_THREADS, OMP_NUM_THREADS) says otherwise.  Threads
 * that wait for each other inside a BLAS while others compute beside them cost more than they bring: twice the time of `slp check`. */
void slp_blas_one_thread(void);

#endif
