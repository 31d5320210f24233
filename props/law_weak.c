/* Weak convergence to the Stratonovich solution, by sampling: |E X_h(T) - E X(T)| = O(h).
 *
 * e_n, the error of the mean state at T after n steps, is small beside the spread of the states.  Three devices make it visible.
 *   Common paths: X(T) on the same Wiener path is 2 X_16 - X_8 by another scheme of the binary64 path, of order four in the drift.  Its own weak
 *     error d is of second order, a third of what it differs by from 2 X_8 - X_4; cases where that difference is more than e_1/10 are passed over:
 *     at order 1, Z below then stays negative, |e_4| + 1.36 d - 0.354 |e_1| < 0 with e_4 = e_1/4 and d = e_1/30.
 *   Antithetic paths: averages over the signs of an orthogonal array of strength 3 (rows of a Hadamard matrix and their
 *     opposites), each noise times its sign, which is a path of the same law.  All terms of odd degree in the noises and all products of
 *     two of them, the Levy areas among them, cancel, and the spread left is of the order of the error itself.
 *   A functional with a weak error: the direction v of the mean error after one step, found by a pilot sample of its own paths.
 *
 * What is tested, on fresh paths, is the mean of Z = v.(e_4 - rho e_1), rho = 4^-(1 - 0.25): 0 for order 0.75, negative above.
 * The pilot says how many paths make Student's t of 40 batches 20 on average at order 0.5, and t spreads by about 4 (the pilot
 * errs too); the critical value is 7.5 at 2e-9, so that an order short by 0.5 is seen with probability above 0.99, and at order 1
 * t is -14 on average.  A solution of another equation (Ito's) leaves e_4 = e_1, t = 100.
 *
 * Where the leading coefficient of e = a h + b h^2 happens to be small, the next one could pass for a lower order: a and b cancel
 * in e_1.  So what looks wrong (p below 1e-3) is looked at again on paths of a sixteenth of the horizon, and the p-value is the larger of
 * the two: both tests would have to err, and a = -b and a = -b/16 are not true together.  Where the second cannot be made, the
 * case decides nothing.  Drift and noises are small (1/16 to 1/8), a case that would take more than 120 paths a batch, most
 * take 2 to 5, is passed over, and the law is not asked of systems in the plane, where one direction is half of all, nor of
 * schemes of order four, whose errors of the mean are lost beside what they are compared with.
 *
 * A scheme of order one (rkmk-euler) solves the Ito equation where the two differ: there it must be seen not to converge. */
#include "props/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COARSE, MIDDLE = 2, FINE = 3, PILOT = 128, MOST_A_BATCH = 120, MOST_NOISES = 3, COPIES = 8 };

static const double slack = 0.25, seen_short = 0.5, wanted = 20, nothing = 0x1p-36, plain = 1e-9;
static const double suspect = 1e-3, nearer = 0x1p-4, own_share = 0.1;

typedef struct sample {
    const prop_subject *subject;
    const slp_case *c;
    slp_case other;
    uint64_t seed;
    unsigned copies;
    double *exact, *one, *end; /* d numbers each */
} sample;

/* Signs of copy number `copy`: rows of the Hadamard matrix of order 4, without its first column, and their opposites; of one or
 * two noises all signs. */
static void signs(signed char sign[MOST_NOISES], unsigned copy, size_t M)
{
    for (unsigned k = 0; k < M; k++) {
        unsigned both = (copy >> 1) & (k + 1), odd = 0;
        for (; both; both &= both - 1) odd ^= 1;
        sign[k] = M <= 2 ? (copy >> k & 1 ? -1 : 1) : (odd ^ (copy & 1) ? -1 : 1);
    }
}

static unsigned copies_of(size_t M)
{
    return M <= 2 ? 1u << M : COPIES;
}

/* coarse, middle (d numbers each) = errors after 1 and 4 steps, means over the signs, on path `path`. */
static bool errors(double *coarse, double *middle, sample *of, uint64_t path)
{
    const size_t d = of->c->d;
    signed char sign[MOST_NOISES];
    memset(coarse, 0, d * sizeof *coarse);
    memset(middle, 0, d * sizeof *middle);
    for (unsigned copy = 0; copy < of->copies; copy++) {
        signs(sign, copy, of->c->M);
        if (!prop_sample(of->exact, &prop_subject_fast, &of->other, FINE + 1, of->seed, path,
                         sign) ||
            !prop_sample(of->one, &prop_subject_fast, &of->other, FINE, of->seed, path, sign))
            return false;
        for (size_t i = 0; i < d; i++) of->exact[i] = 2 * of->exact[i] - of->one[i];
        if (!prop_sample(of->one, of->subject, of->c, COARSE, of->seed, path, sign) ||
            !prop_sample(of->end, of->subject, of->c, MIDDLE, of->seed, path, sign))
            return false;
        for (size_t i = 0; i < d; i++) {
            coarse[i] += (of->one[i] - of->exact[i]) / of->copies;
            middle[i] += (of->end[i] - of->exact[i]) / of->copies;
        }
    }
    return true;
}

