/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator of a polynomial on many vectors by plain sums.  Quadratic terms of H_0 are blocks
 * of 3 x 3 numbers, so that a pair of vectors has one; equal blocks are kept once, and a lattice
 * whose bonds are alike has few.  When plain sums are as good for the state as twofold ones:
 * fast/system/polynomial.md.  Tested by tests/fast/test_fast_polynomial_sums.c. */
#include "fast/system/polynomial.h"
#include "fast/vector/largest.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 4, BLOCK = 3 * LANES, MOST_POWERS = SLP_MAX_DEGREE };
/* What a step freezes: h; h times the largest sizes of H_0's terms of degree 1 and 2; the size of
 * what does not depend on the state; sizes by how many coordinates a term multiplies.  Then come
 * that sum for each coordinate, the coefficients of the other terms, and f_k. */
enum { H, LINEAR, QUADRATIC, CONSTANT, POWERS, HEAD = POWERS + MOST_POWERS };
/* Numbers of the page, section 2: a plain sum may be off by OFF u and PART u of its own size. */
enum { OFF = 16, PART = 48 };

/* c of coordinate `row`, which f_k multiplies */
typedef struct constant {
    uint32_t row, k;
    double c;
} constant;

struct fast_polynomial_plain {
    uint32_t *first, *other, *which; /* pairs of vector i: first[i] <= e < first[i + 1], each with
                                      * 3 o and where its block begins */
    double *block;                   /* distinct blocks, column by column, over w_i */
    double *linear;                  /* of H_0, over w_i: d numbers */
    bool has_linear;
    constant *constants; /* linear terms of the noises */
    size_t constant_count;
    size_t *row;      /* d + 1: where the other terms of a row begin */
    row_term *term;   /* they; `monomial` counts coefficients */
    uint32_t *source; /* the monomial of each coefficient */
    size_t coefficients;
    /* Of vector i: roundings, and sizes of H_0's terms of degree 1 and 2; the largest of each. */
    double *roundings, *linear_size, *size, most_roundings, most_linear, most_size;
};

/* ---- Sorting ---- */

static bool of_energy(const summand *s)
{
    return s->k == 0;
}

/* Terms that neither a block nor a constant has: degree 3 of the energy, degree 2 of a noise. */
static bool is_other(const summand *s)
{
    return s->degree > (of_energy(s) ? 2U : 1U);
}

/* One number of a block: what coordinate `column` of vector o adds to coordinate `row` of i. */
typedef struct entry {
    uint32_t i, o, row, column;
    double c;
} entry;

static int compare_pairs(const entry *left, const entry *right)
{
    if (left->i != right->i) return left->i < right->i ? -1 : 1;
    return (left->o > right->o) - (left->o < right->o);
}

/* The same, and within a pair an order that no library's sort can change. */
static int compare_entries(const void *a, const void *b)
{
    const entry *left = a, *right = b;
    const int by_pair = compare_pairs(a, b);
    if (by_pair) return by_pair;
    if (left->column != right->column) return left->column < right->column ? -1 : 1;
    if (left->row != right->row) return left->row < right->row ? -1 : 1;
    return (left->c > right->c) - (left->c < right->c);
}

static size_t put_entries(entry *to, const fast_polynomial *own, const summand *s)
{
    size_t count = 0;
    const double *w = own->on.weight;
    if (!of_energy(s) || s->degree != 2) return 0;
    const uint32_t i = s->at[0], l = s->at[1];
    if (i == l) {
        to[count++] = (entry){i / 3, i / 3, i % 3, i % 3, 2 * s->c / w[i]};
    } else {
        to[count++] = (entry){i / 3, l / 3, i % 3, l % 3, s->c / w[i]};
        to[count++] = (entry){l / 3, i / 3, l % 3, i % 3, s->c / w[l]};
    }
    return count;
}

