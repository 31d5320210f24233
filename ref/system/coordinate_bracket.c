/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Brackets of two coordinates; of matrices as commutators of matrices with at most two entries. */
#include "ref/system/coordinate_bracket.h"
#include "oracle/contract/number/float_rules.h"

/* (re + i im) at row r, column s */
typedef struct unit {
    slong r, s;
    int re, im;
} unit;

/* The coordinates of entry (i, j), i < j < n, row by row: the number of pairs before it. */
static slong pairs_before(slong n, slong i, slong j)
{
    return i * (2 * n - i - 1) / 2 + j - i - 1;
}

/* Of entry (i, j), i <= j < m, of an upper triangle with its diagonal. */
static slong triangle_before(slong m, slong i, slong j)
{
    return i * (2 * m - i + 1) / 2 + j - i;
}

/* i <= j of the number-th entry of a triangle, `diagonal` 1 with its diagonal, else 0. */
static void entry_of(slong *i, slong *j, slong n, slong number, slong diagonal)
{
    *i = 0;
    while (number >= n - *i - 1 + diagonal) {
        number -= n - *i - 1 + diagonal;
        ++*i;
    }
    *j = *i + 1 - diagonal + number;
}

/* e_a as a matrix; returns how many entries. */
static int element(unit out[2], slp_algebra kind, slong n, slong a)
{
    slong i, j;
    const slong m = n / 2, block = m * m, triangle = m * (m + 1) / 2;
    if (kind == SLP_SON) {
        entry_of(&i, &j, n, a, 0);
        out[0] = (unit){i, j, 1, 0};
        out[1] = (unit){j, i, -1, 0};
        return 2;
    }
    if (kind == SLP_SUN) {
        out[0] = (unit){a, a, 0, 1};
        if (a < n) return 1;
        const bool real = (a - n) % 2 == 0;
        entry_of(&i, &j, n, (a - n) / 2, 0);
        out[0] = (unit){i, j, real, !real};
        out[1] = (unit){j, i, real ? -1 : 0, !real};
        return 2;
    }
    if (a < block) { /* sp: ((a, b), (c, -a^T)) */
        i = a / m;
        j = a % m;
        out[0] = (unit){i, j, 1, 0};
        out[1] = (unit){m + j, m + i, -1, 0};
        return 2;
    }
    const bool upper = a < block + triangle;
    const slong row = upper ? 0 : m, column = upper ? m : 0;
    entry_of(&i, &j, m, a - block - (upper ? 0 : triangle), 1);
    out[0] = (unit){row + i, column + j, 1, 0};
    out[1] = (unit){row + j, column + i, 1, 0};
    return i == j ? 1 : 2;
}

static int weight(slp_algebra kind, slong n, slong a)
{
    slong i, j;
    const slong m = n / 2, block = m * m, triangle = m * (m + 1) / 2;
    if (kind == SLP_SUN) return a < n ? 1 : 2;
    if (kind != SLP_SP) return 1;
    if (a < block) return 2;
    entry_of(&i, &j, m, (a - block) % triangle, 1);
    return i == j ? 1 : 2;
}

/* A part f x_at, joined with one that is there. */
static int add_part(ref_bracket_part *out, int count, slong at, int f)
{
    if (f == 0) return count;
    for (int k = 0; k < count; k++)
        if (out[k].at == at) {
            out[k].value_twice += f;
            return count;
        }
    out[count] = (ref_bracket_part){at, f};
    return count + 1;
}

/* The coordinates that the entry `u` of an element of the algebra is; each coordinate is read at
 * one of its entries alone. */
static int add_entry(ref_bracket_part *out, int count, slp_algebra kind, slong n, unit u)
{
    const slong m = n / 2, triangle = m * (m + 1) / 2;
    if (kind == SLP_SON)
        return u.r < u.s ? add_part(out, count, pairs_before(n, u.r, u.s), u.re) : count;
    if (kind == SLP_SUN) {
        if (u.r > u.s) return count;
        if (u.r == u.s) return add_part(out, count, u.r, u.im);
        const slong at = n + 2 * pairs_before(n, u.r, u.s);
        count = add_part(out, count, at, u.re);
        return add_part(out, count, at + 1, u.im);
    }
    if (u.r < m && u.s < m) return add_part(out, count, u.r * m + u.s, u.re);
    if (u.r < m && u.r <= u.s - m)
        return add_part(out, count, m * m + triangle_before(m, u.r, u.s - m), u.re);
    if (u.r >= m && u.s < m && u.r - m <= u.s)
        return add_part(out, count, m * m + triangle + triangle_before(m, u.r - m, u.s), u.re);
    return count;
}

static int matrix_bracket(ref_bracket_part *out, slp_algebra kind, slong n, slong a, slong b)
{
    unit first[2], second[2];
    const int p = element(first, kind, n, a), q = element(second, kind, n, b);
    int count = 0;
    for (int i = 0; i < p; i++)
        for (int j = 0; j < q; j++) {
            const unit u = first[i], v = second[j];
            const int re = u.re * v.re - u.im * v.im, im = u.re * v.im + u.im * v.re;
            if (u.s == v.r) count = add_entry(out, count, kind, n, (unit){u.r, v.s, re, im});
            if (v.s == u.r) count = add_entry(out, count, kind, n, (unit){v.r, u.s, -re, -im});
        }
    /* w_c f_c / (w_a w_b): twice this is whole, for f_c is even where w_a w_b = 4, w_c = 1 */
    for (int k = 0; k < count; k++)
        out[k].value_twice = 2 * out[k].value_twice * weight(kind, n, out[k].at) /
                             (weight(kind, n, a) * weight(kind, n, b));
    return count;
}

/* e_i x e_j of R^3: the axis, and the sign (0: they are parallel). */
static int axis_of(slong *axis, slong i, slong j)
{
    *axis = 3 - i - j;
    return i == j ? 0 : (j - i + 3) % 3 == 1 ? 1 : -1;
}

int ref_coordinate_bracket(ref_bracket_part out[REF_BRACKET_PARTS], slp_algebra kind, slong n,
                           slong a, slong b)
{
    slong axis;
    if (kind == SLP_VECTOR) return add_part(out, 0, -1, 2 * (int)(a - b));
    if (kind == SLP_SON || kind == SLP_SUN || kind == SLP_SP)
        return matrix_bracket(out, kind, n, a, b);
    const int sign = axis_of(&axis, a % 3, b % 3);
    if (kind == SLP_SE3) { /* [(w, u), (v, t)] = (w x v, w x t + u x v) */
        if (a >= 3 && b >= 3) return 0;
        return add_part(out, 0, axis + (a >= 3 || b >= 3 ? 3 : 0), 2 * sign);
    }
    return a / 3 == b / 3 ? add_part(out, 0, a - a % 3 + axis, 2 * sign) : 0;
}
