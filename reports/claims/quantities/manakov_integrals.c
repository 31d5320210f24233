/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many independent quadratic integrals a rigid body on so(n) has.
 *
 * H = sum_(i<j) x_ij^2 / (2 I_ij).  A Manakov system has the integrals Tr (X + lambda B)^k, B
 * diagonal, whose coefficients are quadratic forms F = sum s_ij x_ij^2 / 2, s_ij = (a_i - a_j)/(b_i
 * - b_j) with any a, n - 1 of them independent.  {F, H} is the sum over i < j < k of x_ij x_jk x_ik
 * times
 *     det [1 1 1; l_ij l_jk l_ik; s_ij s_jk s_ik],   l = 1/I,
 * so F is an integral exactly when these C(n, 3) linear equations for s hold: their rank is
 * computed exactly in integers, and d - rank is the dimension of the integrals (s = 1 is the
 * Casimir Tr X^2 and s = l is H itself).  H is unchanged by signs X
 * -> DXD, D = diag(+-1), so that the part of an integral in each character of these signs is an
 * integral.  Besides the diagonal forms the characters have the forms sum_k c_k x_ik x_kj of a pair
 * i < j, and c_1 x_ij x_kl + c_2 x_ik x_jl + c_3 x_il x_jk of four indices (the Pfaffian of so(4)
 * is one of these).  For each, the derivative along X' = [LX, X] is evaluated at small whole X; the
 * rank of these numbers, exact, bounds from above how many of the forms are integrals: `mixed`. */
#include "reports/claims/experiment/measure.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>

#include <string.h>

enum { LARGEST, EXPECTED, EQUATIONS, MIXED };
enum { FORMS = 64, SPARE = 6 }; /* forms of a character at most; points beyond their number */

/* Place of x_ij, i < j, row by row. */
static slong place(slong n, slong i, slong j)
{
    return i * n - i * (i + 1) / 2 + (j - i - 1);
}

/* l = 1/I, exact: I_k = k + 1 where no inertia is given. */
static bool rates(fmpq *l, const slp_case *c, slong d)
{
    size_t count = 0;
    const double *inertia = slp_case_param(c, "inertia", &count);
    for (slong k = 0; k < d; k++) {
        REF_LOCAL(arf, value);
        arf_set_d(value, inertia && (size_t)k < count ? inertia[k] : (double)(k + 1));
        arf_get_fmpq(l + k, value);
        if (fmpq_is_zero(l + k)) return false;
        fmpq_inv(l + k, l + k);
    }
    return true;
}

/* row: (l_ik - l_jk) s_ij + (l_ij - l_ik) s_jk + (l_jk - l_ij) s_ik, the determinant expanded along
 * s */
static slong rank_of(const fmpq *l, slong n)
{
    slong d = n * (n - 1) / 2, row = 0;
    REF_LOCAL_MAT(fmpq, n * (n - 1) * (n - 2) / 6, d, A);
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++)
            for (slong k = j + 1; k < n; k++, row++) {
                slong ij = place(n, i, j), jk = place(n, j, k), ik = place(n, i, k);
                fmpq_sub(fmpq_mat_entry(A, row, ij), l + ik, l + jk);
                fmpq_sub(fmpq_mat_entry(A, row, jk), l + ij, l + ik);
                fmpq_sub(fmpq_mat_entry(A, row, ik), l + jk, l + ij);
            }
    return fmpq_mat_rref(A, A);
}

/* A product x_ab x_cd of entries of the skew matrix. */
typedef struct form {
    slong a, b, c, d;
} form;

