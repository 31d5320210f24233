/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The tangent map that the Poisson law rests on is the derivative of the step: a wrong tangent can
 * be a Poisson map as well (that of the step with its generator frozen is one), so the Poisson law
 * alone cannot find it.
 *
 * Along each coordinate, (Psi(x + t e_j) - Psi(x - t e_j)) / 2t = D e_j + O(t^2).  At t = 2^-200
 * |x| the remainder is some 2^-400 of D (third derivatives of a step are of its own size, in units
 * of |x|), what is compared is 2^-100: the balls of the quotient, 2^-180 at 384 bits, add nothing
 * to that; where they do, the precision is doubled. */
#include "props/case/reference_step.h"

/* ALL: up to so many coordinates every direction is tried; beyond, one in so many, different ones
 * for each case */
enum { ALL = 6, SOME = 4, STEP = -200, STEP_AT_ZERO = -2000, FINE = -100, EXTRA = 256 };

/* out = Psi(x + sign t e_j) */
static slp_status step_beside(arb_ptr out, const ref_exact_step *exact_step, const arb_t t, slong j,
                              int sign, slong prec)
{
    REF_LOCAL_VEC(arb, exact_step->d, x);
    _arb_vec_set(x, exact_step->x, exact_step->d);
    if (sign > 0)
        arb_add(x + j, x + j, t, ARF_PREC_EXACT);
    else
        arb_sub(x + j, x + j, t, ARF_PREC_EXACT);
    return ref_step(out, NULL, exact_step->scheme, exact_step->sys, x, exact_step->h,
                    exact_step->dW, prec);
}

/* t = 2^STEP times a power of two near |x|; at x = 0, where only the generator has a scale and it
 * may be a binary64 number of any size, far below all of them */
static void difference_size(arb_t t, const ref_exact_step *exact_step)
{
    REF_LOCAL(arb, unit);
    prop_unit(unit, exact_step->x, exact_step->d);
    arb_one(t);
    if (!arb_is_zero(unit)) arb_mul_2exp_fmpz(t, t, ARF_EXPREF(arb_midref(unit)));
    arb_mul_2exp_si(t, t, arb_is_zero(unit) ? STEP_AT_ZERO : STEP + 53);
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d, working = prec + EXTRA;
    REF_LOCAL_VEC(arb, d, ahead, behind);
    REF_LOCAL_MAT(arb, d, d, D);
    REF_LOCAL(arb, t, size);
    prop_defect_fit(to, d * d);
    difference_size(t, exact_step);
    slp_status status = ref_step_tangent(D, behind, NULL, exact_step->scheme, exact_step->sys,
                                         exact_step->x, exact_step->h, exact_step->dW, prec);
    if (status == SLP_OK) {
        arb_mat_frobenius_norm(size, D, prec);
        arb_mul_2exp_si(size, size, -53);
    }
    slong apart = d > ALL ? d / SOME : 1, first = 0;
    for (const char *id = exact_step->c->id; id && *id; id++) first = (31 * first + *id) % apart;
    for (slong j = first; status == SLP_OK && j < d; j += apart) {
        status = step_beside(ahead, exact_step, t, j, 1, working);
        if (status == SLP_OK) status = step_beside(behind, exact_step, t, j, -1, working);
        for (slong i = 0; status == SLP_OK && i < d; i++) {
            arb_ptr entry = to->at + i * d + j;
            arb_sub(entry, ahead + i, behind + i, working);
            arb_div(entry, entry, t, working);
            arb_mul_2exp_si(entry, entry, -1);
            arb_sub(entry, entry, arb_mat_entry(D, i, j), working);
            arb_set(to->unit + i * d + j, size);
            arb_mul_2exp_si(size, size, 53 + FINE); /* the remainder */
            arb_add_error(entry, size);
            arb_mul_2exp_si(size, size, -53 - FINE);
        }
    }
    return status;
}

const prop_law prop_law_tangent = {
    .name = "tangent",
    .about = "the tangent map enclosed is the derivative of the step",
    .equation = "D e_j = d Psi / d x_j",
    .applies = {.subjects = PROP_LAW_REFERENCE},
    .effort = {.costly = true, .cases = 48},
    .check = prop_certify,
    .defect = defect,
};
