/* Hamiltonians that are polynomials in the coordinates, on every algebra that a user's system may
 * have: H_k = sum over its terms of c x_i1 x_i2 ...  With w the weights of the pairing,
 *     Xi_i(x; h, dW) = (h dH_0/dx_i + sum_k dW_k dH_k/dx_i) / w_i.
 *
 * A monomial that several terms have, in one Hamiltonian or in several, is kept once, with the
 * number c of each of these terms.  `freeze` adds them up to one coefficient a step,
 *     F_m = sum over the terms of monomial m of f_k c,    f_0 = h, f_k = dW_k.
 * With p the power of x_i in monomial m, the sum of row i is
 *     w_i Xi_i = sum over the monomials m that have x_i of p F_m x_j x_l ...,
 * the product over the other factors of the monomial, x_i among them p - 1 times.  Coefficients,
 * products and sums are twofold, since terms may cancel.
 * On many vectors sums are plain where they are as good for the state (fast/system/polynomial.md).
 * Pinned by tests/fast/test_fast_polynomial.c, tests/fast/test_fast_polynomial_sums.c. */
#include "fast/system/polynomial.h"
#include "fast/vector/largest.h"

#include <stdlib.h>
#include <string.h>

typedef fast_polynomial polynomial;

static int ascending(const void *a, const void *b)
{
    const uint32_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* By degree, then by coordinates: 0 if both are the same monomial. */
static int compare_monomials(const summand *a, const summand *b)
{
    if (a->degree != b->degree) return a->degree < b->degree ? -1 : 1;
    if (a->exponent != b->exponent) return a->exponent < b->exponent ? -1 : 1;
    for (uint32_t i = 0; i < a->degree; i++)
        if (a->at[i] != b->at[i]) return a->at[i] < b->at[i] ? -1 : 1;
    return 0;
}

static int compare_summands(const void *a, const void *b)
{
    const summand *left = a, *right = b;
    const int by_monomial = compare_monomials(left, right);
    if (by_monomial) return by_monomial;
    if (left->k != right->k) return left->k < right->k ? -1 : 1;
    return (left->c > right->c) - (left->c < right->c);
}

/* Reads the terms of c in order.  SLP_INPUT if one does not fit: the case was not checked. */
static slp_status read_terms(polynomial *own, const slp_case *c, size_t M)
{
    slp_term term;
    size_t numbers, count = 0;
    const double *list = slp_case_param(c, "terms", &numbers);
    for (size_t at = 0; slp_terms_next(&term, &at, list, numbers);) count++;
    own->summand = calloc(count ? count : 1, sizeof *own->summand);
    if (!own->summand) return SLP_MEMORY;
    for (size_t at = 0; slp_terms_next(&term, &at, list, numbers);) {
        summand *to = own->summand + own->summands++;
        if (term.k > M || term.degree < 1 || term.degree > SLP_MAX_DEGREE) return SLP_INPUT;
        to->c = term.c;
        to->k = (uint32_t)term.k;
        to->degree = (uint32_t)term.degree;
        for (size_t i = 0; i < term.degree; i++) {
            if (term.index[i] >= own->on.d) return SLP_INPUT;
            to->at[i] = (uint32_t)term.index[i];
        }
        qsort(to->at, to->degree, sizeof *to->at, ascending);
    }
    return SLP_OK;
}

static slp_status find_monomials(polynomial *own)
{
    qsort(own->summand, own->summands, sizeof *own->summand, compare_summands);
    own->start = malloc((own->summands + 1) * sizeof *own->start);
    if (!own->start) return SLP_MEMORY;
    for (size_t s = 0; s < own->summands; s++)
        if (s == 0 || compare_monomials(own->summand + s - 1, own->summand + s))
            own->start[own->monomials++] = s;
    own->start[own->monomials] = own->summands;
    return SLP_OK;
}

/* How often coordinate j of a monomial occurs in it; 0 if it has stood before. */
static uint32_t power_at(const summand *s, uint32_t j)
{
    uint32_t power = 1;
    if (j > 0 && s->at[j] == s->at[j - 1]) return 0;
    while (j + power < s->degree && s->at[j + power] == s->at[j]) power++;
    return power;
}

static slp_status make_rows(polynomial *own)
{
    const size_t d = own->on.d;
    size_t terms = 0, factors = 0;
    own->row = calloc(d + 2, sizeof *own->row);
    if (!own->row) return SLP_MEMORY;
    for (size_t m = 0; m < own->monomials; m++) {
        const summand *s = own->summand + own->start[m];
        for (uint32_t j = 0; j < s->degree; j++)
            if (power_at(s, j)) {
                own->row[s->at[j] + 2]++;
                terms++;
                factors += s->degree - 1;
            }
    }
    own->term = malloc((terms ? terms : 1) * sizeof *own->term);
    own->factors = malloc((factors ? factors : 1) * sizeof *own->factors);
    if (!own->term || !own->factors) return SLP_MEMORY;
    for (size_t i = 2; i <= d + 1; i++) own->row[i] += own->row[i - 1];
    /* row[i + 1] is where row i begins, and moves to where it ends: the beginning of row i + 1 */
    factors = 0;
    for (size_t m = 0; m < own->monomials; m++) {
        const summand *s = own->summand + own->start[m];
        for (uint32_t j = 0; j < s->degree; j++) {
            const uint32_t power = power_at(s, j);
            if (!power) continue;
            own->term[own->row[s->at[j] + 1]++] =
                (row_term){factors, (uint32_t)m, power, s->degree - 1, s->exponent};
            for (uint32_t l = 0; l < s->degree; l++)
                if (l != j) own->factors[factors++] = s->at[l];
        }
    }
    return SLP_OK;
}

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, weights;
    const double *size = slp_case_param(c, "size", &sizes);
    const double *weight = slp_case_param(c, "weights", &weights);
    const size_t n = sizes == 1 ? (size_t)*size : 1;
    const slp_algebra kind = c->system->algebra;
    polynomial *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    slp_status status = SLP_INPUT;
    if (weights == 0 || (kind == SLP_SU2N && weights == n))
        status = fast_own_algebra_open(&own->on, kind, n, c->d, weights ? weight : NULL);
    if (status == SLP_OK) status = read_terms(own, c, c->M - c->areas);
    if (status == SLP_OK) fast_polynomial_find_factors(own);
    if (status == SLP_OK && c->areas) status = fast_polynomial_add_brackets(own, c->M - c->areas);
    if (status == SLP_OK) status = find_monomials(own);
    if (status == SLP_OK) status = make_rows(own);
    own->M = c->M;
    if (status == SLP_OK && !c->areas) status = fast_polynomial_plain_open(own);
    if (status == SLP_INPUT)
        return slp_error_set(err, c->line, c->id, "terms",
                             "parameters that do not fit each other; pass the case through "
                             "slp_case_check");
    if (status != SLP_OK) return status;
    sys->algebra = own->on.algebra;
    sys->d = own->on.d;
    sys->M = c->M - c->areas;
    if (own->factor_count != SIZE_MAX) /* two vectors of xi and two of the state, of `factor` */
        sys->room = fast_algebra_room(sys->algebra) + 4 * sys->d;
    sys->casimirs = fast_own_algebra_casimir_count(&own->on);
    return SLP_OK;
}

