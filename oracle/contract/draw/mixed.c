/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The mixture: which class each case of the stream has, and how each class is drawn.  A class draws
 * a case of a level and then changes it. */
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/draw/draw_arithmetic.h"
#include "oracle/contract/draw/draw_pattern.h"
#include "oracle/contract/draw/draw_polynomial.h"
#include "oracle/contract/draw/draw_su.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORD(name, word) [SLP_MIXED_##name] = word,

const char *slp_mixed_word(slp_mixed_class which)
{
    static const char *const words[] = {SLP_MIXED_CLASSES(WORD)};
    return (unsigned)which < SLP_MIXED_CLASS_COUNT ? words[which] : NULL;
}

uint64_t slp_draw_pair_seed(uint64_t seed, const slp_draw_pair *p)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ seed;
    for (const char *c = p->system->name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    hash = (hash ^ 0xff) * UINT64_C(0x100000001b3);
    for (const char *c = p->scheme->name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- Which class --------------------------------------------------------------------------
 *
 * Pair p has family 5p + 5r (mod 8) in round r, so it has all eight families in eight rounds.  The
 * last family varies an earlier case of the stream.  The case just before it then has family 2, and
 * the case three before family 0.  This is so in the same round, and in earlier rounds too if the
 * stream has one pair.  At the beginning of a round the families may be others. */

enum { FAMILIES = 8, STRIDE = 5, VARIED = 7, BACK = 3 };

static uint64_t family_of(uint64_t number, size_t count)
{
    return (number % count + number / count) % FAMILIES * STRIDE % FAMILIES;
}

static slp_mixed_class class_of(uint64_t number, size_t count)
{
    static const slp_mixed_class own[] = {SLP_MIXED_USUAL, SLP_MIXED_EXTREME, SLP_MIXED_TURN,
                                          SLP_MIXED_LONG,  SLP_MIXED_STEP,    SLP_MIXED_MANY};
    static const slp_mixed_class varied[] = {SLP_MIXED_TWIN, SLP_MIXED_NEAR, SLP_MIXED_RULE,
                                             SLP_MIXED_AGAIN};
    const uint64_t family = family_of(number, count);
    /* pairs that have the same family in a round take turns, so that a round has every class */
    const uint64_t turn = number % count / FAMILIES + number / count / FAMILIES;
    if (family < VARIED - 1) return own[family];
    if (family < VARIED) return turn % 2 ? SLP_MIXED_HUGE : SLP_MIXED_TINY;
    return varied[turn % 4];
}

/* The number in an id: how many earlier cases of that pair have that class. */
static uint64_t earlier(uint64_t number, size_t count, slp_mixed_class which)
{
    const uint64_t family = family_of(number, count), block = number / count / FAMILIES;
    if (family < VARIED - 1 || which == SLP_MIXED_SPARE) return block;
    return family < VARIED ? block / 2 : block / 4;
}

/* The case that case `number` is a variation of: BACK before for AGAIN, else the one before. */
static uint64_t source_of(uint64_t number, slp_mixed_class which)
{
    return number - (which == SLP_MIXED_AGAIN ? BACK : 1);
}

slp_mixed_class slp_mixed_class_of(const slp_draw_pair *pairs, size_t count, uint64_t number)
{
    const slp_mixed_class which = class_of(number, count);
    if (which < SLP_MIXED_TWIN) return which;
    if (number < BACK) return SLP_MIXED_SPARE;
    const uint64_t source = source_of(number, which);
    const slp_draw_pair *own = &pairs[number % count], *other = &pairs[source % count];
    if (family_of(source, count) == VARIED) return SLP_MIXED_SPARE;
    if (which == SLP_MIXED_RULE && (own->system != other->system || own->scheme == other->scheme))
        return SLP_MIXED_SPARE;
    return which;
}

/* ---- Changing a drawn case ---------------------------------------------------------------- */

static double any_sign(double value, slp_draw *from)
{
    return slp_draw_chance(from, 1, 2) ? -value : value;
}

/* steps*M increments, uniform within +-size. */
static slp_status draw_increments(slp_case *c, slp_draw *from, size_t steps, double size)
{
    const size_t count = steps * c->M;
    double *dw = calloc(count + 1, sizeof *dw);
    if (!dw) return SLP_MEMORY;
    for (size_t i = 0; i < count; i++) dw[i] = slp_draw_between(from, -size, size);
    c->steps = steps;
    const slp_status status = slp_case_set_dw(c, dw, count);
    free(dw);
    return status;
}

/* Multiplies the numbers of a parameter, if the case gives it, by 2^k.  If group > 0: only the
 * number at place `only` of each group. */
static bool scale_param(slp_case *c, const char *key, int k, size_t group, size_t only)
{
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        if (strcmp(c->system->params[p].key, key) != 0 || c->params[p].count == 0) continue;
        for (size_t i = 0; i < c->params[p].count; i++)
            if (group == 0 || i % group == only) c->params[p].at[i] = ldexp(c->params[p].at[i], k);
        return true;
    }
    return false;
}

/* True if the system has such a parameter.  If not, the noises drawn by the system stay. */
static bool takes(const slp_case *c, const char *key)
{
    size_t p = 0;
    while (c->system->params[p].key && strcmp(c->system->params[p].key, key) != 0) p++;
    return c->system->params[p].key != NULL;
}

/* On su(N) the last diagonal entry makes the trace 0: sums of subnormal numbers are exact. */
static void scale_state(slp_case *c, int k)
{
    for (size_t i = 0; i < c->d; i++) c->x[i] = ldexp(c->x[i], k);
    size_t n;
    const size_t blocks = slp_draw_su_blocks(&n, c);
    for (size_t b = 0; b < blocks; b++) {
        double *x = c->x + b * n * n, trace = 0;
        for (size_t i = 0; i + 1 < n; i++) trace += x[i];
        if (trace != 0) x[n - 1] = -trace;
    }
}

/* Noises of modes have linear Hamiltonians: their part of the generator does not grow with x. */
static bool linear_amplitude(const slp_case *c)
{
    return takes(c, "modes");
}

/* x := 2^k x; parameters are scaled so that the generator stays the same, or h and amplitudes if no
 * parameter does that.  On T*R the pendulum cannot be scaled. */
static void scale_all(slp_case *c, int k)
{
    scale_state(c, k);
    if (takes(c, "terms")) {
        slp_draw_scale_terms(c, k);
        return;
    }
    switch (c->system->algebra) {
    case SLP_SU2N:
        scale_param(c, "gamma", k, 0, 0);
        scale_param(c, "quad", -k, 0, 0);
        scale_param(c, "exchange", -k, 0, 0);
        scale_param(c, "dmi", -k, 0, 0);
        scale_param(c, "anisotropy", -k, 4, 0);
        scale_param(c, "damping", -k, 0, 0);
        break;
    case SLP_SE3:
        scale_param(c, "inertia", k, 0, 0);
        scale_param(c, "noise", -k, 7, 6);
        break;
    case SLP_SP:
        scale_param(c, "quadratic", -k, 0, 0);
        break;
    case SLP_VECTOR:
        break;
    default:
        if (!scale_param(c, "inertia", k, 0, 0) && k > 0) c->h = ldexp(c->h, -k);
        scale_param(c, "quad", -k, 0, 0);
        if (!linear_amplitude(c)) scale_param(c, "amp", -k, 0, 0);
        scale_param(c, "coriolis", k, 0, 0);
    }
}

/* Makes the drift 2^k times smaller: by the parameters, or by the state if no parameter does that.
 */
static void slow_down(slp_case *c, int k)
{
    if (takes(c, "terms")) {
        slp_draw_scale_energy(c, -k, 0);
        return;
    }
    switch (c->system->algebra) {
    case SLP_SU2N:
        scale_param(c, "gamma", -k, 0, 0);
        scale_param(c, "exchange", -k, 0, 0);
        scale_param(c, "dmi", -k, 0, 0);
        scale_param(c, "field", -k, 0, 0);
        scale_param(c, "anisotropy", -k, 4, 0);
        break;
    case SLP_SE3:
        scale_param(c, "chi", -k, 0, 0);
        scale_param(c, "inertia", k, 0, 0);
        break;
    case SLP_SP:
        scale_param(c, "quadratic", -k, 0, 0);
        break;
    case SLP_VECTOR:
        break;
    default:
        if (scale_param(c, "inertia", k, 0, 0)) break;
        scale_state(c, -k);
        scale_param(c, "quad", k, 0, 0);
        if (!linear_amplitude(c)) scale_param(c, "amp", k, 0, 0);
        scale_param(c, "coriolis", -k, 0, 0);
    }
}

/* On se(3) and over the dual numbers the generator has two parts, and the small angle of one may
 * have a long lever: the other part is as large as it was, or larger.  There a series in the angle
 * that is wrong shows although the angle is tiny. */
static void lengthen_lever(slp_case *c, int k, slp_draw *from)
{
    enum { LONGEST = 7 };
    if (c->system->algebra == SLP_SE3) {
        const int longer = k + (int)slp_draw_below(from, LONGEST + 1);
        scale_param(c, "chi", longer, 0, 0);
        if (takes(c, "terms")) slp_draw_scale_energy(c, longer, c->d / 2 + 1);
    }
    if (c->system->algebra == SLP_SUN_DUAL) /* the magnetic part of x, which was scaled by 2^-k */
        for (size_t i = c->d / 2; i < c->d; i++) c->x[i] = ldexp(c->x[i], k);
}

/* The angles by which the generator turns, by decades: the drift becomes 2^0 to 2^-44 times
 * smaller, and the noise of each step for itself, so that a run of many steps has angles of every
 * size. */
static void spread_angles(slp_case *c, slp_draw *from)
{
    enum { RANGE = 45 };
    int k = (int)slp_draw_below(from, RANGE);
    /* a drift that leaves the angles to the noise */
    if (c->steps > 1 && c->M > 0 && slp_draw_chance(from, 1, 2)) k = RANGE - 1;
    slow_down(c, k);
    if (slp_draw_chance(from, 1, 2)) lengthen_lever(c, k, from);
    for (size_t s = 0; s < c->steps; s++) {
        const int less = (int)slp_draw_below(from, RANGE);
        for (size_t i = s * c->M; i < (s + 1) * c->M; i++) c->dw[i] = ldexp(c->dw[i], -less);
    }
}

/* Not the pendulum.  The oscillator has no parameter that changes with the scale. */
static bool can_scale(const slp_case *c)
{
    size_t count;
    const double *model = slp_case_param(c, "model", &count);
    return count == 0 || *model == 0;
}

/* |x| by decades, from about 1e-17 to 1e3, the generator as it is; on T*R where the system is
 * linear. */
static void spread_norms(slp_case *c, slp_draw *from)
{
    enum { DOWN = 56, UP = 11 };
    const int k = (int)slp_draw_below(from, DOWN + UP) - DOWN;
    if (can_scale(c)) scale_all(c, k);
}

/* A level 1 case of at most `most` coordinates, if one of a few draws has no more.  The smallest
 * states, such as su(2) of a system on su(N), have terms that are always 0: in three cases of four
 * there are more than a third of `most`, where the system has such states. */
static slp_status draw_small(slp_case *c, const slp_draw_pair *pair, slp_draw *from, size_t most)
{
    enum { DRAWS = 12, DUAL = 18 };
    slp_status status = SLP_OK;
    if (pair->system->algebra == SLP_SUN_DUAL && most < DUAL) most = DUAL; /* N = 3 */
    const size_t least = slp_draw_chance(from, 3, 4) ? most / 3 : 0;
    for (int i = 0; i < DRAWS; i++) {
        status = slp_draw_case(c, pair->system, pair->scheme, from, 1);
        if (status != SLP_OK || (c->d > least && c->d <= most)) return status;
    }
    for (int i = 0; i < DRAWS && c->d > most; i++) {
        status = slp_draw_case(c, pair->system, pair->scheme, from, 1);
        if (status != SLP_OK) break;
    }
    return status;
}

/* Explicit rules solve no equation, so they have a certificate for every generator.  They are the
 * rules that break symmetry, and those that split. */
static bool is_explicit(const slp_scheme *scheme)
{
    return scheme->splits || (scheme->breaks & SLP_LAW_SYMMETRY) != 0;
}

/* How much longer than the generator 1/2 a step of an explicit rule may be.  A splitting turns by
 * any angle, but with many factors roundings grow too much to be judged. */
static double most_turns(const slp_draw_pair *pair)
{
    enum { USUAL = 16, SPLIT = 200 };
    const unsigned few_factors = SLP_SO3 | SLP_SE3 | SLP_VECTOR;
    return pair->scheme->splits && (few_factors & (unsigned)pair->system->algebra) ? SPLIT : USUAL;
}

/* With h up to this the generator is about 1/2 on the states of level 1 (bounds:
 * oracle/contract/system/; most states are well below them). */
static double reach(const slp_system *system)
{
    if (system->algebra == SLP_SUN_DUAL) return 0x1p-4; /* Delta multiplies by up to N(N-1) */
    return system->divides_by_lengths ? 2 : system->algebra == SLP_SO3 ? 1 : 0.5;
}

static slp_status draw_turn(slp_case *c, const slp_draw_pair *pair, slp_draw *from)
{
    enum { MOST_D = 16 };
    slp_status status = draw_small(c, pair, from, MOST_D);
    if (status != SLP_OK) return status;
    double h = reach(pair->system) * slp_draw_between(from, 0.25, 1), size = 1;
    if (is_explicit(pair->scheme) && pair->system->algebra != SLP_SP &&
        slp_draw_chance(from, 1, 2)) {
        h *= most_turns(pair);
        size *= most_turns(pair);
    }
    c->h = any_sign(h, from);
    return draw_increments(c, from, c->steps, size);
}

static slp_status draw_long(slp_case *c, const slp_draw_pair *pair, slp_draw *from)
{
    enum { MOST_D = 10, LEAST = 40, RANGE = 25 };
    slp_status status = draw_small(c, pair, from, MOST_D);
    if (status != SLP_OK) return status;
    if (slp_draw_chance(from, 1, 2)) c->h = any_sign(slp_draw_between(from, 0x1p-8, 0x1p-6), from);
    status = draw_increments(c, from, LEAST + (size_t)slp_draw_below(from, RANGE), 0.25);
    if (status == SLP_OK && slp_draw_chance(from, 1, 2)) spread_angles(c, from);
    if (status == SLP_OK && slp_draw_chance(from, 1, 4)) spread_norms(c, from);
    return status;
}

static slp_status draw_step(slp_case *c, const slp_draw_pair *pair, slp_draw *from)
{
    enum { MOST_D = 36 };
    slp_status status = draw_small(c, pair, from, MOST_D);
    if (status != SLP_OK) return status;
    switch (slp_draw_below(from, 6)) {
    case 0:
        c->h = 0;
        break;
    case 1:
        c->h = -0.0;
        break;
    case 2: { /* of every size below 2^-6 */
        const int exponent = -7 - (int)slp_draw_below(from, 60);
        c->h = any_sign(ldexp(slp_draw_between(from, 1, 2), exponent), from);
        break;
    }
    case 3:
        c->h = any_sign(ldexp(1, -1023 - (int)slp_draw_below(from, 52)), from);
        break;
    default: { /* no parameter slows the drift of the pendulum */
        const bool can_slow = pair->system->algebra != SLP_VECTOR || takes(c, "terms");
        const int longer = can_slow ? (int)slp_draw_below(from, 12) : 0;
        c->h = any_sign(ldexp(slp_draw_between(from, 1, longer ? 2 : 1.25), longer), from);
        slow_down(c, 6 + longer);
    }
    }
    status = draw_increments(c, from, c->steps, 0.25);
    if (status == SLP_OK && slp_draw_chance(from, 1, 4)) spread_angles(c, from);
    if (status == SLP_OK && slp_draw_chance(from, 1, 4)) spread_norms(c, from);
    return status;
}

/* Draws `count` noises of `each` numbers under `key`; for each number the sum over the noises is at
 * most `most`. */
static slp_status draw_noises(slp_case *c, slp_draw *from, const char *key, size_t each,
                              size_t count, double most)
{
    double *list = calloc(each * count, sizeof *list);
    if (!list) return SLP_MEMORY;
    for (size_t i = 0; i < each * count; i++)
        list[i] = most * slp_draw_between(from, -1, 1) / (double)count;
    slp_status status = slp_case_set_param(c, key, list, each * count, NULL);
    free(list);
    return status;
}

static slp_status draw_many(slp_case *c, const slp_draw_pair *pair, slp_draw *from)
{
    enum { LEAST_NOISES = 4, MOST_NOISES = 12 };
    slp_error err;
    from->large = from->many = true;
    slp_status status = slp_draw_case(c, pair->system, pair->scheme, from, 1);
    if (status != SLP_OK) return status;
    const slp_algebra algebra = pair->system->algebra;
    const size_t noises =
        LEAST_NOISES + (size_t)slp_draw_below(from, MOST_NOISES - LEAST_NOISES + 1);
    if (algebra == SLP_SO3 && takes(c, "lin")) status = draw_noises(c, from, "lin", 3, noises, 0.1);
    if (algebra == SLP_SE3 && takes(c, "noise")) {
        status = draw_noises(c, from, "noise", 7, noises, 0.1);
        if (status == SLP_OK) slp_draw_factors(c);
        /* a state of another scale has its |Pi|^2 at 2^-k, as oracle/contract/system/heavy_top.c
         * draws it */
        double size = 0;
        for (size_t i = 0; i < 3; i++) size = fmax(size, fabs(c->x[i]));
        if (size > 0) scale_param(c, "noise", -ilogb(size) - 1, 7, 6);
    }
    if (status == SLP_OK) status = pair->system->shape(c, &err);
    if (status != SLP_OK) return status;
    const double most = algebra == SLP_SU2N ? 0x1p-4 : algebra == SLP_SUN_DUAL ? 0x1p-6 : 0x1p-5;
    c->h = any_sign(slp_draw_between(from, 0x1p-8, most), from);
    return draw_increments(c, from, 1, 0.5);
}

/* k so that 2^-k is subnormal: `least` or up to `range` more; in a narrower arithmetic as many as
 * it has. */
static int subnormal(slp_draw *from, int least, int range)
{
    const slp_arithmetic *a = from->arithmetic;
    if (!a || a->most >= 1024) return least + (int)slp_draw_below(from, (uint64_t)range);
    return 2 - a->least - a->bits + (int)slp_draw_below(from, (uint64_t)(a->bits - 2));
}

/* States beyond the scales of level 2, or subnormal ones.  Parameters are scaled too, as long as
 * they stay far from the subnormal range, so that a port can compute their inverses. */
static slp_status draw_scaled(slp_case *c, const slp_draw_pair *pair, slp_draw *from, bool huge)
{
    enum { MOST_D = 36, LEAST = 403, RANGE = 400, SUBNORMAL = 1023 };
    slp_status status = draw_small(c, pair, from, MOST_D);
    if (status != SLP_OK) return status;
    if (c->M) status = draw_increments(c, from, c->steps, 0.25);
    if (status != SLP_OK) return status;
    double size = 0;
    for (size_t i = 0; i < c->d; i++) size = fmax(size, fabs(c->x[i]));
    const int now = ilogb(size), scale = slp_draw_exponent(from, LEAST);
    const int k = slp_draw_exponent(from, LEAST + (int)slp_draw_below(from, RANGE));
    if (!huge && slp_draw_chance(from, 1, 2)) {
        scale_all(c, -scale);
        scale_state(c, scale - now - subnormal(from, SUBNORMAL, 40));
    } else if (!huge || can_scale(c)) {
        scale_all(c, (huge ? k : -k) - now);
    }
    return SLP_OK;
}

/* The largest exponent of a coordinate; false if all are 0. */
static bool exponent_of(int *exponent, const slp_case *c)
{
    double size = 0;
    for (size_t i = 0; i < c->d; i++) size = fmax(size, fabs(c->x[i]));
    *exponent = size > 0 ? ilogb(size) : 0;
    return size > 0;
}

/* The exponent of a norm: one draw of four within the subnormal range or a bit above it, one near
 * the overflow, the others between.  Sums of a few states must not overflow in a right program. */
static int draw_norm(slp_draw *from)
{
    enum { LEAST = -1074, LOW = -1000, HIGH = 990, MOST = 1014 };
    const uint64_t kind = slp_draw_below(from, 4);
    const int low = kind == 0 ? LEAST : kind == 1 ? LOW : kind == 2 ? 0 : HIGH;
    const int high = kind == 0 ? LOW : kind == 1 ? 0 : kind == 2 ? HIGH : MOST;
    return low + (int)slp_draw_below(from, (uint64_t)(high - low));
}

/* Whether a number of a parameter that was not 0 has become 0 or subnormal. */
static bool lost(const slp_case *c, const slp_case *was)
{
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++)
        for (size_t i = 0; i < c->params[p].count; i++)
            if (was->params[p].at[i] != 0 && fabs(c->params[p].at[i]) < 0x1p-1022) return true;
    return false;
}

