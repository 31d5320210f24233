/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hamiltonians that are polynomials in the coordinates, on every algebra on which a case may give
 * its own (system `polynomial`) or a system builds them (ref/system/polynomial.h): H_k = sum of
 * c x_i x_j ..., and with w the weights of the pairing
 *     Xi_i(x; h, dW) = (h dH_0/dx_i + sum_k dW_k dH_k/dx_i) / w_i.
 * Like monomials of all H_k are one: a step freezes their coefficients h c_0 + sum_k dW_k c_k, and
 * the generator is one pass over the distinct monomials.  Everything is sparse.  Derivations of the
 * Lipschitz constant and of the sizes of the terms: ref/system/polynomial.md.  Tested by
 * tests/ref/test_ref_polynomial.c, tests/ref/test_ref_polynomial_twins.c. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/terms.h"
#include "ref/exact_step.h"
#include "ref/system/casimirs.h"
#include "ref/system/coordinate_bracket.h"
#include "ref/system/given_algebra.h"
#include "ref/system/polynomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALGEBRA, SIZE, WEIGHTS, TERMS, NOISES };
enum {
    BOUND_PREC = 64,
    POWER_STEPS = 16,
    MOST_DEGREE = 2 * SLP_MAX_DEGREE - 1, /* of a bracket */
    OF_BRACKETS = 5 /* roundings that a product of a bracket has more: polynomial.md section 3 */
};

/* (c/over) x_i x_j ... of H_k; of the bracket of the noises i < j, k = M + 1, M + 2, ... behind the
 * M noises, row by row. */
typedef struct term {
    arf_t c, over; /* exact */
    size_t k;
    slong factor; /* of a splitting; -1: of none */
    bool aside;   /* in this factor only */
    size_t degree;
    uint32_t index[MOST_DEGREE]; /* ascending */
} term;

/* An entry (i, l), i <= l, of the Hessian that a monomial has a part in. */
typedef struct entry {
    size_t i, l;
    size_t part; /* which of all parts, by monomial and then by pair of positions */
} entry;

typedef struct list {
    size_t *at, count, capacity;
} list;

/* All terms, or those of one factor of a splitting: their monomials, the terms by k, the
 * coordinates in them and the entries of the Hessian.  What computes with one walks no others. */
typedef struct selection {
    slong factor; /* -1: all */
    list monomials, by_k, coordinates, entries;
} selection;

typedef struct polynomial {
    slp_algebra kind;
    double *gamma; /* of su(2)^n: the algebra refers to it */
    ref_casimirs_of_kind casimirs;
    term *term;               /* sorted by monomial, then by k */
    size_t *by_k;             /* numbers of terms, sorted by k */
    size_t *first;            /* terms first[m]..first[m + 1] - 1 have monomial m */
    size_t count, capacity;   /* of terms */
    size_t monomials, degree; /* and the largest degree of one */
    entry *entries;           /* distinct, sorted */
    size_t *entry_of;         /* entry of each part */
    size_t *part_of;          /* where the parts of each monomial begin */
    selection whole, *of_factor;
    size_t entry_count, parts;
    slong n, factors; /* of a splitting; -1: the terms have no exact flows */
    bool refused;     /* memory for a term */
} polynomial;

/* ---- Reading ---- */

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_monomials(const term *a, const term *b)
{
    int order = compare_sizes(a->degree, b->degree);
    for (size_t j = 0; order == 0 && j < a->degree; j++)
        order = compare_sizes(a->index[j], b->index[j]);
    return order;
}

static int compare_terms(const void *a, const void *b)
{
    const term *one = a, *other = b;
    const int order = compare_monomials(one, other);
    return order ? order : compare_sizes(one->k, other->k);
}

static int compare_entries(const void *a, const void *b)
{
    const entry *one = a, *other = b;
    const int order = compare_sizes(one->i, other->i);
    return order ? order : compare_sizes(one->l, other->l);
}

static slp_status out_of_memory(size_t bytes, slp_error *err)
{
    return slp_error_memory(err, 0, NULL, "terms", bytes);
}

/* One more term, 0 until it is filled in; NULL if memory is refused. */
static term *add_term(polynomial *own, size_t k)
{
    if (own->count == own->capacity) {
        const size_t capacity = 2 * own->capacity + 8;
        term *more = realloc(own->term, capacity * sizeof *more);
        if (!more) return NULL;
        own->term = more;
        own->capacity = capacity;
    }
    term *to = own->term + own->count++;
    memset(to, 0, sizeof *to);
    arf_init(to->c);
    arf_init(to->over);
    arf_one(to->over);
    to->k = k;
    to->factor = -1;
    return to;
}

/* c = c by, exactly */
static void multiply(arf_t c, double by)
{
    REF_LOCAL(arf, number);
    arf_set_d(number, by);
    arf_mul(c, c, number, ARF_PREC_EXACT, ARF_RND_DOWN);
}

/* Puts one more index into a term, in its place. */
static void add_index(term *to, size_t index)
{
    size_t at = to->degree++;
    for (; at > 0 && to->index[at - 1] > index; at--) to->index[at] = to->index[at - 1];
    to->index[at] = (uint32_t)index;
}

/* The Hamiltonians of the case. */
static slp_status read_hamiltonians(ref_system *sys, slp_error *err)
{
    slp_term of;
    for (size_t at = 0; slp_terms_next(&of, &at, sys->param[TERMS], sys->count[TERMS]);) {
        term *to = add_term(sys->own, of.k);
        if (!to) return out_of_memory(sizeof *to, err);
        arf_set_d(to->c, of.c);
        for (size_t j = 0; j < of.degree; j++) add_index(to, of.index[j]);
    }
    return SLP_OK;
}

/* How often the index at position j stands in a term; 0 if it is not the first of its kind. */
static size_t power_at(const term *of, size_t j)
{
    size_t power = 1;
    if (j > 0 && of->index[j - 1] == of->index[j]) return 0;
    while (j + power < of->degree && of->index[j + power] == of->index[j]) power++;
    return power;
}

/* The terms of d(one)/dx_a d(other)/dx_b {x_a, x_b}, x_a at position i of one and x_b at j of the
 * other: polynomial.md section 4. */
