/* The ground a law stands on: one step of a case, with the reference's system, scheme, state, step size and
 * increments as exact balls, and what the law leaves there. */
#ifndef SLP_PROPS_GROUND_H
#define SLP_PROPS_GROUND_H

#include "props/prop.h"
#include "ref/ref.h"

typedef struct prop_ground {
    const slp_case *c;
    ref_system *sys;
    const ref_scheme *scheme;
    slong d, M;
    arb_ptr x, dW; /* exact */
    arb_t h;
} prop_ground;

/* Stands on the first step of c, which must outlive it.  SLP_OK, or the reference's SLP_UNSUPPORTED, SLP_DOMAIN; clear in any
 * case. */
slp_status prop_ground_init(prop_ground *ground, const slp_case *c);
void prop_ground_clear(prop_ground *ground);
/* Moves to step s of the case, from 0, from state x, d numbers taken as exact. */
void prop_ground_at(prop_ground *ground, const double *x, size_t s);
/* (h, dW) := 2^e (h, dW), exact. */
void prop_ground_scale(prop_ground *ground, slong e);
/* next = Psi(x; h, dW), d balls at `prec` bits; cert may be NULL.  Statuses of ref_step. */
slp_status prop_ground_step(arb_ptr next, ref_certificate *cert, const prop_ground *ground,
                            slong prec);
/* Certificate of the step, precision doubled until there is one: SLP_OK or what ref_step says at the last. */
slp_status prop_ground_certificate(ref_certificate *cert, const prop_ground *ground);

/* The bound K of the judge on step s of c from x to y, d numbers each, the generator's part included (judge.md (7)); no units; 0
 * where the reference has no certificate for the step. */
double prop_bound(const slp_case *c, const double *x, const double *y, size_t s);
/* The same, and kappa of the certificate that it rests on: one proof of the step gives both. */
double prop_bound_and_condition(double *kappa, const slp_case *c, const double *x, const double *y,
                                size_t s);

/* What a law leaves: entries with the unit each is measured in. */
typedef struct prop_defect {
    slong count;
    arb_ptr at, unit; /* count each */
} prop_defect;
void prop_defect_init(prop_defect *defect); /* no entries */
void prop_defect_clear(prop_defect *defect);
void prop_defect_fit(prop_defect *defect, slong count); /* all zero afterwards */
/* The entries of `more`, another one, behind its own. */
void prop_defect_append(prop_defect *defect, const prop_defect *more);

/* ---- What rounding allows (props/LAWS.md) ---- */

/* unit = u |x|_2, x of d balls; and the allowance of a result, radius = bound kappa (u |x|_2 + d 2^-1075), an exact number, rounded up:
 * below 2^-1022 roundings are absolute.  Neither aliases x. */
void prop_unit(arb_t unit, arb_srcptr x, slong d);
void prop_allowance(arb_t radius, arb_srcptr x, slong d, double bound, double kappa);

/* count functions of the state: Casimirs, energy, coefficients of a characteristic polynomial. */
typedef struct prop_invariant {
    slong (*count)(const prop_ground *ground);
    void (*value)(arb_ptr values, const prop_ground *ground, arb_srcptr x, slong prec);
} prop_invariant;
extern const prop_invariant prop_energy, prop_casimirs; /* H0; the Casimirs, all of them */
/* moved_k >= how far value k may move when x moves by at most radius in the Euclidean norm: |gradient| radius, the gradient taken
 * from enclosures of the function within radius of x along each coordinate.
 * out  moved   what->count(ground) numbers       in   x   d balls, their midpoints count */
void prop_sensitivity(arb_ptr moved, const prop_invariant *what, const prop_ground *ground,
                      arb_srcptr x, const arb_t radius, slong prec);
/* value(Psi(x)) - value(x), as a law's defect; units: how far a rounding of Psi(x) may move the value.  Statuses of ref_step. */
slp_status prop_invariant_defect(prop_defect *to, const prop_invariant *what,
                                 const prop_ground *ground, slong prec);
/* The law "value is kept", on any subject: of the reference by prop_certify, of others by |value(y) - value(x)| over
 * what prop_sensitivity of prop_allowance allows. */
prop_outcome prop_invariant_check(prop_finding *found, const prop_law *law,
                                  const prop_invariant *what, const prop_subject *subject,
                                  const slp_case *c);

/* ---- Certified decisions on a law's defect ---- */

/* Encloses the law's defect on the first step of c ever more tightly, until every entry is far narrower than
 * its unit; PROP_HELD when every entry contains 0, PROP_FAILED when one excludes it, PROP_SKIPPED (with a note) when
 * the reference cannot. */
prop_outcome prop_certify(prop_finding *found, const prop_law *law, const slp_case *c);
/* The whole number k with |defect(e)| / |defect(e/2)| = 2^k (1 + O(e)) as (h, dW) -> e (h, dW), e -> 0, decided at
 * e = 2^-60; 0 with a note when there is none. */
int prop_order(char note[PROP_NOTE], const prop_law *law, const slp_case *c);

/* Asks, and turns every disposition but PROP_ANSWERED into an outcome: PROP_HELD means r->y is there. */
prop_outcome prop_ask(slp_result *r, prop_finding *found, const prop_subject *subject,
                      const slp_case *c);
/* found->note, and back the outcome: return prop_say(found, PROP_SKIPPED, "..."); */
prop_outcome prop_say(prop_finding *found, prop_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A step of one state, (h, dW) of step s of c: the case that asks for it alone.  to: initialised, replaced. */
void prop_one_step(slp_case *to, const slp_case *c, const double *x, size_t s);

#endif
