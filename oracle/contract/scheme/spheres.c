/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rules for vectors that move on spheres: the spherical midpoint, and the two explicit rules of
 * programs for classical spins. */
#include "oracle/contract/case/case.h"

/* The algebras whose coadjoint orbits are products of spheres. */
#define SPHERES (SLP_SO3 | SLP_SU2N)
#define ORBIT   (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM)
#define FREE    (SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_SYMMETRY)
#define NEEDS(rule)                                                                                \
    .needs = rule " needs an algebra whose orbits are products of spheres: so(3) or su(2)^n"

/* y - x = m x Xi(m) and y + x is along m.  So a quadratic energy whose gradient is Xi changes by a
 * multiple of (m x Xi(m)).Xi(m) = 0, and a linear momentum whose turns change no Hamiltonian stays.
 * The explicit rules take the generator at another point than the middle of x and y. */
const slp_scheme slp_schemes_spheres[] = {
    {.name = "spherical-midpoint",
     .rule = "x_{n+1} = x_n + m x Xi(m), m_i = |x_i| w_i/|w_i|, w = (x_n + x_{n+1})/2",
     .source = "McLachlan, Modin and Verdier, Math. Comp. 86 (2017)",
     .applies = SPHERES,
     .keeps = ORBIT | SLP_LAW_POISSON | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
     .order = 2,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = SPHERES,
     NEEDS("spherical-midpoint"),
     .exceptions = {{.on = SLP_SO3,
                     .keeps = ORBIT | SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR |
                              SLP_LAW_SYMMETRY}}},
    {.name = "sib",
     .rule = "p = C(Xi(x_n)) x_n, x_{n+1} = C(Xi((x_n + p)/2)) x_n, "
             "C(xi) x = y with y = x + (x + y)/2 x xi",
     .source = "Mentink and others, J. Phys. Condens. Matter 22 (2010)",
     .applies = SPHERES,
     .keeps = ORBIT,
     .breaks = FREE,
     .order = 2,
     .maps = 1,
     .stages = 2,
     .leading_may_vanish = true,
     .breaks_momenta = SPHERES,
     NEEDS("sib")},
    {.name = "depondt",
     .rule = "p = E(Xi(x_n)) x_n, x_{n+1} = E((Xi(x_n) + Xi(p))/2) x_n, E(xi) x = x turned by xi",
     .source = "Depondt and Mertens, J. Phys. Condens. Matter 21 (2009)",
     .applies = SPHERES,
     .keeps = ORBIT,
     .breaks = FREE,
     .order = 2,
     .maps = 1,
     .stages = 2,
     .leading_may_vanish = true,
     .breaks_momenta = SPHERES,
     NEEDS("depondt")},
    {0}};
