/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The roundings of one value: oracle/judge/judge.md sections 3 and 4, call by call. */
#include "oracle/judge/stages/bound.h"
#include "oracle/judge/step.h"

#include <math.h>

void stage_sizes_init(stage_sizes *sizes, const stage_rule *rule, const ref_exact_step *step,
                      arb_srcptr next)
{
    double condition;
    const slp_case *c = step->c;
    *sizes = (stage_sizes){.unit = judge_unit_of(c->arithmetic),
                           .n = (double)judge_matrix_size(c->system->algebra, c->d),
                           .factor = judge_largest_factor(c)};
    ref_step_terms(&sizes->generator, &condition, step->scheme, step->sys, step->x, next, step->h,
                   step->dW);
    mag_init(sizes->scale);
    REF_LOCAL(mag, more);
    mag_set_d(more, sizes->generator);
    step->sys->algebra.norm(sizes->scale, &step->sys->algebra, step->x);
    if (judge_moves_by_generator(step)) {
        mag_add(sizes->scale, sizes->scale, more);
    } else if (rule->in_algebra) {
        mag_one(sizes->scale);
        mag_max(sizes->scale, sizes->scale, more);
    }
}

void stage_sizes_clear(stage_sizes *sizes)
{
    mag_clear(sizes->scale);
}

void stage_slack(mag_t out, const stage_sizes *sizes)
{
    mag_set_d(out, fmax(sizes->unit.slack, 4 * sizes->n + 4));
    mag_mul(out, out, sizes->scale);
    mag_mul_2exp_si(out, out, -sizes->unit.bits);
}

/* out += d a 2^e */
static void add_multiple(mag_t out, double d, const mag_t a, slong e)
{
    REF_LOCAL(mag, term);
    mag_set_d(term, d);
    mag_mul(term, term, a);
    mag_mul_2exp_si(term, term, e);
    mag_add(out, out, term);
}

static void norm_of(mag_t out, const stage_walk *walk, stage_part part)
{
    const slong n = walk->rule->items[part.item].n / (part.half ? 2 : 1);
    const ref_algebra *algebra = stage_algebra(walk, n);
    algebra->norm(out, algebra, stage_part_of(walk, part));
}

/* What slope multiplies: 1 on T*R, where an operation moves every state alike; else the larger of
 * the norm and the span. */
static void span_of(mag_t out, const stage_walk *walk, stage_part part)
{
    const slong n = walk->rule->items[part.item].n / (part.half ? 2 : 1);
    const ref_algebra *algebra = stage_algebra(walk, n);
    REF_LOCAL(mag, norm);
    norm_of(norm, walk, part);
    mag_zero(out);
    if (algebra->span) algebra->span(out, algebra, stage_part_of(walk, part));
    if (!algebra->span || !judge_moves_by_generator(walk->step)) mag_max(out, out, norm);
}

/* (4 + M) q (u |terms| + F 2^(least-1)) */
static void add_terms(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk,
                      const mag_t terms, double condition)
{
    const double count = (4.0 + (double)walk->step->M) * condition;
    REF_LOCAL(mag, one);
    mag_one(one);
    if (!(ldexp(count, -sizes->unit.bits) <= 0.25)) mag_inf(allowed);
    add_multiple(allowed, count, terms, -sizes->unit.bits);
    add_multiple(allowed, count * sizes->factor, one, sizes->unit.least - 1);
}

static void bound_generator(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk,
                            const stage_item *item)
{
    const ref_exact_step *step = walk->step;
    double size, condition;
    REF_LOCAL(mag, terms);
    ref_generator_terms(&size, &condition, step->sys, stage_part_of(walk, item->at), step->h,
                        step->dW);
    mag_set_d(terms, size);
    add_terms(allowed, sizes, walk, terms, condition);
}

static void bound_factor(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk,
                         const stage_item *item)
{
    const ref_system *sys = walk->step->sys;
    const arb_ptr part = walk->frame->part;
    REF_LOCAL(mag, terms, condition);
    mag_one(condition);
    if (sys->table->factor_terms)
        sys->table->factor_terms(terms, condition, sys, item->factor, part, part + 1,
                                 stage_part_of(walk, item->at));
    else
        sys->algebra.norm(terms, &sys->algebra, walk->values[item - walk->rule->items]);
    add_terms(allowed, sizes, walk, terms, ref_size_upwards(condition));
}

