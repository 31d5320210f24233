/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The flows of a splitting: in another order, one of them left out or over another time, from
 * another state, with the generator at another one, or vector by vector. */
#include "oracle/judge/fault/kinds.h"

#include <stdlib.h>
#include <string.h>

/* The flow of a factor over `h` times the step and `dW` times its increments. */
typedef struct flow {
    slong factor;
    double h, dW;
    bool at_x;      /* its generator is taken at the beginning of the step */
    bool with_next; /* and is added to that of the next flow */
} flow;

enum { MOST_FACTORS = 8, MOST_MOVED = 64, LARGEST = 2000 };

/* Of copies of su(2): how the vectors of a flow are moved. */
enum { TOGETHER, IN_TURN, BY_OTHERS, BY_OTHERS_IN_TURN, WAYS };
static const char *const way_words[WAYS] = {
    [IN_TURN] = "each vector of a flow about the others, of which those before it have moved",
    [BY_OTHERS] = "each vector of a flow about the others alone, without itself",
    [BY_OTHERS_IN_TURN] = "each vector of a flow about the others alone, as they have moved"};

typedef struct splitting {
    judge_trial *trial;
    slong F, count;
    int times;   /* 2: there and back */
    flow *flows; /* room for twice as many */
    bool cayley;
    int way; /* of its vectors */
} splitting;

/* The list of the scheme. */
static void set_flows(splitting *s)
{
    const double part = s->times == 2 ? 0.5 : 1;
    s->count = s->F * s->times;
    s->cayley = false;
    s->way = TOGETHER;
    for (slong i = 0; i < s->count; i++)
        s->flows[i] = (flow){.factor = i < s->F ? i : 2 * s->F - 1 - i, .h = part, .dW = part};
}

/* A bond a:b with a > b: its first end is the later vector. */
static bool last_end_first(const judge_trial *t, slong factor)
{
    size_t count;
    const double *bonds = slp_case_param(t->c, "bonds", &count);
    const size_t b = 2 * (size_t)factor;
    return b + 1 < count && bonds[b] > bonds[b + 1];
}

/* here = the flow of xi = xi(here), each vector by itself: its generator is that of the state as it
 * is then, or with the vector itself 0; but xi if it does not depend on other vectors.  h and dW,
 * and what the turn needs, stand at h. */
static void take_vectors(arb_ptr here, const splitting *s, slong factor, arb_srcptr xi, arb_ptr h)
{
    const judge_trial *t = s->trial;
    const ref_system *sys = t->exact.sys;
    const slong d = t->d, prec = t->prec;
    REF_LOCAL_VEC(arb, d, before, at, own, turn);
    const bool down = last_end_first(t, factor);
    _arb_vec_set(before, here, d);
    for (slong n = 0; n < d; n += 3) {
        const slong i = down ? d - 3 - n : n;
        if (_arb_vec_is_zero(xi + i, 3)) continue;
        _arb_vec_zero(at, d);
        _arb_vec_set(at + i, before + i, 3);
        sys->table->factor(own, sys, factor, h, h + 1, at, prec);
        _arb_vec_zero(turn, d);
        bool alone = true;
        for (slong k = i; k < i + 3; k++)
            alone = alone && arb_is_finite(own + k) && arb_overlaps(own + k, xi + k);
        if (!alone) {
            _arb_vec_set(at, s->way == BY_OTHERS ? before : here, d);
            if (s->way != IN_TURN) _arb_vec_zero(at + i, 3);
            sys->table->factor(own, sys, factor, h, h + 1, at, prec);
        }
        _arb_vec_set(turn + i, own + i, 3);
        sys->algebra.exponential->apply(here, &sys->algebra, turn, here, h + 1 + t->M, prec);
    }
}

