/* Limits the threads of the BLAS, for commands that run threads of their own. */
#ifndef SLP_ORACLE_BLAS_THREAD_H
#define SLP_ORACLE_BLAS_THREAD_H

/* Gives the BLAS of this process one thread, unless the environment sets another number
 * (OPENBLAS_NUM_THREADS, OMP_NUM_THREADS).  With more threads in the BLAS, `slp check` takes twice
 * the time, because these threads wait for each other while our own compute. */
void slp_blas_one_thread(void);

#endif
