/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many spherical harmonics su(N) has: degrees l = 1 ... N-1 fill it, degree N does not exist.
 *
 * On superdiagonal m, 0 <= m < N, -Delta acts as a tridiagonal matrix; degree l would be an
 * eigenvalue l(l+1).  Proved here: det(-Delta_m - l(l+1)) excludes 0 for l = N on every
 * superdiagonal, so that no matrix has degree N, and the traces of -Delta over all of gl(N) equal
 * sum_{l=0}^{N-1} (2l+1) l(l+1): with dimensions sum_{l=1}^{N-1} (2l+1) = N^2 - 1. */
#include "reports/claims/experiment/measure.h"

#include <string.h>

enum { LARGEST, DIMENSION, THROUGH_N, NOISES, NOISES_PRINTED, TRACE };

/* -Delta X = sum [S,[S,X]] on x_k = X_{k,k+m}: diagonal 2(s(s+1)) - 2 z_k z_{k+m}, off
 * -sqrt((k+1)(N-1-k)(k+m+1)(N-1-k-m)) */
static void tridiagonal(arb_mat_t A, slong n, slong m, slong prec)
{
    slong size = n - m;
    arb_mat_zero(A);
    for (slong k = 0; k < size; k++) {
        slong z = n - 1 - 2 * k, w = n - 1 - 2 * (k + m);      /* twice S_z's entries */
        arb_set_si(arb_mat_entry(A, k, k), n * n - 1 - z * w); /* 2 s(s+1) = (N^2-1)/2 */
        arb_mul_2exp_si(arb_mat_entry(A, k, k), arb_mat_entry(A, k, k), -1);
        if (k + 1 == size) continue;
        arb_ptr off = arb_mat_entry(A, k, k + 1);
        arb_set_si(off, (k + 1) * (n - 1 - k) * (k + m + 1) * (n - 1 - k - m));
        arb_sqrt(off, off, prec);
        arb_neg(off, off);
        arb_set(arb_mat_entry(A, k + 1, k), off);
    }
}

/* How many superdiagonals m >= 0 may carry degree l: 0 is a proof that none does. */
static slong carriers(slong n, slong l, slong prec, arb_t trace)
{
    slong found = 0;
    for (slong m = 0; m < n; m++) {
        REF_LOCAL_MAT(arb, n - m, n - m, A);
        REF_LOCAL(arb, det, value);
        tridiagonal(A, n, m, prec);
        arb_mat_trace(det, A, prec);
        if (m > 0) arb_mul_2exp_si(det, det, 1); /* sub- and superdiagonal */
        arb_add(trace, trace, det, prec);
        arb_set_si(value, l * (l + 1));
        for (slong k = 0; k < n - m; k++)
            arb_sub(arb_mat_entry(A, k, k), arb_mat_entry(A, k, k), value, prec);
        arb_mat_det(det, A, prec);
        found += arb_contains_zero(det) != 0;
    }
    return found;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "zeitlin-sphere") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "must be zeitlin-sphere");
    if (!m) return SLP_OK;
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK) {
        size_t count = 0;
        slong n = (slong)*slp_case_param(&c, "n", &count), prec = trial->experiment->precision,
              sum = 0;
        REF_LOCAL(arb, trace, unused);
        slong none = carriers(n, n, prec, trace), all = carriers(n, n - 1, prec, unused);
        for (slong l = 0; l < n; l++) sum += (2 * l + 1) * l * (l + 1);
        arb_sub_si(trace, trace, sum, prec);
        slp_measured_ball(m, TRACE, trace);
        slp_measured_count(m, LARGEST, none == 0 && all == n ? (double)(n - 1) : (double)n);
        slp_measured_count(m, DIMENSION, (double)(n * n - 1));
        slp_measured_count(m, THROUGH_N, (double)(n * n + 2 * n));
        slp_measured_count(m, NOISES, (double)c.M);
        slong low = (n + 1) / 2;
        slp_measured_count(m, NOISES_PRINTED, (double)((n + 1) * (n + 1) - low * low));
        slp_measurement_witness(m, &c);
        m->samples = m->steps = 1;
    }
    return status;
}

const slp_quantity slp_quantity_degree_count = {
    .name = "degree-count",
    .about = "degrees of spherical harmonics that su(N) has",
    .method = "determinants of the tridiagonal Laplacian shifted by l(l+1), in ball arithmetic, on "
              "every diagonal; dimensions "
              "by counting",
    .values = {{"largest", "",
                "N-1 if degree N is proved absent everywhere and degree N-1 is not, else N"},
               {"dimension", "", "N^2 - 1, the dimension of su(N)"},
               {"through-n", "", "sum of 2l+1 over l = 1..N"},
               {"noises", "", "sum of 2l+1 over the degrees that exist, from N/2 on"},
               {"printed", "", "sum of 2l+1 over l = N/2..N"},
               {"trace", "", "trace of -Delta less sum (2l+1) l(l+1) over l = 0..N-1"}},
    .measure = measure};
