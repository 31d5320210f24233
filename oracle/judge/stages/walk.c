/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Evaluates a rule through a stand-in of its system.  While the rule is found, each call becomes an
 * event, and gets a result that was drawn: so a value is recognised where it is used again, and no
 * two values are equal by chance.  Afterwards the events say what each argument is. */
#include "oracle/judge/stages/rule.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

/* ---- Items and events --------------------------------------------------------------------- */

const stage_operation_word stage_operation_words[REF_OPERATIONS] = {
    [REF_AD] = {"ad", "ad*"},         [REF_CONGRUENCE] = {"D", "D"},
    [REF_INVERSE] = {"Dinv", "D^-1"}, [REF_PRINTED] = {"Dinv", "D^-1"},
    [REF_EXPONENTIAL] = {"E", "E"},   [REF_CAYLEY] = {"C", "C"},
    [REF_DEXP_DUAL] = {"M", "M"},     [REF_BRACKET] = {"br", "ad"},
    [REF_DCAY_INVERSE] = {"B", "B"},  [REF_SPHERE_CAYLEY] = {"C", "C"}};

/* The stem with the next number that no item of the same stem has. */
static void number_name(char name[STAGE_NAME], const stage_rule *rule, const char *stem)
{
    const size_t length = strlen(stem);
    size_t number = 1;
    for (size_t i = 0; i < rule->item_count; i++) {
        const char *other = rule->items[i].name;
        if (strncmp(other, stem, length) == 0 && other[length] >= '1' && other[length] <= '9')
            number++;
    }
    snprintf(name, STAGE_NAME, "%.*s%zu", STAGE_STEM, stem, number);
}

/* Numbers between -1 and 1, of 40 bits, none of them 0. */
static void draw(arb_ptr value, slong n, size_t which)
{
    for (slong i = 0; i < n; i++) {
        uint64_t bits = ((uint64_t)which << 32) + (uint64_t)i + 1;
        for (int round = 0; round < 3; round++) {
            bits =
                (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9) + UINT64_C(0x9e3779b97f4a7c15);
            bits ^= bits >> 27;
        }
        arb_set_si(value + i, (slong)(bits >> 24) | 1);
        arb_mul_2exp_si(value + i, value + i, -40);
        if (bits & 1) arb_neg(value + i, value + i);
    }
}

/* A new item of the rule that is being found, with a value that was drawn. */
static size_t add_item(stage_walk *walk, stage_item item, const char *stem)
{
    stage_rule *rule = walk->found;
    const size_t at = rule->item_count;
    rule->items = slp_one_more(rule->items, at, sizeof *rule->items);
    walk->values = slp_one_more(walk->values, at, sizeof *walk->values);
    const size_t length = strlen(stem);
    if (length > 0 && stem[length - 1] == '#') {
        char bare[STAGE_NAME];
        snprintf(bare, sizeof bare, "%.*s", (int)length - 1, stem);
        number_name(item.name, rule, bare);
    } else {
        snprintf(item.name, sizeof item.name, "%s", stem);
    }
    item.value = _arb_vec_init(item.n);
    rule->items[at] = item;
    walk->values[at] = _arb_vec_init(item.n);
    draw(walk->values[at], item.n, at + 1);
    rule->item_count++;
    return at;
}

static stage_event *add_event(stage_walk *walk)
{
    stage_rule *rule = walk->found;
    rule->events = slp_one_more(rule->events, rule->event_count, sizeof *rule->events);
    rule->events[rule->event_count] = (stage_event){0};
    return &rule->events[rule->event_count++];
}

bool stage_equal(arb_srcptr a, arb_srcptr b, slong n)
{
    for (slong i = 0; i < n; i++)
        if (!arb_equal(a + i, b + i)) return false;
    return true;
}

arb_ptr stage_part_of(const stage_walk *walk, stage_part part)
{
    const stage_rule *rule = walk->rule ? walk->rule : walk->found;
    const slong half = part.half == 2 ? rule->items[part.item].n / 2 : 0;
    return walk->values[part.item] + half;
}

/* The value that these numbers are; false if they are none of those there. */
static bool find_part(stage_part *part, const stage_walk *walk, arb_srcptr v, slong n)
{
    for (size_t i = walk->found->item_count; i-- > 0;) {
        const stage_item *item = &walk->found->items[i];
        if (item->kind == STAGE_CLOSING) continue;
        for (int half = 0; half < 3; half++) {
            *part = (stage_part){i, half};
            if (item->n == (half ? 2 * n : n) && stage_equal(stage_part_of(walk, *part), v, n))
                return true;
        }
    }
    return false;
}

/* Finds the argument v of the event that is being added; what is nothing else becomes an item. */
static stage_part record_argument(bool *is_new, stage_walk *walk, arb_srcptr v, slong n)
{
    stage_part part;
    *is_new = !find_part(&part, walk, v, n);
    if (*is_new) {
        part = (stage_part){
            add_item(walk, (stage_item){.kind = STAGE_COMBINATION, .n = n, .shown = true}, "s#"),
            0};
        _arb_vec_set(walk->found->items[part.item].value, v, n);
        _arb_vec_set(walk->values[part.item], v, n); /* the scheme goes on with it */
    }
    return part;
}

