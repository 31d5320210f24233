// SPDX-License-Identifier: 0BSD
/* The kernel of slp_port_opencl.c, and what it shares with that file: a case a work item.  Replace
 * `generator` and `map` by your own. */
#ifndef __OPENCL_VERSION__
typedef cl_uint uint;
#endif
enum { MOST = 3, INERTIA = 0, QUAD, LIN, BETA, GAMMA, X, DW, H, STEPS, TERMS, KEYS };
typedef struct problem {
    uint d, M, steps;             /* numbers of a state, of a step's increments; steps */
    uint plane, kubo, tmk, known, fine; /* known: the pair is here; fine: there is an answer */
    /* where states, stages, and the numbers of each key, begin; how many */
    uint y, stages, at[KEYS], count[KEYS];
} problem;

#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
/* xi = of each term c x_i x_j ... of H_k a part for each factor: the others times h or dW_k. */
static void polynomial(double *xi, global const problem *p, global const double *all,
                       const double *x, global const double *dw)
{
    global const double *t = all + p->at[TERMS], *end = t + p->count[TERMS];
    for (uint i = 0; i < p->d; i++) xi[i] = 0;
    for (; t < end; t += 3 + (uint)t[2])
        for (uint j = 0; j < (uint)t[2]; j++) {
            double part = t[1] * (t[0] > 0 ? dw[(uint)t[0] - 1] : all[p->at[H]]);
            for (uint l = 0; l < (uint)t[2]; l++) part *= l == j ? 1 : x[(uint)t[3 + l] - 1];
            xi[(uint)t[3 + j] - 1] += part;
        }
}
/* xi = Xi(x; h, dW): the energy, then the noises in the order of dw. */
static void generator(double *xi, global const problem *p, global const double *all,
                      const double *x, global const double *dw)
{
    const double h = all[p->at[H]];
    if (p->count[TERMS]) {
        polynomial(xi, p, all, x, dw);
        return;
    }
    const double b = p->count[BETA] ? all[p->at[BETA]] * *dw++ : 0;
    const double g = p->count[GAMMA] ? all[p->at[GAMMA]] * *dw++ : 0;
    if (p->plane) xi[0] = p->kubo ? (h + b) * x[0] : h * sin(x[0]) + b * cos(x[0]);
    if (p->plane) xi[1] = p->kubo ? (h + b) * x[1] : h * x[1] + g;
    for (uint i = 0; i < 3 && !p->plane; i++) xi[i] = h * x[i] / all[p->at[INERTIA] + i];
    for (uint i = 0; i < p->count[QUAD]; i++) xi[i] += *dw++ * all[p->at[QUAD] + i] * x[i];
    for (uint k = 0; k < p->count[LIN]; k += 3, dw++)
        for (uint i = 0; i < 3; i++) xi[i] += *dw * all[p->at[LIN] + k + i];
}
static double size_of(const double *x, uint d)
{
    return hypot(hypot(x[0], x[1]), d == 2 ? 0 : x[2]);
}
/* f = ad*_xi m: on the plane (xi_2, -xi_1), on so(3) m x xi. */
static void field(double *f, global const problem *p, const double *xi, const double *m)
{
    for (uint i = 0, j = 1, k = 2; i < 3 && !p->plane; i++, j = (i + 1) % 3, k = (i + 2) % 3)
        f[i] = m[j] * xi[k] - m[k] * xi[j];
    if (p->plane) f[0] = xi[1], f[1] = -xi[0];
}
/* next = T(z), the result y is T(y): x + ad*_xi m, or for tmk x carried by xi for unit time. */
static void map(double *next, global const problem *p, global const double *all, const double *x,
                const double *z, global const double *dw)
{
    double m[MOST], xi[MOST], once[MOST], twice[MOST] = {0, 0, 0};
    for (uint i = 0; i < p->d; i++) m[i] = 0.5 * x[i] + 0.5 * z[i];
    generator(xi, p, all, m, dw);
    const int turn = p->tmk && !p->plane;
    const double part = turn ? 0.5 * size_of(xi, 3) : 0;
    const double sinc = part > 0 ? sin(part) / part : 1;
    field(once, p, xi, turn ? x : m);
    if (turn) field(twice, p, xi, once);
    for (uint i = 0; i < p->d; i++)
        next[i] = x[i] + sinc * cos(part) * once[i] + 0.5 * sinc * sinc * twice[i];
}
/* y = the limit of x, T(x), T(T(x)), ...; 0 if there is none (the manual, "When to stop"). */
static int step(double *y, global const problem *p, global const double *all, const double *x,
                global const double *dw)
{
    double z[MOST], next[MOST], xi[MOST], move[MOST], least = INFINITY, part = 0;
    generator(xi, p, all, x, dw);
    const double size = size_of(x, p->d) + (p->plane ? size_of(xi, p->d) : 0);
    for (uint k = 0; k < p->d; k++) z[k] = x[k];
    for (int i = 0, since = 0; i < 8000; i++) {
        map(next, p, all, x, z, dw);
        for (uint k = 0; k < p->d; k++) move[k] = next[k] - z[k];
        const double now = size_of(move, p->d);
        if (!isfinite(now)) return 0;
        since = now < least ? 0 : since + 1;
        for (uint k = 0; k < p->d && since == 0; k++) y[k] = next[k];
        least = since ? least : now;
        if (least == 0 || (since >= 100 && least <= 16 * 0x1p-53 * size)) return 1;
        if (since >= 100 && part == 0) part = 0.5, since = 0, least = INFINITY;
        for (uint k = 0; k < p->d; k++) z[k] = next[k] - part * move[k];
    }
    return 0;
}
kernel void answer(global problem *cases, global double *all)
{
    global problem *p = cases + get_global_id(0);
    double x[MOST], y[MOST], m[MOST], xi[MOST];
    for (uint i = 0; i < p->d; i++) x[i] = all[p->at[X] + i];
    p->fine = p->known;
    for (uint s = 0; p->fine && s < p->steps; s++) {
        p->fine = step(y, p, all, x, all + p->at[DW] + s * p->M);
        for (uint i = 0; i < p->d; i++) m[i] = 0.5 * x[i] + 0.5 * y[i];
        generator(xi, p, all, m, all + p->at[DW] + s * p->M);
        for (uint i = 0; i < p->d; i++) {
            all[p->stages + 2 * s * p->d + i] = m[i];
            all[p->stages + (2 * s + 1) * p->d + i] = xi[i];
            all[p->y + s * p->d + i] = x[i] = y[i];
        }
    }
}
/* x[0] = one operation on n numbers, for `slp environment`: how this device rounds. */
kernel void operate(global double *x, uint operation, uint n)
{
    double y = 0;
    switch (operation) {
    case 0: y = x[0] + x[1]; break;
    case 1: y = (x[0] + x[1]) + x[2]; break;
    case 2: y = x[0] * x[1]; break;
    case 3: y = x[0] / x[1]; break;
    case 4: y = sqrt(x[0]); break;
    case 5: y = x[0] * x[1] + x[2]; break;
    case 6: y = fma(x[0], x[1], x[2]); break;
    case 7:
        for (uint i = 0; i < n; i++) y += x[i];
        break;
    default:
        for (uint i = 0; i < n; i += 2) y += x[i] * x[i + 1];
    }
    x[0] = y;
}
#endif
