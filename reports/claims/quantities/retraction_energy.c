/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Energy along a run of the variational rule of the heavy top, in which Gamma may be turned by
 * another retraction than Pi.
 *
 * With w = h I^-1 m/2, u = h chi, C the inverse turn of Pi, K that of Gamma, and D the dual of the
 * inverse tangent of the Cayley map, D p = p + w x p/2 + c (w.p) w,
 *   m = D^-1 (Pi + y)/2,  y = C Pi + G x u,  Pi' = C y,  G = K Gamma,  Gamma' = K G,
 * c = 1/4 as meant and -1/4 as printed (ref/scheme/semidirect.c; D(-w) = C D(w) for both).
 * C is the Cayley map's, K that of `gamma`.  It is solved for m by iteration to rounding.
 * The system is the heavy top without noise. */
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>

enum { RANGE, LARGEST };
enum { SIGN, GAMMA };
enum { ITERATIONS = 200 };

typedef struct rule {
    double h, c, inertia[3], chi[3];
    bool exact; /* K is the exponential's */
} rule;

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* out = a x b; out aliases neither */
static void cross(double *out, const double *a, const double *b)
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* out = along p.w w/|w|^2 + across (p - p.w w/|w|^2) + turn w x p; out aliases neither */
static void act(double *out, const double *w, const double *p, double along, double across,
                double turn)
{
    const double square = dot(w, w), part = square > 0 ? dot(w, p) / square : 0;
    double side[3];
    cross(side, w, p);
    for (int i = 0; i < 3; i++)
        out[i] = across * p[i] + (along - across) * part * w[i] + turn * side[i];
}

/* The inverse turn by w: (1 + w^/2)^-1 (1 - w^/2), or exp(-w^). */
static void turn_back(double *out, const double *w, const double *p, bool exact)
{
    const double square = dot(w, w), size = sqrt(square), q = 1 + square / 4;
    if (exact && size > 0)
        act(out, w, p, 1, cos(size), -sin(size) / size);
    else
        act(out, w, p, 1, (1 - square / 4) / q, -1 / q);
}

/* One step of x = (Pi, Gamma) in place; false if the iteration does not end. */
static bool step(double *x, const rule *r)
{
    double m[3], w[3], G[3], y[3], side[3], sum[3], next[3], u[3], last = INFINITY;
    memcpy(m, x, sizeof m);
    for (int i = 0; i < 3; i++) u[i] = r->h * r->chi[i];
    for (int n = 0; n < ITERATIONS; n++) {
        for (int i = 0; i < 3; i++) w[i] = r->h * m[i] / (2 * r->inertia[i]);
        turn_back(G, w, x + 3, r->exact);
        turn_back(y, w, x, false);
        cross(side, G, u);
        for (int i = 0; i < 3; i++) y[i] += side[i];
        for (int i = 0; i < 3; i++) sum[i] = 0.5 * (x[i] + y[i]);
        const double square = dot(w, w), q = 1 + square / 4;
        act(next, w, sum, 1 / (1 + r->c * square), 1 / q, -0.5 / q); /* D^-1 */
        double change = 0;
        for (int i = 0; i < 3; i++) change = fmax(change, fabs(next[i] - m[i]));
        memcpy(m, next, sizeof m);
        if (!(change < last)) { /* roundings alone move m now, or it does not converge */
            if (!(change <= 0x1p-48 * (1 + sqrt(dot(m, m))))) return false;
            turn_back(x, w, y, false);
            turn_back(x + 3, w, G, r->exact);
            return true;
        }
        last = change;
    }
    return false;
}

static void begin(rule *r, const slp_case *c, const slp_trial *trial)
{
    size_t count;
    r->h = c->h;
    r->c = trial->word[SIGN] && strcmp(trial->word[SIGN], "printed") == 0 ? -0.25 : 0.25;
    r->exact = trial->word[GAMMA] && strcmp(trial->word[GAMMA], "exp") == 0;
    memcpy(r->inertia, slp_case_param(c, "inertia", &count), sizeof r->inertia);
    memcpy(r->chi, slp_case_param(c, "chi", &count), sizeof r->chi);
}

/* (H(x) - H(x_0))/H(x_0), exact on the stored numbers */
static void energy(arb_t to, const ref_system *sys, const double *x, slong prec)
{
    REF_LOCAL_VEC(arb, 6, at);
    for (int i = 0; i < 6; i++) arb_set_d(at + i, x[i]);
    ref_energy(to, sys, at, prec);
}

static slp_status run(slp_measurement *m, const slp_case *c, const slp_trial *trial, slp_error *err)
{
    const slong prec = trial->experiment->precision;
    ref_system *sys = NULL;
    rule r;
    double x[6];
    REF_LOCAL(arb, first, now, low, high);
    slp_status status = slp_need_memory(ref_system_new(&sys, c, err));
    if (status != SLP_OK) return status;
    begin(&r, c, trial);
    memcpy(x, c->x, sizeof x);
    energy(first, sys, x, prec);
    for (size_t n = 0; n < trial->steps && status == SLP_OK; n++) {
        if (!step(x, &r)) status = SLP_NO_CONVERGENCE;
        energy(now, sys, x, prec);
        arb_sub(now, now, first, prec);
        arb_div(now, now, first, prec);
        arb_min(low, low, now, prec);
        arb_max(high, high, now, prec);
    }
    ref_system_free(sys);
    if (status != SLP_OK) return status;
    arb_sub(now, high, low, prec);
    slp_measured_largest(m, RANGE, now);
    arb_neg(low, low);
    arb_max(now, low, high, prec);
    slp_measured_largest(m, LARGEST, now);
    m->steps += trial->steps;
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    if (strcmp(e->system->name, "heavy-top") != 0 || e->wiener)
        return slp_error_set(err, e->line, NULL, "system", "must be heavy-top, without noise");
    slp_status status = SLP_OK;
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++) {
        SLP_CLEARED(slp_case) c = {0};
        status = slp_experiment_case(&c, e, i, 1, err);
        if (status == SLP_OK) status = run(m, &c, trial, err);
        if (status == SLP_OK && i == 0) slp_measurement_witness(m, &c);
        m->samples++;
    }
    return status;
}

const slp_quantity slp_quantity_retraction_energy = {
    .name = "retraction-energy",
    .about = "change of the heavy top's energy if Gamma is turned by a retraction of its own",
    .method = "binary64 re-enactment of the variational rule with the Cayley map for Pi, solved to "
              "rounding; the "
              "energy exact on the stored numbers",
    .options = {{"sign", true, false, 0,
                 "of the quadratic term in the dual of the inverse tangent: meant (default), or "
                 "printed"},
                {"gamma", true, false, 0, "what turns Gamma: cayley (default), or exp"}},
    .words = {"meant printed", "cayley exp"},
    .values = {{"range", "", "highest less lowest (H - H0)/H0"},
               {"largest", "", "max over the run of |H - H0|/|H0|"}},
    .measure = measure};
