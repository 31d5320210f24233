/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generators of all systems (manual: Systems). */
#ifndef SLP_DEVICE_SYSTEM_H
#define SLP_DEVICE_SYSTEM_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/job.h"
#include "oracle/ports/device/vectors.h"

/* One step of a case. */
typedef struct problem {
    GLOBAL const job *of;
    GLOBAL const REAL *all, *dw; /* all numbers; the increments of this step */
    REAL x[MOST], field[MOST];   /* the state at the beginning, and ad*_Xi(x) x */
    int domain;                  /* set where a state lies outside the system's domain */
} problem;

FUNCTION GLOBAL const REAL *list(const problem *p, int which)
{
    return p->all + p->of->at[which];
}

FUNCTION void rigid_body(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    GLOBAL const REAL *dw = p->dw;
    for (int i = 0; i < 3; i++) xi[i] = x[i] / list(p, INERTIA)[i] * h;
    for (int i = 0; i < p->of->count[QUAD]; i++) xi[i] += list(p, QUAD)[i] * x[i] * *dw++;
    for (int k = 0; k < p->of->count[LIN]; k += 3, dw++)
        for (int i = 0; i < 3; i++) xi[i] += *dw * list(p, LIN)[k + i];
}

FUNCTION void rigid_body_n(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    for (int i = 0; i < p->of->d; i++) {
        xi[i] = x[i] / (p->of->count[INERTIA] ? list(p, INERTIA)[i] : R(i + 1)) * h;
        if (p->of->count[QUAD]) xi[i] += list(p, QUAD)[0] * x[i] * p->dw[i];
    }
}

FUNCTION void vortices(REAL *xi, problem *p, const REAL *x, REAL h)
{
    const int n = p->of->n;
    REAL u[MOST], r[MOST / 3];
    for (int i = 0; i < 3 * n; i++) xi[i] = 0;
    for (int i = 0; i < n && n > 1; i++) {
        r[i] = length_of(x + 3 * i, 3);
        if (!(r[i] > 0)) p->domain = 1;
        for (int k = 0; k < 3; k++) u[3 * i + k] = x[3 * i + k] / r[i];
    }
    for (int i = 0; i < n && n > 1; i++) {
        for (int j = 0; j < n; j++) {
            REAL w[3];
            for (int k = 0; k < 3; k++) w[k] = u[3 * j + k] - u[3 * i + k];
            const REAL s = inner(w, w);
            if (j == i) continue;
            if (s <= R(0x1p-39)) p->domain = 1;
            for (int k = 0; k < 3; k++)
                xi[3 * i + k] += list(p, GAMMA)[j] * (u[3 * i + k] + 2 * w[k] / s);
        }
        for (int k = 0; k < 3; k++) xi[3 * i + k] *= h / (4 * R(3.14159265358979323846)) / r[i];
    }
    for (int i = 0; i < 3 * n && p->of->count[QUAD]; i++)
        xi[i] += list(p, QUAD)[i % 3] * x[i] * p->dw[i % 3];
}

/* -K (x.e)^2: xi += weight * its generator */
FUNCTION void add_anisotropy(REAL *xi, const problem *p, const REAL *x, REAL weight)
{
    GLOBAL const REAL *of = list(p, ANISOTROPY);
    for (int i = 0; i < p->of->d; i += 3) {
        const REAL along = x[i] * of[1] + x[i + 1] * of[2] + x[i + 2] * of[3];
        for (int k = 0; k < 3; k++) xi[i + k] -= 2 * weight * of[0] * along * of[1 + k];
    }
}

/* -B.x: xi += its generator */
FUNCTION void add_field(REAL *xi, const problem *p, REAL h)
{
    for (int i = 0; i < p->of->d && p->of->count[FIELD]; i++) xi[i] -= h * list(p, FIELD)[i % 3];
}

