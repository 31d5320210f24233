/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An algebra that a case or a program names: its instance, weights and Casimirs.
 * Tested by tests/fast/test_fast_user_system.c, tests/fast/test_fast_polynomial.c. */
#include "fast/system/own_algebra.h"
#include "fast/matrix/sp.h"
#include "fast/algebra/rotation.h"

#include <stdlib.h>

static double weight(const fast_own_algebra *own, size_t i)
{
    switch (own->kind) {
    case SLP_SUN:
        return i < own->n ? 1 : 2;
    case SLP_SP:
        return fast_sp_weight(i, own->n);
    case SLP_SU2N:
        return own->gamma[i / 3];
    default:
        return 1;
    }
}

static slp_status open_kind(fast_own_algebra *own)
{
    own->shape = (fast_matrices){own->n, own->kind == SLP_SUN ? 2 : 1};
    own->algebra = &own->built;
    switch (own->kind) {
    case SLP_SO3:
        own->algebra = &fast_algebra_so3;
        break;
    case SLP_SE3:
        own->algebra = &fast_algebra_se3;
        break;
    case SLP_VECTOR:
        own->algebra = &fast_algebra_vector;
        break;
    case SLP_SON:
        fast_algebra_son(&own->built, &own->shape);
        break;
    case SLP_SUN:
        fast_algebra_sun(&own->built, &own->shape);
        break;
    case SLP_SP:
        fast_algebra_sp(&own->built, &own->shape);
        break;
    case SLP_SU2N:
        fast_algebra_su2n(&own->built, own->n, own->gamma);
        break;
    case SLP_SUN_DUAL:
        return SLP_UNSUPPORTED;
    }
    return SLP_OK;
}

slp_status fast_own_algebra_open(fast_own_algebra *own, slp_algebra kind, size_t n, size_t d,
                                 const double *gamma)
{
    *own = (fast_own_algebra){.kind = kind, .n = n, .d = d};
    own->weight = malloc((d ? d : 1) * sizeof *own->weight);
    if (!own->weight) return SLP_MEMORY;
    if (kind == SLP_SU2N) {
        own->gamma = malloc((n ? n : 1) * sizeof *own->gamma);
        if (!own->gamma) return SLP_MEMORY;
        for (size_t i = 0; i < n; i++) own->gamma[i] = gamma ? gamma[i] : 1;
    }
    for (size_t i = 0; i < d; i++) own->weight[i] = weight(own, i);
    return open_kind(own);
}

void fast_own_algebra_clear(fast_own_algebra *own)
{
    free(own->gamma);
    free(own->weight);
    *own = (fast_own_algebra){0};
}

size_t fast_own_algebra_casimir_count(const fast_own_algebra *own)
{
    switch (own->kind) {
    case SLP_SO3:
        return 1;
    case SLP_SE3:
        return 2;
    case SLP_SON:
    case SLP_SP:
        return own->n / 2;
    case SLP_SUN:
        return own->n - 1;
    case SLP_SU2N:
        return own->n;
    case SLP_VECTOR:
    case SLP_SUN_DUAL:
        break;
    }
    return 0;
}

slp_status fast_own_algebra_casimirs(double *values, const fast_own_algebra *own, const double *x)
{
    switch (own->kind) {
    case SLP_SO3:
    case SLP_SU2N:
        for (size_t i = 0; 3 * i < own->d; i++) values[i] = fast_dot(x + 3 * i, x + 3 * i);
        return SLP_OK;
    case SLP_SE3:
        values[0] = fast_dot(x, x + 3);
        values[1] = fast_dot(x + 3, x + 3);
        return SLP_OK;
    case SLP_SON:
        return fast_son_casimirs(values, &own->shape, x);
    case SLP_SUN:
        return fast_matrix_power_sums(values, &own->shape, x);
    case SLP_SP:
        return fast_sp_casimirs(values, &own->shape, x);
    case SLP_VECTOR:
    case SLP_SUN_DUAL:
        break;
    }
    return SLP_OK;
}
