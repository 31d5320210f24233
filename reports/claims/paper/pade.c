/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The approximant of degree m, r = (V - U)^-1 (V + U), with V the even and U the odd part of
 * sum_j b_j A^j, b_m = 1, b_{j-1} = b_j j (2m - j + 1)/(m - j + 1). */
#include "reports/claims/paper/pade.h"
#include "reports/claims/paper/chord_tables.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 13 };

static void multiply(double *C, const double *A, const double *B, size_t d)
{
    for (size_t i = 0; i < d; i++)
        for (size_t k = 0; k < d; k++) {
            double sum = 0;
            for (size_t j = 0; j < d; j++) sum += A[i * d + j] * B[j * d + k];
            C[i * d + k] = sum;
        }
}

static double column_sum(const double *A, size_t d)
{
    double size = 0;
    for (size_t k = 0; k < d; k++) {
        double sum = 0;
        for (size_t i = 0; i < d; i++) sum += fabs(A[i * d + k]);
        size = isnan(sum) ? sum : fmax(size, sum);
    }
    return size;
}

/* The degree for matrices of this size, and how often they are halved before. */
static unsigned choose(unsigned *halvings, double size)
{
    static const struct {
        unsigned degree;
        double largest;
    } reach[] = {{3, 1.495585217958292e-2},
                 {5, 2.539398330063230e-1},
                 {7, 9.504178996162932e-1},
                 {9, 2.097847961257068},
                 {LARGEST, 5.371920351148152}};
    const size_t last = sizeof reach / sizeof *reach - 1;
    *halvings = 0;
    for (size_t i = 0; i <= last; i++)
        if (size <= reach[i].largest) return reach[i].degree;
    *halvings = (unsigned)ceil(log2(size / reach[last].largest));
    return LARGEST;
}

/* E = (V - U)^-1 (V + U); false if V - U is singular.  U becomes its factors, V is lost. */
static bool divide(double *E, double *U, double *V, size_t d, size_t *row)
{
    for (size_t i = 0; i < d * d; i++) {
        const double u = U[i];
        U[i] = V[i] - u;
        V[i] += u;
    }
    if (!chord_factor(U, row, d)) return false;
    double *column = E; /* one column after the other, then the transpose of them all */
    for (size_t k = 0; k < d; k++, column += d) {
        for (size_t i = 0; i < d; i++) column[i] = V[i * d + k];
        chord_apply(column, U, row, d);
    }
    for (size_t i = 0; i < d; i++)
        for (size_t k = 0; k < i; k++) {
            const double swap = E[i * d + k];
            E[i * d + k] = E[k * d + i];
            E[k * d + i] = swap;
        }
    return true;
}

bool pade_exponential(double *E, const double *A, size_t d, double *work, size_t *row)
{
    const size_t all = d * d;
    double *P = work, *square = P + all, *power = square + all, *U = power + all, *V = U + all,
           *part = V + all, b[LARGEST + 1];
    const double size = column_sum(A, d);
    if (!(size < 1e6)) return false;
    unsigned halvings;
    const unsigned m = choose(&halvings, size);
    b[m] = 1;
    for (unsigned j = m; j > 0; j--) b[j - 1] = b[j] * j * (2 * m - j + 1) / (m - j + 1);
    for (size_t i = 0; i < all; i++) {
        P[i] = ldexp(A[i], -(int)halvings);
        power[i] = i % (d + 1) == 0;
        V[i] = b[0] * power[i];
        part[i] = b[1] * power[i];
    }
    multiply(square, P, P, d);
    for (unsigned j = 2; j < m; j += 2) {
        multiply(E, power, square, d);
        memcpy(power, E, all * sizeof *power);
        for (size_t i = 0; i < all; i++) {
            V[i] += b[j] * power[i];
            part[i] += b[j + 1] * power[i];
        }
    }
    multiply(U, P, part, d);
    if (!divide(E, U, V, d, row)) return false;
    for (unsigned s = 0; s < halvings; s++) {
        multiply(part, E, E, d);
        memcpy(E, part, all * sizeof *E);
    }
    return true;
}
