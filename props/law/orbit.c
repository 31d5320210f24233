/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The state stays on its coadjoint orbit: x' = Ad*_g x for an element g of the group.
 *
 * The law needs only the results.  It constructs g from x and x' (props/orbit/orbit.h), checks that
 * g is in the group, and encloses x' - Ad*_g x.  Casimirs and eigenvalues do not tell all orbits
 * apart: the Casimirs of se(3) vanish where Gamma = 0, a reflection of so(n) keeps every
 * eigenvalue, of x and of the tensor B(x).
 *
 * A result is allowed r, the judge's bound K kappa u |x| (props/LAWS.md section 2); a correctly
 * rounded one, u |x'|.  An element at distance delta from the group hides at most 2 delta |x|:
 * delta must be below 2^-30 u, and 2^-29 is added to the margin.
 *
 * Controls are drawn with the Casimirs: a state that leaves their level set leaves the orbit. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/orbit/orbit.h"

#include <math.h>

/* log2 of the largest S S to be expected of states in general position */
enum { SLACK = 9 };

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slp_status status = prop_invariant_defect(to, &ref_invariant_casimirs, exact_step, prec);
    if (exact_step->c->system->algebra ==
        SLP_SP) /* where S S of props/orbit/symplectic.c is allowed */
        _arb_vec_scalar_mul_2exp_si(to->unit, to->unit, to->count, SLACK);
    return status;
}

static prop_orbit_exhibit *exhibit_of(slp_algebra algebra)
{
    switch (algebra) {
    case SLP_SO3:
    case SLP_SU2N:
        return prop_orbit_vectors;
    case SLP_SE3:
        return prop_orbit_motions;
    case SLP_SON:
        return prop_orbit_orthogonal;
    case SLP_SUN:
        return prop_orbit_unitary;
    case SLP_SP:
        return prop_orbit_symplectic;
    default:
        return NULL;
    }
}

/* r: what rounding allows the result y of step s; false without a certificate. */
static bool allowance(arb_t r, const ref_exact_step *exact_step, const prop_subject *subject,
                      const double *x, arb_srcptr y, const double *next, size_t s)
{
    double kappa;
    if (subject->certified) { /* each coordinate within u/(1 - u) of its own */
        prop_allowance(r, exact_step->c, y, exact_step->d, 1 + 0x1p-50, 1);
        return true;
    }
    double bound = prop_bound_and_condition(&kappa, exact_step->c, x, next, s);
    if (bound <= 0) return false;
    prop_allowance(r, exact_step->c, exact_step->x, exact_step->d, bound, kappa);
    return true;
}

static prop_outcome check_answer(prop_finding *found, ref_exact_step *exact_step,
                                 const prop_subject *subject, const slp_result *answer)
{
    const double in_the_group = 0x1p-30;
    double off = 0; /* the group, the largest */
    const slp_case *c = exact_step->c;
    prop_orbit_exhibit *exhibit = exhibit_of(c->system->algebra);
    size_t looked = 0, step = 0;
    REF_LOCAL_VEC(arb, exact_step->d, y);
    REF_LOCAL(arb, r);
    for (size_t s = 0; exhibit && s < c->steps; s++) {
        const double *x = s ? answer->y.at + (s - 1) * c->d : c->x, *next = answer->y.at + s * c->d;
        ref_exact_step_move(exact_step, x, s);
        for (slong i = 0; i < exact_step->d; i++) arb_set_d(y + i, next[i]);
        if (!allowance(r, exact_step, subject, x, y, next, s)) continue;
        prop_orbit seen = exhibit(exact_step, exact_step->x, y, r);
        if (seen.none) continue;
        if (!(seen.group <= off)) off = seen.group;
        const double margin = seen.ratio + 2 * in_the_group;
        if (!looked++ || margin > found->margin) found->margin = margin, step = s + 1;
    }
    if (!(off <= in_the_group)) {
        found->margin = INFINITY;
        return prop_outcome_noted(found, PROP_FAILED,
                                  "orbit: the element is %.3g units off the group", off);
    }
    if (!looked)
        return prop_outcome_noted(found, PROP_SKIPPED, "no element of the group for any step");
    return prop_outcome_noted(
        found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
        "orbit: the element that carries the state leaves %.3g times what rounding "
        "allows at step %zu",
        found->margin, step);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    ref_exact_step exact_step;
    SLP_CLEARED(slp_result) answer = {0};
    (void)law;
    prop_outcome outcome = prop_query_subject(&answer, found, subject, c);
    if (outcome == PROP_HELD) {
        slp_status status = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL));
        outcome = status == SLP_OK
                      ? check_answer(found, &exact_step, subject, &answer)
                      : prop_outcome_noted(found, PROP_SKIPPED, "the reference says %s",
                                           slp_status_word(status));
        ref_exact_step_clear(&exact_step);
    }
    return outcome;
}

const prop_law prop_law_orbit = {
    .name = "orbit",
    .about = "the element of the group that carries the state along its orbit is exhibited",
    .equation = "Psi(x) = Ad*_g x, g in G",
    .applies = {.flag = SLP_LAW_CASIMIRS,
                .algebras = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_SP},
    .draw = {.asks_case = true},
    .effort = {.cases = 32, .controls = 8},
    .check = check,
    .defect = defect,
};
