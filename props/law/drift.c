/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The mean error of a step, over random steps, has no preferred direction.
 *
 * The judge allows an error of K u |x| a step in any direction.  An error of one direction adds up
 * to n times itself over n steps; roundings without a direction add up to sqrt(n) times.  This law
 * draws many cases of a pair, each with its own parameters, state and increments.  Each runs for
 * STEPS steps, so that states have full significands.  The reference encloses the last step from
 * the subject's own state before it.  The sample is
 *     e = (y - Psi(x)) / (u |x|),    a vector of d numbers, one a case; cases are independent.
 * The law takes the mean of e.v for four fields v of unit vectors:
 *   constant  the direction of the mean of e over a pilot sample;
 *   linear    Mx/|Mx|, M the mean of e x^T/|x| over the pilot sample: states that are scaled or
 *             turned about an axis, or a part of them;
 *   state     x/|x|;
 *   motion    (Psi(x) - x)/|Psi(x) - x|.
 * A right subject has |E e.v| <= lean (props/LAWS.md says why).  With m and s the mean and its
 * standard error over 40 batches,
 *     t = (|m| - lean)/s,    p = 6 P(Student's t > t):
 * two fields of either sign, and two whose sign the pilot sample chose. */
#include "oracle/plumbing/allocate.h"
#include "props/engine/engine.h"
#include "props/case/reference_step.h"
#include "props/statistics/sampling.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ref/ref.h"

enum { PILOT = 24, STEPS = 8, SHRINK = -2, MOST_BATCH = 16, SHARES = 6 };
typedef enum direction { CONSTANT, LINEAR, STATE, MOTION, FIELDS } direction;

static const char *const field_names[FIELDS] = {"one direction", "a linear field", "the state",
                                                "the motion"};

/* The mean that roundings of a right program may have in one direction, in units of u |x|: 1, and
 * half of what its stage may move by when it stops (4, or the tolerance that it states).  The law
 * promises to find twice that. */
static double lean_of(const slp_case *c)
{
    const slp_arithmetic *a = c->arithmetic;
    return 1 + fmax(4, a && a->tolerance > 0 ? ldexp(a->tolerance, a->bits) : 0) / 2;
}

/* If E |e|^2 is at most this, one step a batch is enough: the standard error of a mean over 40
 * batches is then at most sqrt(0.7/40) = 0.13, 1/22 of the distance between lean and promised. */
static const double spread_of_one = 0.7;

/* One sampled step: d numbers each. */
typedef struct sampled_step {
    double *error, *state, *motion; /* e, x/|x|, (Psi(x) - x)/|Psi(x) - x| */
} sampled_step;

typedef struct drawing {
    const prop_subject *subject;
    const slp_case *c;
    prop_item item;
    uint64_t seed, number; /* of the next draw */
    size_t d;
} drawing;

static double norm(const double *v, size_t d)
{
    double size = 0;
    for (size_t i = 0; i < d; i++) size = hypot(size, v[i]);
    return size;
}

static double dot(const double *v, const double *w, size_t d)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += v[i] * w[i];
    return sum;
}

/* STEPS steps of a quarter of the size, each with increments of its own. */
static void set_many_steps(slp_case *c, slp_draw *from)
{
    prop_set_steps(c, STEPS);
    c->h = ldexp(c->h, SHRINK);
    for (size_t i = 0; i < c->steps * c->M; i++)
        c->dw[i] = ldexp(c->dw[i], SHRINK) * slp_draw_between(from, -1, 1);
}

/* e and both directions of the last step of c, whose answer is r; false if the step cannot be
   enclosed. */
