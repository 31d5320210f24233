/* The exchange format's view of Zeitlin's matrix hydrodynamics on the sphere, on su(N). */
#include "oracle/case_schema.h"

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n = 0;
    if (slp_expect_integer(&n, err, c, "n", 2, SLP_MAX_MATRIX)) return SLP_INPUT;
    size_t shell = (n + 1) / 2, amp;
    if (slp_expect_count(err, c, "amp", 1, "the amplitude of every noise") ||
        slp_expect_integer(&shell, err, c, "shell", 1, n - 1))
        return SLP_INPUT;
    slp_case_param(c, "amp", &amp);
    c->d = n * n;
    c->M = amp ? n * n - shell * shell : 0; /* sum of 2l+1 over l = shell..n-1 */
    return SLP_OK;
}

static slp_status member(const slp_case *c, const double *x, slp_error *err)
{
    return slp_expect_trace_free(err, c, x, (size_t)*slp_case_param(c, "n", &(size_t){0}));
}

const slp_system slp_system_zeitlin_sphere = {
    .name = "zeitlin-sphere",
    .about = "Euler's equations on the sphere in Zeitlin's matrices, su(N)",
    .source = "EJLL section 6.4",
    .algebra = SLP_SUN,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM,
    .params = {{"n", SLP_PARAM_NUMBERS, true, NULL, "N, size of the matrices, 2 to 1024"},
               {"amp", SLP_PARAM_NUMBERS, false, NULL,
                "a: noises on the harmonics of degree shell..N-1"},
               {"shell", SLP_PARAM_NUMBERS, false, NULL,
                "lowest degree with noise, 1 to N-1; N/2 rounded up when left out"}},
    .shape = shape,
    .member = member,
};
