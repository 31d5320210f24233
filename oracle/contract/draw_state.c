/* Functions that draw parts of a state, for every system. */
#include "oracle/contract/draw_arithmetic.h"

int slp_draw_scale(slp_draw *from, int level)
{
    if (!slp_draw_chance(from, 1, 8)) return 0;
    int most = level > 1 ? 400 : 30, k = 4 + (int)slp_draw_below(from, (uint64_t)most);
    bool small = slp_draw_chance(from, 1, 2);
    slp_draw_mark(from, small ? SLP_DRAW_SMALL_NORM : SLP_DRAW_LARGE_NORM);
    return slp_draw_exponent(from, small ? -k : k);
}

void slp_draw_signs_of_zeros(double *x, size_t d, slp_draw *from)
{
    bool minus = slp_draw_chance(from, 1, 2);
    for (size_t i = 0; i < d; i++) {
        if (x[i] != 0) continue;
        if (minus) x[i] = -0.0;
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        if (minus) slp_draw_mark(from, SLP_DRAW_NEGATIVE_ZERO);
    }
}
