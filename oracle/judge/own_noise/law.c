/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Laws of increments: right ones, and those of named faults. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum values { AS_DECLARED, NORMAL, UNIFORM, TWO_POINT, THREE_POINT } values;
typedef enum shared { EACH, SPINS, ALL } shared;
typedef enum ito { NO_ITO, FIELD, GENERATOR } ito;

typedef struct law {
    const char *name;
    values values;
    double amplitude; /* factor of all increments, from 1 */
    double of_h;      /* and h to this power, beside sqrt(h) */
    double of_length; /* and |x_i| to this power, of spins */
    shared shared;
    bool same_steps, opposite;
    ito ito;
} law;

static const law laws[] = {
    {.name = "normal increments", .amplitude = 1, .values = NORMAL},
    {.name = "increments of variance h^2 for h", .amplitude = 1, .of_h = 0.5},
    {.name = "increments of variance 1 for h", .amplitude = 1, .of_h = -0.5},
    {.name = "twice the temperature", .amplitude = 1.4142135623730951},
    {.name = "half the temperature", .amplitude = 0.70710678118654752},
    {.name = "twice the amplitude", .amplitude = 2},
    {.name = "half the amplitude", .amplitude = 0.5},
    {.name = "1/mu for 1/sqrt(mu), mu the spin's length", .amplitude = 1, .of_length = -0.5},
    {.name = "1/sqrt(mu) left out, mu the spin's length", .amplitude = 1, .of_length = 0.5},
    {.name = "one stream for all spins", .amplitude = 1, .shared = SPINS},
    {.name = "one number for all noises", .amplitude = 1, .shared = ALL},
    {.name = "the same increments in each step", .amplitude = 1, .same_steps = true},
    {.name = "every second draw is the one before with the other sign",
     .amplitude = 1,
     .opposite = true},
    {.name = "uniform increments", .amplitude = 1, .values = UNIFORM},
    {.name = "increments of two values", .amplitude = 1, .values = TWO_POINT},
    {.name = "increments of three values", .amplitude = 1, .values = THREE_POINT},
    {.name = "Ito for Stratonovich in the field", .amplitude = 1, .ito = FIELD},
    {.name = "Ito for Stratonovich in the generator", .amplitude = 1, .ito = GENERATOR},
};
enum { LAWS = sizeof laws / sizeof *laws };
_Static_assert((int)LAWS <= (int)OWN_MOST_LAWS, "a report has room for all laws");

size_t own_law_count(void)
{
    return LAWS;
}

const char *own_law_name(size_t i)
{
    return i < LAWS ? laws[i].name : NULL;
}

double own_law_amplitude(size_t i)
{
    return i < LAWS ? laws[i].amplitude : 1;
}

size_t own_law_declared(const char *word)
{
    static const struct {
        const char *word;
        values values;
    } words[] = {{"normal", NORMAL},
                 {"uniform", UNIFORM},
                 {"two-point", TWO_POINT},
                 {"three-point", THREE_POINT}};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (size_t i = 0; i < LAWS && strcmp(words[w].word, word) == 0; i++)
            if (laws[i].values == words[w].values) return i;
    return LAWS;
}

bool own_law_repeats(size_t i)
{
    return laws[i].values == TWO_POINT || laws[i].values == THREE_POINT;
}

/* The scheme by which the law steps; NULL if there is none. */
static const slp_scheme *scheme_of(const law *l, const own_question *q)
{
    const slp_scheme *own = q->c.scheme, *s;
    if (l->ito == NO_ITO) return own;
    for (size_t i = 0; (s = slp_scheme_at(i)) && !own->ito_field && !own->ito_generator; i++)
        if ((l->ito == FIELD ? s->ito_field : s->ito_generator) && fast_scheme_find(s->name) &&
            slp_pair_makes_sense(q->c.system, s, NULL))
            return s;
    return NULL;
}

static bool has_spins(const own_question *q)
{
    return strcmp(q->c.system->name, "spins") == 0;
}

