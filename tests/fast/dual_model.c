/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A small model of mhd-sphere by block matrices and ladders of spin matrices. */
#include "tests/support/cmocka.h"

#include "tests/fast/dual_model.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);
    assert_non_null(p);
    return p;
}

static dual_entry *block(size_t n)
{
    return memory(4 * n * n, sizeof(dual_entry));
}

/* <k|S_+|k+1> */
static long double ladder_factor(size_t n, size_t k)
{
    return sqrtl((long double)(k + 1) * (long double)(n - 1 - k));
}

static void normalise(long double *a, size_t count)
{
    long double square = 0;
    for (size_t k = 0; k < count; k++) square += a[k] * a[k];
    for (size_t k = 0; k < count; k++) a[k] /= sqrtl(square);
}

/* (S_+)^l on superdiagonal l, then [S_-, A] once for each order below. */
void dual_model_open(dual_model *m, size_t n, double amp, size_t shell)
{
    *m = (dual_model){n, shell, amp, memory(n * n * n, sizeof(long double))};
    for (size_t l = 0; l < n; l++) {
        long double *top = m->harmonics + (l * n + l) * n;
        for (size_t k = 0; k + l < n; k++) {
            top[k] = 1;
            for (size_t j = k; j < k + l; j++) top[k] *= ladder_factor(n, j);
        }
        normalise(top, n - l);
        for (size_t order = l; order-- > 0;) {
            const long double *from = m->harmonics + (l * n + order + 1) * n;
            long double *to = m->harmonics + (l * n + order) * n;
            for (size_t k = 0; k + order < n; k++) {
                to[k] = 0;
                if (k > 0) to[k] += ladder_factor(n, k - 1) * from[k - 1];
                if (k + order + 1 < n) to[k] -= from[k] * ladder_factor(n, k + order);
            }
            normalise(to, n - order);
        }
    }
}

void dual_model_close(dual_model *m)
{
    free(m->harmonics);
}

const long double *dual_model_harmonic(const dual_model *m, size_t l, size_t order)
{
    return m->harmonics + (l * m->n + order) * m->n;
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

static size_t place(size_t n, size_t i, size_t j)
{
    return n + 2 * (i * n - i * (i + 1) / 2 + (j - i - 1));
}

static dual_entry entry(size_t n, const double *x, size_t i, size_t j)
{
    if (i > j) return -conjl(entry(n, x, j, i));
    return i == j ? I * (long double)x[i]
                  : (long double)x[place(n, i, j)] + I * (long double)x[place(n, i, j) + 1];
}

void dual_model_read(dual_entry *X, size_t n, const double *plain, const double *with_eps)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            X[i * 2 * n + j] = X[(n + i) * 2 * n + n + j] = entry(n, plain, i, j);
            X[i * 2 * n + n + j] = entry(n, with_eps, i, j);
            X[(n + i) * 2 * n + j] = 0;
        }
}

static void write_part(double *x, size_t n, const dual_entry *X)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            const dual_entry v = X[i * 2 * n + j];
            if (i == j) {
                x[i] = (double)cimagl(v);
            } else {
                x[place(n, i, j)] = (double)creall(v);
                x[place(n, i, j) + 1] = (double)cimagl(v);
            }
        }
}

void dual_model_write(double *plain, double *with_eps, size_t n, const dual_entry *X)
{
    write_part(plain, n, X);
    write_part(with_eps, n, X + n);
}

/* Zeros below are left out, and the block on the diagonal is computed once.  Products of complex
 * numbers by parts: the compiler's own look for infinities. */
void dual_model_product(dual_entry *C, size_t n, const dual_entry *A, const dual_entry *B)
{
    const size_t d = 2 * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++) {
            long double re = 0, im = 0;
            for (size_t l = 0; l < (j < n ? n : d); l++) {
                const long double a = creall(A[i * d + l]), b = cimagl(A[i * d + l]),
                                  e = creall(B[l * d + j]), f = cimagl(B[l * d + j]);
                re += a * e - b * f;
                im += a * f + b * e;
            }
            C[i * d + j] = re + I * im;
            if (j < n) C[(n + i) * d + n + j] = C[i * d + j];
            if (j >= n) C[(n + i) * d + j - n] = 0;
        }
}