/* (4n + 4) size |x| + 6n slope |xi| |x|, in units of u */
static void bound_operation(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk,
                            const stage_item *item)
{
    const ref_algebra *algebra = stage_algebra(walk, item->n);
    const ref_action *action = ref_operation_of(algebra, item->operation);
    const stage_item *xi = &walk->rule->items[item->xi.item];
    const bool moves = item->operation == REF_AD || item->operation == REF_BRACKET;
    REF_LOCAL(mag, rho, size, slope, span);
    norm_of(rho, walk, item->xi);
    action->bound(size, slope, algebra, rho);
    if (!moves) mag_add_ui(size, size, 1);
    norm_of(span, walk, item->at);
    mag_mul(size, size, span);
    add_multiple(allowed, 4 * sizes->n + 4, size, -sizes->unit.bits);
    span_of(span, walk, item->at);
    mag_mul(slope, slope, rho);
    mag_mul(slope, slope, span);
    add_multiple(allowed, 6 * sizes->n, slope, -sizes->unit.bits);
    /* on T*R a program may compute a flow without its generator: x turned by an angle */
    if (judge_moves_by_generator(walk->step) && xi->kind == STAGE_FACTOR)
        bound_factor(allowed, sizes, walk, xi);
}

/* The sum of the terms' sizes; of a function that is no sum those of the states in it. */
static void bound_sum(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk,
                      const stage_item *item)
{
    double count = 4 * sizes->n + 4;
    REF_LOCAL(mag, size, c);
    if (!item->linear) count = 2 * count + 12 * sizes->n * sizes->generator;
    if (!item->linear && !(sizes->generator <= 1)) mag_inf(allowed);
    for (size_t t = 0; t < item->term_count; t++) {
        const stage_term *term = &item->terms[t];
        const stage_kind kind = walk->rule->items[term->part.item].kind;
        if (!item->linear && (kind == STAGE_GENERATOR || kind == STAGE_FACTOR)) continue;
        norm_of(size, walk, term->part);
        arb_get_mag(c, term->coefficient);
        if (item->linear) mag_mul(size, size, c);
        add_multiple(allowed, count, size, -sizes->unit.bits);
    }
}

/* What stopping an iteration may change in the unknown, or in y.  Of a theta in the algebra, which
 * is off by the slack, y = A(Theta) x is off by 4 slack l |x|. */
static void bound_stopping(mag_t out, const stage_sizes *sizes, const stage_walk *walk,
                           const stage_item *item)
{
    const stage_rule *rule = walk->rule;
    stage_slack(out, sizes);
    mag_mul_2exp_si(out, out, 1);
    if (!rule->in_algebra || item->kind != STAGE_END) return;
    const stage_item *turn = &rule->items[item->terms[0].part.item];
    const ref_algebra *algebra = stage_algebra(walk, turn->n);
    REF_LOCAL(mag, rho, size, slope);
    norm_of(rho, walk, turn->xi);
    ref_operation_of(algebra, turn->operation)->bound(size, slope, algebra, rho);
    span_of(size, walk, turn->at);
    mag_mul(slope, slope, size);
    mag_mul(out, out, slope);
    mag_mul_2exp_si(out, out, 1);
}

/* Whether the bound of an operation, or of y, is below the larger of what it gives and what it acts
 * on: where it is not, a wrong sign would pass. */
static bool is_told(const mag_t allowed, const stage_walk *walk, size_t at)
{
    REF_LOCAL(mag, value, before);
    norm_of(value, walk, (stage_part){at, 0});
    norm_of(before, walk, walk->rule->items[at].at);
    mag_max(value, value, before);
    return mag_is_zero(value) || mag_cmp(allowed, value) < 0;
}

void stage_bound(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk, size_t at)
{
    const stage_item *item = &walk->rule->items[at];
    REF_LOCAL(mag, tiny);
    mag_one(tiny);
    mag_zero(allowed);
    if (!_arb_vec_is_finite(walk->values[at], item->n))
        mag_inf(allowed);
    else if (item->kind == STAGE_GENERATOR)
        bound_generator(allowed, sizes, walk, item);
    else if (item->kind == STAGE_FACTOR)
        bound_factor(allowed, sizes, walk, item);
    else if (item->kind == STAGE_OPERATION)
        bound_operation(allowed, sizes, walk, item);
    else
        bound_sum(allowed, sizes, walk, item);
    add_multiple(allowed, (4 * sizes->n + 4) * sizes->n, tiny, sizes->unit.least - 1);
    /* roundings of roundings, and the norms of coordinates: section 3 */
    mag_mul_2exp_si(allowed, allowed, 1);
    if (item->kind == STAGE_CLOSING || (item->kind == STAGE_END && walk->rule->unknowns > 0)) {
        bound_stopping(tiny, sizes, walk, item);
        mag_add(allowed, allowed, tiny);
    }
    if ((item->kind == STAGE_OPERATION || item->kind == STAGE_END) && !is_told(allowed, walk, at))
        mag_inf(allowed);
}
