/* The exchange format's view of the rigid body, on so(3) in coordinates of R^3. */
#include "oracle/case_schema.h"

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t quad, lin;
    if (slp_expect_count(err, c, "inertia", 3, "the principal moments") ||
        slp_expect_positive(err, c, "inertia") ||
        slp_expect_count(err, c, "quad", 3, "one amplitude for each axis") ||
        slp_expect_groups(err, c, "lin", 3, "one vector for each noise"))
        return SLP_INPUT;
    slp_case_param(c, "quad", &quad);
    slp_case_param(c, "lin", &lin);
    c->d = 3;
    c->M = quad + lin / 3;
    return SLP_OK;
}

const slp_system slp_system_rigid_body = {
    .name = "rigid-body",
    .about = "free rigid body with quadratic and linear noise, so(3)",
    .source = "EJLL section 6.1, GBW section 7",
    .algebra = SLP_SO3,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .only_quadratic_casimirs = true,
    .params = {{"inertia", SLP_PARAM_NUMBERS, true, NULL, "I1,I2,I3 > 0"},
               {"quad", SLP_PARAM_NUMBERS, false, NULL,
                "c1,c2,c3: three noises, grad H_k = c_k x_k e_k"},
               {"lin", SLP_PARAM_NUMBERS, false, NULL,
                "3 numbers a noise: grad H_k = chi_k, after those of quad"}},
    .shape = shape,
};
