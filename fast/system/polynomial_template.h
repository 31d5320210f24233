/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Twofold sums of polynomials: a step's coefficients and the rows of the generator.  A file that
 * includes this defines SUMS, the name of the table; each instruction set has one, with the same
 * results. */
#include "fast/system/polynomial.h"

/* F_m */
static twofold coefficient(const fast_polynomial *own, size_t m, double h, const double *dW)
{
    twofold sum = fast_summand_part(own->summand + own->start[m], h, dW);
    for (size_t s = own->start[m] + 1; s < own->start[m + 1]; s++)
        sum = twofold_add(sum, fast_summand_part(own->summand + s, h, dW));
    return sum;
}

static twofold times_power(twofold F, uint32_t power)
{
    if (power <= 2) return (twofold){power * F.high, power * F.low};
    return twofold_scale(F, power);
}

/* The same of polynomials of degree at most 2. */
static void freeze_affine(double *frozen, const fast_polynomial *own, double h, const double *dW)
{
    for (size_t m = 0; m < own->monomials; m++) {
        const affine_monomial *of = own->affine + m;
        twofold F;
        if (of->summands > 1) {
            F = coefficient(own, m, h, dW);
            F = times_power(F, own->term[of->place[0]].power);
        } else {
            F = twofold_product(of->c, of->k ? dW[of->k - 1] : h);
            if (of->over != 1) F = twofold_over(F, (twofold){of->over, 0});
        }
        for (size_t k = 0; k < 2; k++) {
            frozen[2 * of->place[k]] = F.high;
            frozen[2 * of->place[k] + 1] = F.low;
        }
    }
}

/* p F_m of each term of a row, high and low */
static void freeze(double *frozen, const fast_polynomial *own, double h, const double *dW)
{
    const size_t *place = own->place;
    if (own->affine) {
        freeze_affine(frozen, own, h, dW);
        return;
    }
    for (size_t m = 0; m < own->monomials; m++) {
        const summand *s = own->summand + own->start[m];
        const twofold F = coefficient(own, m, h, dW);
        for (uint32_t j = 0; j < s->degree; j++) {
            if (j > 0 && s->at[j] == s->at[j - 1]) continue;
            const twofold c = times_power(F, own->term[*place].power);
            frozen[2 * *place] = c.high;
            frozen[2 * *place++ + 1] = c.low;
        }
    }
}

/* p F_m of term t of a row */
static twofold frozen_coefficient(const fast_polynomial *own, size_t t, const double *frozen)
{
    if (!own->plain) return (twofold){frozen[2 * t], frozen[2 * t + 1]};
    const double *f = fast_polynomial_plain_increments(own, frozen);
    return times_power(coefficient(own, own->term[t].monomial, f[0], f + 1), own->term[t].power);
}

/* product x_j x_l ... 2^exponent: each coordinate takes a share of the exponent, so that what is
 * multiplied stays of the size of the whole where all coordinates are of one size. */
static twofold shared(twofold product, const row_term *term, const uint32_t *at, const double *x)
{
    const int count = (int)term->count, share = count ? term->exponent / count : 0;
    const int rest = term->exponent - share * count;
    product = (twofold){ldexp(product.high, rest), ldexp(product.low, rest)};
    for (int l = 0; l < count; l++) product = twofold_scale(product, ldexp(x[at[l]], share));
    return product;
}

/* sum + the terms from..to - 1 of a row */
static twofold add_terms(twofold sum, const fast_polynomial *own, size_t from, size_t to,
                         const double *frozen, const double *x)
{
    for (size_t t = from; t < to; t++) {
        const row_term *term = own->term + t;
        const uint32_t *at = own->factors + term->first;
        twofold product = frozen_coefficient(own, t, frozen);
        if (term->exponent)
            product = shared(product, term, at, x);
        else
            for (uint32_t l = 0; l < term->count; l++) product = twofold_scale(product, x[at[l]]);
        sum = twofold_add(sum, product);
    }
    return sum;
}

/* sum + the terms from..to - 1 of a row, which have one coordinate each: the rounding errors of
 * products and sums are added up separately (Ogita, Rump, Oishi 2005, Dot2). */
