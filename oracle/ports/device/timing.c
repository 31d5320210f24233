/* How long a step of Zeitlin's sphere takes on a device, beside zgemm (--time). */
#include "oracle/plumbing/allocate.h"
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/port.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Coordinates that fall off from the diagonal: the motion is smooth, |X| about sqrt N. */
static void smooth(double *x, size_t n)
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

/* The steps before the guess has all its differences are not timed: a second run of the same steps
 * and as many more is compared with a first one. */
int port_time_steps(device *d, int n, size_t steps, char text[DEVICE_TEXT])
{
    enum { FIRST = 12, PRODUCTS = 5 };
    const size_t q = (size_t)n * (size_t)n, counts[] = {FIRST, FIRST + steps};
    double *x = slp_allocate(q, sizeof *x), seconds[2] = {0, 0}, product = INFINITY;
    size_t evaluations[2] = {0, 0};
    smooth(x, (size_t)n);
    int failed = slp_driver_list(d, SLOTS * q, text);
    for (size_t slot = S_XI; slot < S_XI + 4 && !failed; slot++)
        failed = slp_driver_put(d, slot * q, x, q, text);
    for (int i = 0; i < PRODUCTS && !failed; i++) {
        const double start = now();
        failed = slp_driver_zgemm(d, n, text);
        product = fmin(product, now() - start);
    }
    for (int i = 0; i < 2 && !failed; i++) {
        const double start = now();
        failed = slp_device_trajectory(d, NULL, evaluations + i, x, n, 0.25, counts[i], text);
        seconds[i] = now() - start;
    }
    free(x);
    if (failed) return -1;
    const double each = (seconds[1] - seconds[0]) / (double)steps;
    printf("N %d: %.3f ms a step, %.2f evaluations, zgemm %.3f ms, %.2f zgemm a step\n", n,
           1e3 * each, (double)(evaluations[1] - evaluations[0]) / (double)steps, 1e3 * product,
           each / product);
    return 0;
}
