/* Functions of the state that several laws speak of. */
#include "props/case/reference_step.h"

static slong one(const prop_ground *ground)
{
    (void)ground;
    return 1;
}

static void energy(arb_ptr values, const prop_ground *ground, arb_srcptr x, slong prec)
{
    ref_energy(values, ground->sys, x, prec);
}

static slong casimir_count(const prop_ground *ground)
{
    return ref_casimir_count(ground->sys);
}

static void casimirs(arb_ptr values, const prop_ground *ground, arb_srcptr x, slong prec)
{
    ref_casimirs(values, ground->sys, x, prec);
}

const prop_invariant prop_energy = {one, energy};
const prop_invariant prop_casimirs = {casimir_count, casimirs};
