/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How an invariant's error grows along a run. */
#include "tests/bench/drift_law.h"

#include <math.h>
#include <string.h>

static bool power(size_t n)
{
    return (n & (n - 1)) == 0;
}

size_t drift_times(size_t *times, size_t steps)
{
    const size_t block = steps / DRIFT_BLOCKS;
    size_t count = 0;
    for (size_t n = 1, b = 1; n < 2 * steps && b <= DRIFT_BLOCKS;) {
        const size_t next = n < b * block ? n : b * block;
        times[count++] = next;
        if (next == n) n *= 2;
        if (next == b * block) b++;
    }
    return count;
}

static double square_sum(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += v[i] * v[i];
    return sum;
}

/* Points of the curve, rms and largest so far. */
static void curve(drift_law *law, const double *errors, const size_t *times, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const double *row = errors + i * law->values;
        for (size_t j = 0; j < law->values; j++) most = fmax(most, fabs(row[j]));
        if (!power(times[i]) && i + 1 < count) continue;
        law->at[law->points] = times[i];
        law->rms[law->points] = sqrt(square_sum(row, law->values) / (double)law->values);
        law->most[law->points++] = most;
    }
}

static double slope(const drift_law *law)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < law->points; i++) {
        if (law->at[i] < 16 || !(law->rms[i] > 0)) continue;
        const double a = log((double)law->at[i]), b = log(law->rms[i]);
        n += 1;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return n > 1 ? (n * xy - x * y) / (n * xx - x * x) : NAN;
}

void drift_fit(drift_law *law, const double *errors, size_t steps, size_t values)
{
    size_t times[DRIFT_BLOCKS + DRIFT_POINTS];
    const size_t count = drift_times(times, steps), block = steps / DRIFT_BLOCKS;
    *law = (drift_law){.steps = steps, .values = values};
    curve(law, errors, times, count);
    law->exponent = slope(law);
    double walk = 0, largest = 0;
    const double *end = errors + (count - 1) * values;
    for (size_t j = 0; j < values; j++) {
        double before = 0, changes = 0;
        for (size_t i = 0; i < count; i++) {
            if (times[i] % block) continue;
            const double now = errors[i * values + j];
            changes += (now - before) * (now - before);
            before = now;
        }
        if (changes > 0) walk += end[j] * end[j] / changes / (double)values;
        largest = fmax(largest, fabs(end[j]));
    }
    law->walk = sqrt(walk);
    law->biased = law->walk > 1 + 6 / sqrt(2 * (double)values);
    law->per_root = law->rms[law->points - 1] / sqrt((double)steps);
    law->per_step = largest / (double)steps;
    for (size_t i = 0; i < law->points; i++)
        if (law->at[i] >= 16)
            law->most_per_root = fmax(law->most_per_root, law->most[i] / sqrt((double)law->at[i]));
}