static slp_status add_products(polynomial *own, size_t one, size_t i, size_t other, size_t j,
                               slong n, size_t k, slp_error *err)
{
    ref_bracket_part parts[REF_BRACKET_PARTS];
    const size_t a = own->term[one].index[i], b = own->term[other].index[j];
    const size_t powers = power_at(own->term + one, i) * power_at(own->term + other, j);
    const int count = ref_coordinate_bracket(parts, own->kind, n, (slong)a, (slong)b);
    for (int p = 0; p < count; p++) {
        if (parts[p].value_twice == 0) continue;
        if (parts[p].at < 0 && own->term[one].degree + own->term[other].degree == 2)
            continue; /* a constant */
        term *to = add_term(own, k);
        if (!to) return out_of_memory(sizeof *to, err);
        const term *first = own->term + one, *second = own->term + other;
        arf_mul(to->c, first->c, second->c, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_mul_si(to->c, to->c, (slong)powers * parts[p].value_twice, ARF_PREC_EXACT,
                   ARF_RND_DOWN);
        arf_mul_2exp_si(to->c, to->c, -1);
        arf_mul(to->over, first->over, second->over, ARF_PREC_EXACT, ARF_RND_DOWN);
        if (own->kind == SLP_SU2N) multiply(to->over, own->gamma[a / 3]);
        for (size_t l = 0; l < first->degree; l++)
            if (l != i) add_index(to, first->index[l]);
        for (size_t l = 0; l < second->degree; l++)
            if (l != j) add_index(to, second->index[l]);
        if (parts[p].at >= 0) add_index(to, (size_t)parts[p].at);
    }
    return SLP_OK;
}

/* All products of two terms of the noises r < s. */
static slp_status add_pair(polynomial *own, size_t one, size_t other, slong n, size_t M,
                           slp_error *err)
{
    const size_t r = own->term[one].k, s = own->term[other].k;
    const size_t pair = (r - 1) * (2 * M - r) / 2 + s - r; /* counted from 1 */
    slp_status status = SLP_OK;
    for (size_t i = 0; i < own->term[one].degree; i++)
        for (size_t j = 0; j < own->term[other].degree && status == SLP_OK; j++)
            if (power_at(own->term + one, i) && power_at(own->term + other, j))
                status = add_products(own, one, i, other, j, n, M + pair, err);
    return status;
}

/* The brackets of the noises: each pair of terms gives products. */
static slp_status make_brackets(ref_system *sys, slong n, slp_error *err)
{
    polynomial *own = sys->own;
    size_t *noise = malloc((own->count + 1) * sizeof *noise), count = 0;
    slp_status status = SLP_OK;
    if (!noise) return out_of_memory((own->count + 1) * sizeof *noise, err);
    for (size_t t = 0; t < own->count; t++)
        if (own->term[t].k && !arf_is_zero(own->term[t].c)) noise[count++] = t;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count && status == SLP_OK; j++)
            if (own->term[noise[i]].k < own->term[noise[j]].k)
                status = add_pair(own, noise[i], noise[j], n, (size_t)sys->M, err);
    free(noise);
    return status;
}

/* ---- Factors (ref/scheme/splitting.md) ---- */

/* True if each coordinate of a commutes with each of b. */
static bool commute(const polynomial *own, const term *a, const term *b)
{
    ref_bracket_part parts[REF_BRACKET_PARTS];
    for (size_t i = 0; i < a->degree; i++)
        for (size_t j = 0; j < b->degree; j++)
            for (int p = ref_coordinate_bracket(parts, own->kind, own->n, (slong)a->index[i],
                                                (slong)b->index[j]);
                 p-- > 0;)
                if (parts[p].value_twice) return false;
    return true;
}

/* The first factor that the next term joins, none of whose terms before it does not commute. */
static slong first_factor(const polynomial *own, const size_t *given, size_t count, const term *t)
{
    slong f = 0;
    for (bool joins = false; !joins && f < own->factors; f += !joins) {
        joins = true;
        for (size_t m = 0; m < count && joins; m++)
            joins = own->term[given[m]].factor != f || commute(own, own->term + given[m], t);
    }
    return f;
}

/* Puts the terms, which stand in the order of the case, into factors; own->factors = -1 where one
 * has no flow, or two of one noise do not commute. */
static slp_status make_factors(polynomial *own, slp_error *err)
{
    size_t *given = malloc(SLP_MAX_SPLIT_TERMS * sizeof *given), count = 0;
    bool linear = false, flows = true;
    if (!given) return out_of_memory(SLP_MAX_SPLIT_TERMS * sizeof *given, err);
    for (size_t t = 0; t < own->count && flows; t++) {
        term *to = own->term + t;
        if (arf_is_zero(to->c)) continue;
        flows = count < SLP_MAX_SPLIT_TERMS && commute(own, to, to);
        for (size_t m = 0; m < count && flows && to->k; m++) {
            const term *other = own->term + given[m];
            flows = other->k != to->k || (other->degree == 1 && to->degree == 1) ||
                    commute(own, other, to);
        }
        if (!flows) break;
        if (to->degree > 1) {
            to->factor = first_factor(own, given, count, to);
            own->factors += to->factor == own->factors;
        }
        linear = linear || to->degree == 1;
        given[count++] = t;
    }
    free(given);
    for (size_t t = 0; t < own->count && flows; t++)
        if (own->term[t].degree == 1) own->term[t].factor = own->factors;
    own->factors = flows ? own->factors + linear : -1;
    return SLP_OK;
}

static void clear_term(term *of)
{
    arf_clear(of->c);
    arf_clear(of->over);
}

static void drop_zeros(polynomial *own)
{
    size_t kept = 0;
    for (size_t t = 0; t < own->count; t++)
        if (arf_is_zero(own->term[t].c))
            clear_term(own->term + t);
        else
            own->term[kept++] = own->term[t];
    own->count = kept;
}

