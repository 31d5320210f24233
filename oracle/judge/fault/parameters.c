/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A parameter of the case is used in another form, or in another order. */
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 16, LONGEST = 1024 };

typedef struct change {
    double (*of)(double value);
    const char *words;
} change;

static double negated(double v)
{
    return -v;
}
static double halved(double v)
{
    return 0.5 * v;
}
static double doubled(double v)
{
    return 2 * v;
}
static double squared(double v)
{
    return v * v;
}
static double inverted(double v)
{
    return 1 / v;
}
static double root(double v)
{
    return sqrt(v);
}
static double root_two(double v)
{
    return v * 0x1.6a09e667f3bcdp+0;
}
static double zeroed(double v)
{
    return 0 * v;
}
static double set_to_one(double v)
{
    return 1 + 0 * v;
}
static double inverse_square(double v)
{
    return 1 / (v * v);
}

static const change changes[] = {{negated, "with the wrong sign"},
                                 {squared, "squared"},
                                 {inverted, "inverted"},
                                 {root, "with a square root"},
                                 {halved, "halved"},
                                 {doubled, "doubled"},
                                 {root_two, "times sqrt 2"},
                                 {inverse_square, "squared and inverted"},
                                 {zeroed, "left out"},
                                 {set_to_one, "taken as 1"}};
enum { CHANGES = sizeof changes / sizeof *changes };

/* A case that the format refuses, though the reference computes it: a damping below 0. */
static void offer_refused(judge_trial *t, const slp_case *c, const char *key, const char *words)
{
    ref_system *sys = NULL;
    if (ref_system_new_refused(&sys, c, NULL) == SLP_OK) {
        fault_rule rule = {.trial = t, .sys = sys, .part = -1};
        fault_offer_rule(&rule, "%s %s", key, words);
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
            offer_refused(t, &c, key, words);
        else
            fault_offer_case(t, &c, "%s %s", key, words);
    }
}

static bool is_linear(const char *key)
{
    return strcmp(key, "amp") == 0 || strcmp(key, "quad") == 0 || strcmp(key, "beta") == 0 ||
           strcmp(key, "gamma") == 0 || strcmp(key, "exchange") == 0 || strcmp(key, "dmi") == 0 ||
           strcmp(key, "field") == 0 || strcmp(key, "coriolis") == 0 || strcmp(key, "damping") == 0;
}

/* Blocks of numbers that belong together: 3 of a vector, 7 of a heavy top's noise. */
static size_t block_of(const judge_trial *t, const char *key)
{
    if (strcmp(key, "lin") == 0 || strcmp(key, "dmi") == 0) return 3;
    if (strcmp(key, "anisotropy") == 0) return 4;
    if (strcmp(key, "modes") == 0) return 2;
    if (strcmp(key, "noise") == 0 && t->c->system->algebra == SLP_SE3) return 7;
    return 0;
}

static void offer_forms(judge_trial *t, const char *key, const double *at, size_t count)
{
    double values[LONGEST] = {0};
    for (int k = 0; k < CHANGES; k++) {
        if (changes[k].of == zeroed && !is_linear(key)) continue;
        for (size_t i = 0; i < count; i++) values[i] = changes[k].of(at[i]);
        offer_values(t, key, values, count, changes[k].words);
    }
}

static void offer_orders(judge_trial *t, const char *key, const double *at, size_t count)
{
    double values[LONGEST] = {0};
    char words[JUDGE_WORDS];
    for (size_t i = 0; i < count; i++) values[i] = at[count - 1 - i];
    if (count > 2) offer_values(t, key, values, count, "in reverse order");
    for (size_t shift = 1; count > 2 && shift<count; shift += count> 3 ? count - 2 : 1) {
        for (size_t i = 0; i < count; i++) values[i] = at[(i + shift) % count];
        snprintf(words, sizeof words, "shifted by %zu", shift);
        offer_values(t, key, values, count, words);
    }
    for (size_t i = 0; count <= 6 && i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            memcpy(values, at, count * sizeof *at);
            values[i] = at[j];
            values[j] = at[i];
            snprintf(words, sizeof words, "%zu and %zu exchanged", i + 1, j + 1);
            offer_values(t, key, values, count, words);
        }
    for (size_t i = 0; count > 1 && count <= 6 && i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (i == j) continue;
            memcpy(values, at, count * sizeof *at);
            values[i] = at[j];
            snprintf(words, sizeof words, "%zu used for %zu", j + 1, i + 1);
            offer_values(t, key, values, count, words);
        }
}