/* X and X' = [LX, X] at whole number `point`. */
static void point_of(fmpq_mat_t X, fmpq_mat_t rate, const fmpq *l, slong n, ulong point)
{
    REF_LOCAL_MAT(fmpq, n, n, L);
    REF_LOCAL(fmpq, one);
    ulong seed = 2 * point + 1;
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++) {
            seed = (seed * 1103515245UL + 12345UL) % 2147483648UL;
            fmpq_set_si(fmpq_mat_entry(X, i, j), (slong)(seed >> 16) % 19 - 9, 1);
            fmpq_neg(fmpq_mat_entry(X, j, i), fmpq_mat_entry(X, i, j));
            fmpq_mul(fmpq_mat_entry(L, i, j), fmpq_mat_entry(X, i, j), l + place(n, i, j));
            fmpq_neg(fmpq_mat_entry(L, j, i), fmpq_mat_entry(L, i, j));
        }
    fmpq_mat_mul(rate, L, X);
    fmpq_mat_mul(L, X, L);
    fmpq_mat_sub(rate, rate, L);
}

/* How many combinations of `count` forms can be integrals: count - rank of their derivatives. */
static slong kernel(const form *forms, slong count, const fmpq *l, slong n)
{
    const slong points = count + SPARE;
    REF_LOCAL_MAT(fmpq, points, count, values);
    REF_LOCAL_MAT(fmpq, n, n, X, rate);
    REF_LOCAL(fmpq, one);
    for (slong p = 0; p < points; p++) {
        point_of(X, rate, l, n, (ulong)p);
        for (slong f = 0; f < count; f++) {
            const form *q = &forms[f];
            fmpq_mul(one, fmpq_mat_entry(rate, q->a, q->b), fmpq_mat_entry(X, q->c, q->d));
            fmpq_mul(fmpq_mat_entry(values, p, f), fmpq_mat_entry(X, q->a, q->b),
                     fmpq_mat_entry(rate, q->c, q->d));
            fmpq_add(fmpq_mat_entry(values, p, f), fmpq_mat_entry(values, p, f), one);
        }
    }
    const slong rank = fmpq_mat_rref(values, values);
    return count - rank;
}

static slong mixed_integrals(const fmpq *l, slong n)
{
    form forms[FORMS];
    slong found = 0;
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++) {
            slong count = 0;
            for (slong k = 0; k < n; k++)
                if (k != i && k != j) forms[count++] = (form){i, k, k, j};
            if (count) found += kernel(forms, count, l, n);
            for (slong k = j + 1; k < n; k++)
                for (slong m = k + 1; m < n; m++) {
                    const form three[] = {{i, j, k, m}, {i, k, j, m}, {i, m, j, k}};
                    found += kernel(three, 3, l, n);
                }
        }
    return found;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "rigid-body-n") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system", "must be rigid-body-n");
    if (!m) return SLP_OK;
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK) {
        slong d = (slong)c.d, n = 2;
        while (n * (n - 1) / 2 < d) n++;
        fmpq *l = _fmpq_vec_init(d);
        if (rates(l, &c, d)) {
            slong rank = rank_of(l, n);
            slp_measured_count(m, LARGEST, (double)(d - rank));
            slp_measured_count(m, EXPECTED, (double)(n - 1));
            slp_measured_count(m, EQUATIONS, (double)(n * (n - 1) * (n - 2) / 6));
            if (n - 2 <= FORMS) slp_measured_count(m, MIXED, (double)mixed_integrals(l, n));
            slp_measurement_witness(m, &c);
        } else {
            status = SLP_DOMAIN;
        }
        _fmpq_vec_clear(l, d);
        m->samples = m->steps = 1;
    }
    return status;
}

const slp_quantity slp_quantity_manakov_integrals = {
    .name = "manakov-integrals",
    .about = "dimension of the quadratic integrals of a rigid body on so(n)",
    .method = "exact rank over the rationals of the linear conditions that {F, H} = 0 puts on F = "
              "sum s_ij x_ij^2 / 2",
    .values = {{"largest", "", "independent diagonal quadratic integrals, Tr X^2 and H included"},
               {"expected", "",
                "n: how many a Manakov system has, coefficients of Tr (X + lambda B)^k"},
               {"equations", "", "how many conditions there are"},
               {"mixed", "",
                "bound on the independent quadratic integrals of mixed products, such as the "
                "Pfaffian of so(4)"}},
    .measure = measure};
