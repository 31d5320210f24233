/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Brackets of Hamiltonians that are polynomials: what Levy areas multiply.
 *
 * B = <x, [grad H, grad K]> is the derivative of K along the field ad*_(grad H) x of H.  The field
 * of H = x_a has the components
 *     x_b' = (ad*_(e_a) x)_b / w_a =: sum of v x_l over a few l,
 * e_a the element whose coordinate a is 1.  So each term c x_a m of H, each term c' x_b m' of K and
 * each such l give the term c c' v x_l m m' of B, and a power p of x_a gives it p times.
 *
 * On matrices ad*_E X = E* X - X E*, and X_rs is one coordinate, with a factor, or, on su(N), two.
 * Tested by tests/fast/test_fast_polynomial.c. */
#include "fast/system/polynomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* (re + i im) x_at; a constant on the plane has at = SIZE_MAX */
typedef struct part {
    size_t at;
    double re, im;
} part;

/* The entry of a matrix at (row, column): re + i im. */
typedef struct place {
    size_t row, column;
    double re, im;
} place;

enum { MOST_PARTS = 8 };

/* ---- Matrices ---- */

/* Where row i of a strict upper triangle of n rows begins. */
static size_t row_begins(size_t n, size_t i)
{
    return i * n - i * (i + 1) / 2;
}

/* X_rs of a state as parts of its coordinates; returns how many. */
static size_t entry(part *out, const fast_own_algebra *on, size_t r, size_t s)
{
    const size_t n = on->n, m = n / 2, low = r < s ? r : s, high = r < s ? s : r;
    if (on->kind == SLP_SON) {
        out[0] = (part){row_begins(n, low) + high - low - 1, r < s ? 1 : -1, 0};
        return r != s;
    }
    if (on->kind == SLP_SUN && r == s) {
        out[0] = (part){r, 0, 1};
        return 1;
    }
    if (on->kind == SLP_SUN) {
        const size_t at = n + 2 * (row_begins(n, low) + high - low - 1);
        out[0] = (part){at, r < s ? 1 : -1, 0};
        out[1] = (part){at + 1, 0, 1};
        return 2;
    }
    if (r < m && s < m)
        out[0] = (part){r * m + s, 1, 0};
    else if (r >= m && s >= m) /* -a^T */
        out[0] = (part){(s - m) * m + r - m, -1, 0};
    else { /* b or c, symmetric: rows of a triangle with its diagonal are one longer */
        const size_t i = low % m < high % m ? low % m : high % m;
        const size_t j = low % m < high % m ? high % m : low % m;
        const size_t triangle = m * (m + 1) / 2;
        out[0] = (part){m * m + (r >= m ? triangle : 0) + row_begins(m, i) + j, 1, 0};
    }
    return 1;
}

/* The first place of x_a: the first entry of its matrix that has it, row by row. */
static void first_place(size_t *r, size_t *s, const fast_own_algebra *on, size_t a)
{
    const size_t n = on->n, m = n / 2, triangle = m * (m + 1) / 2;
    *r = 0;
    if (on->kind == SLP_SUN && a < n) {
        *r = *s = a;
    } else if (on->kind != SLP_SP) {
        const size_t number = on->kind == SLP_SON ? a : (a - n) / 2;
        while (row_begins(n, *r + 1) <= number) ++*r;
        *s = number - row_begins(n, *r) + *r + 1;
    } else if (a < m * m) {
        *r = a / m;
        *s = a % m;
    } else {
        const size_t number = (a - m * m) % triangle;
        while (row_begins(m, *r + 1) + *r + 1 <= number) ++*r;
        *s = number - row_begins(m, *r);
        *(a - m * m < triangle ? s : r) += m;
    }
}

