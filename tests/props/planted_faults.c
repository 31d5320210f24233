/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The faults themselves, each where it acts: in the question of a step, inside the step, or in its
 * answer. */
#include "tests/props/planted_faults.h"

#include <math.h>
#include <string.h>

/* Without any quarter term the rule is two Cayley rotations, and keeps |x|: only the map is wrong.
 */
static void no_quarter(double *y, const slp_case *c, const double *x)
{
    planted_variational(y, c, x, 0, 0);
}

static void no_last_quarter(double *y, const slp_case *c, const double *x)
{
    planted_variational(y, c, x, 0.25, 0);
}

static void early(double *y, const slp_case *c, const double *x)
{
    planted_midpoint(y, c, x, 3, false);
}

static void frozen_generator(double *y, const slp_case *c, const double *x)
{
    planted_midpoint(y, c, x, 200, true);
}

/* Drift and first noise, then the other noises one after the other, each a step of the scheme by
 * itself. */
static void one_after_the_other(double *y, const slp_case *c, const double *x)
{
    slp_case one;
    slp_result r;
    char note[PROP_NOTE];
    slp_case_init(&one);
    slp_result_init(&r);
    memcpy(y, x, c->d * sizeof *y);
    for (size_t k = 0; k < c->M; k++) {
        slp_case_copy(&one, c);
        slp_case_set_x(&one, y, c->d);
        if (k) one.h = 0;
        for (size_t i = 0; i < c->M; i++) one.dw[i] = i == k ? c->dw[i] : 0;
        prop_subject_fast.answer(&r, note, &prop_subject_fast, &one);
        if (r.y.count == c->d) memcpy(y, r.y.at, c->d * sizeof *y);
    }
    slp_case_clear(&one);
    slp_result_clear(&r);
}

/* ---- Faults at the edges ---- */

static void relative(double *y, const slp_case *c, const double *x)
{
    (void)c, (void)x;
    y[0] *= 1 + 1e-12;
    y[1] *= 1 + 1e-12;
}
static void swapped(double *y, const slp_case *c, const double *x)
{
    (void)c, (void)x;
    double kept = y[0];
    y[0] = y[1];
    y[1] = kept;
}
static void single_precision(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] = (double)(float)y[i];
}
static void nothing_done(double *y, const slp_case *c, const double *x)
{
    memcpy(y, x, c->d * sizeof *y);
}
/* Keeps |x|, lowers the energy. */
static void friction(double *y, const slp_case *c, const double *x)
{
    double omega[3], a[3], b[3];
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    (void)x;
    for (int i = 0; i < 3; i++) omega[i] = y[i] / inertia[i];
    planted_cross(a, y, omega);
    planted_cross(b, y, a);
    double rate =
        1e-7 * c->h / (1e-300 + sqrt(planted_dot(y, y)) * sqrt(planted_dot(omega, omega)));
    double before = sqrt(planted_dot(y, y));
    for (int i = 0; i < 3; i++) y[i] += rate * b[i];
    double after = sqrt(planted_dot(y, y));
    for (int i = 0; after > 0 && i < 3; i++) y[i] *= before / after;
}
/* Turns by `angle` about the third axis. */
static void turn(double *x, double angle)
{
    double c = cos(angle), s = sin(angle), kept = x[0];
    x[0] = c * x[0] - s * x[1];
    x[1] = s * kept + c * x[1];
}
/* The step seen through coordinates turned by O(h): symplectic, without drift, but of first order.
 */
static void turn_back(slp_case *c)
{
    turn(c->x, -0.5 * c->h);
}
static void turn_on(double *y, const slp_case *c, const double *x)
{
    (void)x;
    turn(y, 0.5 * c->h);
}
/* What 1e-13 breaks, far beyond rounding, is still not a scheme that breaks the law. */
static void slightly(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] *= 1 + 1e-13;
}
static void breathing(double *y, const slp_case *c, const double *x)
{
    (void)x;
    double grow = 1 + 1e-10 * fabs(c->h);
    for (size_t i = 0; i < c->d; i++) y[i] *= grow;
}

static void flip_noise(slp_case *c)
{
    for (size_t i = 0; i < c->M; i++) c->dw[i] = -c->dw[i];
}
static void flip_all(slp_case *c)
{
    flip_noise(c);
    c->h = -c->h;
}
static void flip_step(slp_case *c)
{
    c->h = -c->h;
}
static void permute_noise(slp_case *c)
{
    if (c->M < 2) return;
    double kept = c->dw[0];
    c->dw[0] = c->dw[c->M - 1];
    c->dw[c->M - 1] = kept;
}
static void halve_noise(slp_case *c)
{
    for (size_t i = 0; i < c->M; i++) c->dw[i] /= 2;
}
static void as_printed(slp_case *c)
{
    c->scheme = slp_scheme_find("variational-cayley-printed");
}
static void as_corrected(slp_case *c)
{
    c->scheme = slp_scheme_find("variational-cayley");
}
static void as_tmk(slp_case *c)
{
    c->scheme = slp_scheme_find("tmk");
}
static void as_trapezoidal(slp_case *c)
{
    c->scheme = slp_scheme_find("trapezoidal");
}
static void as_midpoint(slp_case *c)
{
    c->scheme = slp_scheme_find("implicit-midpoint");
}

