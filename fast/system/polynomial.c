/* SPDX-License-Identifier: LGPL-3.0-or-later */
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
 * Tested by tests/fast/test_fast_polynomial.c, tests/fast/test_fast_polynomial_sums.c. */
#include "fast/system/polynomial.h"
#include "fast/vector/largest.h"

#include <stdlib.h>
#include <string.h>

typedef fast_polynomial polynomial;

static const fast_system_table on_skew_matrices;

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
    size_t numbers;
    const double *list = slp_case_param(c, "terms", &numbers);
    slp_status status = SLP_OK;
    for (size_t at = 0; status == SLP_OK && slp_terms_next(&term, &at, list, numbers);) {
        summand to = {.c = term.c, .over = 1, .k = (uint32_t)term.k};
        if (term.k > M || term.degree < 1 || term.degree > SLP_MAX_DEGREE) return SLP_INPUT;
        to.degree = (uint32_t)term.degree;
        for (size_t i = 0; i < term.degree; i++) {
            if (term.index[i] >= own->on.d) return SLP_INPUT;
            to.at[i] = (uint32_t)term.index[i];
        }
        qsort(to.at, to.degree, sizeof *to.at, ascending);
        status = fast_polynomial_append(own, &to);
    }
    return status;
}

static slp_status find_monomials(polynomial *own)
{
    if (own->summands) qsort(own->summand, own->summands, sizeof *own->summand, compare_summands);
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

/* Counts the terms of rows and their coordinates; own->row[i + 2] = how many row i has. */
static void count_rows(size_t *terms, size_t *factors, polynomial *own)
{
    *terms = *factors = 0;
    for (size_t m = 0; m < own->monomials; m++) {
        const summand *s = own->summand + own->start[m];
        for (uint32_t j = 0; j < s->degree; j++)
            if (power_at(s, j)) {
                own->row[s->at[j] + 2]++;
                ++*terms;
                *factors += s->degree - 1;
            }
    }
}

static bool is_simple(const row_term *term)
{
    return term->count == 1 && term->exponent == 0;
}

/* Monomials are sorted by degree and exponent, so that simple terms stand together. */
static void find_simple(polynomial *own)
{
    for (size_t i = 0; i < own->on.d; i++) {
        size_t from = own->row[i], to;
        while (from < own->row[i + 1] && !is_simple(own->term + from)) from++;
        for (to = from; to < own->row[i + 1] && is_simple(own->term + to);) to++;
        own->simple[2 * i] = from;
        own->simple[2 * i + 1] = to;
    }
}

static slp_status make_rows(polynomial *own)
{
    const size_t d = own->on.d;
    size_t terms, factors, placed = 0;
    own->row = calloc(d + 2, sizeof *own->row);
    own->simple = malloc(2 * d * sizeof *own->simple);
    if (!own->row || !own->simple) return SLP_MEMORY;
    count_rows(&terms, &factors, own);
    own->term = malloc((terms + 1) * sizeof *own->term);
    own->place = malloc((terms + 1) * sizeof *own->place);
    own->column = malloc((terms + 1) * sizeof *own->column);
    own->factors = malloc((factors + 1) * sizeof *own->factors);
    if (!own->term || !own->place || !own->column || !own->factors) return SLP_MEMORY;
    for (size_t i = 2; i <= d + 1; i++) own->row[i] += own->row[i - 1];
    /* row[i + 1] is where row i begins, and moves to where it ends: the beginning of row i + 1 */
    factors = 0;
    for (size_t m = 0; m < own->monomials; m++) {
        const summand *s = own->summand + own->start[m];
        for (uint32_t j = 0; j < s->degree; j++) {
            const uint32_t power = power_at(s, j);
            if (!power) continue;
            const size_t t = own->place[placed++] = own->row[s->at[j] + 1]++;
            own->term[t] = (row_term){factors, (uint32_t)m, power, s->degree - 1, s->exponent};
            own->column[t] = s->degree > 1 ? s->at[j == 0] : 0;
            for (uint32_t l = 0; l < s->degree; l++)
                if (l != j) own->factors[factors++] = s->at[l];
        }
    }
    for (size_t i = 0; i < own->on.d; i++) own->weighted |= own->on.weight[i] != 1;
    find_simple(own);
    return SLP_OK;
}

/* own->affine, where it is one. */
static slp_status make_affine(polynomial *own)
{
    const size_t *place = own->place;
    for (size_t s = 0; s < own->summands; s++) {
        const summand *of = own->summand + s;
        if (of->degree > 2 || of->exponent || of->low != 0) return SLP_OK;
    }
    if (own->row[own->on.d] > UINT32_MAX) return SLP_OK;
    own->affine = malloc((own->monomials + 1) * sizeof *own->affine);
    if (!own->affine) return SLP_MEMORY;
    for (size_t m = 0; m < own->monomials; m++) {
        const summand *of = own->summand + own->start[m];
        const uint32_t power = own->term[*place].power;
        const bool two = of->degree == 2 && power == 1;
        own->affine[m] = (affine_monomial){power * of->c,
                                           of->over,
                                           of->k,
                                           (uint32_t)(own->start[m + 1] - own->start[m]),
                                           {(uint32_t)place[0], (uint32_t)place[two]}};
        place += two ? 2 : 1;
    }
    return SLP_OK;
}

/* sys->own without summands, and its table; gamma: weights of su(2)^n, NULL for 1. */
static slp_status begin(fast_system *sys, slp_algebra kind, size_t n, size_t d, const double *gamma)
{
    polynomial *own = sys->own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->table = kind == SLP_SON ? &on_skew_matrices : &fast_system_polynomial;
    const slp_status status = fast_own_algebra_open(&own->on, kind, n, d, gamma);
    if (status != SLP_OK) return status;
    sys->algebra = own->on.algebra;
    sys->d = d;
    sys->casimirs = fast_own_algebra_casimir_count(&own->on);
    return SLP_OK;
}

/* What is made of the summands of H_0, ..., H_M once. */
static slp_status end(fast_system *sys, size_t M, bool areas)
{
    polynomial *own = sys->own;
    slp_status status = areas ? fast_polynomial_add_brackets(own, M) : SLP_OK;
    if (status == SLP_OK) status = find_monomials(own);
    if (status == SLP_OK) status = fast_polynomial_list_factors(own);
    if (status == SLP_OK) status = make_rows(own);
    sys->M = M;
    own->M = areas ? M + M * (M - 1) / 2 : M;
    own->sums = fast_polynomial_sums_here();
    if (status == SLP_OK && !areas) status = fast_polynomial_plain_open(own);
    if (status == SLP_OK && !own->plain) status = make_affine(own);
    if (own->factor_count != SIZE_MAX) /* two vectors of xi and two of the state, of a flow */
        sys->work_size = fast_algebra_work_size(sys->algebra) + 4 * sys->d;
    else if (sys->table == &on_skew_matrices) /* xi and x, of `field` */
        sys->work_size = 2 * sys->d;
    return status;
}

static slp_status polynomial_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, weights;
    const double *size = slp_case_param(c, "size", &sizes);
    const double *weight = slp_case_param(c, "weights", &weights);
    const size_t n = sizes == 1 ? (size_t)*size : 1;
    const slp_algebra kind = c->system->algebra;
    slp_status status = SLP_INPUT;
    if (weights == 0 || (kind == SLP_SU2N && weights == n))
        status = begin(sys, kind, n, c->d, weights ? weight : NULL);
    if (status == SLP_OK) status = read_terms(sys->own, c, c->M - c->areas);
    if (status == SLP_OK) fast_polynomial_find_factors(sys->own);
    if (status == SLP_OK) status = end(sys, c->M - c->areas, c->areas > 0);
    if (status == SLP_INPUT)
        return slp_error_set(err, c->line, c->id, "terms",
                             "parameters that do not fit each other; pass the case through "
                             "slp_case_check");
    return status;
}

