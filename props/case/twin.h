/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The polynomial that is the twin of a system of the tables whose Hamiltonians are quadratic and
 * linear: its coefficients are read off the reference's generator of that system, at 0 and at the
 * unit vectors.  Steps of both must agree. */
#ifndef SLP_PROPS_TWIN_H
#define SLP_PROPS_TWIN_H

#include "oracle/contract/case/case.h"

/* True if the system of c has a twin: point vortices, the pendulum, damped spins and mhd-sphere
 * have none. */
bool prop_twin_exists(const slp_case *c);
/* True if the reference builds the system of c of terms itself, so that its step of the twin is the
 * same computation. */
bool prop_twin_is_itself(const slp_case *c);
/* Rounds the parameters of c to few bits, moments of inertia to powers of two, so that the twin's
 * coefficients are binary64 numbers where they are not irrational. */
void prop_twin_round(slp_case *c);
/* twin (initialised; replaced) = the twin of c, with its scheme, h, steps, x and dw.  *exact: no
 * coefficient was rounded.  False, with twin unchanged, where that is no case: a splitting of terms
 * that do not split, a coefficient that overflows. */
bool prop_twin_make(slp_case *twin, bool *exact, const slp_case *c);

#endif
