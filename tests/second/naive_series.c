/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Series and iterations of the second reference. */
#include "tests/second/naive_model.h"

enum { ITERATIONS = 4000, DIVERGED = 64, SPARE_BITS = 40 };

bool naive_settle(mpfr_ptr z, long count, naive_update update, const void *context,
                  mpfr_prec_t prec)
{
    mpfr_ptr image = naive_array_new(2 * count, prec), change = image + count;
    long scale = naive_array_size(z, count);
    bool converged = false, lost = false;
    for (int k = 0; k < ITERATIONS && !converged && !lost; k++) {
        lost = !update(image, context, z) || !naive_array_finite(image, count);
        naive_array_copy(change, image, count);
        naive_array_add(change, -1, z, count);
        naive_array_copy(z, image, count);
        if (k == 0 && naive_array_size(z, count) > scale) scale = naive_array_size(z, count);
        lost = lost || naive_array_size(z, count) > scale + DIVERGED;
        converged = !lost && (naive_array_size(change, count) < scale - (long)prec + 16 ||
                              naive_array_zeros(change, count));
    }
    naive_array_free(image, 2 * count);
    return converged;
}

/* Terms so small do not count any more, nor do those that follow: consecutive ones grow by less
 * than |ad|^k/k!. */
static bool spent(mpfr_srcptr term, mpfr_srcptr x, long d, mpfr_prec_t prec)
{
    return naive_array_size(term, d) < naive_array_size(x, d) - (long)prec - SPARE_BITS;
}

/* out = sum_k ad^k x / (k + shift)!, shift = 0 or 1 */
static void series(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d, mpfr_srcptr xi,
                   mpfr_srcptr x, long shift)
{
    mpfr_ptr term = naive_array_new(2 * d, model->prec), sum = term + d;
    naive_array_copy(term, x, d);
    naive_array_copy(sum, x, d);
    for (long k = 1; k < NAIVE_SERIES && !spent(term, x, d, model->prec); k++) {
        ad(term, model, xi, term);
        for (long i = 0; i < d; i++) mpfr_div_si(term + i, term + i, k + shift, MPFR_RNDN);
        naive_array_add(sum, 1, term, d);
    }
    if (!spent(term, x, d, model->prec)) mpfr_set_nan(sum); /* |ad| too large for so few terms */
    naive_array_copy(out, sum, d);
    naive_array_free(term, 2 * d);
}

/* In 2^halvings equal factors, one after the other, so that no series has large terms */
void naive_exponential(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d,
                       mpfr_srcptr xi, mpfr_srcptr x)
{
    long size = naive_array_size(xi, d), halvings = size > 0 ? size : 0;
    mpfr_ptr piece = naive_array_new(2 * d, model->prec), sum = piece + d;
    for (long i = 0; i < d; i++) mpfr_div_2si(piece + i, xi + i, halvings, MPFR_RNDN);
    naive_array_copy(sum, x, d);
    if (halvings > 12) mpfr_set_nan(sum);
    for (long turn = 0; halvings <= 12 && turn < 1L << halvings; turn++)
        series(sum, model, ad, d, piece, sum, 0);
    naive_array_copy(out, sum, d);
    naive_array_free(piece, 2 * d);
}

void naive_dexp(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d, mpfr_srcptr xi,
                mpfr_srcptr x)
{
    series(out, model, ad, d, xi, x, 1);
}

void naive_dexp_inverse(mpfr_ptr out, const naive_model *model, naive_ad_star ad, long d,
                        mpfr_srcptr xi, mpfr_srcptr x)
{
    mpfr_ptr power = naive_array_new(3 * d, model->prec), sum = power + d, term = sum + d;
    bool done = false;
    naive_array_copy(power, x, d);
    naive_array_copy(sum, x, d);
    for (long k = 1; k < NAIVE_SERIES && !done; k++) {
        ad(power, model, xi, power);
        for (long i = 0; i < d; i++) mpfr_mul(term + i, power + i, model->series + k, MPFR_RNDN);
        naive_array_add(sum, 1, term, d);
        done = k % 2 == 0 && spent(term, x, d, model->prec);
    }
    if (!done) mpfr_set_nan(sum); /* |ad| near 2 pi or beyond */
    naive_array_copy(out, sum, d);
    naive_array_free(power, 3 * d);
}

void naive_model_flow(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr x)
{
    long d = model->d;
    if (model->algebra == SLP_VECTOR) { /* a translation by J xi */
        mpfr_ptr t = naive_array_new(d, model->prec);
        naive_model_coadjoint(t, model, xi, x);
        naive_array_add(t, 1, x, d);
        naive_array_copy(out, t, d);
        naive_array_free(t, d);
    } else {
        naive_exponential(out, model, naive_model_coadjoint, d, xi, x);
    }
}
