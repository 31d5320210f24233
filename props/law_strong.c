/* Strong convergence to the Stratonovich solution, by sampling.
 *
 * On one Wiener path each, the subject's state at T after 4 and after 32 steps is compared with a solution on 256 steps of
 * the same path by another scheme of the binary64 path, so that a subject that converges to something else (to the Ito
 * solution, say) is seen.  The path's fine part is what a coarse step misses: errors go with h - h_fine, to the power
 * p = 1/2 where noises do not commute and 1 where they do (GBW Theorem 6.1), so
 *     s = log2(e_4 / e_32) / log2((h_4 - h_256) / (h_32 - h_256)),   e root mean square over a batch of paths,
 * estimates p.  40 batches give an interval at 1 - 2e-8 by Student's t.  The law fails when even its upper end
 * lies a tenth below p, the tenth being for the finite step.  Its width is about 0.1, so an order that is short by 0.25 is
 * seen (power above 0.99), while a right one would have to lie some fourteen standard errors off.
 *
 * A scheme of order one (rkmk-euler) solves the Ito equation where the two differ: there it must be seen not to
 * converge. */
#include "props/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/fast.h"

enum { COARSE = 2, MIDDLE = 5, FINE = 8, PATHS_A_BATCH = 12, SEED = 20 };

static const double slack = 0.1, nothing = 0x1p-36;

/* The other scheme. */
static bool control_scheme(slp_case *other, const slp_case *c)
{
    slp_case_copy(other, c);
    other->scheme = slp_scheme_find(
        strcmp(c->scheme->name, "implicit-midpoint") == 0 ? "trapezoidal" : "implicit-midpoint");
    return prop_subject_fast.has(&prop_subject_fast, c->system, other->scheme);
}

/* square[0], square[1] += squared errors after 2^COARSE and 2^MIDDLE steps on this path. */
static bool errors(double square[2], const prop_subject *subject, const slp_case *c,
                   const slp_case *other, uint64_t path, double *room)
{
    const unsigned level[2] = {COARSE, MIDDLE};
    double *exact = room, *end = room + c->d;
    if (!prop_sample(exact, &prop_subject_fast, other, FINE, SEED, path)) return false;
    for (int l = 0; l < 2; l++) {
        if (!prop_sample(end, subject, c, level[l], SEED, path)) return false;
        for (size_t i = 0; i < c->d; i++) square[l] += (end[i] - exact[i]) * (end[i] - exact[i]);
    }
    return true;
}

/* The order seen in each batch; false where a path has no answer, or errors are too small to say anything. */
static bool orders(double batch[PROP_BATCHES], const prop_subject *subject, const slp_case *c,
                   const slp_case *other)
{
    const double fine = ldexp(1, -FINE);
    const double span = log2((ldexp(1, -COARSE) - fine) / (ldexp(1, -MIDDLE) - fine));
    double *room = calloc(2 * c->d, sizeof *room), size = 0;
    bool seen = true;
    if (!room) abort();
    for (size_t i = 0; i < c->d; i++) size += c->x[i] * c->x[i];
    for (uint64_t b = 0; b < PROP_BATCHES && seen; b++) {
        double square[2] = {0};
        for (uint64_t p = 0; p < PATHS_A_BATCH && seen; p++)
            seen = errors(square, subject, c, other, b * PATHS_A_BATCH + p, room);
        seen = seen && square[1] > nothing * nothing * size;
        batch[b] = 0.5 * log2(square[0] / square[1]) / span;
    }
    free(room);
    return seen;
}

static prop_outcome judge_orders(prop_finding *found, const double batch[PROP_BATCHES],
                                 const prop_noise_kind *noise, const slp_case *c)
{
    const double p = noise->commute ? 1 : 0.5;
    double mean, half;
    bool wrong_limit = c->scheme->order == 1 && !noise->ito_same;
    prop_interval(&mean, &half, batch);
    bool short_of = mean + half < p - slack;
    found->margin = short_of ? 2 : fmax(0, (p - slack - mean) / fmax(half, 0x1p-40));
    if (wrong_limit) found->margin = short_of ? 0 : 2;
    return prop_say(found, short_of == wrong_limit ? PROP_HELD : PROP_FAILED,
                    "strong order %.3f +- %.3f over %d paths, %s %g", mean, half,
                    PROP_BATCHES * PATHS_A_BATCH,
                    wrong_limit ? "solves the Ito equation, must stay below" : "promised", p);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    double batch[PROP_BATCHES];
    slp_result once;
    slp_case other;
    prop_ground ground;
    prop_noise_kind noise = {0};
    (void)law;
    if (prop_ground_init(&ground, c) == SLP_OK) noise = prop_noise_look(&ground);
    prop_ground_clear(&ground);
    if (!noise.any) return prop_say(found, PROP_SKIPPED, "no noise moves this state");
    slp_result_init(&once);
    prop_outcome outcome = prop_ask(&once, found, subject, c);
    slp_result_clear(&once);
    if (outcome != PROP_HELD) return outcome; /* declined, refused, unreadable */
    slp_case_init(&other);
    outcome = PROP_SKIPPED;
    if (!control_scheme(&other, c))
        prop_say(found, outcome, "no other scheme to compare with");
    else if (!orders(batch, subject, c, &other))
        prop_say(found, outcome, "no answers, or errors too small to have an order");
    else
        outcome = judge_orders(found, batch, &noise, c);
    slp_case_clear(&other);
    return outcome;
}

const prop_law prop_law_strong = {
    .name = "strong",
    .about = "converges strongly to the Stratonovich solution, at its order",
    .equation = "E|X_h(T) - X(T)|^2 = O(h^(2p)), p = 1/2, or 1 for commuting noises",
    .generic = true,
    .noisy = true,
    .sampled = true,
    .cases = 1,
    .check = check,
};
