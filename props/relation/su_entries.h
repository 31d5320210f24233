/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Exact maps of su(N) in the exchanged coordinates: entry (i, j) of the image is sign times entry
 * (p(i), p(j)). */
#ifndef SLP_PROPS_SU_ENTRIES_H
#define SLP_PROPS_SU_ENTRIES_H

#include "props/relation/relation.h"

/* Where coordinate k of the image comes from: coordinate *from, times the sign returned. */
typedef struct prop_renaming {
    size_t (*index)(size_t i, size_t N); /* p */
    int (*sign)(size_t i, size_t j);     /* symmetric; NULL: 1 */
} prop_renaming;

/* to = the image of x, d = N^2 numbers.  prop_su_map does the same for balls. */
void prop_su_rename(double *to, const prop_renaming *by, const double *x, size_t d);
void prop_su_map(arb_ptr image, const prop_renaming *by, arb_srcptr y, size_t d);

#endif
