/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rules that use the equation directly, without the group.  They keep few of the invariants and
 * serve as negative controls.  On T*R implicit-midpoint and midpoint are the same rule, which is
 * symplectic. */
#include "oracle/contract/case/case.h"

#define EVERYWHERE                                                                                 \
    (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP | SLP_SUN_DUAL)
/* On T*R the bracket is constant and ad* does not depend on the state: the implicit midpoint rule
 * is then the symplectic midpoint rule, GBW (14). */
#define SYMPLECTIC (SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY)

const slp_scheme slp_schemes_direct[] = {
    {.name = "implicit-midpoint",
     .rule = "x_{n+1} = x_n + ad*_{Xi(m)} m, m = (x_n + x_{n+1})/2",
     .source = "LECG section 5, \"IM\"",
     .applies = EVERYWHERE,
     .keeps = SLP_LAW_QUADRATIC | SLP_LAW_ENERGY | SLP_LAW_SYMMETRY,
     .breaks = SLP_LAW_CASIMIRS | SLP_LAW_SPECTRUM | SLP_LAW_POISSON,
     .order = 2,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = EVERYWHERE,
     .exceptions = {{.on = SLP_VECTOR, .keeps = SYMPLECTIC}}},
    {.name = "trapezoidal",
     .rule = "x_{n+1} = x_n + (ad*_{Xi(x_n)} x_n + ad*_{Xi(x_{n+1})} x_{n+1})/2",
     .source = "LECG section 6",
     .applies = EVERYWHERE,
     .keeps = SLP_LAW_SYMMETRY,
     .breaks =
         SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON | SLP_LAW_ENERGY,
     .order = 2,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = EVERYWHERE},
    {.name = "midpoint",
     .rule = "z_{n+1} = z_n + J Xi((z_n + z_{n+1})/2)",
     .source = "GBW (14)",
     .applies = SLP_VECTOR,
     .keeps = SYMPLECTIC,
     .order = 2,
     .maps = 1,
     .stages = 1,
     .needs = "midpoint is the canonical implicit midpoint and needs the canonical system; on a "
              "Lie algebra the rule is called implicit-midpoint"},
    {0}};
