/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary64 path.  Public header of libslpfast.  Steps allocate no memory, but the BLAS may
 * within its products (OpenBLAS does with AVX-512, and with threads).  A function reports failure
 * by its status and never by a plausible number.
 *
 * Argument order: outputs, what computes, inputs, lengths after their arrays, workspace last.
 *
 * A pointer that is NULL, where its function does not say that it may be, is SLP_INPUT.  A function
 * without a status then does nothing, and returns 0, false, NULL or NaN.  Tested, for all
 * functions of all headers, by tests/house/test_bad_arguments.sh.
 *
 * The promises about results (the same bits with every kernel and number of threads, error bounds,
 * subnormal states) hold in IEEE-754's default floating-point environment: rounding to nearest,
 * subnormal numbers kept (FTZ and DAZ off), no traps.  Every function that computes sets it, also
 * in the threads that it starts, and then restores the caller's environment, control and exception
 * flags.  That costs some 25 ns a call, for an ensemble as for one step, and nothing for a step
 * inside an ensemble or path.  The BLAS starts its threads when it is loaded, and they keep the
 * environment of that moment.  So products that the BLAS divides among threads (so(n) and su(N)
 * beyond N = 64) flush subnormal numbers if a library loaded before it had switched that on.
 * Tested by tests/fast/test_float_environment_fast.c, tests/contract/test_float_environment.sh. */
#ifndef SLP_FAST_FAST_H
#define SLP_FAST_FAST_H

#include "oracle/contract/slp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fast_system fast_system; /* an instance: parameters read and copied */
typedef struct fast_scheme fast_scheme; /* static table entry */

typedef struct fast_report {
    unsigned iterations; /* of the implicit relation, in this step (largest over an ensemble) */
    double residual;     /* last |T(z) - z| / |x| */
    size_t failed;       /* ensembles: how many paths did not converge; their states are NaN */
    uint64_t done;       /* paths, ensembles: how many steps were made */
} fast_report;

/* Instance of c->system with c's parameters, copied.  SLP_OK; SLP_UNSUPPORTED if this path lacks
 * the system, or was compiled under other rules than oracle/contract/number/float_rules.h's;
 * SLP_DOMAIN for parameters that make no system (zero inertia); SLP_INPUT where slp_case_check
 * would refuse them, and for areas that it has not put behind the increments yet; err names the
 * field. SLP_MEMORY where memory is refused.  *sys is NULL unless SLP_OK. */
slp_status fast_system_new(fast_system **sys, const slp_case *c, slp_error *err);
/* The Hamiltonians of a user's system (slp_user_system_new): x are d coordinates, `user` is passed
 * on to each function.  A function may be called from several threads at once, by ensembles and by
 * callers who step in several threads. */
typedef struct fast_functions {
    /* g_i = dH_k/dx_i, the d plain partial derivatives: k = 0 for H_0, which h multiplies; k = 1..M
     * for the Hamiltonian of increment k - 1.  Not finite outside the domain of H_k.  g does not
     * alias x.  Required. */
    void (*gradient)(double *g, size_t k, const double *x, void *user);
    /* H_0(x).  NULL: fast_energy is NaN. */
    double (*energy)(const double *x, void *user);
    /* Casimirs: how many, and their values.  NULL where there is none. */
    size_t casimir_count;
    void (*casimirs)(double *values, const double *x, void *user);
    void *user;
} fast_functions;
/* Instance of a user's system: Xi_i(x; h, dW) = (h dH_0/dx_i + sum_k dW_k dH_k/dx_i)/w_i, w the
 * weights of the pairing (slp.h, "A user's system").  Every function below takes it as it takes
 * others; no ensemble kernel has it.  `functions` is copied; what `user` points to must outlive the
 * instance.  SLP_OK; SLP_UNSUPPORTED as fast_system_new; SLP_INPUT if `system` is no user's system
 * or a function is missing; SLP_MEMORY.  Tested by tests/fast/test_fast_user_system.c. */
