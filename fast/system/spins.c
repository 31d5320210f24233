/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Classical spins on su(2)^n: bonds with exchange J x_a.x_b and dmi D.(x_a cross x_b), a field, one
 * axis of anisotropy, all with a minus in the energy; noises on single components.  In components,
 * with L = J 1 + [D], [D] v = D cross v, the generator adds -h L^T x_b to spin a and -h L x_a to
 * spin b (since D.(a cross b) = b.(D cross a) = a.(b cross D)); and -h B - 2hK (x.e) e - D dW to
 * each.  All of it but the noise is the gradient g; damping adds (lambda x) cross g to each spin.
 * It is not built of terms: damping has none, and those of a lattice take 1.2 times as long.
 *
 * Sums are plain where they are off by at most 4u, or by little of the sum; elsewhere they carry
 * their rounding errors (fast/vector/twofold.h).  fast/system/spins.md derives both conditions.
 * Up to FAST_SPINS_FEW spins all of them do.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_spins_sums.c. */
#include "fast/system/spins.h"
#include "fast/algebra/rotation.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>
#include <string.h>

/* PRODUCTS: -h times the largest exchange and dmi, -hB, -2hK.  The increments follow, and then, for
 * areas, high and low of what they add to each coordinate. */
enum {
    PAIR = 2,
    H = FAST_SPINS_H,
    NOISE = FAST_SPINS_NOISE,
    PRODUCTS = FAST_SPINS_PRODUCTS,
    AXIS = PRODUCTS + 5,
    HEAD = FAST_SPINS_HEAD
};
/* Numbers of fast/system/spins.md, section 2: roundings of a spin's generator that the judge has
 * room for, and units of u beyond; a plain sum may be off by OFF u and PART u of its own size. */
enum { FREE = 8, OFF = 16, PART = 48, OF_AXIS = FAST_SPINS_OF_AXIS };
static const double BEYOND = 3.5;

static slp_status misfit(const slp_case *c, slp_error *err)
{
    return slp_error_set(err, c->line, c->id, "bonds",
                         "parameters of the wrong length, or a spin that x does not have; "
                         "pass the case through slp_case_check");
}

/* The largest spin of a bond: how many spins there are, where the case has no state yet. */
static size_t last_of(const double *end, size_t ends)
{
    double last = 0;
    for (size_t i = 0; i < ends; i++) last = end[i] > last ? end[i] : last;
    return last <= SLP_MAX_LIST / 3 ? (size_t)last : 0;
}

static slp_status spins_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t ends, exchanges, dmis, fields, axes, noises, dampings;
    const double *end = slp_case_param(c, "bonds", &ends);
    const double *exchange = slp_case_param(c, "exchange", &exchanges);
    const double *dmi = slp_case_param(c, "dmi", &dmis);
    const double *field = slp_case_param(c, "field", &fields);
    const double *axis = slp_case_param(c, "anisotropy", &axes);
    const double *noise = slp_case_param(c, "noise", &noises);
    const double *damping = slp_case_param(c, "damping", &dampings);
    const size_t n = c->d ? c->d / 3 : last_of(end, ends);
    if (n == 0 || c->d % 3 || ends % 2 || exchanges != ends / 2 ||
        (dmis && dmis != 3 * exchanges) || (fields && fields != 3) || (axes && axes != 4) ||
        noises > 1 || dampings > 1)
        return misfit(c, err);
    for (size_t i = 0; i < ends; i++)
        if (!(end[i] >= 1 && end[i] <= (double)n && end[i] == floor(end[i])) ||
            (i % 2 && end[i] == end[i - 1]))
            return misfit(c, err);
    fast_spins *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->spins = n;
    own->bonds = exchanges;
    own->exchange = fast_numbers_of(exchange, exchanges);
    own->weights = fast_numbers(n);
    own->ends = malloc((exchanges + 1) * sizeof *own->ends);
    if (!own->exchange || !own->weights || !own->ends) return SLP_MEMORY;
    if (dmis && !(own->dmi = fast_numbers_of(dmi, dmis))) return SLP_MEMORY;
    for (size_t i = 0; i < n; i++) own->weights[i] = 1;
    for (size_t k = 0; k < exchanges; k++)
        own->ends[k] = (fast_bond){(uint32_t)end[2 * k] - 1, (uint32_t)end[2 * k + 1] - 1};
    own->has_field = fields > 0;
    if (fields) memcpy(own->field, field, sizeof own->field);
    own->has_axis = axes > 0;
    if (axes) memcpy(own->axis, axis, sizeof own->axis);
    own->has_noise = noises > 0;
    own->has_areas = c->areas;
    if (noises) own->amplitude = *noise;
    if (dampings) own->damping = *damping;
    if (!fast_spins_list(own)) return SLP_MEMORY;
    fast_algebra_su2n(&own->algebra, n, own->weights);
    sys->algebra = &own->algebra;
    sys->d = 3 * n;
    sys->M = noises ? 3 * n : 0;
    sys->casimirs = n;
    sys->work_size = 0;
    return SLP_OK;
}

