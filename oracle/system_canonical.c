/* The exchange format's view of canonical systems on T*R. */
#include "oracle/case_schema.h"

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t beta, gamma, one;
    const double *model = slp_case_param(c, "model", &one);
    if (slp_expect_count(err, c, "beta", 1, "the amplitude of the first noise") ||
        slp_expect_count(err, c, "gamma", 1, "the amplitude of the second noise"))
        return SLP_INPUT;
    slp_case_param(c, "beta", &beta);
    slp_case_param(c, "gamma", &gamma);
    if (model[0] == 0 && gamma)
        return slp_error_set(err, c->line, c->id, "gamma",
                             "model=kubo has no second noise; leave gamma out");
    c->d = 2;
    c->M = beta + gamma;
    return SLP_OK;
}

const slp_system slp_system_canonical = {
    .name = "canonical",
    .about = "canonical system in one degree of freedom, state (q, p), T*R",
    .source = "GBW section 2",
    .algebra = SLP_VECTOR,
    .has = SLP_LAW_POISSON | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .params = {{"model", SLP_PARAM_WORD, true, "kubo pendulum",
                "kubo: H0 = (q^2+p^2)/2; pendulum: H0 = p^2/2 - cos q"},
               {"beta", SLP_PARAM_NUMBERS, false, NULL,
                "kubo: H1 = beta (q^2+p^2)/2; pendulum: H1 = beta sin q"},
               {"gamma", SLP_PARAM_NUMBERS, false, NULL, "pendulum: H2 = gamma p"}},
    .shape = shape,
};
