/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One evaluation of T(z) = x - (D(xi) z - z) on split matrices, 9 N^3 flops and less, 3 N^3 where
 * they are real:
 *   W = xi z by three real products (6 N^3), xi z xi = W xi on and above the diagonal only, in
 *     blocks of columns (3 N^3 (b+1)/b for b
 *   blocks), everything else in two passes; of real matrices by one product (2 N^3) and the upper
 *     half of another,
 *   T(z) = x - (W - W*)/2 + W xi/4,  ad*_xi z = -(W - W*).
 * Entries below the diagonal are the mirror images of those above; norms are Frobenius norms,
 * summed row by row.
 *
 * Over the dual numbers z = Z + eps V and the generator is xi + eps b.  Z's equation is the one
 * above, its products are w = xi Z.  Then b is taken of the new Z, which halves the digits that are
 * missing from one evaluation to the next where W and Theta drive each other, and
 *   v = xi V + b Z,  V's image = W - (v - v*)/2 + (v xi + w b)/4,
 * 18 N^3 more.  Any xi and b will do for the update, which is that of w and v: the rule with these
 * generators held fixed keeps the Casimirs. */
#include "fast/trajectory/trajectory.h"

#include <cblas.h>
#include <math.h>

enum { TILE = 32, BLOCKS = 8, NARROW = 32 };

static void multiply(double *c, const double *a, const double *b, size_t rows, size_t columns,
                     size_t n)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)columns, (int)n, 1.0, a,
                (int)n, b, (int)n, 0.0, c, (int)n);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* sum = Re + Im of m. */
static void add_parts(double *sum, const double *m, size_t n)
{
    const size_t q = n * n;
    for (size_t i = 0; i < q; i++) sum[i] = m[i] + m[q + i];
}

/* Parts of a product from t = Re Re, s = Im Im and u = sum sum: Re over t, Im over u, their sum
 * over s. */
static void combine_parts(double *restrict t, double *restrict s, double *restrict u, size_t q)
{
    for (size_t i = 0; i < q; i++) {
        const double a = t[i], b = s[i], c = u[i];
        t[i] = a - b;
        s[i] = c - 2 * b;
        u[i] = (c - a) - b;
    }
}

/* part[0..2] = products of parts of w xi, on and above the diagonal. */
static void upper_products(double *const part[3], const fast_trajectory *t, const double *w,
                           const double *w_sum, const double *xi, const double *xi_sum)
{
    const size_t n = t->shape.n, q = n * n;
    size_t width = (n + BLOCKS - 1) / BLOCKS;
    width = width < NARROW ? NARROW : (width + 7) / 8 * 8;
    for (size_t j = 0; j < n; j += width) {
        const size_t columns = smaller(width, n - j), rows = j + columns;
        multiply(part[0] + j, w, xi + j, rows, columns, n);
        if (t->shape.parts == 1) continue;
        multiply(part[1] + j, w + q, xi + q + j, rows, columns, n);
        multiply(part[2] + j, w_sum, xi_sum + j, rows, columns, n);
    }
}

/* A tile's rows of m, transposed. */
static void read_transposed(double out[TILE][TILE], const double *m, size_t n, size_t i, size_t j,
                            size_t rows, size_t columns)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++) out[r][c] = m[(j + c) * n + i + r];
}

static void write_transposed(double *m, double from[TILE][TILE], size_t n, size_t i, size_t j,
                             size_t rows, size_t columns, double sign)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++) m[(j + c) * n + i + r] = sign * from[r][c];
}

