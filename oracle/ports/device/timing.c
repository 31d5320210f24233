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

/* Steps of all paths of one preset's system from its first state. */
static int time_ensemble(device *d, const char *preset, char text[DEVICE_TEXT])
{
    enum { PATHS = 1 << 16, STEPS = 100 };
    slp_case *c;
    slp_error err;
    slp_device_report report = {0};
    double fastest = INFINITY;
    if (slp_case_new_preset(&c, NULL, preset, &err) != SLP_OK) {
        snprintf(text, DEVICE_TEXT, "%s: %s", preset, err.text);
        return -1;
    }
    double *x = slp_allocate(c->d * PATHS, sizeof *x);
    const slp_device_run run = {.paths = PATHS, .seed = 1, .ell = 2, .steps = STEPS};
    int status = SLP_OK;
    for (int round = 0; round < 3 && status == SLP_OK; round++) {
        for (size_t i = 0; i < c->d * PATHS; i++) x[i] = c->x[i / PATHS];
        const double start = now();
        status = slp_device_ensemble(x, &report, d, c, &run, text);
        fastest = fmin(fastest, now() - start);
    }
    if (status == SLP_OK)
        printf("%s: %.3g steps a second, %d paths, %d steps each, %zu by the host\n", preset,
               PATHS * STEPS / fastest, PATHS, STEPS, report.redone);
    free(x);
    slp_case_free(c);
    return status == SLP_OK ? 0 : -1;
}

int port_time_ensembles(device *d, char text[DEVICE_TEXT])
{
    static const char *const presets[] = {"ejll-rigid-body", "lecg-heavy-top",
                                          "ejll-point-vortices"};
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        if (time_ensemble(d, presets[i], text)) return -1;
    return 0;
}
