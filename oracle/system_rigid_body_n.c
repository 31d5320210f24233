/* The exchange format's view of the free rigid body in n dimensions, on so(n). */
#include "oracle/case_schema.h"

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, SLP_MAX_MATRIX)) return SLP_INPUT;
    c->d = n * (n - 1) / 2;
    if (slp_expect_count(err, c, "inertia", c->d, "one for each of the d = n(n-1)/2 coordinates") ||
        slp_expect_positive(err, c, "inertia") ||
        slp_expect_count(err, c, "quad", 1, "the amplitude of the noise in every coordinate"))
        return SLP_INPUT;
    size_t quad;
    slp_case_param(c, "quad", &quad);
    c->M = quad ? c->d : 0;
    return SLP_OK;
}

const slp_system slp_system_rigid_body_n = {
    .name = "rigid-body-n",
    .about = "free rigid body in n dimensions with quadratic noise, so(n)",
    .source = "EJLL section 6.2",
    .algebra = SLP_SON,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "size of the matrices, 2 to 1024"},
               {"inertia", SLP_PARAM_NUMBERS, false, NULL,
                "n(n-1)/2 positive numbers, X_ij with i<j row by row; 1,2,3,... when left out"},
               {"quad", SLP_PARAM_NUMBERS, false, NULL,
                "c: M = d noises, c X_ij on entry ij and its mirror"}},
    .shape = shape,
};