slp_status fast_terms_begin(fast_system *sys, slp_algebra kind, size_t n, size_t d)
{
    return begin(sys, kind, n, d, NULL);
}

void fast_term(fast_system *sys, size_t k, size_t factor, double c, size_t i, size_t j)
{
    polynomial *own = sys->own;
    const summand s = {.c = c,
                       .over = 1,
                       .k = (uint32_t)k,
                       .degree = j == SIZE_MAX ? 1 : 2,
                       .at = {(uint32_t)(i < j ? i : j), (uint32_t)(i < j ? j : i)},
                       .factor = factor == SIZE_MAX ? UINT32_MAX : (uint32_t)factor};
    if (c != 0 && !own->refused) own->refused = fast_polynomial_append(own, &s) != SLP_OK;
}

void fast_square(fast_system *sys, size_t k, size_t factor, double c, double over, size_t i)
{
    polynomial *own = sys->own;
    const size_t before = own->summands;
    fast_term(sys, k, factor, 0.5 * c, i, i);
    if (own->summands > before) own->summand[before].over = over;
}

slp_status fast_terms_end(fast_system *sys, size_t M, size_t factors, bool areas)
{
    polynomial *own = sys->own;
    own->factor_count = factors;
    return own->refused ? SLP_MEMORY : end(sys, M, areas);
}

