/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of a rule with something else in the place of its generator or of an operation: a stand-in
 * of the system calls the original ones, or the fault instead. */
#include "oracle/judge/fault/trial.h"

#include <math.h>

void fault_apply(arb_ptr out, fault_rule *rule, ref_operation operation, const ref_algebra *algebra,
                 arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    ref_operation_of(algebra, operation)->apply(out, algebra, xi, x, w, rule->prec);
}

static void act(arb_ptr out, ref_watch *watch, ref_operation operation, const ref_algebra *algebra,
                arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    fault_rule *rule = watch->own;
    (void)prec;
    rule->trial->hint->work += judge_work_of_operation(rule->trial->c, operation);
    (rule->act ? rule->act : fault_apply)(out, rule, operation, algebra, xi, x, w);
}

static void generator(arb_ptr xi, ref_watch *watch, arb_srcptr pack, arb_srcptr z, slong prec)
{
    fault_rule *rule = watch->own;
    if (!rule->generator || !rule->packs) {
        rule->trial->hint->work += rule->trial->work_of_generator;
        ref_watch_generator(xi, watch, pack, z, prec);
    } else {
        rule->generator(xi, rule, z);
    }
}

static void factor(arb_ptr xi, ref_watch *watch, slong k, const arb_t h, arb_srcptr dW,
                   arb_srcptr x, slong prec)
{
    fault_rule *rule = watch->own;
    rule->trial->hint->work += (double)rule->trial->d;
    watch->inner->table->factor(xi, watch->inner, k, h, dW, x, prec);
}

/* What the system prepares for a part of the generator; kept. */
static arb_srcptr pack_of(fault_packs *packs, const fault_rule *rule, fault_part part)
{
    const ref_system *inner = rule->inner;
    const slong M = inner->M, one = rule->noise - 1;
    arb_ptr pack = packs->at + (slong)part * inner->pack_size;
    if (packs->known[part] && (part != FAULT_ONE || packs->one == one)) return pack;
    REF_LOCAL_VEC(arb, M + 1, some);
    if (part != FAULT_NOISE && part != FAULT_ONE) arb_set(some + M, rule->h);
    if (part == FAULT_ALL || part == FAULT_NOISE) _arb_vec_set(some, rule->dW, M);
    if (part == FAULT_ONE && one >= 0 && one < M) arb_set(some + one, rule->dW + one);
    inner->table->freeze(pack, inner, some + M, some, rule->prec);
    packs->known[part] = true;
    packs->one = one;
    return pack;
}

/* Whether the rule has the step's own system, step size and increments, as most have. */
static bool has_own(const fault_rule *rule)
{
    const ref_exact_step *exact = &rule->trial->exact;
    return rule->inner == exact->sys && rule->h == exact->h && rule->dW == exact->dW;
}

static void freeze(arb_ptr pack, ref_watch *watch, const arb_t h, arb_srcptr dW, slong prec)
{
    const fault_rule *rule = watch->own;
    const ref_system *inner = rule->inner;
    if (has_own(rule))
        _arb_vec_set(pack, pack_of(&rule->trial->packs, rule, FAULT_ALL), inner->pack_size);
    else
        inner->table->freeze(pack, inner, h, dW, prec);
}

void fault_generator_part(arb_ptr xi, fault_rule *rule, fault_part part, arb_srcptr z)
{
    const ref_system *inner = rule->inner;
    rule->trial->hint->work += rule->trial->work_of_generator;
    inner->table->generator(xi, inner, pack_of(rule->packs, rule, part), z, rule->prec);
}

/* ---- Steps -------------------------------------------------------------------------------- */

void fault_rule_evaluate(arb_ptr out, fault_rule *rule, arb_srcptr z)
{
    ref_frame *f = rule->frame;
    if (rule->phase == FAULT_PREPARE)
        f->scheme->prepare(f);
    else if (rule->phase == FAULT_STAGE)
        f->scheme->stage(out, f, z);
    else
        f->scheme->finish(out, f, f->k ? z : NULL);
}

static void evaluate(arb_ptr out, fault_rule *rule, arb_srcptr z, int phase)
{
    rule->phase = phase;
    rule->trial->hint->work += (double)rule->frame->v_size;
    (rule->evaluate ? rule->evaluate : fault_rule_evaluate)(out, rule, z);
}

static void next_stage(arb_ptr out, fault_rule *rule, arb_srcptr z)
{
    evaluate(out, rule, z, FAULT_STAGE);
    if (rule->settle) rule->settle(out, rule);
    judge_drop_radii(out, rule->frame->k);
}

