/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The floating-point environment for which every result of this project is defined: the default of
 * IEEE-754.
 *   rounding       to nearest, ties to even
 *   subnormals     kept, as operands and as results (FTZ and DAZ off; AArch64: FZ off)
 *   precision      of x87 registers 64 bits
 *   exceptions     set flags and trap nowhere
 * Any library of a process may change the environment of the thread that loads or calls it: for
 * example, a library linked with -ffast-math switches FTZ and DAZ on before main.  Therefore the
 * functions of ref/ref.h, of fast/fast.h and of this contract that compute set the default
 * environment first, and restore the caller's environment before they return.
 *
 * Control and flags are those of SSE and x87 on x86, of FPCR and FPSR on AArch64, and those of
 * <fenv.h> on other processors. Tested by tests/contract/test_float_environment.c,
 * tests/ref/test_float_environment_ref.c, tests/fast/test_float_environment_fast.c,
 * tests/contract/test_float_environment.sh. */
#ifndef SLP_ORACLE_FLOAT_ENVIRONMENT_H
#define SLP_ORACLE_FLOAT_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

#if defined(SLP_FLOAT_ENVIRONMENT_BY_FENV) /* for tests: the <fenv.h> branch on any machine */
#elif defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__))
#define SLP_FLOAT_ENVIRONMENT_X86
#elif defined(__aarch64__)
#define SLP_FLOAT_ENVIRONMENT_AARCH64
#endif

/* The saved environment of a thread: control words and exception flags. */
#if defined(SLP_FLOAT_ENVIRONMENT_X86)
typedef struct slp_float_environment {
    uint32_t mxcsr; /* SSE: control and flags */
    uint16_t x87_status;
    uint32_t x87[7];  /* all of x87 but its registers; set if x87_changed */
    bool x87_changed; /* the x87 control word was not the default */
} slp_float_environment;
#elif defined(SLP_FLOAT_ENVIRONMENT_AARCH64)
typedef struct slp_float_environment {
    uint64_t fpcr, fpsr;
} slp_float_environment;
#else
#include <fenv.h>
typedef struct slp_float_environment {
    fenv_t all;
} slp_float_environment;
#endif

/* Gives the calling thread the default environment.  Returns the one it had.  Threads started
 * afterwards inherit the default environment; threads that run already keep theirs.  Never traps.
 * Takes a few nanoseconds if the environment is already the default. */
slp_float_environment slp_float_environment_enter(void);
/* Restores the calling thread's control words and exception flags.  A flag raised between the two
 * calls is not kept, and a flag raised before stays raised: our roundings say nothing about the
 * caller's arithmetic.  Never traps, whatever traps the caller has enabled. */
void slp_float_environment_leave(const slp_float_environment *caller);

/* The first declaration of a function.  The body then runs in the default environment, and every
 * return restores the caller's.  Put the arithmetic into functions that the body calls: a compiler
 * may move an operation on values in registers to before the environment is set. */
#define SLP_IN_DEFAULT_FLOAT_ENVIRONMENT                                                           \
    __attribute__((cleanup(slp_float_environment_leave), unused))                                  \
    slp_float_environment slp_float_environment_of_caller = slp_float_environment_enter()

#endif