/* Pairs and their blocks, a block a pair. */
static slp_status make_pairs(fast_polynomial *own)
{
    fast_polynomial_plain *plain = own->plain;
    const size_t n = own->on.d / 3;
    entry *entries = malloc((2 * own->summands + 1) * sizeof *entries);
    size_t count = 0, pairs = 0;
    if (!entries) return SLP_MEMORY;
    for (size_t s = 0; s < own->summands; s++)
        count += put_entries(entries + count, own, own->summand + s);
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t e = 0; e < count; e++)
        pairs += e == 0 || compare_pairs(entries + e - 1, entries + e) != 0;
    plain->first = calloc(n + 1, sizeof *plain->first);
    plain->other = malloc((pairs + 1) * sizeof *plain->other);
    plain->which = malloc((pairs + 1) * sizeof *plain->which);
    plain->block = calloc(BLOCK * (pairs + 1), sizeof *plain->block);
    if (plain->first && plain->other && plain->which && plain->block) {
        pairs = 0;
        for (size_t e = 0; e < count; e++) {
            const entry *from = entries + e;
            if (e == 0 || compare_pairs(from - 1, from) != 0) {
                plain->other[pairs] = 3 * from->o;
                plain->which[pairs++] = (uint32_t)e; /* for now: any of its entries */
                plain->first[from->i + 1]++;
            }
            plain->block[BLOCK * (pairs - 1) + LANES * from->column + from->row] += from->c;
        }
        for (size_t i = 0; i < n; i++) plain->first[i + 1] += plain->first[i];
    }
    free(entries);
    return plain->first && plain->other && plain->which && plain->block ? SLP_OK : SLP_MEMORY;
}

/* A block and the pair that it was made for. */
typedef struct numbered {
    const double *block;
    uint32_t pair;
} numbered;

static int compare_blocks(const void *a, const void *b)
{
    const numbered *left = a, *right = b;
    return memcmp(left->block, right->block, BLOCK * sizeof *left->block);
}

/* Equal blocks become one. */
static slp_status merge_blocks(fast_polynomial *own)
{
    fast_polynomial_plain *plain = own->plain;
    const size_t pairs = plain->first[own->on.d / 3];
    numbered *order = malloc((pairs + 1) * sizeof *order);
    double *merged = calloc(BLOCK * (pairs + 1), sizeof *merged);
    size_t distinct = 0;
    if (order && merged) {
        for (size_t p = 0; p < pairs; p++)
            order[p] = (numbered){plain->block + BLOCK * p, (uint32_t)p};
        qsort(order, pairs, sizeof *order, compare_blocks);
        for (size_t p = 0; p < pairs; p++) {
            if (p == 0 || compare_blocks(order + p - 1, order + p) != 0)
                memcpy(merged + BLOCK * distinct++, order[p].block, BLOCK * sizeof *merged);
            plain->which[order[p].pair] = (uint32_t)(BLOCK * (distinct - 1));
        }
        free(plain->block);
        plain->block = merged;
        merged = NULL;
    }
    free(merged);
    const bool have = order != NULL && distinct + (pairs == 0) > 0;
    free(order);
    return have ? SLP_OK : SLP_MEMORY;
}

static slp_status make_constants(fast_polynomial *own)
{
    fast_polynomial_plain *plain = own->plain;
    plain->linear = calloc(own->on.d + 1, sizeof *plain->linear);
    plain->constants = malloc((own->summands + 1) * sizeof *plain->constants);
    if (!plain->linear || !plain->constants) return SLP_MEMORY;
    for (size_t s = 0; s < own->summands && own->summand[s].degree == 1; s++) {
        const summand *of = own->summand + s;
        const double c = of->c / own->on.weight[of->at[0]];
        plain->has_linear |= of_energy(of);
        if (of_energy(of))
            plain->linear[of->at[0]] += c;
        else
            plain->constants[plain->constant_count++] = (constant){of->at[0], of->k, c};
    }
    return SLP_OK;
}

/* Whether monomial m has a term that is_other: such a one comes last. */
static bool has_other(const fast_polynomial *own, size_t m)
{
    return is_other(own->summand + own->start[m + 1] - 1);
}