static void finish(arb_ptr next, fault_rule *rule, arb_srcptr z)
{
    evaluate(next, rule, z, FAULT_FINISH);
    judge_drop_radii(next, rule->frame->d);
}

typedef struct stepper {
    ref_watch watch;
    fault_rule *rule;
    ref_frame frame;
    fault_packs packs; /* of other inputs than the step's own */
    bool ready;
} stepper;

static void stepper_init(stepper *s, fault_rule *rule)
{
    const ref_exact_step *exact = &rule->trial->exact;
    const ref_scheme *scheme = rule->scheme ? rule->scheme : exact->scheme;
    rule->inner = rule->sys ? rule->sys : exact->sys;
    rule->prec = rule->trial->prec;
    if (!rule->x) rule->x = exact->x;
    if (!rule->h) rule->h = exact->h;
    if (!rule->dW) rule->dW = exact->dW;
    const ref_watcher watcher = {
        .generator = generator, .factor = factor, .act = act, .freeze = freeze};
    ref_watch_init(&s->watch, rule->inner, &watcher, rule);
    s->rule = rule;
    rule->packs = NULL;
    rule->trial->hint->work += (double)rule->inner->pack_size;
    s->ready =
        ref_frame_init(&s->frame, scheme, &s->watch.system, rule->x, rule->h, rule->dW, rule->prec);
    rule->frame = &s->frame;
    s->packs = (fault_packs){0};
    if (s->ready && rule->generator && !has_own(rule))
        s->packs.at = _arb_vec_init(FAULT_PARTS * rule->inner->pack_size);
    if (s->ready && rule->generator) rule->packs = s->packs.at ? &s->packs : &rule->trial->packs;
    /* what a scheme computes of x alone is computed again, now with the fault */
    if (s->ready && s->frame.scheme->prepare && (rule->generator || rule->act))
        evaluate(s->frame.base, rule, NULL, FAULT_PREPARE);
}

static void stepper_clear(stepper *s)
{
    fault_rule *rule = s->rule;
    if (s->packs.at) _arb_vec_clear(s->packs.at, FAULT_PARTS * rule->inner->pack_size);
    rule->packs = NULL;
    ref_frame_clear(&s->frame);
}

/* log2 of how far z has moved, in the scale; -INFINITY: not at all. */
static double log2_of_move(const ref_frame *f, arb_srcptr z, arb_srcptr image)
{
    REF_LOCAL(mag, move, one);
    REF_LOCAL(arf, difference);
    for (slong i = 0; i < f->k; i++) {
        arf_sub(difference, arb_midref(z + i), arb_midref(image + i), 30, ARF_RND_NEAR);
        arf_get_mag(one, difference);
        mag_max(move, move, one);
    }
    if (mag_is_zero(move)) return -INFINITY;
    return mag_get_d_log2_approx(move) - mag_get_d_log2_approx(f->scale);
}

/* Finite, and of a size that an answer may have: an iteration that diverges ends soon. */
static bool all_finite(arb_srcptr z, slong n)
{
    enum { LARGEST = 1 << 16 };
    for (slong i = 0; i < n; i++)
        if (!arb_is_finite(z + i) || arf_cmpabs_2exp_si(arb_midref(z + i), LARGEST) > 0)
            return false;
    return true;
}

enum { MOST = 600, SPARE_BITS = 24 };

/* A candidate is given up when its step is seen to be another one than the answer: as soon as what
 * follows may no longer explain that, and again each time it is a LOOK-th as much.  What follows
 * moves y by less than 2^SURE times as much as z has moved: an iteration that is slower than that
 * does not end within MOST, since moves then fall by less than 2^-(1/6) each.  Where z has moved by
 * less than half as much as before, it is 2^FAST times as much. */
enum { LOOK = 8, SURE = 10, FAST = 3 };

/* log2 of |x|, in the unit of distances. */
static double log2_of_size(const judge_trial *t)
{
    REF_LOCAL(arb, size);
    REF_LOCAL(mag, bound);
    ref_exact_step_size(size, &t->exact, t->prec);
    arb_get_mag(bound, size);
    return mag_get_d_log2_approx(bound) - (double)t->exponent;
}

/* Whether y is too far from the answer to match it, where what follows moves it by less than
 * 2^still. */
static bool is_too_far(const judge_trial *t, arb_srcptr y, double still)
{
    const double away = judge_trial_distance(t, y);
    return isfinite(away) && away > judge_trial_reach(t) + exp2(still);
}

