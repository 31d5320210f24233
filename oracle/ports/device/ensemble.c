/* Ensembles on a device: their constants, and the steps that work items leave to the host.  A
 * path that stopped is taken on by the same kernels as C (ensemble.h), which have the same bits. */
#include "oracle/ports/device/ensemble.h"
#include "oracle/contract/float_environment.h"
#include "oracle/contract/noise.h"
#include "oracle/ports/device/careful.h"
#include "oracle/ports/device/device.h"

#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SIXTEENTH_OVER_PI 0x1.45f306dc9c883p-6 /* 1/(16 pi) */
enum { UNTESTED = 24, NO_MODEL = -1 };

static int model_of(const slp_case *c)
{
    const char *name = c->system->name;
    if (c->M > E_NOISES || c->areas) return NO_MODEL; /* no brackets of noises here */
    if (strcmp(name, "rigid-body") == 0) return E_BODY;
    if (strcmp(name, "heavy-top") == 0) return E_TOP;
    if (strcmp(name, "point-vortices") == 0 && c->d >= 6 && c->d <= E_MOST) return E_POINTS;
    return NO_MODEL;
}

const char *slp_device_ensemble_scheme(const slp_case *c)
{
    static const char *const schemes[] = {
        [E_BODY] = "isospectral-midpoint",
        [E_TOP] = "variational-cayley",
        [E_POINTS] = "isospectral-midpoint",
    };
    const int model = model_of(c);
    return model == NO_MODEL ? NULL : schemes[model];
}

/* Evaluations of a stage that contracts by L from a first difference delta, |x| = 1, until the next
 * difference would fall below u/16: a guess, and what the first test allows. */
static void expect(ensemble_work *w, double delta, double L)
{
    L = L > 0x1p-10 ? L < 0.5 ? L : 0.5 : 0x1p-10;
    w->tolerance = fmin(0x1p-51, 0x1p-57 / L);
    for (; delta > w->tolerance && w->untested < UNTESTED; delta *= L) w->untested++;
}

static bool describe_body(ensemble_work *w, const slp_case *c, double typical)
{
    size_t quads, count, unused;
    const double *inertia = slp_case_param(c, "inertia", &unused),
                 *quad = slp_case_param(c, "quad", &quads), *lin = slp_case_param(c, "lin", &count);
    double L = 0;
    bool finite = isfinite(c->h);
    w->quads = quads ? 3 : 0;
    w->vectors = (int)(count / 3);
    for (size_t k = 0; k < count; k++) w->lin[k] = 0.5 * lin[k];
    for (size_t i = 0; i < 3; i++) {
        w->rate[i] = 0.5 * (c->h / inertia[i]);
        w->quad[i] = quads ? 0.5 * quad[i] : 0;
        finite = finite && isfinite(w->rate[i]);
        double a = fabs(w->rate[i]) + fabs(w->quad[i]) * typical;
        for (size_t k = i; k < count; k += 3) a += fabs(w->lin[k]) * typical;
        L = fmax(L, a);
    }
    expect(w, 0.5 * L * L, L);
    return finite;
}

static bool describe_top(ensemble_work *w, const slp_case *c, double typical)
{
    size_t count, unused;
    const double *inertia = slp_case_param(c, "inertia", &unused),
                 *chi = slp_case_param(c, "chi", &unused),
                 *noise = slp_case_param(c, "noise", &count);
    double L = 0;
    bool finite = isfinite(c->h);
    w->vectors = (int)(count / 7);
    for (size_t k = 0; k < count / 7; k++) {
        memcpy(w->lin + 3 * k, noise + 7 * k, 3 * sizeof *noise);
        memcpy(w->push + 3 * k, noise + 7 * k + 3, 3 * sizeof *noise);
        w->square[k] = 2 * noise[7 * k + 6];
        finite = finite && isfinite(w->square[k]);
    }
    for (size_t i = 0; i < 3; i++) {
        w->rate[i] = c->h / inertia[i];
        w->force[i] = c->h * chi[i];
        finite = finite && isfinite(w->rate[i]) && isfinite(w->force[i]);
        double a = fabs(w->rate[i]);
        for (size_t k = 0; k < count / 7; k++)
            a += (fabs(w->lin[3 * k + i]) + fabs(w->square[k])) * typical;
        L = fmax(L, 0.375 * a);
    }
    expect(w, 0.5 * L, L);
    return finite;
}

static bool describe_points(ensemble_work *w, const slp_case *c, double typical)
{
    size_t quads, count;
    const double *gamma = slp_case_param(c, "gamma", &count),
                 *quad = slp_case_param(c, "quad", &quads);
    double L = 0, all = 0;
    bool finite = isfinite(c->h);
    w->n = (int)count;
    w->quads = quads ? 3 : 0;
    for (size_t j = 0; j < count; j++) {
        w->strength[j] = gamma[j] * (c->h * SIXTEENTH_OVER_PI);
        finite = finite && isfinite(w->strength[j]);
        all += 2 * fabs(w->strength[j]);
    }
    for (size_t k = 0; k < 3; k++) {
        w->quad[k] = quads ? quad[k] : 0;
        L = fmax(L, all + 0.375 * fabs(w->quad[k]) * typical);
    }
    expect(w, 0.5 * L, L);
    return finite;
}

