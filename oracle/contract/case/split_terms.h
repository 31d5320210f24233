/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The factors of polynomials, whose exact flows a splitting composes (the manual, Schemes).  Of the
 * terms whose c is not 0, those of degree 1 are together the last factor.  Of the others each one
 * joins the first factor whose coordinates all commute with its own, or else is a new factor.
 * A term has a flow if its coordinates commute with one another.  Two terms of one noise must
 * commute, unless both have degree 1: one increment may not drive flows of which the order counts.
 * Tested by tests/contract/test_case_polynomial.c. */
#ifndef SLP_ORACLE_SPLIT_TERMS_H
#define SLP_ORACLE_SPLIT_TERMS_H

#include "oracle/contract/case/case_text.h"

/* *count = how many factors the terms of c have, on n copies or rows.  SLP_INPUT with *err if they
 * have none; SLP_MEMORY. */
slp_status slp_split_terms(size_t *count, const slp_case *c, size_t n, slp_error *err);
/* Sets to 0 the c of each term that slp_split_terms would refuse, and of those beyond the most. */
void slp_split_terms_leave(double *terms, size_t count, slp_algebra algebra, size_t n);

#endif
