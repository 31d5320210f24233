/* How large the terms are that the generator is a sum of, and how much a binary64 evaluation of one of them may
 * amplify a rounding: what the bound of a verdict needs to know of a system (oracle/judge.md section 4). */
#include "ref/system.h"
#include <math.h>

enum { ROUGH_PREC = 64 };

/* sum += |v|, the Euclidean norm of the coordinates, rounded up */
static void add_norm(mag_t sum, arb_srcptr v, slong d)
{
    mag_t square, one;
    mag_init(square);
    mag_init(one);
    for (slong i = 0; i < d; i++) {
        arb_get_mag(one, v + i);
        mag_addmul(square, one, one);
    }
    mag_sqrt(square, square);
    mag_add(sum, sum, square);
    mag_clear(square);
    mag_clear(one);
}

/* One Hamiltonian after the other: all increments but one are zero. */
static void each_alone(mag_t terms, const ref_system *sys, arb_srcptr x, const arb_t h,
                       arb_srcptr dW)
{
    slong d = sys->algebra.d;
    arb_ptr alone = _arb_vec_init(sys->M), xi = _arb_vec_init(d);
    arb_t zero;
    arb_init(zero);
    mag_zero(terms);
    for (slong k = -1; k < sys->M; k++) {
        if (k >= 0) arb_set(alone + k, dW + k);
        ref_generator(xi, sys, x, k < 0 ? h : zero, alone, ROUGH_PREC);
        if (k >= 0) arb_zero(alone + k);
        add_norm(terms, xi, d);
    }
    arb_clear(zero);
    _arb_vec_clear(alone, sys->M);
    _arb_vec_clear(xi, d);
}

void ref_generator_terms(double *size, double *condition, const ref_system *sys, arb_srcptr x,
                         const arb_t h, arb_srcptr dW)
{
    mag_t terms, worst;
    mag_init(terms);
    mag_init(worst);
    mag_one(worst);
    if (sys->table->terms)
        sys->table->terms(terms, worst, sys, x, h, dW);
    else
        each_alone(terms, sys, x, h, dW);
    *size = mag_get_d(terms);
    *condition = fmax(1, mag_get_d(worst));
    mag_clear(terms);
    mag_clear(worst);
}
