/* The binary64 path.  Public header of libslpfast.  Steps allocate nothing, except what the BLAS may
 * within its products (OpenBLAS does with AVX-512, and with threads); failure is reported, never hidden
 * in a plausible number.
 *
 * Argument order: outputs, what computes, inputs, lengths after their arrays, workspace last.
 *
 * What is promised of results (bits that depend on no kernel or thread, error bounds, subnormal states) needs IEEE-754's default
 * floating-point environment: rounding to nearest, subnormal numbers kept (FTZ and DAZ off), no traps.  Every function that computes
 * enters it, in the threads that it starts too, and gives the caller's back, control and exception flags, as it was.  That costs
 * some 25 ns a call, of an ensemble as of one step, and nothing a step of an ensemble or path.
 * Threads of the BLAS are started when it is loaded and keep the environment of that moment: products that it shares out (so(n) and
 * su(N) beyond N = 64) flush subnormal numbers if a library loaded before it had switched that on.
 * Pinned by tests/test_float_environment_fast.c, tests/test_float_environment.sh. */
#ifndef SLP_FAST_FAST_H
#define SLP_FAST_FAST_H

#include "oracle/contract/case.h"

typedef struct fast_system fast_system; /* an instance: parameters read and copied */
typedef struct fast_scheme fast_scheme; /* static table entry */

typedef struct fast_report {
    unsigned iterations; /* of the implicit relation, in this step (largest over an ensemble) */
    double residual;     /* last |T(z) - z| / |x| */
    size_t failed;       /* ensembles: how many paths did not converge; their states are NaN */
} fast_report;

/* Instance of c->system with c's parameters, copied.  SLP_OK; SLP_UNSUPPORTED if this path lacks the system, or was compiled
 * under other rules than oracle/contract/float_rules.h's; SLP_DOMAIN for parameters that
 * make no system (zero inertia); SLP_INPUT where slp_case_check would refuse them; err names the field. */
slp_status fast_system_new(fast_system **sys, const slp_case *c, slp_error *err);
/* sys may be NULL. */
void fast_system_free(fast_system *sys);
/* Numbers of a state, and of the increments of a step. */
size_t fast_system_d(const fast_system *sys);
size_t fast_system_M(const fast_system *sys);
/* By the exact name of `slp list`; NULL, false if this path lacks it. */
const fast_scheme *fast_scheme_find(const char *name);
bool fast_has_system(const char *name);
/* Name of the i-th scheme, system of this path; NULL past the end. */
const char *fast_scheme_at(size_t i);
const char *fast_system_at(size_t i);

/* Doubles of workspace a step of this pair needs. */
size_t fast_step_room(const fast_scheme *scheme, const fast_system *sys);
/* next = Psi_{h,dW}(x).  next may alias x.  report may be NULL.  SLP_OK; SLP_NO_CONVERGENCE (next is
 * left as it was); SLP_DOMAIN (not finite, or outside the system's domain); SLP_UNSUPPORTED. */
slp_status fast_step(double *next, fast_report *report, const fast_scheme *scheme,
                     const fast_system *sys, const double *x, double h, const double *dW,
                     double *room);
/* H0(x), of the drift alone; Casimirs: how many, and their values, as many, which alias nothing.  Rounded.  On so(n) and su(N)
 * Casimirs take memory while they are computed. */
double fast_energy(const fast_system *sys, const double *x);
size_t fast_casimir_count(const fast_system *sys);
void fast_casimirs(double *values, const fast_system *sys, const double *x);

/* ---- Trajectories of matrices --------------------------------------------------------------------------- */

/* A state that moves by isospectral-midpoint and remembers its last stages, from which the next one is guessed: the same
 * implicit relation as fast_step's, solved in fewer evaluations, on systems of so(n) and su(N), all of which offer their generator
 * as a matrix (others step by fast_step).  Every number depends on the whole history, not on x alone,
 * and on how the BLAS splits products over its threads: up to N = 64 OpenBLAS does not, and any number of threads gives the same bits;
 * beyond, keep their number (OPENBLAS_NUM_THREADS) for the same bits.  tests/test_fast_blas_threads.c. */