slp_status fast_system_from_functions(fast_system **sys, const slp_system *system,
                                      const fast_functions *functions, slp_error *err);
/* sizeof of a structure of this header in the library that is loaded, by its name ("fast_path",
 * "fast_ensemble", "fast_report", "fast_functions"); 0 if there is none.  A binding compares it
 * with its own layout when it starts, as slp_size_of. */
size_t fast_size_of(const char *type);
/* sys may be NULL. */
void fast_system_free(fast_system *sys);
/* Numbers of a state, and of the increments of a step. */
size_t fast_system_d(const fast_system *sys);
size_t fast_system_M(const fast_system *sys);
/* How many of the M numbers of a step are Levy areas, behind the increments; 0 for a case without.
 */
size_t fast_system_areas(const fast_system *sys);
/* By the exact name of `slp list`; NULL, false if this path lacks it. */
const fast_scheme *fast_scheme_find(const char *name);
bool fast_has_system(const char *name);
/* Name of the i-th scheme, system of this path; NULL past the end. */
const char *fast_scheme_at(size_t i);
const char *fast_system_at(size_t i);

/* Doubles of workspace a step of this pair needs. */
size_t fast_step_work_size(const fast_scheme *scheme, const fast_system *sys);
/* next = Psi_{h,dW}(x).  next may alias x.  report may be NULL.  SLP_OK; SLP_NO_CONVERGENCE (next
 * is left as it was); SLP_DOMAIN (not finite, or outside the system's domain); SLP_UNSUPPORTED;
 * SLP_INPUT for NULL, but dW may be NULL if M = 0. */
slp_status fast_step(double *next, fast_report *report, const fast_scheme *scheme,
                     const fast_system *sys, const double *x, double h, const double *dW,
                     double *work);
/* The energy H0(x), without the noise's Hamiltonians; the count of the Casimirs; their values,
 * which alias nothing.  Energy and Casimirs are rounded.  On su(N) both allocate memory, on so(n)
 * and sp(2m, R) fast_casimirs does: SLP_MEMORY and NaN where it is refused, the energy is NaN.
 * Otherwise SLP_OK; SLP_INPUT for NULL.  Tested, with every SLP_MEMORY of this header, by
 * tests/fast/test_fast_refused.c. */
double fast_energy(const fast_system *sys, const double *x);
size_t fast_casimir_count(const fast_system *sys);
slp_status fast_casimirs(double *values, const fast_system *sys, const double *x);
/* The energy of each of n states, which x has one after the other, and its Casimirs, one state's
 * after another's.  Either array may be NULL.  Ends with the first status that is not SLP_OK.
 * Tested by tests/fast/test_fast_casimirs.c. */
slp_status fast_quantities(double *energies, double *casimirs, const fast_system *sys,
                           const double *x, size_t n);

/* a = the unit eigenvector of Zeitlin's Laplacian on su(n), of degree l on the diagonal m <= l < n:
 * -Delta_n A = l(l+1) A for the matrix with A_{k,k+m} = a_k and 0 elsewhere; n - m numbers, the
 * first one positive.  Harmonics of a state on the sphere are its products with them.  Tested by
 * tests/fast/test_fast_zeitlin.c. */
void fast_zeitlin_eigenvector(double *a, size_t n, size_t l, size_t m);

/* ---- Trajectories of matrices ------------------------------------------------------------- */

/* A state that moves by isospectral-midpoint and remembers its last stages.  The next stage is
 * guessed from them, so that the implicit relation of fast_step is solved in fewer evaluations.
 * For systems of so(n) and su(N), also over the dual numbers; others use fast_step.  Every number
 * depends on the whole history, not on x alone.  It also depends on how the BLAS divides products
 * among its threads.  Up to N = 64 OpenBLAS does not divide them, and any number of threads gives
 * the same bits.  Beyond, the same bits need the same number of threads (OPENBLAS_NUM_THREADS).
 * tests/fast/test_fast_blas_threads.c. */
