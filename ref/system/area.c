/* Brackets of quadratic and linear Hamiltonians on R^3; derived in ref/system/area.h. */
#include "ref/system/area.h"

void ref_each_pair(slong noises, ref_pair_visit *visit, void *user)
{
    slong number = 0;
    for (slong i = 0; i < noises; i++)
        for (slong j = i + 1; j < noises; j++) visit(user, i, j, number++);
}

void ref_triple_apply(arb_ptr out, arb_srcptr v, arb_srcptr w, slong prec)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_addmul(out + i, v + k, w + j, prec);
        arb_addmul(out + i, v + j, w + k, prec);
    }
}

void ref_triple_gradient(arb_ptr out, const arb_t kappa, arb_srcptr x, slong prec)
{
    arb_t term;
    arb_init(term);
    for (int i = 0; i < 3; i++) {
        arb_mul(term, x + (i + 1) % 3, x + (i + 2) % 3, prec);
        arb_addmul(out + i, kappa, term, prec);
    }
    arb_clear(term);
}

void ref_triple_tangent(arb_ptr out, const arb_t kappa, arb_srcptr x, arb_srcptr dx, arb_ptr w,
                        slong prec)
{
    _arb_vec_scalar_mul(w, x, 3, kappa, prec);
    ref_triple_apply(out, w, dx, prec);
}

/* |v|, from above */
static void norm(mag_t out, arb_srcptr v)
{
    mag_t m;
    mag_init(m);
    mag_zero(out);
    for (int i = 0; i < 3; i++) {
        arb_get_mag(m, v + i);
        mag_addmul(out, m, m);
    }
    mag_sqrt(out, out);
    mag_clear(m);
}

void ref_triple_lipschitz(mag_t lip, const arb_t kappa, arb_srcptr s, arb_srcptr x, const mag_t R)
{
    mag_t size, weight;
    mag_init(size);
    mag_init(weight);
    norm(size, x);
    mag_add(size, size, R);
    arb_get_mag(weight, kappa);
    mag_mul(size, size, weight);
    if (s) {
        norm(weight, s);
        mag_add(size, size, weight);
    }
    mag_set_ui_2exp_si(weight, 18919, -14); /* 1.15473 > 2/sqrt(3) = 1.15470 */
    mag_addmul(lip, size, weight);
    mag_clear(size);
    mag_clear(weight);
}

void ref_triple_weight(arb_t out, const double c[3], slong i, slong j, const arb_t number,
                       slong prec)
{
    arb_t product, factor;
    arb_init(product);
    arb_init(factor);
    arb_set_d(product, c[i]);
    arb_set_d(factor, c[j]);
    arb_mul(product, product, factor, prec);
    if (j - i == 2)
        arb_submul(out, product, number, prec);
    else
        arb_addmul(out, product, number, prec);
    arb_clear(product);
    arb_clear(factor);
}
