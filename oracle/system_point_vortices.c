/* The exchange format's view of point vortices on the sphere, on su(2)^n.  Coincident vortices are
 * outside the system's domain, which the paths report; every x is in the algebra's dual. */
#include "oracle/case_schema.h"

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t vortices, quad;
    slp_case_param(c, "gamma", &vortices);
    slp_case_param(c, "quad", &quad);
    if (slp_expect_nonzero(err, c, "gamma") ||
        slp_expect_count(err, c, "quad", 3, "one amplitude for each axis"))
        return SLP_INPUT;
    c->d = 3 * vortices;
    c->M = quad;
    return SLP_OK;
}

const slp_system slp_system_point_vortices = {
    .name = "point-vortices",
    .about = "point vortices on the sphere with shared quadratic noise, su(2)^n",
    .source = "EJLL section 6.3",
    .algebra = SLP_SU2N,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .only_quadratic_casimirs = true,
    .params = {{"gamma", SLP_PARAM_NUMBERS, true, NULL,
                "strengths of the n vortices, none of them 0"},
               {"quad", SLP_PARAM_NUMBERS, false, NULL,
                "c1,c2,c3: three noises shared by all vortices, xi_i += dW_k c_k x_ik e_k"}},
    .shape = shape,
};
