/* The exchange format's view of the sine-Euler equations on the torus, on su(N), N odd. */
#include "oracle/case_schema.h"

#include <math.h>

static slp_status modes_in_range(slp_error *err, const slp_case *c, size_t n)
{
    size_t count;
    const double *mode = slp_case_param(c, "modes", &count);
    double K = (double)((n - 1) / 2);
    for (size_t i = 0; i < count; i += 2)
        if (fabs(mode[i]) > K || fabs(mode[i + 1]) > K || (mode[i] == 0 && mode[i + 1] == 0))
            return slp_error_set(err, c->line, c->id, "modes",
                                 "mode %zu is %.0f:%.0f, must be within -%.0f..%.0f and not 0:0",
                                 i / 2 + 1, mode[i], mode[i + 1], K, K);
    return SLP_OK;
}

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0, modes, amp;
    if (slp_expect_integer(&n, err, c, "n", 3, SLP_MAX_MATRIX)) return SLP_INPUT;
    if (n % 2 == 0)
        return slp_error_set(err, c->line, c->id, "n", "is %zu, must be odd: 3, 5, 7, ...", n);
    if (slp_expect_count(err, c, "amp", 1, "the amplitude of every noise") ||
        modes_in_range(err, c, n))
        return SLP_INPUT;
    slp_case_param(c, "modes", &modes);
    slp_case_param(c, "amp", &amp);
    c->d = n * n;
    c->M = amp ? modes / 2 : 0;
    return SLP_OK;
}

static slp_status member(const slp_case *c, const double *x, slp_error *err)
{
    return slp_expect_trace_free(err, c, x, (size_t)*slp_case_param(c, "n", &(size_t){0}));
}

const slp_system slp_system_sine_euler = {
    .name = "sine-euler",
    .about = "sine-bracket truncation of Euler's equations on the torus, su(N)",
    .source = "LECG section 6",
    .algebra = SLP_SUN,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "N, size of the matrices, odd, 3 to 1023"},
               {"modes", SLP_PARAM_PAIRS, false, NULL,
                "modes a:b with noise, one Wiener process each, within -K..K, K = (N-1)/2"},
               {"amp", SLP_PARAM_NUMBERS, false, NULL, "a: amplitude of the noises"}},
    .shape = shape,
    .member = member,
};
