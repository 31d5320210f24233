/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Bodies for the tests of the binary64 path. */
#include "oracle/contract/case/case.h"
#include "tests/fast/fast_bodies.h"
#include "oracle/contract/noise/noise.h"

#include <stdlib.h>
#include <string.h>

const char *const fast_body_schemes[FAST_BODY_SCHEMES] = {
    "isospectral-midpoint", "implicit-midpoint",         "trapezoidal", "tmk",
    "variational-cayley",   "variational-cayley-printed"};

const double fast_body_ejll_state[3] = {0x1.c84c54c2d6337p-1, 0, 0x1.d07b806c76112p-2};

fast_system *fast_body_new(const double inertia[3], const double *quad, const double *lin,
                           size_t vectors)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    if (!c.system || slp_case_set_param(&c, "inertia", inertia, 3, &err)) abort();
    if (quad && slp_case_set_param(&c, "quad", quad, 3, &err)) abort();
    if (vectors && slp_case_set_param(&c, "lin", lin, 3 * vectors, &err)) abort();
    if (fast_system_new(&sys, &c, &err)) sys = NULL;
    slp_case_clear(&c);
    return sys;
}

fast_system *fast_body_ejll(void)
{
    const double inertia[3] = {2, 1, 2.0 / 3.0}, quad[3] = {0.1, 0.1, 0.1};
    return fast_body_new(inertia, quad, NULL, 0);
}

uint64_t fast_body_bits(uint32_t part, uint64_t n)
{
    uint32_t w[4];
    slp_noise_key key = {.seed = 77, .channel = part, .node = n};
    slp_noise_block(w, &key);
    return (uint64_t)w[0] << 32 | w[1];
}

double fast_body_between(uint32_t part, uint64_t n, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(fast_body_bits(part, n) >> 11) * 0x1p-53);
}

slp_status fast_body_step(double next[3], fast_report *report, const char *scheme,
                          const fast_system *sys, const double x[3], double h, const double *dW)
{
    double room[FAST_BODY_ROOM];
    const fast_scheme *s = fast_scheme_find(scheme);
    if (!s || fast_step_work_size(s, sys) > FAST_BODY_ROOM) abort();
    memcpy(next, x, 3 * sizeof *next);
    return fast_step(next, report, s, sys, x, h, dW, room);
}
