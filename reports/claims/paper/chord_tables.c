/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Generator and bracket of a system as arrays of binary64 numbers, for the chord method.
 *
 * Xi(x; h, dW) = h (c_0 + A_0 x) + sum_k dW_k (c_k + A_k x);  (ad*_s x)_i = sum_jk T_ijk s_j x_k.
 * Both are read off the reference at unit vectors; T from the Poisson tensor, B(x) grad H = ad*_Xi
 * x, where grad H and Xi differ by the weights of the pairing. */
#include "reports/claims/paper/chord_tables.h"
#include "oracle/plumbing/allocate.h"
#include "ref/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Xi at x by the reference, as binary64. */
static void generator(double *xi, const ref_system *sys, const double *x, size_t d, size_t M,
                      size_t which)
{
    REF_LOCAL_VEC(arb, (slong)d, at);
    REF_LOCAL_VEC(arb, (slong)M, dW);
    REF_LOCAL(arb, h);
    if (which == 0)
        arb_one(h);
    else
        arb_one(dW + which - 1);
    for (size_t i = 0; i < d; i++) arb_set_d(at + i, x[i]);
    ref_generator(at, sys, at, h, dW, 128);
    for (size_t i = 0; i < d; i++) xi[i] = arf_get_d(arb_midref(at + i), ARF_RND_NEAR);
}

/* T_ijk = weight_j B(e_k)_ij; off the diagonal of su(N) a coordinate weighs twice. */
static void bracket(double *T, const slp_case *c, const ref_system *sys)
{
    slong d = (slong)c->d;
    size_t n = c->system->algebra == SLP_SUN ? (size_t)(sqrt((double)d) + 0.5) : c->d;
    REF_LOCAL_VEC(arb, d, e);
    REF_LOCAL_MAT(arb, d, d, B);
    for (slong k = 0; k < d; k++) {
        _arb_vec_zero(e, d);
        arb_one(e + k);
        ref_poisson_tensor(B, sys, e, 128);
        for (slong i = 0; i < d; i++)
            for (slong j = 0; j < d; j++)
                T[(i * d + j) * d + k] =
                    arf_get_d(arb_midref(arb_mat_entry(B, i, j)), ARF_RND_NEAR) *
                    ((size_t)j < n ? 1 : 2);
    }
}

void chord_field(double *f, const chord *on, const double *s, const double *x)
{
    size_t d = on->d;
    for (size_t i = 0; i < d; i++) {
        f[i] = 0;
        for (size_t j = 0; j < d; j++)
            for (size_t k = 0; k < d; k++) f[i] += on->T[(i * d + j) * d + k] * s[j] * x[k];
    }
}

void chord_generator(double *xi, const chord *on, const double *x)
{
    for (size_t i = 0; i < on->d; i++) {
        xi[i] = on->g[i];
        for (size_t k = 0; k < on->d; k++) xi[i] += on->G[i * on->d + k] * x[k];
    }
}

void chord_begin(chord *on, double h, const double *dW)
{
    size_t d = on->d;
    for (size_t i = 0; i < d; i++) on->g[i] = h * on->c[i];
    for (size_t i = 0; i < d * d; i++) on->G[i] = h * on->A[i];
    for (size_t k = 1; k <= on->M; k++) {
        for (size_t i = 0; i < d; i++) on->g[i] += dW[k - 1] * on->c[k * d + i];
        for (size_t i = 0; i < d * d; i++) on->G[i] += dW[k - 1] * on->A[k * d * d + i];
    }
}

/* Tests that the tables describe the system: compares the field at the case's state, h = 1 and dW =
 * 1, with that of the reference. */
static bool agree(chord *on, const slp_case *c, const ref_system *sys)
{
    slong d = (slong)c->d;
    REF_LOCAL_VEC(arb, d, x);
    REF_LOCAL_VEC(arb, (slong)c->M, dW);
    double *ones = slp_allocate(c->M, sizeof *ones), size = 0;
    REF_LOCAL(arb, h);
    arb_one(h);
    for (size_t k = 0; k < c->M; k++) {
        arb_one(dW + k);
        ones[k] = 1;
    }
    for (slong i = 0; i < d; i++) arb_set_d(x + i, c->x[i]);
    ref_field(x, sys, x, h, dW, 128);
    chord_begin(on, 1, ones);
    chord_generator(on->s, on, c->x);
    chord_field(on->f, on, on->s, c->x);
    for (slong i = 0; i < d; i++)
        for (slong k = 0; k < d; k++) size = fmax(size, fabs(on->s[i]) * fabs(c->x[k]));
    bool good =
        true; /* d^2 products of at most that size a coordinate, rounded; NaN is no agreement */
    for (slong i = 0; i < d; i++) {
        double exact = arf_get_d(arb_midref(x + i), ARF_RND_NEAR);
        good = good && fabs(exact - on->f[i]) <= 0x1p-48 * (double)(d * d) * size;
    }
    free(ones);
    return good;
}

slp_status chord_new(chord **to, const slp_case *c, slp_error *err)
{
    size_t d = c->d, M = c->M, tables = (M + 1) * (d + d * d) + d * d * d;
    ref_system *sys = NULL;
    chord *on = slp_allocate(1, sizeof *on);
    double *all = slp_allocate(tables + 10 * d * d + 6 * d, sizeof *all),
           *e = slp_allocate(d, sizeof *e);
    *to = on;
    size_t *row = slp_allocate(2 * d, sizeof *row);
    *on = (chord){.d = d, .M = M, .c = all, .row = row, .pade_row = row + d};
    double **next[] = {&on->A, &on->T, &on->g, &on->G,    &on->E,      &on->J,
                       &on->s, &on->f, &on->y, &on->term, &on->middle, &on->pade};
    const size_t sizes[] = {
        (M + 1) * d, (M + 1) * d * d, d * d * d, d, d * d, d * d, d * d, d, d, d, d, d};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) *next[i] = all += sizes[i];
    slp_status status = slp_need_memory(ref_system_new(&sys, c, err));
    if (status == SLP_OK) {
        bracket(on->T, c, sys);
        for (size_t w = 0; w <= M; w++) {
            memset(e, 0, d * sizeof *e);
            generator(on->c + w * d, sys, e, d, M, w);
            for (size_t k = 0; k < d; k++) {
                e[k] = 1;
                generator(on->f, sys, e, d, M, w);
                e[k] = 0;
                for (size_t i = 0; i < d; i++)
                    on->A[(w * d + i) * d + k] = on->f[i] - on->c[w * d + i];
            }
        }
        if (!agree(on, c, sys)) status = SLP_UNSUPPORTED;
    }
    if (sys) ref_system_free(sys);
    free(e);
    return status;
}

void chord_free(chord *to)
{
    if (!to) return;
    free(to->c);
    free(to->row);
    free(to);
}
