/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A case as a device sees it: whole numbers, and places in one long list of numbers of binary64. */
#ifndef SLP_DEVICE_JOB_H
#define SLP_DEVICE_JOB_H

/* A state has at most MOST numbers, a matrix at most ROWS rows, a stage at most two states. */
enum { MOST = 18, ROWS = 6, STAGE = 36 };

enum {
    RIGID_BODY,
    RIGID_BODY_N,
    VORTICES,
    ZEITLIN,
    SINE_EULER,
    HEAVY_TOP,
    SYMPLECTIC,
    CANONICAL,
    SPINS,
    MHD
};

/* From EULER_EXP on two schemes a tableau: exp, then cay. */
enum {
    IMPLICIT_MIDPOINT,
    TRAPEZOIDAL,
    MIDPOINT,
    ISOSPECTRAL,
    CANONICAL_MIDPOINT,
    ISOSPECTRAL_GAUSS,
    TMK,
    EULER_EXP,
    VARIATIONAL_CAYLEY = 17,
    VARIATIONAL_EXP,
    VARIATIONAL_PRINTED,
    PLAIN_HEUN,
    PROJECTED_HEUN,
    PLAIN_EULER,
    SPHERICAL,
    SIB,
    DEPONDT,
    SPLIT_LIE,
    SPLIT_STRANG
};
enum { EULER, HEUN, ONE_STAGE, GAUSS4, RK4 }; /* tableaux, in the order of the schemes */

/* Lists of numbers of a case. */
enum {
    INERTIA,
    QUAD,
    LIN,
    GAMMA,
    AMP,
    SHELL,
    MODES,
    CHI,
    NOISE,
    QUADRATIC,
    BETA,
    BONDS,
    EXCHANGE,
    DMI,
    FIELD,
    ANISOTROPY,
    CORIOLIS,
    DAMPING,
    TERMS,   /* of a polynomial: k, c, degree and indices from 1, one term after the other */
    WEIGHTS, /* of copies of su(2) */
    STEP,
    STATE,
    INCREMENTS,
    LISTS
};

enum { FINE, NO_CONVERGENCE, DOMAIN_LEFT }; /* outcomes; math.h has a DOMAIN */

typedef struct job {
    int system, scheme; /* of a polynomial, which has TERMS: a system of its algebra */
    int kubo;           /* of canonical: the model */
    int n;              /* rows of a matrix, vortices, or spins */
    int d, M, steps;    /* numbers of a state, increments of a step, steps */
    int at[LISTS], count[LISTS];
    int y;       /* where the states after each step go */
    int outcome; /* set by the device */
    int caller;  /* the caller's own; not read here */
} job;

#endif