typedef struct fast_trajectory fast_trajectory;
/* The scheme with which trajectories of this system use that memory.  NULL: the system has no such
 * trajectories; use fast_step.  Tested by tests/fast/test_fast_trajectory.c. */
const char *fast_trajectory_scheme(const fast_system *sys);
/* Starts at x. tolerance: the error of a step, over |x|, below which its iteration aims to stop.  0
 * means u/4, below rounding: eigenvalues then change as in a random walk, without a trend
 * (fast/trajectory/drift.md).  It is an aim, not a bound: the contraction is estimated from
 * successive iterates, of this step or an earlier one of the same length.  Measured with tolerances
 * 1e-3 to 1e-8: errors up to 2.4 times the tolerance, in 1 step of 50; 13 times where the
 * increments were ten times as large as those of the step before.  SLP_OK; SLP_UNSUPPORTED where
 * isospectral-midpoint does not apply; SLP_MEMORY.  *t is NULL unless SLP_OK. */
slp_status fast_trajectory_new(fast_trajectory **t, const fast_system *sys, const double *x,
                               double tolerance);
void fast_trajectory_free(fast_trajectory *t);
/* One step; report may be NULL, iterations are evaluations of the map.  Statuses of fast_step; the
 * state does not change unless SLP_OK. */
slp_status fast_trajectory_step(fast_trajectory *t, fast_report *report, double h,
                                const double *dW);
/* x = the state, d coordinates. */
void fast_trajectory_state(double *x, const fast_trajectory *t);

/* ---- Paths --------------------------------------------------------------------------------- */

/* How often a path on matrices drops its earlier stages: at nodes that are multiples of this. */
enum { FAST_PATH_PERIOD = 128 };

/* One path: `steps` steps of length h. */
typedef struct fast_path {
    double h;              /* [time]; > 0 where increments are drawn */
    uint64_t steps, every; /* the state is kept after every `every` steps; >= 1 */
    const double *dW;      /* dW[s*M + k] [time^1/2], steps*M numbers; NULL: they are drawn,
                            * or SLP_UNSUPPORTED for a case with Levy areas, which are given */
    /* of increments that are drawn: W(level 0, node first_step + s) of process (seed, path, channel
     * k), noise.h; then truncated as h and ell say (ell <= 0: not) */
    uint64_t seed, path, first_step;
    double ell;                     /* not NaN */
    slp_progress_callback progress; /* steps done, of all; NULL: none */
    void *user;
} fast_path;
/* x_{n+1} = Psi_{h,dW_n}(x_n) from x.
 * out  rows    (1 + steps/every)*d numbers, row by row: x, then the state after each `every` steps.
 *              Rows that were not reached are NaN.  May start at x
 *      report  largest iterations and residual; done.  May be NULL
 * On so(n), su(N) and sp(2m, R), and where the scheme is fast_trajectory_scheme's, it steps as a
 * trajectory that drops its stages at multiples of FAST_PATH_PERIOD: with ell = 2 and path 0, the
 * bits of `slp simulate`.  Allocates memory once, for all steps.  SLP_OK; SLP_STOPPED if `progress`
 * asked for it; SLP_NO_CONVERGENCE, SLP_DOMAIN, SLP_UNSUPPORTED as the step that failed; SLP_INPUT
 * for NULL or every = 0; SLP_MEMORY.  Tested by tests/fast/test_fast_path.c. */
slp_status fast_path_run(double *rows, fast_report *report, const fast_scheme *scheme,
                         const fast_system *sys, const double *x, const fast_path *run);

/* ---- Ensembles ---------------------------------------------------------------------------- */

/* The name of the kernel in use: "avx512", "avx2", "neon" or "portable".  It is the widest that
 * this CPU can run, unless the environment variable SLP_KERNEL names one.  NULL if SLP_KERNEL names
 * one that this CPU cannot run or that does not exist. */
const char *fast_kernel_name(void);
/* The i-th kernel this CPU can run, widest first; NULL past the end. */
const char *fast_kernel_at(size_t i);

