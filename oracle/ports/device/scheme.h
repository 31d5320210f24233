/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The schemes, and the iteration that solves a stage (manual: Schemes; Ports, "When to stop"). */
#ifndef SLP_DEVICE_SCHEME_H
#define SLP_DEVICE_SCHEME_H

#include "oracle/ports/device/algebra.h"
#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/factors.h"
#include "oracle/ports/device/job.h"
#include "oracle/ports/device/system.h"
#include "oracle/ports/device/vectors.h"

FUNCTION int is_rkmk(const problem *p)
{
    return p->of->scheme >= EULER_EXP && p->of->scheme < VARIATIONAL_CAYLEY;
}
FUNCTION int tableau(const problem *p)
{
    return (p->of->scheme - EULER_EXP) / 2;
}
FUNCTION int is_cay(const problem *p)
{
    return is_rkmk(p) ? (p->of->scheme - EULER_EXP) % 2 : p->of->scheme != VARIATIONAL_EXP;
}

/* K = B(theta) Xi(A(theta) x) */
FUNCTION void rkmk_K(REAL *K, problem *p, const REAL *theta)
{
    REAL moved[MOST], eta[MOST];
    act(moved, p, is_cay(p), theta, p->x);
    generator(eta, p, moved);
    if (is_cay(p)) {
        correct_cay(K, p, theta, eta);
    } else if (tableau(p) >= GAUSS4) {
        correct_exp(K, p, theta, eta);
    } else {
        for (int i = 0; i < p->of->d; i++) K[i] = eta[i];
    }
}

/* The stages of the implicit tableaux: next = sum a_ij K(theta_j); K(theta_j) goes to K. */
FUNCTION void rkmk_stages(REAL *next, REAL *K, problem *p, const REAL *z)
{
    const int d = p->of->d;
    rkmk_K(K, p, z);
    if (tableau(p) == GAUSS4) rkmk_K(K + d, p, z + d);
    for (int i = 0; i < d; i++) {
        next[i] = R(0.5) * K[i];
        if (tableau(p) == ONE_STAGE) continue;
        for (int s = 0; s < 2; s++)
            next[s * d + i] = gauss_tableau(s, 0) * K[i] + gauss_tableau(s, 1) * K[d + i];
    }
}

/* R(xi) x of the variational schemes */
FUNCTION void spread(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    const int top = p->of->system == HEAVY_TOP;
    if (p->of->scheme == VARIATIONAL_PRINTED) {
        so3_printed(y, xi, x);
    } else if (p->of->scheme == VARIATIONAL_EXP) {
        if (top) so3_M(y, xi, x);
        if (!top) mean_of(y, p, xi, x);
    } else {
        if (top) so3_inverse_D(y, xi, x);
        if (!top) inverse_D(y, p, xi, x);
    }
}

/* A(xi) of so(3), for the heavy top */
FUNCTION void turn_top(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    if (is_cay(p)) so3_C(y, xi, x);
    if (!is_cay(p)) so3_E(y, xi, x);
}

/* One half step with the generator at z: the stage to `next` and the state after the whole step to
 * `end`. */
FUNCTION void variational(REAL *next, REAL *end, problem *p, const REAL *z)
{
    const int d = p->of->d;
    REAL xi[MOST], middle[MOST], sum[MOST];
    generator(xi, p, z);
    if (p->of->system == HEAVY_TOP) {
        REAL torque[3];
        for (int i = 0; i < 3; i++) xi[i] *= R(0.5);
        turn_top(middle, p, xi, p->x);
        turn_top(middle + 3, p, xi, p->x + 3);
        cross3(torque, middle + 3, xi + 3);
        for (int i = 0; i < 3; i++) middle[i] += torque[i];
        for (int i = 0; i < 3; i++) sum[i] = R(0.5) * (p->x[i] + middle[i]);
        spread(next, p, xi, sum);
        for (int i = 3; i < 6; i++) next[i] = middle[i];
        turn_top(end, p, xi, middle);
        turn_top(end + 3, p, xi, middle + 3);
        return;
    }
    for (int i = 0; i < d; i++) xi[i] *= R(0.5);
    act(middle, p, is_cay(p), xi, p->x);
    for (int i = 0; i < d; i++) sum[i] = R(0.5) * (p->x[i] + middle[i]);
    spread(next, p, xi, sum);
    act(end, p, is_cay(p), xi, middle);
}