static slp_status make_others(fast_polynomial *own)
{
    fast_polynomial_plain *plain = own->plain;
    const size_t all = own->row[own->on.d];
    uint32_t *place = malloc((own->monomials + 1) * sizeof *place);
    size_t count = 0;
    plain->row = malloc((own->on.d + 1) * sizeof *plain->row);
    plain->term = malloc((all + 1) * sizeof *plain->term);
    plain->source = malloc((own->monomials + 1) * sizeof *plain->source);
    const bool have = place && plain->row && plain->term && plain->source;
    for (size_t m = 0; have && m < own->monomials; m++)
        if (has_other(own, m)) {
            place[m] = (uint32_t)plain->coefficients;
            plain->source[plain->coefficients++] = (uint32_t)m;
        }
    for (size_t i = 0; have && i < own->on.d; i++) {
        plain->row[i] = count;
        for (size_t t = own->row[i]; t < own->row[i + 1]; t++) {
            if (!has_other(own, own->term[t].monomial)) continue;
            plain->term[count] = own->term[t];
            plain->term[count++].monomial = place[own->term[t].monomial];
        }
    }
    if (have) plain->row[own->on.d] = count;
    free(place);
    return have ? SLP_OK : SLP_MEMORY;
}

/* ---- Roundings and sizes ---- */

static double larger(double a, double b)
{
    return b > a ? b : a;
}

/* How many terms one coefficient adds up, at most: of the energy, or of all. */
static double most_summands(const fast_polynomial *own, bool energy)
{
    double most = 1;
    for (size_t m = 0; m < own->monomials; m++) {
        double count = 0;
        for (size_t s = own->start[m]; s < own->start[m + 1]; s++)
            count += !energy || of_energy(own->summand + s);
        most = larger(most, count);
    }
    return most;
}

/* The largest chain of roundings of a term of vector i: section 1 of the page. */
static double chain(const fast_polynomial *own, size_t i, double in_energy, double in_all,
                    double constants)
{
    const fast_polynomial_plain *plain = own->plain;
    const double pairs = plain->first[i + 1] - plain->first[i], weighs = own->on.gamma[i] != 1;
    double others = 0, powers = 0;
    for (size_t row = 3 * i; row < 3 * i + 3; row++) {
        others = larger(others, (double)(plain->row[row + 1] - plain->row[row]));
        for (size_t t = plain->row[row]; t < plain->row[row + 1]; t++)
            powers = larger(powers, plain->term[t].count);
    }
    const double behind = (plain->constant_count > 0) + (others > 0);
    double most = in_energy - 1 + weighs + 1 + larger(pairs - 1, 0) + 2 + plain->has_linear + 1;
    most = larger(most, weighs + constants) + behind;
    if (others > 0) most = larger(most, in_all + 1 + weighs + powers + others + 1);
    return most;
}

static void measure(fast_polynomial *own, double *constants)
{
    fast_polynomial_plain *plain = own->plain;
    const double in_energy = most_summands(own, true), in_all = most_summands(own, false);
    for (size_t n = 0; n < plain->constant_count; n++) constants[plain->constants[n].row]++;
    for (size_t i = 0; i < own->on.d / 3; i++) {
        double size[3] = {0, 0, 0};
        for (size_t e = plain->first[i]; e < plain->first[i + 1]; e++)
            for (size_t k = 0; k < BLOCK; k++)
                if (k % LANES < 3) size[k % LANES] += fabs(plain->block[plain->which[e] + k]);
        plain->roundings[i] = chain(own, i, in_energy, in_all, fast_largest(constants + 3 * i, 3));
        plain->linear_size[i] = fast_largest(plain->linear + 3 * i, 3);
        plain->size[i] = fast_largest(size, 3);
    }
    plain->most_roundings = fast_largest(plain->roundings, own->on.d / 3);
    plain->most_linear = fast_largest(plain->linear_size, own->on.d / 3);
    plain->most_size = fast_largest(plain->size, own->on.d / 3);
}

static slp_status make_bounds(fast_polynomial *own)
{
    fast_polynomial_plain *plain = own->plain;
    double *constants = calloc(own->on.d, sizeof *constants);
    plain->roundings = fast_numbers(own->on.d / 3);
    plain->linear_size = fast_numbers(own->on.d / 3);
    plain->size = fast_numbers(own->on.d / 3);
    const bool have = constants && plain->roundings && plain->linear_size && plain->size;
    if (have) measure(own, constants);
    free(constants);
    return have ? SLP_OK : SLP_MEMORY;
}

