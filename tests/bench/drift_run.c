/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The papers' long runs: systems and states. */
#include "oracle/contract/case/case.h"
#include "tests/bench/drift_run.h"
#include "tests/fast/large_scales.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fast_system *drift_run_open(const drift_run *r)
{
    static const double moments[] = {2, 1, 2.0 / 3}, modes[] = {1, 1, 1, -1};
    const double size = (double)r->n, thrice[] = {r->noise, r->noise, r->noise};
    slp_case c;
    slp_error err;
    fast_system *sys;
    slp_case_init(&c);
    c.system = slp_system_find(r->system);
    slp_status status = SLP_OK;
    if (!strcmp(r->system, "rigid-body")) {
        status |= slp_case_set_param(&c, "inertia", moments, 3, &err);
        if (r->noise > 0) status |= slp_case_set_param(&c, "quad", thrice, 3, &err);
    } else {
        status |= slp_case_set_param(&c, "n", &size, 1, &err);
        const char *key = strcmp(r->system, "rigid-body-n") ? "amp" : "quad";
        if (r->noise > 0) status |= slp_case_set_param(&c, key, &r->noise, 1, &err);
        if (!strcmp(r->system, "sine-euler"))
            status |= slp_case_set_param(&c, "modes", modes, 4, &err);
    }
    if (status || fast_system_new(&sys, &c, &err)) exit(2);
    slp_case_clear(&c);
    return sys;
}

static void body(double *x, size_t n)
{
    double square = 0, *at = x;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = i + 1; j <= n; j++) *at++ = sin((double)(i + 2 * j));
    const size_t d = n * (n - 1) / 2;
    for (size_t i = 0; i < d; i++) square += x[i] * x[i];
    for (size_t i = 0; i < d; i++) x[i] /= sqrt(square);
}

/* entry = X_{k,l} of i sum omega_m (T_m + T_-m) over m in (-1,1), (0,1), (1,0), (1,1). */
static void torus_entry(double entry[2], size_t n, size_t k, size_t l)
{
    static const long modes[4][2] = {{-1, 1}, {0, 1}, {1, 0}, {1, 1}};
    const double turn = 2 * acos(-1.0) / (double)n;
    uint64_t seed = 42;
    entry[0] = entry[1] = 0;
    for (size_t i = 0; i < 4; i++) {
        const double omega = 0.5 * large_scales_uniform(&seed);
        for (long s = -1; s <= 1; s += 2) {
            const long m1 = s * modes[i][0], m2 = s * modes[i][1];
            if (((long)(l - k) - m2) % (long)n) continue;
            const double angle = turn * (double)(m1 * m2 + 2 * m1 * (long)k);
            entry[0] -= omega * sin(angle);
            entry[1] += omega * cos(angle);
        }
    }
}

static void torus(double *x, size_t n)
{
    double *at = x + n;
    for (size_t k = 0; k < n; k++) {
        double entry[2];
        torus_entry(entry, n, k, k);
        x[k] = entry[1];
        for (size_t l = k + 1; l < n; l++, at += 2) torus_entry(at, n, k, l);
    }
}

void drift_run_state(double *x, const drift_run *r)
{
    uint64_t seed = 42;
    if (!strcmp(r->system, "rigid-body")) {
        x[0] = sin(1.1);
        x[1] = 0;
        x[2] = cos(1.1);
    } else if (!strcmp(r->system, "rigid-body-n"))
        body(x, r->n);
    else if (!strcmp(r->system, "zeitlin-sphere"))
        large_scales(x, r->n, 6, &seed);
    else
        torus(x, r->n);
}
