/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The factors of the splitting schemes, and their flows (manual: Schemes, "splitting"). */
#ifndef SLP_DEVICE_FACTORS_H
#define SLP_DEVICE_FACTORS_H

#include "oracle/ports/device/algebra.h"
#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/job.h"
#include "oracle/ports/device/system.h"
#include "oracle/ports/device/vectors.h"

FUNCTION int is_square(const problem *p, int noise)
{
    return list(p, NOISE)[7 * noise + 6] != 0;
}

FUNCTION int factors(const problem *p)
{
    const int n = p->of->n;
    int count = 4;
    switch (p->of->system) {
    case RIGID_BODY:
        return 3 + p->of->count[LIN] / 3;
    case RIGID_BODY_N:
        return p->of->d;
    case VORTICES:
        return n * (n - 1) / 2 + p->of->count[QUAD];
    case SPINS:
        return p->of->count[EXCHANGE] + (p->of->count[ANISOTROPY] > 0) +
               (p->of->count[FIELD] > 0 || p->of->M > 0);
    case SINE_EULER:
        return 4 + p->of->M;
    case HEAVY_TOP:
        for (int k = 0; k < p->of->M; k++) count += 1 + is_square(p, k);
        return count;
    default:
        return p->of->kubo ? 1 : 2 + p->of->M;
    }
}

/* xi = the generator of factor k; xi is 0 before */
FUNCTION void body_factor(REAL *xi, const problem *p, int k, const REAL *x, REAL h)
{
    const int quads = p->of->count[QUAD];
    if (k < 3)
        xi[k] = x[k] / list(p, INERTIA)[k] * h + (quads ? list(p, QUAD)[k] * x[k] * p->dw[k] : 0);
    else
        for (int i = 0; i < 3; i++) xi[i] = p->dw[quads + k - 3] * list(p, LIN)[3 * (k - 3) + i];
}

FUNCTION void body_n_factor(REAL *xi, const problem *p, int k, const REAL *x, REAL h)
{
    xi[k] = x[k] / (p->of->count[INERTIA] ? list(p, INERTIA)[k] : R(k + 1)) * h;
    if (p->of->count[QUAD]) xi[k] += list(p, QUAD)[0] * x[k] * p->dw[k];
}

/* Both vortices turn about G_i x_i + G_j x_j by h/(4 pi (1 - c) r_i r_j); with the difference w of
 * the unit vectors 1 - c is |w|^2/2. */
FUNCTION void vortices_factor(REAL *xi, problem *p, int k, const REAL *x, REAL h)
{
    const int n = p->of->n, pairs = n * (n - 1) / 2;
    int i = 0;
    if (k >= pairs) {
        k -= pairs;
        for (int v = k; v < 3 * n; v += 3) xi[v] = list(p, QUAD)[k] * x[v] * p->dw[k];
        return;
    }
    for (; k >= n - 1 - i; i++) k -= n - 1 - i;
    const int j = i + 1 + k;
    const REAL a = length_of(x + 3 * i, 3), b = length_of(x + 3 * j, 3);
    REAL w[3];
    if (!(a > 0) || !(b > 0)) p->domain = 1;
    for (int c = 0; c < 3; c++) w[c] = x[3 * j + c] / b - x[3 * i + c] / a;
    const REAL s = inner(w, w), by = h / (2 * R(3.14159265358979323846) * s);
    if (s <= R(0x1p-39)) p->domain = 1;
    for (int c = 0; c < 3; c++) {
        const REAL axis =
            list(p, GAMMA)[i] * (x[3 * i + c] / b / a) + list(p, GAMMA)[j] * (x[3 * j + c] / a / b);
        xi[3 * i + c] = xi[3 * j + c] = by * axis;
    }
}

/* Both ends of a bond turn about -h J (x_a + x_b); then all spins by their anisotropy; by field and
 * noise. */
FUNCTION void spins_factor(REAL *xi, const problem *p, int k, const REAL *x, REAL h)
{
    const int bonds = p->of->count[EXCHANGE];
    if (k < bonds) {
        const int a = end_of_bond(p, k, 0), b = end_of_bond(p, k, 1);
        const REAL by = h * list(p, EXCHANGE)[k];
        for (int i = 0; i < 3; i++) xi[a + i] = xi[b + i] = -by * (x[a + i] + x[b + i]);
    } else if (k == bonds && p->of->count[ANISOTROPY]) {
        add_anisotropy(xi, p, x, h);
    } else {
        add_field(xi, p, h);
        add_noise(xi, p);
    }
}

/* Noise with a square: c|Pi|^2 turns Gamma alone, then a.Pi. */
FUNCTION void top_factor(REAL *xi, const problem *p, int k, const REAL *x, REAL h)
{
    int noise = 0;
    if (k < 3) {
        xi[k] = x[k] / list(p, INERTIA)[k] * h;
        return;
    }
    if (k == 3) {
        for (int i = 0; i < 3; i++) xi[3 + i] = h * list(p, CHI)[i];
        return;
    }
    k -= 4;
    for (; k > is_square(p, noise); noise++) k -= 1 + is_square(p, noise);
    GLOBAL const REAL *of = list(p, NOISE) + 7 * noise;
    const REAL by = p->dw[noise];
    if (of[6] != 0 && k == 0)
        for (int i = 0; i < 3; i++) xi[i] = 2 * of[6] * by * x[i];
    else
        for (int i = 0; i < 6; i++) xi[i] = by * of[i];
}

FUNCTION void pendulum_factor(REAL *xi, const problem *p, int k, const REAL *x, REAL h)
{
    const int has = p->of->count[BETA];
    if (k == 0)
        xi[1] = h * x[1];
    else if (k == 1)
        xi[0] = h * sin(x[0]);
    else if (k == 2 && has)
        xi[0] = list(p, BETA)[0] * p->dw[0] * cos(x[0]);
    else
        xi[1] = list(p, GAMMA)[0] * p->dw[has];
}

/* y = its flow over `weight` steps from y */
FUNCTION void flow_of_factor(REAL *y, problem *p, int k, REAL weight)
{
    const int d = p->of->d;
    const REAL h = list(p, STEP)[0];
    REAL xi[MOST], next[MOST];
    for (int i = 0; i < d; i++) xi[i] = 0;
    if (p->of->kubo) { /* the plane turns by h + beta dW */
        const REAL t = weight * (h + (p->of->M ? list(p, BETA)[0] * p->dw[0] : 0));
        const REAL q = y[0];
        y[0] = cos(t) * q + sin(t) * y[1];
        y[1] = cos(t) * y[1] - sin(t) * q;
        return;
    }
    switch (p->of->system) {
    case RIGID_BODY:
        body_factor(xi, p, k, y, h);
        break;
    case RIGID_BODY_N:
        body_n_factor(xi, p, k, y, h);
        break;
    case VORTICES:
        vortices_factor(xi, p, k, y, h);
        break;
    case SPINS:
        spins_factor(xi, p, k, y, h);
        break;
    case SINE_EULER:
        sine_euler_part(xi, p, y, h, k);
        break;
    case HEAVY_TOP:
        top_factor(xi, p, k, y, h);
        break;
    default:
        pendulum_factor(xi, p, k, y, h);
    }
    for (int i = 0; i < d; i++) xi[i] *= weight;
    act(next, p, 0, xi, y);
    for (int i = 0; i < d; i++) y[i] = next[i];
}

#endif