slp_status fast_polynomial_plain_open(fast_polynomial *own)
{
    const size_t n = own->on.d / 3;
    if (own->on.kind != SLP_SU2N || n <= FAST_POLYNOMIAL_FEW || own->summands > UINT32_MAX / BLOCK)
        return SLP_OK;
    own->plain = calloc(1, sizeof *own->plain);
    if (!own->plain) return SLP_MEMORY;
    slp_status status = make_pairs(own);
    if (status == SLP_OK) status = merge_blocks(own);
    if (status == SLP_OK) status = make_constants(own);
    if (status == SLP_OK) status = make_others(own);
    if (status == SLP_OK) status = make_bounds(own);
    return status;
}

void fast_polynomial_plain_clear(fast_polynomial *own)
{
    fast_polynomial_plain *plain = own->plain;
    if (!plain) return;
    free(plain->first);
    free(plain->other);
    free(plain->which);
    free(plain->block);
    free(plain->linear);
    free(plain->constants);
    free(plain->row);
    free(plain->term);
    free(plain->source);
    free(plain->roundings);
    free(plain->linear_size);
    free(plain->size);
    free(plain);
}

/* ---- Steps ---- */

size_t fast_polynomial_plain_work_size(const fast_polynomial *own)
{
    return HEAD + own->on.d + own->plain->coefficients + own->M + 1;
}

const double *fast_polynomial_plain_increments(const fast_polynomial *own, const double *frozen)
{
    return frozen + HEAD + own->on.d + own->plain->coefficients;
}

/* A bound of the sum of a row's constants in size: those of one row follow each other. */
static double constant_size(const fast_polynomial_plain *plain, const double *f)
{
    double most = 0, row = 0;
    for (size_t n = 0; n < plain->constant_count; n++) {
        const constant *of = plain->constants + n;
        if (n > 0 && of->row != of[-1].row) row = 0;
        row += fabs(of->c * f[of->k]);
        most = larger(most, row);
    }
    return most;
}

/* The sum of the sizes of the summands of F_m that are no part of a block or a constant. */
static double other_size(const fast_polynomial *own, size_t m, const double *f)
{
    double sum = 0;
    for (size_t s = own->start[m]; s < own->start[m + 1]; s++)
        if (is_other(own->summand + s)) sum += fabs(own->summand[s].c * f[own->summand[s].k]);
    return sum;
}

/* The largest sum of a row, of the sizes of its terms with so many coordinates, for |x| <= 1. */
static void freeze_sizes(double sizes[MOST_POWERS], const fast_polynomial *own, const double *f)
{
    const fast_polynomial_plain *plain = own->plain;
    for (size_t k = 0; k < MOST_POWERS; k++) sizes[k] = 0;
    for (size_t i = 0; plain->coefficients && i < own->on.d; i++) {
        double row[MOST_POWERS] = {0};
        for (size_t t = plain->row[i]; t < plain->row[i + 1]; t++) {
            const row_term *term = plain->term + t;
            row[term->count] += term->power * other_size(own, plain->source[term->monomial], f) /
                                fabs(own->on.weight[i]);
        }
        for (size_t k = 0; k < MOST_POWERS; k++) sizes[k] = larger(sizes[k], row[k]);
    }
}

void fast_polynomial_plain_freeze(double *frozen, const fast_polynomial *own, double h,
                                  const double *dW)
{
    const fast_polynomial_plain *plain = own->plain;
    const size_t d = own->on.d;
    double *constants = frozen + HEAD, *F = constants + d, *f = F + plain->coefficients;
    f[0] = h;
    for (size_t k = 0; k < own->M; k++) f[k + 1] = dW[k];
    frozen[H] = h;
    frozen[LINEAR] = h * plain->most_linear;
    frozen[QUADRATIC] = h * plain->most_size;
    for (size_t i = 0; i < d; i++) constants[i] = 0;
    for (size_t n = 0; n < plain->constant_count; n++) {
        const constant *of = plain->constants + n;
        constants[of->row] += of->c * f[of->k];
    }
    frozen[CONSTANT] = constant_size(plain, f);
    for (size_t n = 0; n < plain->coefficients; n++) {
        const size_t m = plain->source[n];
        F[n] = 0;
        for (size_t s = own->start[m]; s < own->start[m + 1]; s++)
            if (is_other(own->summand + s)) F[n] += own->summand[s].c * f[own->summand[s].k];
    }
    freeze_sizes(frozen + POWERS, own, f);
}

