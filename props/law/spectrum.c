/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The state stays on its coadjoint orbit: every eigenvalue is kept.
 *
 * Eigenvalues are compared through a characteristic polynomial, which ball arithmetic encloses
 * without any eigenvalue routine.  On so(n) in the coordinates X_ij the group acts by orthogonal
 * matrices, so the Lie-Poisson tensor B(Ad*_g x) = Ad B(x) Ad^T is similar to B(x) and its
 * characteristic polynomial is an invariant of the orbit.  On so(3) that is t^3 + |x|^2 t: the law
 * then tests the Casimir in another way, by the tensor.  On other algebras the generic orbits are
 * the common level sets of the Casimirs, and the law compares those. */
#include "props/case/reference_step.h"

static bool uses_tensor(const ref_exact_step *exact_step)
{
    return exact_step->c->system->algebra == SLP_SO3 || exact_step->c->system->algebra == SLP_SON;
}

static slong count(const ref_exact_step *exact_step)
{
    return uses_tensor(exact_step) ? exact_step->d : ref_casimir_count(exact_step->sys);
}

static void value(arb_ptr values, const ref_exact_step *exact_step, arb_srcptr x, slong prec)
{
    if (!uses_tensor(exact_step)) {
        ref_casimirs(values, exact_step->sys, x, prec);
        return;
    }
    REF_LOCAL_MAT(arb, exact_step->d, exact_step->d, tensor);
    REF_LOCAL(arb_poly, characteristic);
    ref_poisson_tensor(tensor, exact_step->sys, x, prec);
    arb_mat_charpoly(characteristic, tensor, prec);
    for (slong i = 0; i < exact_step->d; i++) arb_poly_get_coeff_arb(values + i, characteristic, i);
}

static const ref_invariant spectrum = {count, value};

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &spectrum, exact_step, prec);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &spectrum, subject, c);
}

const prop_law prop_law_spectrum = {
    .name = "spectrum",
    .about = "every eigenvalue, the coadjoint orbit, is kept",
    .equation = "det(t - B(Psi(x))) = det(t - B(x))",
    .applies = {.flag = SLP_LAW_SPECTRUM},
    .draw = {.asks_case = true},
    .effort = {.cases = 112, .controls = 16},
    .check = check,
    .defect = defect,
};