static inline twofold add_simple(twofold sum, const uint32_t *column, size_t from, size_t to,
                                 const double *frozen, const double *x)
{
    for (size_t t = from; t < to; t++) {
        const double F = frozen[2 * t], v = x[column[t]];
        const twofold product = twofold_product(F, v), next = twofold_sum(sum.high, product.high);
        sum.high = next.high;
        sum.low += next.low + fma(frozen[2 * t + 1], v, product.low);
    }
    return twofold_sum(sum.high, sum.low);
}

static inline twofold over_weight(twofold sum, double w)
{
    if (w == 1) return sum;
    return w == 2 ? (twofold){sum.high / 2, sum.low / 2} : twofold_over(sum, (twofold){w, 0});
}

/* add_simple of one term to 0, with the same bits. */
static inline twofold simple_term(const uint32_t *column, size_t t, const double *frozen,
                                  const double *x)
{
    const twofold product = twofold_product(frozen[2 * t], x[column[t]]);
    const double low = fma(frozen[2 * t + 1], x[column[t]], product.low);
    return twofold_sum(0 + product.high, 0 + low);
}

/* The sum of row i of an affine generator: its constant, if it has one, comes first. */
static inline twofold affine_row(const fast_polynomial *own, size_t i, const double *frozen,
                                 const double *x)
{
    const size_t *simple = own->simple + 2 * i, first = own->row[i];
    twofold sum = {0, 0};
    if (first == simple[0] && simple[1] - first == 1)
        return simple_term(own->column, first, frozen, x);
    if (first < simple[0]) sum = (twofold){frozen[2 * first], frozen[2 * first + 1]};
    return add_simple(sum, own->column, simple[0], simple[1], frozen, x);
}

static twofold row_sum(const fast_polynomial *own, size_t i, const double *frozen, const double *x)
{
    const size_t *simple = own->simple + 2 * i;
    twofold sum = {0, 0};
    if (own->plain) return add_terms(sum, own, own->row[i], own->row[i + 1], frozen, x);
    sum = add_simple(sum, own->column, simple[0], simple[1], frozen, x);
    sum = add_terms(sum, own, own->row[i], simple[0], frozen, x);
    return add_terms(sum, own, simple[1], own->row[i + 1], frozen, x);
}

static void rows(double *xi, double *xi_low, const fast_polynomial *own, const double *frozen,
                 const double *x, size_t from, size_t to)
{
    const bool affine = own->affine != NULL;
    for (size_t i = from; i < to; i++) {
        twofold sum = affine ? affine_row(own, i, frozen, x) : row_sum(own, i, frozen, x);
        if (own->weighted) sum = over_weight(sum, own->on.weight[i]);
        xi[i] = sum.high;
        if (xi_low) xi_low[i] = sum.low;
    }
}

/* xi += the gradient of f_k c x_i x_j ..., over the weights: high and low of each number */
static void add_gradient(double *xi, double *low, const fast_polynomial *own, const summand *s,
                         double h, const double *dW, const double *x)
{
    const twofold F = fast_summand_part(s, h, dW);
    for (uint32_t j = 0, power; j < s->degree; j += power) {
        const size_t i = s->at[j];
        for (power = 1; j + power < s->degree && s->at[j + power] == i;) power++;
        twofold product = times_power(F, power);
        for (uint32_t l = 0; l < s->degree; l++)
            if (l != j) product = twofold_scale(product, x[s->at[l]]);
        const double w = own->on.weight[i];
        if (w != 1) product = twofold_over(product, (twofold){w, 0});
        const twofold sum = twofold_add((twofold){xi[i], low[i]}, product);
        xi[i] = sum.high;
        low[i] = sum.low;
    }
}

static void add_factor(double *xi, double *low, const fast_polynomial *own,
                       const fast_polynomial_factor *of, double h, const double *dW,
                       const double *x)
{
    for (size_t n = of->first; n < of[1].first; n++)
        add_gradient(xi, low, own, own->summand + own->in_factor[n], h, dW, x);
}

const fast_polynomial_sums SUMS = {freeze, rows, add_factor};
