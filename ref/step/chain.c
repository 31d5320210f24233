/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories enclosed step by step in frames that turn with the flow (Lohner's method): from
 *     x in c + A [-r, r]  follows  Psi(x) in Psi(c) + D A [-r, r],
 * D an enclosure of the derivative on the box around the set.  The new frame A' is the orthogonal
 * factor of D A, longest columns first, in binary64: any invertible A' is right.  Derivation:
 * oracle/certificates/proof.md, section 6. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"
#include "ref/exact_step.h"

#include <float.h>
#include <math.h>

/* SLACK: others enclose the step from the stage's `bits` bits, to 2^(SLACK - bits) of its size;
 * WIDER: and derivatives to 2^-WIDER, which
 * counts times the largest reach: the set may be long and thin */
enum { SLACK = 8, WIDER = 24 };

void ref_chain_init(ref_chain *chain, const ref_exact_step *step, slong bits)
{
    *chain = (ref_chain){.d = step->d, .bits = bits};
    chain->centre = _arb_vec_init(step->d);
    chain->reach = _arb_vec_init(step->d);
    chain->hull = _arb_vec_init(step->d);
    arb_mat_init(chain->frame, step->d, step->d);
    arb_mat_one(chain->frame);
    _arb_vec_set(chain->centre, step->x, step->d);
    _arb_vec_set(chain->hull, step->x, step->d);
}

void ref_chain_clear(ref_chain *chain)
{
    if (!chain->centre) return;
    _arb_vec_clear(chain->centre, chain->d);
    _arb_vec_clear(chain->reach, chain->d);
    _arb_vec_clear(chain->hull, chain->d);
    arb_mat_clear(chain->frame);
    *chain = (ref_chain){0};
}

/* hull := balls around centre + frame [-reach, reach] */
static void set_hull(ref_chain *chain)
{
    REF_LOCAL(mag, far);
    for (slong i = 0; i < chain->d; i++) {
        arb_set(chain->hull + i, chain->centre + i);
        for (slong j = 0; j < chain->d; j++) {
            REF_LOCAL(mag, reach);
            arb_get_mag(far, arb_mat_entry(chain->frame, i, j));
            arb_get_mag(reach, chain->reach + j);
            mag_mul(far, far, reach);
            arb_add_error_mag(chain->hull + i, far);
        }
    }
}

/* The columns of B, d x d, become orthonormal, longest first; false if they are dependent. */
static bool orthonormalise(double *B, slong d)
{
    for (slong j = 0; j < d; j++) {
        double longest = 0;
        slong at = j;
        for (slong k = j; k < d; k++) {
            double length = 0;
            for (slong i = 0; i < d; i++) length = hypot(length, B[i * d + k]);
            if (length > longest) longest = length, at = k;
        }
        if (!(longest > 0) || !isfinite(longest)) return false;
        for (slong i = 0; i < d; i++) {
            const double b = B[i * d + at];
            B[i * d + at] = B[i * d + j];
            B[i * d + j] = b / longest;
        }
        for (slong k = j + 1; k < d; k++)
            for (int again = 0; again < 2; again++) {
                double along = 0;
                for (slong i = 0; i < d; i++) along += B[i * d + j] * B[i * d + k];
                for (slong i = 0; i < d; i++) B[i * d + k] -= along * B[i * d + j];
            }
    }
    return true;
}

/* frame := the orthogonal factor of image diag(reach); left as it is where a reach is 0 or the
 * columns are dependent. */
static void turn_frame(ref_chain *chain, const arb_mat_t image, const arb_t largest)
{
    const slong d = chain->d;
    double *B = flint_malloc((size_t)(d * d) * sizeof *B);
    bool good = true;
    REF_LOCAL(arb, scaled);
    for (slong j = 0; j < d; j++) {
        arb_div(scaled, chain->reach + j, largest, 64);
        const double share = arf_get_d(arb_midref(scaled), ARF_RND_NEAR);
        good = good && share > DBL_MIN;
        for (slong i = 0; i < d; i++)
            B[i * d + j] = share * arf_get_d(arb_midref(arb_mat_entry(image, i, j)), ARF_RND_NEAR);
    }
    if (good && orthonormalise(B, d)) {
        chain->turned = true;
        for (slong i = 0; i < d * d; i++)
            arb_set_d(arb_mat_entry(chain->frame, i / d, i % d), B[i]);
    }
    flint_free(B);
}

static void largest_of(arb_t largest, arb_srcptr v, slong d)
{
    arb_zero(largest);
    for (slong i = 0; i < d; i++)
        if (arf_cmpabs(arb_midref(v + i), arb_midref(largest)) > 0)
            arf_abs(arb_midref(largest), arb_midref(v + i));
}

/* centre, frame and reach after the step with the derivative D and the image y of the centre. */
static slp_status move(ref_chain *chain, arb_ptr y, const arb_mat_t D)
{
    const slong d = chain->d, prec = 2 * chain->bits;
    REF_LOCAL_VEC(arb, d, reach);
    slp_status status = SLP_OK;
    REF_LOCAL_MAT(arb, d, d, image, back, G);
    REF_LOCAL(arb, largest, slack, one);
    REF_LOCAL(mag, size);
    arb_mat_mul(image, D, chain->frame, prec);
    largest_of(largest, chain->reach, d);
    if (!arb_is_zero(largest)) turn_frame(chain, image, largest);
    largest_of(slack, y, d);
    if (arb_is_zero(slack)) arb_one(slack);
    arb_mul_2exp_si(slack, slack, SLACK - chain->bits);
    if (!arb_mat_inv(back, chain->frame, prec)) status = SLP_UNABLE;
    arb_mat_mul(G, back, image, prec);
    for (slong i = 0; i < d; i++) {
        arf_set_round(arb_midref(chain->centre + i), arb_midref(y + i), chain->bits + SLACK,
                      ARF_RND_NEAR);
        arb_sub(y + i, y + i, chain->centre + i, prec);
        arb_add_error(y + i, slack);
    }
    for (slong i = 0; i < d && status == SLP_OK; i++) {
        for (slong j = 0; j < d; j++) {
            arb_abs(one, arb_mat_entry(G, i, j));
            arb_addmul(reach + i, one, chain->reach + j, prec);
        }
        arb_add(one, reach + i, largest, prec);
        arb_mul_2exp_si(one, one, -WIDER);
        arb_add(reach + i, reach + i, one, prec);
        for (slong j = 0; j < d; j++) {
            arb_mul(one, arb_mat_entry(back, i, j), y + j, prec);
            arb_abs(one, one);
            arb_add(reach + i, reach + i, one, prec);
        }
        arb_get_mag(size, reach + i);
        if (mag_is_inf(size)) status = SLP_UNABLE;
    }
    for (slong i = 0; i < d && status == SLP_OK; i++) {
        arb_get_mag(size, reach + i);
        arf_set_mag(arb_midref(chain->reach + i), size);
    }
    if (status == SLP_OK) set_hull(chain);
    return status;
}

slp_status ref_chain_step(ref_proof *proof, ref_chain *chain, ref_exact_step *step, size_t s)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const slong d = chain->d, prec = 2 * chain->bits;
    REF_LOCAL_MAT(arb, d, d, D);
    ref_exact_step_from(step, chain->hull, s);
    slp_status status = ref_exact_step_prove(proof, step, chain->bits);
    if (status == SLP_OK)
        status = ref_step_tangent(D, step->next, NULL, step->scheme, step->sys, step->x, step->h,
                                  step->dW, prec);
    if (status == SLP_OK) {
        ref_exact_step_from(step, chain->centre, s);
        status = ref_exact_step_image(step->next, NULL, step, prec);
    }
    if (status == SLP_OK) status = move(chain, step->next, D);
    return status;
}

slp_status ref_chain_round(double *y, const ref_chain *chain)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    for (slong i = 0; i < chain->d; i++) {
        if (!ref_round_ball(&y[i], chain->hull + i)) return SLP_UNABLE;
        if (!isfinite(y[i])) return SLP_DOMAIN;
    }
    return SLP_OK;
}
