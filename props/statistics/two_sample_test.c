/* Deciding from samples, in two looks.
 *
 * Where leading terms lead, a deficit is at most 0 on average: what the next term of the error's expansion adds to it is of first order in
 * the horizon T, b T + O(T^2), of either sign.  One sample cannot tell b T from an order that is short.  So a first, small sample only asks
 * whether anything looks wrong: p below SUSPECT, or a mean (0 for one above) that does not lie FIRST_T standard errors below what is broken.  What does is looked at again on fresh paths over T/16, where the model
 * leaves a sixteenth of the deficit seen first; that sixteenth, and nothing else, is allowed:
 *     t = (mean_2 - max(0, mean_1)/16) / sqrt(error_2^2 + (error_1/16)^2),     p = 2 P(Student's t > t), 2 for the two aspects.
 * The second sample is fresh whatever the first one said, and the first one's error counts in what it allows, so p is a p-value; that the first one
 * must look wrong too only makes alarms rarer.
 *
 * Where no order can be seen, a wrong limit still can: such a case is refused for it, or decides nothing.
 *
 * Power (props/statistics/test_power.c).  A subject that is short by short_by has a first t of FIRST on average at least, or is looked at again but where its mean
 * lies FIRST_T errors below its own average (probability 1.3e-6), and is
 * passed on with probability above 0.995 (t below 2.4 out of 5.5, standard deviation 1 + 5.5^2/78 of it under the root: 1.2); the second sample is as large as makes
 * mean_2 SECOND errors on average, the first one's error being taken for that of the second: against a critical 7.5 (2e-9) both together miss with
 * probability below 0.01, also where the first t is 1.6, the least that MOST_PATHS makes 17 of (tests/test_prop_looks.c integrates it). */
#include "props/statistics/sampling.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FREEDOM = PROP_BATCHES - 1, MOST_PATHS = 512 };

static const double nearer = 0x1p-4, bluntest = 0x1p-7, second_t = 17, plain = 1e-9;
static const char *const aspect_names[PROP_ASPECTS] = {"order", "limit"};

void prop_mean(double *mean, double *error, const double *batch)
{
    double square = 0;
    *mean = 0;
    for (int b = 0; b < PROP_BATCHES; b++) *mean += batch[b] / PROP_BATCHES;
    for (int b = 0; b < PROP_BATCHES; b++) square += (batch[b] - *mean) * (batch[b] - *mean);
    *error = sqrt(square / (PROP_BATCHES - 1) / PROP_BATCHES);
}

/* Which aspects the second look is for, with their first means, and how many paths a batch it takes; 0 for none. */
typedef struct suspicion {
    bool of[PROP_ASPECTS];
    double mean[PROP_ASPECTS], error[PROP_ASPECTS], least, paths;
    prop_reach reach[PROP_ASPECTS];
} suspicion;

/* Mean and standard error of a deficit, the error not below 2^-7 of what is broken: what is so much smaller than that is left to the terms that
 * the model leaves out, T^2 among them, and nothing that breaks the law is missed for it (its t is 120 at least). */
static void blunt_mean(double *mean, double *error, const prop_look *look, int k)
{
    prop_mean(mean, error, look->deficit[k]);
    *error = fmax(*error, bluntest * look->short_by[k]);
}

/* By how many errors what is broken shifts the second look's t in aspect k, `before` the error of the first look's mean. */
static double shift(const prop_look *look, double before, int k)
{
    double mean, error;
    blunt_mean(&mean, &error, look, k);
    return (1 - nearer) * look->short_by[k] / hypot(error, nearer * before);
}

/* A fault that could not have been seen, though it is promised: its power is 0. */
static const prop_reach unseen = {.first = DBL_MIN, .taken = true};

static suspicion suspect_some(const prop_look *look, bool limit_only)
{
    suspicion s = {.least = 1, .reach = {unseen, look->agreed}};
    if (limit_only) s.reach[PROP_ORDER] = (prop_reach){0};
    for (int k = limit_only ? PROP_LIMIT : 0; k < PROP_ASPECTS; k++) {
        double error, spare;
        if (look->short_by[k] <= 0) continue;
        blunt_mean(&s.mean[k], &error, look, k);
        s.error[k] = error;
        double p = prop_student_tail(s.mean[k] / error, FREEDOM);
        s.least = fmin(s.least, p);
        const double below = look->short_by[k] - fmin(0, s.mean[k]);
        s.of[k] = p < PROP_SUSPECT || !(below >= PROP_FIRST_T * error);
        spare = second_t * error / ((1 - nearer) * look->short_by[k]);
        const double paths = fmax(2, ceil(look->paths * spare * spare));
        if (s.of[k]) s.paths = fmax(s.paths, paths);
        s.reach[k] =
            (prop_reach){.first = look->short_by[k] / error,
                         .second = (1 - nearer) * look->short_by[k] /
                                   hypot(error * sqrt(look->paths / paths), nearer * error)};
    }
    return s;
}

