/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Questions for draws: their text, and cases that show noise. */
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/case/pair_choice.h"
#include "oracle/plumbing/allocate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const role_words[OWN_ROLES] = {"draws", "again", "small",
                                                  "paths", "long",  "halved"};

own_role own_role_of(size_t *length, const char *id)
{
    const char *dot = strrchr(id, '.');
    int role = 0;
    *length = dot ? (size_t)(dot - id) : strlen(id);
    while (role < OWN_ROLES && !(dot && strcmp(dot + 1, role_words[role]) == 0)) role++;
    return (own_role)role;
}

void own_question_init(own_question *q)
{
    *q = (own_question){.steps = 1};
    slp_case_init(&q->c);
}

void own_question_clear(own_question *q)
{
    slp_case_clear(&q->c);
}

/* The whole number of the field `key`, which is cut out of line. */
static slp_status cut_whole(int64_t *value, char *line, const char *key, int64_t least,
                            int64_t most, const slp_fields *f, slp_error *err)
{
    const slp_span text = slp_fields_find(f, key);
    if (!text.at)
        return slp_error_set(err, f->line, f->id, key,
                             "is missing; a question for draws has draws=K and seed=S");
    const char *fault = slp_integer_parse(value, text, least, most);
    if (fault)
        return slp_error_set(err, f->line, f->id, key,
                             "%s; a whole number from %" PRId64 " to %" PRId64, fault, least, most);
    char word[16];
    snprintf(word, sizeof word, " %s=", key);
    char *at = strstr(line, word), *end = at + strlen(word) + text.length;
    memmove(at, end, strlen(end) + 1);
    return SLP_OK;
}

/* SLP_INPUT with *err for a port's own rule: its distribution is not known. */
static slp_status refuse_own(const slp_scheme *scheme, size_t number, const char *id,
                             slp_error *err)
{
    if (scheme != &slp_scheme_own) return SLP_OK;
    return slp_error_set(err, number, id, "scheme",
                         "own is not in the list; ask the nearest scheme of the list, which "
                         "`slp check --scheme own` names");
}

slp_status own_question_read(own_question *q, const char *line, size_t number, slp_error *err)
{
    slp_fields f;
    int64_t draws = 0, seed = 0;
    uint64_t steps = 1;
    own_question_clear(q);
    if (slp_fields_split(&f, line, number, err)) return SLP_INPUT;
    char *copy = slp_copy_text(line);
    slp_status status = cut_whole(&draws, copy, "draws", 1, SLP_MAX_LIST, &f, err);
    if (status == SLP_OK) status = cut_whole(&seed, copy, "seed", 0, INT64_MAX, &f, err);
    if (status == SLP_OK) status = slp_preset_case(&q->c, &steps, copy, err);
    free(copy);
    err->line = number;
    q->c.line = number;
    q->steps = (size_t)steps;
    q->draws = (size_t)draws;
    q->seed = (uint64_t)seed;
    if (status == SLP_OK) status = refuse_own(q->c.scheme, number, q->c.id, err);
    if (status != SLP_OK) return status;
    if (q->c.M == 0)
        return slp_error_set(err, number, q->c.id, NULL, "has no noise; give its parameter");
    if (q->c.arithmetic && q->c.arithmetic->bits < 24)
        return slp_error_set(err, number, q->c.id, "arithmetic",
                             "is too coarse to tell distributions; from binary32 on they are");
    if (steps > SLP_MAX_LIST || q->draws > SLP_MAX_LIST / q->c.d / q->steps)
        return slp_error_set(err, number, q->c.id, "draws",
                             "draws*steps*d is beyond %d, the most that a result holds; ask less",
                             SLP_MAX_LIST);
    return SLP_OK;
}

void own_question_print(FILE *to, const own_question *q, own_role role)
{
    static const double part[OWN_ROLES] = {1, 1, 1.0 / 16, 0.25, 1, 0.5};
    const size_t steps = role < OWN_PATHS    ? 1
                         : role == OWN_PATHS ? OWN_PATH_STEPS
                         : role == OWN_LONG  ? q->steps
                                             : 2 * q->steps;
    slp_case asked = q->c; /* shares all but what is printed otherwise */
    char id[2 * SLP_MAX_ID];
    slp_written text;
    snprintf(id, sizeof id, "%.55s.%s", q->c.id, role_words[role]);
    asked.id = id;
    asked.h = q->c.h * part[role];
    asked.steps = steps;
    asked.dw = NULL;
    asked.dw_count = 0;
    slp_case_print(slp_written_begin(&text), &asked);
    slp_written_end(&text);
    fprintf(to, "%.*s draws=%zu seed=%" PRIu64 "\n", (int)text.size - 1, text.text, q->draws,
            q->seed + (uint64_t)role);
    free(text.text);
}

/* ---- Drawn cases ---- */

static void set(slp_case *c, const char *key, const double *at, size_t count)
{
    slp_need_memory(slp_case_set_param(c, key, at, count, NULL));
}

