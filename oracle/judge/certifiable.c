/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whether an error counts against a subject: this depends on what the reference proves, and on
 * whether plain iteration must find the solution (oracle/judge/judge.md, 7). */
#include "oracle/judge/step.h"
#include "oracle/judge/unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The least e with |a| < 2^e; far below every number if a = 0. */
static slong exponent(const arb_t a)
{
    enum { NOTHING = -(1 << 30) };
    return arb_is_zero(a) ? NOTHING : arf_abs_bound_lt_2exp_si(arb_midref(a));
}

static slong largest_exponent(arb_srcptr x, slong d)
{
    slong largest = exponent(x);
    for (slong i = 1; i < d; i++) largest = FLINT_MAX(largest, exponent(x + i));
    return largest;
}

/* True if 1/|x_i| or h/|x_i|, which the generator of vortices contains, overflows although the
 * generator itself does not.  That happens if its other factor is 0 (one vortex alone) or very
 * small.  Of other arithmetics than binary64 it is also true within a factor of 4 of that. */
static bool divides_beyond_range(const ref_exact_step *step, const judge_unit *unit)
{
    bool beyond = false;
    if (!step->c->system->divides_by_lengths) return false;
    const slong above = FLINT_MAX(1, exponent(step->h));
    for (slong i = 0; i < step->d; i += 3) {
        double largest = 0;
        for (slong k = i; k < i + 3; k++)
            largest = fmax(largest, fabs(arf_get_d(arb_midref(step->x + k), ARF_RND_NEAR)));
        if (unit->plain)
            beyond = beyond || fmax(1, fabs(step->c->h)) / largest > DBL_MAX;
        else
            beyond = beyond || above + 1 - largest_exponent(step->x + i, 3) >= unit->most;
    }
    return beyond;
}

/* True if a number of this size is at least n 2^(least - 1)/u: u times it is not below the n
 * underflows of a step. */
static bool is_normal(double size, slong exponent_of_size, double n, const judge_unit *unit)
{
    if (unit->plain) return size >= n * DBL_MIN;
    return exponent_of_size - 1 >= (slong)ceil(log2(n)) + unit->least - 1 + unit->bits;
}

/* True if plain iteration of the stage must settle within tau u|x|: each iteration gains at least
 * one bit, and its roundings, of size u|Xi|, and underflow, n 2^(least - 1), are smaller than that
 * (unless x = 0).  For a stage in the algebra the same within tau u|Xi|.  An explicit rule does not
 * iterate. */
static bool comes_to_rest(const ref_exact_step *step, const judge_unit *unit,
                          const ref_certificate *cert, double size, arb_srcptr from)
{
    const double n = (double)judge_matrix_size(step->c->system->algebra, (size_t)step->d);
    double largest = 0;
    for (slong i = 0; i < step->d; i++)
        largest = fmax(largest, fabs(arf_get_d(arb_midref(from + i), ARF_RND_NEAR)));
    if (cert->iterations == 0) return true;
    if (cert->by_jacobian || cert->L > 0.5) return false;
    return size <= (judge_moves_by_generator(step) ? largest : 1) &&
           (_arb_vec_is_zero(from, step->d) ||
            is_normal(largest, largest_exponent(from, step->d), n, unit)) &&
           (size == 0 || is_normal(size, ilogb(size) + 1, n, unit));
}

/* next := the image of step->x, rounded: to binary64 as a program there returns it, or to the bits
 * of the arithmetic. */
static slp_status round_image(arb_ptr next, ref_certificate *cert, ref_exact_step *step,
                              const judge_unit *unit, size_t s)
{
    slp_status status = SLP_UNABLE;
    if (unit->plain) {
        const size_t d = (size_t)step->d;
        const double *dw = step->c->M ? step->c->dw + s * step->c->M : NULL;
        double *state = malloc(d * sizeof *state);
        if (!state) return SLP_MEMORY;
        for (size_t i = 0; i < d; i++) state[i] = arf_get_d(arb_midref(step->x + i), ARF_RND_NEAR);
        status = ref_step_round(state, cert, step->scheme, step->sys, state, step->c->h, dw,
                                REF_PREC_CAP);
        if (status == SLP_OK) ref_exact_numbers(next, state, NULL, 0, d);
        free(state);
        return status;
    }
    status = ref_exact_step_refine(next, cert, step, judge_first_precision(unit), REF_PREC_CAP,
                                   NULL, NULL);
    for (slong i = 0; status == SLP_OK && i < step->d; i++) {
        arb_get_mid_arb(next + i, next + i);
        arf_set_round(arb_midref(next + i), arb_midref(next + i), unit->bits, ARF_RND_NEAR);
        /* near the end of the range a sum on the way may overflow */
        if (exponent(next + i) >= unit->most - 1) status = SLP_DOMAIN;
    }
    return status;
}

bool judge_certifiable(ref_exact_step *step, slp_status *why, slp_status reported)
{
    const slp_case *c = step->c;
    const judge_unit unit = judge_unit_of(c->arithmetic);
    ref_certificate cert;
    REF_LOCAL_VEC(arb, step->d, state, from);
    bool all = true;
    REF_LOCAL(arb, allowed);
    ref_exact_numbers(state, c->x, c->exact_x, 0, c->d);
    for (size_t s = 0; all && s < c->steps; s++) {
        _arb_vec_set(from, state, step->d);
        ref_exact_step_from(step, from, s);
        *why = round_image(state, &cert, step, &unit, s);
        if (*why == SLP_OK) {
            judge_sizes sizes;
            _arb_vec_set(step->next, state, step->d);
            if (!judge_measure(allowed, &sizes, step, cert.kappa, judge_weakest(&unit, c->scheme),
                               judge_first_precision(&unit))
                     .enough)
                *why = SLP_UNABLE;
            else if (reported != SLP_INPUT &&
                     (!comes_to_rest(step, &unit, &cert, sizes.generator, from) ||
                      divides_beyond_range(step, &unit)))
                *why = SLP_NO_CONVERGENCE;
        }
        all = *why == SLP_OK;
    }
    return all;
}
