/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A parameter of the case is used in another form, or in another order: of all its numbers, or of
 * those of each block that have a name. */
#include "oracle/judge/fault/kinds.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 16, LONGEST = 1024 };

/* factor v^power */
static const struct change {
    double factor, power;
    const char *words;
} changes[] = {{-1, 1, "with the wrong sign"},
               {1, 2, "squared"},
               {1, -1, "inverted"},
               {1, 0.5, "with a square root"},
               {0.5, 1, "halved"},
               {2, 1, "doubled"},
               {0x1.6a09e667f3bcdp+0, 1, "times sqrt 2"},
               {1, -2, "squared and inverted"},
               {0, 1, "left out"},
               {1, 0, "taken as 1"}};
enum { CHANGES = sizeof changes / sizeof *changes };

static double changed(const struct change *c, double v)
{
    const double power = c->power == 0.5       ? sqrt(v)
                         : fabs(c->power) == 2 ? v * v
                         : c->power == 0       ? 1
                                               : v;
    return c->factor * (c->power < 0 ? 1 / power : power);
}

/* A case that the format refuses, though the reference computes it: a damping below 0. */
static void offer_refused(judge_trial *t, const slp_case *c, const char *words)
{
    ref_system *sys = NULL;
    if (ref_system_new_refused(&sys, c, NULL) == SLP_OK) {
        fault_rule rule = {.trial = t, .sys = sys};
        fault_offer_rule(&rule, words);
    }
    ref_system_free(sys);
}

/* One try: the case with other numbers at `key`. */
static void offer_values(judge_trial *t, const char *key, const double *values, size_t count,
                         const char *words)
{
    SLP_CLEARED(slp_case) c = {0};
    if (slp_case_copy(&c, t->c) == SLP_OK &&
        slp_case_set_param(&c, key, values, count, NULL) == SLP_OK) {
        if (strcmp(key, "damping") == 0 && values[0] < 0)
            offer_refused(t, &c, words);
        else
            fault_offer_case(t, &c, words);
    }
}

static bool is_one_of(const char *key, const char *const *list)
{
    while (*list && strcmp(key, *list) != 0) list++;
    return *list != NULL;
}

static bool is_linear(const char *key)
{
    static const char *const list[] = {"amp", "quad",  "beta",     "gamma",   "exchange",
                                       "dmi", "field", "coriolis", "damping", NULL};
    return is_one_of(key, list);
}

/* Numbers of a block that have a name: 7 of a heavy top's noise, 4 of the anisotropy. */
static const struct part {
    const char *key, *name;
    size_t block, first, last;
} parts[] = {{"noise", "a", 7, 0, 3},
             {"noise", "b", 7, 3, 6},
             {"noise", "c", 7, 6, 7},
             {"anisotropy", "K", 4, 0, 1},
             {"anisotropy", "e", 4, 1, 4}};
enum { PARTS = sizeof parts / sizeof *parts };

static size_t block_of(const judge_trial *t, const char *key)
{
    if (strcmp(key, "lin") == 0 || strcmp(key, "dmi") == 0) return 3;
    if (strcmp(key, "anisotropy") == 0) return 4;
    if (strcmp(key, "modes") == 0) return 2;
    if (strcmp(key, "noise") != 0) return 0;
    return t->c->system->algebra == SLP_SE3  ? 7
           : t->c->system->algebra == SLP_SP ? (size_t)t->d
                                             : 0;
}

/* Each vector of the part gets the length 1; false if none changes. */
static bool normalise(double *values, const double *at, size_t count, const struct part *p)
{
    bool changed = false;
    for (size_t i = 0; i < count; i += p->block) {
        double square = 0;
        for (size_t k = i + p->first; k < i + p->last; k++) square += at[k] * at[k];
        changed = changed || (square > 0 && square != 1);
        for (size_t k = i + p->first; k < i + p->last && square > 0; k++)
            values[k] = at[k] / sqrt(square);
    }
    return changed;
}

/* Forms of the numbers of one part of every block; its name is NULL if they are all there are. */
static void offer_forms(judge_trial *t, const char *key, const double *at, size_t count,
                        const struct part *p)
{
    double values[LONGEST] = {0};
    const char *name = p->name ? p->name : "", *gap = p->name ? " " : "";
    for (int k = 0; k < CHANGES; k++) {
        if (!p->name && changes[k].factor == 0 && !is_linear(key)) continue;
        for (size_t i = 0; i < count; i++)
            values[i] = i % p->block >= p->first && i % p->block < p->last
                            ? changed(&changes[k], at[i])
                            : at[i];
        offer_values(t, key, values, count,
                     FAULT_WORDS("%s %s%s%s", key, name, gap, changes[k].words));
    }
    memcpy(values, at, count * sizeof *at);
    if (p->last - p->first == 3 && normalise(values, at, count, p))
        offer_values(t, key, values, count, FAULT_WORDS("%s %s%snormalised", key, name, gap));
}

