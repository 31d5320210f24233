/* The heavy top on se(3)*, state (Pi, Gamma), H0 = 1/2 Pi.I^-1 Pi + chi.Gamma, noise Hamiltonians
 * a.Pi + b.Gamma + c|Pi|^2:  Xi = (h I^-1 Pi + sum dW (a + 2c Pi), h chi + sum dW b).  LECG section
 * 5, GBW section 8.  Pinned by tests/fast/test_fast_golden.c, tests/fast/test_fast_systems.c. */
#include "fast/system/heavy_top.h"
#include "fast/algebra/plane.h"
#include "fast/algebra/rotation.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>
#include <string.h>

/* What a step freezes, each number as high and low: D, Xi_omega,i = D_i Pi_i + s_i, s, and u; of
 * Levy areas V, below. */
enum { RATE = 0, SHIFT = 6, FORCE = 12, SWAP = 18, FROZEN = 24 };

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t inertias, chis, noises;
    const double *inertia = slp_case_param(c, "inertia", &inertias),
                 *chi = slp_case_param(c, "chi", &chis),
                 *noise = slp_case_param(c, "noise", &noises);
    if (inertias != 3 || chis != 3 || noises % 7 != 0)
        return slp_error_set(err, c->line, c->id, "inertia",
                             "parameters of the wrong length; "
                             "pass the case through slp_case_check");
    for (int i = 0; i < 3; i++)
        if (!(fabs(inertia[i]) > 0)) {
            slp_error_set(err, c->line, c->id, "inertia", "moment %d is zero; give a nonzero one",
                          i + 1);
            return SLP_DOMAIN;
        }
    fast_heavy_top *top = calloc(1, sizeof *top);
    if (!top) return SLP_MEMORY;
    sys->own = top;
    sys->algebra = &fast_algebra_se3;
    sys->d = 6;
    sys->casimirs = 2;
    sys->M = top->noises = noises / 7;
    memcpy(top->inertia, inertia, sizeof top->inertia);
    memcpy(top->chi, chi, sizeof top->chi);
    top->noise = fast_numbers_of(noise, noises);
    return top->noise ? SLP_OK : SLP_MEMORY;
}

static void close(fast_system *sys)
{
    fast_heavy_top *top = sys->own;
    if (top) free(top->noise);
    free(top);
}

static size_t frozen_room(const fast_system *sys)
{
    return sys->areas ? FROZEN : SWAP; /* freeze writes no more */
}

static void keep(double *at, int i, twofold value)
{
    at[2 * i] = value.high;
    at[2 * i + 1] = value.low;
}

static twofold kept(const double *at, int i)
{
    return (twofold){at[2 * i], at[2 * i + 1]};
}

static void add(double *at, int i, twofold value)
{
    keep(at, i, twofold_add(kept(at, i), value));
}

/* at += area p x q */
static void add_cross(double *at, double area, const double *p, const double *q)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        add(at, i, twofold_scale(twofold_product(p[j], q[k]), area));
        add(at, i, twofold_scale(twofold_product(p[k], q[j]), -area));
    }
}

/* Two noises with the gradients (a + 2 c Pi, b): their linear parts have the bracket (a x a', a x
 * b' + b x a'); c |Pi|^2 with b'.Gamma has 2 c Pi x b', c' |Pi|^2 with b.Gamma the opposite, in all
 * Gamma.(Pi x V) with V = 2 (c b' - c' b).  c |Pi|^2 commutes with a'.Pi and with c' |Pi|^2. */
static void freeze_areas(double *frozen, const fast_heavy_top *top, const double *area)
{
    for (int i = 0; i < 3; i++) keep(frozen + SWAP, i, (twofold){0, 0});
    for (size_t n = 0; n < top->noises; n++)
        for (size_t m = n + 1; m < top->noises; m++, area++) {
            const double *p = top->noise + 7 * n, *q = top->noise + 7 * m;
            add_cross(frozen + SHIFT, *area, p, q);
            add_cross(frozen + FORCE, *area, p, q + 3);
            add_cross(frozen + FORCE, *area, p + 3, q);
            for (int i = 0; i < 3; i++) {
                add(frozen + SWAP, i, twofold_scale(twofold_product(2 * p[6], q[3 + i]), *area));
                add(frozen + SWAP, i, twofold_scale(twofold_product(2 * q[6], p[3 + i]), -*area));
            }
        }
}

static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const fast_heavy_top *top = sys->own;
    for (int i = 0; i < 3; i++) {
        twofold rate = twofold_quotient(h, top->inertia[i]), shift = {0, 0};
        twofold force = twofold_product(h, top->chi[i]);
        for (size_t k = 0; k < top->noises; k++) {
            const double *a = top->noise + 7 * k;
            rate = twofold_add(rate, twofold_product(2 * a[6], dW[k]));
            shift = twofold_add(shift, twofold_product(a[i], dW[k]));
            force = twofold_add(force, twofold_product(a[3 + i], dW[k]));
        }
        keep(frozen + RATE, i, rate);
        keep(frozen + SHIFT, i, shift);
        keep(frozen + FORCE, i, force);
    }
    if (sys->areas) freeze_areas(frozen, top, dW + top->noises);
}

