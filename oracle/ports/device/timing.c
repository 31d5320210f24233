/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How long a step of Zeitlin's sphere takes on a device, beside zgemm (--time). */
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/port.h"
#include "oracle/ports/device/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 5 };

/* Coordinates that fall off from the diagonal: the motion is smooth, |X| about sqrt N. */
static void fill_smooth(double *x, size_t n)
{
    double *at = x + n, mean = 0;
    for (size_t i = 0; i < n; i++) mean += sin(3.0 * (double)i) / (double)n;
    for (size_t i = 0; i < n; i++) {
        x[i] = sin(3.0 * (double)i) - mean;
        for (size_t j = i + 1; j < n; j++) {
            const double size = exp(-0.5 * (double)(j - i)), a = (double)i, b = (double)j;
            *at++ = size * sin(a + 2 * b);
            *at++ = size * cos(2 * a + 0.3 * b);
        }
    }
}

/* Seconds of one of `count` products, between two waits for the device: zgemm, or the six real
 * products of an evaluation.  The first round, in which the BLAS gets ready, does not count. */
static int time_products(device *d, int n, int count, bool zgemm, double *seconds,
                         char text[DEVICE_TEXT])
{
    int failed = 0;
    *seconds = INFINITY;
    for (int round = 0; round < ROUNDS + 1 && !failed; round++) {
        double one;
        const double start = slp_clock_seconds();
        if (zgemm) failed = slp_driver_zgemm(d, n, count, text);
        for (int i = 0; i < 2 * count && !failed && !zgemm; i++)
            failed = slp_driver_products(d, n, S_XI, S_RING, S_PART, text);
        if (!failed && !zgemm) failed = slp_driver_get(d, &one, 0, 1, text);
        if (round) *seconds = fmin(*seconds, (slp_clock_seconds() - start) / count);
    }
    return failed;
}

/* Rounds of steps in one trajectory, the fastest counts; those before the guess has all its
 * differences are not timed.  Each round ends when the device has. */
int port_time_steps(device *d, int n, size_t steps, char text[DEVICE_TEXT])
{
    enum { FIRST = 12, PRODUCTS = 10 };
    const size_t q = (size_t)n * (size_t)n;
    double *x = slp_allocate(q, sizeof *x), each = INFINITY, zgemm = 0, products = 0, one;
    slp_trajectory *t;
    fill_smooth(x, (size_t)n);
    int failed = slp_trajectory_begin(&t, d, x, n, 0.25, text);
    if (failed == SLP_MEMORY) snprintf(text, DEVICE_TEXT, "out of memory");
    if (!failed) failed = slp_trajectory_step(t, FIRST);
    const size_t before = t ? slp_trajectory_evaluations(t) : 0;
    for (int round = 0; round < ROUNDS && !failed; round++) {
        failed = slp_driver_get(d, &one, 0, 1, text);
        const double start = slp_clock_seconds();
        if (!failed) failed = slp_trajectory_step(t, steps);
        if (!failed) failed = slp_driver_get(d, &one, 0, 1, text);
        each = fmin(each, (slp_clock_seconds() - start) / (double)steps);
    }
    const double evaluations =
        failed ? 0 : (double)(slp_trajectory_evaluations(t) - before) / (double)(ROUNDS * steps);
    if (failed == SLP_NO_CONVERGENCE) snprintf(text, DEVICE_TEXT, "N %d: a step has no stage", n);
    if (!failed) failed = time_products(d, n, PRODUCTS, true, &zgemm, text);
    if (!failed) failed = time_products(d, n, PRODUCTS, false, &products, text);
    slp_trajectory_end(t);
    free(x);
    if (failed) return -1;
    printf("N %d: %.4f ms a step, %.2f evaluations, products %.4f ms, zgemm %.4f ms (%.1f Tflop/s),"
           " %.2f zgemm a step\n",
           n, 1e3 * each, evaluations, 1e3 * evaluations * products, 1e3 * zgemm,
           8e-12 * (double)n * (double)q / zgemm, each / zgemm);
    return 0;
}