/* The terms, sorted; the monomials; the terms by k, of which there are `most`. */
static slp_status sort_terms(polynomial *own, size_t most, slp_error *err)
{
    size_t *begin = calloc(most + 2, sizeof *begin);
    own->by_k = malloc((own->count + 1) * sizeof *own->by_k);
    own->first = malloc((own->count + 1) * sizeof *own->first);
    if (!begin || !own->by_k || !own->first) {
        free(begin);
        return out_of_memory((own->count + 1) * sizeof *own->first, err);
    }
    drop_zeros(own);
    if (own->count) qsort(own->term, own->count, sizeof *own->term, compare_terms);
    for (size_t t = 0; t < own->count; t++) {
        if (t == 0 || compare_monomials(own->term + t, own->term + t - 1) != 0)
            own->first[own->monomials++] = t;
        begin[own->term[t].k + 1]++;
    }
    own->first[own->monomials] = own->count;
    own->degree = own->count ? own->term[own->count - 1].degree : 0; /* sorted by it first */
    for (size_t k = 0; k <= most; k++) begin[k + 1] += begin[k];
    for (size_t t = 0; t < own->count; t++) own->by_k[begin[own->term[t].k]++] = t;
    free(begin);
    return SLP_OK;
}

/* The monomial's indices and degree. */
static const term *monomial(const polynomial *own, size_t m)
{
    return own->term + own->first[m];
}

/* The pattern of the Hessian: one part for each monomial and pair of its positions. */
static slp_status read_pattern(polynomial *own, slp_error *err)
{
    for (size_t m = 0; m < own->monomials; m++)
        own->parts += monomial(own, m)->degree * (monomial(own, m)->degree - 1) / 2;
    own->entries = malloc((own->parts + 1) * sizeof *own->entries);
    own->entry_of = malloc((own->parts + 1) * sizeof *own->entry_of);
    own->part_of = malloc((own->monomials + 1) * sizeof *own->part_of);
    if (!own->entries || !own->entry_of || !own->part_of)
        return out_of_memory((own->parts + 1) * sizeof *own->entries, err);
    size_t part = 0;
    for (size_t m = 0; m < own->monomials; m++) {
        const term *t = monomial(own, m);
        own->part_of[m] = part;
        for (size_t a = 0; a < t->degree; a++)
            for (size_t b = a + 1; b < t->degree; b++, part++)
                own->entries[part] = (entry){t->index[a], t->index[b], part};
    }
    if (own->parts) qsort(own->entries, own->parts, sizeof *own->entries, compare_entries);
    for (size_t e = 0; e < own->parts; e++) {
        const entry at = own->entries[e];
        if (e == 0 || compare_entries(&at, own->entries + own->entry_count - 1) != 0)
            own->entries[own->entry_count++] = at;
        own->entry_of[at.part] = own->entry_count - 1;
    }
    return SLP_OK;
}

/* True if the term is in this factor or, with -1, in the Hamiltonian. */
static bool is_in(const term *of, slong factor)
{
    return factor < 0 ? !of->aside : of->factor == factor;
}

static bool append(list *to, size_t value)
{
    if (to->count == to->capacity) {
        const size_t capacity = 2 * to->capacity + 4;
        size_t *more = realloc(to->at, capacity * sizeof *more);
        if (!more) return false;
        to->at = more;
        to->capacity = capacity;
    }
    to->at[to->count++] = value;
    return true;
}

/* The same if seen[value] is not `mark` yet. */
static bool append_once(list *to, size_t value, size_t *seen, size_t mark)
{
    if (seen[value] == mark) return true;
    seen[value] = mark;
    return append(to, value);
}

/* Coordinates and entries of a selection's monomials; seen: d and then entry_count marks. */
static bool read_places(selection *in, const polynomial *own, size_t *seen, size_t d, size_t mark)
{
    bool good = true;
    for (size_t n = 0; n < in->monomials.count && good; n++) {
        const size_t m = in->monomials.at[n];
        const term *t = monomial(own, m);
        for (size_t j = 0; j < t->degree; j++)
            good = good && append_once(&in->coordinates, t->index[j], seen, mark);
        for (size_t part = 0; part < t->degree * (t->degree - 1) / 2; part++)
            good = good &&
                   append_once(&in->entries, own->entry_of[own->part_of[m] + part], seen + d, mark);
    }
    return good;
}

/* own->whole and own->of_factor. */
static slp_status select_terms(polynomial *own, size_t d, slp_error *err)
{
    const size_t factors = own->factors > 0 ? (size_t)own->factors : 0;
    size_t *seen = calloc(d + own->entry_count + 1, sizeof *seen);
    own->of_factor = calloc(factors + 1, sizeof *own->of_factor);
    bool good = seen && own->of_factor;
    own->whole.factor = -1;
    for (size_t m = 0; m < own->monomials && good; m++) {
        good = append(&own->whole.monomials, m);
        for (size_t t = own->first[m]; t < own->first[m + 1] && good; t++) {
            const slong k = own->term[t].factor;
            if (k < 0 || (size_t)k >= factors) continue;
            const list *in = &own->of_factor[k].monomials;
            if (in->count == 0 || in->at[in->count - 1] != m)
                good = append(&own->of_factor[k].monomials, m);
        }
    }
    for (size_t n = 0; n < own->count && good; n++) {
        const term *of = own->term + own->by_k[n];
        if (is_in(of, -1)) good = append(&own->whole.by_k, own->by_k[n]);
        if (of->factor >= 0 && (size_t)of->factor < factors)
            good = good && append(&own->of_factor[of->factor].by_k, own->by_k[n]);
    }
    for (size_t k = 0; k < factors && good; k++) {
        own->of_factor[k].factor = (slong)k;
        good = read_places(own->of_factor + k, own, seen, d, k + 1);
    }
    good = good && read_places(&own->whole, own, seen, d, factors + 1);
    free(seen);
    return good ? SLP_OK : out_of_memory((d + own->entry_count + 1) * sizeof *seen, err);
}

static void clear_selection(selection *in)
{
    free(in->monomials.at);
    free(in->by_k.at);
    free(in->coordinates.at);
    free(in->entries.at);
}

static slp_status refuse(const ref_system *sys, int key, const char *remedy, slp_error *err)
{
    slp_error_set(err, 0, NULL, sys->table->keys[key], "%s", remedy);
    return SLP_DOMAIN;
}

