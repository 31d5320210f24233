/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A user's system in the binary64 path: the algebra from the contract, the Hamiltonians from
 * functions that a program gives.  With w the weights of the pairing,
 *     Xi_i(x; h, dW) = (h dH_0/dx_i + sum_k dW_k dH_k/dx_i) / w_i.
 * Tested by tests/fast/test_fast_user_system.c. */
#include "fast/system/own_algebra.h"
#include "fast/system/system.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/case/user_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct given {
    fast_functions functions;
    fast_own_algebra on;
} given;

static void from_functions_close(fast_system *sys)
{
    given *own = sys->own;
    if (own) fast_own_algebra_clear(&own->on);
    free(own);
}

static size_t frozen_size(const fast_system *sys)
{
    return 1 + sys->M;
}

/* h, dW */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    frozen[0] = h;
    if (sys->M) memcpy(frozen + 1, dW, sys->M * sizeof *dW);
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const given *own = sys->own;
    for (size_t i = 0; i < sys->d; i++) xi[i] = 0;
    for (size_t k = 0; k <= sys->M; k++) {
        /* a Hamiltonian that is multiplied by 0 is not asked */
        if (frozen[k] == 0) continue;
        for (size_t i = 0; i < sys->d; i++) work[i] = NAN;
        own->functions.gradient(work, k, x, own->functions.user);
        for (size_t i = 0; i < sys->d; i++) xi[i] += frozen[k] * work[i];
    }
    for (size_t i = 0; i < sys->d; i++) {
        xi[i] /= own->on.weight[i];
        if (xi_low) xi_low[i] = 0;
    }
}

static double energy(const fast_system *sys, const double *x)
{
    const given *own = sys->own;
    return own->functions.energy ? own->functions.energy(x, own->functions.user) : NAN;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    const given *own = sys->own;
    if (sys->casimirs) own->functions.casimirs(values, x, own->functions.user);
    return SLP_OK;
}

static const fast_system_table functions_table = {
    .name = "a user's system",
    .close = from_functions_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .energy = energy,
    .casimir = casimir,
};

static slp_status refuse(slp_error *err, const char *field, const char *remedy)
{
    return slp_error_set(err, 0, NULL, field, "%s", remedy);
}

slp_status fast_system_from_functions(fast_system **sys, const slp_system *system,
                                      const fast_functions *functions, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const slp_user_system *of = slp_as_user_system(system);
    const char *fault = slp_float_rules_fault();
    if (!sys) return refuse(err, NULL, "no place for the system was given");
    *sys = NULL;
    if (fault) {
        slp_error_set(err, 0, NULL, NULL, "the binary64 path cannot compute here: %s", fault);
        return SLP_UNSUPPORTED;
    }
    if (!of) return refuse(err, "system", "is not one of slp_user_system_new");
    if (!functions || !functions->gradient)
        return refuse(err, "gradient", "is missing; give the function of the gradients");
    if (functions->casimir_count && !functions->casimirs)
        return refuse(err, "casimirs", "is missing; give the function, or casimir_count = 0");
    fast_system *made = calloc(1, sizeof *made);
    given *own = calloc(1, sizeof *own);
    slp_status status =
        made && own ? fast_own_algebra_open(&own->on, of->base.algebra, of->n, of->d, of->gamma)
                    : SLP_MEMORY;
    if (status != SLP_OK) {
        if (own) fast_own_algebra_clear(&own->on);
        free(own);
        free(made);
        return slp_error_memory(err, 0, NULL, NULL, of->d * sizeof(double));
    }
    own->functions = *functions;
    made->table = &functions_table;
    made->own = own;
    made->algebra = own->on.algebra;
    made->d = of->d;
    made->M = of->M;
    made->casimirs = functions->casimir_count;
    made->work_size = of->d;
    *sys = made;
    return SLP_OK;
}
