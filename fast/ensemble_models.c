/* What kernels need of the systems they step: constants of a step, written once a run. */
#include "fast/ensemble.h"
#include "fast/heavy_top.h"
#include "fast/point_vortices.h"
#include "fast/rigid_body.h"

#include <math.h>
#include <string.h>

#define SIXTEENTH_OVER_PI 0x1.45f306dc9c883p-6 /* 1/(16 pi) */

static ensemble_model model_of(const fast_system *sys)
{
    if (sys->table == &fast_system_rigid_body) return ENSEMBLE_RIGID_BODY;
    if (sys->table == &fast_system_heavy_top) return ENSEMBLE_HEAVY_TOP;
    if (sys->table == &fast_system_point_vortices && sys->d == 3 * ENSEMBLE_VORTEX_COUNT)
        return ENSEMBLE_VORTICES;
    return ENSEMBLE_MODELS;
}

const char *ensemble_model_scheme(const fast_system *sys)
{
    switch (model_of(sys)) {
    case ENSEMBLE_RIGID_BODY:
    case ENSEMBLE_VORTICES:
        return "isospectral-midpoint";
    case ENSEMBLE_HEAVY_TOP:
        return "variational-cayley";
    case ENSEMBLE_MODELS:
        break;
    }
    return NULL;
}

static bool describe_body(ensemble_job *job, const fast_rigid_body *body)
{
    bool finite = isfinite(job->h);
    job->quads = body->has_quad ? 3 : 0;
    job->vectors = (unsigned)body->vectors;
    for (int i = 0; i < 3; i++) {
        job->rate[i] = job->h / body->inertia[i];
        job->quad[i] = body->has_quad ? body->quad[i] : 0;
        finite = finite && isfinite(job->rate[i]);
    }
    if (body->vectors) memcpy(job->lin, body->lin, 3 * body->vectors * sizeof(double));
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
    return finite;
}

static bool describe_vortices(ensemble_job *job, const fast_point_vortices *vortices)
{
    bool finite = isfinite(job->h);
    job->quads = vortices->has_quad ? 3 : 0;
    for (int k = 0; k < 3; k++) job->quad[k] = vortices->has_quad ? vortices->quad[k] : 0;
    for (int j = 0; j < ENSEMBLE_VORTEX_COUNT; j++) {
        job->strength[j] = vortices->gamma[j] * (job->h * SIXTEENTH_OVER_PI);
        finite = finite && isfinite(job->strength[j]);
    }
    return finite;
}

ensemble_model ensemble_describe(ensemble_job *job)
{
    const ensemble_model model = model_of(job->sys);
    bool finite = false;
    job->channels = (unsigned)job->sys->M;
    switch (model) {
    case ENSEMBLE_RIGID_BODY:
        finite = describe_body(job, job->sys->own);
        break;
    case ENSEMBLE_HEAVY_TOP:
        finite = describe_top(job, job->sys->own);
        break;
    case ENSEMBLE_VORTICES:
        finite = describe_vortices(job, job->sys->own);
        break;
    case ENSEMBLE_MODELS:
        break;
    }
    return finite ? model : ENSEMBLE_MODELS;
}
