/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Names of coordinates in expressions. */
#ifndef SLP_REF_EXPRESSION_NAMES_H
#define SLP_REF_EXPRESSION_NAMES_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

/* The coordinates that an expression may name: those of an algebra of n rows or copies (1 where the
 * algebra has no size), d of them. */
typedef struct ref_coordinates {
    slp_algebra algebra;
    size_t n, d;
} ref_coordinates;

/* What a name says: a word ("x", "S", "Re"), up to two indices and a component after a dot. */
typedef struct ref_coordinate_name {
    const char *word;
    size_t length;
    int indices;
    int64_t index[2];
    char component; /* 'x', 'y', 'z'; 0: none */
} ref_coordinate_name;

/* *i = the coordinate, from 1, and *sign = 1 or -1, as X21 is -X12 on so(n); *i = 0 if the name
 * stands for 0, as X11 does there.  False, with the reason in text, if there is no such name on
 * this algebra or an index is out of range. */
bool ref_coordinate_find(uint32_t *i, int *sign, char text[192], const ref_coordinates *of,
                         const ref_coordinate_name *name);

/* "x1 to x6, P.x, P.y, P.z, G.x, G.y, G.z": all names on this algebra. */
void ref_coordinate_names(char text[128], const ref_coordinates *of);

#endif