static slp_status check(own_question *q, const char *id, slp_error *err)
{
    slp_case *c = &q->c;
    slp_status status = slp_need_memory(slp_case_set_id(c, id, err));
    if (status == SLP_OK) status = slp_need_memory(slp_case_shape(c, err));
    if (status != SLP_OK) return status;
    c->steps = 1;
    double *zeros = slp_allocate(c->M, sizeof *zeros);
    slp_need_memory(slp_case_set_dw(c, zeros, c->M));
    free(zeros);
    return slp_case_check(c, err);
}

/* Noise so strong that a step moves x by this part of itself. */
static void scale_noise(own_question *q, double part)
{
    static const char *const keys[] = {"quad", "lin", "noise", "amp", "beta", "gamma", NULL};
    const slp_case *from = &q->c;
    slp_error err;
    own_axes axes;
    double norm = 0;
    if (own_axes_of(&axes, q, &err) != SLP_OK) return;
    for (size_t i = 0; i < from->d; i++) norm += from->x[i] * from->x[i];
    const double factor = part * sqrt(norm / axes.square);
    for (size_t k = 0; keys[k]; k++) {
        size_t count;
        const double *at = slp_case_param(from, keys[k], &count);
        /* the vortices' gamma is no noise */
        if (!count || (strcmp(keys[k], "gamma") == 0 && strcmp(from->system->name, "canonical")))
            continue;
        double *scaled = slp_allocate(count, sizeof *scaled);
        for (size_t i = 0; i < count; i++) scaled[i] = factor * at[i];
        set(&q->c, keys[k], scaled, count);
        free(scaled);
    }
}

/* Whether all of some hundred steps with such noise have a result. */
static bool can_step(const own_question *q)
{
    enum { STEPS = 512 };
    double *y = slp_allocate(STEPS * q->c.d, sizeof *y);
    bool good = true;
    for (size_t law = 0; law < own_law_count() && good; law++)
        if (own_law_amplitude(law) > 1 || law == 0)
            good = own_law_answers(y, law, 0, q, STEPS, 1, UINT32_C(3) << 30) == SLP_OK;
    free(y);
    return good;
}

/* A case of spins from its parameters in words; a scheme that splits takes no damping. */
static slp_status read_spins(own_question *q, const char *id, const slp_scheme *scheme,
                             const char *damping, const char *parameters, slp_error *err)
{
    char line[512];
    snprintf(line, sizeof line, "case id=%s system=spins scheme=%s steps=1 draws=1 seed=0 %s%s", id,
             scheme->name, scheme->splits ? "" : damping, parameters);
    return slp_need_memory(own_question_read(q, line, 0, err));
}

slp_status own_question_draw(own_question *q, const slp_system *system, const slp_scheme *scheme,
                             uint64_t seed, slp_error *err)
{
    enum { TRIES = 64 };
    char id[SLP_MAX_ID];
    snprintf(id, sizeof id, "%.27s.%.27s", system->name, scheme->name);
    if (refuse_own(scheme, 0, id, err)) return SLP_INPUT;
    if (strcmp(system->name, "spins") == 0) /* lengths 1, 2, 1/2: a tangent coordinate is a noise */
        return read_spins(q, id, scheme, "damping=0.25 ",
                          "bonds=1:2,2:3,3:4 exchange=0.5,0.25,-0.5 field=0.25,0,0.5 noise=2 "
                          "h=0x1p-6 x=0,0,1,2,0,0,0,0.5,0,0,0,-1",
                          err);
    for (uint64_t number = 0; number < TRIES; number++) {
        slp_draw draw;
        own_axes axes;
        slp_draw_init(&draw, seed, number);
        if (slp_need_memory(slp_draw_case(&q->c, system, scheme, &draw, 1)) != SLP_OK) break;
        if (slp_need_memory(slp_draw_no_areas(&q->c)) != SLP_OK) continue;
        slp_need_memory(slp_case_set_id(&q->c, id, err));
        q->c.h = 0x1p-6;
        if (q->c.M == 0 || check(q, id, err) || own_axes_of(&axes, q, err)) continue;
        for (double part = 0.25; part > 0.01; part /= 2) {
            scale_noise(q, part);
            if (check(q, id, err) || own_axes_of(&axes, q, err)) break;
            if (can_step(q)) return SLP_OK;
        }
    }
    slp_error_set(err, 0, id, NULL, "no case of it that is drawn has noise on at most %d numbers",
                  OWN_MOST_COORDINATES);
    return SLP_UNSUPPORTED;
}

slp_status own_question_lattice(own_question *q, const slp_scheme *scheme, size_t which,
                                slp_error *err)
{
    static const char *const of[OWN_LATTICES][2] = {
        {"one-spin", "bonds=1:2 exchange=0 field=0,0,1.5 x=1,0,0,0,1,0"},
        {"pair", "bonds=1:2 exchange=1.5 x=1,0,0,0,1,0"},
        {"chain", "bonds=1:2,2:3 exchange=1.5,1.5 x=1,0,0,0,1,0,0,0,1"}};
    char parameters[128];
    snprintf(parameters, sizeof parameters, "h=0.125 noise=0x1.6a09e667f3bcdp+0 %s", of[which][1]);
    return read_spins(q, of[which][0], scheme, "damping=1 ", parameters, err);
}