/* Upper bound of |E (2 X_16 - X_8) - E (2 X_8 - X_4)| / |v|, three standard errors above its mean over the paths of the pilot: v has size
 * `size`, the mean error itself.  Infinite where a path has no answer. */
static double own_error(sample *of, double size, double *room)
{
    const size_t d = of->c->d;
    enum { LOOKED_AT = PILOT };
    double *mean = room, *square = room + d, *end[3] = {of->exact, of->one, of->end}, bound = 0;
    memset(room, 0, 2 * d * sizeof *room);
    for (uint64_t path = 0; path < LOOKED_AT; path++) {
        double *apart = room + 2 * d;
        memset(apart, 0, d * sizeof *apart);
        for (unsigned copy = 0; copy < of->copies; copy++) {
            signed char sign[MOST_NOISES];
            signs(sign, copy, of->c->M);
            for (unsigned l = 0; l < 3; l++)
                if (!prop_sample(end[l], &prop_subject_fast, &of->other, FINE - 1 + l, of->seed,
                                 path, sign))
                    return INFINITY;
            for (size_t i = 0; i < d; i++)
                apart[i] += (2 * end[2][i] - 3 * end[1][i] + end[0][i]) / of->copies;
        }
        for (size_t i = 0; i < d; i++) {
            mean[i] += apart[i] / LOOKED_AT;
            square[i] += apart[i] * apart[i] / LOOKED_AT;
        }
    }
    for (size_t i = 0; i < d; i++)
        bound = hypot(bound, fabs(mean[i]) + 3 * sqrt(fmax(0, square[i] - mean[i] * mean[i]) /
                                                      (LOOKED_AT - 1)));
    return bound / size;
}

static double contrast(const double *v, const double *coarse, const double *middle, size_t d)
{
    const double rho = pow(ldexp(1, COARSE - MIDDLE), 1 - slack);
    double z = 0;
    for (size_t i = 0; i < d; i++) z += v[i] * (middle[i] - rho * coarse[i]);
    return z;
}

/* The direction v, and how many paths a batch needs; 0 with a note where nothing can be seen. */
static unsigned pilot(double *v, char note[PROP_NOTE], sample *of, double *room)
{
    const size_t d = of->c->d;
    double *coarse = room, *middle = room + PILOT * d, size = 0, state = 0, mean = 0, square = 0;
    memset(v, 0, d * sizeof *v);
    for (uint64_t p = 0; p < PILOT; p++) {
        if (!errors(coarse + p * d, middle + p * d, of, p)) {
            snprintf(note, PROP_NOTE, "no answers");
            return 0;
        }
        for (size_t i = 0; i < d; i++) v[i] += coarse[p * d + i] / PILOT;
    }
    for (size_t i = 0; i < d; i++) size = hypot(size, v[i]), state = hypot(state, of->c->x[i]);
    for (size_t i = 0; i < d && size > 0; i++) v[i] /= size;
    snprintf(note, PROP_NOTE, "the mean error after one step, %.3g, is too small to see", size);
    if (!(size > nothing * state)) return 0;
    double own = own_error(of, size, room + 2 * PILOT * d + d);
    snprintf(note, PROP_NOTE, "the solution to compare with is off by up to %.3g of the error",
             own);
    if (!(own < own_share)) return 0;
    for (int p = 0; p < PILOT; p++) {
        double z = contrast(v, coarse + (size_t)p * d, middle + (size_t)p * d, d);
        mean += z / PILOT, square += z * z / PILOT;
    }
    const double spread = sqrt(fmax(0, square - mean * mean)), apart = ldexp(1, COARSE - MIDDLE);
    double paths = wanted * spread / (size * (pow(apart, seen_short) - pow(apart, 1 - slack)));
    paths = ceil(paths * paths / PROP_BATCHES);
    snprintf(note, PROP_NOTE, "it would take %.3g paths a batch", paths);
    return paths <= 2 ? 2 : paths <= MOST_A_BATCH ? (unsigned)paths : 0;
}