slp_status slp_draw_any_norm(slp_case *c, const slp_draw_pair *pair, slp_draw *from)
{
    enum { MOST_D = 36, LEAST = -990, PART = 16 };
    slp_error err;
    int now;
    if (from->arithmetic && from->arithmetic->most < 1024)
        return draw_scaled(c, pair, from, slp_draw_chance(from, 1, 2));
    slp_status status = draw_small(c, pair, from, MOST_D);
    if (status == SLP_OK && c->M) status = draw_increments(c, from, c->steps, 0.25);
    const int wanted = draw_norm(from);
    if (status != SLP_OK || !exponent_of(&now, c)) return status;
    const bool model = takes(c, "model");
    if (model && slp_case_param(c, "model", &(size_t){0})[0] != 0) return SLP_OK;
    /* parameters stay normal numbers with inverses: what is below 2^LEAST, or what they do not
     * allow, the state is scaled by alone if it gets smaller, and else not */
    const int k = wanted - now;
    SLP_CLEARED(slp_case) was = {0};
    status = slp_case_copy(&was, c);
    for (int all = k > LEAST ? k : LEAST; status == SLP_OK;
         all -= all / PART + (all > 0 ? 1 : -1)) {
        if (model)
            scale_state(c, all);
        else
            scale_all(c, all);
        if (k < all) scale_state(c, k - all);
        if (all == 0 || (slp_case_check(c, &err) == SLP_OK && !lost(c, &was))) break;
        status = slp_case_copy(c, &was);
    }
    return status;
}

