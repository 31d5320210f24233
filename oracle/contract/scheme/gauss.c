/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The two-stage Gauss rule on T*G, seen on the dual. */
#include "oracle/contract/case/case.h"

#define J_QUADRATIC (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP)

const slp_scheme slp_schemes_gauss[] = {
    {.name = "isospectral-gauss4",
     .rule = "L_i = I + sum_j a_ij Xi(X_j)* L_j, X_i = L_i X_n L_i^+, X_{n+1} = X_n + sum_j b_j "
             "[Xi(X_j)*, X_j], Gauss tableau of two stages",
     .source = "Modin, Viviani 2020",
     .applies = J_QUADRATIC,
     .keeps = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
              SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
     .order = 4,
     .maps = 2, /* it moves Q and P */
     .stages = 2,
     .keeps_momenta = J_QUADRATIC,
     .needs = "isospectral-gauss4 needs a J-quadratic matrix algebra: so(3), so(n), su(2)^n, "
              "su(N) or sp(2m,R)"},
    {0}};
