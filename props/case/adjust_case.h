/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Changes drawn cases so that a law makes sense on them, and draws cases for laws. */
#ifndef SLP_PROPS_ADJUST_CASE_H
#define SLP_PROPS_ADJUST_CASE_H

#include "props/prop.h"

/* No noise: removes parameters that only add Wiener processes; processes that must stay get zero
 * increments. */
void prop_remove_noise(slp_case *c);
/* c->steps = steps >= 1; increments of the first are repeated. */
void prop_set_steps(slp_case *c, size_t steps);
/* (h, dW) := 2^e (h, dW) with e such that 2^(size-1) <= |Xi(x; h, dW)| < 2^size.  False, with c
 * unchanged, where Xi is 0 or such a step has no certificate.  Beyond 25 coordinates only a
 * certificate by norms counts, with a contraction constant of 1/2. */
bool prop_set_generator_size(slp_case *c, int size);

/* Makes c one step of size T = c->h and scales its amplitudes by a power of two, so that 2^(size-1)
 * <= |Xi(x; T, 0)| < 2^size and 2^(size-1) <= sqrt(T sum_k |grad H_k(x)|^2) < 2^size; increments
 * zero.  Where there is no drift, T = 2^size.  False where no noise acts there, or no amplitude can
 * be scaled. */
bool prop_set_noise_size(slp_case *c, int size);

/* c->h = the largest power of 2 with |Xi(x; h, 0)| and sqrt(h sum_k |grad H_k(x)|^2) below 2^size.
 * False where no noise acts there, or no such h is between 2^-100 and 2^100. */
bool prop_set_step_size(slp_case *c, int size);

/* Changes c into a kind of case that the draws leave out: number `kind` of these kinds, modulo
 * their count.  c is unchanged where the result is no valid case, or has another size than
 * from->size asks for.  If even_large, every 32nd is a large case, of any size. */
void prop_adjust_case(slp_case *c, slp_draw *from, uint64_t kind, bool even_large);

/* Changes c, of one step, into the large case of its system, with |Xi| between 2^-4 and 2^-3, or
 * smaller where only a smaller step is proved to contract.  False where the system has none (two
 * coordinates) or no such step has a certificate by norms; c is then no longer a valid case. */
bool prop_large_case(slp_case *c, slp_draw *from);

/* Whether cases of the system may have damping. */
bool prop_takes_damping(const slp_system *system);

#endif
