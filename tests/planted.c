/* The faults themselves, each where it acts: in the question of a step, inside the step, or in its answer. */
#include "tests/planted.h"

#include <math.h>
#include <string.h>

/* ---- The rigid body once more, for faults inside a step ---- */

static void cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void generator(double xi[3], const slp_case *c, const double x[3])
{
    size_t count, quad, lin;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *c3 = slp_case_param(c, "quad", &quad);
    const double *chi = slp_case_param(c, "lin", &lin);
    for (int i = 0; i < 3; i++) {
        xi[i] = c->h * x[i] / inertia[i];
        if (quad) xi[i] += c->dw[i] * c3[i] * x[i];
        for (size_t k = 0; k < lin / 3; k++) xi[i] += c->dw[quad + k] * chi[3 * k + (size_t)i];
    }
}

/* x + sign/2 xi x x + quarter (xi.x) xi */
static void pulled(double out[3], const double xi[3], const double x[3], double sign,
                   double quarter)
{
    double turned[3];
    cross(turned, xi, x);
    for (int i = 0; i < 3; i++)
        out[i] = x[i] + sign * 0.5 * turned[i] + quarter * dot(xi, x) * xi[i];
}

/* Solves pulled(m; xi) = right by iteration. */
static void unpulled(double m[3], const double xi[3], const double right[3], double sign,
                     double quarter)
{
    double image[3];
    memcpy(m, right, 3 * sizeof *m);
    for (int n = 0; n < 200; n++) {
        pulled(image, xi, m, sign, quarter);
        for (int i = 0; i < 3; i++) m[i] += right[i] - image[i];
    }
}

void planted_variational(double y[3], const slp_case *c, const double x[3], double quarter,
                         double last)
{
    double one[3], two[3], half[3], xi[3], turned[3];
    memcpy(one, x, sizeof one);
    memcpy(two, x, sizeof two);
    for (int n = 0; n < 200; n++) {
        for (int i = 0; i < 3; i++) half[i] = 0.5 * (one[i] + two[i]);
        generator(xi, c, half);
        for (int i = 0; i < 3; i++) xi[i] *= 0.5;
        unpulled(one, xi, x, 1, quarter);
        pulled(turned, xi, one, -1, quarter);
        unpulled(two, xi, turned, 1, quarter);
    }
    pulled(y, xi, two, -1, last);
}

/* Without any quarter term the rule is two Cayley rotations, and keeps |x|: only the map is wrong. */
static void no_quarter(double *y, const slp_case *c, const double *x)
{
    planted_variational(y, c, x, 0, 0);
}

static void no_last_quarter(double *y, const slp_case *c, const double *x)
{
    planted_variational(y, c, x, 0.25, 0);
}

/* Implicit midpoint, iterated `rounds` times; generator at the start instead of the midpoint if frozen. */
void planted_midpoint(double *y, const slp_case *c, const double *x, int rounds, bool frozen)
{
    double m[3], xi[3], turned[3];
    memcpy(m, x, sizeof m);
    for (int n = 0; n <= rounds; n++) {
        generator(xi, c, frozen ? x : m);
        cross(turned, m, xi);
        for (int i = 0; i < 3; i++) {
            y[i] = x[i] + turned[i];
            m[i] = 0.5 * (x[i] + y[i]);
        }
    }
}

static void early(double *y, const slp_case *c, const double *x)
{
    planted_midpoint(y, c, x, 3, false);
}

static void frozen_generator(double *y, const slp_case *c, const double *x)
{
    planted_midpoint(y, c, x, 200, true);
}

static void ito(double *y, const slp_case *c, const double *x)
{
    double xi[3], turned[3];
    generator(xi, c, x);
    cross(turned, x, xi);
    for (int i = 0; i < 3; i++) y[i] = x[i] + turned[i];
}

/* Drift and first noise, then the other noises one after the other, each a step of the scheme by itself. */
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
    cross(a, y, omega);
    cross(b, y, a);
    double rate = 1e-7 * c->h / (1e-300 + sqrt(dot(y, y)) * sqrt(dot(omega, omega)));
    double before = sqrt(dot(y, y));
    for (int i = 0; i < 3; i++) y[i] += rate * b[i];
    double after = sqrt(dot(y, y));
    for (int i = 0; after > 0 && i < 3; i++) y[i] *= before / after;
}
/* Turns by `angle` about the third axis. */
static void turn(double *x, double angle)
{
    double c = cos(angle), s = sin(angle), kept = x[0];
    x[0] = c * x[0] - s * x[1];
    x[1] = s * kept + c * x[1];
}
/* The step seen through coordinates turned by O(h): symplectic, without drift, but of first order. */
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
    {"Ito for Stratonovich", "agreement", "implicit-midpoint", NULL, ito},
    {"Ito for Stratonovich", "casimirs", NULL, NULL, ito},
    {"Ito for Stratonovich", "symmetry", "tmk", NULL, ito},
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
    {"Ito for Stratonovich", "strong", NULL, NULL, ito},
    {"increments halved", "strong", "tmk", halve_noise, NULL},
    {"Ito for Stratonovich", "weak", NULL, NULL, ito},
    {"increments halved", "weak", "tmk", halve_noise, NULL},
    {"nothing done", "weak", "trapezoidal", NULL, nothing_done},
    {"nothing done", "strong", "trapezoidal", NULL, nothing_done},
    {"noises one after the other", "area", NULL, NULL, one_after_the_other},
    {"noises one after the other", "area", "rkmk-rk4-exp", NULL, one_after_the_other},
    {"noises one after the other", "symmetry", "tmk", NULL, one_after_the_other},
    {"increments halved", "area", "tmk", halve_noise, NULL},
    {"Ito for Stratonovich", "area", "variational-cayley", NULL, ito},
    {"noise channels permuted", "relations", NULL, permute_noise, NULL},
    {"coordinates swapped", "relations", "variational-cayley", NULL, swapped},
    {"relative error of 1e-12", "relations", NULL, NULL, relative},
    {"single precision", "relations", "tmk", NULL, single_precision},
    {.what = NULL}};