/* Numbers of a block: each may be wrong in all blocks. */
static void offer_block_orders(judge_trial *t, const char *key, const double *at, size_t count,
                               size_t block)
{
    double values[LONGEST] = {0};
    char words[JUDGE_WORDS];
    static const struct {
        size_t first, last;
        const char *name;
    } tops[] = {{0, 3, "a"}, {3, 6, "b"}, {6, 7, "c"}};
    for (size_t i = 0; i < count; i++) values[i] = at[i - i % block + (block - 1 - i % block)];
    if (block == 2) {
        offer_values(t, key, values, count, "a:b read as b:a");
        return;
    }
    if (block == 3) offer_values(t, key, values, count, "in reverse order within each vector");
    if (block == 3 && count > 3) {
        /* component by component, not vector by vector */
        const size_t n = count / block;
        for (size_t i = 0; i < count; i++) values[i] = at[i % block * n + i / block];
        offer_values(t, key, values, count, "component by component, not vector by vector");
    }
    for (int first = 0; first < 2;
         first++) { /* the last number of each block read first, or back */
        for (size_t i = 0; i < count; i++)
            values[i] = at[i - i % block + (i % block + (first ? block - 1 : 1)) % block];
        snprintf(words, sizeof words, "with the %s number of each %zu %s", first ? "last" : "first",
                 block, first ? "first" : "last");
        offer_values(t, key, values, count, words);
    }
    for (size_t p = 0; block == 7 && p < 3; p++)
        for (int k = 0; k < CHANGES; k++) {
            for (size_t i = 0; i < count; i++)
                values[i] = i % block >= tops[p].first && i % block < tops[p].last
                                ? changes[k].of(at[i])
                                : at[i];
            snprintf(words, sizeof words, "%s %s", tops[p].name, changes[k].words);
            offer_values(t, key, values, count, words);
        }
    for (int k = 0; block == 4 && k < CHANGES; k++)
        for (int of_axis = 0; of_axis < 2; of_axis++) { /* K, or all of e */
            for (size_t i = 0; i < count; i++)
                values[i] = (i % block > 0) == of_axis ? changes[k].of(at[i]) : at[i];
            snprintf(words, sizeof words, "%s %s", of_axis ? "e" : "K", changes[k].words);
            offer_values(t, key, values, count, words);
        }
    if (block == 4) { /* e of length 1 */
        const double length = sqrt(at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
        values[0] = at[0];
        for (size_t i = 1; i < 4; i++) values[i] = at[i] / length;
        if (length > 0) offer_values(t, key, values, count, "e normalised");
    }
    if (block == 7) {
        for (size_t i = 0; i < count; i++) {
            const size_t k = i % block;
            values[i] = at[i - k + (k < 3 ? k + 3 : k < 6 ? k - 3 : k)];
        }
        offer_values(t, key, values, count, "a and b exchanged");
    }
}

static void predict(judge_trial *t)
{
    const slp_system *system = t->c->system;
    for (size_t p = 0; system->params[p].key; p++) {
        const char *key = system->params[p].key;
        const slp_numbers *numbers = &t->c->params[p];
        if (strcmp(key, "modes") != 0 && system->params[p].kind != SLP_PARAM_NUMBERS) continue;
        if (numbers->count == 0 || numbers->count > LONGEST || strcmp(key, "n") == 0 ||
            strcmp(key, "shell") == 0 || strcmp(key, "quadratic") == 0 ||
            strcmp(key, "size") == 0 || strcmp(key, "noises") == 0)
            continue;
        const size_t block = block_of(t, key);
        if (block != 4 && block != 2) offer_forms(t, key, numbers->at, numbers->count);
        if (block > 0)
            offer_block_orders(t, key, numbers->at, numbers->count, block);
        else if (numbers->count <= LARGEST)
            offer_orders(t, key, numbers->at, numbers->count);
    }
}

const judge_fault judge_faults_parameters = {
    .name = "a parameter in another form or order",
    .equation = "amp^2 for amp, I for 1/I, I_2 for I_1, 2 c or c/2 for c: a number of the case",
    .section = "Systems",
    .rank = 3,
    .predict = predict};