bool fast_moments_turn(const double *inertia, size_t count, const slp_case *c, slp_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(inertia[i]) > 0)) {
            slp_error_set(err, c->line, c->id, "inertia", "moment %zu is zero; give a nonzero one",
                          i + 1);
            return false;
        }
    return true;
}

static void polynomial_close(fast_system *sys)
{
    polynomial *own = sys->own;
    if (own) {
        fast_polynomial_plain_clear(own);
        fast_own_algebra_clear(&own->on);
        free(own->summand);
        free(own->start);
        free(own->row);
        free(own->simple);
        free(own->term);
        free(own->place);
        free(own->column);
        free(own->factors);
        free(own->affine);
        free(own->factor);
        free(own->in_factor);
        free(own->moved);
    }
    free(own);
}

static size_t frozen_size(const fast_system *sys)
{
    const polynomial *own = sys->own;
    return own->plain ? fast_polynomial_plain_work_size(own) : 2 * own->row[own->on.d];
}

/* p F_m of each term of a row, high and low; where plain sums may stand, what those need */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const polynomial *own = sys->own;
    if (own->plain)
        fast_polynomial_plain_freeze(frozen, own, h, dW);
    else
        own->sums->freeze(frozen, own, h, dW);
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
            own->sums->rows(xi, xi_low, own, frozen, x, i, i + 1);
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
        own->sums->rows(xi, xi_low, own, frozen, x, 0, sys->d);
}

static slp_status factors(size_t *count, const fast_system *sys)
{
    const polynomial *own = sys->own;
    *count = own->factor_count == SIZE_MAX ? 0 : own->factor_count;
    return own->factor_count == SIZE_MAX ? SLP_UNSUPPORTED : SLP_OK;
}

static double energy(const fast_system *sys, const double *x)
{
    const polynomial *own = sys->own;
    twofold sum = {0, 0};
    for (size_t s = 0; s < own->summands; s++) {
        const summand *of = own->summand + s;
        if (of->k) continue;
        twofold product = twofold_quotient(of->c, of->over);
        for (uint32_t l = 0; l < of->degree; l++) product = twofold_scale(product, x[of->at[l]]);
        sum = twofold_add(sum, product);
    }
    return sum.high;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_own_algebra_casimirs(values, &((const polynomial *)sys->own)->on, x);
}

/* By coordinates: a skew matrix minus its transpose is twice itself. */
static void field(double *xi, const fast_system *sys, const double *frozen, const double *x,
                  double *work)
{
    const polynomial *own = sys->own;
    double *coordinates = work + sys->d;
    fast_matrix_skew(coordinates, &own->on.shape, 0.5, x, false);
    own->sums->rows(work, NULL, own, frozen, coordinates, 0, sys->d);
    fast_matrix_read(xi, &own->on.shape, work);
}

#define TABLE                                                                                      \
    .name = "polynomial", .factors = factors, .factor = fast_polynomial_flow, .areas = true,       \
    .open = polynomial_open, .close = polynomial_close, .frozen_size = frozen_size,                \
    .freeze = freeze, .generator = generator, .energy = energy, .casimir = casimir

const fast_system_table fast_system_polynomial = {TABLE};
static const fast_system_table on_skew_matrices = {TABLE, .field = field};
