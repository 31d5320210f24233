/* Exact maps of su(N) in the exchanged coordinates: entry (i, j) of the image is sign times entry (p(i), p(j)). */
#ifndef SLP_PROPS_SU_ENTRIES_H
#define SLP_PROPS_SU_ENTRIES_H

#include "props/relation/relation.h"

/* Where coordinate k of the image comes from: coordinate *from, times the sign returned. */
typedef struct prop_renaming {
    size_t (*index)(size_t i, size_t N); /* p */
    int (*sign)(size_t i, size_t j);     /* symmetric; NULL: 1 */
} prop_renaming;

/* Coordinate k of the image is the sign returned, +1 or -1, times coordinate *from of the original; k, *from < N^2. */
int prop_su_source(size_t *from, const prop_renaming *by, size_t k, size_t N);
/* to->x = the image of c->x; map: the same of balls. */
void prop_su_rename(slp_case *to, const prop_renaming *by, const slp_case *c);
void prop_su_map(arb_ptr image, const prop_renaming *by, arb_srcptr y, size_t d);

#endif
