/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Final states of paths for comparison: of another scheme, or exact ones. */
#include "reports/claims/statistics/reference_path.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct slp_reference_path {
    slp_experiment experiment; /* with the other scheme */
    slp_trial trial;
    slp_levels *levels;
    slp_case c;
    double *ends, *column; /* exact ones, and a path's increments */
    size_t states;
};

static slp_status refuse(slp_error *err, const slp_levels_setting *s, const char *why)
{
    return slp_error_set(err, s->trial->experiment->line, NULL, "against", "%s", why);
}

/* The grids' own checks are those of slp_levels_new. */
static slp_status exact(slp_reference_path *on, const slp_levels_setting *setting, slp_error *err)
{
    slp_status status = slp_experiment_case(&on->c, setting->trial->experiment, 0, 1, err);
    if (status != SLP_OK) return status;
    size_t count;
    const double *model = slp_case_param(&on->c, "model", &count);
    if (strcmp(on->c.system->name, "canonical") != 0 || !model || model[0] > 0)
        return refuse(err, setting,
                      "`exact` is for the canonical system's kubo; else name a scheme");
    on->states = slp_levels_count(on->levels) * slp_levels_patterns(on->levels);
    on->ends = slp_allocate(on->states * 2 * SLP_LEVELS_PATHS, sizeof *on->ends);
    on->column = slp_allocate(setting->trial->steps, sizeof *on->column);
    return SLP_OK;
}

slp_status slp_reference_path_new(slp_reference_path **to, const slp_levels_setting *setting,
                                  const char *word, slp_error *err)
{
    slp_reference_path *on = *to = slp_allocate(1, sizeof *on);
    slp_case_init(&on->c);
    on->experiment = *setting->trial->experiment;
    on->trial = *setting->trial;
    on->trial.experiment = &on->experiment;
    slp_levels_setting other = {&on->trial, setting->coarsest, false, false, setting->areas};
    const bool solution = strcmp(word, "exact") == 0;
    if (!solution) {
        on->experiment.scheme = slp_scheme_find(word);
        if (!on->experiment.scheme)
            return refuse(err, setting, "is a scheme (`slp list schemes`), or exact");
        const char *why;
        if (!slp_pair_makes_sense(on->experiment.system, on->experiment.scheme, &why))
            return refuse(err, setting, why);
    }
    slp_status status = slp_levels_new(&on->levels, &other, err);
    return status == SLP_OK && solution ? exact(on, setting, err) : status;
}

void slp_reference_path_free(slp_reference_path *on)
{
    if (!on) return;
    slp_levels_free(on->levels);
    slp_case_clear(&on->c);
    free(on->ends);
    free(on->column);
    free(on);
}

/* x_0 turned by T + beta W(T), (q, p) -> (q cos + p sin, p cos - q sin), for path p of `count`. */
static void turn(slp_reference_path *on, uint64_t path, size_t count, size_t p)
{
    const size_t steps = on->trial.steps;
    size_t given;
    const double *beta = slp_case_param(&on->c, "beta", &given);
    double W = 0;
    if (on->c.M > 0)
        slp_increments(on->column, on->c.h, on->experiment.seed, path + p, 0, 0, 0, steps);
    for (size_t n = 0; n < steps && on->c.M > 0; n++) W += on->column[n];
    const double angle = on->c.h * (double)steps + (given ? beta[0] * W : 0);
    const double *x = on->c.x, q = x[0] * cos(angle) + x[1] * sin(angle),
                 r = x[1] * cos(angle) - x[0] * sin(angle);
    for (size_t s = 0; s < on->states; s++) {
        on->ends[2 * s * count + p] = q;
        on->ends[(2 * s + 1) * count + p] = r;
    }
}

slp_status slp_reference_path_ends(const double **ends, slp_reference_path *on, uint64_t path,
                                   size_t count)
{
    if (!on->ends) return slp_levels_ends(ends, on->levels, path, count);
    for (size_t p = 0; p < count; p++) turn(on, path, count, p);
    *ends = on->ends;
    return SLP_OK;
}