/* The noises -D x_ik: xi += their generator */
FUNCTION void add_noise(REAL *xi, const problem *p)
{
    for (int i = 0; i < p->of->M; i++) xi[i] -= list(p, NOISE)[0] * p->dw[i];
}

/* xi, which has all but the noise, += lambda x_i cross xi_i for each spin */
FUNCTION void add_damping(REAL *xi, const problem *p, const REAL *x)
{
    for (int i = 0; i < p->of->d; i += 3) {
        REAL y[3], turn[3];
        for (int k = 0; k < 3; k++) y[k] = list(p, DAMPING)[0] * x[i + k];
        cross3(turn, y, xi + i);
        for (int k = 0; k < 3; k++) xi[i + k] += turn[k];
    }
}

/* The first coordinate of the spin at one end of a bond. */
FUNCTION int end_of_bond(const problem *p, int bond, int which)
{
    return 3 * ((int)list(p, BONDS)[2 * bond + which] - 1);
}

FUNCTION void spins(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    for (int i = 0; i < p->of->d; i++) xi[i] = 0;
    for (int k = 0; k < p->of->count[EXCHANGE]; k++) {
        const int a = end_of_bond(p, k, 0), b = end_of_bond(p, k, 1);
        const REAL J = list(p, EXCHANGE)[k];
        for (int i = 0; i < 3; i++) {
            xi[a + i] -= h * J * x[b + i];
            xi[b + i] -= h * J * x[a + i];
        }
        if (p->of->count[DMI]) {
            REAL D[3], of_a[3], of_b[3];
            for (int i = 0; i < 3; i++) D[i] = list(p, DMI)[3 * k + i];
            cross3(of_a, x + b, D);
            cross3(of_b, D, x + a);
            for (int i = 0; i < 3; i++) {
                xi[a + i] -= h * of_a[i];
                xi[b + i] -= h * of_b[i];
            }
        }
    }
    if (p->of->count[ANISOTROPY]) add_anisotropy(xi, p, x, h);
    add_field(xi, p, h);
    if (p->of->count[DAMPING]) add_damping(xi, p, x);
    add_noise(xi, p);
}

FUNCTION void heavy_top(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    for (int i = 0; i < 3; i++) {
        xi[i] = x[i] / list(p, INERTIA)[i] * h;
        xi[3 + i] = h * list(p, CHI)[i];
        for (int k = 0; k < p->of->M; k++) {
            GLOBAL const REAL *noise = list(p, NOISE) + 7 * k;
            xi[i] += p->dw[k] * (noise[i] + 2 * noise[6] * x[i]);
            xi[3 + i] += p->dw[k] * noise[3 + i];
        }
    }
}

