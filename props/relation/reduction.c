/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The canonical midpoint rule on T*G, reduced: mu(Phi(Q, P)) = Psi(mu(Q, P)), Psi the isospectral
 * midpoint rule (EJLL (22) corrected, (26)).  So two schemes must give the same state: one lifts X
 * to (I, X), steps and maps back; the other steps X itself. */
#include "props/relation/relation.h"

#include <string.h>

static bool use_isospectral(slp_case *to, const slp_case *c)
{
    if (strcmp(c->scheme->name, "canonical-midpoint") != 0) return false;
    to->scheme = slp_scheme_find("isospectral-midpoint");
    return to->scheme && slp_pair_makes_sense(to->system, to->scheme, NULL);
}

#define REDUCED "the canonical midpoint rule reduces to the isospectral one"

const prop_relation prop_relations_reduction[] = {
    {"rigid-body", REDUCED, use_isospectral, false, NULL},
    {"rigid-body-n", REDUCED, use_isospectral, false, NULL},
    {"point-vortices", REDUCED, use_isospectral, false, NULL},
    {"zeitlin-sphere", REDUCED, use_isospectral, false, NULL},
    {"sine-euler", REDUCED, use_isospectral, false, NULL},
    {"symplectic", REDUCED, use_isospectral, false, NULL},
    {.about = NULL}};