static void close(fast_system *sys)
{
    polynomial *own = sys->own;
    if (own) {
        fast_polynomial_plain_clear(own);
        fast_own_algebra_clear(&own->on);
        free(own->summand);
        free(own->start);
        free(own->row);
        free(own->term);
        free(own->factors);
    }
    free(own);
}

static size_t frozen_room(const fast_system *sys)
{
    const polynomial *own = sys->own;
    return own->plain ? fast_polynomial_plain_room(own) : 2 * own->monomials;
}

/* F_m */
static twofold coefficient(const polynomial *own, size_t m, double h, const double *dW)
{
    twofold sum = {0, 0};
    for (size_t s = own->start[m]; s < own->start[m + 1]; s++) {
        const summand *of = own->summand + s;
        const double f = of->k ? dW[of->k - 1] : h;
        const twofold part =
            of->low != 0 ? twofold_scale((twofold){of->c, of->low}, f) : twofold_product(of->c, f);
        sum = s == own->start[m] ? part : twofold_add(sum, part);
    }
    return sum;
}

/* F_m, high and low, of each monomial; where plain sums may stand, what those need */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const polynomial *own = sys->own;
    if (own->plain) {
        fast_polynomial_plain_freeze(frozen, own, h, dW);
        return;
    }
    for (size_t m = 0; m < own->monomials; m++) {
        const twofold F = coefficient(own, m, h, dW);
        frozen[2 * m] = F.high;
        frozen[2 * m + 1] = F.low;
    }
}

