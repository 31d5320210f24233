/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles on a device beside those of the binary64 path, bit for bit: every model and scheme,
 * spins of several numbers and bonds, states of all sizes, some of which work items leave to the
 * host and some of which have no step.  Links one of libslpdevice-*.a, libslpfast and libslp
 * (tests/packages/test_device_library.sh).
 * Exit status: 0 the same; 1 not; 2 neither could be tried; 3 no device. */
#include "fast/fast.h"
#include "oracle/ports/device/slpdevice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 61, STEPS = 5, MOST = 48, SPINS = 16, LINE = 1 << 14 };

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
    "case id=lie system=rigid-body scheme=splitting-lie inertia=2,1,0.7 quad=0.3,-0.2,0.4 "
    "lin=0.1,0.3,-0.2,0.5,0,0.4,-0.3,0.2,0.1 h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0,0,0,0,0,0",
    "case id=strang system=rigid-body scheme=splitting-strang inertia=2,1,0.7 quad=0.3,-0.2,0.4 "
    "lin=0.1,0.3,-0.2,0.5,0,0.4,-0.3,0.2,0.1 h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0,0,0,0,0,0",
    "case id=strang-linear system=rigid-body scheme=splitting-strang inertia=2,1,0.7 "
    "lin=0.1,0.3,-0.2,0,0,0 h=0.1 steps=1 x=0.6,-0.5,0.7 dw=0,0",
    "case id=strang-quiet system=rigid-body scheme=splitting-strang inertia=2,1,0.7 h=2.5 steps=1 "
    "x=0.6,-0.5,0.7",
    "case id=lie-back system=rigid-body scheme=splitting-lie inertia=2,1,0.7 h=-3 steps=1 "
    "x=0.6,-0.5,0.7",
    "case id=dual system=heavy-top scheme=isospectral-midpoint inertia=2,1.2,0.8 "
    "chi=0.3,-0.4,0.8 noise=0.2,-0.1,0.3,0,0.2,0.1,0.1,0.1,0.2,0,-0.3,0,0.2,-0.1 h=0.3 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0,0",
    "case id=dual-long system=heavy-top scheme=isospectral-midpoint inertia=2,1.2,0.8 "
    "chi=0.3,-0.4,0.8 h=1.2 steps=1 x=0.6,-0.5,0.7,0.3,0.8,-0.4",
    "case id=dual-short system=heavy-top scheme=isospectral-midpoint inertia=2,1.2,0.8 "
    "chi=0.3,-0.4,0.8 h=0.02 steps=1 x=0.6,-0.5,0.7,0.3,0.8,-0.4",
    "case id=dual-noise system=heavy-top scheme=isospectral-midpoint inertia=2,1.2,0.8 "
    "chi=0.3,-0.4,0.8 noise=0.2,-0.1,0.3,0,0.2,0.1,0.1 h=0.05 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0",
    /* its first path takes its first step by the second form of the stage's equation */
    "case id=dual-second system=heavy-top scheme=isospectral-midpoint inertia=0.62,1.59,0.87 "
    "chi=0.13,-0.22,-0.19 h=2.419 steps=1 x=-0.04,-0.89,-0.18,-0.54,-0.49,0.18",
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
    "0.5,0.5,-0.7 dw=0,0,0",
    /* without most parts; a bond twice, of opposite signs; a spin without bonds */
    "case id=spins-cancel system=spins scheme=isospectral-midpoint bonds=1:2,2:1 "
    "exchange=0.75,-0.75 h=1 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1",
    /* more bonds of a spin than there are others: the work items have kernels for few of them */
    "case id=spins-many-bonds system=spins scheme=isospectral-midpoint "
    "bonds=1:2,2:1,1:3,2:3,1:2,3:2 exchange=0.75,-0.5,0.25,0.625,0.5,1 h=0.125 steps=1 "
    "x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1",
    "case id=spins-most-bonds system=spins scheme=sib "
    "bonds=1:2,2:1,1:3,2:3,1:2,3:2,1:2,2:1,1:3,1:2,3:1 "
    "exchange=0.75,-0.5,0.25,0.625,0.5,1,-0.25,0.375,0.125,0.25,0.75 h=0.125 steps=1 "
    "x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1",
    "case id=spins-sib-alone system=spins scheme=sib bonds=3:1 exchange=0.75 field=0.1,-0.3,0.2 "
    "h=-0.5 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1",
    "case id=spins-no-axis system=spins scheme=isospectral-midpoint bonds=1:2 exchange=0.75 "
    "anisotropy=0,1,0,0 damping=0.5 h=0.2 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4"};

