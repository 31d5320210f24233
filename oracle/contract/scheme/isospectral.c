/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The isospectral midpoint rule, which needs no exponential, and the canonical midpoint rule on
 * T*G. */
#include "oracle/contract/case/case.h"

/* The momentum map takes the rule Phi on T*G to the isospectral rule Psi (mu o Phi = Psi o mu), so
 * both keep the same laws. */
#define KEEPS                                                                                      \
    (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |                   \
     SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY)
#define J_QUADRATIC (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP)
/* so(3) and su(N) over the dual numbers */
#define DUAL (SLP_SE3 | SLP_SUN_DUAL)

const slp_scheme slp_schemes_isospectral[] = {
    {.name = "isospectral-midpoint",
     .rule = "X_n = (I - P/2) Z (I + P/2), X_{n+1} = (I + P/2) Z (I - P/2), P = Xi(Z)*",
     .source = "EJLL (26); on se(3) and mhd-sphere over the dual numbers",
     .applies = J_QUADRATIC | DUAL,
     .keeps = KEEPS,
     .order = 2,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = J_QUADRATIC | DUAL,
     .needs = "isospectral-midpoint needs a J-quadratic matrix algebra, so(3), so(n), su(2)^n, "
              "su(N) or sp(2m,R), or so(3), which gives se(3), or su(N) over the dual numbers"},
    {.name = "canonical-midpoint",
     .rule = "implicit midpoint on T*G: lift to (I, X), step, apply the momentum map",
     .source = "EJLL (22), halved once",
     .applies = J_QUADRATIC,
     .keeps = KEEPS,
     .order = 2,
     .maps = 2, /* it moves Q and P */
     .stages = 1,
     .keeps_momenta = J_QUADRATIC,
     .needs = "canonical-midpoint needs a J-quadratic matrix algebra: so(3), so(n), su(2)^n, "
              "su(N) or sp(2m,R)"},
    {0}};