/* Each vector of w gets the length that it has in x; a vector that is 0 in x stays. */
FUNCTION void project(REAL *w, problem *p)
{
    for (int i = 0; i < p->of->d; i += 3) {
        const REAL from = length_of(p->x + i, 3), to = length_of(w + i, 3);
        if (from == 0) continue;
        if (to == 0) p->domain = 1;
        for (int k = i; k < i + 3; k++) w[k] *= from / to;
    }
}

/* isospectral-gauss4: the stages with generators held fixed, and the step that ends at these */
FUNCTION void gauss_maps(REAL *next, REAL *y, problem *p, const REAL *z)
{
    const int d = p->of->d;
    REAL xi[STAGE], first[MOST], second[MOST];
    generator(xi, p, z);
    generator(xi + d, p, z + d);
    gauss_stages(next, p, xi, p->x);
    field(first, p, xi, z);
    field(second, p, xi + d, z + d);
    for (int i = 0; i < d; i++) y[i] = p->x[i] + R(0.5) * (first[i] + second[i]);
}

/* next = T(z), and y = F(z), the state that the step ends at if z is the stage */
FUNCTION void map(REAL *next, REAL *y, problem *p, const REAL *z)
{
    const int d = p->of->d;
    REAL xi[MOST], change[MOST] = {0}, K[STAGE];
    if (is_rkmk(p)) {
        rkmk_stages(next, K, p, z);
        for (int i = 0; i < d; i++)
            change[i] = tableau(p) == GAUSS4 ? R(0.5) * K[i] + R(0.5) * K[d + i] : K[i];
        act(y, p, is_cay(p), change, p->x);
        return;
    }
    if (p->of->scheme >= VARIATIONAL_CAYLEY && p->of->scheme <= VARIATIONAL_PRINTED) {
        variational(next, y, p, z);
        return;
    }
    if (p->of->scheme == ISOSPECTRAL_GAUSS) {
        gauss_maps(next, y, p, z);
        return;
    }
    if (p->of->scheme == TMK) {
        for (int i = 0; i < d; i++) change[i] = R(0.5) * p->x[i] + R(0.5) * z[i];
        generator(xi, p, change);
        act(next, p, 0, xi, p->x);
        for (int i = 0; i < d; i++) y[i] = z[i];
        return;
    }
    generator(xi, p, z);
    field(change, p, xi, z);
    for (int i = 0; i < d; i++) y[i] = p->x[i] + change[i];
    for (int i = 0; i < d; i++) next[i] = p->x[i] + R(0.5) * change[i];
    if (p->of->scheme == TRAPEZOIDAL) {
        for (int i = 0; i < d; i++) next[i] = p->x[i] + R(0.5) * (p->field[i] + change[i]);
        for (int i = 0; i < d; i++) y[i] = z[i];
    }
    if (p->of->scheme == SPHERICAL) project(next, p);
    if (p->of->scheme == CANONICAL_MIDPOINT) inverse_D(next, p, xi, p->x);
    if (p->of->scheme == ISOSPECTRAL) {
        D_less(change, p, xi, z);
        for (int i = 0; i < d; i++) next[i] = p->x[i] - change[i];
    }
}