/* A number in [-1, 1) of its own for every (i, k). */
static double scattered(uint64_t i, uint64_t k)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15 + (k + 1) * 0xd1b54a32d192ed03;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9;
    return (double)(int64_t)(bits ^ bits >> 32) * 0x1p-63;
}

enum { DMI = 1, FIELD = 2, AXIS = 4, NOISE = 8, DAMPING = 16, ALL_BONDS = 32 };

/* n spins: each is bound to the next, every second time from the later one, and every third one to
 * the one after that; or all to all. */
static void write_spins(char *line, int n, int parts, double h, const char *scheme)
{
    int ends[2 * 128], bonds = 0;
    FILE *to = fmemopen(line, LINE, "w");
    if (!to) exit(2);
    for (int a = 1; a <= n; a++)
        for (int b = a + 1; b <= n; b++) {
            if (!(parts & ALL_BONDS || b == a + 1 || (b == a + 2 && a % 3 == 0))) continue;
            ends[2 * bonds] = b % 2 ? b : a;
            ends[2 * bonds++ + 1] = b % 2 ? a : b;
        }
    fprintf(to, "case id=spins-%s-%d-%d system=spins scheme=%s h=%a steps=1 bonds=", scheme, n,
            parts, scheme, h);
    for (int k = 0; k < bonds; k++)
        fprintf(to, "%s%d:%d", k ? "," : "", ends[2 * k], ends[2 * k + 1]);
    fputs(" exchange=", to);
    for (int k = 0; k < bonds; k++) fprintf(to, "%s%a", k ? "," : "", scattered(k, 1));
    for (int k = 0; parts & DMI && k < 3 * bonds; k++)
        fprintf(to, "%s%a", k ? "," : " dmi=", 0.5 * scattered(k, 2));
    if (parts & FIELD) fputs(" field=0.3,-0.7,0.5", to);
    if (parts & AXIS) fputs(" anisotropy=-0.4,0.3,0.8,-0.5", to);
    if (parts & NOISE) fputs(" noise=-0.3", to);
    if (parts & DAMPING) fputs(" damping=0.4", to);
    for (int i = 0; i < 3 * n; i++) fprintf(to, "%s%a", i ? "," : " x=", scattered(i, 3));
    for (int i = 0; parts & NOISE && i < 3 * n; i++) fputs(i ? ",0" : " dw=0", to);
    fclose(to);
}

/* The same bits; one NaN is as good as another. */
static bool same(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(a + i, b + i, sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i]))) return false;
    return true;
}

/* The schemes that leave steps to the host, by systems, and how many they left. */
static struct {
    const char *system, *scheme;
    size_t redone;
} counts[] = {
    {"rigid-body", "isospectral-midpoint", 0}, {"rigid-body", "splitting-lie", 0},
    {"rigid-body", "splitting-strang", 0},     {"heavy-top", "variational-cayley", 0},
    {"heavy-top", "isospectral-midpoint", 0},  {"point-vortices", "isospectral-midpoint", 0},
    {"spins", "isospectral-midpoint", 0}};
enum { COUNTS = sizeof counts / sizeof *counts };