static double length_of(const own_question *q, size_t noise)
{
    const double *x = q->c.x + noise / 3 * 3;
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* |sum over noises of the mean step of +-size, from x without drift|, of one scheme less another's
 */
static double mean_shift(const slp_scheme *a, const slp_scheme *b, const own_question *q,
                         double size)
{
    const fast_scheme *rule[2] = {fast_scheme_find(a->name), fast_scheme_find(b->name)};
    const size_t d = q->c.d, M = q->c.M;
    slp_error err;
    fast_system *sys = NULL;
    if (slp_need_memory(fast_system_new(&sys, &q->c, &err)) != SLP_OK) return 0;
    double *mean = slp_allocate(2 * d + M, sizeof *mean), *y = mean + d, *dw = y + d, square = 0;
    for (size_t s = 0; s < 4 * M; s++) {
        const fast_scheme *one = rule[s % 2];
        double *room = slp_allocate(fast_step_work_size(one, sys), sizeof *room);
        dw[s / 4] = s % 4 < 2 ? size : -size;
        const slp_status status = fast_step(y, NULL, one, sys, q->c.x, 0, dw, room);
        dw[s / 4] = 0;
        for (size_t i = 0; i < d && status == SLP_OK; i++) mean[i] += s % 2 ? -y[i] : y[i];
        free(room);
    }
    for (size_t i = 0; i < d; i++) square += mean[i] * mean[i];
    free(mean);
    fast_system_free(sys);
    return sqrt(square);
}

/* Two readings of the noise differ in the mean by its square, two schemes of one reading by less:
 * a quarter of the size leaves 1/16, or at most 1/64. */
static bool reads_otherwise(const slp_scheme *a, const slp_scheme *b, const own_question *q)
{
    const double at = mean_shift(a, b, q, 0x1p-6), quarter = mean_shift(a, b, q, 0x1p-8);
    return quarter > at / 32 && quarter > 0x1p-40;
}

bool own_law_applies(size_t i, const own_question *q)
{
    const law *l = laws + i;
    if ((l->of_length != 0 || l->shared == SPINS) && (!has_spins(q) || q->c.M < 6)) return false;
    if (l->shared == ALL && q->c.M < 2) return false;
    const slp_scheme *scheme = scheme_of(l, q);
    return scheme && (l->ito == NO_ITO || reads_otherwise(scheme, q->c.scheme, q));
}

static double other_value(values v, uint32_t word)
{
    const double uniform = (word + 0.5) / 4294967296.0;
    if (v == UNIFORM) return sqrt(12) * (uniform - 0.5);
    if (v == TWO_POINT) return uniform < 0.5 ? -1 : 1;
    return uniform < 1.0 / 6 ? -sqrt(3) : uniform > 5.0 / 6 ? sqrt(3) : 0;
}

/* count independent numbers of mean 0 and variance 1 */
static void draw_numbers(double *to, size_t count, values v, slp_noise_key key)
{
    for (size_t i = 0; i < count; i += 2) {
        double pair[2];
        uint32_t word[4];
        key.node = i / 2;
        if (v == NORMAL) {
            slp_normal_pair(pair, &key);
        } else {
            slp_noise_block(word, &key);
            for (int k = 0; k < 2; k++) pair[k] = other_value(v, word[k]);
        }
        to[i] = pair[0];
        if (i + 1 < count) to[i + 1] = pair[1];
    }
}

/* The steps*M increments of a path. */
static void draw_increments(double *dw, const law *l, values declared, const own_question *q,
                            size_t item, slp_noise_key key)
{
    const size_t M = q->c.M, count = q->steps * M;
    const double size = l->amplitude * sqrt(q->c.h) * pow(q->c.h, l->of_h);
    const bool turned = l->opposite && item % 2;
    key.path = turned ? item - 1 : item;
    draw_numbers(dw, count, l->values == AS_DECLARED ? declared : l->values, key);
    for (size_t i = 0; i < count; i++) {
        const size_t step = l->same_steps ? 0 : i / M * M, k = i % M;
        const size_t from = l->shared == ALL ? 0 : l->shared == SPINS ? k % 3 : k;
        dw[i] = dw[step + from]; /* which is not changed below before it was read here */
    }
    for (size_t i = 0; i < count; i++) {
        dw[i] *= turned ? -size : size;
        if (l->of_length != 0) dw[i] *= pow(length_of(q, i % M), l->of_length);
    }
}

slp_status own_law_answers(double *y, size_t i, size_t declared, const own_question *q,
                           size_t items, uint64_t seed, uint32_t stream)
{
    /* level: one that no path has, so that the numbers are none of `slp simulate` */
    const slp_noise_key key = {.seed = seed, .channel = stream, .level = SLP_NOISE_LEVELS + 1};
    const law *l = laws + i;
    const slp_scheme *scheme = scheme_of(l, q);
    const size_t d = q->c.d, M = q->c.M;
    slp_error err;
    fast_system *sys = NULL;
    slp_status status =
        scheme ? slp_need_memory(fast_system_new(&sys, &q->c, &err)) : SLP_UNSUPPORTED;
    if (status != SLP_OK) return status;
    const fast_scheme *rule = fast_scheme_find(scheme->name);
    double *room = slp_allocate(fast_step_work_size(rule, sys), sizeof *room);
    double *dw = slp_allocate(q->steps * M, sizeof *dw);
    for (size_t item = 0; item < items && status == SLP_OK; item++) {
        const double *x = q->c.x;
        draw_increments(dw, l, laws[declared].values, q, item, key);
        for (size_t s = 0; s < q->steps && status == SLP_OK; s++) {
            double *next = y + (item * q->steps + s) * d;
            status = fast_step(next, NULL, rule, sys, x, q->c.h, dw + s * M, room);
            x = next;
        }
    }
    free(dw);
    free(room);
    fast_system_free(sys);
    return status;
}