/* The place of entry (i, j), i < j, of n rows: so(n) has one number there, su(n) two. */
FUNCTION int above(int n, int i, int j)
{
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

/* True if coordinate i of sp(2m, R) is on the diagonal of b or c: its weight is 1, of others 2. */
FUNCTION int on_diagonal(const problem *p, int i)
{
    const int m = p->of->n / 2;
    for (int k = 0, at = m * m; k < m; at += m - k, k++)
        if (i == at || i == at + m * (m + 1) / 2) return 1;
    return 0;
}

FUNCTION void symplectic(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    const int d = p->of->d;
    for (int i = 0; i < d; i++) {
        REAL sum = 0;
        for (int j = 0; j < d; j++) {
            const int low = i < j ? i : j, high = i < j ? j : i;
            sum += list(p, QUADRATIC)[low * d - low * (low - 1) / 2 + high - low] * x[j];
        }
        xi[i] = h * sum;
        for (int k = 0; k < p->of->M; k++) xi[i] += p->dw[k] * list(p, NOISE)[k * d + i];
        if (!on_diagonal(p, i)) xi[i] /= 2;
    }
}

FUNCTION void canonical(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    GLOBAL const REAL *dw = p->dw;
    const REAL b = p->of->count[BETA] ? list(p, BETA)[0] * *dw++ : 0;
    const REAL g = p->of->count[GAMMA] ? list(p, GAMMA)[0] * *dw : 0;
    xi[0] = p->of->kubo ? (h + b) * x[0] : h * sin(x[0]) + b * cos(x[0]);
    xi[1] = p->of->kubo ? (h + b) * x[1] : h * x[1] + g;
}

/* Superdiagonal m of n rows: its numbers in x, every second one beyond the diagonal. */
FUNCTION int superdiagonal(int n, int m, int k)
{
    return m ? n + 2 * above(n, k, k + m) : k;
}

FUNCTION REAL root(int n, int k)
{
    return k < 0 ? 0 : R(k + 1) * R(n - 1 - k); /* b_k */
}

/* y = -Delta^-1 f on superdiagonal m; count = n - m numbers */
FUNCTION void inverse_laplacian(REAL *y, const REAL *f, int n, int m)
{
    REAL mean = 0, sum = 0, D[ROWS], g[ROWS];
    const int count = n - m;
    if (m == 0) { /* v_(k+1) = v_k - F_k / b_k, both without their means */
        for (int k = 0; k < n; k++) mean += f[k] / R(n);
        y[0] = 0;
        for (int k = 0; k + 1 < n; k++) {
            sum += f[k] - mean;
            y[k + 1] = y[k] - sum / root(n, k);
        }
        mean = 0;
        for (int k = 0; k < n; k++) mean += y[k] / R(n);
        for (int k = 0; k < n; k++) y[k] -= mean;
        return;
    }
    for (int k = 0; k < count; k++) { /* elimination, and then backwards */
        const REAL e = k ? sqrt(root(n, k - 1) * root(n, k - 1 + m)) : 0;
        const REAL part = k ? e / D[k - 1] : 0;
        D[k] = root(n, k + m) + root(n, k - 1) + R(m * (m + 1)) - e * part;
        g[k] = f[k] + (k ? part * g[k - 1] : 0);
    }
    for (int k = count - 1; k >= 0; k--) {
        const REAL e = sqrt(root(n, k) * root(n, k + m));
        y[k] = (g[k] + (k + 1 < count ? e * y[k + 1] : 0)) / D[k];
    }
}

/* v = the unit eigenvector of degree l on superdiagonal m */
FUNCTION void harmonic(REAL *v, int n, int l, int m)
{
    const int count = n - m;
    v[0] = 1;
    for (int k = 0; 2 * (k + 1) <= count - 1; k++) {
        const REAL D = root(n, k + m) + root(n, k - 1) + R(m * (m + 1));
        const REAL before = k ? sqrt(root(n, k - 1) * root(n, k - 1 + m)) * v[k - 1] : 0;
        v[k + 1] = ((D - R(l * (l + 1))) * v[k] - before) / sqrt(root(n, k) * root(n, k + m));
    }
    for (int k = 0; k < count / 2; k++) v[count - 1 - k] = (l - m) % 2 ? -v[k] : v[k];
    if (count % 2 && (l - m) % 2) v[count / 2] = 0;
    const REAL size = length_of(v, count);
    for (int k = 0; k < count; k++) v[k] /= size;
}

FUNCTION void zeitlin(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    const int n = p->of->n, shell = p->of->count[SHELL] ? (int)list(p, SHELL)[0] : (n + 1) / 2;
    for (int m = 0; m < n; m++)
        for (int part = 0; part < (m ? 2 : 1); part++) { /* real, imaginary; i alone for m = 0 */
            REAL f[ROWS], y[ROWS], v[ROWS];
            for (int k = 0; k < n - m; k++) f[k] = x[superdiagonal(n, m, k) + part];
            inverse_laplacian(y, f, n, m);
            for (int k = 0; k < n - m; k++) y[k] *= h;
            for (int l = shell > m ? shell : m; l < n && p->of->count[AMP]; l++) {
                const int which = l * l - shell * shell + l + (part ? -m : m);
                REAL along = 0;
                if (l == 0) continue;
                harmonic(v, n, l, m);
                for (int k = 0; k < n - m; k++) along += v[k] * f[k];
                along *= list(p, AMP)[0] / R(l * (l + 1));
                for (int k = 0; k < n - m; k++) y[k] += along * p->dw[which] * v[k];
            }
            for (int k = 0; k < n - m; k++) xi[superdiagonal(n, m, k) + part] = y[k];
        }
    if (p->of->count[CORIOLIS]) { /* -h f/2 T_10, T_10 = i S_3/|S_3| */
        const REAL by = h * list(p, CORIOLIS)[0] / (4 * sqrt(R(n * (n * n - 1)) / 12));
        for (int k = 0; k < n; k++) xi[k] -= by * R(n - 1 - 2 * k);
    }
}

/* xi as that of zeitlin-sphere at W, and b = -h Delta Theta */
FUNCTION void mhd(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    const int n = p->of->n;
    const REAL *theta = x + n * n;
    REAL *b = xi + n * n;
    zeitlin(xi, p, x, h);
    for (int m = 0; m < n; m++)
        for (int part = 0; part < (m ? 2 : 1); part++)
            for (int k = 0; k < n - m; k++) {
                const REAL D = root(n, k + m) + root(n, k - 1) + R(m * (m + 1));
                REAL sum = D * theta[superdiagonal(n, m, k) + part];
                if (k > 0)
                    sum -= sqrt(root(n, k - 1) * root(n, k - 1 + m)) *
                           theta[superdiagonal(n, m, k - 1) + part];
                if (k + 1 < n - m)
                    sum -= sqrt(root(n, k) * root(n, k + m)) *
                           theta[superdiagonal(n, m, k + 1) + part];
                b[superdiagonal(n, m, k) + part] = h * sum;
            }
}

/* The third roots of unity, and modulo 3 of a number from -9 on */
FUNCTION int modulo3(int k)
{
    return (k + 9) % 3;
}
FUNCTION REAL cosine3(int k)
{
    return k ? -R(0.5) : 1;
}
FUNCTION REAL sine3(int k)
{
    return k == 0 ? 0 : k == 1 ? R(0.86602540378443864676) : -R(0.86602540378443864676);
}

/* (re, im) = entry (i, j) of the matrix of x in su(3) */
FUNCTION void entry3(REAL *re, REAL *im, const REAL *x, int i, int j)
{
    const int low = i < j ? i : j, high = i < j ? j : i, at = 3 + 2 * above(3, low, high);
    *re = i == j ? 0 : i < j ? x[at] : -x[at];
    *im = i == j ? x[i] : x[at + 1];
}

/* N = 3: the only size of at most 18 coordinates.  Modes (m1, m2), each -1, 0 or 1.  With part
 * >= 0 only that factor of the splitting schemes: the modes m, -m of pair 0..3, pairs in the order
 * (0, 1), (1, -1), (1, 0), (1, 1); then a noise. */
FUNCTION void sine_euler_part(REAL *xi, const problem *p, const REAL *x, REAL h, int part)
{
    const REAL both = 4 * R(3.14159265358979323846) / 3; /* 2 epsilon */
    for (int i = 0; i < 9; i++) xi[i] = 0;
    for (int m1 = -1; m1 <= 1; m1++)
        for (int m2 = -1; m2 <= 1; m2++) {
            REAL wr = 0, wi = 0, re, im; /* omega_m, then its part of the generator */
            if (m1 == 0 && m2 == 0) continue;
            for (int k = 0; k < 3; k++) { /* -(i/3) conj(T) X */
                const int turn = modulo3(m1 * m2 + 2 * m1 * k);
                entry3(&re, &im, x, k, modulo3(k + m2));
                wr += (cosine3(turn) * im - sine3(turn) * re) / 3;
                wi -= (cosine3(turn) * re + sine3(turn) * im) / 3;
            }
            const int number = 3 * m1 + m2; /* -4..4, that of -m is its negative */
            const REAL moves = part < 0 || part + 1 == number || part + 1 == -number ? h : 0;
            wr *= -moves / (both * R(m1 * m1 + m2 * m2));
            wi *= -moves / (both * R(m1 * m1 + m2 * m2));
            for (int k = 0; k < p->of->M; k++) {
                if (part >= 0 && part != 4 + k) continue;
                const int a = (int)list(p, MODES)[2 * k], b = (int)list(p, MODES)[2 * k + 1];
                if (m1 == a && m2 == b) wr -= list(p, AMP)[0] * p->dw[k] / both;
                if (m1 == -a && m2 == -b) wr -= list(p, AMP)[0] * p->dw[k] / both;
            }
            for (int k = 0; k < 3; k++) { /* the entries of i omega T on and above the diagonal */
                const int j = modulo3(k + m2), turn = modulo3(m1 * m2 + 2 * m1 * k);
                re = -(wr * sine3(turn) + wi * cosine3(turn));
                im = wr * cosine3(turn) - wi * sine3(turn);
                if (j == k) xi[k] += im;
                if (j > k) xi[3 + 2 * above(3, k, j)] += re;
                if (j > k) xi[4 + 2 * above(3, k, j)] += im;
            }
        }
}

FUNCTION void sine_euler(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    sine_euler_part(xi, p, x, h, -1);
}

/* The weight of coordinate i in the pairing. */
FUNCTION REAL weight(const problem *p, int i)
{
    if (p->of->system == SPINS) return p->of->count[WEIGHTS] ? list(p, WEIGHTS)[i / 3] : 1;
    if (p->of->system == ZEITLIN) return i < p->of->n ? 1 : 2;
    return p->of->system == SYMPLECTIC && !on_diagonal(p, i) ? 2 : 1;
}

/* Of each term c x_i x_j ... of H_k a part for each of its factors: the product of the others. */
FUNCTION void polynomial(REAL *xi, const problem *p, const REAL *x, REAL h)
{
    GLOBAL const REAL *term = list(p, TERMS), *end = term + p->of->count[TERMS];
    for (int i = 0; i < p->of->d; i++) xi[i] = 0;
    for (int degree; term < end; term += 3 + degree) {
        const int k = (int)term[0];
        GLOBAL const REAL *index = term + 3;
        degree = (int)term[2];
        for (int j = 0; j < degree; j++) {
            REAL part = term[1] * (k ? p->dw[k - 1] : h);
            for (int l = 0; l < degree; l++) part *= l == j ? 1 : x[(int)index[l] - 1];
            xi[(int)index[j] - 1] += part;
        }
    }
    for (int i = 0; i < p->of->d; i++) xi[i] /= weight(p, i);
}

/* xi = Xi(x; h, dW) */
FUNCTION void generator(REAL *xi, problem *p, const REAL *x)
{
    const REAL h = list(p, STEP)[0];
    if (p->of->count[TERMS]) {
        polynomial(xi, p, x, h);
        return;
    }
    switch (p->of->system) {
    case RIGID_BODY:
        rigid_body(xi, p, x, h);
        break;
    case RIGID_BODY_N:
        rigid_body_n(xi, p, x, h);
        break;
    case VORTICES:
        vortices(xi, p, x, h);
        break;
    case ZEITLIN:
        zeitlin(xi, p, x, h);
        break;
    case SINE_EULER:
        sine_euler(xi, p, x, h);
        break;
    case HEAVY_TOP:
        heavy_top(xi, p, x, h);
        break;
    case SPINS:
        spins(xi, p, x, h);
        break;
    case SYMPLECTIC:
        symplectic(xi, p, x, h);
        break;
    case MHD:
        mhd(xi, p, x, h);
        break;
    default:
        canonical(xi, p, x, h);
    }
}

#endif
