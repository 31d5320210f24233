/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-midpoint on n point vortices, su(2)^n, n = 2 to 8: with b_i a quarter of vortex i's
 * generator at the stage z,
 *   x_i = (1 - |b|^2) z + 2 b x z + 2 (b.z) b,   x'_i = x_i + 4 z x b.
 * With p = z_i.z_j, n_i = |z_i|, s = n_i n_j the generator's terms are
 *   G_j (z_j/s - (p/s) z_i/n_i^2)/(1 - p/s) = G_j (z_j - (p/n_i^2) z_i)/(s - p). */

/* Roots and divisions would take most of the time.  So the stage carries, beside z, 1/n_i and 1/(s
 * - p) as further unknowns: an evaluation improves each by one Newton step, which squares its
 * relative error.  So they follow z, and are as accurate as z when z has converged.  A converged
 * stage is tested once more: its inverses must be within 2^-27 before the last Newton step, so
 * within 2^-53 after it.  This excludes false fixed points. */
INLINE vd vortices_dot(const vd a[3], const vd b[3])
{
    return vd_fma(a[0], b[0], vd_fma(a[1], b[1], a[2] * b[2]));
}

/* One Newton step for inverse = 1/sqrt(square) and for inverse = 1/x; *wrong is the residual before
 * the step. */
INLINE vd vortices_root_step(vd inverse, vd square, vd *wrong)
{
    *wrong = vd_fnma(square * inverse, inverse, vd_set(1.0));
    return vd_fma(vd_set(0.5) * inverse, *wrong, inverse);
}

INLINE vd vortices_inverse_step(vd inverse, vd x, vd *wrong)
{
    *wrong = vd_fnma(x, inverse, vd_set(1.0));
    return vd_fma(inverse, *wrong, inverse);
}

/* Guesses by the exponent's and mantissa's bits, within 4 % and 13 %, brought to 2^-17 and 2^-24.
 */
INLINE vd vortices_root_guess(vd square)
{
    vd wrong, y = vu_double(vu_set(0x5fe6eb50c7b537a9) - (vd_bits(square) >> 1));
    y = vortices_root_step(y, square, &wrong);
    return vortices_root_step(y, square, &wrong);
}

INLINE vd vortices_inverse_guess(vd x)
{
    vd wrong, y = vu_double(vu_set(0x7fde623822fc16e6) - vd_bits(x));
    y = vortices_inverse_step(y, x, &wrong);
    y = vortices_inverse_step(y, x, &wrong);
    return vortices_inverse_step(y, x, &wrong);
}

/* s - p of two vortices; NaN where they coincide (1 - c <= 2^-40) */
INLINE vd vortices_gap(vd p, vd both)
{
    vd gap = both - p;
    return vd_select(vm_le(gap, vd_set(0x1p-40) * both), vd_set(NAN), gap);
}

/* The models, one for each number of vortices. */
#define VORTICES(name) vortices_2_##name
#define VORTICES_N     2
#include "fast/ensemble/template_vortices_n.h"
#define VORTICES(name) vortices_3_##name
#define VORTICES_N     3
#include "fast/ensemble/template_vortices_n.h"
#define VORTICES(name) vortices_4_##name
#define VORTICES_N     4
#include "fast/ensemble/template_vortices_n.h"
#define VORTICES(name) vortices_5_##name
#define VORTICES_N     5
#include "fast/ensemble/template_vortices_n.h"
#define VORTICES(name) vortices_6_##name
#define VORTICES_N     6
#include "fast/ensemble/template_vortices_n.h"
#define VORTICES(name) vortices_7_##name
#define VORTICES_N     7
#include "fast/ensemble/template_vortices_n.h"
#define VORTICES(name) vortices_8_##name
#define VORTICES_N     8
#include "fast/ensemble/template_vortices_n.h"
