/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles on a device: which there are, and the steps that work items leave to the host.  After
 * such a step the path goes some steps on by the same kernels as C (ensemble.h), which have the
 * same bits, and if it needs the host in none of these, back to the device. */
#include "oracle/ports/device/ensemble.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/ports/device/careful.h"
#include "oracle/ports/device/describe.h"
#include "oracle/ports/device/device.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The model of a scheme, and whether it is the one that its system's ensembles use. */
typedef struct model_name {
    const char *system, *scheme;
    int model;
    bool own;
} model_name;

static const model_name models[] = {
    {"rigid-body", "isospectral-midpoint", E_BODY, true},
    {"rigid-body", "splitting-lie", E_LIE, false},
    {"rigid-body", "splitting-strang", E_STRANG, false},
    {"heavy-top", "variational-cayley", E_TOP, true},
    {"heavy-top", "isospectral-midpoint", E_DUAL, false},
    {"point-vortices", "isospectral-midpoint", E_POINTS, true},
    {"spins", "isospectral-midpoint", E_SPINS, true},
    {"spins", "sib", E_SIB, false},
};

/* Whether the arrays of a work item hold it. */
static bool case_fits(const slp_case *c)
{
    size_t ends;
    if (c->areas) return false; /* no brackets of noises here */
    if (strcmp(c->system->name, "spins") != 0)
        return c->M <= E_NOISES && c->d <= 3 * E_VORTICES &&
               (c->d >= 6 || strcmp(c->system->name, "point-vortices") != 0);
    slp_case_param(c, "bonds", &ends);
    return c->d <= 3 * E_SPINS_MOST && ends <= 2 * E_BONDS_MOST;
}

/* scheme NULL: the one of the system's own ensembles */
static const model_name *find_model(const slp_case *c, const char *scheme)
{
    for (size_t i = 0; i < sizeof models / sizeof *models && case_fits(c); i++)
        if (strcmp(models[i].system, c->system->name) == 0 &&
            (scheme ? strcmp(models[i].scheme, scheme) == 0 : models[i].own))
            return models + i;
    return NULL;
}

const char *slp_device_ensemble_scheme(const slp_case *c)
{
    const model_name *found = find_model(c, NULL);
    return found ? found->scheme : NULL;
}

bool slp_device_has_ensemble(const slp_case *c, const char *scheme)
{
    return scheme && find_model(c, scheme) != NULL;
}

static bool finite_state(const double *x, int d)
{
    for (int i = 0; i < d; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

enum { ALONE = 32 }; /* steps that a path makes on the host before it goes back */

/* One path from step *made on, until it ends or ALONE steps after another need no care; how many
 * steps were taken carefully. */
static size_t continue_path(double *x, int *made, const ensemble_work *all,
                            const ensemble_bonds *bonds, const slp_case *c, uint64_t path)
{
    ensemble_work w = *all;
    size_t taken = 0;
    w.paths = 1;
    w.first_path = path;
    for (bool back = false; !back && *made < all->steps && finite_state(x, w.d);) {
        double dw[2 * E_CHANNELS] = {0}, own[E_CHANNELS] = {0};
        const uint64_t node = all->first_step + (uint64_t)*made;
        const double *drawn = dw + E_CHANNELS * (int)(node & 1);
        ensemble_noise(dw, E_CHANNELS, &w, path, node / 2);
        for (int k = 0; k < w.channels; k++)
            own[w.spins ? 3 * bonds->order[k / 3] + k % 3 : k] = drawn[k];
        careful_step(x, c, w.model, x, own);
        taken++;
        int more = 0;
        uint32_t evaluations;
        w.first_step = node + 1;
        w.steps = all->steps - ++*made < ALONE ? all->steps - *made : ALONE;
        if (w.steps && finite_state(x, w.d)) ensemble_item(x, &more, &evaluations, &w, bonds, 0);
        *made += more == ENSEMBLE_LOST ? w.steps : more;
        back = more == w.steps;
    }
    return taken;
}

/* What work items left undone: the host takes the steps that they could not; paths that failed are
 * NaN.  Whether the device has to go on with some. */
static bool finish_paths(double *x, slp_device_report *report, const ensemble_work *w,
                         const ensemble_bonds *bonds, const slp_case *c, int *made)
{
    const size_t paths = (size_t)w->paths;
    bool left = false;
    report->failed = 0;
    for (size_t p = 0; p < paths; p++) {
        double own[E_MOST];
        if (made[p] == w->steps) continue;
        for (int i = 0; i < w->d; i++) own[i] = x[(size_t)i * paths + p];
        if (made[p] != ENSEMBLE_LOST)
            report->redone += continue_path(own, made + p, w, bonds, c, w->first_path + p);
        const bool fine = finite_state(own, w->d);
        for (int i = 0; i < w->d; i++) x[(size_t)i * paths + p] = fine ? own[i] : NAN;
        if (!fine) made[p] = w->steps;
        report->failed += !fine;
        left = left || made[p] < w->steps;
    }
    return left;
}

int slp_device_ensemble(double *x, slp_device_report *report, slp_device *d, const slp_case *c,
                        const slp_device_run *run, char text[SLP_DEVICE_TEXT])
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    enum { PART = 1 << 20 }; /* steps of a launch */
    slp_device_report own = {0};
    const model_name *by = find_model(c, run->scheme);
    ensemble_work w;
    ensemble_bonds bonds;
    int failed = 0;
    if (report) *report = own;
    if (!by || run->paths > INT_MAX / 2) return SLP_UNSUPPORTED;
    if (!device_describe(&w, &bonds, by->model, c, run)) return SLP_DOMAIN;
    const ensemble_bonds *given = w.spins ? &bonds : NULL;
    const size_t paths = run->paths ? run->paths : 1, bytes = run->paths * c->d * sizeof *x;
    int *made = calloc(paths, sizeof *made);
    uint32_t *evaluations = calloc(paths, sizeof *evaluations);
    double *work = malloc(bytes ? bytes : 1);
    const bool memory = made && evaluations && work;
    if (memory) memcpy(work, x, bytes);
    for (size_t done = 0; memory && done < run->steps && run->paths && !failed;) {
        w.first_step = run->first_step + done;
        w.steps = run->steps - done < PART ? (int)(run->steps - done) : PART;
        memset(made, 0, paths * sizeof *made);
        for (bool left = true; left && !failed;) {
            failed = slp_driver_ensemble(d, work, made, evaluations, &w, given, text);
            for (size_t p = 0; p < run->paths; p++) own.evaluations += evaluations[p];
            left = !failed && finish_paths(work, &own, &w, given, c, made);
        }
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