/* y = F(z), z the limit of its first value, T(z), T(T(z)), ...; an outcome */
FUNCTION int settle(REAL *y, problem *p, REAL *z, int count, REAL size)
{
    const int rows = p->of->system == MHD ? 2 * p->of->n : is_matrix(p) ? p->of->n : 3;
    const REAL unit = UNIT * size;
    REAL next[STAGE], best[STAGE], move[STAGE], least = INFINITY;
    int since = 0, halved = 0, done = 0;
    for (int i = 0; i < 8000 && !done; i++) {
        map(next, y, p, z);
        for (int k = 0; k < count; k++) move[k] = next[k] - z[k];
        const REAL now = length_of(move, count);
        if (p->domain) return DOMAIN_LEFT;
        if (!(now < INFINITY)) return NO_CONVERGENCE;
        since = now < least ? 0 : since + 1;
        for (int k = 0; k < count; k++) z[k] = halved ? z[k] + R(0.5) * move[k] : next[k];
        if (now < least)
            for (int k = 0; k < count; k++) best[k] = z[k];
        least = fmin(least, now);
        done = now <= 4 * unit || (since >= 100 && least <= R(4 * rows + 4) * unit);
        if (done || (since >= 100 && !halved))
            for (int k = 0; k < count; k++) z[k] = best[k];
        if (!done && since >= 1000) return NO_CONVERGENCE;
        if (!done && since >= 100 && !halved) {
            halved = 1;
            since = 0;
            least = INFINITY;
        }
    }
    if (!done) return NO_CONVERGENCE;
    map(next, y, p, z);
    return p->domain ? DOMAIN_LEFT : FINE;
}

/* y = one step of an explicit tableau */
FUNCTION int explicit_step(REAL *y, problem *p)
{
    const int d = p->of->d, four = tableau(p) == RK4, last = four ? 4 : tableau(p) == HEUN ? 2 : 1;
    REAL theta[MOST], K[MOST], sum[MOST];
    generator(K, p, p->x);
    for (int i = 0; i < d; i++) sum[i] = last == 1 ? K[i] : four ? K[i] / 6 : R(0.5) * K[i];
    for (int stage = 1; stage < last; stage++) {
        const REAL a = four && stage < 3 ? R(0.5) : 1;
        const REAL b = four ? (stage < 3 ? R(1.0) / 3 : R(1.0) / 6) : R(0.5);
        for (int i = 0; i < d; i++) theta[i] = a * K[i];
        rkmk_K(K, p, theta);
        for (int i = 0; i < d; i++) sum[i] += b * K[i];
    }
    act(y, p, is_cay(p), sum, p->x);
    return p->domain ? DOMAIN_LEFT : FINE;
}

/* y = one step of euler, heun or heun-projected */
FUNCTION int plain_step(REAL *y, problem *p)
{
    const int d = p->of->d, projects = p->of->scheme == PROJECTED_HEUN;
    REAL xi[MOST], first[MOST], second[MOST], middle[MOST];
    generator(xi, p, p->x);
    field(first, p, xi, p->x);
    for (int i = 0; i < d; i++) y[i] = middle[i] = p->x[i] + first[i];
    if (p->of->scheme == PLAIN_EULER) return p->domain ? DOMAIN_LEFT : FINE;
    if (projects) project(middle, p);
    generator(xi, p, middle);
    field(second, p, xi, middle);
    for (int i = 0; i < d; i++) y[i] = p->x[i] + R(0.5) * (first[i] + second[i]);
    if (projects) project(y, p);
    return p->domain ? DOMAIN_LEFT : FINE;
}

/* y = x with each vector turned by its part of xi, of sib or depondt */
FUNCTION void turn(REAL *y, const problem *p, const REAL *xi)
{
    for (int i = 0; i < p->of->d; i += 3) {
        if (p->of->scheme == SIB) so3_C(y + i, xi + i, p->x + i);
        if (p->of->scheme == DEPONDT) so3_E(y + i, xi + i, p->x + i);
    }
}

