/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which term of a wrong generator is wrong: stages.md, section 4.  Internal to this room. */
#ifndef SLP_ORACLE_JUDGE_STAGES_TERMS_H
#define SLP_ORACLE_JUDGE_STAGES_TERMS_H

#include "oracle/judge/stages/rule.h"

/* The generator, or a factor's, is a sum of terms.  This finds those that, left out or with another
 * factor, give the numbers that the port printed: a sentence for each, which ends with a newline,
 * to be freed:
 *     noise 2 is left out
 *     the term of `quad` is left out
 * A sentence with another factor than 0, 1/2, 2 and the like begins with `?`: it counts where no
 * other one fits.  "": there is none.  NULL: it cannot be told.
 * in  item     a generator that was called, with walk->values as they are while it is settled
 *     given    what the port printed for it
 *     allowed  how far a right program may be off */
char *stage_wrong_terms(const stage_walk *walk, size_t item, arb_srcptr given, const mag_t allowed);

#endif