/* The other place: across the diagonal, on sp that of the block a or of its own block. */
static void other_place(size_t *row, size_t *column, const fast_own_algebra *on, size_t r, size_t s)
{
    const size_t m = on->kind == SLP_SP ? on->n / 2 : 0;
    *row = r < m && s >= m ? s - m : s + m;
    *column = r >= m && s < m ? r - m : r + m;
}

/* All entries of e_a: the X_rs that have x_a. */
static size_t places_of(place *out, const fast_own_algebra *on, size_t a)
{
    part parts[2];
    size_t r, s, found = 0;
    first_place(&r, &s, on, a);
    for (int k = 0; k < 2; k++) {
        const size_t count = entry(parts, on, r, s);
        for (size_t p = 0; p < count; p++)
            if (parts[p].at == a) out[found++] = (place){r, s, parts[p].re, parts[p].im};
        const size_t row = r, column = s;
        other_place(&r, &s, on, row, column);
        if (r == row && s == column) break;
    }
    return found;
}

static size_t add_part(part *out, size_t count, part of, double re, double im)
{
    for (size_t k = 0; k <= count; k++) {
        if (k == count) out[count++] = (part){of.at, 0, 0};
        if (out[k].at != of.at) continue;
        out[k].re += re * of.re - im * of.im;
        out[k].im += re * of.im + im * of.re;
        break;
    }
    return count;
}

/* (ad*_(e_a) x)_b, read at the first place of x_b: the real part of what stands there over the
 * factor of x_b. */
static size_t of_matrices(part *out, const fast_own_algebra *on, size_t a, size_t b)
{
    place of_a[2], of_b[2];
    part parts[2];
    size_t count = 0;
    const size_t places = places_of(of_a, on, a);
    places_of(of_b, on, b);
    const size_t r = of_b->row, s = of_b->column;
    for (size_t k = 0; k < places; k++) { /* E*_tu is the conjugate of E_ut */
        const place e = of_a[k];
        if (e.column == r) {
            const size_t two = entry(parts, on, e.row, s);
            for (size_t p = 0; p < two; p++) count = add_part(out, count, parts[p], e.re, -e.im);
        }
        if (e.row == s) {
            const size_t two = entry(parts, on, r, e.column);
            for (size_t p = 0; p < two; p++) count = add_part(out, count, parts[p], -e.re, e.im);
        }
    }
    for (size_t k = 0; k < count; k++) /* b's factor is 1, -1 or i */
        out[k].re = of_b->re != 0 ? out[k].re / of_b->re : out[k].im / of_b->im;
    return count;
}

/* ---- All algebras ---- */

/* (x cross e_a)_b = sum over l of the sign of (l, a, b) */
static size_t of_vectors(part *out, size_t a, size_t b, size_t first)
{
    if (a == b) return 0;
    out[0] = (part){first + 3 - a - b, (b + 3 - a) % 3 == 1 ? 1 : -1, 0};
    return 1;
}

/* x_b' in the field of H = x_a, times w_a; returns how many parts there are. */
static size_t field(part *out, const fast_own_algebra *on, size_t a, size_t b)
{
    switch (on->kind) {
    case SLP_VECTOR: /* q' = dH/dp, p' = -dH/dq */
        out[0] = (part){SIZE_MAX, a == 1 ? 1 : -1, 0};
        return a != b;
    case SLP_SO3:
        return of_vectors(out, a, b, 0);
    case SLP_SU2N:
        return a / 3 == b / 3 ? of_vectors(out, a % 3, b % 3, a - a % 3) : 0;
    case SLP_SE3: /* Pi' = Pi x w + Gamma x u, Gamma' = Gamma x w */
        if (a >= 3 && b >= 3) return 0;
        return of_vectors(out, a % 3, b % 3, a >= 3 || b >= 3 ? 3 : 0);
    default:
        return of_matrices(out, on, a, b);
    }
}

bool fast_polynomial_commute(const fast_own_algebra *on, size_t a, size_t b)
{
    part parts[MOST_PARTS];
    const size_t count = field(parts, on, a, b);
    for (size_t p = 0; p < count; p++)
        if (parts[p].re != 0) return false;
    return true;
}