/* ---- The generator --------------------------------------------------------------------------- */

/* One harmonic's share: weights of the real and of the imaginary part of superdiagonal `order` of
 * the block at X, added to the block at Xi, with its entries below the diagonal. */
static void add_harmonic(dual_entry *Xi, const dual_entry *X, size_t n, const long double *a,
                         size_t order, long double real, long double imaginary)
{
    long double p = 0, q = 0;
    for (size_t k = 0; k + order < n; k++) {
        p += a[k] * creall(X[k * 2 * n + k + order]);
        q += a[k] * cimagl(X[k * 2 * n + k + order]);
    }
    for (size_t k = 0; k + order < n; k++) {
        const dual_entry more = (real * p + I * imaginary * q) * a[k];
        Xi[k * 2 * n + k + order] += more;
        if (order > 0) Xi[(k + order) * 2 * n + k] -= conjl(more);
    }
}

void dual_model_generator(dual_entry *Xi, const dual_model *m, const dual_entry *X, double h,
                          const double *dW)
{
    const size_t n = m->n;
    const dual_entry *W = X + n, *Theta = X;
    memset(Xi, 0, 4 * n * n * sizeof *Xi);
    for (size_t l = 1; l < n; l++) {
        const long double eigenvalue = (long double)(l * (l + 1));
        const double *centre = l < m->shell ? NULL : dW + (l * l - m->shell * m->shell) + l;
        for (size_t order = 0; order <= l; order++) {
            const long double *a = dual_model_harmonic(m, l, order);
            const long double sine = centre ? m->amp * centre[order] : 0;
            const long double cosine = centre ? m->amp * *(centre - order) : 0;
            /* the real part of the diagonal is 0 */
            add_harmonic(Xi, W, n, a, order, (h + sine) / eigenvalue, (h + cosine) / eigenvalue);
            add_harmonic(Xi + n, Theta, n, a, order, h * eigenvalue, h * eigenvalue);
        }
    }
    for (size_t i = 0; i < n; i++) memcpy(Xi + (n + i) * 2 * n + n, Xi + i * 2 * n, n * sizeof *Xi);
}

/* ---- Rules ----------------------------------------------------------------------------------- */

typedef struct rule {
    const dual_model *m;
    const double *dW;
    double h;
    dual_entry *Xi, *left, *right, *once;
} rule;

/* out = V(Z) = Z Xi - Xi Z */
static void field(dual_entry *out, rule *r, const dual_entry *Z)
{
    const size_t n = r->m->n;
    dual_model_generator(r->Xi, r->m, Z, r->h, r->dW);
    dual_model_product(out, n, Z, r->Xi);
    dual_model_product(r->once, n, r->Xi, Z);
    for (size_t i = 0; i < 4 * n * n; i++) out[i] -= r->once[i];
}

/* out = (I + s Xi/2) Z (I - s Xi/2), Xi at Z */
static void congruence(dual_entry *out, rule *r, const dual_entry *Z, long double s)
{
    const size_t n = r->m->n;
    dual_model_generator(r->Xi, r->m, Z, r->h, r->dW);
    for (size_t i = 0; i < 4 * n * n; i++) {
        const dual_entry half = 0.5L * s * r->Xi[i], unit = i % (2 * n + 1) == 0;
        r->left[i] = unit + half;
        r->right[i] = unit - half;
    }
    dual_model_product(r->once, n, r->left, Z);
    dual_model_product(out, n, r->once, r->right);
}

static long double distance(const dual_entry *A, const dual_entry *B, size_t count)
{
    long double most = 0;
    for (size_t i = 0; i < count; i++) most = fmaxl(most, cabsl(A[i] - B[i]));
    return most;
}

