/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rigid-body steps drawn for the tests of ref/. */
#include "tests/ref/rigid_body_steps.h"
#include "tests/support/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const rigid_schemes[RIGID_SCHEMES] = {
    "isospectral-midpoint", "implicit-midpoint",         "trapezoidal", "tmk",
    "variational-cayley",   "variational-cayley-printed"};

uint64_t rigid_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double rigid_uniform(uint64_t *state)
{
    return (double)(rigid_bits(state) >> 11) * 0x1p-53;
}

double rigid_between(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * rigid_uniform(state);
}

void rigid_standard(rigid *r)
{
    *r = (rigid){.body = {.inertia = {2, 1, 2.0 / 3}, .has_quad = true, .quad = {0.1, 0.1, 0.1}},
                 .x = {0.8912073600614354, 0, 0.4535961214255773}, /* sin 1.1, 0, cos 1.1 */
                 .h = 0x1p-8,
                 .M = 3};
}

void rigid_draw(rigid *r, uint64_t *state, double size)
{
    *r = (rigid){.M = 0};
    for (int i = 0; i < 3; i++) {
        r->body.inertia[i] = rigid_between(state, 0.3, 3);
        r->body.quad[i] = rigid_between(state, -1, 1);
        r->x[i] = rigid_between(state, -1, 1);
    }
    r->body.has_quad = rigid_bits(state) & 1;
    r->body.lin_count = (int)(rigid_bits(state) % (RIGID_MOST_LIN + 1));
    for (int i = 0; i < 3 * r->body.lin_count; i++) r->lin[i] = rigid_between(state, -1, 1);
    r->M = (r->body.has_quad ? 3 : 0) + r->body.lin_count;
    r->h = rigid_between(state, -size, size);
    for (int k = 0; k < r->M; k++) r->dW[k] = rigid_between(state, -1, 1) * sqrt(size);
}

static void give(slp_case *c, const char *key, const double *values, size_t count)
{
    slp_error err;
    if (slp_case_set_param(c, key, values, count, &err) != SLP_OK) {
        slp_error_print(stderr, "rigid", &err);
        abort();
    }
}

void rigid_build(rigid *r)
{
    slp_error err;
    r->body.lin = r->lin;
    slp_case_init(&r->c);
    r->c.system = slp_system_find("rigid-body");
    give(&r->c, "inertia", r->body.inertia, 3);
    if (r->body.has_quad) give(&r->c, "quad", r->body.quad, 3);
    if (r->body.lin_count) give(&r->c, "lin", r->lin, 3 * (size_t)r->body.lin_count);
    if (ref_system_new(&r->sys, &r->c, &err) != SLP_OK) {
        slp_error_print(stderr, "rigid", &err);
        abort();
    }
    r->bx = _arb_vec_init(3);
    r->bdW = _arb_vec_init(RIGID_MOST_M);
    arb_init(r->bh);
    arb_set_d(r->bh, r->h);
    for (int i = 0; i < 3; i++) arb_set_d(r->bx + i, r->x[i]);
    for (int k = 0; k < r->M; k++) arb_set_d(r->bdW + k, r->dW[k]);
}

void rigid_clear(rigid *r)
{
    slp_case_clear(&r->c);
    ref_system_free(r->sys);
    _arb_vec_clear(r->bx, 3);
    _arb_vec_clear(r->bdW, RIGID_MOST_M);
    arb_clear(r->bh);
}

int rigid_repeats(int n)
{
    double factor = depth_multiplier();
    /* fewer would see too little to assert anything of */
    return factor > 1 ? (int)((double)n * factor) : n;
}

slp_status rigid_step(arb_ptr next, ref_certificate *cert, const rigid *r, const char *scheme,
                      slong prec)
{
    return ref_step(next, cert, ref_scheme_find(scheme), r->sys, r->bx, r->bh, r->bdW, prec);
}

bool rigid_naive(naive_vector next, naive_matrix f, rigid *r, const char *scheme)
{
    naive_vector x;
    bool converged;
    naive_vector_init(x, mpfr_get_prec(next[0]));
    for (int i = 0; i < 3; i++) mpfr_set_d(x[i], r->x[i], MPFR_RNDN);
    converged = naive_step(next, f, scheme, &r->body, x, r->h, r->dW);
    naive_vector_clear(x);
    return converged;
}

bool rigid_contains(const arb_t ball, mpfr_t v, double scale, slong bits)
{
    arb_t wide;
    mag_t slack;
    bool inside;
    arb_init(wide);
    mag_init(slack);
    arb_set(wide, ball);
    mag_set_d(slack, fabs(scale));
    mag_mul_2exp_si(slack, slack, -bits);
    arb_add_error_mag(wide, slack);
    inside = arb_contains_mpfr(wide, v) != 0;
    arb_clear(wide);
    mag_clear(slack);
    return inside;
}
