/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sine and cosine of an angle that is known to two numbers.  sin(t + e) = sin t + e cos t with
 * |e| <= u|t|, so that rounding a large angle does not disturb its turn.  libm's sin and cos (error
 * below one unit in the last place) suffice here, as in fast_rotation_flow. */
#include "fast/algebra/plane.h"

fast_plane_turn fast_plane_turn_by(twofold angle, double weight)
{
    const double t = weight * angle.high, low = weight * angle.low;
    const double s = sin(t), c = cos(t), half = sin(0.5 * t);
    return (fast_plane_turn){.sine = s + low * c,
                             .cosine = c - low * s,
                             .versine = 2 * half * half + low * s,
                             .small = fabs(t) <= 1.0};
}