static bool same_part(stage_part a, stage_part b)
{
    return a.item == b.item && a.half == b.half;
}

/* The item that this call has already given; item_count if it is new. */
static size_t find_call(const stage_rule *rule, const stage_item *call)
{
    for (size_t i = 0; i < rule->item_count; i++) {
        const stage_item *item = &rule->items[i];
        if (item->kind == call->kind && item->n == call->n && item->operation == call->operation &&
            item->factor == call->factor && same_part(item->at, call->at) &&
            (call->kind != STAGE_OPERATION || same_part(item->xi, call->xi)))
            return i;
    }
    return rule->item_count;
}

/* ---- Evaluations --------------------------------------------------------------------------- */

const ref_algebra *stage_algebra(const stage_walk *walk, slong n)
{
    const ref_algebra *algebra = &walk->step->sys->algebra;
    return n == algebra->d ? algebra : algebra->rotations;
}

void stage_compute(arb_ptr value, stage_walk *walk, const stage_item *item)
{
    const ref_system *sys = walk->step->sys;
    const ref_frame *f = walk->frame;
    arb_srcptr at = stage_part_of(walk, item->at);
    if (item->kind == STAGE_GENERATOR) {
        sys->table->generator(value, sys, f->pack, at, walk->prec);
    } else if (item->kind == STAGE_FACTOR) {
        sys->table->factor(value, sys, item->factor, f->part, f->part + 1, at, walk->prec);
    } else {
        const ref_algebra *algebra = stage_algebra(walk, item->n);
        ref_operation_of(algebra, item->operation)
            ->apply(value, algebra, stage_part_of(walk, item->xi), at, f->w, walk->prec);
        if (item->operation == REF_CONGRUENCE || item->operation == REF_DCAY_INVERSE)
            _arb_vec_add(value, value, at, item->n, walk->prec);
    }
}

/* A value that the scheme has computed. */
static void meet(stage_walk *walk, size_t item, arb_srcptr computed)
{
    _arb_vec_set(walk->values[item], computed, walk->rule->items[item].n);
    if (walk->settle) walk->settle(walk, item);
}

/* Goes on to the next event; `call` is it, while the rule is found, but for its arguments. */
static const stage_event *next_event(stage_walk *walk, stage_item call, arb_srcptr xi,
                                     arb_srcptr at, const char *stem)
{
    if (walk->rule) {
        const stage_event *event = &walk->rule->events[walk->event++];
        if (event->new_xi) meet(walk, event->xi.item, xi);
        if (event->new_at) meet(walk, event->at.item, at);
        const stage_item *item = &walk->rule->items[event->item];
        if (event->new_item) {
            (walk->compute ? walk->compute : stage_compute)(walk->values[event->item], walk, item);
            if (walk->settle) walk->settle(walk, event->item);
        }
        return event;
    }
    stage_event event = {0};
    if (xi) call.xi = event.xi = record_argument(&event.new_xi, walk, xi, call.n);
    call.at = event.at = record_argument(&event.new_at, walk, at, call.n);
    event.item = find_call(walk->found, &call);
    event.new_item = event.item == walk->found->item_count;
    if (event.new_item) add_item(walk, call, stem);
    stage_event *added = add_event(walk);
    *added = event;
    return added;
}

static void generator(arb_ptr xi, ref_watch *watch, arb_srcptr pack, arb_srcptr z, slong prec)
{
    stage_walk *walk = watch->own;
    if (!walk->active) {
        ref_watch_generator(xi, watch, pack, z, prec);
        return;
    }
    const slong d = watch->inner->algebra.d;
    const stage_item call = {.kind = STAGE_GENERATOR, .n = d, .shown = true};
    const stage_event *event = next_event(walk, call, NULL, z, "xi#");
    _arb_vec_set(xi, walk->values[event->item], d);
}

static void factor(arb_ptr xi, ref_watch *watch, slong k, const arb_t h, arb_srcptr dW,
                   arb_srcptr x, slong prec)
{
    stage_walk *walk = watch->own;
    const slong d = watch->inner->algebra.d;
    const stage_item call = {.kind = STAGE_FACTOR, .n = d, .factor = k, .shown = true};
    (void)h;
    (void)dW;
    (void)prec;
    const stage_event *event = next_event(walk, call, NULL, x, "xi#");
    _arb_vec_set(xi, walk->values[event->item], d);
}

static void act(arb_ptr out, ref_watch *watch, ref_operation operation, const ref_algebra *algebra,
                arb_srcptr xi, arb_srcptr x, arb_ptr w, slong prec)
{
    stage_walk *walk = watch->own;
    if (!walk->active) {
        ref_operation_of(algebra, operation)->apply(out, algebra, xi, x, w, prec);
        return;
    }
    const stage_item call = {
        .kind = STAGE_OPERATION, .n = algebra->d, .operation = operation, .shown = true};
    char stem[STAGE_NAME];
    snprintf(stem, sizeof stem, "%s#", stage_operation_words[operation].stem);
    const stage_event *event = next_event(walk, call, xi, x, stem);
    if (operation == REF_CONGRUENCE || operation == REF_DCAY_INVERSE)
        _arb_vec_sub(out, walk->values[event->item], stage_part_of(walk, event->at), algebra->d,
                     prec);
    else
        _arb_vec_set(out, walk->values[event->item], algebra->d);
}