/* The grid and the streams (noise.md); false if h is no step of a path. */
static bool describe_noise(ensemble_work *w, double h, const slp_device_run *run)
{
    int E;
    if (!(h > 0) || !(h <= DBL_MAX)) return false;
    frexp(h, &E);
    const int twice = 73 - E, e = (twice + (twice & 1)) / 2;
    w->sigma = sqrt(ldexp(ldexp(h, e), e));
    w->grid = ldexp(1, -e);
    w->limit = run->ell > 0 ? sqrt(h) * slp_truncation_bound(h, run->ell) : INFINITY;
    for (int k = 0; k < w->channels; k++) {
        uint32_t *word = w->stream + 4 * k;
        word[0] = (uint32_t)k; /* level 0 */
        philox(word, (uint32_t)run->seed, (uint32_t)(run->seed >> 32));
    }
    return true;
}

static bool describe(ensemble_work *w, const slp_case *c, const slp_device_run *run)
{
    const double typical = c->h > 0 ? 1.5 * sqrt(c->h) : 0; /* one increment in eight is larger */
    bool finite = false;
    memset(w, 0, sizeof *w);
    w->model = model_of(c);
    w->d = (int)c->d;
    w->channels = (int)c->M;
    w->paths = (int)run->paths;
    w->first_path = run->first_path;
    w->first_step = run->first_step;
    if (w->model == E_BODY) finite = describe_body(w, c, typical);
    if (w->model == E_TOP) finite = describe_top(w, c, typical);
    if (w->model == E_POINTS) finite = describe_points(w, c, typical);
    return finite && (!w->channels || describe_noise(w, c->h, run));
}

static bool finite_state(const double *x, int d)
{
    for (int i = 0; i < d; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* One path from step `made` on; how many steps were taken carefully. */
static size_t go_on(double *x, const ensemble_work *all, const slp_case *c, uint64_t path, int made)
{
    ensemble_work w = *all;
    size_t taken = 0;
    w.paths = 1;
    w.first_path = path;
    while (made < all->steps && finite_state(x, w.d)) {
        double dw[2 * E_NOISES] = {0};
        const uint64_t node = all->first_step + (uint64_t)made;
        ensemble_noise(dw, &w, path, node / 2);
        careful_step(x, c, w.model, x, dw + E_NOISES * (int)(node & 1));
        taken++;
        int more = 0;
        uint32_t evaluations;
        w.first_step = node + 1;
        w.steps = all->steps - ++made;
        if (w.steps && finite_state(x, w.d)) ensemble_item(x, &more, &evaluations, &w, 0);
        made += more == ENSEMBLE_LOST ? w.steps : more;
    }
    return taken;
}

/* What work items left undone: their paths are taken to the end, those that failed to NaN. */
static void finish(double *x, slp_device_report *report, const ensemble_work *w, const slp_case *c,
                   const int *made)
{
    const size_t paths = (size_t)w->paths;
    report->failed = 0;
    for (size_t p = 0; p < paths; p++) {
        double own[E_MOST];
        if (made[p] == w->steps) continue;
        for (int i = 0; i < w->d; i++) own[i] = x[(size_t)i * paths + p];
        if (made[p] != ENSEMBLE_LOST)
            report->redone += go_on(own, w, c, w->first_path + p, made[p]);
        const bool fine = finite_state(own, w->d);
        for (int i = 0; i < w->d; i++) x[(size_t)i * paths + p] = fine ? own[i] : NAN;
        report->failed += !fine;
    }
}

int slp_device_ensemble(double *x, slp_device_report *report, slp_device *d, const slp_case *c,
                        const slp_device_run *run, char text[SLP_DEVICE_TEXT])
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    enum { PART = 1 << 20 }; /* steps of a launch */
    slp_device_report own = {0};
    ensemble_work w;
    int failed = 0;
    if (report) *report = own;
    if (model_of(c) == NO_MODEL || run->paths > INT_MAX / 2) return SLP_UNSUPPORTED;
    if (!describe(&w, c, run)) return SLP_DOMAIN;
    const size_t paths = run->paths ? run->paths : 1, bytes = run->paths * c->d * sizeof *x;
    int *made = calloc(paths, sizeof *made);
    uint32_t *evaluations = calloc(paths, sizeof *evaluations);
    double *work = malloc(bytes ? bytes : 1);
    const bool memory = made && evaluations && work;
    if (memory) memcpy(work, x, bytes);
    for (size_t done = 0; memory && done < run->steps && run->paths && !failed;) {
        w.first_step = run->first_step + done;
        w.steps = run->steps - done < PART ? (int)(run->steps - done) : PART;
        failed = slp_driver_ensemble(d, work, made, evaluations, &w, text);
        for (size_t p = 0; p < run->paths; p++) own.evaluations += evaluations[p];
        if (!failed) finish(work, &own, &w, c, made);
        done += (size_t)w.steps;
    }
    if (memory && !failed) memcpy(x, work, bytes);
    free(made);
    free(evaluations);
    free(work);
    if (!memory) return SLP_MEMORY;
    if (failed) return SLP_DEVICE_FAILED;
    if (report) *report = own;
    return own.failed ? SLP_NO_CONVERGENCE : SLP_OK;
}
