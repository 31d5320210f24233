/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator of spins for a step by the host: to spin a of a bond -h (J y + y x D), y the other
 * spin, to spin b -h (J y + D x y); to each -hB - 2hK (e.x) e; of all that, g, damping x x g; and
 * -D dW.  Terms may cancel, so sums carry their rounding errors. */
#include "oracle/ports/device/careful_parts.h"

typedef struct sums {
    pair of[E_MOST];
} sums;

static bool is_finite(pair p)
{
    return isfinite(p.high) && isfinite(p.low);
}

bool careful_spins_freeze(spins_frozen *f, const slp_case *c, const double *dw)
{
    size_t count, dmis, fields, axes;
    const double *exchange = slp_case_param(c, "exchange", &count),
                 *dmi = slp_case_param(c, "dmi", &dmis),
                 *field = slp_case_param(c, "field", &fields),
                 *axis = slp_case_param(c, "anisotropy", &axes);
    size_t noises, dampings;
    const double *noise = slp_case_param(c, "noise", &noises),
                 *damping = slp_case_param(c, "damping", &dampings);
    const bool damped = dampings && *damping != 0;
    bool fine = true;
    f->weight = product(-2 * c->h, axes ? axis[0] : 0);
    for (size_t k = 0; k < 3; k++) {
        f->field[k] = product(-c->h, fields ? field[k] : 0);
        fine = fine && is_finite(f->field[k]);
    }
    for (size_t i = 0; i < c->d; i++) {
        pair sum = {0, 0};
        if (!damped) sum = f->field[i % 3];
        if (noises) sum = add(sum, product(-*noise, dw[i]));
        f->constant[i] = sum;
        fine = fine && is_finite(sum);
    }
    for (size_t k = 0; k < count; k++) {
        f->bond[k][0] = product(-c->h, exchange[k]);
        for (size_t i = 0; i < 3; i++)
            f->bond[k][1 + i] = product(-c->h, dmis ? dmi[3 * k + i] : 0);
        for (int i = 0; i < 4; i++) fine = fine && is_finite(f->bond[k][i]);
    }
    return fine && is_finite(f->weight);
}

static void add_to_sum(sums *s, size_t i, pair v)
{
    s->of[i] = add(s->of[i], v);
}

/* The bond between the spins whose first coordinates are a and b. */
static void add_bond(sums *s, const pair *bond, bool turns, size_t a, size_t b, const double *z)
{
    for (size_t i = 0; i < 3; i++) {
        add_to_sum(s, a + i, times(bond[0], z[b + i]));
        add_to_sum(s, b + i, times(bond[0], z[a + i]));
    }
    for (size_t i = 0; turns && i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const pair Dj = bond[1 + j], Dk = bond[1 + k];
        add_to_sum(s, a + i, times(Dk, z[b + j]));
        add_to_sum(s, a + i, times(Dj, -z[b + k]));
        add_to_sum(s, b + i, times(Dj, z[a + k]));
        add_to_sum(s, b + i, times(Dk, -z[a + j]));
    }
}

static void add_axis(sums *s, size_t at, pair weight, const double *e, const double *z)
{
    pair along = {0, 0};
    for (size_t k = 0; k < 3; k++) along = add(along, product(z[at + k], e[k]));
    along = both_times(along, weight);
    for (size_t k = 0; k < 3; k++) add_to_sum(s, at + k, times(along, e[k]));
}

static void add_damping(sums *s, size_t at, double damping, const double *z)
{
    pair y[3], g[3];
    for (size_t i = 0; i < 3; i++) {
        y[i] = product(damping, z[at + i]);
        g[i] = s->of[at + i];
    }
    for (size_t i = 0; i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const pair less = both_times(y[k], g[j]);
        add_to_sum(s, at + i, both_times(y[j], g[k]));
        add_to_sum(s, at + i, (pair){-less.high, -less.low});
    }
}

void careful_spins_generator(double *xi, const spins_frozen *f, const slp_case *c, const double *z)
{
    size_t ends, dmis, axes, dampings;
    const double *end = slp_case_param(c, "bonds", &ends),
                 *axis = slp_case_param(c, "anisotropy", &axes),
                 *damping = slp_case_param(c, "damping", &dampings);
    const bool damped = dampings && *damping != 0;
    sums s;
    slp_case_param(c, "dmi", &dmis);
    for (size_t i = 0; i < c->d; i++) s.of[i] = damped ? f->field[i % 3] : f->constant[i];
    for (size_t k = 0; k < ends / 2; k++)
        add_bond(&s, f->bond[k], dmis > 0, 3 * ((size_t)end[2 * k] - 1),
                 3 * ((size_t)end[2 * k + 1] - 1), z);
    for (size_t i = 0; axes && i < c->d; i += 3) add_axis(&s, i, f->weight, axis + 1, z);
    for (size_t i = 0; damped && i < c->d; i += 3) add_damping(&s, i, *damping, z);
    for (size_t i = 0; i < c->d; i++) {
        if (damped) add_to_sum(&s, i, f->constant[i]);
        xi[i] = s.of[i].high;
    }
}
