/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Explicit rules on the equation itself, as general programs for noise have them.  heun and
 * heun-projected solve the Stratonovich equation; euler solves the Ito equation, and is a control
 * that the laws of convergence must see fail. */
#include "oracle/contract/case/case.h"

#define EVERYWHERE                                                                                 \
    (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP | SLP_SUN_DUAL)
/* The algebras whose coadjoint orbits are products of spheres. */
#define SPHERES (SLP_SO3 | SLP_SU2N)
#define ORBIT   (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM)
#define FREE    (SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_SYMMETRY)

/* The field at any z pairs to 0 with eta where exp(s eta) changes no Hamiltonian.  So the rules
 * that add fields keep linear momenta, and the one that rescales does not. */
const slp_scheme slp_schemes_explicit[] = {
    {.name = "heun",
     .rule = "p = x_n + V(x_n), x_{n+1} = x_n + (V(x_n) + V(p))/2, V(z) = ad*_{Xi(z)} z",
     .source = "the usual rule of programs for Stratonovich noise",
     .applies = EVERYWHERE,
     .breaks = ORBIT | FREE,
     .order = 2,
     .maps = 1,
     .stages = 2,
     /* |x|^2 changes by |V(x) - V(p)|^2 / 4, of order 4 */
     .leading_may_vanish = true,
     .keeps_momenta = EVERYWHERE},
    {.name = "heun-projected",
     .rule = "p = N(x_n + V(x_n)), x_{n+1} = N(x_n + (V(x_n) + V(p))/2), N(w)_i = |x_i| w_i/|w_i|",
     .source = "the usual rule of programs for classical spins",
     .applies = SPHERES,
     .keeps = ORBIT,
     .breaks = FREE,
     .order = 2,
     .maps = 1,
     .stages = 2,
     .leading_may_vanish = true,
     .breaks_momenta = SPHERES,
     .needs = "heun-projected needs an algebra whose orbits are products of spheres: so(3) or "
              "su(2)^n"},
    {.name = "euler",
     .rule = "x_{n+1} = x_n + V(x_n), V(z) = ad*_{Xi(z)} z",
     .source = "Euler and Maruyama; solves the Ito equation, a control",
     .applies = EVERYWHERE,
     .breaks = ORBIT | FREE,
     .order = 1,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = EVERYWHERE,
     .ito_field = true},
    {0}};
