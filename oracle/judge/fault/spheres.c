/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A point, a turn, a factor 1/2 or a length of the rules on spheres. */
#include "oracle/judge/fault/trial.h"
#include "ref/algebra/so3.h"

#include <string.h>

enum { ROUNDS = 300 };
typedef enum length { EACH, ONE, WHOLE } length;

/* w gets the length of x: each vector by itself, each the length 1, or all of w together. */
static void rescale(arb_ptr w, const judge_trial *t, length of)
{
    const slong d = t->d, prec = t->prec, part = of == WHOLE ? d : 3;
    arb_srcptr x = t->exact.x;
    arb_t from, to;
    arb_init(from);
    arb_init(to);
    for (slong i = 0; i < d; i += part) {
        arb_dot(from, NULL, 0, x + i, 1, x + i, 1, part, prec);
        if (arb_is_zero(from)) continue;
        if (of == ONE) arb_one(from);
        arb_dot(to, NULL, 0, w + i, 1, w + i, 1, part, prec);
        arb_div(from, from, to, prec);
        arb_sqrt(from, from, prec);
        _arb_vec_scalar_mul(w + i, w + i, part, from, prec);
    }
    arb_clear(from);
    arb_clear(to);
}

/* m = N(x + V(m)/2) from m = x; then y = x + V(m). */
static void middle_rule(fault_plain *p, length of, const char *words)
{
    judge_trial *t = p->trial;
    const slong d = t->d, prec = t->prec;
    arb_srcptr x = t->exact.x;
    arb_ptr m = _arb_vec_init(2 * d), w = m + d;
    bool done = false;
    _arb_vec_set(m, x, d);
    for (int n = 0; n < ROUNDS && !done; n++) {
        fault_plain_field(w, p, m);
        _arb_vec_scalar_mul_2exp_si(w, w, d, -1);
        _arb_vec_add(w, w, x, d, prec);
        rescale(w, t, of);
        for (slong i = 0; i < d; i++) mag_zero(arb_radref(w + i));
        done = fault_settled(m, w, d, prec);
        _arb_vec_set(m, w, d);
    }
    fault_plain_field(t->y, p, m);
    _arb_vec_add(t->y, t->y, x, d, prec);
    if (done) judge_offer(t, t->y, 0, "%s", words);
    _arb_vec_clear(m, 2 * d);
}

/* y = A(second) x, p = A(Xi(x)) x */
typedef struct turns_rule {
    const char *words;
    bool at_mean; /* second = Xi((x + p)/2); else (Xi(x) + Xi(p))/2, or what `sum` and `late` say */
    bool late;    /* Xi(p) alone */
    bool sum;     /* Xi(x) + Xi(p) */
    bool from_p;  /* y = A(second) p */
    bool angle;   /* A = E, else the Cayley transform */
    bool own;     /* of the algebra, and not of so(3) */
} turns_rule;

static void turn_vectors(arb_ptr out, const fault_plain *p, const turns_rule *r, arb_srcptr xi,
                         arb_srcptr x)
{
    const judge_trial *t = p->trial;
    const ref_action *action = r->angle ? ref_so3.exponential : ref_so3.cayley;
    if (r->own) {
        fault_plain_apply(out, p, REF_CAYLEY, xi, x);
        return;
    }
    for (slong i = 0; i < t->d; i += 3)
        action->apply(out + i, &ref_so3, xi + i, x + i, p->w, t->prec);
}

static void offer_turns(fault_plain *p, const turns_rule *r)
{
    judge_trial *t = p->trial;
    const slong d = t->d, prec = t->prec;
    arb_srcptr x = t->exact.x;
    arb_ptr first = _arb_vec_init(4 * d), moved = first + d, at = moved + d, second = at + d;
    fault_plain_generator(first, p, x);
    turn_vectors(moved, p, r, first, x);
    _arb_vec_set(at, moved, d);
    if (r->at_mean && !r->late) {
        _arb_vec_add(at, at, x, d, prec);
        _arb_vec_scalar_mul_2exp_si(at, at, d, -1);
    }
    fault_plain_generator(second, p, at);
    if (!r->at_mean && !r->late) {
        _arb_vec_add(second, second, first, d, prec);
        if (!r->sum) _arb_vec_scalar_mul_2exp_si(second, second, d, -1);
    }
    turn_vectors(t->y, p, r, second, r->from_p ? moved : x);
    judge_offer(t, t->y, 0, "%s", r->words);
    _arb_vec_clear(first, 4 * d);
}

static void predict(judge_trial *t)
{
    static const turns_rule sib[] = {
        {.words = "the second turn from p, not from x", .at_mean = true, .from_p = true},
        {.words = "the second generator at p, not at (x + p)/2", .at_mean = true, .late = true},
        {.words = "turns by the angle |xi|", .at_mean = true, .angle = true},
        {.words = "the Cayley transform of su(2) for that of so(3)", .at_mean = true, .own = true}};
    static const turns_rule depondt[] = {
        {.words = "the second turn from p, not from x", .angle = true, .from_p = true},
        {.words = "Xi(p) for (Xi(x) + Xi(p))/2", .angle = true, .late = true},
        {.words = "the 1/2 left out: Xi(x) + Xi(p)", .angle = true, .sum = true},
        {.words = "turns by the Cayley transform of so(3)"}};
    const char *name = t->exact.scheme->name;
    fault_plain plain;
    fault_plain_init(&plain, t);
    if (strcmp(name, "spherical-midpoint") == 0) {
        middle_rule(&plain, ONE, "vectors of m have length 1");
        middle_rule(&plain, WHOLE, "all vectors of m scaled by one number");
    }
    for (size_t i = 0; strcmp(name, "sib") == 0 && i < sizeof sib / sizeof *sib; i++)
        offer_turns(&plain, &sib[i]);
    for (size_t i = 0; strcmp(name, "depondt") == 0 && i < sizeof depondt / sizeof *depondt; i++)
        offer_turns(&plain, &depondt[i]);
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_spheres = {
    .name = "the middle or a turn of the rules on spheres",
    .equation =
        "m or y of spherical-midpoint, or a turn of sib and depondt, with a length, a 1/2 or"
        " a point wrong",
    .section = "Schemes, spherical-midpoint and sib",
    .rank = 7,
    .predict = predict};