void dual_model_step(double *y, const dual_model *m, const char *scheme, const double *x, double h,
                     const double *dW)
{
    const size_t n = m->n, count = 4 * n * n;
    dual_entry *X = block(n), *Z = block(n), *V = block(n), *first = block(n), *next = block(n);
    rule r = {m, dW, h, block(n), block(n), block(n), block(n)};
    dual_model_read(X, n, x + n * n, x);
    memcpy(Z, X, count * sizeof *Z);
    const bool isospectral = strcmp(scheme, "isospectral-midpoint") == 0;
    const bool midpoint = strcmp(scheme, "implicit-midpoint") == 0;
    const bool trapezoidal = strcmp(scheme, "trapezoidal") == 0;
    field(first, &r, X);
    long double moved = INFINITY;
    for (int k = 0; (isospectral || midpoint || trapezoidal) && moved > 0x1p-58L; k++) {
        assert_lt(k, 400);
        if (isospectral)
            congruence(V, &r, Z, 1);
        else
            field(V, &r, Z);
        for (size_t i = 0; i < count; i++)
            next[i] = isospectral ? X[i] + Z[i] - V[i]
                      : midpoint  ? X[i] + 0.5L * V[i]
                                  : X[i] + 0.5L * (first[i] + V[i]);
        moved = distance(next, Z, count);
        memcpy(Z, next, count * sizeof *Z);
    }
    if (isospectral)
        congruence(next, &r, Z, -1);
    else if (midpoint)
        for (size_t i = 0; i < count; i++) next[i] = 2 * Z[i] - X[i];
    else if (!trapezoidal) { /* euler, and heun's predictor */
        for (size_t i = 0; i < count; i++) next[i] = X[i] + first[i];
        if (strcmp(scheme, "heun") == 0) {
            field(V, &r, next);
            for (size_t i = 0; i < count; i++) next[i] = X[i] + 0.5L * (first[i] + V[i]);
        } else
            assert_string_equal(scheme, "euler");
    }
    dual_model_write(y + n * n, y, n, next);
    dual_entry *const all[] = {X, Z, V, first, next, r.Xi, r.left, r.right, r.once};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* ---- Invariants ------------------------------------------------------------------------------ */

/* (-iX)^k as a block matrix has (-i Theta)^k on its diagonal and beside it the sum of k products
 * whose traces are equal. */
void dual_model_casimirs(double *values, size_t n, const double *x)
{
    dual_entry *A = block(n), *power = block(n), *next = block(n);
    dual_model_read(A, n, x + n * n, x);
    for (size_t i = 0; i < 4 * n * n; i++) power[i] = A[i] *= -I;
    for (size_t k = 2; k <= n; k++) {
        dual_entry trace = 0, mixed = 0;
        dual_model_product(next, n, power, A);
        memcpy(power, next, 4 * n * n * sizeof *power);
        for (size_t i = 0; i < n; i++) {
            trace += power[i * 2 * n + i];
            mixed += power[i * 2 * n + n + i];
        }
        values[k - 2] = (double)creall(trace);
        values[n - 1 + k - 2] = (double)(creall(mixed) / (long double)k);
    }
    free(A);
    free(power);
    free(next);
}

/* Half the sum of (A.p)^2 + (A.q)^2, twice off the diagonal, over and times l(l+1). */
double dual_model_energy(const dual_model *m, const double *x)
{
    const size_t n = m->n;
    dual_entry *X = block(n);
    long double sum = 0;
    dual_model_read(X, n, x + n * n, x);
    for (size_t l = 1; l < n; l++)
        for (size_t order = 0; order <= l; order++) {
            const long double *a = dual_model_harmonic(m, l, order);
            dual_entry W = 0, Theta = 0;
            for (size_t k = 0; k + order < n; k++) {
                W += a[k] * X[k * 2 * n + n + k + order];
                Theta += a[k] * X[k * 2 * n + k + order];
            }
            const long double eigenvalue = (long double)(l * (l + 1)), w = cabsl(W),
                              theta = cabsl(Theta);
            sum += (order ? 1 : 0.5L) * (w * w / eigenvalue + theta * theta * eigenvalue);
        }
    free(X);
    return (double)sum;
}
