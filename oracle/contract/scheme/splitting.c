/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Splitting: the step composes the exact flows of the parts, called factors, into which the
 * system's Hamiltonians split.  Each factor is a Hamiltonian whose generator stays constant along
 * its own flow, so that this flow is the coadjoint action of one exponential. */
#include "oracle/contract/case/case.h"

/* The algebras of the systems that have factors.  Not every system on them does. */
#define SPLIT (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP | SLP_SE3 | SLP_VECTOR)
#define ORBIT (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON)

#define NEEDS(rule)                                                                                \
    .needs = rule " needs a system whose Hamiltonians split into factors with exact flows"

/* Each factor moves the state along its coadjoint orbit by a Poisson map.  Lie's order is another
 * one backwards; Strang's is the same.  A linear momentum of turns stays only if it stays in every
 * factor: the turn of two vortices about the sum of their momenta leaves the sum alone, while a
 * turn of the rigid body about one axis of inertia moves the component along each of the others. */
const slp_scheme slp_schemes_splitting[] = {
    {.name = "splitting-lie",
     .rule = "x_{n+1} = phi_F(... phi_2(phi_1(x_n))), phi_k the flow of factor k over h and dW",
     .source = "Brehier, Cohen and Jahnke, Math. Comp. 92 (2023)",
     .applies = SPLIT,
     .keeps = ORBIT,
     .breaks = SLP_LAW_SYMMETRY,
     .order = 1,
     .maps = 1,
     .stages = 1,
     .keeps_momenta = SLP_SU2N,
     .breaks_momenta = SLP_SO3 | SLP_SE3,
     .splits = true,
     .orders_noises = true,
     NEEDS("splitting-lie")},
    {.name = "splitting-strang",
     .rule = "x_{n+1} = phi_1(... phi_F(phi_F(... phi_1(x_n)))), phi_k the flow of factor k over "
             "h/2 and dW/2",
     .source = "Brehier, Cohen and Jahnke, Math. Comp. 92 (2023)",
     .applies = SPLIT,
     .keeps = ORBIT | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
     .order = 2,
     .maps = 2,
     .stages = 1,
     .keeps_momenta = SLP_SU2N,
     .breaks_momenta = SLP_SO3 | SLP_SE3,
     .splits = true,
     NEEDS("splitting-strang")},
    {0}};