/* Whether z, which moves by 2^move after n iterations, settles so slowly that it would not within
 * PATIENCE iterations at this rate: a candidate is given up. */
static bool is_slow(unsigned n, double move, double settled)
{
    enum { FIRST = 32, PATIENCE = 4000 };
    return n >= FIRST && -move * PATIENCE < settled * n;
}

/* How far z must settle, in bits of its scale: as far as the precision goes or, of a candidate, as
 * far as it moves y by less than 2^-CLEAR of what a ratio of 1 is. */
static double bits_to_settle(const fault_rule *rule, double size)
{
    enum { CLEAR = 8 };
    const double most = (double)(rule->prec - SPARE_BITS);
    const double bits = size - log2(rule->trial->unit) + SURE + CLEAR;
    return fmin(fmax(bits, 2 * LOOK), most);
}

/* y = the step; false if there is none or, of a candidate, if it is seen not to be the answer */
static bool step(arb_ptr y, fault_rule *rule, bool candidate)
{
    stepper s;
    stepper_init(&s, rule);
    bool done = s.ready;
    if (done) {
        const judge_trial *t = rule->trial;
        const slong k = s.frame.k;
        REF_LOCAL_VEC(arb, k, z, image);
        const double size = candidate ? log2_of_size(t) : 0;
        const double settled =
            candidate ? bits_to_settle(rule, size) : (double)(rule->prec - SPARE_BITS);
        double look = candidate ? log2(t->distance) - 1 : -INFINITY, before = -INFINITY;
        _arb_vec_set(z, s.frame.start, k);
        bool moves = k > 0;
        for (unsigned n = 0; moves && done; n++) {
            next_stage(image, rule, z);
            const double move = log2_of_move(&s.frame, z, image);
            const double still = size + move + (move < before - 1 ? FAST : SURE);
            done = all_finite(image, k) && n < MOST && !(candidate && is_slow(n, move, settled));
            moves = done && move > -settled;
            if (moves && still < look) {
                finish(y, rule, image);
                done = !is_too_far(t, y, still);
                look = still - LOOK;
            }
            before = move;
            for (slong i = 0; i < k; i++) arb_swap(z + i, image + i);
        }
        if (done) finish(y, rule, z);
    }
    stepper_clear(&s);
    return done && all_finite(y, rule->trial->d);
}

bool fault_rule_step(arb_ptr y, fault_rule *rule)
{
    return step(y, rule, false);
}

bool fault_rule_candidate(arb_ptr y, fault_rule *rule)
{
    return step(y, rule, true);
}

void fault_rule_iterate(fault_rule *rule, unsigned most,
                        bool (*each)(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next))
{
    stepper s;
    stepper_init(&s, rule);
    if (s.ready) {
        const slong k = s.frame.k;
        arb_ptr z = _arb_vec_init(2 * k + s.frame.d), image = z + k, next = image + k;
        _arb_vec_set(z, s.frame.start, k);
        for (unsigned n = 0; n <= most && all_finite(z, k); n++) {
            finish(next, rule, z);
            if (!each(rule, n, z, next) || k == 0) break;
            next_stage(image, rule, z);
            if (log2_of_move(&s.frame, z, image) <= (double)(SPARE_BITS - rule->prec)) break;
            for (slong i = 0; i < k; i++) arb_swap(z + i, image + i);
        }
        _arb_vec_clear(z, 2 * k + s.frame.d);
    }
    stepper_clear(&s);
}

/* ---- Offers ------------------------------------------------------------------------------- */

void fault_offer_rule(fault_rule *rule, const char *words)
{
    judge_trial *t = rule->trial;
    if (judge_is_tried(t, words)) judge_offer(t, step(t->y, rule, true) ? t->y : NULL, 0, words);
}

void fault_offer_inputs(judge_trial *t, arb_srcptr x, arb_srcptr h, arb_srcptr dW,
                        const char *words)
{
    fault_rule rule = {.trial = t, .x = x, .h = h, .dW = dW};
    fault_offer_rule(&rule, words);
}

void fault_offer_case(judge_trial *t, slp_case *c, const char *words)
{
    ref_system *sys = NULL;
    if (!judge_is_tried(t, words)) return;
    if (slp_case_check(c, NULL) == SLP_OK && c->d == (size_t)t->d && c->M == (size_t)t->M &&
        ref_system_new(&sys, c, NULL) == SLP_OK) {
        fault_rule rule = {.trial = t, .sys = sys};
        fault_offer_rule(&rule, words);
    } else {
        t->hint->tried++;
    }
    ref_system_free(sys);
}
