/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The bound K of the verdict, and the generator's part of it.  Derived in oracle/judge/judge.md. */
#include "oracle/contract/case/terms.h"
#include "oracle/judge/judge.h"
#include "oracle/judge/step.h"
#include "oracle/judge/unit.h"

#include <math.h>
#include <string.h>

size_t judge_matrix_size(slp_algebra algebra, size_t d)
{
    size_t n = 1;
    switch (algebra) {
    case SLP_SO3:
        return 3;
    case SLP_SU2N:
        return 2;
    case SLP_SE3:
        return 4;
    case SLP_VECTOR:
        return d > 0 ? d : 1;
    case SLP_SON:
        while (n * (n - 1) / 2 < d) n++;
        return n;
    case SLP_SUN:
        while (n * n < d) n++;
        return n;
    case SLP_SUN_DUAL: /* entries of a product are sums of twice as many products */
        while (2 * n * n < d) n++;
        return 2 * n;
    case SLP_SP:
        while (n * (n + 1) / 2 < d) n++;
        return n;
    }
    return d > 0 ? d : 1;
}

/* The Euclidean norm of the exchange coordinates of su(N), also over the dual numbers, and of
 * sp(2m, R) counts an off-diagonal entry once; the norm of the certificate counts it twice. */
static double coordinate_norms(slp_algebra algebra)
{
    return algebra & (SLP_SUN | SLP_SUN_DUAL | SLP_SP) ? 0x1.6a09e667f3bcdp+0 : 1.0;
}

/* judge.md (6): K = w (4 + maps (4n + 4)); the first 4 is for stopping the iteration. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d)
{
    return slp_judge_bound_in(NULL, system, scheme, d);
}

/* Of `each` roundings for one of n rows, those of size u where sums are rounded to a smaller unit:
 * as many as `rows` rows have, and the others count in that unit (judge.md, 9). */
static double of_sums(const judge_unit *unit, double each, double n, double rows)
{
    return unit->pair ? each * (fmin(n, rows) + n * unit->sums) : each * n;
}

static double bound_of_maps(const slp_arithmetic *a, slp_algebra algebra, size_t d, size_t maps)
{
    const judge_unit unit = judge_unit_of(a);
    const double n = (double)judge_matrix_size(algebra, d);
    return coordinate_norms(algebra) *
           (2.0 * unit.slack - 4.0 + (double)maps * (of_sums(&unit, 4.0, n, 2) + 4.0));
}

double slp_judge_bound_in(const slp_arithmetic *a, const slp_system *system,
                          const slp_scheme *scheme, size_t d)
{
    if (!system || !scheme || scheme->maps == 0 || scheme->stages == 0 || scheme->splits)
        return NAN;
    return bound_of_maps(a, system->algebra, d, scheme->maps);
}

double slp_judge_bound_case(const slp_case *c)
{
    const size_t maps = slp_case_maps(c);
    if (maps == 0 || c->scheme->stages == 0) return NAN; /* maps of NULL are 0 */
    return bound_of_maps(c->arithmetic, c->system->algebra, c->d, maps);
}

/* Terms of polynomials: their coefficients are factors; *degree becomes the largest. */
static void of_terms(double *largest, size_t *degree, const slp_numbers *list)
{
    slp_term term;
    for (size_t at = 0; slp_terms_next(&term, &at, list->at, list->count);) {
        *largest = fmax(*largest, fabs(term.c));
        if (term.degree > *degree) *degree = term.degree;
    }
}

double judge_largest_factor(const slp_case *c)
{
    size_t degree = 0;
    double largest = 1, state = 0;
    for (size_t i = 0; i < c->d; i++) state = fmax(state, fabs(c->x[i]));
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        const bool divides = strcmp(c->system->params[p].key, "inertia") == 0 ||
                             strcmp(c->system->params[p].key, "weights") == 0;
        if (c->system->params[p].kind == SLP_PARAM_TERMS)
            of_terms(&largest, &degree, &c->params[p]);
        if (c->system->params[p].kind != SLP_PARAM_NUMBERS) continue;
        for (size_t i = 0; i < c->params[p].count; i++) {
            const double value = fabs(c->params[p].at[i]);
            largest = fmax(largest, value);
            if (divides && value > 0) largest = fmax(largest, 1 / value);
        }
    }
    if (c->system->divides_by_lengths)
        for (size_t i = 0; i + 2 < c->d; i += 3) {
            const double size = fmax(fmax(fabs(c->x[i]), fabs(c->x[i + 1])), fabs(c->x[i + 2]));
            if (size > 0) largest = fmax(largest, 1 / size);
        }
    largest = fmax(largest, state);
    /* a product of a term's coefficient, its power and `degree` - 1 coordinates has so many factors
     * after the first two; one more if the pairing's weight divides it */
    /* and with areas two terms' factors, two powers more, and three weights */
    if (degree && c->areas)
        return pow(largest, 2.0 * (double)degree + 3) * 2 * pow((double)degree, 3);
    if (degree > 1) return pow(largest, (double)degree) * (double)degree;
    /* an area is multiplied by two parameters and two coordinates: three factors after the first */
    return c->areas ? largest * largest * largest : largest;
}

/* judge.md (7): every rounding that is proportional to the generator. */
double judge_allowance(const slp_case *c, double size, double condition)
{
    const judge_unit unit = judge_unit_of(c->arithmetic);
    const double n = (double)judge_matrix_size(c->system->algebra, c->d);
    double terms = (4.0 + (double)c->M) * condition;
    const double wrong = ldexp(terms, -unit.bits); /* share of the generator that is roundings */
    if (!unit.plain) terms = wrong <= 0.25 ? terms / (1 - wrong) : INFINITY;
    const double each = of_sums(&unit, 6.0, n, 4) + terms;
    const double norms = coordinate_norms(c->system->algebra), stages = (double)c->scheme->stages;
    const double bound = slp_judge_bound_case(c) + norms * stages * each * size;
    if (unit.plain) return bound;
    if (isinf(terms)) return INFINITY; /* the generator may have no right digit */
    const double underflow =
        fmin(judge_largest_factor(c) * ldexp(1, unit.least - 1 + unit.bits), 0x1p60);
    return bound + norms * (2.0 * (unit.slack - 4.0) * size + stages * terms * underflow);
}
