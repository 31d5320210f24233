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

/* The sphere turned by halves about the axis, and upside down: X -> e^{i pi S} X e^{-i pi S}, S =
 * S_3 and S_1, which multiply each T_lm by a sign. */
extern const prop_renaming prop_about_axis, prop_upside_down;

/* to = the image of x, d = N^2 numbers. */
void prop_su_rename(double *to, const prop_renaming *by, const double *x, size_t d);

#endif