/* *value = the parameter, one whole number from 0 to `most`; it stays where it is left out. */
static bool read_whole(slong *value, const ref_system *sys, int key, double most)
{
    if (sys->count[key] == 0) return true;
    const double given = sys->param[key][0];
    if (sys->count[key] != 1 || !(given >= 0 && given <= most) || given != floor(given))
        return false;
    *value = (slong)given;
    return true;
}

static slp_status read_algebra(ref_system *sys, slp_algebra *algebra, slong *n, slp_error *err)
{
    slong word = -1;
    *n = 1;
    if (!read_whole(&word, sys, ALGEBRA, 1e3) || word < 0 || !slp_algebra_kind_at((size_t)word))
        return refuse(sys, ALGEBRA, "give one of: " SLP_ALGEBRA_WORDS, err);
    const slp_algebra_kind *kind = slp_algebra_kind_at((size_t)word);
    *algebra = kind->algebra;
    if (!read_whole(n, sys, SIZE, SLP_MAX_LIST) ||
        (kind->least ? slp_algebra_size_check(err, 0, NULL, "size", kind, (size_t)*n) != SLP_OK
                     : *n != 1))
        return refuse(sys, SIZE, "give a size of the algebra, one whole number", err);
    if (*algebra != SLP_SU2N) return SLP_OK;
    if (sys->count[WEIGHTS] && sys->count[WEIGHTS] != (size_t)*n)
        return refuse(sys, WEIGHTS, "give one for each copy of su(2), or leave it out", err);
    for (size_t i = 0; i < sys->count[WEIGHTS]; i++)
        if (sys->param[WEIGHTS][i] == 0) return refuse(sys, WEIGHTS, "0 is none; give others", err);
    return SLP_OK;
}

/* sys->own, without terms; gamma: n weights of su(2)^n, NULL for 1. */
static slp_status begin(ref_system *sys, slp_algebra kind, slong n, const double *gamma,
                        slp_error *err)
{
    const size_t copies = kind == SLP_SU2N ? (size_t)n : 0;
    polynomial *own = sys->own = calloc(1, sizeof *own);
    if (!own) return out_of_memory(sizeof *own, err);
    own->kind = kind;
    own->n = n;
    own->gamma = malloc((copies + 1) * sizeof *own->gamma);
    if (!own->gamma) return out_of_memory((copies + 1) * sizeof *own->gamma, err);
    for (size_t i = 0; i < copies; i++) own->gamma[i] = gamma ? gamma[i] : 1;
    ref_open_algebra(&sys->algebra, kind, n, own->gamma);
    own->casimirs = ref_casimirs_on(kind, &sys->algebra);
    sys->casimir_count = own->casimirs.count;
    return SLP_OK;
}

/* The brackets, and what is made of the terms once. */
static slp_status end(ref_system *sys, slp_error *err)
{
    polynomial *own = sys->own;
    const size_t M = (size_t)sys->M, pairs = sys->has_areas && M ? M * (M - 1) / 2 : 0;
    slp_status status = pairs ? make_brackets(sys, own->n, err) : SLP_OK;
    if (status == SLP_OK) status = sort_terms(own, M + pairs, err);
    if (status == SLP_OK) status = read_pattern(own, err);
    if (status == SLP_OK) status = select_terms(own, (size_t)sys->algebra.d, err);
    sys->pack_size = (slong)own->monomials;
    return status;
}

static slp_status polynomial_read(ref_system *sys, slp_error *err)
{
    slp_algebra kind;
    slong n;
    size_t which;
    slp_status status = read_algebra(sys, &kind, &n, err);
    if (status == SLP_OK)
        status = begin(sys, kind, n, sys->count[WEIGHTS] ? sys->param[WEIGHTS] : NULL, err);
    if (status != SLP_OK) return status;
    const size_t d = slp_algebra_coordinates(kind, (size_t)n);
    const char *fault = slp_terms_fault(&which, sys->param[TERMS], sys->count[TERMS], d);
    if (fault || sys->count[TERMS] == 0)
        return refuse(sys, TERMS, fault ? fault : "give terms k:c:i.j...", err);
    if (!read_whole(&sys->M, sys, NOISES, SLP_MAX_LIST))
        return refuse(sys, NOISES, "give one whole number, or leave it out", err);
    const slong most = (slong)slp_terms_noises(sys->param[TERMS], sys->count[TERMS]);
    if (most > sys->M) sys->M = most;
    status = read_hamiltonians(sys, err);
    if (status == SLP_OK) status = make_factors(sys->own, err);
    return status == SLP_OK ? end(sys, err) : status;
}

static void polynomial_clear(ref_system *sys)
{
    polynomial *own = sys->own;
    if (!own) return;
    for (size_t t = 0; t < own->count; t++) clear_term(own->term + t);
    free(own->gamma);
    free(own->term);
    free(own->by_k);
    free(own->first);
    free(own->entries);
    free(own->entry_of);
    free(own->part_of);
    for (slong k = 0; own->of_factor && k < own->factors; k++) clear_selection(own->of_factor + k);
    free(own->of_factor);
    clear_selection(&own->whole);
    free(own);
}

/* ---- Hamiltonians that a system builds ---- */

slp_status ref_terms_begin(ref_system *sys, slp_algebra kind, slong n, slp_error *err)
{
    sys->table = &ref_system_polynomial;
    return begin(sys, kind, n, NULL, err);
}

void ref_term(ref_system *sys, slong k, slong factor, double c, slong i, slong j)
{
    polynomial *own = sys->own;
    term *to = own->refused ? NULL : add_term(own, (size_t)k);
    own->refused = !to;
    if (!to) return;
    arf_set_d(to->c, c);
    to->factor = factor;
    add_index(to, (size_t)i);
    if (j >= 0) add_index(to, (size_t)j);
}

void ref_term_times(ref_system *sys, double by)
{
    polynomial *own = sys->own;
    if (!own->refused) multiply(own->term[own->count - 1].c, by);
}

void ref_term_over(ref_system *sys, double by)
{
    polynomial *own = sys->own;
    if (!own->refused) multiply(own->term[own->count - 1].over, by);
}

