/* Whether an error counts against a subject: this depends on what the reference proves, and on
 * whether plain iteration must find the solution (oracle/judge/judge.md, 7). */
#include "oracle/judge/step.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* True if the stage map T has few roundings, so that iterates settle within 4u|x|, as measured:
 * three-vectors, quaternions and the plane.  With n x n matrices an iterate may never settle so
 * closely. */
static bool few_roundings(slp_algebra algebra)
{
    return algebra == SLP_SO3 || algebra == SLP_SU2N || algebra == SLP_SE3 || algebra == SLP_VECTOR;
}

/* True if 1/|x_i| or h/|x_i|, which the generator of vortices contains, overflows binary64 although
 * the generator itself does not.  That happens if its other factor is 0 (one vortex alone) or very
 * small. */
static bool divides_beyond_binary64(const ref_exact_step *step, const double *from)
{
    bool beyond = false;
    if (step->c->system->algebra != SLP_SU2N) return false;
    for (slong i = 0; i < step->d; i += 3) {
        double largest = fmax(fmax(fabs(from[i]), fabs(from[i + 1])), fabs(from[i + 2]));
        beyond = beyond || fmax(1, fabs(step->c->h)) / largest > DBL_MAX;
    }
    return beyond;
}

/* True if plain iteration of the stage must settle within 4u|x|: each iteration gains at least one
 * bit, and its roundings, of size u|Xi|, and underflow, n 2^-1075, are smaller than that (unless x
 * = 0).  For a stage in the algebra the same within 4u|Xi|.  An explicit rule does not iterate. */
static bool comes_to_rest(const ref_exact_step *step, const ref_certificate *cert, double size,
                          const double *from)
{
    const double n = (double)judge_matrix_size(step->c->system->algebra, (size_t)step->d);
    double largest = 0;
    for (slong i = 0; i < step->d; i++) largest = fmax(largest, fabs(from[i]));
    if (cert->iterations == 0) return true;
    if (cert->by_jacobian || cert->L > 0.5 || !few_roundings(step->c->system->algebra))
        return false;
    return size <= (judge_moves_by_generator(step) ? largest : 1) &&
           (largest == 0 || largest >= n * DBL_MIN) && (size == 0 || size >= n * DBL_MIN);
}

bool judge_certifiable(ref_exact_step *step, slp_status *why, slp_status reported)
{
    const slp_case *c = step->c;
    ref_certificate cert;
    double *state = malloc(2 * (size_t)step->d * sizeof *state), *from = state + step->d;
    bool all = true;
    if (!state) {
        *why = SLP_MEMORY;
        return false;
    }
    for (slong i = 0; i < step->d; i++) state[i] = c->x[i];
    for (size_t s = 0; all && s < c->steps; s++) {
        const double *dw = c->M ? c->dw + s * c->M : NULL;
        memcpy(from, state, (size_t)step->d * sizeof *from);
        ref_exact_step_move(step, from, s);
        *why = ref_step_round(state, &cert, step->scheme, step->sys, state, c->h, dw, REF_PREC_CAP);
        if (*why == SLP_OK) {
            double size;
            for (slong i = 0; i < step->d; i++) arb_set_d(step->next + i, state[i]);
            if (!(judge_step_bound(&size, step) * cert.kappa <= JUDGE_WEAKEST))
                *why = SLP_UNABLE;
            else if (reported != SLP_INPUT && (!comes_to_rest(step, &cert, size, from) ||
                                               divides_beyond_binary64(step, from)))
                *why = SLP_NO_CONVERGENCE;
        }
        all = *why == SLP_OK;
    }
    free(state);
    return all;
}