/* y = one step of sib or depondt */
FUNCTION int two_turns(REAL *y, problem *p)
{
    const int d = p->of->d, sib = p->of->scheme == SIB;
    REAL first[MOST], xi[MOST], middle[MOST];
    generator(first, p, p->x);
    turn(middle, p, first);
    for (int i = 0; i < d && sib; i++) middle[i] = R(0.5) * p->x[i] + R(0.5) * middle[i];
    generator(xi, p, middle);
    for (int i = 0; i < d && !sib; i++) xi[i] = R(0.5) * first[i] + R(0.5) * xi[i];
    turn(y, p, xi);
    return p->domain ? DOMAIN_LEFT : FINE;
}

/* y = one step of splitting-lie or splitting-strang: the flows of the factors in their order, and
 * for Strang each over one half, in order and in reverse */
FUNCTION int split_step(REAL *y, problem *p)
{
    const int count = factors(p), lie = p->of->scheme == SPLIT_LIE;
    for (int i = 0; i < p->of->d; i++) y[i] = p->x[i];
    for (int k = 0; k < count; k++) flow_of_factor(y, p, k, lie ? 1 : R(0.5));
    for (int k = lie ? 0 : count; k > 0; k--) flow_of_factor(y, p, k - 1, R(0.5));
    return p->domain ? DOMAIN_LEFT : FINE;
}

/* y = the state after one step from p->x; an outcome */
FUNCTION int step(REAL *y, problem *p)
{
    const int d = p->of->d, rkmk = is_rkmk(p), gauss = p->of->scheme == ISOSPECTRAL_GAUSS;
    const int count = gauss || (rkmk && tableau(p) == GAUSS4) ? 2 * d : d;
    REAL z[STAGE], xi[MOST], size = length_of(p->x, d);
    p->domain = 0;
    if (p->of->scheme >= SPLIT_LIE) return split_step(y, p);
    if (p->of->scheme >= SIB) return two_turns(y, p);
    if (p->of->scheme >= PLAIN_HEUN && p->of->scheme != SPHERICAL) return plain_step(y, p);
    if (rkmk && tableau(p) != ONE_STAGE && tableau(p) != GAUSS4) return explicit_step(y, p);
    generator(xi, p, p->x);
    field(p->field, p, xi, p->x);
    if (rkmk) size = 1;
    if (p->of->system == CANONICAL) size = length_of(p->x, d) + length_of(xi, d);
    for (int i = 0; i < count; i++) z[i] = rkmk ? 0 : p->x[i % d];
    return settle(y, p, z, count, size);
}

/* All steps of a case: its states go to their place in `all`, its outcome to the case. */
FUNCTION void answer(GLOBAL job *of, GLOBAL REAL *all)
{
    problem p;
    REAL y[MOST];
    int outcome = FINE;
    p.of = of;
    p.all = all;
    for (int i = 0; i < of->d; i++) p.x[i] = all[of->at[STATE] + i];
    for (int s = 0; s < of->steps && outcome == FINE; s++) {
        p.dw = all + of->at[INCREMENTS] + s * of->M;
        outcome = step(y, &p);
        if (outcome == FINE && !(length_of(y, of->d) < INFINITY)) outcome = DOMAIN_LEFT;
        for (int i = 0; i < of->d; i++) all[of->y + s * of->d + i] = p.x[i] = y[i];
    }
    of->outcome = outcome;
}

#ifndef BINARY32
/* all[0] = one operation on its first n numbers, for `slp environment`. */
FUNCTION void operate(GLOBAL REAL *x, int operation, int n)
{
    REAL y = 0;
    switch (operation) {
    case 0:
        y = x[0] + x[1];
        break;
    case 1:
        y = (x[0] + x[1]) + x[2];
        break;
    case 2:
        y = x[0] * x[1];
        break;
    case 3:
        y = x[0] / x[1];
        break;
    case 4:
        y = sqrt(x[0]);
        break;
    case 5:
        y = x[0] * x[1] + x[2];
        break;
    case 6:
        y = fma(x[0], x[1], x[2]);
        break;
    case 7:
        for (int i = 0; i < n; i++) y += x[i];
        break;
    default:
        for (int i = 0; i + 1 < n; i += 2) y += x[i] * x[i + 1];
    }
    x[0] = y;
}
#endif

#endif