/* |a - b|^2 in four partial sums, the same on every machine. */
static double distance(const double *restrict a, const double *restrict b, size_t count)
{
    double lane[4] = {0, 0, 0, 0};
    size_t k = 0;
    for (; k + 4 <= count; k += 4)
        for (size_t l = 0; l < 4; l++) lane[l] += (a[k + l] - b[k + l]) * (a[k + l] - b[k + l]);
    for (; k < count; k++) lane[k % 4] += (a[k] - b[k]) * (a[k] - b[k]);
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/* out = Re (p = 0) or Im (p = 1) of W xi in `count` places from `at` on; of the second block, of v
 * xi + w b. */
static void quadratic_term(double *restrict out, const fast_trajectory *t, size_t block, int p,
                           size_t at, size_t count)
{
    const double *a = t->part[0] + at;
    if (t->shape.parts == 1) {
        for (size_t k = 0; k < count; k++) out[k] = a[k];
        return;
    }
    const double *b = t->part[1] + at, *c = t->part[2] + at;
    for (size_t k = 0; k < count; k++) out[k] = p ? (c[k] - a[k]) - b[k] : a[k] - b[k];
    if (block == 0) return;
    const double *d = t->more[0] + at, *e = t->more[1] + at, *f = t->more[2] + at;
    for (size_t k = 0; k < count; k++) out[k] += p ? (f[k] - d[k]) - e[k] : d[k] - e[k];
}

/* One part (0: real and skew, 1: imaginary and symmetric) of a block's tile at (i, j): next there
 * and in its mirror image; returns the sum of squares of next - z. */
static double evaluate_tile(fast_trajectory *t, size_t block, int p, size_t i, size_t j)
{
    const size_t n = t->shape.n, q = block * fast_matrix_size(&t->shape) + (size_t)p * n * n,
                 rows = smaller(TILE, n - i), columns = smaller(TILE, n - j);
    const double sign = p ? 1 : -1, *w = t->w + q, *x = t->x + q, *z = t->z + q;
    double *next = t->next + q, mirror[TILE][TILE], out[TILE][TILE], twice[TILE], square = 0;
    read_transposed(mirror, w, n, i, j, rows, columns);
    for (size_t r = 0; r < rows; r++) {
        const size_t at = (i + r) * n + j;
        quadratic_term(twice, t, block, p, at, columns);
        for (size_t k = 0; k < columns; k++) {
            double change = 0.25 * twice[k] - 0.5 * (w[at + k] + sign * mirror[r][k]);
            out[r][k] = x[at + k] + change;
        }
        square += i == j ? 0.5 * distance(out[r] + r, z + at + r, 1) +
                               distance(out[r] + r + 1, z + at + r + 1, columns - r - 1)
                         : distance(out[r], z + at, columns);
        for (size_t k = i == j ? r : 0; k < columns; k++) next[at + k] = out[r][k];
    }
    if (i != j)
        write_transposed(next, out, n, i, j, rows, columns, sign);
    else
        for (size_t r = 0; r < rows; r++)
            for (size_t k = r + 1; k < columns; k++) next[(i + k) * n + i + r] = sign * out[r][k];
    return 2 * square;
}

/* c = a b, c_sum = the sum of its parts; those of a and b are known. */
static void sum_product(double *c, double *c_sum, const double *a, const double *a_sum,
                        const double *b, const double *b_sum, size_t n)
{
    const size_t q = n * n;
    multiply(c, a, b, n, n, n);
    multiply(c_sum, a + q, b + q, n, n, n);
    multiply(c + q, a_sum, b_sum, n, n, n);
    combine_parts(c, c_sum, c + q, q);
}

/* w = xi z of the first block; w_sum = the sum of its parts where it has two. */
static void linear_product(fast_trajectory *t)
{
    const size_t n = t->shape.n;
    if (t->shape.parts == 1) multiply(t->w, t->xi, t->z, n, n, n);
    if (t->shape.parts == 1) return;
    add_parts(t->xi_sum, t->xi, n);
    add_parts(t->z_sum, t->z, n);
    sum_product(t->w, t->w_sum, t->xi, t->xi_sum, t->z, t->z_sum, n);
}

/* All tiles of a block; returns the sum of squares of next - z. */
static double evaluate_tiles(fast_trajectory *t, size_t block)
{
    const size_t n = t->shape.n;
    const int parts = (int)t->shape.parts;
    double square = 0;
    for (size_t i = 0; i < n; i += TILE)
        for (size_t j = i; j < n; j += TILE)
            for (int p = 0; p < parts; p++) square += evaluate_tile(t, block, p, i, j);
    return square;
}

/* v = xi V + b Z, with the sum of its parts, by way of the work of products. */
static void dual_linear_product(fast_trajectory *t)
{
    const size_t n = t->shape.n, q = n * n, size = 2 * q;
    double *restrict v = t->w + size, *restrict v_sum = t->w_sum + q, *restrict c = t->more[0],
                     *restrict c_sum = t->more[2]; /* more[1] follows more[0] */
    add_parts(t->xi_sum + q, t->xi + size, n);
    add_parts(t->z_sum + q, t->z + size, n);
    sum_product(v, v_sum, t->xi, t->xi_sum, t->z + size, t->z_sum + q, n);
    sum_product(c, c_sum, t->xi + size, t->xi_sum + q, t->z, t->z_sum, n);
    for (size_t i = 0; i < size; i++) v[i] += c[i];
    for (size_t i = 0; i < q; i++) v_sum[i] += c_sum[i];
}

/* The second block: V's image, from b of the first one's. */
static double evaluate_dual_tiles(fast_trajectory *t)
{
    const size_t size = fast_matrix_size(&t->shape), q = size / 2;
    t->sys->table->dual_field(t->xi + size, t->sys, t->frozen, t->next, t->work);
    dual_linear_product(t);
    upper_products(t->part, t, t->w + size, t->w_sum + q, t->xi, t->xi_sum);
    upper_products(t->more, t, t->w, t->w_sum, t->xi + size, t->xi_sum + q);
    return evaluate_tiles(t, 1);
}

double fast_trajectory_map(fast_trajectory *t)
{
    const double *argument = t->z + (t->blocks - 1) * fast_matrix_size(&t->shape);
    t->sys->table->field(t->xi, t->sys, t->frozen, argument, t->work);
    linear_product(t);
    upper_products(t->part, t, t->w, t->w_sum, t->xi, t->xi_sum);
    double square = evaluate_tiles(t, 0);
    if (t->blocks == 2) square += evaluate_dual_tiles(t);
    return t->delta = sqrt(square);
}

double fast_trajectory_finish(fast_trajectory *t)
{
    const size_t n = t->shape.n;
    const int parts = (int)t->shape.parts;
    double square = 0, twice[TILE] = {0}, mirror[TILE][TILE];
    for (int p = 0; p < parts * (int)t->blocks; p++)
        for (size_t i = 0; i < n; i += TILE)
            for (size_t j = i; j < n; j += TILE) {
                const size_t q = (size_t)p * n * n, rows = smaller(TILE, n - i),
                             columns = smaller(TILE, n - j);
                const double sign = p % 2 ? 1 : -1;
                read_transposed(mirror, t->w + q, n, i, j, rows, columns);
                for (size_t r = 0; r < rows; r++)
                    for (size_t k = i == j ? r : 0; k < columns; k++) {
                        const size_t at = q + (i + r) * n + j + k;
                        const double change = t->w[at] + sign * mirror[r][k];
                        t->x[at] -= change;
                        t->x[q + (j + k) * n + i + r] = sign * t->x[at];
                        if (i == j && k == r)
                            square += change * change;
                        else
                            twice[k] += 2 * change * change;
                    }
            }
    for (size_t k = 0; k < TILE; k++) square += twice[k];
    return sqrt(square);
}