static void spins_close(fast_system *sys)
{
    fast_spins *own = sys->own;
    if (!own) return;
    fast_spins_lists_free(own);
    free(own->ends);
    free(own->exchange);
    free(own->dmi);
    free(own->weights);
    free(own);
}

static size_t frozen_size(const fast_system *sys)
{
    const fast_spins *own = sys->own;
    return HEAD + (own->has_noise ? sys->d : 0) + (sys->areas ? PAIR * sys->d : 0);
}

static void keep(double *at, twofold value)
{
    at[0] = value.high;
    at[1] = value.low;
}

static twofold kept(const double *at)
{
    return (twofold){at[0], at[1]};
}

/* Where the area of the noises of coordinates i < j, of `all`, stands in a row. */
static size_t place_of(size_t i, size_t j, size_t all)
{
    return i * all - i * (i + 1) / 2 + (j - i - 1);
}

/* What areas add to coordinate i: the axes -D e_p and -D e_q of the two other noises of its spin
 * have the bracket D^2 e_p x e_q, and noises of two spins have none. */
static twofold bracket(const fast_spins *own, const double *area, size_t i)
{
    static const size_t first[3] = {1, 0, 0}, second[3] = {2, 2, 1};
    const size_t k = i % 3, spin = i - k;
    const double A = area[place_of(spin + first[k], spin + second[k], 3 * own->spins)];
    const twofold square = twofold_product(own->amplitude, own->amplitude);
    return twofold_scale(square, k == 1 ? -A : A); /* e_1 x e_3 = -e_2 */
}

static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const fast_spins *own = sys->own;
    double *increments = frozen + HEAD, *brackets = increments + sys->d;
    frozen[H] = h;
    frozen[NOISE] = 0;
    frozen[PRODUCTS] = -h * own->most_exchange;
    frozen[PRODUCTS + 1] = -h * own->most_dmi;
    for (size_t k = 0; k < 3; k++) frozen[PRODUCTS + 2 + k] = -h * own->field[k];
    frozen[AXIS] = -2 * h * own->axis[0];
    if (own->has_noise) {
        memcpy(increments, dW, sys->d * sizeof *dW);
        frozen[NOISE] = fabs(own->amplitude) * fast_longest(dW, sys->d);
    }
    double most = 0;
    for (size_t i = 0; sys->areas && i < sys->d; i++) {
        const twofold sum = bracket(own, dW + sys->d, i);
        keep(brackets + PAIR * i, sum);
        most = fmax(most, fabs(sum.high));
    }
    frozen[NOISE] += 1.75 * most;
}

static const double *increments_of(const fast_spins *own, const double *frozen)
{
    return own->has_noise ? frozen + HEAD : NULL;
}

static const double *brackets_of(const fast_system *sys, const double *frozen)
{
    return sys->areas ? frozen + HEAD + sys->d : NULL;
}

static void add(twofold *sum, twofold v)
{
    *sum = twofold_add(*sum, v);
}

/* g += -h (exchange x_o + x_o cross dmi) of bond e */
static void add_bond(twofold g[3], const fast_spins_lists *lists, size_t e, double h,
                     const double *x)
{
    const double *v = x + lists->other[e], *dmi = lists->dmi ? lists->dmi + 3 * e : NULL;
    const twofold J = twofold_product(-h, lists->exchange[e]);
    for (size_t i = 0; i < 3; i++) add(g + i, twofold_scale(J, v[i]));
    for (size_t i = 0; dmi && i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        add(g + i, twofold_scale(twofold_product(-h, dmi[k]), v[j]));
        add(g + i, twofold_scale(twofold_product(-h, dmi[j]), -v[k]));
    }
}

/* x.e */
static twofold along_axis(const double e[3], const double x[3])
{
    twofold along = {0, 0};
    for (int k = 0; k < 3; k++) along = twofold_add(along, twofold_product(x[k], e[k]));
    return along;
}

static void add_axis(twofold g[3], twofold weight, const double e[3], const double x[3])
{
    const twofold along = twofold_times(along_axis(e, x), weight);
    for (size_t k = 0; k < 3; k++) add(g + k, twofold_scale(along, e[k]));
}

