/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Variational integrators on the group, reduced to the state; and the scheme as the paper prints
 * it, for the audit only.  A step is two half steps, so it has two maps. */
#include "oracle/contract/case/case.h"

#define GROUPS        (SLP_SO3 | SLP_SON | SLP_SUN | SLP_SE3)
#define ORBIT         (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM)
#define KEEPS_PRINTED (ORBIT | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY | SLP_LAW_MOMENTUM)
#define KEEPS         (KEEPS_PRINTED | SLP_LAW_POISSON)

const slp_scheme slp_schemes_variational[] = {
    {.name = "variational-cayley",
     .rule = "[dcay^-1_k]* m1 = mu_n, [dcay^-1_-k]* m1 = [dcay^-1_k]* m2, "
             "mu_{n+1} = [dcay^-1_-k]* m2, k = Xi((m1 + m2)/2)/2",
     .source = "GBW (41), (54) with the sign +1/4, (60)",
     .applies = GROUPS,
     .keeps = KEEPS,
     .order = 2,
     .maps = 2,
     .stages = 1,
     .keeps_momenta = GROUPS,
     .needs = "variational-cayley needs so(3), so(n), su(N) or se(3)"},
    {.name = "variational-exp",
     .rule = "as variational-cayley, with dexp^-1 for dcay^-1",
     .source = "GBW (41), (60)",
     .applies = GROUPS,
     .keeps = KEEPS,
     .order = 2,
     .maps = 2,
     .stages = 1,
     .keeps_momenta = GROUPS,
     .needs = "variational-exp needs so(3), so(n), su(N) or se(3)"},
    {.name = "variational-cayley-printed",
     .rule = "variational-cayley with the sign -1/4 in [dcay^-1_k]* m, as printed; audit only",
     .source = "GBW (54) as printed",
     .applies = SLP_SO3 | SLP_SE3,
     .keeps = KEEPS_PRINTED,
     .breaks = SLP_LAW_POISSON,
     .order = 2,
     .maps = 2,
     .stages = 1,
     .keeps_momenta = GROUPS,
     .needs = "variational-cayley-printed is printed for so(3) and the heavy top only",
     .exceptions = {{.on = SLP_SO3,
                     .keeps = KEEPS_PRINTED | SLP_LAW_ENERGY,
                     .breaks = SLP_LAW_POISSON}}},
    {0}};
