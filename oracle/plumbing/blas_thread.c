/* One thread for the BLAS where claims or laws are side by side already. */
#include "oracle/plumbing/blas_thread.h"

#include <stdbool.h>
#include <stdlib.h>

/* It has read its environment long since, so it is told; a BLAS without this function has no such threads. */
extern void openblas_set_num_threads(int count) __attribute__((weak));

/* An empty word says nothing, here as in OpenBLAS. */
static bool says(const char *name)
{
    const char *word = getenv(name);
    return word && *word;
}

void slp_blas_one_thread(void)
{
    if (openblas_set_num_threads && !says("OPENBLAS_NUM_THREADS") && !says("OMP_NUM_THREADS"))
        openblas_set_num_threads(1);
}
