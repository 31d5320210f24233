/* Ensembles on a device beside those of the binary64 path, bit for bit: every model, states of all
 * sizes, some of which work items leave to the host and some of which have no step.  Links one of
 * libslpdevice-*.a, libslpfast and libslp (tests/ports/test_device_library.sh).
 * Exit status: 0 the same; 1 not; 2 neither could be tried; 3 no device. */
#include "fast/fast.h"
#include "oracle/ports/device/slpdevice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 61, STEPS = 5, MOST = 24 };

static const char *const lines[] = {
    "case id=body system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.7 "
    "quad=0.3,-0.2,0.4 lin=0.1,0.3,-0.2 h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0,0,0,0",
    "case id=body-quadratic system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.7 "
    "quad=0.3,-0.2,0.4 h=0.01 steps=1 x=0.6,-0.5,0.7 dw=0,0,0",
    "case id=body-quiet system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.7 h=1.5 "
    "steps=1 x=0.6,-0.5,0.7",
    "case id=top system=heavy-top scheme=variational-cayley inertia=2,1.2,0.8 chi=0.3,-0.4,0.8 "
    "noise=0.2,-0.1,0.3,0,0.2,0.1,0.1,0.1,0.2,0,-0.3,0,0.2,-0.1 h=0.3 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0,0",
    "case id=top-long system=heavy-top scheme=variational-cayley inertia=2,1.2,0.8 "
    "chi=0.3,-0.4,0.8 h=1.5 steps=1 x=0.6,-0.5,0.7,0.3,0.8,-0.4",
    "case id=pair system=point-vortices scheme=isospectral-midpoint gamma=1,-0.5 h=0.25 steps=1 "
    "x=0.6,-0.5,0.7,-0.3,0.9,0.4",
    "case id=four system=point-vortices scheme=isospectral-midpoint gamma=1,-0.5,2,0.75 "
    "quad=0.3,-0.2,0.4 h=0.5 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1,-0.8,-0.5,0.2 "
    "dw=0,0,0",
    "case id=eight system=point-vortices scheme=isospectral-midpoint "
    "gamma=1,-0.5,2,0.75,1.5,-1,0.25,3 quad=0.3,-0.2,0.4 h=0.3 steps=1 "
    "x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1,-0.8,-0.5,0.2,0.9,0.1,0.1,-0.4,-0.4,-0.9,0,0,1,"
    "0.5,0.5,-0.7 dw=0,0,0"};

/* A number in [-1, 1) of its own for every (i, k). */
static double scattered(uint64_t i, uint64_t k)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15 + (k + 1) * 0xd1b54a32d192ed03;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9;
    return (double)(int64_t)(bits ^ bits >> 32) * 0x1p-63;
}

/* The same bits; one NaN is as good as another. */
static bool same(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(a + i, b + i, sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i]))) return false;
    return true;
}

/* 0, 1 or 2, as the program's exit status. */
static int compare(slp_device *d, const char *line, size_t *redone, size_t *failed)
{
    static double x[MOST * PATHS], there[MOST * PATHS];
    char text[SLP_DEVICE_TEXT] = "";
    slp_case c;
    slp_error err;
    fast_system *sys;
    fast_report report;
    slp_device_report own;
    slp_case_init(&c);
    if (slp_case_parse(&c, line, 1, &err) || fast_system_new(&sys, &c, &err)) return 2;
    for (size_t i = 0; i < c.d; i++)
        for (size_t k = 0; k < PATHS; k++) {
            const double size = k % 27 == 5 ? 1e9 : k % 27 == 9 ? 8 : k % 27 == 11 ? 1e-300 : 1;
            x[i * PATHS + k] = (c.x[i] + 0.2 * scattered(i, k)) * size;
            if (k % 50 == 7 && i == 1) x[i * PATHS + k] = NAN;
            /* two vortices close together, and at the same place */
            if (k % 50 > 28 && k % 50 < 34 && i >= 3 && i < 6)
                x[i * PATHS + k] =
                    x[(i - 3) * PATHS + k] * (1 + ldexp(1, 8 - (int)(k % 50)) * scattered(i, k));
            if (k % 50 == 8 && i >= 3 && i < 6) x[i * PATHS + k] = x[(i - 3) * PATHS + k];
        }
    memcpy(there, x, sizeof x);
    const fast_ensemble run = {.paths = PATHS,
                               .seed = 3,
                               .first_path = 0xfffffff0,
                               .h = c.h,
                               .ell = 2,
                               .first_step = 3,
                               .steps = STEPS,
                               .threads = 1};
    slp_device_run with = {.paths = PATHS,
                           .seed = 3,
                           .first_path = 0xfffffff0,
                           .ell = 2,
                           .first_step = 3,
                           .steps = STEPS};
    fast_ensemble_advance(x, &report, sys, &run);
    with.steps = 2; /* in two calls: nothing of a call is left in the next one */
    int status = slp_device_ensemble(there, &own, d, &c, &with, text);
    *redone += own.redone;
    with.first_step += with.steps;
    with.steps = STEPS - with.steps;
    if (status >= 0) status = slp_device_ensemble(there, &own, d, &c, &with, text);
    *redone += own.redone;
    *failed += own.failed;
    const bool right = same(x, there, c.d * PATHS) && own.failed == report.failed &&
                       status == (own.failed ? SLP_NO_CONVERGENCE : SLP_OK);
    printf("%s: %s, %zu failed %s\n", c.id, right ? "the same bits" : "OTHER BITS", own.failed,
           text);
    fast_system_free(sys);
    slp_case_clear(&c);
    return right ? 0 : 1;
}

int main(void)
{
    char text[SLP_DEVICE_TEXT];
    slp_device *d;
    int status = 0;
    size_t redone = 0, failed = 0;
    const int opened = slp_device_open(&d, text);
    puts(text);
    if (opened != SLP_OK) return opened == SLP_UNSUPPORTED ? 3 : 1;
    for (size_t i = 0; i < sizeof lines / sizeof *lines && status < 2; i++) {
        const int one = compare(d, lines[i], &redone, &failed);
        if (one > status) status = one;
    }
    slp_device_close(d);
    printf("%zu steps by the host, %zu paths without one\n", redone, failed);
    return status ? status : redone < 50 || !failed; /* else the rare ways were not gone */
}