void ref_term_aside(ref_system *sys)
{
    polynomial *own = sys->own;
    if (!own->refused) own->term[own->count - 1].aside = true;
}

slp_status ref_terms_end(ref_system *sys, slong factors, slp_error *err)
{
    polynomial *own = sys->own;
    own->factors = factors;
    return own->refused ? out_of_memory((own->capacity + 1) * sizeof *own->term, err)
                        : end(sys, err);
}

bool ref_moment_is_zero(const double *inertia, size_t count, slp_error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (inertia[i] != 0) continue;
        slp_error_set(err, 0, NULL, "inertia",
                      "moment %zu is zero, so the energy is infinite; give a nonzero moment",
                      i + 1);
        return true;
    }
    return false;
}

bool ref_system_is_its_terms(const ref_system *sys)
{
    return sys->table == &ref_system_polynomial;
}

bool ref_system_next_term(slp_term *to, arb_t c, const ref_system *sys, size_t *at, slong prec)
{
    const polynomial *own = sys->own;
    const size_t noises = (size_t)(sys->M - sys->areas);
    for (; *at < own->count; ++*at) {
        const term *of = own->term + *at;
        if (of->aside || of->k > noises || of->degree > SLP_MAX_DEGREE) continue;
        *to = (slp_term){.k = of->k, .degree = of->degree};
        for (size_t j = 0; j < of->degree; j++) to->index[j] = of->index[j];
        arb_set_arf(c, of->c);
        arb_div_arf(c, c, of->over, prec);
        to->c = arf_get_d(arb_midref(c), ARF_RND_NEAR);
        ++*at;
        return true;
    }
    return false;
}

/* ---- Generator ---- */

/* h for k = 0, dW_k for k = 1, 2, ..., and behind the noises the areas */
static arb_srcptr increment(size_t k, const arb_t h, arb_srcptr dW)
{
    return k == 0 ? h : dW + k - 1;
}

/* The coefficients of a step, one for each monomial of the selection. */
static void freeze_terms(arb_ptr pack, const polynomial *own, const selection *in, const arb_t h,
                         arb_srcptr dW, slong prec)
{
    REF_LOCAL(arb, part);
    for (size_t n = 0; n < in->monomials.count; n++) {
        const size_t m = in->monomials.at[n];
        arb_zero(pack + n);
        for (size_t t = own->first[m]; t < own->first[m + 1]; t++) {
            const term *of = own->term + t;
            if (!is_in(of, in->factor)) continue;
            arb_mul_arf(part, increment(of->k, h, dW), of->c, prec);
            if (!arf_is_one(of->over)) arb_div_arf(part, part, of->over, prec);
            arb_add(pack + n, pack + n, part, prec);
        }
    }
}

static void polynomial_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                              slong prec)
{
    const polynomial *own = sys->own;
    freeze_terms(pack, own, &own->whole, h, dW, prec);
}

static void divide_by_weights(arb_ptr xi, const ref_system *sys, const selection *in, slong prec)
{
    const polynomial *own = sys->own;
    for (size_t n = 0; n < in->coordinates.count; n++) {
        const slong i = (slong)in->coordinates.at[n];
        ref_divide_by_weight(xi + i, &sys->algebra, own->kind, own->gamma, i, prec);
    }
}

/* xi += the gradient of c x_i x_j ...: for each position the product of c and all other factors.  A
 * power is a position repeated, so that its exponent counts by itself; of a square alone the one
 * product is doubled.  after: degree + 1 numbers of scratch. */
static void add_gradient(arb_ptr xi, const term *of, arb_srcptr c, arb_srcptr x, arb_ptr after,
                         slong prec)
{
    arb_ptr before = after + 1; /* before[0], which is c, is not written */
    const size_t last = of->degree - 1;
    arb_srcptr behind = x + of->index[last];
    const bool square = last == 1 && of->index[0] == of->index[1];
    for (size_t j = 0; j < last; j++)
        arb_mul(before + j + 1, j > 0 ? before + j : c, x + of->index[j], prec);
    if (square) arb_mul_2exp_si(before + 1, before + 1, 1);
    if (last > 0 && arb_is_zero(xi + of->index[last]))
        arb_swap(xi + of->index[last], before + last);
    else
        arb_add(xi + of->index[last], xi + of->index[last], last > 0 ? before + last : c, prec);
    for (size_t j = square ? 0 : last; j-- > 0;) {
        arb_addmul(xi + of->index[j], j > 0 ? before + j : c, behind, prec);
        if (j > 0) arb_mul(after, behind, x + of->index[j], prec);
        behind = after;
    }
}

static void generate(arb_ptr xi, const ref_system *sys, const selection *in, arb_srcptr pack,
                     arb_srcptr x, slong prec)
{
    const polynomial *own = sys->own;
    REF_LOCAL_VEC(arb, (slong)own->degree + 1, scratch);
    _arb_vec_zero(xi, sys->algebra.d);
    for (size_t n = 0; n < in->monomials.count; n++)
        if (!arb_is_zero(pack + n))
            add_gradient(xi, monomial(own, in->monomials.at[n]), pack + n, x, scratch, prec);
    divide_by_weights(xi, sys, in, prec);
}

static void polynomial_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                 slong prec)
{
    generate(xi, sys, &((const polynomial *)sys->own)->whole, pack, x, prec);
}

/* As add_gradient, in binary64. */
static void approximate_gradient(ref_complex *xi, const term *of, double c, const ref_complex *x)
{
    const size_t last = of->degree - 1;
    ref_complex before[MOST_DEGREE], after = x[of->index[last]];
    before[0] = c;
    for (size_t j = 0; j < last; j++) before[j + 1] = before[j] * x[of->index[j]];
    xi[of->index[last]] += before[last];
    for (size_t j = last; j-- > 0; after *= x[of->index[j]]) xi[of->index[j]] += before[j] * after;
}

