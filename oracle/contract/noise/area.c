/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas of Wiener paths: those of a path's polygon, and how areas of consecutive intervals
 * join.  Derived in noise.md, "Areas". */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/contract/noise/noise.h"

void slp_areas_join(double *dw, double *area, const double *next_dw, const double *next_area,
                    size_t M)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!dw || !area || !next_dw || !next_area) return;
    size_t pair = 0;
    for (size_t i = 0; i < M; i++)
        for (size_t j = i + 1; j < M; j++, pair++) {
            const double one = dw[i] * next_dw[j], other = dw[j] * next_dw[i];
            area[pair] = (area[pair] + next_area[pair]) + (one - other) / 2;
        }
    for (size_t i = 0; i < M; i++) dw[i] += next_dw[i];
}

void slp_increments_areas(double *dw, double *area, double h, uint64_t seed, uint64_t path,
                          size_t M, unsigned level, uint64_t first, size_t count, unsigned deeper,
                          double *room)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const size_t pairs = M > 1 ? M * (M - 1) / 2 : 0;
    if (M && (!dw || (pairs && !area) || !room)) return;
    const bool known = deeper <= SLP_NOISE_LEVELS && level <= SLP_NOISE_LEVELS - deeper;
    const size_t parts = known ? (size_t)1 << deeper : 1;
    for (size_t n = 0; n < count; n++) {
        double *w = dw + n * M, *a = area + n * pairs;
        for (size_t p = 0; p < pairs; p++) a[p] = 0;
        for (size_t k = 0; k < M; k++) {
            w[k] = 0;
            slp_increments(room + k * parts, h, seed, path, (uint32_t)k,
                           known ? level + deeper : SLP_NOISE_LEVELS + 1, (first + n) << deeper,
                           parts);
        }
        for (size_t s = 0; s < parts; s++) {
            size_t pair = 0;
            for (size_t i = 0; i < M; i++)
                for (size_t j = i + 1; j < M; j++, pair++) {
                    const double one = w[i] * room[j * parts + s];
                    const double other = w[j] * room[i * parts + s];
                    a[pair] += (one - other) / 2;
                }
            for (size_t k = 0; k < M; k++) w[k] += room[k * parts + s];
        }
    }
}