/* y = the flows, one after the other */
static void take_flows(arb_ptr y, const splitting *s)
{
    const judge_trial *t = s->trial;
    const ref_system *sys = t->exact.sys;
    const ref_algebra *algebra = &sys->algebra;
    const ref_action *turn = s->cayley ? algebra->cayley : algebra->exponential;
    const slong d = t->d, M = t->M, prec = t->prec, numbers = 3 * d + 1 + M + algebra->scratch;
    REF_LOCAL_VEC(arb, numbers, here);
    arb_ptr xi = here + d, sum = xi + d, h = sum + d, dW = h + 1;
    _arb_vec_set(here, t->exact.x, d);
    for (slong i = 0; i < s->count; i++) {
        const flow *f = &s->flows[i];
        arb_set(h, t->exact.h);
        _arb_vec_set(dW, t->exact.dW, M);
        fault_scale(h, 1, f->h, prec);
        fault_scale(dW, M, f->dW, prec);
        sys->table->factor(xi, sys, f->factor, h, dW, f->at_x ? t->exact.x : here, prec);
        _arb_vec_add(sum, sum, xi, d, prec);
        if (f->with_next) continue;
        if (s->way != TOGETHER)
            take_vectors(here, s, f->factor, xi, h);
        else
            turn->apply(here, algebra, sum, here, dW + M, prec);
        _arb_vec_zero(sum, d);
    }
    _arb_vec_set(y, here, d);
}

/* Offers the list, and begins a new one. */
static void offer(splitting *s, const char *words)
{
    judge_trial *t = s->trial;
    if (judge_is_tried(t, words)) {
        judge_count_work(t, 1);
        take_flows(t->y, s);
        judge_offer(t, t->y, 0, words);
    }
    set_flows(s);
}

static void reverse(flow *flows, slong count)
{
    for (slong i = 0; i < count / 2; i++) {
        const flow swap = flows[i];
        flows[i] = flows[count - 1 - i];
        flows[count - 1 - i] = swap;
    }
}

/* order[i] is the factor that is taken in the place of factor i, there and back. */
static void offer_order(splitting *s, const slong *order, const char *words)
{
    bool other = false;
    for (slong i = 0; i < s->F; i++) other = other || order[i] != i;
    for (slong k = 0; k < s->count; k++) s->flows[k].factor = order[s->flows[k].factor];
    if (other)
        offer(s, words);
    else
        set_flows(s);
}

/* One factor before or behind all others: neighbours exchanged have that name. */
static void offer_moved(splitting *s, slong *order)
{
    const slong F = s->F;
    for (slong k = 0; k < F && F > 2 && F <= MOST_MOVED; k++)
        for (int last = 0; last < 2; last++) {
            if (last ? k + 2 >= F : k < 2) continue;
            for (slong i = 0; i < F; i++) order[i] = i + (last && i >= k) - (!last && i <= k);
            order[last ? F - 1 : 0] = k;
            offer_order(s, order,
                        FAULT_WORDS("factor %ld %s", (long)k + 1, last ? "last" : "first"));
        }
}

/* The modes of the torus by m_2 where they are by m_1; -m and m are one factor. */
static void offer_by_columns(splitting *s, slong *order)
{
    size_t count;
    if (strcmp(s->trial->c->system->name, "sine-euler") != 0) return;
    const slong n = (slong)*slp_case_param(s->trial->c, "n", &count), K = (n - 1) / 2;
    slong next = 0;
    for (slong i = 0; i < s->F; i++) order[i] = i;
    for (slong m2 = 0; m2 <= K; m2++)
        for (slong m1 = m2 ? -K : 1; m1 <= K; m1++) {
            const slong a = m1 < 0 ? -m1 : m1, b = m1 < 0 ? -m2 : m2;
            order[next++] = a == 0 ? b - 1 : K + (a - 1) * n + b + K;
        }
    offer_order(s, order, "modes in the order of m_2");
}

static void offer_orders(splitting *s)
{
    const slong F = s->F;
    slong *order = calloc((size_t)F, sizeof *order);
    if (order) offer_moved(s, order);
    if (order) offer_by_columns(s, order);
    free(order);
    for (int half = 0; half < s->times; half++) reverse(s->flows + half * F, F);
    offer(s, "factors in reverse order");
    if (s->times == 2) {
        reverse(s->flows + F, F);
        offer(s, "the second half not reversed");
        reverse(s->flows, F);
        offer(s, "both halves in reverse order");
    }
    for (slong i = 0; i < F && F > 2; i++)
        for (slong j = i + 1; j < F; j++) {
            if (F > MOST_FACTORS && j != i + 1) continue;
            for (slong k = 0; k < s->count; k++) {
                slong *factor = &s->flows[k].factor;
                *factor = *factor == i ? j : *factor == j ? i : *factor;
            }
            offer(s, FAULT_WORDS("factors %ld and %ld exchanged", (long)i + 1, (long)j + 1));
        }
}