static void polynomial_approximate(ref_complex *xi, const ref_system *sys, const double *pack,
                                   const ref_complex *x)
{
    const polynomial *own = sys->own;
    for (slong i = 0; i < sys->algebra.d; i++) xi[i] = 0;
    for (size_t n = 0; n < own->whole.monomials.count; n++)
        approximate_gradient(xi, monomial(own, own->whole.monomials.at[n]), pack[n], x);
    for (slong i = 0; i < sys->algebra.d; i++)
        xi[i] /= ref_pairing_weight(&sys->algebra, own->kind, own->gamma, i);
}

/* A number and its change along dx. */
typedef struct moving {
    arb_t at, change;
} moving;

/* to <- from x_i; `to` may be `from` */
static void multiply_moving(moving *to, const moving *from, arb_srcptr x, arb_srcptr dx, arb_t w,
                            slong prec)
{
    arb_mul(w, from->change, x, prec);
    arb_addmul(w, from->at, dx, prec);
    arb_swap(to->change, w);
    arb_mul(to->at, from->at, x, prec);
}

/* dxi += the change of add_gradient's sum along dx */
static void add_tangent(arb_ptr dxi, const term *of, arb_srcptr c, arb_srcptr x, arb_srcptr dx,
                        moving before[MOST_DEGREE + 1], arb_t w, slong prec)
{
    moving *after = before + MOST_DEGREE;
    bool still = true;
    for (size_t j = 0; j < of->degree; j++) still = still && arb_is_zero(dx + of->index[j]);
    if (still) return;
    arb_set(before->at, c);
    arb_zero(before->change);
    for (size_t j = 0; j + 1 < of->degree; j++)
        multiply_moving(before + j + 1, before + j, x + of->index[j], dx + of->index[j], w, prec);
    arb_one(after->at);
    arb_zero(after->change);
    for (size_t j = of->degree; j-- > 0;) {
        arb_addmul(dxi + of->index[j], before[j].change, after->at, prec);
        arb_addmul(dxi + of->index[j], before[j].at, after->change, prec);
        multiply_moving(after, after, x + of->index[j], dx + of->index[j], w, prec);
    }
}

static void differentiate(arb_ptr dxi, const ref_system *sys, const selection *in, arb_srcptr pack,
                          arb_srcptr x, arb_srcptr dx, slong prec)
{
    const polynomial *own = sys->own;
    moving before[MOST_DEGREE + 1];
    REF_LOCAL(arb, w);
    for (size_t j = 0; j <= MOST_DEGREE; j++) {
        arb_init(before[j].at);
        arb_init(before[j].change);
    }
    _arb_vec_zero(dxi, sys->algebra.d);
    for (size_t n = 0; n < in->monomials.count; n++)
        if (!arb_is_zero(pack + n))
            add_tangent(dxi, monomial(own, in->monomials.at[n]), pack + n, x, dx, before, w, prec);
    divide_by_weights(dxi, sys, in, prec);
    for (size_t j = 0; j <= MOST_DEGREE; j++) {
        arb_clear(before[j].at);
        arb_clear(before[j].change);
    }
}

static void polynomial_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                               arb_srcptr dx, slong prec)
{
    differentiate(dxi, sys, &((const polynomial *)sys->own)->whole, pack, x, dx, prec);
}

/* ---- Lipschitz constant (polynomial.md section 2) ---- */

/* box = the coordinates of all points in the ball of radius R, in the algebra's norm, around x */
static void enclose_ball(arb_ptr box, const ref_system *sys, const selection *in, arb_srcptr x,
                         const mag_t R)
{
    const polynomial *own = sys->own;
    REF_LOCAL(mag, reach);
    for (size_t n = 0; n < in->coordinates.count; n++) {
        const slong i = (slong)in->coordinates.at[n];
        const ulong weight = ref_norm_weight(&sys->algebra, own->kind, i);
        mag_set(reach, R);
        if (weight != 1) {
            mag_set_ui(reach, weight);
            mag_rsqrt(reach, reach);
            mag_mul(reach, reach, R);
        }
        arb_set(box + i, x + i);
        arb_add_error_mag(box + i, reach);
    }
}

/* The Hessian's entries, of the frozen sum, over the box. */
static void hessian(arb_ptr to, const polynomial *own, const selection *in, arb_srcptr pack,
                    arb_srcptr box)
{
    REF_LOCAL(arb, product);
    for (size_t n = 0; n < in->monomials.count; n++) {
        const size_t m = in->monomials.at[n];
        const term *t = monomial(own, m);
        size_t part = own->part_of[m];
        for (size_t a = 0; a < t->degree; a++)
            for (size_t b = a + 1; b < t->degree; b++, part++) {
                arb_set(product, pack + n);
                for (size_t j = 0; j < t->degree; j++)
                    if (j != a && j != b) arb_mul(product, product, box + t->index[j], BOUND_PREC);
                if (t->index[a] == t->index[b]) arb_mul_2exp_si(product, product, 1);
                arb_ptr sum = to + own->entry_of[part];
                if (arb_is_zero(sum))
                    arb_swap(sum, product);
                else
                    arb_add(sum, sum, product, BOUND_PREC);
            }
    }
}

/* |B|, B = S W^-1 Hess S^-1, entry by entry: above[e] at (i, l), below[e] at (l, i). */
static void scaled_sizes(mag_ptr above, mag_ptr below, const ref_system *sys, const selection *in,
                         arb_srcptr hess)
{
    const polynomial *own = sys->own;
    REF_LOCAL(mag, ratio, w);
    for (size_t n = 0; n < in->entries.count; n++) {
        const size_t e = in->entries.at[n];
        const slong ends[2] = {(slong)own->entries[e].i, (slong)own->entries[e].l};
        mag_ptr sizes[2] = {above + e, below + e};
        const bool diagonal = ends[0] == ends[1];
        for (int k = 0; k < (diagonal ? 1 : 2); k++) {
            const slong i = ends[k], l = ends[1 - k];
            const ulong over = ref_norm_weight(&sys->algebra, own->kind, i),
                        under = ref_norm_weight(&sys->algebra, own->kind, l);
            const double weight = fabs(ref_pairing_weight(&sys->algebra, own->kind, own->gamma, i));
            arb_get_mag(sizes[k], hess + e);
            if (over != under) {
                mag_set_ui(ratio, over);
                mag_div_ui(ratio, ratio, under);
                mag_sqrt(ratio, ratio);
                mag_mul(sizes[k], sizes[k], ratio);
            }
            if (weight != 1) {
                mag_set_d_lower(w, weight);
                mag_div(sizes[k], sizes[k], w);
            }
        }
        if (diagonal) mag_set(below + e, above + e);
    }
}