/* The p-value of order 1; NaN with a note where nothing can be said. */
static double p_value(char note[PROP_NOTE], sample *of)
{
    const size_t d = of->c->d;
    double *room = calloc((2 * PILOT + 4) * d, sizeof *room), *v = room + 2 * PILOT * d;
    double batch[PROP_BATCHES] = {0}, mean, error;
    bool answered = true;
    if (!room) abort();
    unsigned paths = pilot(v, note, of, room);
    uint64_t path = PILOT;
    for (int b = 0; b < PROP_BATCHES && paths && answered; b++)
        for (unsigned p = 0; p < paths && answered; p++) {
            answered = errors(room, room + d, of, path++);
            batch[b] += contrast(v, room, room + d, d) / paths;
        }
    free(room);
    if (!answered) snprintf(note, PROP_NOTE, "no answers");
    if (!answered || !paths) return NAN;
    prop_mean(&mean, &error, batch);
    snprintf(note, PROP_NOTE,
             "weak order against %g: t = %.3g of %d batches of %u antithetic paths", 1 - slack,
             mean / error, PROP_BATCHES, paths);
    return prop_student_tail(mean / error, PROP_BATCHES - 1);
}

/* The same on paths of a short horizon. */
static double p_value_nearer(char note[PROP_NOTE], const sample *of)
{
    sample near = *of;
    slp_case c;
    slp_case_init(&c);
    slp_case_init(&near.other);
    slp_case_copy(&c, of->c);
    slp_case_copy(&near.other, &of->other);
    c.h *= nearer;
    near.other.h = c.h;
    near.c = &c;
    near.seed = prop_path_seed(&c);
    double p = p_value(note, &near);
    slp_case_clear(&c);
    slp_case_clear(&near.other);
    return p;
}

static prop_outcome judge(prop_finding *found, sample *of, bool wrong_limit)
{
    char note[PROP_NOTE] = "";
    double p = p_value(found->note, of);
    if (isnan(p)) return PROP_SKIPPED;
    if (p < suspect) {
        double again = p_value_nearer(note, of);
        if (isnan(again))
            return prop_say(found, PROP_SKIPPED,
                            "looks wrong, and could not be looked at again: %.120s", note);
        if (again > p) {
            p = again;
            prop_say(found, PROP_HELD, "%s", note);
        }
    }
    found->chance = p;
    if (!wrong_limit) return PROP_HELD;
    found->chance = 1;
    return p < plain
               ? PROP_HELD
               : prop_say(found, PROP_SKIPPED, "the Ito and the Stratonovich mean are too near");
}

/* Of order four in the drift, and not the scheme that is asked. */
static bool compared_with(slp_case *other, const slp_case *c)
{
    slp_case_copy(other, c);
    other->scheme = slp_scheme_find(
        strcmp(c->scheme->name, "rkmk-gauss4-exp") == 0 ? "rkmk-gauss4-cay" : "rkmk-gauss4-exp");
    return prop_subject_fast.has(&prop_subject_fast, c->system, other->scheme);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    sample of = {.subject = subject, .c = c, .seed = prop_path_seed(c), .copies = copies_of(c->M)};
    prop_ground ground;
    prop_noise_kind noise = {0};
    slp_result once;
    (void)law;
    if (c->M > MOST_NOISES)
        return prop_say(found, PROP_SKIPPED, "more than %d noises", MOST_NOISES);
    if (prop_ground_init(&ground, c) == SLP_OK) noise = prop_noise_look(&ground);
    prop_ground_clear(&ground);
    if (!noise.any) return prop_say(found, PROP_SKIPPED, "no noise moves this state");
    slp_result_init(&once);
    prop_outcome outcome = prop_ask(&once, found, subject, c);
    slp_result_clear(&once);
    if (outcome != PROP_HELD) return outcome; /* declined, refused, unreadable */
    double *room = calloc(3 * c->d, sizeof *room);
    if (!room) abort();
    of.exact = room, of.one = room + c->d, of.end = room + 2 * c->d;
    slp_case_init(&of.other);
    outcome = compared_with(&of.other, c)
                  ? judge(found, &of, c->scheme->order == 1 && !noise.ito_same)
                  : prop_say(found, PROP_SKIPPED, "no other scheme to compare with");
    slp_case_clear(&of.other);
    free(room);
    return outcome;
}

const prop_law prop_law_weak = {
    .name = "weak",
    .about = "converges weakly to the Stratonovich solution, at order one",
    .equation = "|E X_h(T) - E X(T)| = O(h)",
    .algebras = SLP_SO3 | SLP_SU2N | SLP_SE3,
    .most_order = 2,
    .most_d = 6,
    .most_noises = MOST_NOISES,
    .statistical = true,
    .generic = true,
    .noisy = true,
    .loud = -3,
    .sampled = true,
    .cases = 1,
    .check = check,
};