/* The drift of all factors before or behind their noises. */
static void offer_parts(splitting *s)
{
    const slong F = s->F, M = s->trial->M;
    for (int noise = 0; noise < 2 && M > 0; noise++) {
        s->count = 2 * F * s->times;
        for (slong i = s->count - 1; i >= 0; i--) {
            const slong within = i % (2 * F), half = i / (2 * F);
            /* back: the mirror of the way there */
            const slong at = half ? 2 * F - 1 - within : within;
            const double part = s->times == 2 ? 0.5 : 1;
            const bool noisy = (at < F) == (noise == 1);
            s->flows[i] = (flow){.factor = at % F, .h = noisy ? 0 : part, .dW = noisy ? part : 0};
        }
        offer(s, noise ? "the noises of all factors first" : "the noises of all factors last");
    }
}

static void offer_scaled(splitting *s, slong k)
{
    const char *const where[] = {"", "in the first half ", "in the second half "};
    /* the last one is the same in both halves */
    const int halves = s->times == 2 && k + 1 < s->F ? 3 : 1;
    for (int half = 0; half < halves; half++)
        for (size_t n = 0; n < FAULT_FACTORS; n++) {
            for (slong i = 0; i < s->count; i++) {
                if (s->flows[i].factor != k || (half && i / s->F + 1 != half)) continue;
                s->flows[i].h *= fault_factors[n].by;
                s->flows[i].dW *= fault_factors[n].by;
            }
            offer(s,
                  FAULT_WORDS("factor %ld %s%s", (long)k + 1, where[half], fault_factors[n].words));
        }
}

static void offer_states(splitting *s)
{
    for (slong i = 0; i < s->count; i++) s->flows[i].at_x = true;
    offer(s, "the generators of all factors at x");
    for (slong k = 1; k < s->F && s->F <= MOST_FACTORS; k++) {
        for (slong i = 0; i < s->count; i++) s->flows[i].at_x = s->flows[i].factor == k;
        offer(s, FAULT_WORDS("the generator of factor %ld at x", (long)k + 1));
    }
    for (slong i = 1; i < s->count && s->count <= MOST_FACTORS; i++) {
        s->count = i;
        offer(s,
              FAULT_WORDS("y is the state after %ld of %ld flows", (long)i, (long)s->F * s->times));
        s->count -= i;
        memmove(s->flows, s->flows + i, (size_t)s->count * sizeof *s->flows);
        offer(s, FAULT_WORDS("flow %ld from x: those before are lost", (long)i + 1));
    }
    for (slong i = 0; i + 1 < s->F && s->F <= MOST_FACTORS; i++) {
        s->flows[i].with_next = true;
        if (s->times == 2) s->flows[s->count - 2 - i].with_next = true;
        offer(s, FAULT_WORDS("factors %ld and %ld in one turn", (long)i + 1, (long)i + 2));
    }
    for (slong i = 0; i + 1 < s->count; i++) s->flows[i].with_next = i + 1 != s->F;
    if (s->F > 2) offer(s, s->times == 2 ? "each half in one turn" : "all factors in one turn");
}

static void predict(judge_trial *t)
{
    const ref_system *sys = t->exact.sys;
    splitting s = {.trial = t, .times = t->exact.scheme->splits};
    if (s.times == 0) return;
    s.F = sys->table->factors(sys);
    if (s.F < 1 || s.F > LARGEST) return;
    s.flows = calloc(2 * (size_t)s.F * (size_t)s.times, sizeof *s.flows);
    if (!s.flows) return;
    set_flows(&s);
    s.cayley = sys->algebra.cayley;
    if (s.cayley) offer(&s, "C for E");
    if (s.F > 1) offer_orders(&s);
    if (s.F > 1) offer_parts(&s);
    for (int way = IN_TURN; way < WAYS && t->c->system->algebra == SLP_SU2N; way++) {
        s.way = way;
        offer(&s, way_words[way]);
    }
    for (slong k = 0; k < s.F && k < 2 * MOST_FACTORS && s.F > 1; k++) offer_scaled(&s, k);
    if (s.F > 1) offer_states(&s);
    free(s.flows);
}

const judge_fault judge_faults_flows = {
    .name = "the flows of a splitting",
    .equation =
        "phi_F(... phi_1(x)), each over h and dW, from the state before: another order, time"
        " or state",
    .section = "Schemes, splitting",
    .rank = 7,
    .predict = predict};