/* 0, 1 or 2, as the program's exit status. */
static int compare(slp_device *d, const char *line, size_t *failed)
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
            /* of 1e9: no step, of 8 a hard one; of many spins both take long */
            const double size = k == 5 && c.d < 24    ? 1e9
                                : k == 9 && c.d <= 27 ? 8
                                : k % 27 == 11        ? 1e-300
                                                      : 1;
            x[i * PATHS + k] = (c.x[i] + (k ? 0.2 * scattered(i, k) : 0)) * size;
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
                               .threads = 1,
                               .scheme = fast_scheme_find(c.scheme->name)};
    slp_device_run with = {.paths = PATHS,
                           .seed = 3,
                           .first_path = 0xfffffff0,
                           .ell = 2,
                           .first_step = 3,
                           .steps = STEPS,
                           .scheme = c.scheme->name};
    const bool both =
        fast_ensemble_by_kernel(run.scheme, sys) && slp_device_has_ensemble(&c, c.scheme->name);
    size_t redone;
    fast_ensemble_advance(x, &report, sys, &run);
    with.steps = 2; /* in two calls: nothing of a call is left in the next one */
    int status = slp_device_ensemble(there, &own, d, &c, &with, text);
    redone = own.redone;
    with.first_step += with.steps;
    with.steps = STEPS - with.steps;
    if (status >= 0) status = slp_device_ensemble(there, &own, d, &c, &with, text);
    redone += own.redone;
    *failed += own.failed;
    for (int i = 0; i < COUNTS; i++)
        if (!strcmp(counts[i].system, c.system->name) && !strcmp(counts[i].scheme, c.scheme->name))
            counts[i].redone += redone;
    const bool right = both && same(x, there, c.d * PATHS) && own.failed == report.failed &&
                       status == (own.failed ? SLP_NO_CONVERGENCE : SLP_OK);
    printf("%s: %s, %zu by the host, %zu failed %s\n", c.id, right ? "the same bits" : "OTHER BITS",
           redone, own.failed, text);
    fast_system_free(sys);
    slp_case_clear(&c);
    return right ? 0 : 1;
}

/* Every number of spins by both schemes, each number with other parts; then the most bonds. */
static int compare_spins(slp_device *d, size_t *failed)
{
    static const int parts[] = {63, 0, DMI, FIELD, AXIS, NOISE, DAMPING | FIELD, 15, 31};
    static const char *const schemes[] = {"isospectral-midpoint", "sib"};
    char line[LINE];
    int status = 0;
    for (int n = 2; n <= SPINS; n++)
        for (int k = 0; k < 2 && status < 2; k++) {
            const int has = n == SPINS ? 63 : parts[n % 9];
            write_spins(line, n, has, n % 3 == 2 && !(has & NOISE) ? -0.1 : 0.1, schemes[k]);
            const int one = compare(d, line, failed);
            if (one > status) status = one;
        }
    return status;
}

/* What has no ensemble here, though the pair exists: 0 if it is refused. */
static int refused(const char *line, const char *scheme)
{
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    if (slp_case_parse(&c, line, 1, &err)) return 2;
    const int status = slp_device_has_ensemble(&c, scheme) || slp_device_has_ensemble(&c, NULL);
    slp_case_clear(&c);
    return status;
}

static int refusals(void)
{
    char line[LINE];
    write_spins(line, SPINS + 1, FIELD, 0.1, "sib");
    int status = refused(line, "sib");
    write_spins(line, SPINS, FIELD, 0.1, "sib");
    status |= refused(line, "depondt") | refused(line, "splitting-lie");
    status |= refused(lines[0], "tmk") | refused(lines[0], "sib");
    if (status) puts("an ensemble that there is not is not refused");
    return status;
}

int main(void)
{
    char text[SLP_DEVICE_TEXT];
    slp_device *d;
    int status = 0;
    size_t failed = 0;
    const int opened = slp_device_open(&d, text);
    puts(text);
    if (opened != SLP_OK) return opened == SLP_UNSUPPORTED ? 3 : 1;
    for (size_t i = 0; i < sizeof lines / sizeof *lines && status < 2; i++) {
        const int one = compare(d, lines[i], &failed);
        if (one > status) status = one;
    }
    if (status < 2) status |= compare_spins(d, &failed) | refusals();
    slp_device_close(d);
    for (int i = 0; i < COUNTS; i++) {
        printf("%s by %s: %zu steps by the host\n", counts[i].system, counts[i].scheme,
               counts[i].redone);
        if (!counts[i].redone) status |= 1; /* else the rare ways were not gone */
    }
    return status ? status : !failed;
}