/* ---- Variations of an earlier case -------------------------------------------------------- */

/* Three quarters of a number, or 0 of the least one there is. */
static double lessened(double number)
{
    const double less = 0.75 * number;
    return less != number ? less : 0;
}

/* Lessens one of count numbers, of those that are not 0 and not among the first `fixed` of their
 * block; false if there is none. */
static bool change_one_of(double *numbers, size_t count, size_t fixed, size_t block, slp_draw *from)
{
    size_t some = 0;
    for (size_t i = 0; i < count; i++) some += i % block >= fixed && numbers[i] != 0;
    if (some == 0) return false;
    size_t left = (size_t)slp_draw_below(from, some);
    for (size_t i = 0; i < count; i++)
        if (i % block >= fixed && numbers[i] != 0 && left-- == 0) {
            numbers[i] = lessened(numbers[i]);
        }
    return true;
}

static bool change_one(double *numbers, size_t count, slp_draw *from)
{
    return change_one_of(numbers, count, 0, 1, from);
}

/* The same of one coefficient of a polynomial. */
static bool change_term(slp_numbers *list, slp_draw *from)
{
    size_t some = 0;
    double *at;
    for (size_t i = 0; (at = slp_terms_coefficient(list, i)); i++) some += *at != 0;
    if (some == 0) return false;
    size_t left = (size_t)slp_draw_below(from, some);
    for (size_t i = 0; (at = slp_terms_coefficient(list, i)); i++)
        if (*at != 0 && left-- == 0) *at = lessened(*at);
    return true;
}

