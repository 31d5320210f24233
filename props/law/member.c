/* A result is an element of the algebra's dual: of su(N), exchanged with all N diagonal entries, the trace must be 0.  The other
 * algebras are exchanged in coordinates that cannot leave them.
 *
 * The scheme keeps the trace because ad* has none; what rounding allows is that of any function kept, the Casimirs' allowance
 * (props/LAWS.md section 2): sqrt(N) r. */
#include "props/case/reference_step.h"

static slong count(const prop_ground *ground)
{
    (void)ground;
    return 1;
}

static void value(arb_ptr values, const prop_ground *ground, arb_srcptr x, slong prec)
{
    arb_zero(values);
    for (slong i = 0; i < ref_group_size(ground->sys); i++) arb_add(values, values, x + i, prec);
}

static const prop_invariant trace = {count, value};

static slp_status defect(prop_defect *to, const prop_ground *ground, long prec)
{
    return prop_invariant_defect(to, &trace, ground, prec);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &trace, subject, c);
}

const prop_law prop_law_member = {
    .name = "member",
    .about = "a result lies in the algebra",
    .equation = "Tr X = 0",
    .algebras = SLP_SUN,
    .cases = 48,
    .check = check,
    .defect = defect,
};