typedef struct fast_trajectory fast_trajectory;
/* Starts at x.  tolerance: error of a step that the iteration aims to leave at most, over |x|; 0 for u/4, below rounding, where
 * eigenvalues walk and have no trend (fast/trajectory/drift.md).  An aim, not a bound: the contraction is read off successive iterates, of this
 * step or an earlier one of the same length.  At 1e-3 to 1e-8 errors of up to 2.4 times it were seen, 1 step in 50, and 13 times where increments were
 * drawn ten times as large as the step's before.
 * SLP_OK; SLP_UNSUPPORTED where isospectral-midpoint does not apply. */
slp_status fast_trajectory_new(fast_trajectory **t, const fast_system *sys, const double *x,
                               double tolerance);
void fast_trajectory_free(fast_trajectory *t);
/* One step; report may be NULL, iterations are evaluations of the map.  Statuses of fast_step; the state stays where
 * it is unless SLP_OK. */
slp_status fast_trajectory_step(fast_trajectory *t, fast_report *report, double h,
                                const double *dW);
/* x = the state, d coordinates. */
void fast_trajectory_state(double *x, const fast_trajectory *t);

/* ---- Ensembles -------------------------------------------------------------------------------------- */

/* Which kernel: "avx512", "avx2", "neon", "portable"; the widest this CPU has unless the environment variable
 * SLP_KERNEL names one.  NULL if SLP_KERNEL names one that this CPU lacks or nobody knows. */
const char *fast_kernel_name(void);
/* The i-th kernel this CPU can run, widest first; NULL past the end. */
const char *fast_kernel_at(size_t i);

typedef struct fast_ensemble {
    size_t paths;
    uint64_t seed, first_path; /* noise keys; path p of the array is Wiener path first_path + p */
    double h, ell;             /* step; truncation exponent (ell <= 0: no truncation) */
    uint64_t first_step;       /* node of the first step on level 0 */
    size_t steps;
    unsigned threads;   /* >= 1 */
    const char *kernel; /* NULL: fast_kernel_name() */
} fast_ensemble;

/* The scheme by which ensembles of this system step: isospectral-midpoint on the rigid body and on two to eight point
 * vortices, variational-cayley on the heavy top, with at most FAST_ENSEMBLE_NOISES Wiener processes.  NULL: none. */
enum { FAST_ENSEMBLE_NOISES = 8 };
const char *fast_ensemble_scheme(const fast_system *sys);
/* Advances `paths` states by `steps` steps of that scheme with noise drawn inside (oracle/contract/noise.h, level 0,
 * channel k for Hamiltonian k).
 * x is structure of arrays: coordinate i of path p at x[i*paths + p], in and out.
 * Bit-identical for every thread count, kernel and split into calls.
 * SLP_OK; SLP_NO_CONVERGENCE (report->failed paths are NaN); SLP_DOMAIN; SLP_UNSUPPORTED, also of a kernel that was compiled
 * with options that change its bits (fused products: tests/test_float_rules.sh). */
slp_status fast_ensemble_advance(double *x, fast_report *report, const fast_system *sys,
                                 const fast_ensemble *run);
/* The same on increments that are given: channel k of step s of path p is dW[(s*M + k)*paths + p], negated where bit k of
 * `signs` is set, then truncated as h and ell say.  NULL: drawn inside, not negated.  Equal to fast_ensemble_advance where dW is what
 * fast_ensemble_increments with ell <= 0 writes.  Pinned by tests/test_fast_ensemble_follow.c. */
slp_status fast_ensemble_follow(double *x, fast_report *report, const fast_system *sys,
                                const fast_ensemble *run, const double *dW, unsigned signs);
/* The same for the rigid body alone; SLP_UNSUPPORTED for any other system. */
slp_status fast_ensemble_rigid_body(double *x, fast_report *report, const fast_system *sys,
                                    const fast_ensemble *run);
/* The increments alone that such a run uses, the bits of slp_increments and slp_truncate (oracle/contract/noise.h):
 * channel k < channels of step s of path p at dW[(s*channels + k)*paths + p].  Same statuses. */
slp_status fast_ensemble_increments(double *dW, unsigned channels, const fast_ensemble *run);

#endif