/* s = the sum of H_0's blocks of vector i times their vectors: a sum for each column, added last */
static inline void add_pairs(double s[LANES], const fast_polynomial_plain *plain, size_t i,
                             const double *x)
{
    double a[LANES] = {0}, b[LANES] = {0}, c[LANES] = {0};
    for (size_t e = plain->first[i]; e < plain->first[i + 1]; e++) {
        const double *of = plain->block + plain->which[e], *v = x + plain->other[e];
        for (size_t k = 0; k < LANES; k++) a[k] += of[k] * v[0];
        for (size_t k = 0; k < LANES; k++) b[k] += of[LANES + k] * v[1];
        for (size_t k = 0; k < LANES; k++) c[k] += of[2 * LANES + k] * v[2];
    }
    for (size_t k = 0; k < LANES; k++) s[k] = a[k] + b[k] + c[k];
}

/* The sum of the other terms of row i. */
static double other_terms(const fast_polynomial *own, size_t i, const double *F, const double *x)
{
    const fast_polynomial_plain *plain = own->plain;
    double sum = 0;
    for (size_t t = plain->row[i]; t < plain->row[i + 1]; t++) {
        const row_term *term = plain->term + t;
        const uint32_t *at = own->factors + term->first;
        double product = term->power * F[term->monomial] / own->on.weight[i];
        for (uint32_t l = 0; l < term->count; l++) product *= x[at[l]];
        sum += product;
    }
    return sum;
}

void fast_polynomial_plain_sum(double *xi, const fast_polynomial *own, const double *frozen,
                               const double *x)
{
    const fast_polynomial_plain *plain = own->plain;
    const double h = frozen[H], *constants = frozen + HEAD, *F = constants + own->on.d;
    for (size_t i = 0; i < own->on.d / 3; i++) {
        double s[LANES];
        add_pairs(s, plain, i, x);
        for (size_t k = 0; k < 3; k++)
            xi[3 * i + k] = h * (s[k] + plain->linear[3 * i + k]) + constants[3 * i + k];
    }
    for (size_t i = 0; plain->coefficients && i < own->on.d; i++)
        xi[i] += other_terms(own, i, F, x);
}

/* ---- Where they stand: sections 2 and 3 of the page ---- */

/* What is of the same size for all vectors; infinite where products may overflow or underflow. */
static double common_size(const double *frozen, double most)
{
    double sum = 0;
    for (size_t k = MOST_POWERS; k-- > 0;) sum = sum * most + frozen[POWERS + k];
    const double largest = larger(most, larger(fabs(frozen[H]), sum));
    return largest <= 0x1p64 ? sum + frozen[CONSTANT] : INFINITY;
}

bool fast_polynomial_plain_all_stand(const fast_polynomial *own, const double *frozen, double most)
{
    const fast_polynomial_plain *plain = own->plain;
    const double size =
        common_size(frozen, most) + fabs(frozen[LINEAR]) + fabs(frozen[QUADRATIC]) * most;
    return plain->most_size <= 0x1p800 && plain->most_linear <= 0x1p800 &&
           plain->most_roundings * size <= OFF;
}

bool fast_polynomial_plain_stands(const fast_polynomial *own, const double *frozen, double most,
                                  size_t i, const double *xi, bool with_low)
{
    const fast_polynomial_plain *plain = own->plain;
    const double roundings = plain->roundings[i] + with_low, most_of_sum = with_low ? 1 : INFINITY,
                 of_energy = plain->linear_size[i] + plain->size[i] * most,
                 off = roundings * (common_size(frozen, most) + fabs(frozen[H]) * of_energy);
    if (!(plain->size[i] <= 0x1p800 && plain->linear_size[i] <= 0x1p800)) return false;
    return isfinite(off) && off <= OFF + PART * fmin(fast_largest(xi, 3), most_of_sum);
}
