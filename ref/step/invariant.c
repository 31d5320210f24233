/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Functions of the state that a step may keep, and by how much it changes them. */
#include "ref/exact_step.h"
#include "oracle/contract/number/float_rules.h"

static slong one_value(const ref_exact_step *step)
{
    (void)step;
    return 1;
}

static void energy(arb_ptr values, const ref_exact_step *step, arb_srcptr x, slong prec)
{
    ref_energy(values, step->sys, x, prec);
}

static slong casimir_count(const ref_exact_step *step)
{
    return ref_casimir_count(step->sys);
}

static void casimirs(arb_ptr values, const ref_exact_step *step, arb_srcptr x, slong prec)
{
    ref_casimirs(values, step->sys, x, prec);
}

const ref_invariant ref_invariant_energy = {one_value, energy};
const ref_invariant ref_invariant_casimirs = {casimir_count, casimirs};

slp_status ref_exact_step_change(arb_ptr change, arb_ptr before, const ref_invariant *F,
                                 const ref_exact_step *step, slong prec)
{
    const slong count = F->count(step);
    REF_LOCAL_VEC(arb, step->d, next);
    slp_status status = ref_exact_step_image(next, NULL, step, prec);
    if (status == SLP_OK) {
        F->value(before, step, step->x, prec);
        F->value(change, step, next, prec);
        _arb_vec_sub(change, change, before, count, prec);
    }
    return status;
}
