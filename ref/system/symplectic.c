/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A quadratic Hamiltonian with linear noise on sp(2m, R), given by its terms: in coordinates x
 *     Q_ii x_i^2/2 and, i < j, Q_ij x_i x_j of H_0,  b_(k,i) x_i of H_k.
 * Casimirs: Tr X^2k, k = 1..m.  Source: EJLL section 2, whose J is here [[0, I], [-I, 0]].  Tested
 * by tests/ref/test_ref_matrix_systems.c. */
#include "oracle/contract/number/float_rules.h"
#include "ref/system/polynomial.h"

enum { SIZE, QUADRATIC, NOISE };

static slp_status sp_refuse(slp_error *err, const char *key, const char *remedy)
{
    slp_error_set(err, 0, NULL, key, "%s", remedy);
    return SLP_DOMAIN;
}

static slp_status sp_read(ref_system *sys, slp_error *err)
{
    const double size = sys->count[SIZE] == 1 ? sys->param[SIZE][0] : 0;
    const slong n = size >= 2 && size <= SLP_MAX_MATRIX ? (slong)size : 1, d = n * (n + 1) / 2;
    if (n % 2 != 0 || (double)n != size)
        return sp_refuse(err, "n", "give one even number, the size of the matrices");
    if (sys->count[QUADRATIC] != (size_t)(d * (d + 1) / 2))
        return sp_refuse(err, "quadratic", "give d(d+1)/2 numbers, d = n(n+1)/2");
    if (sys->count[NOISE] % (size_t)d != 0)
        return sp_refuse(err, "noise", "give d = n(n+1)/2 numbers for each noise");
    const slp_status status = ref_terms_begin(sys, SLP_SP, n, err);
    if (status != SLP_OK) return status;
    sys->M = (slong)sys->count[NOISE] / d;
    const double *Q = sys->param[QUADRATIC];
    for (slong i = 0; i < d; i++)
        for (slong j = i; j < d; j++) {
            ref_term(sys, 0, -1, *Q++, i, j);
            if (i == j) ref_term_times(sys, 0.5);
        }
    for (slong k = 0; k < sys->M; k++)
        for (slong i = 0; i < d; i++) ref_term(sys, 1 + k, -1, sys->param[NOISE][k * d + i], i, -1);
    return ref_terms_end(sys, -1, err);
}

const ref_system_table ref_system_symplectic = {
    .name = "symplectic",
    .read = sp_read,
    .keys = {"n", "quadratic", "noise", NULL},
};
