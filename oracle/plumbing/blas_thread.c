/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One thread for the BLAS, for commands that compute several claims or laws at the same time. */
#include "oracle/plumbing/blas_thread.h"

#include <stdbool.h>
#include <stdlib.h>

/* The BLAS has read its environment already, so this function must be called.  A BLAS without this
 * function has no such threads. */
extern void openblas_set_num_threads(int count) __attribute__((weak));
/* Of oracle/command/program_blas.c, which loads the BLAS of the program. */
extern unsigned long slp_program_blas_calls(void) __attribute__((weak));
extern double slp_program_blas_multiplications(void) __attribute__((weak));
extern const char *slp_program_blas_word(bool kernel) __attribute__((weak));

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

unsigned long slp_blas_calls(void)
{
    return slp_program_blas_calls ? slp_program_blas_calls() : 0;
}

double slp_blas_multiplications(void)
{
    return slp_program_blas_multiplications ? slp_program_blas_multiplications() : 0;
}

const char *slp_blas_library(void)
{
    return slp_program_blas_word ? slp_program_blas_word(false) : "";
}

const char *slp_blas_kernel(void)
{
    return slp_program_blas_word ? slp_program_blas_word(true) : "";
}