static bool measure(sampled_step *to, const slp_case *c, const slp_result *r)
{
    enum { PREC = 128, NARROW = -12 };
    const size_t d = c->d, last = c->steps - 1;
    const double *x = last ? r->y.at + (last - 1) * d : c->x, *y = r->y.at + last * d;
    const double size = norm(x, d);
    const int bits = prop_unit_bits(c);
    ref_exact_step exact_step;
    REF_LOCAL_VEC(arb, (slong)d, next);
    bool sure = size > 0 && slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK;
    REF_LOCAL(arb, part);
    if (sure) {
        ref_exact_step_move(&exact_step, x, last);
        sure = ref_exact_step_image(next, NULL, &exact_step, PREC) == SLP_OK;
    }
    for (size_t i = 0; i < d && sure; i++) {
        arb_set_d(part, y[i]);
        arb_sub(part, part, next + i, PREC);
        to->error[i] = ldexp(arf_get_d(arb_midref(part), ARF_RND_NEAR) / size, bits);
        sure = ldexp(mag_get_d(arb_radref(part)) / size, bits) < ldexp(1, NARROW);
        arb_set_d(part, x[i]);
        arb_sub(part, next + i, part, PREC);
        to->motion[i] = arf_get_d(arb_midref(part), ARF_RND_NEAR);
        to->state[i] = x[i] / size;
    }
    const double moved = sure ? norm(to->motion, d) : 0;
    for (size_t i = 0; i < d && moved > 0; i++) to->motion[i] /= moved;
    if (size > 0) ref_exact_step_clear(&exact_step);
    return sure && moved > 0;
}

/* The next case that the subject answers and the reference encloses.  PROP_HELD, or the outcome
 * that ends the law here. */
static prop_outcome next_step(sampled_step *to, prop_finding *found, drawing *on)
{
    enum { TRIES = 40 };
    prop_outcome outcome = PROP_SKIPPED;
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    bool sure = false;
    prop_outcome_noted(found, PROP_SKIPPED, "no such case could be drawn");
    for (int i = 0; i < TRIES && !sure; i++) {
        slp_draw from;
        slp_draw_init(&from, on->seed, on->number++);
        if (!prop_draw(&c, &from, &on->item, from.number)) continue;
        set_many_steps(&c, &from);
        prop_fit_case(&c);
        outcome = prop_query_subject(&r, found, on->subject, &c);
        if (outcome == PROP_FAILED || found->declined) break;
        sure = outcome == PROP_HELD && measure(to, &c, &r);
    }
    return sure ? PROP_HELD : outcome == PROP_HELD ? PROP_SKIPPED : outcome;
}

/* ---- The sample ---- */

typedef struct sample {
    size_t d;
    double lean, promised;
    sampled_step at;
    double *constant, *linear, *field; /* d, d x d and d numbers */
    double square;                     /* E |e|^2 over the pilot sample */
    double batch[FIELDS][PROP_BATCHES];
} sample;

static prop_outcome run_pilot(sample *s, prop_finding *found, drawing *on)
{
    const size_t d = s->d;
    for (int n = 0; n < PILOT; n++) {
        const prop_outcome outcome = next_step(&s->at, found, on);
        if (outcome != PROP_HELD) return outcome;
        for (size_t i = 0; i < d; i++) {
            s->constant[i] += s->at.error[i] / PILOT;
            for (size_t j = 0; j < d; j++)
                s->linear[i * d + j] += s->at.error[i] * s->at.state[j] / PILOT;
        }
        s->square += dot(s->at.error, s->at.error, d) / PILOT;
    }
    const double size = norm(s->constant, d);
    for (size_t i = 0; i < d && size > 0; i++) s->constant[i] /= size;
    return PROP_HELD;
}

/* e.v for each field */
static void project(double on[FIELDS], const sample *s)
{
    const size_t d = s->d;
    for (size_t i = 0; i < d; i++) s->field[i] = dot(s->linear + i * d, s->at.state, d);
    const double size = norm(s->field, d);
    on[CONSTANT] = dot(s->at.error, s->constant, d);
    on[LINEAR] = size > 0 ? dot(s->at.error, s->field, d) / size : 0;
    on[STATE] = dot(s->at.error, s->at.state, d);
    on[MOTION] = dot(s->at.error, s->at.motion, d);
}

