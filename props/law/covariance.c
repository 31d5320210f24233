/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Covariance: for any g of the group, the system seen from the frame turned by g, H'(y) = H(Ad*_g
 * y), steps as the system does, Psi'(Ad*_{g^-1} x) = Ad*_{g^-1} Psi(x).  The turned Hamiltonian
 * does not belong to the system's family (its inertia is not diagonal, for example).  So the
 * reference turns it and makes both steps. g = tau(eta), eta of size 1 in general position. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"

static void general_element(arb_ptr eta, const ref_exact_step *exact_step, slong prec)
{
    for (slong i = 0; i < exact_step->d; i++) {
        arb_sqrt_ui(eta + i, (ulong)(3 * i + 2), prec);
        arb_sin(eta + i, eta + i, prec);
    }
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d, n = ref_group_size(exact_step->sys);
    REF_LOCAL_VEC(arb, 3 * d, eta);
    arb_ptr there = eta + d, next = eta + 2 * d;
    ref_system *turned = NULL;
    slp_status status = SLP_UNSUPPORTED;
    REF_LOCAL_MAT(acb, n, n, g);
    REF_LOCAL(arb, unit);
    general_element(eta, exact_step, prec);
    if (ref_group_cayley(g, exact_step->sys, eta, prec))
        status = slp_need_memory(ref_system_turned(&turned, exact_step->sys, g, prec));
    if (status == SLP_OK) {
        prop_defect_fit(to, d);
        prop_unit(unit, exact_step->x, d);
        ref_spatial_momentum(there, exact_step->sys, g, exact_step->x, prec);
        status = ref_step(to->at, NULL, exact_step->scheme, turned, there, exact_step->h,
                          exact_step->dW, prec);
        if (status == SLP_OK) status = ref_exact_step_image(next, NULL, exact_step, prec);
        ref_spatial_momentum(next, exact_step->sys, g, next, prec);
        for (slong i = 0; i < d; i++) {
            arb_sub(to->at + i, to->at + i, next + i, prec);
            arb_set(to->unit + i, unit);
        }
        ref_system_free(turned);
    } else if (status == SLP_UNSUPPORTED) {
        prop_defect_fit(to, 0); /* no matrices to turn */
        status = SLP_OK;
    }
    return status;
}

const prop_law prop_law_covariance = {
    .name = "covariance",
    .about = "a system seen from a turned frame steps as it does",
    .equation = "Psi^{H o Ad*_g}(Ad*_{g^-1} x) = Ad*_{g^-1} Psi^H(x)",
    .applies = {.algebras = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP,
                .subjects = PROP_LAW_REFERENCE},
    .effort = {.cases = 48},
    .check = prop_certify,
    .defect = defect,
};
