/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters of spins in the binary64 path, for the step by step path and the ensembles. */
#ifndef SLP_FAST_SPINS_H
#define SLP_FAST_SPINS_H

#include "fast/system/system.h"
#include "fast/vector/largest.h"

#include <stdint.h>

typedef struct fast_bond {
    uint32_t a, b; /* spins from 0 */
} fast_bond;

/* The bonds spin by spin: those of spin i are first[i] <= e < first[i + 1], in the order of the
 * case, each as this spin feels it: it adds exchange x_o + x_o cross dmi. */
typedef struct fast_spins_lists {
    uint32_t *first, *other; /* other: 3 o, where x_o begins */
    double *exchange, *dmi;  /* dmi: 3 for each; NULL without */
    bool equal;              /* no dmi, and one exchange for all bonds */
    size_t each;             /* how many bonds every spin has; 0 where they differ */
} fast_spins_lists;

typedef struct fast_spins {
    size_t spins, bonds;
    fast_bond *ends;
    double *exchange, *dmi, *weights; /* dmi: 3 for each bond; NULL without */
    double field[3], axis[4], amplitude, damping;
    bool has_field, has_axis, has_noise, has_areas;
    fast_spins_lists lists;
    /* Of each spin: how many roundings a term of its plain sum S carries, and the sum of the terms'
     * norms for |x| = 1, without the field; the largest of each. */
    double *roundings, *sizes, most_roundings, most_sizes;
    double axis_size, additions; /* the anisotropy's part of each size; sums of field and it */
    double most_exchange, most_dmi;
    fast_algebra algebra;
} fast_spins;

/* Up to so many spins every sum is twofold, so that what other programs compute in twofold numbers
 * has the same bits: steps of ensembles that are taken alone (oracle/ports/device). */
enum { FAST_SPINS_FEW = 16 };
/* Roundings of the anisotropy's term, section 1 of the page. */
enum { FAST_SPINS_OF_AXIS = 6 };

/* What a step freezes: h, what must be finite, and a copy of the increments. */
enum { FAST_SPINS_H, FAST_SPINS_NOISE, FAST_SPINS_PRODUCTS, FAST_SPINS_HEAD = 8 };

extern const fast_system_table fast_system_spins;

/* The bonds' lists, and of each spin roundings and sizes: from what `own` has.  False: memory is
 * refused. */
bool fast_spins_list(fast_spins *own);
void fast_spins_lists_free(fast_spins *own);

/* xi = Xi of all spins by plain sums; `brackets` (or NULL): pairs of numbers that areas add. */
void fast_spins_plain(double *xi, const fast_spins *own, double h, const double *dW,
                      const double *brackets, const double *x);

#endif
