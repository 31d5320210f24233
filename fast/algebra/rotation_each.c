/* Closed forms on R^3 for many vectors.  W vectors at a time are computed in loops over them, which
 * a compiler makes into vectors, where no generator needs to be scaled; else one by one. */
#include "fast/algebra/rotation.h"

#include <math.h>
#include <stdbool.h>

enum { W = 8, GROUP = 3 * W }; /* vectors, numbers that are taken together */

/* Whether no |xi_i| is above `most`; false where one is not a number. */
static bool within(const double *xi, double most)
{
    int count = 0;
    for (int i = 0; i < GROUP; i++) count += fabs(xi[i]) <= most;
    return count == GROUP;
}

/* fast_rotation_cayley with r = w = 1 */
static void cayley(double *restrict out, const double *restrict xi, const double *restrict x)
{
    for (int i = 0; i < GROUP; i += 3) {
        const double a0 = 0.5 * xi[i], a1 = 0.5 * xi[i + 1], a2 = 0.5 * xi[i + 2],
                     under = 1.0 + (a0 * a0 + a1 * a1 + a2 * a2),
                     z0 = (x[i] - (a1 * x[i + 2] - a2 * x[i + 1])) / under,
                     z1 = (x[i + 1] - (a2 * x[i] - a0 * x[i + 2])) / under,
                     z2 = (x[i + 2] - (a0 * x[i + 1] - a1 * x[i])) / under;
        out[i] = (z1 * xi[i + 2] - z2 * xi[i + 1]) + x[i];
        out[i + 1] = (z2 * xi[i] - z0 * xi[i + 2]) + x[i + 1];
        out[i + 2] = (z0 * xi[i + 1] - z1 * xi[i]) + x[i + 2];
    }
}

void fast_rotation_cayley_each(double *out, const double *xi, const double *x, size_t d)
{
    size_t i = 0;
    for (; i + GROUP <= d; i += GROUP)
        if (within(xi + i, 2))
            cayley(out + i, xi + i, x + i);
        else
            for (size_t k = i; k < i + GROUP; k += 3) fast_rotation_cayley(out + k, xi + k, x + k);
    for (; i < d; i += 3) fast_rotation_cayley(out + i, xi + i, x + i);
}

/* fast_spin_stage with r = w = 1 */
static void stage(double *restrict z, const double *restrict xi, const double *restrict x)
{
    for (int i = 0; i < GROUP; i += 3) {
        const double c0 = 0.25 * xi[i], c1 = 0.25 * xi[i + 1], c2 = 0.25 * xi[i + 2],
                     square = c0 * c0 + c1 * c1 + c2 * c2, under = 1.0 + square,
                     less = 1.0 - square, share = 1.0 / under,
                     along = 2.0 * (c0 * x[i] + c1 * x[i + 1] + c2 * x[i + 2]),
                     t0 = c1 * x[i + 2] - c2 * x[i + 1], t1 = c2 * x[i] - c0 * x[i + 2],
                     t2 = c0 * x[i + 1] - c1 * x[i];
        z[i] = share * ((less * x[i] + (along * c0 - 2.0 * t0)) / under);
        z[i + 1] = share * ((less * x[i + 1] + (along * c1 - 2.0 * t1)) / under);
        z[i + 2] = share * ((less * x[i + 2] + (along * c2 - 2.0 * t2)) / under);
    }
}

void fast_spin_stage_each(double *z, const double *xi, const double *x, size_t d)
{
    size_t i = 0;
    for (; i + GROUP <= d; i += GROUP)
        if (within(xi + i, 4))
            stage(z + i, xi + i, x + i);
        else
            for (size_t k = i; k < i + GROUP; k += 3) fast_spin_stage(z + k, xi + k, x + k);
    for (; i < d; i += 3) fast_spin_stage(z + i, xi + i, x + i);
}
