/* How many independent quadratic integrals a rigid body on so(n) has.
 *
 * H = sum_(i<j) x_ij^2 / (2 I_ij).  A Manakov system has the integrals Tr (X + lambda B)^k, B
 * diagonal, whose coefficients are quadratic forms F = sum s_ij x_ij^2 / 2, s_ij = (a_i - a_j)/(b_i
 * - b_j) with any a, n - 1 of them independent.  {F, H} is the sum over i < j < k of x_ij x_jk x_ik
 * times
 *     det [1 1 1; l_ij l_jk l_ik; s_ij s_jk s_ik],   l = 1/I,
 * so F is an integral exactly when these C(n, 3) linear equations for s hold: their rank is
 * computed exactly in integers, and d - rank is the dimension of the integrals (s = 1 is the
 * Casimir Tr X^2 and s = l is H itself).  Other quadratic forms do not help: H is unchanged by
 * signs X -> DXD, D = diag(+-1), and averaging an integral over them leaves the diagonal ones; and
 * where the l are distinct, H fixes the frame in which a Manakov system's B is diagonal. */
#include "oracle/claims/experiment/measure.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>

#include <string.h>

enum { LARGEST, EXPECTED, EQUATIONS };

/* Place of x_ij, i < j, row by row. */
static slong place(slong n, slong i, slong j)
{
    return i * n - i * (i + 1) / 2 + (j - i - 1);
}

/* l = 1/I, exact: I_k = k + 1 where no inertia is given (EJLL (36)). */
static bool rates(fmpq *l, const slp_case *c, slong d)
{
    size_t count = 0;
    const double *inertia = slp_case_param(c, "inertia", &count);
    for (slong k = 0; k < d; k++) {
        arf_t value;
        arf_init(value);
        arf_set_d(value, inertia && (size_t)k < count ? inertia[k] : (double)(k + 1));
        arf_get_fmpq(l + k, value);
        arf_clear(value);
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
    fmpq_mat_t A;
    fmpq_mat_init(A, n * (n - 1) * (n - 2) / 6, d);
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++)
            for (slong k = j + 1; k < n; k++, row++) {
                slong ij = place(n, i, j), jk = place(n, j, k), ik = place(n, i, k);
                fmpq_sub(fmpq_mat_entry(A, row, ij), l + ik, l + jk);
                fmpq_sub(fmpq_mat_entry(A, row, jk), l + ij, l + ik);
                fmpq_sub(fmpq_mat_entry(A, row, ik), l + jk, l + ij);
            }
    slong rank = fmpq_mat_rref(A, A);
    fmpq_mat_clear(A);
    return rank;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "rigid-body-n") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system", "must be rigid-body-n");
    if (!m) return SLP_OK;
    slp_case c;
    slp_case_init(&c);
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
            slp_measurement_witness(m, &c);
        } else {
            status = SLP_DOMAIN;
        }
        _fmpq_vec_clear(l, d);
        m->samples = m->steps = 1;
    }
    slp_case_clear(&c);
    return status;
}

const slp_quantity slp_quantity_manakov_integrals = {
    .name = "manakov-integrals",
    .about = "dimension of the quadratic integrals of a rigid body on so(n)",
    .method = "exact rank over the rationals of the linear conditions that {F, H} = 0 puts on F = "
              "sum s_ij x_ij^2 / 2",
    .values = {{"largest", "", "independent quadratic integrals, Tr X^2 and H included"},
               {"expected", "",
                "n: how many a Manakov system has, coefficients of Tr (X + lambda B)^k"},
               {"equations", "", "how many conditions there are"}},
    .measure = measure};