static twofold frozen_coefficient(const polynomial *own, size_t m, const double *frozen)
{
    if (!own->plain) return (twofold){frozen[2 * m], frozen[2 * m + 1]};
    const double *f = fast_polynomial_plain_increments(own, frozen);
    return coefficient(own, m, f[0], f + 1);
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

/* The sum of row i, over w_i. */
static twofold row_sum(const polynomial *own, size_t i, const double *frozen, const double *x)
{
    const double w = own->on.weight[i];
    twofold sum = {0, 0};
    for (size_t t = own->row[i]; t < own->row[i + 1]; t++) {
        const row_term *term = own->term + t;
        const uint32_t *at = own->factors + term->first;
        twofold product = frozen_coefficient(own, term->monomial, frozen);
        if (term->power == 2)
            product = (twofold){2 * product.high, 2 * product.low};
        else if (term->power > 2)
            product = twofold_scale(product, term->power);
        if (term->exponent)
            product = shared(product, term, at, x);
        else
            for (uint32_t l = 0; l < term->count; l++) product = twofold_scale(product, x[at[l]]);
        sum = t == own->row[i] ? product : twofold_add(sum, product);
    }
    if (w == 1) return sum;
    return w == 2 ? (twofold){sum.high / 2, sum.low / 2} : twofold_over(sum, (twofold){w, 0});
}

static void put(double *xi, double *xi_low, size_t i, twofold sum)
{
    xi[i] = sum.high;
    if (xi_low) xi_low[i] = sum.low;
}

/* Plain sums where they stand, and the others again. */
static void generator_of_many(double *xi, double *xi_low, const polynomial *own,
                              const double *frozen, const double *x)
{
    const double most = fast_largest(x, own->on.d);
    fast_polynomial_plain_sum(xi, own, frozen, x);
    if (xi_low) memset(xi_low, 0, own->on.d * sizeof *xi_low);
    if (fast_polynomial_plain_all_stand(own, frozen, most)) return;
    for (size_t i = 0; i < own->on.d; i++) {
        if (i % 3 == 0 &&
            fast_polynomial_plain_stands(own, frozen, most, i / 3, xi + i, xi_low != NULL))
            i += 2;
        else
            put(xi, xi_low, i, row_sum(own, i, frozen, x));
    }
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const polynomial *own = sys->own;
    (void)work;
    if (own->plain)
        generator_of_many(xi, xi_low, own, frozen, x);
    else
        for (size_t i = 0; i < sys->d; i++) put(xi, xi_low, i, row_sum(own, i, frozen, x));
}

static slp_status factors(size_t *count, const fast_system *sys)
{
    const polynomial *own = sys->own;
    *count = own->factor_count == SIZE_MAX ? 0 : own->factor_count;
    return own->factor_count == SIZE_MAX ? SLP_UNSUPPORTED : SLP_OK;
}

/* xi += weight F_m grad(monomial m) over its summands of factor k: high and low of each number. */
static void add_monomial(double *xi, double *low, const polynomial *own, size_t m, size_t k,
                         double weight, double h, const double *dW, const double *x)
{
    const summand *first = own->summand + own->start[m];
    twofold F = {0, 0};
    for (size_t s = own->start[m]; s < own->start[m + 1]; s++)
        if (own->summand[s].factor == k)
            F = twofold_add(F, twofold_product(own->summand[s].c,
                                               own->summand[s].k ? dW[own->summand[s].k - 1] : h));
    if (F.high == 0) return;
    for (uint32_t j = 0; j < first->degree; j++) {
        const size_t i = first->at[j];
        const uint32_t power = power_at(first, j);
        if (!power) continue;
        twofold product = twofold_scale(F, weight * power);
        for (uint32_t l = 0; l < first->degree; l++)
            if (l != j) product = twofold_scale(product, x[first->at[l]]);
        const double w = own->on.weight[i];
        if (w != 1) product = twofold_over(product, (twofold){w, 0});
        const twofold sum = twofold_add((twofold){xi[i], low[i]}, product);
        xi[i] = sum.high;
        low[i] = sum.low;
    }
}

static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const polynomial *own = sys->own;
    const size_t d = sys->d;
    double *xi = work, *low = xi + d, *next = low + d;
    memset(xi, 0, 2 * d * sizeof *xi);
    for (size_t m = 0; m < own->monomials; m++) add_monomial(xi, low, own, m, k, weight, h, dW, x);
    sys->algebra->flow(next, sys->algebra, xi, low, x, next + d);
    memcpy(x, next, d * sizeof *x);
}

static double energy(const fast_system *sys, const double *x)
{
    const polynomial *own = sys->own;
    twofold sum = {0, 0};
    for (size_t s = 0; s < own->summands; s++) {
        const summand *of = own->summand + s;
        if (of->k) continue;
        twofold product = {of->c, 0};
        for (uint32_t l = 0; l < of->degree; l++) product = twofold_scale(product, x[of->at[l]]);
        sum = twofold_add(sum, product);
    }
    return sum.high;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_own_algebra_casimirs(values, &((const polynomial *)sys->own)->on, x);
}

const fast_system_table fast_system_polynomial = {
    .name = "polynomial",
    .factors = factors,
    .factor = factor,
    .areas = true,
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .energy = energy,
    .casimir = casimir,
};