static void change_question(slp_case *c, slp_draw *from)
{
    const bool first = slp_draw_chance(from, 1, 2);
    if (first && change_one(c->dw, c->steps * c->M, from)) return;
    if (!change_one(&c->h, 1, from)) c->h = 0x1p-8;
}

/* Whole numbers, which are no amounts. */
static bool is_size(const char *key)
{
    static const char *const sizes[] = {"n", "shell", "size", "noises"};
    bool found = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        found = found || strcmp(key, sizes[i]) == 0;
    return found;
}

/* Not sizes, words and modes; on su(N) not the diagonal, whose sum is 0. */
static void change_system(slp_case *c, slp_draw *from)
{
    size_t lists[SLP_MAX_PARAMS], count = 0, n;
    const size_t block = slp_draw_su_blocks(&n, c) ? n * n : 1;
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        const char *key = c->system->params[p].key;
        if ((c->system->params[p].kind == SLP_PARAM_TERMS ||
             c->system->params[p].kind == SLP_PARAM_NUMBERS) &&
            c->params[p].count > 0 && !is_size(key))
            lists[count++] = p;
    }
    if (count > 0 && !slp_draw_chance(from, 1, 3)) {
        const size_t p = lists[slp_draw_below(from, count)];
        slp_numbers *list = &c->params[p];
        if (c->system->params[p].kind == SLP_PARAM_TERMS ? change_term(list, from)
                                                         : change_one(list->at, list->count, from))
            return;
    }
    if (!change_one_of(c->x, c->d, n, block, from)) change_question(c, from);
}