/* to = |B| v, or |B|^T v with above and below exchanged */
static void apply(mag_ptr to, const polynomial *own, const selection *in, mag_srcptr above,
                  mag_srcptr below, mag_srcptr v)
{
    for (size_t n = 0; n < in->coordinates.count; n++) mag_zero(to + in->coordinates.at[n]);
    for (size_t n = 0; n < in->entries.count; n++) {
        const size_t e = in->entries.at[n];
        const size_t i = own->entries[e].i, l = own->entries[e].l;
        mag_addmul(to + i, above + e, v + l);
        if (i != l) mag_addmul(to + l, below + e, v + i);
    }
}

/* lip <= the square root of the largest (|B|^T |B| v)_i / v_i, for v = 1 and then for what comes of
 * it, which tends to the vector of the smallest such bound. */
static void spectral_norm(mag_t lip, const polynomial *own, const selection *in, mag_srcptr above,
                          mag_srcptr below, slong d)
{
    const list *coordinates = &in->coordinates;
    REF_LOCAL_VEC(mag, 3 * d, v);
    mag_ptr u = v + d, t = u + d;
    REF_LOCAL(mag, most, ratio, almost);
    mag_inf(lip);
    for (size_t n = 0; n < coordinates->count; n++) mag_one(v + coordinates->at[n]);
    for (int step = 0; step < POWER_STEPS; step++) {
        apply(u, own, in, above, below, v);
        apply(t, own, in, below, above, u);
        mag_zero(most);
        for (size_t n = 0; n < coordinates->count; n++) {
            const size_t i = coordinates->at[n];
            mag_div(ratio, t + i, v + i);
            mag_max(most, most, ratio);
            if (!mag_is_zero(t + i)) mag_set(v + i, t + i);
        }
        mag_mul_2exp_si(almost, most, -7);
        mag_add(almost, almost, most);
        const bool settled = mag_cmp(almost, lip) >= 0; /* it gained less than 1/128 */
        mag_min(lip, lip, most);
        if (settled) break;
    }
    mag_sqrt(lip, lip);
}

/* The norm of a diagonal |B|; false if it has another entry. */
static bool largest_of_diagonal(mag_t lip, const polynomial *own, const selection *in,
                                mag_srcptr above)
{
    mag_zero(lip);
    for (size_t n = 0; n < in->entries.count; n++) {
        const size_t e = in->entries.at[n];
        if (own->entries[e].i != own->entries[e].l) return false;
        mag_max(lip, lip, above + e);
    }
    return true;
}

static void bound_slope(mag_t lip, const ref_system *sys, const selection *in, arb_srcptr pack,
                        arb_srcptr x, const mag_t R)
{
    const polynomial *own = sys->own;
    const slong d = sys->algebra.d, count = (slong)own->entry_count;
    REF_LOCAL_VEC(arb, count + d, hess);
    arb_ptr box = hess + count;
    REF_LOCAL_VEC(mag, 2 * count + 1, above);
    mag_ptr below = above + count;
    bool finite = true;
    if (own->degree > 2) enclose_ball(box, sys, in, x, R);
    hessian(hess, own, in, pack, box);
    for (size_t n = 0; n < in->entries.count; n++)
        finite = finite && arb_is_finite(hess + in->entries.at[n]);
    if (finite) {
        scaled_sizes(above, below, sys, in, hess);
        if (!largest_of_diagonal(lip, own, in, above)) spectral_norm(lip, own, in, above, below, d);
    } else {
        mag_inf(lip);
    }
}

static void polynomial_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                 const mag_t R)
{
    bound_slope(lip, sys, &((const polynomial *)sys->own)->whole, pack, x, R);
}

/* The Hessian of degree 2 is the same everywhere. */
static bool polynomial_slope_is_constant(const ref_system *sys)
{
    return ((const polynomial *)sys->own)->degree <= 2;
}

/* ---- Energy and Casimirs ---- */

static void polynomial_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    const polynomial *own = sys->own;
    REF_LOCAL(arb, sum, product);
    for (size_t t = 0; t < own->count; t++) {
        if (own->term[t].k != 0 || own->term[t].aside) continue;
        arb_set_arf(product, own->term[t].c);
        arb_div_arf(product, product, own->term[t].over, prec);
        for (size_t j = 0; j < own->term[t].degree; j++)
            arb_mul(product, product, x + own->term[t].index[j], prec);
        arb_add(sum, sum, product, prec);
    }
    arb_swap(energy, sum);
}

static void polynomial_casimir_name(char name[32], const ref_system *sys, slong i)
{
    const polynomial *own = sys->own;
    own->casimirs.name(name, sys, i);
}

static void polynomial_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    const polynomial *own = sys->own;
    own->casimirs.values(values, sys, x, prec);
}

/* ---- Sizes of the terms (polynomial.md section 3) ---- */

/* What the terms of one coordinate are: their sizes, of this H_k and of all; how many there are,
 * and the most factors of one but for four: its degree, and more for brackets. */
typedef struct sizes {
    mag_t here, all;
    ulong count, factors;
    bool seen; /* in this H_k */
} sizes;

/* here += |f c| times the product of the other factors, over w_i, for each position */
static void add_sizes(sizes *at, size_t *seen, size_t *seen_count, const term *of, bool bracket,
                      mag_srcptr x, const mag_t f, mag_srcptr w)
{
    REF_LOCAL(mag, product, c);
    arf_get_mag_lower(product, of->over);
    arf_get_mag(c, of->c);
    mag_mul(c, c, f);
    mag_div(c, c, product);
    const ulong factors = of->degree + (bracket ? OF_BRACKETS : 0);
    for (size_t a = 0; a < of->degree; a++) {
        sizes *to = at + of->index[a];
        mag_set(product, c);
        for (size_t j = 0; j < of->degree; j++)
            if (j != a) mag_mul(product, product, x + of->index[j]);
        if (mag_is_zero(product)) continue;
        mag_div(product, product, w + of->index[a]);
        if (!to->seen) seen[(*seen_count)++] = of->index[a];
        to->seen = true;
        to->count++;
        if (factors > to->factors) to->factors = factors;
        mag_add(to->here, to->here, product);
    }
}

