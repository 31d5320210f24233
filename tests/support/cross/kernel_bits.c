/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Prints, as bits, what the ensemble kernel that SLP_KERNEL names (or the widest) makes of every
 * model: states after some steps, among them lanes that end alone and lanes that fail, and
 * increments.  Two builds agree, for any two processors, if they print the same lines; the first
 * line, the kernel's name, is for the reader.  Links libslpfast, or the port kit's part of it:
 * tests/packages/test_portkit.sh. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 29, STEPS = 3, MOST = 12 };

static const char *const lines[] = {
    "case id=a system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.7 quad=0.3,-0.2,0.4 "
    "lin=0.1,0.3,-0.2 h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0,0,0,0",
    "case id=b system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.7 quad=0.3,-0.2,0.4 "
    "h=0.01 steps=1 x=0.6,-0.5,0.7 dw=0,0,0",
    "case id=c system=heavy-top scheme=variational-cayley inertia=2,1.2,0.8 chi=0.3,-0.4,0.8 "
    "noise=0.2,-0.1,0.3,0,0.2,0.1,0.1,0.1,0.2,0,-0.3,0,0.2,-0.1 h=0.3 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0,0",
    "case id=d system=point-vortices scheme=isospectral-midpoint gamma=1,-0.5,2,0.75 "
    "quad=0.3,-0.2,0.4 h=0.5 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1,-0.8,-0.5,0.2 "
    "dw=0,0,0",
    "case id=e system=spins scheme=isospectral-midpoint bonds=1:2,4:3,2:3,1:4,2:4 "
    "exchange=1,-0.5,0.75,0.25,-0.3 "
    "dmi=0.1,-0.2,0.3,0.2,0.1,-0.25,0,0.3,-0.1,-0.4,0.1,0.2,0.1,0.2,0 field=0.3,-0.2,0.5 "
    "anisotropy=-0.3,0.25,0.75,-0.5 noise=0.25 damping=0.5 h=0.2 steps=1 "
    "x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1,-0.8,-0.5,0.2 dw=0,0,0,0,0,0,0,0,0,0,0,0",
    "case id=f system=spins scheme=sib bonds=1:2,2:3 exchange=1,-0.5 field=0.3,-0.2,0.5 "
    "noise=0.25 h=0.2 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1 dw=0,0,0,0,0,0,0,0,0",
    "case id=g system=rigid-body scheme=splitting-lie inertia=2,1,0.7 quad=0.3,-0.2,0.4 h=1 "
    "steps=1 x=0.6,-0.5,0.7 dw=0,0,0",
    "case id=h system=rigid-body scheme=splitting-strang inertia=2,1,0.7 lin=0.1,0.3,-0.2,0.5,0,0 "
    "h=0.1 steps=1 x=0.6,-0.5,0.7 dw=0,0",
    "case id=i system=heavy-top scheme=isospectral-midpoint inertia=2,1.2,0.8 chi=0.3,-0.4,0.8 "
    "noise=0.2,-0.1,0.3,0,0.2,0.1,0.1,0.1,0.2,0,-0.3,0,0.2,-0.1 h=0.3 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0,0"};

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x == x ? bits : 0x7ff8000000000000; /* one NaN is as good as another */
}

/* A number in [-1, 1) of its own for every (i, k). */
static double scattered(uint64_t i, uint64_t k)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15 + (k + 1) * 0xd1b54a32d192ed03;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9;
    return (double)(int64_t)(bits ^ bits >> 32) * 0x1p-63;
}

static int show_states(const char *line)
{
    double x[MOST * PATHS];
    slp_case c;
    slp_error err;
    fast_system *sys;
    fast_report report;
    slp_case_init(&c);
    if (slp_case_parse(&c, line, 1, &err) || fast_system_new(&sys, &c, &err)) return 2;
    for (size_t i = 0; i < c.d; i++)
        for (size_t k = 0; k < PATHS; k++)
            x[i * PATHS + k] = (c.x[i] + 0.2 * scattered(i, k)) * (k % 27 == 5 ? 1e9 : 1);
    fast_ensemble run = {.paths = PATHS,
                         .seed = 3,
                         .first_path = 0xfffffff0,
                         .h = c.h,
                         .ell = 2,
                         .first_step = 3,
                         .steps = STEPS,
                         .threads = 1,
                         .scheme = fast_scheme_find(c.scheme->name)};
    slp_status status = fast_ensemble_advance(x, &report, sys, &run);
    printf("%s %s %zu failed, %u evaluations\n", c.id, c.system->name, report.failed,
           report.iterations);
    for (size_t k = 0; k < c.d * PATHS; k++)
        printf("%016" PRIx64 "%c", bits_of(x[k]), k % 8 == 7 ? '\n' : ' ');
    putchar('\n');
    fast_system_free(sys);
    slp_case_clear(&c);
    return status == SLP_OK || status == SLP_NO_CONVERGENCE ? 0 : 2;
}

static int show_increments(void)
{
    static double dw[PATHS * 9 * 2];
    fast_ensemble run = {.paths = PATHS,
                         .seed = 11,
                         .h = 0.125,
                         .ell = 2,
                         .first_step = 1,
                         .steps = 9,
                         .threads = 1};
    if (fast_ensemble_increments(dw, 2, &run)) return 2;
    puts("increments");
    for (size_t k = 0; k < sizeof dw / sizeof *dw; k++)
        printf("%016" PRIx64 "%c", bits_of(dw[k]), k % 8 == 7 ? '\n' : ' ');
    putchar('\n');
    return 0;
}

int main(void)
{
    const char *kernel = fast_kernel_name();
    if (!kernel) return 2;
    printf("kernel %s\n", kernel);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (show_states(lines[i])) return 2;
    return show_increments();
}