static prop_outcome run_batches(sample *s, prop_finding *found, drawing *on, unsigned steps)
{
    for (int b = 0; b < PROP_BATCHES; b++)
        for (unsigned n = 0; n < steps; n++) {
            double each[FIELDS];
            const prop_outcome outcome = next_step(&s->at, found, on);
            if (outcome != PROP_HELD) return outcome;
            project(each, s);
            for (int k = 0; k < FIELDS; k++) s->batch[k][b] += each[k] / steps;
        }
    return PROP_HELD;
}

/* The share of a drift of the promised size that lies along the field.  The pilot sample chose two
 * of the fields.  For these, it is the cosine between the drift and the pilot's estimate of it,
 * which the spread disturbs.  A linear drift of mean square size s has a Frobenius norm of
 * s/sqrt(d) in E e x^T/|x|, where states have no preferred direction. */
static double share_along(int which, const sample *s)
{
    const double spread = sqrt(s->square / PILOT);
    if (which == CONSTANT) return s->promised / hypot(s->promised, spread);
    if (which == LINEAR) return 1 / hypot(1, spread * sqrt((double)s->d) / s->promised);
    return 1;
}

static prop_outcome decide(prop_finding *found, const sample *s, unsigned steps)
{
    double least = 1, reach = INFINITY, seen = 0, seen_error = 0;
    int worst = 0;
    for (int k = 0; k < FIELDS; k++) {
        double mean, error;
        prop_batch_mean(&mean, &error, s->batch[k]);
        const double size = k == CONSTANT || k == LINEAR ? mean : fabs(mean);
        const double p = prop_student_tail((size - s->lean) / error, PROP_BATCHES - 1);
        reach = fmin(reach, (s->promised * share_along(k, s) - s->lean) / error);
        if (p > least) continue;
        least = p, worst = k, seen = mean, seen_error = error;
    }
    found->p_value = fmin(1, SHARES * least);
    found->could_refuse = true;
    found->reach[0] = (prop_reach){reach, SHARES};
    return prop_outcome_noted(
        found, PROP_HELD,
        "mean error along %s %.3f u|x|, standard error %.3f, of %d batches of %u; "
        "roundings may have %g",
        field_names[worst], seen, seen_error, PROP_BATCHES, steps, s->lean);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    const size_t d = c->d;
    double *work = slp_allocate(5 * d + d * d, sizeof *work);
    sample s = {.d = d,
                .lean = lean_of(c),
                .promised = 2 * lean_of(c),
                .at = {work, work + d, work + 2 * d},
                .constant = work + 3 * d,
                .field = work + 4 * d,
                .linear = work + 5 * d};
    drawing on = {
        .subject = subject,
        .c = c,
        .item = {.law = law, .system = c->system, .scheme = c->scheme, .subject = subject, .d = d},
        .seed = prop_path_seed(c),
        .d = d};
    prop_outcome outcome = run_pilot(&s, found, &on);
    if (outcome == PROP_HELD) {
        const unsigned steps = (unsigned)fmin(MOST_BATCH, fmax(1, ceil(s.square / spread_of_one)));
        outcome = run_batches(&s, found, &on, steps);
        if (outcome == PROP_HELD) outcome = decide(found, &s, steps);
    }
    free(work);
    return outcome;
}

const prop_law prop_law_drift = {
    .name = "drift",
    .about = "errors of a step have no preferred direction: their mean is within 3 u|x|",
    .equation = "|E (y - Psi(x)).v| <= 3 u|x| for unit fields v: constant, linear, x/|x|, motion",
    .applies = {.subjects = PROP_LAW_COMPUTED},
    .draw = {.most_d = 10, .unshrunk = true, .generic = true},
    .effort = {.seldom = 4, .halved = SLP_SON | SLP_SUN | SLP_SP | SLP_SUN_DUAL, .cases = 1},
    .statistics = {.decides = true, .against = {"a drift of 6 u|x| a step"}},
    .check = check,
};