/* terms += the norm of the sizes of one H_k, which go into `all` */
static void close_hamiltonian(mag_t terms, sizes *at, const size_t *seen, size_t seen_count)
{
    REF_LOCAL(mag, square);
    for (size_t i = 0; i < seen_count; i++) {
        sizes *of = at + seen[i];
        mag_addmul(square, of->here, of->here);
        mag_add(of->all, of->all, of->here);
        mag_zero(of->here);
        of->seen = false;
    }
    mag_sqrt(square, square);
    mag_add(terms, terms, square);
}

static void term_sizes(mag_t terms, mag_t condition, const ref_system *sys, const selection *in,
                       arb_srcptr x, const arb_t h, arb_srcptr dW)
{
    const polynomial *own = sys->own;
    const slong d = sys->algebra.d;
    sizes *at = flint_calloc((size_t)d, sizeof *at);
    size_t *seen = flint_malloc((size_t)d * sizeof *seen), seen_count = 0;
    REF_LOCAL_VEC(mag, 2 * d, size);
    mag_ptr w = size + d;
    REF_LOCAL(mag, f, roundings);
    mag_zero(terms);
    for (size_t n = 0; n < in->coordinates.count; n++) {
        const slong i = (slong)in->coordinates.at[n];
        mag_init(at[i].here);
        mag_init(at[i].all);
        arb_get_mag(size + i, x + i);
        mag_set_d_lower(w + i, fabs(ref_pairing_weight(&sys->algebra, own->kind, own->gamma, i)));
    }
    for (size_t n = 0; n < in->by_k.count; n++) {
        const term *of = own->term + in->by_k.at[n];
        if (n == 0 || of->k != own->term[in->by_k.at[n - 1]].k) {
            close_hamiltonian(terms, at, seen, seen_count);
            seen_count = 0;
            arb_get_mag(f, increment(of->k, h, dW));
        }
        add_sizes(at, seen, &seen_count, of, of->k > (size_t)(sys->M - sys->areas), size, f, w);
    }
    close_hamiltonian(terms, at, seen, seen_count);
    for (size_t n = 0; n < in->coordinates.count;
         n++) { /* (factors + count + 1) |T_i| of each coordinate */
        const size_t i = in->coordinates.at[n];
        mag_mul_ui(at[i].all, at[i].all, at[i].factors + at[i].count + 1);
        mag_addmul(roundings, at[i].all, at[i].all);
        mag_clear(at[i].here);
        mag_clear(at[i].all);
    }
    mag_sqrt(roundings, roundings);
    mag_div_ui(roundings, roundings, (ulong)(sys->M + 4));
    if (!mag_is_zero(terms)) {
        mag_div(roundings, roundings, terms);
        mag_max(condition, condition, roundings);
    }
    flint_free(seen);
    flint_free(at);
}

static void polynomial_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                             const arb_t h, arb_srcptr dW)
{
    term_sizes(terms, condition, sys, &((const polynomial *)sys->own)->whole, x, h, dW);
}

/* ---- Factors of a splitting (ref/scheme/splitting.md) ---- */

static slong polynomial_factors(const ref_system *sys)
{
    return ((const polynomial *)sys->own)->factors;
}

/* Its terms and the coefficients of a step, which the caller frees. */
static const selection *freeze_factor(arb_ptr *pack, const ref_system *sys, slong k, const arb_t h,
                                      arb_srcptr dW, slong prec)
{
    const polynomial *own = sys->own;
    const selection *in = own->of_factor + k;
    *pack = _arb_vec_init((slong)in->monomials.count);
    freeze_terms(*pack, own, in, h, dW, prec);
    return in;
}

static void polynomial_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h,
                              arb_srcptr dW, arb_srcptr x, slong prec)
{
    arb_ptr pack;
    const selection *in = freeze_factor(&pack, sys, k, h, dW, prec);
    generate(xi, sys, in, pack, x, prec);
    _arb_vec_clear(pack, (slong)in->monomials.count);
}

static void polynomial_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                                      arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    arb_ptr pack;
    const selection *in = freeze_factor(&pack, sys, k, h, dW, prec);
    differentiate(dxi, sys, in, pack, x, dx, prec);
    _arb_vec_clear(pack, (slong)in->monomials.count);
}

static void polynomial_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                        arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    arb_ptr pack;
    const selection *in = freeze_factor(&pack, sys, k, h, dW, BOUND_PREC);
    bound_slope(lip, sys, in, pack, x, R);
    _arb_vec_clear(pack, (slong)in->monomials.count);
}

static void polynomial_factor_terms(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                                    const arb_t h, arb_srcptr dW, arb_srcptr x)
{
    term_sizes(terms, condition, sys, ((const polynomial *)sys->own)->of_factor + k, x, h, dW);
}

const ref_system_table ref_system_polynomial = {
    .name = "polynomial",
    .read = polynomial_read,
    .keys = {"algebra", "size", "weights", "terms", "noises", NULL},
    .freeze = polynomial_freeze,
    .generator = polynomial_generator,
    .approximate = polynomial_approximate,
    .generator_tangent = polynomial_tangent,
    .generator_lipschitz = polynomial_lipschitz,
    .slope_is_constant = polynomial_slope_is_constant,
    .energy = polynomial_energy,
    .casimir_name = polynomial_casimir_name,
    .casimirs = polynomial_casimirs,
    .areas = true,
    .terms = polynomial_terms,
    .factors = polynomial_factors,
    .factor = polynomial_factor,
    .factor_tangent = polynomial_factor_tangent,
    .factor_lipschitz = polynomial_factor_lipschitz,
    .factor_terms = polynomial_factor_terms,
    .clear = polynomial_clear,
};
