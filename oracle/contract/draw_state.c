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

size_t slp_draw_octave(slp_draw *from, size_t least, size_t most)
{
    uint64_t octaves = 1;
    while (least << octaves <= most) octaves++;
    const size_t low = least << slp_draw_below(from, octaves);
    const size_t high = 2 * low - 1 < most ? 2 * low - 1 : most;
    return low + (size_t)slp_draw_below(from, high - low + 1);
}

bool slp_draw_wanted_size(size_t *n, const slp_draw *from, size_t least, size_t most)
{
    if (from->size) {
        const size_t low = from->size > least ? from->size : least;
        const size_t high = from->size_most < most ? from->size_most : most;
        if (low > high) return false;
        slp_draw apart = *from; /* choices apart: those of the stream do not depend on a range */
        apart.seed ^= UINT64_C(0x73697a65);
        apart.replay = NULL;
        apart.record = NULL;
        *n = slp_draw_octave(&apart, low, high);
    }
    return *n >= least && *n <= most;
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
