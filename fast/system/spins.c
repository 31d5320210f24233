/* Classical spins on su(2)^n: bonds with exchange J x_a.x_b and dmi D.(x_a cross x_b), a field, one
 * axis of anisotropy, all with a minus in the energy; noises on single components.  In components,
 * with L = J 1 + [D], [D] v = D cross v, the generator adds -h L^T x_b to spin a and -h L x_a to
 * spin b (since D.(a cross b) = b.(D cross a) = a.(b cross D)); and -h B - 2hK (x.e) e - D dW to
 * each.  All of it but the noise is the gradient g; damping adds (lambda x) cross g to each spin.
 *
 * Terms may cancel, so sums carry their rounding errors (fast/vector/twofold.h).
 * Pinned by tests/fast/test_fast_golden.c. */
#include "fast/system/spins.h"
#include "fast/algebra/rotation.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>
#include <string.h>

/* What a step freezes, numbers as high and low: -2hK, e e^T's factor left as it is; -hB; a constant
 * for each coordinate, of field and noise, or of the noise alone where damping needs the gradient
 * first; L's 4 numbers for each bond. */
enum { PAIR = 2, FIELD = PAIR, HEAD = 4 * PAIR, BOND = 4 * PAIR };

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

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
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
    if (noises) own->amplitude = *noise;
    if (dampings) own->damping = *damping;
    fast_algebra_su2n(&own->algebra, n, own->weights);
    sys->algebra = &own->algebra;
    sys->d = 3 * n;
    sys->M = noises ? 3 * n : 0;
    sys->casimirs = n;
    sys->room = 3 * n;
    return SLP_OK;
}

static void close(fast_system *sys)
{
    fast_spins *own = sys->own;
    if (!own) return;
    free(own->ends);
    free(own->exchange);
    free(own->dmi);
    free(own->weights);
    free(own);
}

static size_t frozen_room(const fast_system *sys)
{
    const fast_spins *own = sys->own;
    return HEAD + PAIR * sys->d + BOND * own->bonds;
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
    double *constant = frozen + HEAD, *of_bond = constant + PAIR * sys->d;
    const double *area = sys->areas ? dW + sys->d : NULL;
    keep(frozen, twofold_product(-2 * h, own->axis[0]));
    for (size_t k = 0; k < 3; k++)
        keep(frozen + FIELD + PAIR * k, twofold_product(-h, own->field[k]));
    for (size_t i = 0; i < sys->d; i++) {
        twofold sum = own->damping != 0 ? (twofold){0, 0} : twofold_product(-h, own->field[i % 3]);
        if (own->has_noise) sum = twofold_add(sum, twofold_product(-own->amplitude, dW[i]));
        if (area) sum = twofold_add(sum, bracket(own, area, i));
        keep(constant + PAIR * i, sum);
    }
    for (size_t k = 0; k < own->bonds; k++) {
        double *at = of_bond + BOND * k;
        keep(at, twofold_product(-h, own->exchange[k]));
        for (size_t i = 0; i < 3; i++)
            keep(at + PAIR * (1 + i), twofold_product(-h, own->dmi ? own->dmi[3 * k + i] : 0));
    }
}

/* (high, low) of coordinate i += v */
static void add(double *high, double *low, size_t i, twofold v)
{
    const twofold sum = twofold_add((twofold){high[i], low[i]}, v);
    high[i] = sum.high;
    low[i] = sum.low;
}

static void add_bond(double *high, double *low, const double *at, bool turns, const fast_bond *ends,
                     const double *x)
{
    const size_t a = 3 * (size_t)ends->a, b = 3 * (size_t)ends->b;
    const twofold J = kept(at);
    for (size_t i = 0; i < 3; i++) {
        add(high, low, a + i, twofold_scale(J, x[b + i]));
        add(high, low, b + i, twofold_scale(J, x[a + i]));
    }
    for (size_t i = 0; turns && i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const twofold Dj = kept(at + PAIR * (1 + j)), Dk = kept(at + PAIR * (1 + k));
        /* (x_b cross D)_i and (D cross x_a)_i */
        add(high, low, a + i, twofold_scale(Dk, x[b + j]));
        add(high, low, a + i, twofold_scale(Dj, -x[b + k]));
        add(high, low, b + i, twofold_scale(Dj, x[a + k]));
        add(high, low, b + i, twofold_scale(Dk, -x[a + j]));
    }
}

/* x.e */
static twofold along_axis(const double e[3], const double x[3])
{
    twofold along = {0, 0};
    for (int k = 0; k < 3; k++) along = twofold_add(along, twofold_product(x[k], e[k]));
    return along;
}

static void add_axis(double *high, double *low, size_t at, twofold weight, const double e[3],
                     const double x[3])
{
    const twofold along = twofold_times(along_axis(e, x), weight);
    for (size_t k = 0; k < 3; k++) add(high, low, at + k, twofold_scale(along, e[k]));
}

/* g + (lambda x) cross g for one spin, g given as high and low parts */
static void add_damping(double *high, double *low, double lambda, const double *x)
{
    twofold y[3], g[3];
    for (size_t i = 0; i < 3; i++) {
        y[i] = twofold_product(lambda, x[i]);
        g[i] = (twofold){high[i], low[i]};
    }
    for (size_t i = 0; i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        add(high, low, i, twofold_times(y[j], g[k]));
        add(high, low, i, twofold_negative(twofold_times(y[k], g[j])));
    }
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const fast_spins *own = sys->own;
    const double *constant = frozen + HEAD, *of_bond = constant + PAIR * sys->d;
    const bool damped = own->damping != 0;
    double *low = xi_low ? xi_low : work;
    for (size_t i = 0; i < sys->d; i++) {
        const double *first = damped ? frozen + FIELD + PAIR * (i % 3) : constant + PAIR * i;
        xi[i] = first[0];
        low[i] = first[1];
    }
    for (size_t k = 0; k < own->bonds; k++)
        add_bond(xi, low, of_bond + BOND * k, own->dmi != NULL, own->ends + k, x);
    for (size_t i = 0; own->has_axis && i < sys->d; i += 3)
        add_axis(xi, low, i, kept(frozen), own->axis + 1, x + i);
    for (size_t i = 0; damped && i < sys->d; i += 3)
        add_damping(xi + i, low + i, own->damping, x + i);
    for (size_t i = 0; damped && i < sys->d; i++) add(xi, low, i, kept(constant + PAIR * i));
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
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .areas = true,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
