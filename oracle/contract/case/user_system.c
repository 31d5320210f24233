/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Systems that a program describes at run time: the algebra, its size and the count of noises.  The
 * Hamiltonians are functions that each path is given (fast.h, ref.h). */
#include "oracle/contract/case/user_system.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/case/case_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static slp_status shape(slp_case *c, slp_error *err)
{
    const slp_user_system *own = slp_as_user_system(c->system);
    (void)err;
    c->d = own->d;
    c->M = own->M;
    return SLP_OK;
}

/* As on Zeitlin's sphere: the coordinates of su(N) also hold multiples of the identity. */
static slp_status trace_free(const slp_case *c, const double *x, slp_error *err)
{
    return slp_expect_trace_free(err, c, x, slp_as_user_system(c->system)->n);
}

const slp_user_system *slp_as_user_system(const slp_system *system)
{
    return system && system->shape == shape ? (const slp_user_system *)(const void *)system : NULL;
}

static slp_status check_name(const char *name, slp_error *err)
{
    if (!name) return slp_error_set(err, 0, NULL, "name", "is missing; give the system a name");
    const char *fault = slp_id_fault((slp_span){name, strlen(name)});
    if (fault) return slp_error_set(err, 0, NULL, "name", "%s", fault);
    if (slp_system_find(name))
        return slp_error_set(err, 0, NULL, "name",
                             "%s is the name of another system; choose another name", name);
    return SLP_OK;
}

static slp_status check_gamma(const slp_algebra_kind *k, const double *gamma, size_t n,
                              slp_error *err)
{
    if (!gamma) return SLP_OK;
    if (k->algebra != SLP_SU2N)
        return slp_error_set(err, 0, NULL, "gamma", "has no meaning on %s; give NULL", k->symbol);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(gamma[i]) || gamma[i] == 0)
            return slp_error_set(err, 0, NULL, "gamma",
                                 "number %zu is zero or not finite; give a weight other than 0",
                                 i + 1);
    return SLP_OK;
}

slp_status slp_user_system_new(slp_system **system, const char *name, slp_algebra algebra, size_t n,
                               const double *gamma, size_t noises, slp_error *err)
{
    const slp_algebra_kind *k = slp_algebra_kind_of(algebra);
    if (!system) return slp_error_set(err, 0, NULL, NULL, "no place for the system was given");
    *system = NULL;
    if (!k)
        return slp_error_set(err, 0, NULL, "algebra",
                             "is none that functions can be given on; give another of slp_algebra");
    if (check_name(name, err) || (k->least && slp_algebra_size_check(err, 0, NULL, "n", k, n)) ||
        check_gamma(k, gamma, n, err))
        return SLP_INPUT;
    if (noises > SLP_MAX_LIST)
        return slp_error_set(err, 0, NULL, "noises", "is %zu; at most %d fit", noises,
                             SLP_MAX_LIST);
    slp_user_system *made = calloc(1, sizeof *made);
    double *weights = k->algebra == SLP_SU2N ? calloc(n, sizeof *weights) : NULL;
    if (!made || (k->algebra == SLP_SU2N && !weights)) {
        free(made);
        free(weights);
        return slp_error_memory(err, 0, NULL, NULL, sizeof *made + n * sizeof *weights);
    }
    for (size_t i = 0; weights && i < n; i++) weights[i] = gamma ? gamma[i] : 1;
    snprintf(made->name, sizeof made->name, "%s", name);
    made->base = (slp_system){.name = made->name,
                              .about = "a user's system",
                              .source = "functions given at run time",
                              .algebra = algebra,
                              .shape = shape,
                              .member = algebra == SLP_SUN ? trace_free : NULL};
    made->n = k->least ? n : 0;
    made->d = slp_algebra_coordinates(algebra, n);
    made->M = noises;
    made->gamma = weights;
    *system = &made->base;
    return SLP_OK;
}

void slp_user_system_free(slp_system *system)
{
    slp_user_system *own = (slp_user_system *)(void *)system;
    if (!slp_as_user_system(system)) return;
    free(own->gamma);
    free(own);
}
