/* The exchange format's view of the heavy top, on se(3)*. */
#include "oracle/case_schema.h"

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t noise;
    if (slp_expect_count(err, c, "inertia", 3, "the principal moments") ||
        slp_expect_positive(err, c, "inertia") ||
        slp_expect_count(err, c, "chi", 3, "the centre of mass, times the weight") ||
        slp_expect_groups(err, c, "noise", 7, "a (3 numbers), b (3), c (1) for each Hamiltonian"))
        return SLP_INPUT;
    slp_case_param(c, "noise", &noise);
    c->d = 6;
    c->M = noise / 7;
    return SLP_OK;
}

const slp_system slp_system_heavy_top = {
    .name = "heavy-top",
    .about = "heavy top, state (Pi, Gamma), se(3)*",
    .source = "LECG section 5, GBW section 8",
    .algebra = SLP_SE3,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_POISSON | SLP_LAW_ENERGY |
           SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .only_quadratic_casimirs = true,
    .params = {{"inertia", SLP_PARAM_NUMBERS, true, NULL, "I1,I2,I3 > 0"},
               {"chi", SLP_PARAM_NUMBERS, true, NULL, "centre of mass times weight, 3 numbers"},
               {"noise", SLP_PARAM_NUMBERS, false, NULL,
                "7 numbers a noise, a,b,c: Hamiltonian a.Pi + b.Gamma + c|Pi|^2"}},
    .shape = shape,
};
