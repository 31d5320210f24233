/* Decides from a first sample and, if that is suspicious, a second one.
 *
 * If the leading error terms dominate, a deficit is at most 0 on average.  The next term of the
 * error's expansion adds b T + O(T^2) to it, of first order in the horizon T and of either sign.
 * One sample cannot tell b T from an order that is short.  So a first, small sample only decides
 * whether the case is suspicious: p is below PROP_SUSPECT, or the mean (0 if it is positive) is
 * not PROP_FIRST_T standard errors below short_by.  A suspicious case is sampled again on fresh
 * paths over T/16, where the model leaves a sixteenth of the deficit seen first; that sixteenth,
 * and nothing else, is allowed:
 *     t = (mean_2 - max(0, mean_1)/16) / sqrt(error_2^2 + (error_1/16)^2),
 *     p = 2 P(Student's t > t), 2 for the two aspects.
 * The second sample is fresh whatever the first one said, and the first one's error counts in what
 * it allows, so p is a p-value; that the first one must be suspicious too only makes false alarms
 * rarer.
 *
 * Where the order cannot be tested, a wrong limit can be: such a case is refused for a wrong limit,
 * or decides nothing.
 *
 * Power (props/statistics/test_power.c).  A subject that is short by short_by has a first t of
 * FIRST on average at least, or is looked at again but where its mean lies FIRST_T errors below its
 * own average (probability 1.3e-6), and is passed on with probability above 0.995 (t below 2.4 out
 * of 5.5, standard deviation 1 + 5.5^2/78 of it under the root: 1.2); the second sample is as large
 * as makes mean_2 SECOND errors on average, the first one's error being taken for that of the
 * second: against a critical 7.5 (2e-9) both together miss with probability below 0.01, also where
 * the first t is 1.6, the least that MOST_PATHS makes 17 of (tests/props/test_prop_two_samples.c
 * integrates it). */
#include "props/statistics/sampling.h"
#include "oracle/plumbing/allocate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* LEAST_BITS: the laws look at differences above 2^17 u |x|; over these horizons they are 2^-10 |x|
 * and less. */
enum { FREEDOM = PROP_BATCHES - 1, MOST_PATHS = 512, LEAST_BITS = 40 };

static const double nearer = 0x1p-4, bluntest = 0x1p-7, second_t = 17, plain = 1e-9;
static const char *const aspect_names[PROP_ASPECTS] = {"order", "limit"};

void prop_batch_mean(double *mean, double *error, const double *batch)
{
    double square = 0;
    *mean = 0;
    for (int b = 0; b < PROP_BATCHES; b++) *mean += batch[b] / PROP_BATCHES;
    for (int b = 0; b < PROP_BATCHES; b++) square += (batch[b] - *mean) * (batch[b] - *mean);
    *error = sqrt(square / (PROP_BATCHES - 1) / PROP_BATCHES);
}

/* Which aspects the second sample is for, with their first means, and how many paths a batch it
 * takes; 0 for none. */
typedef struct suspicion {
    bool of[PROP_ASPECTS];
    double mean[PROP_ASPECTS], error[PROP_ASPECTS], least, paths;
    prop_reach reach[PROP_ASPECTS];
} suspicion;

/* Mean and standard error of a deficit, with the error taken at least as 2^-7 of short_by.
 * Deficits that are so much smaller may come from terms that the model omits, such as T^2.  No
 * fault is missed for that: its t is still at least 120. */
static void blunt_mean(double *mean, double *error, const prop_batch_sample *batch_sample, int k)
{
    prop_batch_mean(mean, error, batch_sample->deficit[k]);
    *error = fmax(*error, bluntest * batch_sample->short_by[k]);
}

/* By how many standard errors the fault shifts the second sample's t in aspect k, `before` the
 * error of the first sample's mean. */
static double shift(const prop_batch_sample *batch_sample, double before, int k)
{
    double mean, error;
    blunt_mean(&mean, &error, batch_sample, k);
    return (1 - nearer) * batch_sample->short_by[k] / hypot(error, nearer * before);
}

/* A promised fault that this case could not have found: its power is 0. */
static const prop_reach unseen = {.first = DBL_MIN, .taken = true};

static suspicion suspect_some(const prop_batch_sample *batch_sample, bool limit_only)
{
    suspicion s = {.least = 1, .reach = {unseen, batch_sample->agreed}};
    if (limit_only) s.reach[PROP_ORDER] = (prop_reach){0};
    for (int k = limit_only ? PROP_LIMIT : 0; k < PROP_ASPECTS; k++) {
        double error, spare;
        if (batch_sample->short_by[k] <= 0) continue;
        blunt_mean(&s.mean[k], &error, batch_sample, k);
        s.error[k] = error;
        double p = prop_student_tail(s.mean[k] / error, FREEDOM);
        s.least = fmin(s.least, p);
        const double below = batch_sample->short_by[k] - fmin(0, s.mean[k]);
        s.of[k] = p < PROP_SUSPECT || !(below >= PROP_FIRST_T * error);
        spare = second_t * error / ((1 - nearer) * batch_sample->short_by[k]);
        const double paths = fmax(2, ceil(batch_sample->paths * spare * spare));
        if (s.of[k]) s.paths = fmax(s.paths, paths);
        s.reach[k] = (prop_reach){
            .first = batch_sample->short_by[k] / error,
            .second = (1 - nearer) * batch_sample->short_by[k] /
                      hypot(error * sqrt(batch_sample->paths / paths), nearer * error)};
    }
    return s;
}