/* The note of this value, where an evaluation after the first meets it again; item_count if there
 * is none. */
static size_t find_note(const stage_rule *rule, arb_srcptr value)
{
    size_t i = 0;
    while (i < rule->item_count &&
           !(rule->items[i].noted && stage_equal(rule->items[i].value, value, rule->d)))
        i++;
    return i;
}

/* A value that the scheme names: what goes on may be another one, unless it is known already. */
static void note(void *own, const char *name, arb_ptr value)
{
    stage_walk *walk = own;
    const slong d = walk->step->d;
    if (walk->rule) {
        const stage_event *event = &walk->rule->events[walk->event++];
        if (event->new_item) meet(walk, event->item, value);
        _arb_vec_set(value, walk->values[event->item], d);
        return;
    }
    stage_event event = {0};
    stage_part part = {find_note(walk->found, value), 0};
    event.new_item = part.item == walk->found->item_count && !find_part(&part, walk, value, d);
    if (event.new_item) {
        const stage_item item = {.kind = STAGE_COMBINATION, .n = d, .shown = true, .noted = true};
        part.item = add_item(walk, item, name);
        _arb_vec_set(walk->found->items[part.item].value, value, d);
    }
    event.item = part.item;
    _arb_vec_set(value, walk->values[event.item], d);
    *add_event(walk) = event;
}

/* The end of an evaluation: of T, with the unknown that it must give, or of the step. */
static void end(stage_walk *walk, arb_srcptr value, stage_kind kind, size_t closes)
{
    if (walk->rule) {
        meet(walk, walk->rule->events[walk->event++].item, value);
        return;
    }
    const stage_item item = {.kind = kind, .n = walk->step->d, .closes = closes};
    const size_t at = add_item(walk, item, kind == STAGE_END ? "y" : "");
    _arb_vec_set(walk->found->items[at].value, value, item.n);
    add_event(walk)->item = at;
}

static void evaluate(stage_walk *walk, ref_frame *f)
{
    const slong d = f->d, k = f->k;
    REF_LOCAL_VEC(arb, 2 * k + d, z);
    arb_ptr image = z + k, next = image + k;
    if (f->scheme->prepare) f->scheme->prepare(f);
    for (slong i = 0; i < k; i += d) _arb_vec_set(z + i, walk->values[1 + i / d], d);
    if (k) f->scheme->stage(image, f, z);
    for (slong i = 0; i < k; i += d) end(walk, image + i, STAGE_CLOSING, 1 + (size_t)(i / d));
    f->scheme->finish(next, f, k ? z : NULL);
    end(walk, next, STAGE_END, 0);
}

/* Items of x and of the unknowns. */
static void add_inputs(stage_walk *walk, const ref_frame *f)
{
    stage_item item = {.kind = STAGE_STATE, .n = f->d};
    add_item(walk, item, "x");
    item.kind = STAGE_UNKNOWN;
    item.shown = true;
    walk->found->unknowns = (size_t)f->scheme->stages;
    walk->found->in_algebra = f->scheme->from_zero;
    walk->found->d = f->d;
    walk->found->k = f->k;
    for (slong i = 0; i < f->scheme->stages; i++)
        add_item(walk, item, f->scheme->from_zero ? "theta#" : f->scheme->stages > 1 ? "z#" : "z");
}

bool stage_walk_go(stage_walk *walk)
{
    static const ref_watcher watcher = {.generator = generator, .factor = factor, .act = act};
    const ref_exact_step *step = walk->step;
    ref_frame f;
    walk->active = false;
    walk->event = 0;
    ref_watch_init(&walk->watch, step->sys, &watcher, walk);
    const bool ready = ref_frame_init(&f, step->scheme, &walk->watch.system, step->x, step->h,
                                      step->dW, walk->prec);
    if (ready) {
        if (walk->found && !walk->rule) add_inputs(walk, &f);
        f.x = walk->values[0];
        f.note = note;
        f.note_own = walk;
        walk->frame = &f;
        walk->active = true;
        evaluate(walk, &f);
        walk->active = false;
        walk->frame = NULL;
    }
    ref_frame_clear(&f);
    return ready;
}

void stage_walk_init(stage_walk *walk, const stage_rule *rule, const ref_exact_step *step,
                     slong prec)
{
    *walk = (stage_walk){.rule = rule, .step = step, .prec = prec};
    walk->values = slp_allocate(rule->item_count, sizeof *walk->values);
    for (size_t i = 0; i < rule->item_count; i++) walk->values[i] = _arb_vec_init(rule->items[i].n);
}

void stage_walk_clear(stage_walk *walk)
{
    const stage_rule *rule = walk->rule ? walk->rule : walk->found;
    for (size_t i = 0; i < rule->item_count; i++) _arb_vec_clear(walk->values[i], rule->items[i].n);
    free(walk->values);
}
