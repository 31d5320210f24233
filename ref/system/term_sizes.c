/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sizes of the terms of the generator, and how much a binary64 evaluation of one term may
 * amplify a rounding.  The judge's bound needs both (oracle/judge/judge.md section 4). */
#include "oracle/contract/number/float_environment.h"
#include "ref/system/system.h"
#include <math.h>

enum { ROUGH_PREC = 64 };

/* sum += |v|, the Euclidean norm of the coordinates */
static void add_norm(arb_t sum, arb_srcptr v, slong d)
{
    REF_LOCAL(arb, square);
    arb_dot(square, NULL, 0, v, 1, v, 1, d, ROUGH_PREC);
    arb_sqrtpos(square, square, ROUGH_PREC);
    arb_add(sum, sum, square, ROUGH_PREC);
}

/* The sum of the norms, rounded up: one Hamiltonian after the other, all increments but one zero.
 */
static double each_alone(const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW)
{
    slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, sys->M, alone);
    REF_LOCAL_VEC(arb, d, xi);
    REF_LOCAL(arb, zero, sum);
    REF_LOCAL(arf, upper);
    for (slong k = -1; k < sys->M - sys->areas; k++) {
        if (k >= 0) arb_set(alone + k, dW + k);
        ref_generator(xi, sys, x, k < 0 ? h : zero, alone, ROUGH_PREC);
        if (k >= 0) arb_zero(alone + k);
        add_norm(sum, xi, d);
    }
    arb_get_ubound_arf(upper, sum, ROUGH_PREC);
    return arf_get_d(upper, ARF_RND_UP);
}

double ref_size_upwards(const mag_t size)
{
    REF_LOCAL(arf, exact);
    arf_set_mag(exact, size);
    return arf_get_d(exact, ARF_RND_UP);
}

void ref_generator_terms(double *size, double *condition, const ref_system *sys, arb_srcptr x,
                         const arb_t h, arb_srcptr dW)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!size || !condition) return;
    *size = *condition = INFINITY;
    if (!sys || !x || !h || (sys->M && !dW)) return;
    REF_LOCAL(mag, terms, of_noises, worst);
    mag_one(worst);
    if (sys->table->terms) {
        sys->table->terms(terms, worst, sys, x, h, dW);
        *size = ref_size_upwards(terms);
    } else {
        *size = each_alone(sys, x, h, dW);
    }
    if (sys->areas && sys->table->area_terms) {
        mag_zero(terms);
        sys->table->area_terms(terms, sys, x, dW + sys->M - sys->areas);
        mag_set_d(of_noises, *size);
        mag_add(terms, terms, of_noises);
        *size = ref_size_upwards(terms);
    }
    *condition = fmax(1, ref_size_upwards(worst));
}
