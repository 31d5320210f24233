/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The public header of libslpdevice-host.a, libslpdevice-opencl.a and libslpdevice-cuda.a:
 * ensembles and trajectories on a device.  A program is linked with one of them, with libslp.a and
 * -lm, and with -lOpenCL or with -lcublas -lcudart -lstdc++.
 *
 * A device serves one thread at a time; two devices serve two.  Nothing here prints or ends the
 * program.  Where an argument `text` is filled, it says in words what is missing or failed.
 * Tested by tests/packages/test_device_library.sh. */
#ifndef SLP_DEVICE_SLPDEVICE_H
#define SLP_DEVICE_SLPDEVICE_H

#include "oracle/contract/case/case.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SLP_DEVICE_TEXT = 1024 };
enum { SLP_DEVICE_FAILED = -1 }; /* the device refused memory or work; text says which */
typedef struct device slp_device;

/* *d = the first device with binary64, its kernels built; text = its name.  The caller closes it.
 * SLP_OK; else *d = NULL and text says why: SLP_UNSUPPORTED: there is no such device; SLP_MEMORY;
 * SLP_DEVICE_FAILED: there is one, and it cannot be opened or its kernels do not compile. */
int slp_device_open(slp_device **d, char text[SLP_DEVICE_TEXT]);
/* d may be NULL. */
void slp_device_close(slp_device *d);

/* Which paths, and how far: as fast_ensemble of fast.h. */
typedef struct slp_device_run {
    size_t paths;
    uint64_t seed, first_path; /* path p of the array is Wiener path first_path + p */
    double ell;                /* truncation exponent; <= 0: no truncation */
    uint64_t first_step;       /* node of the first step on level 0 */
    size_t steps;
    const char *scheme; /* NULL: slp_device_ensemble_scheme's */
} slp_device_run;
typedef struct slp_device_report {
    size_t failed;        /* paths that have no step somewhere; their states are NaN */
    size_t redone;        /* steps that work items could not finish, which the host took */
    uint64_t evaluations; /* of the stages' equations, by work items, in all */
} slp_device_report;

/* The scheme by which ensembles of this system step unless run->scheme says otherwise:
 * isospectral-midpoint on the rigid body, on two to eight point vortices and on spins,
 * variational-cayley on the heavy top.  Rigid body and heavy top have at most 8 noises, spins are
 * at most 16 with 128 bonds.  NULL: none.  Parameters of c are set, and c is checked
 * (slp_case_check). */
const char *slp_device_ensemble_scheme(const slp_case *c);
/* Whether ensembles of c step by this scheme: by the one above, on the rigid body by splitting-lie
 * and splitting-strang, on the heavy top by isospectral-midpoint, on spins by sib. */
bool slp_device_has_ensemble(const slp_case *c, const char *scheme);
/* Advances `paths` states by `steps` steps of length c->h, each with noise that is drawn and
 * truncated on the device (oracle/contract/noise/noise.md, level 0, channel k for noise k).
 * in, out  x       coordinate i of path p at x[i*paths + p]; no units but the system's
 * out      report  may be NULL
 * in       c       parameters and h; its own x, dw, steps and scheme are not used
 * The same bits on every device, and those of fast_ensemble_advance, for every split into calls.
 * SLP_OK; SLP_NO_CONVERGENCE (report->failed paths are NaN); SLP_UNSUPPORTED: no ensembles of this
 * system by this scheme; SLP_DOMAIN: h or constants made of it are not finite, or h is not above 0
 * where there is noise; SLP_MEMORY; SLP_DEVICE_FAILED and text: x is as it was.
 * Source: oracle/manual/schemes.md, fast/ensemble/ensemble.md. */
int slp_device_ensemble(double *x, slp_device_report *report, slp_device *d, const slp_case *c,
                        const slp_device_run *run, char text[SLP_DEVICE_TEXT]);

/* Steps of isospectral-midpoint on Zeitlin's sphere without noise, 5 <= n <= 4096; the state stays
 * on the device.
 * out  states       after each step, in the order of x; or NULL
 *      evaluations  of the stage's equation, in all; or NULL
 * in   x            n^2 coordinates of a case      h   step
 * SLP_OK; SLP_NO_CONVERGENCE: the states after the step that failed are not written;
 * SLP_MEMORY; SLP_DEVICE_FAILED and text. */
int slp_device_trajectory(slp_device *d, double *states, size_t *evaluations, const double *x,
                          int n, double h, size_t steps, char text[SLP_DEVICE_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