/* ---- The whole ---------------------------------------------------------------------------- */

/* The mixture's choices differ from those of the levels with the same seed. */
static slp_draw stream_of(uint64_t seed, const slp_draw_pair *pair, uint64_t round,
                          const slp_arithmetic *a)
{
    slp_draw from;
    slp_draw_init(&from, slp_draw_pair_seed(seed, pair) ^ UINT64_C(0x6d69786564), round);
    from.arithmetic = a;
    from.size = pair->size;
    from.size_most = pair->size_most;
    return from;
}

static slp_status draw_extreme(slp_case *c, const slp_draw_pair *pair, slp_draw *from)
{
    const slp_status status = slp_draw_case(c, pair->system, pair->scheme, from, 2);
    if (status == SLP_OK && slp_draw_chance(from, 1, 4)) spread_norms(c, from);
    return status;
}

static slp_status draw_of_class(slp_case *c, const slp_draw_pair *pair, slp_draw *from,
                                slp_mixed_class which)
{
    switch (which) {
    case SLP_MIXED_EXTREME:
        return draw_extreme(c, pair, from);
    case SLP_MIXED_TURN:
        return draw_turn(c, pair, from);
    case SLP_MIXED_LONG:
        return draw_long(c, pair, from);
    case SLP_MIXED_STEP:
        return draw_step(c, pair, from);
    case SLP_MIXED_MANY:
        return draw_many(c, pair, from);
    case SLP_MIXED_TINY:
        return draw_scaled(c, pair, from, false);
    case SLP_MIXED_HUGE:
        return draw_scaled(c, pair, from, true);
    default:
        return slp_draw_case(c, pair->system, pair->scheme, from, 1);
    }
}

