/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The data that ensemble.c passes to a kernel, and the list of kernels.  There is one kernel for
 * each instruction set.  All are compiled from fast/ensemble/template.h, and all give the same
 * bits. */
#ifndef SLP_FAST_ENSEMBLE_H
#define SLP_FAST_ENSEMBLE_H

#include "oracle/contract/number/float_rules.h"
#include "fast/fast.h"

enum { PHILOX_ROUNDS = 10, ENSEMBLE_UNTESTED = 24 };
enum {
    ENSEMBLE_VORTICES_LEAST = 2,
    ENSEMBLE_VORTICES_MOST = 8,
    ENSEMBLE_SPINS_MOST = 16,
    ENSEMBLE_BONDS_MOST = 128,
    ENSEMBLE_MOST = 3 * ENSEMBLE_SPINS_MOST /* coordinates */
};

/* The pairs that a kernel can step. */
typedef enum ensemble_model {
    ENSEMBLE_RIGID_BODY, /* isospectral-midpoint, and where nothing else is said */
    ENSEMBLE_BODY_LIE,
    ENSEMBLE_BODY_STRANG,
    ENSEMBLE_HEAVY_TOP, /* variational-cayley */
    ENSEMBLE_TOP_DUAL,  /* isospectral-midpoint, over the dual numbers */
    ENSEMBLE_SPINS,
    ENSEMBLE_SPINS_SIB,
    ENSEMBLE_VORTICES, /* ENSEMBLE_VORTICES_LEAST vortices; each later value: one vortex more */
    ENSEMBLE_MODELS = ENSEMBLE_VORTICES + ENSEMBLE_VORTICES_MOST - ENSEMBLE_VORTICES_LEAST + 1
} ensemble_model;

/* A Wiener channel of level 0: Philox's round keys, and the number that is added to the path's
 * number.  Each a 32-bit word in a 64-bit lane. */
typedef struct ensemble_stream {
    uint64_t key[PHILOX_ROUNDS][2], path_mask[2];
} ensemble_stream;

/* dW = clip(nearest(sigma xi) grid, -limit, limit). */
typedef struct ensemble_noise {
    double sigma, grid, limit;
    ensemble_stream stream[FAST_ENSEMBLE_CHANNELS];
} ensemble_noise;

/* False if h is no step size. */
bool fast_ensemble_noise_open(ensemble_noise *noise, uint64_t seed, unsigned channels, double h,
                              double ell);

/* One end of a bond, as the spin at that end sees it: it adds exchange y + y x dmi to the spin's
 * turn, y the spin at the other end. */
typedef struct ensemble_bond {
    uint32_t other;
    double exchange, dmi[3];
} ensemble_bond;

/* Spins.  All but damping and axis are times minus a quarter, for sib minus a half: field,
 * exchange, dmi and pull = 2 K e times that and h, amplitude times that. */
typedef struct ensemble_spins {
    unsigned n;
    bool turns, has_axis, damped; /* are there dmi, anisotropy, damping */
    double field[3], amplitude, axis[3], pull[3], damping;
    /* In which order a stage goes over the spins: bound spins far from each other, so that few
     * evaluations wait for the one before them. */
    uint32_t order[ENSEMBLE_SPINS_MOST];
    /* the bonds of spin a: bond[first[a]], ..., bond[first[a + 1] - 1] */
    uint32_t first[ENSEMBLE_SPINS_MOST + 1];
    ensemble_bond bond[2 * ENSEMBLE_BONDS_MOST];
} ensemble_spins;

typedef struct ensemble_job {
    double *x;  /* coordinate i of path p at x[i*stride + p] */
    double *dw; /* to record: channel k of step s of path p at dw[(s*channels + k)*stride + p] */
    const double *given; /* to follow: increments in that order, not yet truncated */
    unsigned signs;      /* to follow: negates channel k where bit k is set */
    size_t stride, first, count;
    uint64_t first_path, first_step;
    size_t steps;
    double rate[3];                      /* h / (2 I_i); heavy top: h / I_i */
    double quad[3];                      /* c_i / 2, when quads = 3; vortices: c_i */
    double lin[FAST_ENSEMBLE_NOISES][3]; /* chi / 2 */
    unsigned quads, vectors, channels;   /* channels = quads + vectors */
    /* heavy top: h chi; of noise k, lin[k] = a, push[k] = b and square[k] = 2c */
    double force[3], push[FAST_ENSEMBLE_NOISES][3], square[FAST_ENSEMBLE_NOISES];
    double strength[ENSEMBLE_VORTICES_MOST]; /* vortices: h Gamma_j / (16 pi) */
    /* of lin: length, direction, and |direction|^2 - 1 */
    double length[FAST_ENSEMBLE_NOISES], unit[FAST_ENSEMBLE_NOISES][3],
        excess[FAST_ENSEMBLE_NOISES];
    ensemble_spins spins;
    /* evaluations of the stage before convergence is first tested; the largest difference over |x|
     * that this test accepts */
    unsigned untested;
    double tolerance;
    /* to step single paths that a kernel could not finish */
    const fast_system *sys;
    const fast_scheme *scheme;
    double h;
    const ensemble_noise *noise;
    /* out */
    unsigned iterations;
    double residual;
    size_t failed;
} ensemble_job;

/* The scheme that steps this system in ensembles unless another one is asked for; NULL: none. */
const char *fast_ensemble_model_scheme(const fast_system *sys);
/* Which kernel steps the pair; ENSEMBLE_MODELS: none. */
ensemble_model fast_ensemble_model_of(const fast_scheme *scheme, const fast_system *sys);
/* The constants of job->sys at job->h for job->scheme; false if they are not finite. */
bool fast_ensemble_describe(ensemble_job *job);

typedef struct ensemble_kernel {
    void (*advance[ENSEMBLE_MODELS])(
        ensemble_job *job);            /* moves x by `steps` steps, with noise drawn or given */
    void (*record)(ensemble_job *job); /* writes the increments of those steps to dw */
    const char *(*fault)(void);        /* the fault in how it was compiled; NULL: none */
} ensemble_kernel;
/* One that was compiled without its instruction set is all zeros. */
extern const ensemble_kernel fast_ensemble_portable, fast_ensemble_avx2, fast_ensemble_avx512,
    fast_ensemble_neon, fast_ensemble_sve256, fast_ensemble_sve512, fast_ensemble_rvv;

/* The kernel of that name if this CPU can run it, else NULL. */
const ensemble_kernel *fast_ensemble_kernel_find(const char *name);

/* One step of one path by job->scheme, for a path on which the vector iteration does not converge
 * in time. next is NaN if this step fails too. */
void fast_ensemble_alone(double *next, fast_report *report, const ensemble_job *job,
                         const double *x, const double *dW);
/* Doubles of workspace that it has. */
enum { ENSEMBLE_ALONE_WORK = 2560 };

#endif
