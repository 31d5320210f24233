/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A projection N of heun-projected or spherical-midpoint: N gives each vector the length that it
 * has in x.  A program leaves it out, takes other lengths, or has the generator before it. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

enum { ROUNDS = 300 };
typedef enum length { EACH, NONE, ONE, WHOLE, GENERATOR_BEFORE, LENGTHS } length;
static const char *const length_words[LENGTHS] = {
    [NONE] = "%s not projected",
    [ONE] = "vectors of %s have length 1",
    [WHOLE] = "all vectors of %s scaled by one number",
    [GENERATOR_BEFORE] = "the generator at %s before its projection"};

/* What w becomes: each vector of the length that it has in x, of length 1, or all of w together. */
static void project(arb_ptr w, const judge_trial *t, length of)
{
    const slong d = t->d, prec = t->prec, part = of == WHOLE ? d : 3;
    arb_srcptr x = t->exact.x;
    arb_t from, to;
    if (of == NONE) return;
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

/* field = ad*_{Xi(at)} N(w), at = N(w) or w; w becomes N(w) */
static void project_field(arb_ptr field, arb_ptr w, const fault_plain *p, length of)
{
    const slong d = p->trial->d;
    arb_ptr xi = _arb_vec_init(2 * d), before = xi + d;
    _arb_vec_set(before, w, d);
    project(w, p->trial, of);
    fault_plain_generator(xi, p, of == GENERATOR_BEFORE ? before : w);
    fault_plain_apply(field, p, REF_AD, xi, w);
    _arb_vec_clear(xi, 2 * d);
}

/* y = x + c field */
static void add_to_x(arb_ptr y, const judge_trial *t, arb_srcptr field, bool halved)
{
    _arb_vec_set(y, field, t->d);
    if (halved) _arb_vec_scalar_mul_2exp_si(y, y, t->d, -1);
    _arb_vec_add(y, y, t->exact.x, t->d, t->prec);
}

/* y = N(x + (V(x) + V(p))/2), p = N(x + V(x)) */
static void heun(arb_ptr y, const fault_plain *plain, length of_p, length of_y)
{
    const judge_trial *t = plain->trial;
    const slong d = t->d;
    arb_ptr first = _arb_vec_init(3 * d), p = first + d, second = p + d;
    fault_plain_field(first, plain, t->exact.x);
    add_to_x(p, t, first, false);
    project_field(second, p, plain, of_p);
    _arb_vec_add(second, second, first, d, t->prec);
    add_to_x(y, t, second, true);
    project(y, t, of_y);
    _arb_vec_clear(first, 3 * d);
}

/* y = x + V(m), m = N(x + V(m)/2) from m = x; false if it does not settle */
static bool middle(arb_ptr y, const fault_plain *plain, length of_m)
{
    const judge_trial *t = plain->trial;
    const slong d = t->d;
    arb_ptr field = _arb_vec_init(3 * d), w = field + d, last = w + d;
    bool done = false;
    fault_plain_field(field, plain, t->exact.x);
    for (int n = 0; n < ROUNDS && !done; n++) {
        add_to_x(w, t, field, true);
        for (slong i = 0; i < d; i++) mag_zero(arb_radref(w + i));
        done = n > 0 && fault_settled(last, w, d, t->prec);
        _arb_vec_set(last, w, d);
        project_field(field, w, plain, of_m);
    }
    add_to_x(y, t, field, false);
    _arb_vec_clear(field, 3 * d);
    return done;
}

static void offer(judge_trial *t, length of, const char *point)
{
    char words[JUDGE_WORDS];
    const char *text = length_words[of], *at = strstr(text, "%s");
    snprintf(words, sizeof words, "%.*s%s%s", (int)(at - text), text, point, at + 2);
    judge_offer(t, t->y, 0, "%s", words);
}

static void predict(judge_trial *t)
{
    const char *name = t->exact.scheme->name;
    const bool is_heun = strcmp(name, "heun-projected") == 0;
    fault_plain plain;
    if (!is_heun && strcmp(name, "spherical-midpoint") != 0) return;
    fault_plain_init(&plain, t);
    for (int of = NONE; of < LENGTHS; of++) {
        if (is_heun) {
            heun(t->y, &plain, (length)of, EACH);
            offer(t, (length)of, "p");
            if (of == GENERATOR_BEFORE) continue;
            heun(t->y, &plain, EACH, (length)of);
            offer(t, (length)of, "y");
        } else if (of != NONE && middle(t->y, &plain, (length)of)) { /* NONE: implicit-midpoint */
            offer(t, (length)of, "m");
        }
    }
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_projections = {
    .name = "a projection of a rule on spheres",
    .equation = "N left out, with other lengths or behind the generator, in p, y or m",
    .section = "Schemes, spherical-midpoint and sib",
    .rank = 7,
    .predict = predict};