static double second_chance(char note[PROP_NOTE], const prop_batch_sample *batch_sample,
                            const suspicion *s)
{
    double least = 1;
    for (int k = 0; k < PROP_ASPECTS; k++) {
        double mean, error;
        if (!s->of[k] || batch_sample->short_by[k] <= 0) continue;
        blunt_mean(&mean, &error, batch_sample, k);
        error = hypot(error, s->error[k] * nearer);
        double t = (mean - fmax(0, s->mean[k]) * nearer) / error;
        double p = prop_student_tail(t, FREEDOM);
        if (p > least) continue;
        least = p;
        snprintf(
            note, PROP_NOTE,
            "%s: deficit %.3f, over a sixteenth of the horizon %.3f, standard error %.3f, of %d "
            "batches of %u; %.3g would be broken",
            aspect_names[k], s->mean[k], mean, error, PROP_BATCHES, batch_sample->paths,
            batch_sample->short_by[k]);
    }
    return least;
}

/* The p-value, and what it would have been; NaN with a note where nothing can be said. */
static double chance(prop_finding *found, const prop_sampled_case *of, prop_sampler *sampler)
{
    prop_batch_sample batch_sample = {0};
    char *note = found->note;
    if (!sampler(&batch_sample, note, of, 0)) return NAN;
    suspicion s = suspect_some(&batch_sample, of->wrong_limit);
    memcpy(found->reach, s.reach, sizeof s.reach);
    snprintf(note, PROP_NOTE, "nothing looks wrong on %d batches of %u paths", PROP_BATCHES,
             batch_sample.paths);
    if (s.paths == 0 && !of->wrong_limit && batch_sample.short_by[PROP_ORDER] <= 0) {
        snprintf(note, PROP_NOTE, "errors too small to have an order");
        return NAN;
    }
    if (s.paths == 0) return fmin(1, PROP_ASPECTS * s.least);
    snprintf(note, PROP_NOTE, "looking again would take %.3g paths a batch", s.paths);
    if (s.paths > (batch_sample.most_again ? batch_sample.most_again : MOST_PATHS)) return NAN;
    slp_case c;
    prop_sampled_case near = *of;
    slp_case_init(&c);
    slp_need_memory(slp_case_copy(&c, of->c));
    c.h *= nearer;
    near.c = &c;
    batch_sample = (prop_batch_sample){0};
    double p = NAN;
    found->could_refuse = true;
    if (sampler(&batch_sample, note, &near, (unsigned)s.paths)) {
        p = fmin(1, PROP_ASPECTS * second_chance(note, &batch_sample, &s));
        for (int k = 0; k < PROP_ASPECTS; k++) {
            if (!s.of[k]) continue;
            if (k == PROP_LIMIT && batch_sample.short_by[k] <= 0) { /* nothing to see any more */
                found->reach[k] = batch_sample.agreed;
                continue;
            }
            found->reach[k].taken = true;
            found->reach[k].second =
                batch_sample.short_by[k] > 0 ? shift(&batch_sample, s.error[k], k) : 0;
        }
    }
    slp_case_clear(&c);
    return p;
}

static prop_outcome judge(prop_finding *found, const prop_sampled_case *of, prop_sampler *sampler)
{
    found->p_value = chance(found, of, sampler);
    if (isnan(found->p_value)) return PROP_SKIPPED;
    if (!of->wrong_limit) return PROP_HELD;
    bool seen = found->p_value < plain;
    found->p_value = 1;
    /* one that solved the Stratonovich equation would be seen like this with probability `plain` at
     * most */
    found->reach[PROP_ORDER] = (prop_reach){0};
    found->reach[PROP_LIMIT] = (prop_reach){.first = INFINITY, .second = INFINITY, .taken = true};
    return seen ? PROP_HELD
                : prop_outcome_noted(found, PROP_SKIPPED,
                                     "the Ito and the Stratonovich solution are too near");
}

prop_outcome prop_two_sample_test(prop_finding *found, const prop_subject *subject,
                                  const slp_case *c, const char *const others[2],
                                  prop_sampler *sampler)
{
    prop_sampled_case of = {.subject = subject, .c = c};
    if (prop_unit_bits(c) < LEAST_BITS)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "roundings of this arithmetic are larger than what is sampled");
    ref_exact_step exact_step;
    slp_result once;
    if (slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK)
        of.noise = prop_noise_kind_of(&exact_step);
    ref_exact_step_clear(&exact_step);
    if (!of.noise.any) return prop_outcome_noted(found, PROP_SKIPPED, "no noise moves this state");
    of.wrong_limit = (c->scheme->ito_generator && !of.noise.ito_same) ||
                     (c->scheme->ito_field && !of.noise.ito_field_same);
    of.other = slp_scheme_find(others[strcmp(c->scheme->name, others[0]) == 0]);
    if (!prop_subject_fast.has(&prop_subject_fast, c->system, of.other))
        return prop_outcome_noted(found, PROP_SKIPPED, "no other scheme to compare with");
    slp_result_init(&once);
    prop_outcome outcome = prop_query_subject(&once, found, subject, c);
    slp_result_clear(&once);
    /* not held: declined, refused, unreadable */
    return outcome == PROP_HELD ? judge(found, &of, sampler) : outcome;
}
