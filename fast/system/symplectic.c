/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A quadratic Hamiltonian with linear noises on sp(2m, R): in the exchanged coordinates
 * H_0 = x.Qx/2, Q by its upper triangle, and H_k = b_k.x.  Tested by
 * tests/fast/test_fast_symplectic.c, tests/fast/test_fast_symplectic_laws.c. */
#include "fast/system/polynomial.h"

static slp_status symplectic_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, entries, noises;
    const double *size = slp_case_param(c, "n", &sizes),
                 *quadratic = slp_case_param(c, "quadratic", &entries),
                 *noise = slp_case_param(c, "noise", &noises);
    const size_t n = sizes == 1 ? (size_t)*size : 0, d = n * (n + 1) / 2;
    if (n < 2 || n % 2 || entries != d * (d + 1) / 2 || noises % d)
        return slp_error_set(err, c->line, c->id, "n",
                             "parameters of the wrong length; pass the case through "
                             "slp_case_check");
    const slp_status status = fast_terms_begin(sys, SLP_SP, n, d);
    if (status != SLP_OK) return status;
    for (size_t i = 0; i < d; i++) {
        fast_square(sys, 0, SIZE_MAX, *quadratic++, 1, i);
        for (size_t j = i + 1; j < d; j++) fast_term(sys, 0, SIZE_MAX, *quadratic++, i, j);
    }
    for (size_t i = 0; i < noises; i++)
        fast_term(sys, 1 + i / d, SIZE_MAX, noise[i], i % d, SIZE_MAX);
    return fast_terms_end(sys, noises / d, SIZE_MAX, c->areas > 0);
}

const fast_system_table fast_system_symplectic = {.name = "symplectic", .open = symplectic_open};
