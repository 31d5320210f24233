/* Runge-Kutta Munthe-Kaas schemes: five tableaux, two retractions.
 *
 * Every stage is a coadjoint image of mu_n, so that all of them keep the orbit.  The explicit ones keep
 * nothing else; of the implicit ones (midpoint, gauss4) nothing more is promised or denied. */
#include "oracle/contract/case.h"

#define MATRICES (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_SP)
#define ORBIT    (SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM)
#define EXPLICIT (SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_SYMMETRY)

#define RULE(about, retraction)                                                                    \
    "K_i = d" retraction "^-1_{-T_i} Xi(mu_i), T_i = sum_j a_ij K_j, mu_i = coadjoint " retraction \
    "(T_i) of mu_n; " about

#define RKMK(tableau, about, p, denied)                                                            \
    {.name = "rkmk-" tableau "-exp",                                                               \
     .rule = RULE(about, "exp"),                                                                   \
     .source = "LECG Definition 4.1",                                                              \
     .applies = MATRICES | SLP_VECTOR,                                                             \
     .keeps = ORBIT,                                                                               \
     .breaks = denied,                                                                             \
     .order = p},                                                                                  \
    {                                                                                              \
        .name = "rkmk-" tableau "-cay", .rule = RULE(about, "cay"),                                \
        .source = "LECG Definition 4.1", .applies = MATRICES, .keeps = ORBIT, .breaks = denied,    \
        .order = p,                                                                                \
        .needs = "rkmk-" tableau "-cay needs a matrix algebra for its Cayley transform: so(3), "   \
                 "so(n), su(2)^n, su(N), sp(2m,R) or se(3)"                                        \
    }

const slp_scheme slp_schemes_rkmk[] = {RKMK("euler", "explicit Euler", 1, EXPLICIT),
                                       RKMK("heun", "Heun, explicit", 2, EXPLICIT),
                                       RKMK("midpoint", "one-stage Gauss, implicit", 2, 0),
                                       RKMK("gauss4", "two-stage Gauss, implicit", 4, 0),
                                       RKMK("rk4", "classical Runge-Kutta, explicit", 4, EXPLICIT),
                                       {0}};
