/* The floating-point environment in which every result of this project is defined: IEEE-754's default.
 *   rounding       to nearest, ties to even
 *   subnormals     kept, as operands and as results (FTZ and DAZ off; AArch64: FZ off)
 *   precision      of x87 registers 64 bits
 *   exceptions     set flags and trap nowhere
 * Any library of a process may change it for the thread that loads or calls it: one that was linked with
 * -ffast-math switches FTZ and DAZ on before main.  Functions of ref/ref.h and fast/fast.h that compute, and those of this contract,
 * therefore enter the default environment and leave the caller's behind, as they found it.
 *
 * Control and flags are those of SSE and x87 on x86, of FPCR and FPSR on AArch64, and what <fenv.h> reaches elsewhere.
 * Pinned by tests/test_float_environment.c, tests/test_float_environment_ref.c, tests/test_float_environment_fast.c,
 * tests/test_float_environment.sh. */
#ifndef SLP_ORACLE_FLOAT_ENVIRONMENT_H
#define SLP_ORACLE_FLOAT_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

#if defined(                                                                                       \
    SLP_FLOAT_ENVIRONMENT_BY_FENV) /* for tests: the way of the last branch on any machine */
#elif defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__))
#define SLP_FLOAT_ENVIRONMENT_X86
#elif defined(__aarch64__)
#define SLP_FLOAT_ENVIRONMENT_AARCH64
#endif

/* What a thread had: control words, and exception flags. */
#if defined(SLP_FLOAT_ENVIRONMENT_X86)
typedef struct slp_float_environment {
    uint32_t mxcsr; /* SSE: control and flags */
    uint16_t x87_status;
    uint32_t x87[7];  /* all of x87 but its registers; set where x87_changed */
    bool x87_changed; /* its control was not the default one */
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

/* Makes the calling thread's environment the default one.  Returns what it was.  Threads that are started from here on
 * inherit the default environment; threads that run already keep theirs.  Never traps.  Costs a few nanoseconds where the
 * environment is the default one already. */
slp_float_environment slp_float_environment_enter(void);
/* Gives the calling thread back what it had: control, and exception flags too.  A flag that was raised between the two
 * calls is not left raised, and one that was raised before stays so: what we round inside says nothing of the caller's
 * arithmetic.  Never traps, whatever traps the caller has. */
void slp_float_environment_leave(const slp_float_environment *caller);

/* As the first declaration of a function: its body runs in the default environment, and every return gives the caller's
 * back.  The arithmetic of such a function belongs into functions that it calls: a compiler may move an operation on
 * values that it holds in registers across the entry. */
#define SLP_IN_DEFAULT_FLOAT_ENVIRONMENT                                                           \
    __attribute__((cleanup(slp_float_environment_leave), unused))                                  \
    slp_float_environment slp_float_environment_of_caller = slp_float_environment_enter()

#endif
