/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a law asks about the exact step of a case (ref/exact_step.h): its defect there, what
 * rounding allows, and decisions that are proved. */
#ifndef SLP_PROPS_REFERENCE_STEP_H
#define SLP_PROPS_REFERENCE_STEP_H

#include "props/prop.h"
#include "ref/exact_step.h"

/* The judge's bound on the ratio of step s of c from x to y (d numbers each), with the generator's
 * part (judge.md (7)).  It has no unit.  0 where the reference has no certificate for the step. */
double prop_bound(const slp_case *c, const double *x, const double *y, size_t s);
/* The same, and kappa of the certificate: both come from one proof of the step. */
double prop_bound_and_condition(double *kappa, const slp_case *c, const double *x, const double *y,
                                size_t s);

/* The defect of a law: entries, and the unit of each entry. */
typedef struct prop_defect {
    slong count;
    arb_ptr at, unit; /* count each */
} prop_defect;
void prop_defect_init(prop_defect *defect); /* no entries */
void prop_defect_clear(prop_defect *defect);
void prop_defect_fit(prop_defect *defect, slong count); /* all zero afterwards */
/* Appends the entries of `more`, a different defect. */
void prop_defect_append(prop_defect *defect, const prop_defect *more);

/* ---- What rounding allows (props/LAWS.md) ---- */

/* unit = 2^-53 |x|_2, x of d balls. radius = bound kappa (u |x|_2 + d 2^(least-1)), what rounding
 * allows a result of c: an exact number, rounded up.  u and least are those of the arithmetic of c,
 * in binary64 2^-53 and -1074; laws read wider answers as their nearest doubles, so that there they
 * are those of binary64.  The second term is there because roundings below the normal numbers are
 * absolute.  Neither aliases x. */
void prop_unit(arb_t unit, arb_srcptr x, slong d);
void prop_allowance(arb_t radius, const slp_case *c, arb_srcptr x, slong d, double bound,
                    double kappa);
/* u of the arithmetic of c, at least 2^-53, as a power of 2. */
int prop_unit_bits(const slp_case *c);
/* True if numbers of c have fewer bits than binary64. */
bool prop_is_narrow(const slp_arithmetic *a);
/* Rounds the numbers of c to its arithmetic where that is narrower than binary64: after a law has
 * changed them. */
void prop_fit_case(slp_case *c);

/* moved_k >= how far value k may move when x moves by at most radius in the Euclidean norm:
 * |gradient| radius, the gradient taken from enclosures of the function within radius of x along
 * each coordinate. out moved what->count(exact_step) numbers in x d balls, only their midpoints are
 * used */
void prop_sensitivity(arb_ptr moved, const ref_invariant *what, const ref_exact_step *exact_step,
                      arb_srcptr x, const arb_t radius, slong prec);
/* For the flow at a chord's middle: the reason to skip a step, if at no precision next, which is
 * enclosed, is `apart` from half turns; next may be overwritten.  NULL of other schemes. */
typedef bool (*prop_apart)(const ref_exact_step *exact_step, arb_ptr next, slong prec);
const char *prop_half_turn(const ref_exact_step *exact_step, prop_apart apart);
/* value(Psi(x)) - value(x), as a law's defect; units: how far a rounding of Psi(x) may move the
 * value.  Statuses of ref_step. */
slp_status prop_invariant_defect(prop_defect *to, const ref_invariant *what,
                                 const ref_exact_step *exact_step, slong prec);
/* The law "value is kept", for any subject.  The reference is checked by prop_certify, others by
 * |value(y) - value(x)| over what prop_sensitivity of prop_allowance allows. */
prop_outcome prop_invariant_check(prop_finding *found, const prop_law *law,
                                  const ref_invariant *what, const prop_subject *subject,
                                  const slp_case *c);

/* ---- Certified decisions on a law's defect ---- */

/* Encloses the law's defect on the first step of c, with growing precision, until every entry is
 * far narrower than its unit.  PROP_HELD if every entry contains 0, PROP_FAILED if one excludes 0,
 * PROP_SKIPPED (with a note) if the reference cannot enclose it.  The subject is not asked, so this
 * is the check of a law of the reference alone. */
prop_outcome prop_certify(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c);
/* The whole number k with |defect(e)| / |defect(e/2)| = 2^k (1 + O(e)) as (h, dW) -> e (h, dW), e
 * -> 0, decided at e = 2^-60; 0 with a note when there is none. */
int prop_order(char note[PROP_NOTE], const prop_law *law, const slp_case *c);

/* Sends c to the subject and turns every disposition but PROP_ANSWERED into an outcome.  PROP_HELD
 * means that r->y holds the answer. */
prop_outcome prop_query_subject(slp_result *r, prop_finding *found, const prop_subject *subject,
                                const slp_case *c);
/* Writes found->note and returns the outcome, as in: return prop_outcome_noted(found, PROP_SKIPPED,
 * "..."); */
prop_outcome prop_outcome_noted(prop_finding *found, prop_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* to = the case of one step from state x with (h, dW) of step s of c.  `to` is initialised by the
 * caller and replaced. */
void prop_one_step(slp_case *to, const slp_case *c, const double *x, size_t s);

#endif