typedef struct fast_ensemble {
    size_t paths;
    uint64_t seed, first_path; /* noise keys; path p of the array is Wiener path first_path + p */
    double h, ell;             /* step; truncation exponent (ell <= 0: no truncation; where it
                                * shows: slp_truncation_shows in noise.h) */
    uint64_t first_step;       /* node of the first step on level 0 */
    size_t steps;
    unsigned threads;   /* >= 1 */
    const char *kernel; /* NULL: fast_kernel_name() */
    /* NULL: the scheme of fast_ensemble_scheme.  A pair that has a kernel (fast_ensemble_by_kernel)
     * is stepped by it.  Any other: each path by fast_step, in the same threads, with the same
     * noise and any number of Wiener processes. */
    const fast_scheme *scheme;
    slp_progress_callback
        progress; /* steps done, of all; NULL: none.  SLP_STOPPED: x is the state of */
    void *user;   /* report->done steps, which a second call can continue */
} fast_ensemble;

/* The scheme by which ensembles of this system step unless run->scheme says otherwise, by a kernel:
 * isospectral-midpoint on the rigid body, on two to eight point vortices and on spins,
 * variational-cayley on the heavy top; polynomials with the terms of a body or a top are one.  At
 * most FAST_ENSEMBLE_NOISES Wiener processes; spins at most FAST_ENSEMBLE_CHANNELS, so 16 spins,
 * with at most 128 bonds.  NULL: none.  No ensemble steps a case with Levy areas: SLP_UNSUPPORTED.
 */
enum { FAST_ENSEMBLE_NOISES = 8, FAST_ENSEMBLE_CHANNELS = 48 };
const char *fast_ensemble_scheme(const fast_system *sys);
/* Whether a kernel steps ensembles of this pair: with the schemes of fast_ensemble_scheme, with sib
 * on such spins, with splitting-lie and splitting-strang on such rigid bodies, and with
 * isospectral-midpoint on such heavy tops.  False also where one is NULL.  Tested by
 * tests/fast/test_fast_ensemble_spins.c, tests/fast/test_fast_ensemble_flows.c,
 * tests/fast/test_fast_ensemble_dual.c. */
bool fast_ensemble_by_kernel(const fast_scheme *scheme, const fast_system *sys);
/* Advances `paths` states by `steps` steps of that scheme with noise drawn inside
 * (oracle/contract/noise/noise.h, level 0, channel k for Hamiltonian k). x is structure of arrays:
 * coordinate i of path p at x[i*paths + p], in and out.  Bit-identical for every thread count,
 * kernel and split into calls.  SLP_OK; SLP_NO_CONVERGENCE (report->failed paths are NaN);
 * SLP_DOMAIN; SLP_UNSUPPORTED, also for a kernel that was compiled with options that change its
 * bits (fused products: tests/contract/test_float_rules.sh); SLP_MEMORY, and x is as it was.  A
 * thread that cannot be started is no error: its paths are stepped by the caller's. */
slp_status fast_ensemble_advance(double *x, fast_report *report, const fast_system *sys,
                                 const fast_ensemble *run);
/* The same with increments from the caller: channel k of step s of path p is dW[(s*M + k)*paths +
 * p], negated where bit k of `signs` is set, then truncated as h and ell say. dW NULL: increments
 * are drawn inside and not negated.  Equal to fast_ensemble_advance where dW is what
 * fast_ensemble_increments with ell <= 0 writes.  Tested by
 * tests/fast/test_fast_ensemble_follow.c. */
slp_status fast_ensemble_follow(double *x, fast_report *report, const fast_system *sys,
                                const fast_ensemble *run, const double *dW, unsigned signs);
/* Writes only the increments that such a run uses, with the bits of slp_increments and slp_truncate
 * (oracle/contract/noise/noise.h): channel k < channels <= FAST_ENSEMBLE_CHANNELS of step s of path
 * p at dW[(s*channels + k)*paths + p].  Same statuses. */
slp_status fast_ensemble_increments(double *dW, unsigned channels, const fast_ensemble *run);

#ifdef __cplusplus
}
#endif

#endif