/* g + (lambda x) cross g */
static void add_damping(twofold g[3], double lambda, const double *x)
{
    twofold y[3], before[3];
    for (size_t i = 0; i < 3; i++) y[i] = twofold_product(lambda, x[i]);
    memcpy(before, g, sizeof before);
    for (size_t i = 0; i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        add(g + i, twofold_times(y[j], before[k]));
        add(g + i, twofold_negative(twofold_times(y[k], before[j])));
    }
}

/* What no state changes, of coordinate i: field and noise, or the noise alone. */
static twofold constant(const fast_system *sys, const double *frozen, size_t i, bool noise_alone)
{
    const fast_spins *own = sys->own;
    const double *dW = increments_of(own, frozen), *brackets = brackets_of(sys, frozen);
    twofold sum = {0, 0};
    if (!noise_alone) sum = twofold_product(-frozen[H], own->field[i % 3]);
    if (dW) add(&sum, twofold_product(-own->amplitude, dW[i]));
    if (brackets) add(&sum, kept(brackets + PAIR * i));
    return sum;
}

/* The generator of one spin, sums and products with their roundings. */
static void careful(twofold g[3], const fast_system *sys, const double *frozen, size_t spin,
                    const double *x)
{
    const fast_spins *own = sys->own;
    const fast_spins_lists *lists = &own->lists;
    const bool damped = own->damping != 0;
    const double h = frozen[H], *at = x + 3 * spin;
    for (size_t k = 0; k < 3; k++)
        g[k] = damped ? twofold_product(-h, own->field[k])
                      : constant(sys, frozen, 3 * spin + k, false);
    for (size_t e = lists->first[spin]; e < lists->first[spin + 1]; e++)
        add_bond(g, lists, e, h, x);
    if (own->has_axis) add_axis(g, twofold_product(-2 * h, own->axis[0]), own->axis + 1, at);
    if (damped) add_damping(g, own->damping, at);
    for (size_t k = 0; damped && k < 3; k++) add(g + k, constant(sys, frozen, 3 * spin + k, true));
}

/* What bounds the errors of plain sums, sections 1 and 2 of the page: T = steps turns (size x +
 * field) + noise; own: what field and anisotropy have of T.  roundings and sizes for which the
 * judge has room are `room` times those of S.  joined, late: roundings from the bonds' last sum on,
 * in S and in the generator. */
typedef struct plain_bound {
    double steps, turns, x, field, noise, own, more, joined, late, room;
} plain_bound;

static plain_bound bound_of(const fast_spins *own, const double *frozen, double x, bool with_low)
{
    const double h = fabs(frozen[H]), field = fast_longest(own->field, 3),
                 damped = own->damping != 0 ? fabs(own->damping) * x : 0, turns = 1 + damped,
                 axis = own->axis_size * x, joined = 1 + own->additions,
                 most = turns * (own->most_sizes * x + field),
                 more = 1 + (own->damping != 0 ? 1 + 3.32 * damped / turns : 0) + own->has_noise +
                        own->has_areas + with_low;
    /* beyond, products may overflow, or underflow and then be multiplied */
    const bool fits = most <= 0x1p1000 && h <= 0x1p900 && fabs(frozen[AXIS]) <= 0x1p900;
    return (plain_bound){
        .steps = fits ? h : INFINITY,
        .turns = turns,
        .x = x,
        .field = field,
        .noise = frozen[NOISE],
        .own = h * turns * (field + axis),
        .more = more,
        .joined = joined,
        .late = turns * (joined + more),
        .room = FREE * (1 + 5 * damped),
    };
}

/* F of the page for a sum of this length; early: what bonds have of it. */
static double late_bound(const plain_bound *of, double early, double length)
{
    return early + of->late * (length + of->noise + of->own) + OF_AXIS * of->own + 3 * of->noise;
}

/* Whether a plain sum xi whose terms have such sizes and roundings stands; its length counts up to
 * `most`.  xi: NULL where it is asked of all, whose lengths are between 0 and T. */
