/* The constants of a step that kernels need, computed from the system once a run. */
#include "fast/ensemble/ensemble.h"
#include "fast/system/heavy_top.h"
#include "fast/system/point_vortices.h"
#include "fast/system/rigid_body.h"

#include <math.h>
#include <string.h>

#define SIXTEENTH_OVER_PI 0x1.45f306dc9c883p-6 /* 1/(16 pi) */

static ensemble_model model_of(const fast_system *sys)
{
    if (sys->table == &fast_system_rigid_body) return ENSEMBLE_RIGID_BODY;
    if (sys->table == &fast_system_heavy_top) return ENSEMBLE_HEAVY_TOP;
    const size_t n = sys->d / 3;
    if (sys->table == &fast_system_point_vortices && n >= ENSEMBLE_VORTICES_LEAST &&
        n <= ENSEMBLE_VORTICES_MOST)
        return (ensemble_model)(ENSEMBLE_VORTICES + n - ENSEMBLE_VORTICES_LEAST);
    return ENSEMBLE_MODELS;
}

const char *ensemble_model_scheme(const fast_system *sys)
{
    const ensemble_model model = model_of(sys);
    if (model == ENSEMBLE_MODELS) return NULL;
    return model == ENSEMBLE_HEAVY_TOP ? "variational-cayley" : "isospectral-midpoint";
}

/* The size of a typical increment: one in eight is larger. */
static double typical(double h)
{
    return h > 0 ? 1.5 * sqrt(h) : 0;
}

/* Evaluations of a stage that contracts by L from a first difference delta, |x| = 1, until the next
 * difference would fall below u/16.  This is a guess; the kernels check that a stage has
 * converged. */
static void expect(ensemble_job *job, double delta, double L)
{
    const double least = 0x1p-10, most = 0.5;
    L = L > least ? L < most ? L : most : least;
    job->tolerance = fmin(0x1p-51, 0x1p-57 / L);
    job->untested = 0;
    for (; delta > job->tolerance && job->untested < ENSEMBLE_UNTESTED; delta *= L) job->untested++;
}

static bool describe_body(ensemble_job *job, const fast_rigid_body *body)
{
    bool finite = isfinite(job->h);
    job->quads = body->has_quad ? 3 : 0;
    job->vectors = (unsigned)body->vectors;
    for (int i = 0; i < 3; i++) {
        job->rate[i] = 0.5 * (job->h / body->inertia[i]);
        job->quad[i] = body->has_quad ? 0.5 * body->quad[i] : 0;
        finite = finite && isfinite(job->rate[i]);
    }
    for (size_t k = 0; k < 3 * body->vectors; k++) job->lin[k / 3][k % 3] = 0.5 * body->lin[k];
    double L = 0;
    for (int i = 0; i < 3; i++) {
        double a = fabs(job->rate[i]) + fabs(job->quad[i]) * typical(job->h);
        for (size_t k = 0; k < body->vectors; k++) a += fabs(job->lin[k][i]) * typical(job->h);
        L = fmax(L, a);
    }
    expect(job, 0.5 * L * L, L);
    return finite;
}

static bool describe_top(ensemble_job *job, const fast_heavy_top *top)
{
    bool finite = isfinite(job->h);
    job->vectors = (unsigned)top->noises;
    for (int i = 0; i < 3; i++) {
        job->rate[i] = job->h / top->inertia[i];
        job->force[i] = job->h * top->chi[i];
        finite = finite && isfinite(job->rate[i]) && isfinite(job->force[i]);
    }
    for (size_t k = 0; k < top->noises; k++) {
        memcpy(job->lin[k], top->noise + 7 * k, sizeof job->lin[k]);
        memcpy(job->push[k], top->noise + 7 * k + 3, sizeof job->push[k]);
        job->square[k] = 2 * top->noise[7 * k + 6];
        finite = finite && isfinite(job->square[k]);
    }
    double L = 0;
    for (int i = 0; i < 3; i++) {
        double a = fabs(job->rate[i]);
        for (size_t k = 0; k < top->noises; k++)
            a += (fabs(job->lin[k][i]) + fabs(job->square[k])) * typical(job->h);
        L = fmax(L, 0.375 * a);
    }
    expect(job, 0.5 * L, L);
    return finite;
}

static bool describe_vortices(ensemble_job *job, const fast_point_vortices *vortices)
{
    bool finite = isfinite(job->h);
    job->quads = vortices->has_quad ? 3 : 0;
    for (int k = 0; k < 3; k++) job->quad[k] = vortices->has_quad ? vortices->quad[k] : 0;
    for (size_t j = 0; j < vortices->n; j++) {
        job->strength[j] = vortices->gamma[j] * (job->h * SIXTEENTH_OVER_PI);
        finite = finite && isfinite(job->strength[j]);
    }
    double L = 0, all = 0;
    for (size_t j = 0; j < vortices->n; j++) all += 2 * fabs(job->strength[j]);
    for (int k = 0; k < 3; k++) L = fmax(L, all + 0.375 * fabs(job->quad[k]) * typical(job->h));
    expect(job, 0.5 * L, L);
    return finite;
}

ensemble_model ensemble_describe(ensemble_job *job)
{
    const ensemble_model model = model_of(job->sys);
    bool finite = false;
    job->channels = (unsigned)job->sys->M;
    if (model == ENSEMBLE_RIGID_BODY) finite = describe_body(job, job->sys->own);
    if (model == ENSEMBLE_HEAVY_TOP) finite = describe_top(job, job->sys->own);
    if (model >= ENSEMBLE_VORTICES && model < ENSEMBLE_MODELS)
        finite = describe_vortices(job, job->sys->own);
    return finite ? model : ENSEMBLE_MODELS;
}