/* Puts coordinate `at` into s, in its place. */
static void multiply(summand *s, size_t at)
{
    uint32_t i = s->degree++;
    for (; i > 0 && s->at[i - 1] > at; i--) s->at[i] = s->at[i - 1];
    s->at[i] = (uint32_t)at;
}

/* The power of the coordinate at position j; 0 if it is not the first of its kind. */
static uint32_t power(const summand *s, uint32_t j)
{
    uint32_t p = 0;
    for (uint32_t i = 0; i < s->degree; i++) {
        if (s->at[i] == s->at[j] && i < j) return 0;
        p += s->at[i] == s->at[j];
    }
    return p;
}

slp_status fast_polynomial_append(fast_polynomial *own, const summand *s)
{
    if (own->summands == own->capacity) {
        const size_t capacity = 2 * own->capacity + 8;
        summand *grown = realloc(own->summand, capacity * sizeof *grown);
        if (!grown) return SLP_MEMORY;
        own->summand = grown;
        own->capacity = capacity;
    }
    own->summand[own->summands++] = *s;
    return SLP_OK;
}

/* a b = the result times 2^*exponent, which is 0 where a b is far from the ends of binary64 */
static twofold product_of(int *exponent, double a, double b)
{
    enum { FAR = 900 };
    int first, second;
    const double one = frexp(a, &first), other = frexp(b, &second);
    *exponent = 0;
    if (abs(first) + abs(second) < FAR) return twofold_product(a, b);
    *exponent = first + second;
    return twofold_product(one, other);
}

/* The terms of {H, K} of one term of H and one of K. */
static slp_status add_products(fast_polynomial *own, const summand *of, const summand *with,
                               uint32_t k)
{
    part parts[MOST_PARTS];
    slp_status status = SLP_OK;
    for (uint32_t i = 0; i < of->degree; i++)
        for (uint32_t j = 0; j < with->degree; j++) {
            const double times = (double)power(of, i) * power(with, j);
            const size_t count = times > 0 ? field(parts, &own->on, of->at[i], with->at[j]) : 0;
            for (size_t p = 0; p < count && status == SLP_OK; p++) {
                summand made = {.over = of->over * with->over, .k = k};
                twofold c = product_of(&made.exponent, of->c, with->c);
                c = twofold_scale(c, times * parts[p].re);
                c = twofold_over(c, (twofold){own->on.weight[of->at[i]], 0});
                made.c = c.high;
                made.low = c.low;
                for (uint32_t l = 0; l < of->degree; l++)
                    if (l != i) multiply(&made, of->at[l]);
                for (uint32_t l = 0; l < with->degree; l++)
                    if (l != j) multiply(&made, with->at[l]);
                if (parts[p].at != SIZE_MAX) multiply(&made, parts[p].at);
                if (made.degree && made.c != 0) status = fast_polynomial_append(own, &made);
            }
        }
    return status;
}

slp_status fast_polynomial_add_brackets(fast_polynomial *own, size_t noises)
{
    size_t count = 0;
    slp_status status = SLP_OK;
    summand *noise = malloc((own->summands + 1) * sizeof *noise);
    if (!noise) return SLP_MEMORY;
    for (size_t s = 0; s < own->summands; s++)
        if (own->summand[s].k && own->summand[s].c != 0) noise[count++] = own->summand[s];
    for (size_t p = 0; p < count; p++)
        for (size_t q = 0; q < count && status == SLP_OK; q++) {
            const size_t i = noise[p].k - 1, j = noise[q].k - 1;
            if (i < j) /* the pair's number among all, row by row */
                status = add_products(own, noise + p, noise + q,
                                      (uint32_t)(noises + row_begins(noises, i) + j - i));
        }
    free(noise);
    return status;
}
