/* Functions of the state that several laws use. */
#include "props/case/reference_step.h"

static slong one(const ref_exact_step *exact_step)
{
    (void)exact_step;
    return 1;
}

static void energy(arb_ptr values, const ref_exact_step *exact_step, arb_srcptr x, slong prec)
{
    ref_energy(values, exact_step->sys, x, prec);
}

static slong casimir_count(const ref_exact_step *exact_step)
{
    return ref_casimir_count(exact_step->sys);
}

static void casimirs(arb_ptr values, const ref_exact_step *exact_step, arb_srcptr x, slong prec)
{
    ref_casimirs(values, exact_step->sys, x, prec);
}

const prop_invariant prop_energy = {one, energy};
const prop_invariant prop_casimirs = {casimir_count, casimirs};
