/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The momentum map of the reconstructed motion: with g_{n+1} = g_n f, that Ad*_{g^-1} x is kept
 * says Ad*_{f^-1} Psi(x) = x, and f must be unitary, f f* = 1.  Gravity breaks the symmetry of the
 * heavy top to the turns about the vertical: there g Gamma is kept, and of g Pi the vertical
 * component Pi . Gamma. */
#include "props/case/reference_step.h"

enum { PI_ROWS = 3, TOP = 6 };

static bool is_top(const ref_exact_step *exact_step)
{
    return exact_step->c->system->algebra == SLP_SE3;
}

/* The conserved numbers: (Pi .  Gamma, 0, 0, g Gamma) of the top, all of Ad*_{g^-1} x otherwise. */
static void conserved_numbers(arb_ptr value, const ref_exact_step *exact_step, const acb_mat_t g,
                              arb_srcptr x, long prec)
{
    REF_LOCAL(arb, vertical);
    if (is_top(exact_step)) arb_dot(vertical, NULL, 0, x, 1, x + PI_ROWS, 1, TOP - PI_ROWS, prec);
    ref_spatial_momentum(value, exact_step->sys, g, x, prec);
    if (is_top(exact_step)) {
        for (slong i = 1; i < PI_ROWS; i++) arb_zero(value + i);
        arb_swap(value, vertical);
    }
}

/* f f* - 1 in units of u, real parts and imaginary parts */
static void unitarity(prop_defect *to, slong from, const acb_mat_t f, long prec)
{
    slong n = acb_mat_nrows(f);
    REF_LOCAL_MAT(acb, n, n, square);
    acb_mat_transpose(square, f);
    for (slong i = 0; i < n * n; i++) {
        acb_ptr entry = acb_mat_entry(square, i / n, i % n);
        acb_conj(entry, entry);
    }
    acb_mat_mul(square, f, square, prec);
    for (slong i = 0; i < n * n; i++) {
        acb_ptr entry = acb_mat_entry(square, i / n, i % n);
        arb_sub_si(to->at + from + 2 * i, acb_realref(entry), i / n == i % n, prec);
        arb_set(to->at + from + 2 * i + 1, acb_imagref(entry));
        arb_one(to->unit + from + 2 * i);
        arb_mul_2exp_si(to->unit + from + 2 * i, to->unit + from + 2 * i, -53);
        arb_set(to->unit + from + 2 * i + 1, to->unit + from + 2 * i);
    }
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d, n = ref_group_size(exact_step->sys);
    REF_LOCAL_VEC(arb, 2 * d, next);
    arb_ptr before = next + d;
    REF_LOCAL_MAT(acb, n, n, f, none);
    REF_LOCAL(arb, unit);
    prop_defect_fit(to, d + 2 * n * n);
    slp_status status = ref_exact_step_group(f, next, exact_step, prec);
    if (status == SLP_OK) {
        prop_unit(unit, exact_step->x, d);
        acb_mat_one(none);
        conserved_numbers(before, exact_step, none, exact_step->x, prec);
        conserved_numbers(to->at, exact_step, f, next, prec);
        for (slong i = 0; i < d; i++) {
            arb_sub(to->at + i, to->at + i, before + i, prec);
            arb_set(to->unit + i, unit);
        }
        unitarity(to, d, f, prec);
    }
    return status;
}

const prop_law prop_law_momentum = {
    .name = "momentum",
    .about = "the reconstructed group motion keeps its momentum map",
    .equation = "Ad*_{f^-1} Psi(x) = x, f f* = 1",
    .applies = {.flag = SLP_LAW_MOMENTUM, .subjects = PROP_LAW_REFERENCE},
    .effort = {.cases = 64, .controls = 16},
    .check = prop_certify,
    .defect = defect,
};
