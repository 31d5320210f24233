/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Forms of a case: what its terms and its bonds name, and lengths of its state.  Patterns
 * (oracle/contract/draw/draw_pattern.h) change the numbers of a key; forms change which
 * Hamiltonians, degrees, noises and spins there are, and how long vectors are.  They are told from
 * the system's algebra and the kinds of its parameters, so a system that is added has those that it
 * can have. */
#ifndef SLP_ORACLE_DRAW_FORM_H
#define SLP_ORACLE_DRAW_FORM_H

#include "oracle/contract/draw/draw.h"

#define SLP_FORMS(X)                                                                               \
    X(NO_ENERGY, "no energy")                 /* no term belongs to H_0 */                         \
    X(HIGH_DEGREE, "degree above 4")          /* of some term */                                   \
    X(GAP, "a noise without terms")           /* although a later one has some */                  \
    X(UNBOUND, "a spin without bonds")        /* no bond names it */                               \
    X(UNIT, "a vector of nearly unit length") /* |x| = 1, or within 2^-8 of it */

#define SLP_FORM_ENUM(name, word) SLP_FORM_##name,
typedef enum slp_form { SLP_FORMS(SLP_FORM_ENUM) SLP_FORM_COUNT } slp_form;
/* "no energy", ...; NULL beyond the last. */
const char *slp_form_word(slp_form which);

/* Whether the system has what the form is about. */
bool slp_form_applies(const slp_system *system, slp_form which);
/* Whether a case that the format takes has the form. */
bool slp_has_form(const slp_case *c, slp_form which);

/* Changes a case into one of this form, with a generator of the same size or a smaller one.  Where
 * the count of noises changes, increments are drawn again.
 * inout c       a case that the format takes, without Levy areas; unchanged if not SLP_OK
 * in    from    the stream, advanced if the form applies
 * SLP_OK: c has the form; SLP_UNSUPPORTED: it cannot have it, or has another size then although
 * from->size asks for one; SLP_INPUT: the format refuses it; SLP_MEMORY.  Tested by
 * tests/contract/test_coverage.sh, tests/props/test_prop_adjusted_cases.c. */
slp_status slp_draw_form(slp_case *c, slp_form which, slp_draw *from);
/* Gives a case each form that applies, with probability 1/2; where the format refuses one, the case
 * stays.  SLP_OK; SLP_MEMORY. */
slp_status slp_draw_forms(slp_case *c, slp_draw *from);

#endif