/* ---- Orders ---- */

typedef struct list_of_key {
    judge_trial *t;
    const char *key;
    const double *at;
    size_t count;
} list_of_key;

static void offer_order(void *own, const slong *from, const char *words)
{
    const list_of_key *list = own;
    double values[LONGEST] = {0};
    for (size_t i = 0; i < list->count; i++) values[i] = from[i] < 0 ? 0 : list->at[from[i]];
    offer_values(list->t, list->key, values, list->count, words);
}

/* Three named parts of every block in another order.  c, a, b is a reading of its own: the first
 * number of each block last. */
static void offer_part_orders(judge_trial *t, const char *key, const double *at, size_t count,
                              size_t block)
{
    static const int orders[][3] = {{1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}};
    const struct part *p = parts;
    while (p < parts + PARTS && !(strcmp(p->key, key) == 0 && p->block == block)) p++;
    if (p + 2 >= parts + PARTS || strcmp(p[2].key, key) != 0) return;
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        double values[LONGEST] = {0};
        const int *order = orders[k];
        for (size_t i = 0; i < count; i += block)
            for (size_t n = 0, from = i; n < 3; n++)
                for (size_t to = p[order[n]].first; to < p[order[n]].last; to++)
                    values[i + to] = at[from++];
        offer_values(t, key, values, count,
                     k ? FAULT_WORDS("%s read in the order %s, %s, %s", key, p[order[0]].name,
                                     p[order[1]].name, p[order[2]].name)
                       : "noise a and b exchanged");
    }
}

static void offer_orders(judge_trial *t, const char *key, const double *at, size_t count)
{
    list_of_key own = {t, key, at, count};
    const bool of_pairs = strcmp(t->c->system->name, "rigid-body-n") == 0;
    const size_t block = block_of(t, key);
    fault_list list = {.name = key, .items = key, .count = (slong)count, .block = (slong)block};
    if (block == 0 && count > LARGEST) list.block = 1;
    if (strcmp(key, "quadratic") == 0) {
        list = (fault_list){key, key, (slong)count, 1, t->d, .diagonal = true};
    } else if (of_pairs && strcmp(key, "inertia") == 0) {
        list.side = (slong)slp_case_param(t->c, "n", &(size_t){0})[0];
    }
    list.few = 6;
    list.used_anew = true;
    list.ends_early = block > 2 || is_linear(key);
    fault_offer_readings(&list, offer_order, &own);
    offer_part_orders(t, key, at, count, block);
}

static bool has_forms(const char *key)
{
    static const char *const none[] = {"n", "shell", "quadratic", "size", "noises", "modes", NULL};
    return !is_one_of(key, none);
}

static void predict(judge_trial *t)
{
    const slp_system *system = t->c->system;
    for (size_t p = 0; system->params[p].key; p++) {
        const char *key = system->params[p].key;
        const slp_numbers *numbers = &t->c->params[p];
        const size_t count = numbers->count, block = block_of(t, key);
        const bool pairs = strcmp(key, "modes") == 0;
        if ((!pairs && system->params[p].kind != SLP_PARAM_NUMBERS) || count == 0 ||
            count > LONGEST)
            continue;
        const bool vectors = block == 3 || (block == 0 && count == 3);
        const struct part all = {key, NULL, vectors ? 3 : count, 0, vectors ? 3 : count};
        if (has_forms(key) && block != 4) offer_forms(t, key, numbers->at, count, &all);
        for (size_t k = 0; k < PARTS; k++)
            if (strcmp(parts[k].key, key) == 0 && parts[k].block == block)
                offer_forms(t, key, numbers->at, count, &parts[k]);
        if (count > 1) offer_orders(t, key, numbers->at, count);
    }
}

const judge_fault judge_faults_parameters = {
    .name = "a parameter in another form or order",
    .equation = "amp^2 for amp, I for 1/I, I_2 for I_1, 2 c or c/2 for c: a number of the case",
    .section = "Systems",
    .rank = 3,
    .predict = predict};