/* value += (V x Gamma)_i for turns, (Pi x V)_i for forces */
static twofold swapped(twofold value, const double *frozen, const double *x, int i, bool force)
{
    const double *v = frozen + SWAP, *of = force ? x : x + 3;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double sign = force ? -1 : 1;
    value = twofold_add(value, twofold_scale(kept(v, j), sign * of[k]));
    return twofold_add(value, twofold_scale(kept(v, k), -sign * of[j]));
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    (void)work;
    for (int i = 0; i < 3; i++) {
        twofold turn =
            twofold_add(twofold_scale(kept(frozen + RATE, i), x[i]), kept(frozen + SHIFT, i));
        twofold force = kept(frozen + FORCE, i);
        if (sys->areas) {
            turn = swapped(turn, frozen, x, i, false);
            force = swapped(force, frozen, x, i, true);
        }
        xi[i] = turn.high;
        xi[3 + i] = force.high;
        if (xi_low) {
            xi_low[i] = turn.low;
            xi_low[3 + i] = force.low;
        }
    }
}

static bool has_square(const double *noise)
{
    return noise[6] != 0;
}

/* c|Pi|^2 and b.Gamma do not commute, so that a noise with both has no flow in closed form. */
static slp_status factors(size_t *count, const fast_system *sys)
{
    const fast_heavy_top *top = sys->own;
    *count = 4;
    for (size_t j = 0; j < top->noises; j++) {
        const double *a = top->noise + 7 * j, *b = a + 3;
        if (has_square(a) && (b[0] != 0 || b[1] != 0 || b[2] != 0)) return SLP_UNSUPPORTED;
        *count += has_square(a) ? 2 : 1;
    }
    return SLP_OK;
}

/* H = h Pi_k^2/(2 I_k) has omega = t e_k, t = (h/I_k) Pi_k: it turns Pi and Gamma about e_k. */
static void turn_about_axis(double *x, const fast_heavy_top *top, size_t k, double weight, double h)
{
    const twofold rate = twofold_quotient(h, top->inertia[k]);
    const fast_plane_turn turn = fast_plane_turn_by(twofold_scale(rate, x[k]), weight);
    const size_t i = (k + 1) % 3, j = (k + 2) % 3;
    fast_plane_apply(&turn, x + i, x + j);
    fast_plane_apply(&turn, x + 3 + i, x + 3 + j);
}

/* H = h chi.Gamma has u = h chi: Pi' = Gamma x u, and Gamma stays. */
static void pull(double *x, const fast_heavy_top *top, double weight, double h)
{
    double torque[3];
    fast_cross(torque, x + 3, top->chi);
    for (int i = 0; i < 3; i++) x[i] = fma(weight * h, torque[i], x[i]);
}

/* v turned about axis by `rate`: v' = v x (rate axis). */
static void turn(double *v, const double *axis, twofold rate, double weight)
{
    double xi[3], low[3], turned[3];
    for (int i = 0; i < 3; i++) {
        const twofold part = twofold_scale(rate, axis[i]);
        xi[i] = weight * part.high;
        low[i] = weight * part.low;
    }
    fast_rotation_flow(turned, xi, low, v);
    memcpy(v, turned, sizeof turned);
}

/* H = dW (a.Pi + b.Gamma): the generator dW (a, b) is constant. */
static void linear_noise(double *x, const double *noise, double weight, double dW, double *work)
{
    double xi[6], low[6], moved[6];
    for (int i = 0; i < 6; i++) {
        const twofold part = twofold_product(noise[i], dW);
        xi[i] = weight * part.high;
        low[i] = weight * part.low;
    }
    fast_algebra_se3.flow(moved, &fast_algebra_se3, xi, low, x, work);
    memcpy(x, moved, sizeof moved);
}

/* Noise k has one factor, or, where c is not 0, two: c|Pi|^2 with omega = 2 c dW Pi, which turns
 * Gamma alone, and a.Pi. */
static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const fast_heavy_top *top = sys->own;
    if (k < 3) {
        turn_about_axis(x, top, k, weight, h);
        return;
    }
    if (k == 3) {
        pull(x, top, weight, h);
        return;
    }
    k -= 4;
    const double *noise = top->noise;
    for (; k >= (has_square(noise) ? 2 : 1); noise += 7, dW++) k -= has_square(noise) ? 2 : 1;
    if (has_square(noise) && k == 0) {
        turn(x + 3, x, twofold_product(2 * noise[6], *dW), weight);
        return;
    }
    linear_noise(x, noise, weight, *dW, work);
}

static double energy(const fast_system *sys, const double *x)
{
    const fast_heavy_top *top = sys->own;
    double turning = 0, weight = 0;
    for (int i = 0; i < 3; i++) {
        turning += x[i] * (x[i] / top->inertia[i]);
        weight += top->chi[i] * x[3 + i];
    }
    return 0.5 * turning + weight;
}

/* Pi.Gamma, |Gamma|^2 */
static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    (void)sys;
    values[0] = x[0] * x[3] + x[1] * x[4] + x[2] * x[5];
    values[1] = x[3] * x[3] + x[4] * x[4] + x[5] * x[5];
    return SLP_OK;
}

const fast_system_table fast_system_heavy_top = {
    .name = "heavy-top",
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .areas = true,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