static double second_chance(char note[PROP_NOTE], const prop_look *look, const suspicion *s)
{
    double least = 1;
    for (int k = 0; k < PROP_ASPECTS; k++) {
        double mean, error;
        if (!s->of[k] || look->short_by[k] <= 0) continue;
        blunt_mean(&mean, &error, look, k);
        error = hypot(error, s->error[k] * nearer);
        double t = (mean - fmax(0, s->mean[k]) * nearer) / error;
        double p = prop_student_tail(t, FREEDOM);
        if (p > least) continue;
        least = p;
        snprintf(
            note, PROP_NOTE,
            "%s: deficit %.3f, over a sixteenth of the horizon %.3f, standard error %.3f, of %d "
            "batches of %u; %.3g would be broken",
            aspect_names[k], s->mean[k], mean, error, PROP_BATCHES, look->paths, look->short_by[k]);
    }
    return least;
}

/* The p-value, and what it would have been; NaN with a note where nothing can be said. */
static double chance(prop_finding *found, const prop_sampled *of, prop_look_at *look_at)
{
    prop_look look = {0};
    char *note = found->note;
    if (!look_at(&look, note, of, 0)) return NAN;
    suspicion s = suspect_some(&look, of->wrong_limit);
    memcpy(found->reach, s.reach, sizeof s.reach);
    snprintf(note, PROP_NOTE, "nothing looks wrong on %d batches of %u paths", PROP_BATCHES,
             look.paths);
    if (s.paths == 0 && !of->wrong_limit && look.short_by[PROP_ORDER] <= 0) {
        snprintf(note, PROP_NOTE, "errors too small to have an order");
        return NAN;
    }
    if (s.paths == 0) return fmin(1, PROP_ASPECTS * s.least);
    snprintf(note, PROP_NOTE, "looking again would take %.3g paths a batch", s.paths);
    if (s.paths > (look.most_again ? look.most_again : MOST_PATHS)) return NAN;
    slp_case c;
    prop_sampled near = *of;
    slp_case_init(&c);
    slp_case_copy(&c, of->c);
    c.h *= nearer;
    near.c = &c;
    look = (prop_look){0};
    double p = NAN;
    found->could_refuse = true;
    if (look_at(&look, note, &near, (unsigned)s.paths)) {
        p = fmin(1, PROP_ASPECTS * second_chance(note, &look, &s));
        for (int k = 0; k < PROP_ASPECTS; k++) {
            if (!s.of[k]) continue;
            if (k == PROP_LIMIT && look.short_by[k] <= 0) { /* nothing to see any more */
                found->reach[k] = look.agreed;
                continue;
            }
            found->reach[k].taken = true;
            found->reach[k].second = look.short_by[k] > 0 ? shift(&look, s.error[k], k) : 0;
        }
    }
    slp_case_clear(&c);
    return p;
}

static prop_outcome judge(prop_finding *found, const prop_sampled *of, prop_look_at *look_at)
{
    found->chance = chance(found, of, look_at);
    if (isnan(found->chance)) return PROP_SKIPPED;
    if (!of->wrong_limit) return PROP_HELD;
    bool seen = found->chance < plain;
    found->chance = 1;
    /* one that solved the Stratonovich equation would be seen like this with probability `plain` at most */
    found->reach[PROP_ORDER] = (prop_reach){0};
    found->reach[PROP_LIMIT] = (prop_reach){.first = INFINITY, .second = INFINITY, .taken = true};
    return seen ? PROP_HELD
                : prop_say(found, PROP_SKIPPED,
                           "the Ito and the Stratonovich solution are too near");
}

prop_outcome prop_look_twice(prop_finding *found, const prop_subject *subject, const slp_case *c,
                             const char *const others[2], prop_look_at *look_at)
{
    prop_sampled of = {.subject = subject, .c = c};
    prop_ground ground;
    slp_result once;
    if (prop_ground_init(&ground, c) == SLP_OK) of.noise = prop_noise_look(&ground);
    prop_ground_clear(&ground);
    if (!of.noise.any) return prop_say(found, PROP_SKIPPED, "no noise moves this state");
    of.wrong_limit = c->scheme->order == 1 && !of.noise.ito_same;
    of.other = slp_scheme_find(others[strcmp(c->scheme->name, others[0]) == 0]);
    if (!prop_subject_fast.has(&prop_subject_fast, c->system, of.other))
        return prop_say(found, PROP_SKIPPED, "no other scheme to compare with");
    slp_result_init(&once);
    prop_outcome outcome = prop_ask(&once, found, subject, c);
    slp_result_clear(&once);
    /* not held: declined, refused, unreadable */
    return outcome == PROP_HELD ? judge(found, &of, look_at) : outcome;
}