const planted_fault planted_faults[] = {
    {"increments with the wrong sign", "agreement", NULL, flip_noise, NULL},
    {"increments halved", "agreement", NULL, halve_noise, NULL},
    {"bracket transposed", "agreement", "tmk", flip_all, NULL},
    {"step with the wrong sign", "agreement", "implicit-midpoint", flip_step, NULL},
    {"noise channels permuted", "agreement", NULL, permute_noise, NULL},
    {"quarter term dropped", "agreement", "variational-cayley", NULL, no_quarter},
    {"last quarter term dropped", "agreement", "variational-cayley", NULL, no_last_quarter},
    {"last quarter term dropped", "casimirs", "variational-cayley", NULL, no_last_quarter},
    {"last quarter term dropped", "spectrum", "variational-cayley", NULL, no_last_quarter},
    {"printed scheme for the corrected one", "agreement", "variational-cayley", as_printed, NULL},
    {"corrected scheme for the printed one", "energy", "variational-cayley-printed", as_corrected,
     NULL},
    {"Ito for Stratonovich", "agreement", "implicit-midpoint", NULL, planted_ito},
    {"Ito for Stratonovich", "casimirs", NULL, NULL, planted_ito},
    {"Ito for Stratonovich", "symmetry", "tmk", NULL, planted_ito},
    {"iteration stopped early", "agreement", "implicit-midpoint", NULL, early},
    {"iteration stopped early", "energy", "implicit-midpoint", NULL, early},
    {"iteration stopped early", "symmetry", "implicit-midpoint", NULL, early},
    {"generator at the start instead of the stage", "agreement", "implicit-midpoint", NULL,
     frozen_generator},
    {"generator at the start instead of the stage", "symmetry", "implicit-midpoint", NULL,
     frozen_generator},
    {"relative error of 1e-12", "agreement", NULL, NULL, relative},
    {"relative error of 1e-12", "casimirs", NULL, NULL, relative},
    {"coordinates swapped", "agreement", "variational-cayley", NULL, swapped},
    {"single precision", "agreement", "tmk", NULL, single_precision},
    {"single precision", "spectrum", "tmk", NULL, single_precision},
    {"nothing done", "agreement", "tmk", NULL, nothing_done},
    {"nothing done", "casimirs", "trapezoidal", NULL, nothing_done},
    {"friction", "energy-near", NULL, NULL, friction},
    {"friction", "energy-near", "variational-cayley", NULL, friction},
    {"friction", "energy", "tmk", NULL, friction},
    {"norm growing", "casimirs", "tmk", NULL, breathing},
    {"trapezoidal for another", "casimirs", "tmk", as_trapezoidal, NULL},
    {"a scheme that keeps the Casimirs for one that must not", "casimirs", "trapezoidal", as_tmk,
     NULL},
    {"a scheme that all but keeps the Casimirs for one that must not", "casimirs", "trapezoidal",
     as_tmk, slightly},
    {"a conjugate of first order", "energy-near", NULL, turn_back, turn_on},
    {"a scheme that keeps the energy for one that must not", "energy", "trapezoidal", as_midpoint,
     NULL},
    {"Ito for Stratonovich", "strong-order", NULL, NULL, planted_ito},
    {"Ito for Stratonovich", "order", NULL, NULL, planted_ito},
    {"increments halved", "strong-order", "tmk", halve_noise, NULL},
    {"increments halved", "order", "tmk", halve_noise, NULL},
    {"Ito for Stratonovich", "weak-order", NULL, NULL, planted_ito},
    {"increments halved", "weak-order", "tmk", halve_noise, NULL},
    {"nothing done", "weak-order", "trapezoidal", NULL, nothing_done},
    {"nothing done", "strong-order", "trapezoidal", NULL, nothing_done},
    {"noises one after the other", "strong-order", NULL, NULL, one_after_the_other},
    {"noises one after the other", "order", "rkmk-rk4-exp", NULL, one_after_the_other},
    {"generator at the start instead of the stage", "strong-order", "implicit-midpoint", NULL,
     frozen_generator},
    {"noises one after the other", "area", NULL, NULL, one_after_the_other},
    {"noises one after the other", "area", "rkmk-rk4-exp", NULL, one_after_the_other},
    {"noises one after the other", "symmetry", "tmk", NULL, one_after_the_other},
    {"increments halved", "area", "tmk", halve_noise, NULL},
    {"Ito for Stratonovich", "area", "variational-cayley", NULL, planted_ito},
    {"noise channels permuted", "relations", NULL, permute_noise, NULL},
    {"coordinates swapped", "relations", "variational-cayley", NULL, swapped},
    {"relative error of 1e-12", "relations", NULL, NULL, relative},
    {"single precision", "relations", "tmk", NULL, single_precision},
    {"relative error of 1e-12", "orbit", NULL, NULL, relative},
    {"single precision", "orbit", "tmk", NULL, single_precision},
    {"norm growing", "orbit", "tmk", NULL, breathing},
    {"Ito for Stratonovich", "orbit", NULL, NULL, planted_ito},
    {"last quarter term dropped", "orbit", "variational-cayley", NULL, no_last_quarter},
    {"a scheme that keeps the orbit for one that must not", "orbit", "trapezoidal", as_tmk, NULL},
    {"a scheme that all but keeps the orbit for one that must not", "orbit", "trapezoidal", as_tmk,
     slightly},
    {.what = NULL}};
