/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runge-Kutta Munthe-Kaas schemes: five tableaux, two retractions.
 *
 * Every stage is a coadjoint image of mu_n, so all of these schemes keep the orbit.  The explicit
 * ones keep nothing else.  For the implicit ones (midpoint, gauss4) no other law is stated, kept or
 * broken. */
#include "oracle/contract/case/case.h"

#define MATRICES (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_SP)
#define ORBIT    (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM)
#define EXPLICIT (SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_SYMMETRY)

#define RULE(about, retraction)                                                                    \
    "K_i = d" retraction "^-1_{-T_i} Xi(mu_i), T_i = sum_j a_ij K_j, mu_i = coadjoint " retraction \
    "(T_i) of mu_n; " about

/* The two schemes of a tableau of order p with s stages.  kept: algebras on which the one with exp
 * keeps momenta. */
#define RKMK(tableau, about, p, s, denied, lost, kept)                                             \
    {.name = "rkmk-" tableau "-exp",                                                               \
     .rule = RULE(about, "exp"),                                                                   \
     .source = "LECG Definition 4.1",                                                              \
     .applies = MATRICES | SLP_VECTOR,                                                             \
     .keeps_momenta = kept,                                                                        \
     .needs = "rkmk-" tableau "-exp needs so(3), so(n), su(2)^n, su(N), sp(2m,R), se(3) or T*R",   \
     SHARED(p, s, denied, lost)},                                                                  \
    {                                                                                              \
        .name = "rkmk-" tableau "-cay", .rule = RULE(about, "cay"),                                \
        .source = "LECG Definition 4.1", .applies = MATRICES, SHARED(p, s, denied, lost),          \
        .needs = "rkmk-" tableau "-cay needs a matrix algebra for its Cayley transform: so(3), "   \
                 "so(n), su(2)^n, su(N), sp(2m,R) or se(3)"                                        \
    }
/* One map, from mu_n, by the whole increment.  A rule of one explicit stage takes the generator at
 * mu_n.  The leading term of the violation is 0 for quadratic
 * energies, and at states like (1, 1, -1). */
#define SHARED(p, s, denied, lost)                                                                 \
    .keeps = ORBIT, .breaks = denied, .order = p, .maps = 1, .stages = s,                          \
    .leading_may_vanish = true, .breaks_momenta = lost, .ito_generator = (p) == 1

/* Explicit rules of order 4 change momenta by so little that a control often could not see it. */
const slp_scheme slp_schemes_rkmk[] = {
    RKMK("euler", "explicit Euler", 1, 1, EXPLICIT, MATRICES, 0),
    RKMK("heun", "Heun, explicit", 2, 2, EXPLICIT, MATRICES, 0),
    RKMK("midpoint", "one-stage Gauss, implicit", 2, 1, 0, 0, SLP_SO3),
    RKMK("gauss4", "two-stage Gauss, implicit", 4, 2, 0, 0, 0),
    RKMK("rk4", "classical Runge-Kutta, explicit", 4, 4, EXPLICIT, 0, 0),
    {0}};
