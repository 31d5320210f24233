/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A system whose Hamiltonians are quadratic and linear, and the same Hamiltonians given by their
 * terms: one step of both is the same map.
 *
 * The reference builds some systems of terms itself, and would be compared with itself on them: it
 * is not asked there.  The binary64 path and ports are, since the terms are not theirs: what can be
 * wrong is how they read the parameters.
 *
 * The terms' coefficients are read off the reference's generator (props/case/twin.c).  Parameters
 * are rounded to few bits first, so that most coefficients are binary64 numbers; the others are
 * rounded, which moves the generator by at most u times the sizes of its terms.  The judge allows
 * the twin 3 of these and more for its own roundings (ref/system/polynomial.md, section 3).  So
 * both answers differ by at most what the judge allows the first, and 4/3 of what it allows the
 * second.  If no coefficient was rounded, the reference's answers, rounded correctly, are the
 * same. */
#include "props/case/reference_step.h"
#include "props/case/twin.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>

enum { MOST_D = 40, PREC = 128 };

/* The radius that the judge allows the answer y to the one step of c; 0: no certificate. */
static double allowed(const slp_case *c, const double *y)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    double kappa = 1, radius = 0;
    const double bound = prop_bound_and_condition(&kappa, c, c->x, y, 0);
    REF_LOCAL(arb, size);
    if (bound > 0 && slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK) {
        prop_allowance(size, c, step.x, step.d, bound, kappa);
        radius = arf_get_d(arb_midref(size), ARF_RND_UP);
    }
    return radius;
}

/* Both answers, one step each. */
static prop_outcome ask_both(slp_result r[2], prop_finding *found, const prop_subject *subject,
                             const slp_case *c, const slp_case *twin)
{
    const slp_case *const both[2] = {c, twin};
    prop_outcome outcome = PROP_HELD;
    for (int i = 0; i < 2 && subject->expect; i++) subject->expect(subject, both[i]);
    for (int i = 0; i < 2 && outcome == PROP_HELD; i++) {
        outcome = prop_query_subject(&r[i], found, subject, both[i]);
        /* a port need not know polynomials, nor areas */
        if (outcome == PROP_SKIPPED && r[i].error == SLP_UNSUPPORTED) found->declined = true;
    }
    return outcome;
}

static prop_outcome compare(prop_finding *found, const prop_subject *subject, const slp_case *c,
                            const slp_case *twin, bool exact)
{
    slp_result r[2];
    double off = 0, radius = 0, unit = 0;
    for (int i = 0; i < 2; i++) slp_result_init(&r[i]);
    prop_outcome outcome = ask_both(r, found, subject, c, twin);
    if (outcome == PROP_HELD) {
        for (size_t i = 0; i < c->d; i++) {
            off = hypot(off, r[0].y.at[i] - r[1].y.at[i]);
            unit = hypot(unit, c->x[i]);
        }
        const double first = allowed(c, r[0].y.at), second = allowed(twin, r[1].y.at);
        radius = subject->certified && exact ? 0 : first + 4.0 / 3 * second;
        if (!(first > 0 && second > 0))
            outcome = prop_outcome_noted(found, PROP_SKIPPED, "no certificate");
    }
    if (outcome == PROP_HELD) {
        found->margin = off == 0 ? 0 : radius > 0 ? off / radius : INFINITY;
        outcome = prop_outcome_noted(found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
                                     "the step by its terms differs by %.3g |x|, %.3g allowed",
                                     off / unit, radius / unit);
    }
    for (int i = 0; i < 2; i++) slp_result_clear(&r[i]);
    return outcome;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    SLP_CLEARED(slp_case) one = {0}, twin = {0};
    bool exact = false;
    (void)law;
    prop_one_step(&one, c, c->x, 0);
    prop_outcome outcome = prop_outcome_noted(found, PROP_SKIPPED, "the case has no twin");
    if (subject->certified && prop_twin_is_itself(&one)) {
        found->declined = true;
        outcome = prop_outcome_noted(found, PROP_SKIPPED,
                                     "the reference builds this system of the same terms");
    } else if (c->d <= MOST_D && prop_twin_exists(&one)) {
        prop_twin_round(&one);
        if (prop_twin_make(&twin, &exact, &one))
            outcome = compare(found, subject, &one, &twin, exact);
    }
    return outcome;
}

/* A splitting takes other factors of the terms. */
static int promise(const slp_system *system, const slp_scheme *scheme)
{
    return slp_algebra_kind_of(system->algebra) && !system->family && !system->divides_by_lengths &&
                   !scheme->splits
               ? 1
               : 0;
}

const prop_law prop_law_twin = {
    .name = "twin",
    .about = "a step of a system is the step of the same Hamiltonians given by their terms",
    .equation = "Psi(x; system) = Psi(x; terms)",
    .applies = {.promise = promise},
    .effort = {.cases = 12},
    .check = check,
};
