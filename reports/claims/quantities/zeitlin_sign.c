/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which Hamiltonian generates Zeitlin's equation, and which degrees su(N) has: Laplacian from the
 * spin matrices, defined anew.
 *
 * S_z = diag(s, s-1, ..., -s), s = (N-1)/2, S_+ entries sqrt((k+1)(N-1-k)) above the diagonal;
 * Delta X = -sum_a [S_a, [S_a, X]].  With Y the generator of the reference without noise over h, up
 * to sign the gradient of H0:
 *   inverse:  |Delta (-Y) - X| is 0, so that -Y = Delta^-1 X;
 *   equation: |field/h - [Delta^-1 X, X]| is 0: the reference's field is Zeitlin's equation;
 *   printed:  |[grad H*, X] - [Delta^-1 X, X]| for the gradient Delta^-1 X of (41) as printed;
 *   energy:   H0 + Re Tr((Delta^-1 X)* X)/2 is 0: the reference's energy is
 *             (41) with the opposite sign, and H0 > 0. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

#include <string.h>

static const char aspects[] = "inverse equation printed energy";
enum { INVERSE, EQUATION, PRINTED, ENERGY };

/* out = AB - BA; no aliasing */
static void commutator(acb_mat_t out, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(A), acb_mat_nrows(A), other);
    acb_mat_mul(out, A, B, prec);
    acb_mat_mul(other, B, A, prec);
    acb_mat_sub(out, out, other, prec);
}

/* which = 0, 1, 2: S_x, S_y, S_z */
static void spin(acb_mat_t S, int which, slong prec)
{
    slong n = acb_mat_nrows(S);
    acb_mat_zero(S);
    for (slong k = 0; k < n; k++) {
        acb_ptr entry = acb_mat_entry(S, k, k);
        if (which == 2) {
            acb_set_si(entry, n - 1 - 2 * k);
            acb_mul_2exp_si(entry, entry, -1);
        }
        if (which == 2 || k + 1 == n) continue;
        acb_ptr above = acb_mat_entry(S, k, k + 1), below = acb_mat_entry(S, k + 1, k);
        acb_set_si(above, (k + 1) * (n - 1 - k));
        acb_sqrt(above, above, prec);
        acb_mul_2exp_si(above, above, -1);
        acb_set(below, above);
        if (which == 0) continue;
        acb_div_onei(above, above);
        acb_mul_onei(below, below);
    }
}

static void laplacian(acb_mat_t out, const acb_mat_t X, slong prec)
{
    slong n = acb_mat_nrows(X);
    REF_LOCAL_MAT(acb, n, n, S, one, two);
    acb_mat_zero(out);
    for (int a = 0; a < 3; a++) {
        spin(S, a, prec);
        commutator(one, S, X, prec);
        commutator(two, S, one, prec);
        acb_mat_sub(out, out, two, prec);
    }
}

/* |A - B|, Frobenius */
static void matrix_distance(arb_t to, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(A), acb_mat_nrows(A), C);
    acb_mat_sub(C, A, B, prec);
    acb_mat_frobenius_norm(to, C, prec);
}

static void energy_defect(arb_t to, const ref_exact_step *step, const acb_mat_t inverse,
                          const acb_mat_t X, slong prec)
{
    REF_LOCAL(acb, sum, term);
    for (slong i = 0; i < acb_mat_nrows(X); i++) {
        for (slong k = 0; k < acb_mat_nrows(X); k++) {
            acb_conj(term, acb_mat_entry(inverse, i, k));
            acb_addmul(sum, term, acb_mat_entry(X, i, k), prec);
        }
    }
    ref_energy(to, step->sys, step->x, prec);
    arb_mul_2exp_si(acb_realref(sum), acb_realref(sum), -1);
    arb_add(to, to, acb_realref(sum), prec);
}

static slp_status number(arb_t residual, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const int which = slp_word_index(aspects, trial->word[0]);
    slong n = ref_group_size(step->sys);
    REF_LOCAL_MAT(acb, n, n, X, inverse, field, bracket);
    for (slong k = 0; k < step->M; k++) arb_zero(step->dW + k);
    arb_one(step->h);
    ref_generator(step->next, step->sys, step->x, step->h, step->dW, prec);
    bool good = ref_state_matrix(X, step->sys, step->x, prec) &&
                ref_state_matrix(inverse, step->sys, step->next, prec);
    acb_mat_neg(inverse, inverse); /* the generator is -Delta^-1 X */
    ref_field(step->next, step->sys, step->x, step->h, step->dW, prec);
    good = good && ref_state_matrix(field, step->sys, step->next, prec);
    commutator(bracket, inverse, X, prec);
    if (which == INVERSE) {
        laplacian(field, inverse, prec);
        matrix_distance(residual, field, X, prec);
    } else if (which == EQUATION) {
        matrix_distance(residual, field, bracket, prec);
    } else if (which ==
               PRINTED) { /* [Delta^-1 X*, X] = -[Delta^-1 X, X] for skew-Hermitian matrices */
        acb_mat_conjugate_transpose(inverse, inverse);
        commutator(field, inverse, X, prec);
        matrix_distance(residual, field, bracket, prec);
    } else {
        energy_defect(residual, step, inverse, X, prec);
    }
    return good ? SLP_OK : SLP_UNSUPPORTED;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "zeitlin-sphere") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "must be zeitlin-sphere");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_zeitlin_sign = {
    .name = "zeitlin-sign",
    .about = "Zeitlin's equation against its Hamiltonian, with the Laplacian made of spin matrices",
    .method = "one evaluation in ball arithmetic; the Laplacian is -sum [S_a, [S_a, X]], made here "
              "and not taken from the "
              "reference",
    .options = {{"of", true, true, 0, "inverse, equation, printed or energy"}},
    .words = {aspects},
    .values = {{"largest", "", "max over samples of the residual"},
               {"unable", "samples", "samples without a number"}},
    .measure = measure};