static bool stands(const plain_bound *of, double sizes, double roundings, const double *xi,
                   double most)
{
    const double sum = of->steps * (sizes * of->x + of->field), all = roundings + of->more,
                 off = all * of->turns * sum + 3 * of->noise,
                 early = (roundings - of->joined) * of->turns * sum,
                 length = xi ? fast_longest(xi, 3) : of->turns * sum + of->noise,
                 late = late_bound(of, early, length), part = OFF + PART * fmin(length, most);
    if (!(fmin(off, late) <= BEYOND + of->room * sum + FREE * of->noise) || !isfinite(off))
        return false;
    if (off <= (xi ? part : OFF)) return true;
    return late <= part && (xi || late_bound(of, early, 0) <= OFF);
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const fast_spins *own = sys->own;
    const plain_bound of = bound_of(own, frozen, fast_longest(x, sys->d), xi_low != NULL);
    (void)work;
    const bool many = own->spins > FAST_SPINS_FEW;
    if (many)
        fast_spins_plain(xi, own, frozen[H], increments_of(own, frozen), brackets_of(sys, frozen),
                         x);
    if (xi_low) memset(xi_low, 0, sys->d * sizeof *xi_low);
    const double most = xi_low ? 1 : INFINITY;
    if (many && stands(&of, own->most_sizes, own->most_roundings, NULL, most)) return;
    for (size_t i = 0; i < own->spins; i++) {
        if (many && stands(&of, own->sizes[i], own->roundings[i], xi + 3 * i, most)) continue;
        twofold g[3];
        careful(g, sys, frozen, i, x);
        for (size_t k = 0; k < 3; k++) {
            xi[3 * i + k] = g[k].high;
            if (xi_low) xi_low[3 * i + k] = g[k].low;
        }
    }
}

/* Exact flows: of each bond, which turns both ends about one vector; of the anisotropy, about its
 * axis; of field and noises, about a vector for each spin. */
static slp_status factors(size_t *count, const fast_system *sys)
{
    const fast_spins *own = sys->own;
    for (size_t i = 0; own->dmi && i < 3 * own->bonds; i++)
        if (own->dmi[i] != 0) return SLP_UNSUPPORTED;
    if (own->damping != 0) return SLP_UNSUPPORTED;
    *count = own->bonds + own->has_axis + (own->has_field || own->has_noise);
    return SLP_OK;
}

/* The 3 numbers of a spin turn about `about` (high and low parts), over `weight`. */
static void turn(double *spin, const twofold about[3], double weight)
{
    double high[3], low[3], turned[3];
    for (int i = 0; i < 3; i++) {
        high[i] = weight * about[i].high;
        low[i] = weight * about[i].low;
    }
    fast_rotation_flow(turned, high, low, spin);
    memcpy(spin, turned, sizeof turned);
}

/* -h J (a + b): a's own part of it does not move a */
static void turn_bond(double *a, double *b, double exchange, double h, double weight)
{
    const twofold J = twofold_product(-h, exchange);
    twofold about[3];
    for (int i = 0; i < 3; i++) about[i] = twofold_times(J, twofold_sum(a[i], b[i]));
    turn(a, about, weight);
    turn(b, about, weight);
}

static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const fast_spins *own = sys->own;
    (void)work;
    if (k < own->bonds) {
        const fast_bond *ends = own->ends + k;
        turn_bond(x + 3 * (size_t)ends->a, x + 3 * (size_t)ends->b, own->exchange[k], h, weight);
        return;
    }
    const bool of_axis = k == own->bonds && own->has_axis;
    for (size_t at = 0; at < sys->d; at += 3) {
        twofold about[3];
        if (of_axis) {
            const twofold along = twofold_times(along_axis(own->axis + 1, x + at),
                                                twofold_product(-2 * h, own->axis[0]));
            for (int i = 0; i < 3; i++) about[i] = twofold_scale(along, own->axis[1 + i]);
        } else {
            for (int i = 0; i < 3; i++) {
                about[i] = twofold_product(-h, own->field[i]);
                if (own->has_noise)
                    about[i] =
                        twofold_add(about[i], twofold_product(-own->amplitude, dW[at + (size_t)i]));
            }
        }
        turn(x + at, about, weight);
    }
}

static double energy(const fast_system *sys, const double *x)
{
    const fast_spins *own = sys->own;
    double sum = 0;
    for (size_t k = 0; k < own->bonds; k++) {
        const double *a = x + 3 * (size_t)own->ends[k].a, *b = x + 3 * (size_t)own->ends[k].b;
        double w[3];
        sum += own->exchange[k] * fast_dot(a, b);
        if (!own->dmi) continue;
        fast_cross(w, a, b);
        sum += fast_dot(own->dmi + 3 * k, w);
    }
    for (size_t i = 0; i < sys->d; i += 3) {
        const double along = fast_dot(own->axis + 1, x + i);
        sum += fast_dot(own->field, x + i) + own->axis[0] * along * along;
    }
    return -sum;
}

/* |x_i|^2 */
static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    for (size_t i = 0; i < sys->casimirs; i++) values[i] = fast_dot(x + 3 * i, x + 3 * i);
    return SLP_OK;
}

const fast_system_table fast_system_spins = {
    .name = "spins",
    .open = spins_open,
    .close = spins_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .areas = true,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
