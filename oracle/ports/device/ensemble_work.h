/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What all paths of an ensemble share, as a device sees it. */
#ifndef SLP_DEVICE_ENSEMBLE_WORK_H
#define SLP_DEVICE_ENSEMBLE_WORK_H

#include "oracle/ports/device/dialect.h"

/* Most noises of a rigid body or heavy top, vortices, spins, bonds, coordinates and channels. */
enum {
    E_NOISES = 8,
    E_VORTICES = 8,
    E_SPINS_MOST = 16,
    E_BONDS_MOST = 128,
    E_MOST = 48,
    E_CHANNELS = 48,
    E_BONDS_AT_ONCE = 4
};
/* Models: a system and a scheme.  The rigid body by isospectral-midpoint, splitting-lie and
 * splitting-strang; the heavy top by variational-cayley, and over the dual numbers by
 * isospectral-midpoint; vortices by isospectral-midpoint; spins by that, and by sib. */
enum { E_BODY, E_LIE, E_STRANG, E_TOP, E_DUAL, E_POINTS, E_SPINS, E_SIB };
enum { ENSEMBLE_LOST = -1 }; /* in place of a number of steps made */

/* Every model, of vortices every number n of them, and of spins the most that there may be, 0 for
 * any number: a device has a kernel for each, in which the model and n are constants. */
#define ENSEMBLES(KERNEL)                                                                          \
    KERNEL(body, E_BODY, 0)                                                                        \
    KERNEL(lie, E_LIE, 0)                                                                          \
    KERNEL(strang, E_STRANG, 0)                                                                    \
    KERNEL(top, E_TOP, 0)                                                                          \
    KERNEL(dual, E_DUAL, 0)                                                                        \
    KERNEL(spins, E_SPINS, 0)                                                                      \
    KERNEL(spins4, E_SPINS, 4)                                                                     \
    KERNEL(spins8, E_SPINS, 8)                                                                     \
    KERNEL(sib, E_SIB, 0)                                                                          \
    KERNEL(sib4, E_SIB, 4)                                                                         \
    KERNEL(sib8, E_SIB, 8)                                                                         \
    KERNEL(points2, E_POINTS, 2)                                                                   \
    KERNEL(points3, E_POINTS, 3)                                                                   \
    KERNEL(points4, E_POINTS, 4)                                                                   \
    KERNEL(points5, E_POINTS, 5)                                                                   \
    KERNEL(points6, E_POINTS, 6)                                                                   \
    KERNEL(points7, E_POINTS, 7)                                                                   \
    KERNEL(points8, E_POINTS, 8)

/* A bond as one of its ends sees it: it adds exchange y + y x dmi to b of that spin, y the spin
 * at place `other`. */
typedef struct ensemble_bond {
    double exchange, dmi[3];
    int other;
} ensemble_bond;

/* A stage goes over the spins in the order of their places: place a holds the case's spin order[a],
 * which has count[a] bonds.  If the kernel's n is 0, they are those from bond[first[a]] on.  Else
 * first[a] is (n - 1) a, and from there are places for bonds by powers of two, n/2, n/4, ..., 1 of
 * them: full where that power is part of count[a], or else empty.  So bonds are read at constant
 * places, and some at once. */
typedef struct ensemble_bonds {
    ensemble_bond bond[2 * E_BONDS_MOST];
    int first[E_SPINS_MOST], count[E_SPINS_MOST], order[E_SPINS_MOST];
} ensemble_bonds;

/* CUDA passes both with the kernel. */
typedef struct ensemble_work {
    double rate[3];              /* h / (2 I_i); heavy top: h / I_i */
    double quad[3];              /* body: c_i / 2; vortices: c_i */
    double lin[3 * E_NOISES];    /* body: chi / 2; heavy top: a */
    double push[3 * E_NOISES];   /* heavy top: b */
    double square[E_NOISES];     /* heavy top: 2c */
    double force[3];             /* heavy top: h chi */
    double strength[E_VORTICES]; /* h Gamma_j / (16 pi) */
    /* splittings: of lin, length, direction, and |direction|^2 - 1 */
    double length[E_NOISES], unit[3 * E_NOISES], excess[E_NOISES];
    /* spins: all but damping and axis times -h/4, by sib -h/2, amplitude without h; pull = 2 K e */
    double field[3], amplitude, axis[3], pull[3], damping;
    double sigma, grid, limit; /* of an increment */
    double tolerance;          /* the first tested difference ends the stage if it is at most
                                  * this times max |x_i| */
    uint64_t first_path, first_step;
    uint32_t stream[4 * E_CHANNELS];    /* S of noise.md, of each channel; of spins by places */
    int model, n;                       /* n: as in ENSEMBLES */
    int spins, turns, has_axis, damped; /* turns: bonds have dmi */
    int d, channels;
    int quads, vectors; /* channels that multiply quad; that multiply lin */
    int untested;       /* evaluations of a stage before the first test */
    int paths, steps;
} ensemble_work;

#endif
