/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The parts of a reduction.  Internal to props/smaller. */
#ifndef SLP_PROPS_SMALLER_PARTS_H
#define SLP_PROPS_SMALLER_PARTS_H

#include "props/smaller/smaller.h"

/* The simplest case so far, and the candidates that did not fail: none is asked twice. */
typedef struct smaller {
    slp_case *best;
    size_t complexity; /* of best */
    const prop_reduction *how;
    uint64_t *refused; /* sums of cases */
    size_t refused_count;
} smaller;

/* Takes the candidate if it is valid, simpler and still fails. */
bool smaller_try(smaller *s, slp_case *candidate);
/* Makes the candidate fit its arithmetic and its algebra.  False if it is no valid case. */
bool smaller_make_valid(slp_case *candidate);
bool smaller_is_spent(const smaller *s);
/* The fewest digits that read back as `value`. */
void smaller_print_shortest(char text[SLP_NUMBER_CHARS], double value);

/* Lists of a case: its parameters by their place, then x. */
enum { SMALLER_X = SLP_MAX_PARAMS, SMALLER_LISTS };
slp_numbers smaller_list(const slp_case *c, size_t list);
/* Items of a list: half as many as its numbers if they are pairs. */
size_t smaller_items(const slp_case *c, size_t list);
bool smaller_is_kind(const slp_case *c, size_t list, slp_param_kind kind);
/* Replaces a list by `count` numbers. */
bool smaller_set_list(slp_case *c, size_t list, const double *values, size_t count);
/* Replaces a list by the numbers of it that are kept. */
bool smaller_keep(slp_case *c, size_t list, const bool *kept);

/* The candidate's parameters may have fewer noises than the case `from` has: gives it the
 * increments and areas of the noises that are left, those `at` to at + (how many fewer) - 1 taken
 * away; more noises get 0.  False if it has no sizes, or not so many noises there. */
bool smaller_fit_noises(slp_case *candidate, const slp_case *from, size_t at);
/* smaller_try of a candidate from which `count` of `of` parts were taken, from number `from` on,
 * with the increments that it needs.  The noises taken away are those of these parts, which may
 * stand last or first among the noises, or any whose increments are all 0. */
bool smaller_try_noises(smaller *s, const slp_case *candidate, size_t from, size_t count,
                        size_t of);

/* The reductions.  Each tries all that it knows once. */
void smaller_steps(smaller *s);
void smaller_keys(smaller *s);
void smaller_coordinates(smaller *s);
void smaller_elements(smaller *s);
void smaller_terms(smaller *s);
void smaller_numbers(smaller *s);

#endif