/* Into the numbers of the stream's arithmetic; to its own range where the class is of ranges.  Two
 * vortices that became too close stay. */
static slp_status fit(slp_case *c, slp_draw *from, slp_mixed_class which)
{
    const bool range = which == SLP_MIXED_TINY || which == SLP_MIXED_HUGE;
    const slp_status status = slp_draw_fit(c, from, range);
    return status == SLP_DOMAIN ? SLP_OK : status;
}

/* Levy areas in a quarter of the cases that can have them, and of which the list stays short. */
static slp_status draw_some_areas(slp_case *c, slp_draw *from)
{
    enum { MOST = 4096 };
    const bool wanted = slp_draw_chance(from, 1, 4);
    if (!wanted || c->M < 2 || c->M > MOST || c->steps * (c->M * (c->M - 1) / 2) > MOST)
        return SLP_OK;
    const slp_status status = slp_draw_areas(c, from->seed);
    const bool equal = slp_draw_chance(from, 1, 8);
    if (status != SLP_OK || !equal || c->exact_dw) return status;
    for (size_t s = 0; s < c->steps; s++)
        for (size_t i = c->M - c->areas; i < c->M; i++)
            c->dw[s * c->M + i] = c->dw[s * c->M + c->M - c->areas];
    return status;
}

/* A case of the class; of all but the usual ones also patterns of zeros, equal numbers and others
 * in the parameters. */
