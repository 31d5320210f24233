/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The trapezoidal Munthe-Kaas rule: the flow of the generator frozen at the midpoint. */
#include "oracle/contract/case/case.h"

const slp_scheme slp_schemes_tmk[] = {
    {.name = "tmk",
     .rule = "s = Xi((mu_n + mu_{n+1})/2), mu_{n+1} = flow of mu' = ad*_s mu over unit time",
     .source = "LECG Algorithm 1, (37)",
     .applies = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP,
     .keeps = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_ENERGY |
              SLP_LAW_SYMMETRY,
     .breaks = SLP_LAW_POISSON,
     .order = 2,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = SLP_SO3,
     .breaks_momenta = SLP_SU2N, /* each factor su(2) turns by another angle */
     .flow_of_chord = true,
     .needs = "tmk needs so(3), so(n), su(2)^n, su(N), sp(2m,R), se(3) or T*R",
     /* On T*R ad* does not depend on the state.  The flow is then a translation by J s, and the
      * rule is the symplectic midpoint rule. */
     .exceptions = {{.on = SLP_VECTOR,
                     .keeps = SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR |
                              SLP_LAW_SYMMETRY}}},
    {0}};
