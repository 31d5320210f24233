/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The iteration of a small stage in binary64, as far as that has digits, and Newton's matrix there.
 * Nothing is proved here.  A derivative is the imaginary part of T(z + i e_j t)/t with a t so small
 * that its square is nothing beside 1: no difference is taken, so no digit is lost. */
#include "oracle/contract/number/float_rules.h"
#include "ref/certificate/certificate.h"

#include <complex.h>
#include <math.h>

enum { MOST = REF_APPROXIMATE_MOST, MOST_PACK = 64, PLAIN_ROUNDS = 64, NEWTON_ROUNDS = 4 };
static const double SLIGHT = 0x1p-300, ENOUGH = 1.0 / ((uint64_t)1 << REF_APPROXIMATE_BITS);

typedef struct approximation {
    const ref_frame *f;
    double scale, pack[MOST_PACK], x[MOST];
    ref_complex z[MOST];
    double move[MOST], P[MOST][MOST]; /* T(z) - z;  I - DT(z), then its inverse */
} approximation;

/* Rounds what a frame has; false if something is too large, or as small as underflow. */
static bool round_frame(approximation *a, const ref_frame *f)
{
    a->f = f;
    a->scale = mag_get_d(f->scale);
    if (!(a->scale > 0x1p-200 && a->scale < 0x1p200)) return false;
    for (slong i = 0; i < f->sys->pack_size; i++)
        a->pack[i] = arf_get_d(arb_midref(f->pack + i), ARF_RND_NEAR);
    for (slong i = 0; i < f->d; i++) a->x[i] = arf_get_d(arb_midref(f->x + i), ARF_RND_NEAR);
    for (slong i = 0; i < f->k; i++) a->z[i] = f->scheme->from_zero ? 0 : a->x[i % f->d];
    return true;
}

/* a->move = T(z) - z.  Returns its largest part over the scale, or NaN, also where T is not to be
 * had. */
static double evaluate(approximation *a)
{
    ref_complex image[MOST];
    double most = 0;
    if (!a->f->scheme->approximate(image, a->f, a->pack, a->x, a->z)) return NAN;
    for (slong i = 0; i < a->f->k; i++) {
        a->move[i] = creal(image[i]) - creal(a->z[i]);
        const double size = fabs(a->move[i]) / a->scale;
        if (!(size <= most)) most = size;
    }
    return most;
}

/* a->P = I - DT(z) */
static void differentiate(approximation *a)
{
    const slong k = a->f->k;
    for (slong j = 0; j < k; j++) {
        ref_complex image[MOST];
        a->z[j] += SLIGHT * I;
        a->f->scheme->approximate(image, a->f, a->pack, a->x, a->z);
        a->z[j] = creal(a->z[j]);
        for (slong i = 0; i < k; i++) a->P[i][j] = (i == j) - cimag(image[i]) / SLIGHT;
    }
}

/* A <- A^-1 by Gauss and Jordan without exchanges of rows: so entries stay 0 that are 0 for a
 * subspace that T maps into itself (ref_keep_zeros).  False if a pivot is small. */
static bool invert(double A[MOST][MOST], slong k)
{
    for (slong p = 0; p < k; p++) {
        const double pivot = A[p][p];
        if (!(fabs(pivot) > 0x1p-10)) return false;
        A[p][p] = 1;
        for (slong j = 0; j < k; j++) A[p][j] /= pivot;
        for (slong i = 0; i < k; i++) {
            const double factor = A[i][p];
            if (i == p) continue;
            A[i][p] = 0;
            for (slong j = 0; j < k; j++) A[i][j] -= factor * A[p][j];
        }
    }
    return true;
}

/* T is iterated until z moves by less than 2^-warm, and on while it gains 4 bits a round.  Returns
 * the size of the last move, over the scale, or NaN if that is not reached. */
static double iterate(approximation *a, unsigned *iterations, slong warm)
{
    const double settled = ldexp(1, -(int)warm);
    double before = INFINITY;
    for (int round = 0; round < PLAIN_ROUNDS; round++) {
        const double size = evaluate(a);
        ++*iterations;
        if (!isfinite(size)) return NAN;
        for (slong i = 0; i < a->f->k; i++) a->z[i] += a->move[i];
        if (size <= settled && (size <= ENOUGH || size * 16 > before)) return size;
        before = size;
    }
    return NAN;
}

/* One step of Newton's method by P.  Returns its size over the scale. */
static double step(approximation *a)
{
    double most = 0;
    evaluate(a);
    for (slong i = 0; i < a->f->k; i++) {
        double change = 0;
        for (slong j = 0; j < a->f->k; j++) change += a->P[i][j] * a->move[j];
        a->z[i] += change;
        if (!(fabs(change) / a->scale <= most)) most = fabs(change) / a->scale;
    }
    return most;
}

/* P where z has ENOUGH digits, which it gets by Newton's method if it has not; false if P does not
 * exist or this takes long.  `size` is that of the last move. */
static bool refine(approximation *a, unsigned *iterations, double size)
{
    const slong k = a->f->k;
    for (int round = 0; isfinite(size) && round < NEWTON_ROUNDS; round++) {
        differentiate(a);
        *iterations += (unsigned)k;
        if (!invert(a->P, k)) return false;
        if (size <= ENOUGH) return true;
        size = step(a);
        ++*iterations;
    }
    return false;
}

bool ref_approximate_stage(arb_ptr z, arb_mat_t P, unsigned *iterations, const ref_frame *f,
                           slong warm)
{
    approximation a;
    const slong k = f->k;
    if (!f->scheme->approximate || !f->sys->table->approximate) return false;
    if (warm > REF_APPROXIMATE_BITS) return false;
    if (k > MOST || f->sys->pack_size > MOST_PACK || !round_frame(&a, f)) return false;
    if (!refine(&a, iterations, iterate(&a, iterations, warm))) return false;
    for (slong i = 0; i < k; i++) {
        arb_set_d(z + i, creal(a.z[i]));
        for (slong j = 0; j < k; j++) arb_set_d(arb_mat_entry(P, i, j), a.P[i][j]);
    }
    return true;
}