static slp_status draw_own(slp_case *c, const slp_draw_pair *pair, slp_draw *from,
                           slp_mixed_class which)
{
    const bool usual = which == SLP_MIXED_USUAL || which == SLP_MIXED_SPARE;
    slp_status status = draw_of_class(c, pair, from, which);
    if (status == SLP_OK) status = fit(c, from, which);
    if (status == SLP_OK && !usual) status = slp_draw_patterns(c, from);
    return status == SLP_OK ? draw_some_areas(c, from) : status;
}

/* The same question under another scheme: without what that scheme does not take. */
static slp_status take_scheme(slp_case *c, const slp_scheme *scheme)
{
    c->scheme = scheme;
    slp_draw_factors(c); /* a noise that the other rule takes and a splitting does not */
    return slp_draw_has_areas(c->system, scheme) ? SLP_OK : slp_draw_no_areas(c);
}

static slp_status name(slp_case *c, slp_mixed_class which, uint64_t number)
{
    char id[SLP_MAX_ID];
    snprintf(id, sizeof id, "%s.%s-%s-%llu", c->system->name, c->scheme->name,
             slp_mixed_word(which), (unsigned long long)number);
    free(c->id);
    c->id = slp_span_copy((slp_span){id, strlen(id)});
    return c->id ? SLP_OK : SLP_MEMORY;
}

