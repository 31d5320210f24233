/* Strong convergence to the Stratonovich solution, by sampling.
 *
 * On one Wiener path each, the subject's state at T after 4 and after 32 steps is compared with a solution on 128 steps of
 * the same path by another scheme of the binary64 path, so that a subject that converges to something else (to the Ito
 * solution, say) is seen.  The path's fine part is what a coarse step misses: errors go with h - h_fine, to the power
 * p = 1/2 where noises do not commute and 1 where they do (GBW Theorem 6.1), so
 *     s = log2(e_4 / e_32) / log2((h_4 - h_128) / (h_32 - h_128)),   e root mean square over a batch of paths,
 * estimates p.  40 batches; the p-value is that of Student's t = (p - 0.07 - mean s) / (its standard error), the 0.07 being for
 * the finite step; of order 1, whose slope has a tenth of that error and more of the next order in it, 0.17.  The standard error is about 0.017, so that an order short by 0.25 gives t = 10.5 (critical: 7.5 at 2e-9) and is
 * seen with probability above 0.99, while a right one gives t = -4 to 1, seven standard errors off at least.
 *
 * Where the subject's error at 32 steps is no larger than what the solution it is compared with is off by (of 64 against of 128
 * steps; its square is 3 times as large for a subject of order 1/2 and 9 times for one of order 1), it has no order to be seen: high order schemes on commuting noises and drift.
 *
 * A scheme of order one (rkmk-euler) solves the Ito equation where the two differ: there it must be seen not to
 * converge, with a p-value below 1e-9; cases on which its own error hides that are passed over. */
#include "props/sampling.h"

#include <math.h>
#include <stdlib.h>

enum { COARSE = 2, MIDDLE = 5, FINE = 7, PATHS_A_BATCH = 16 };

static const double slack = 0.07, slack_one = 0.17, nothing = 0x1p-36, plain = 1e-9, above = 2;

/* square[0], square[1] += squared errors after 2^COARSE and 2^MIDDLE steps on this path, square[2] += the squared distance of the solutions on 2^(FINE-1) and 2^FINE steps. */
static bool errors(double square[3], const prop_subject *subject, const slp_case *c,
                   const slp_case *other, uint64_t path, double *room)
{
    const unsigned level[3] = {COARSE, MIDDLE, FINE - 1};
    const uint64_t seed = prop_path_seed(c);
    double *exact = room, *end = room + c->d;
    if (!prop_sample(exact, &prop_subject_fast, other, FINE, seed, path, NULL)) return false;
    for (int l = 0; l < 3; l++) {
        const prop_subject *by = l == 2 ? &prop_subject_fast : subject;
        if (!prop_sample(end, by, l == 2 ? other : c, level[l], seed, path, NULL)) return false;
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
    double *room = calloc(2 * c->d, sizeof *room), size = 0, middle = 0, own = 0;
    bool seen = true;
    if (!room) abort();
    for (size_t i = 0; i < c->d; i++) size += c->x[i] * c->x[i];
    for (uint64_t b = 0; b < PROP_BATCHES && seen; b++) {
        double square[3] = {0};
        for (uint64_t p = 0; p < PATHS_A_BATCH && seen; p++)
            seen = errors(square, subject, c, other, b * PATHS_A_BATCH + p, room);
        seen = seen && square[1] > nothing * nothing * size;
        middle += square[1], own += square[2];
        batch[b] = 0.5 * log2(square[0] / square[1]) / span;
    }
    free(room);
    return seen && middle > above * own;
}

static prop_outcome judge_orders(prop_finding *found, const double batch[PROP_BATCHES],
                                 const prop_noise_kind *noise, const slp_case *c)
{
    const double p = noise->commute ? 1 : 0.5;
    double mean, error;
    bool wrong_limit = c->scheme->order == 1 && !noise->ito_same;
    prop_mean(&mean, &error, batch);
    const double floor = p - (noise->commute ? slack_one : slack);
    found->chance = prop_student_tail((floor - mean) / error, PROP_BATCHES - 1);
    prop_say(found, PROP_HELD, "strong order %.3f, standard error %.3f, over %d paths, %s %g", mean,
             error, PROP_BATCHES * PATHS_A_BATCH,
             wrong_limit ? "solves the Ito equation, stays below" : "promised", p);
    if (!wrong_limit) return PROP_HELD;
    bool seen = found->chance < plain;
    found->chance = 1;
    return seen ? PROP_HELD
                : prop_say(found, PROP_SKIPPED,
                           "the Ito and the Stratonovich solution are too near");
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
    if (!prop_other_scheme(&other, c))
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
    .statistical = true,
    .generic = true,
    .noisy = true,
    .loud = -3,
    .sampled = true,
    .cases = 1,
    .check = check,
};
