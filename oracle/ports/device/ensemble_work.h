/* What all paths of an ensemble share, as a device sees it. */
#ifndef SLP_DEVICE_ENSEMBLE_WORK_H
#define SLP_DEVICE_ENSEMBLE_WORK_H

#include "oracle/ports/device/dialect.h"

/* Most noises, vortices, and coordinates. */
enum { E_NOISES = 8, E_VORTICES = 8, E_MOST = 24 };
enum { E_BODY, E_TOP, E_POINTS }; /* models */
enum { ENSEMBLE_LOST = -1 };      /* in place of a number of steps made */

/* Every model, and of vortices every number n of them: a device has a kernel for each, in which the
 * model and n are constants. */
#define ENSEMBLES(KERNEL)                                                                          \
    KERNEL(body, E_BODY, 0)                                                                        \
    KERNEL(top, E_TOP, 0)                                                                          \
    KERNEL(points2, E_POINTS, 2)                                                                   \
    KERNEL(points3, E_POINTS, 3)                                                                   \
    KERNEL(points4, E_POINTS, 4)                                                                   \
    KERNEL(points5, E_POINTS, 5)                                                                   \
    KERNEL(points6, E_POINTS, 6)                                                                   \
    KERNEL(points7, E_POINTS, 7)                                                                   \
    KERNEL(points8, E_POINTS, 8)

typedef struct ensemble_work {
    double rate[3];              /* h / (2 I_i); heavy top: h / I_i */
    double quad[3];              /* body: c_i / 2; vortices: c_i */
    double lin[3 * E_NOISES];    /* body: chi / 2; heavy top: a */
    double push[3 * E_NOISES];   /* heavy top: b */
    double square[E_NOISES];     /* heavy top: 2c */
    double force[3];             /* heavy top: h chi */
    double strength[E_VORTICES]; /* h Gamma_j / (16 pi) */
    double sigma, grid, limit;   /* of an increment */
    double tolerance;            /* the first tested difference ends the stage if it is at most
                                  * this times max |x_i| */
    uint64_t first_path, first_step;
    uint32_t stream[4 * E_NOISES]; /* S of noise.md, of each channel */
    int model, n;                  /* n: vortices */
    int d, channels;
    int quads, vectors; /* channels that multiply quad; that multiply lin */
    int untested;       /* evaluations of a stage before the first test */
    int paths, steps;
} ensemble_work;

#endif