slp_status slp_draw_mixed(slp_case *c, slp_mixed_class *which, const slp_draw_pair *pairs,
                          size_t count, uint64_t seed, uint64_t number)
{
    return slp_draw_mixed_in(c, which, pairs, count, seed, number, NULL);
}

slp_status slp_draw_mixed_in(slp_case *c, slp_mixed_class *which, const slp_draw_pair *pairs,
                             size_t count, uint64_t seed, uint64_t number, const slp_arithmetic *a)
{
    slp_error err;
    const slp_draw_pair *pair = &pairs[number % count];
    *which = slp_mixed_class_of(pairs, count, number);
    slp_draw own = stream_of(seed, pair, number / count, a);
    slp_status status;
    if (*which < SLP_MIXED_TWIN || *which == SLP_MIXED_SPARE) {
        status = draw_own(c, pair, &own, *which);
    } else {
        const uint64_t source = source_of(number, *which);
        const slp_draw_pair *other = &pairs[source % count];
        slp_draw from = stream_of(seed, other, source / count, a);
        const slp_mixed_class of = slp_mixed_class_of(pairs, count, source);
        status = draw_own(c, other, &from, of);
        if (status == SLP_OK && *which == SLP_MIXED_TWIN) change_question(c, &own);
        if (status == SLP_OK && *which == SLP_MIXED_NEAR) change_system(c, &own);
        if (status == SLP_OK && *which == SLP_MIXED_RULE) status = take_scheme(c, pair->scheme);
        if (status == SLP_OK && !slp_arithmetic_is_wider(a)) status = fit(c, &own, *which);
    }
    if (status == SLP_OK) status = name(c, *which, earlier(number, count, *which));
    if (status == SLP_MEMORY) slp_case_clear(c);
    return status == SLP_OK ? slp_case_check(c, &err) : status;
}
