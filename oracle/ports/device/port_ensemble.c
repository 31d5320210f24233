/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Lines `ensemble KEY=VALUE...` (oracle/manual/vectors.md), answered by the device. */
#include "oracle/contract/case/case_text.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/port.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATHS = 1 << 16 };

/* Lines of one ensemble: they have the same words but for id, path and y. */
typedef struct ensemble_lines {
    device *on;
    char **line; /* without y */
    size_t count;
    char *same; /* the words that they share */
    slp_case *of;
    slp_device_run run;
    const char *name; /* of the program */
} ensemble_lines;

/* A whole number of 64 bits; NULL, or what is wrong. */
static const char *read_whole(uint64_t *value, slp_span text)
{
    char *end, *copy = slp_copy_bytes(text.at, text.length);
    errno = 0;
    *value = strtoull(copy, &end, 10);
    const int wrong = errno || *end || end == copy || *copy == '-' || *copy == '+';
    free(copy);
    return wrong ? "is no whole number of 64 bits" : NULL;
}

static slp_status refuse_field(slp_error *err, size_t number, slp_span key, const char *why)
{
    char word[sizeof err->field];
    snprintf(word, sizeof word, "%.*s", (int)key.length, key.at);
    return slp_error_set(err, number, NULL, word, "%s", why);
}

/* One field: a part of the run, or of the case. */
static slp_status read_field(ensemble_lines *e, const slp_field *field, size_t number,
                             slp_error *err)
{
    const slp_span key = field->key, value = field->value;
    uint64_t steps = e->run.steps;
    const char *why = NULL;
    if (slp_span_is(key, "id") || slp_span_is(key, "y") || slp_span_is(key, "system") ||
        slp_span_is(key, "scheme"))
        return SLP_OK;
    if (slp_span_is(key, "seed"))
        why = read_whole(&e->run.seed, value);
    else if (slp_span_is(key, "path"))
        why = read_whole(&e->run.first_path, value);
    else if (slp_span_is(key, "node"))
        why = read_whole(&e->run.first_step, value);
    else if (slp_span_is(key, "steps"))
        why = read_whole(&steps, value);
    else if (slp_span_is(key, "ell"))
        why = slp_number_parse(&e->run.ell, value);
    else {
        char *word = slp_copy_bytes(key.at, key.length);
        char *text = slp_copy_bytes(value.at, value.length);
        const slp_status status = slp_case_set_text(e->of, word, text, err);
        err->line = number;
        free(word);
        free(text);
        return status;
    }
    e->run.steps = (size_t)steps;
    return why ? refuse_field(err, number, key, why) : SLP_OK;
}

/* A line without a scheme means the one by which ensembles of the system step. */
static slp_status new_case(ensemble_lines *e, const slp_fields *fields, slp_error *err)
{
    const slp_span system = slp_fields_find(fields, "system"),
                   given = slp_fields_find(fields, "scheme");
    if (!system.at)
        return slp_error_set(err, fields->line, NULL, "system", "is missing; give system=NAME");
    char *name = slp_copy_bytes(system.at, system.length);
    const int top = strcmp(name, "heavy-top") == 0;
    char *scheme = given.at ? slp_copy_bytes(given.at, given.length)
                            : slp_copy_text(top ? "variational-cayley" : "isospectral-midpoint");
    const slp_status status = slp_case_new(&e->of, name, scheme, err);
    err->line = fields->line;
    free(name);
    free(scheme);
    return status;
}

static slp_status read_case(ensemble_lines *e, const slp_fields *fields, slp_error *err)
{
    size_t d, M;
    slp_status status = new_case(e, fields, err);
    for (size_t i = 0; i < fields->count && status == SLP_OK; i++)
        status = read_field(e, fields->at + i, fields->line, err);
    if (status == SLP_OK) status = slp_case_sizes(&d, &M, e->of, err);
    if (status != SLP_OK) return status;
    double *zero = slp_allocate(M + 1, sizeof *zero);
    if (M) status = slp_case_set_dw(e->of, zero, M);
    free(zero);
    if (status == SLP_OK) status = slp_case_check(e->of, err);
    err->line = fields->line;
    if (status != SLP_OK) return status;
    e->run.scheme = e->of->scheme->name;
    if (!slp_device_has_ensemble(e->of, e->run.scheme))
        return slp_error_set(err, fields->line, NULL, "system",
                             "%s of this size has no ensembles by %s", e->of->system->name,
                             e->run.scheme);
    return status;
}

/* Computes and prints the lines that wait.  0, or 2 and a message. */
static int flush_lines(ensemble_lines *e)
{
    char text[DEVICE_TEXT] = "no such path", number[SLP_NUMBER_CHARS];
    int status = SLP_OK;
    if (!e->count) return 0;
    const size_t d = e->of->d;
    double *x = slp_allocate(d * e->count, sizeof *x);
    for (size_t i = 0; i < d * e->count; i++) x[i] = e->of->x[i / e->count];
    e->run.paths = e->count;
    status = slp_device_ensemble(x, NULL, e->on, e->of, &e->run, text);
    const int fine = status == SLP_OK || status == SLP_NO_CONVERGENCE;
    for (size_t p = 0; p < e->count; p++) {
        if (fine) printf("%s y=", e->line[p]);
        for (size_t i = 0; i < d && fine; i++) {
            slp_number_print(number, x[i * e->count + p]);
            printf("%s%s", i ? "," : "", number);
        }
        if (fine) putchar('\n');
        free(e->line[p]);
    }
    free(x);
    e->count = 0;
    free(e->same);
    e->same = NULL;
    slp_case_free(e->of);
    e->of = NULL;
    if (!fine) fprintf(stderr, "%s: %s: %s\n", e->name, text, slp_status_word((slp_status)status));
    return fine ? 0 : 2;
}

/* The line's words but for id, path and y; to be freed. */
static char *shared_words(const slp_fields *fields, const char *line)
{
    char *words = slp_allocate(strlen(line) + 1, 1), *to = words;
    for (size_t i = 0; i < fields->count; i++) {
        const slp_span key = fields->at[i].key, value = fields->at[i].value;
        if (slp_span_is(key, "id") || slp_span_is(key, "path") || slp_span_is(key, "y")) continue;
        to += sprintf(to, " %.*s=%.*s", (int)key.length, key.at, (int)value.length, value.at);
    }
    return words;
}

static slp_status add_line(ensemble_lines *e, const char *line, size_t number, int *ended,
                           slp_error *err)
{
    slp_fields fields;
    uint64_t path = 0;
    slp_status status = slp_fields_split(&fields, line, number, err);
    if (status != SLP_OK) return status;
    const slp_span at = slp_fields_find(&fields, "path"), y = slp_fields_find(&fields, "y");
    if (!at.at || read_whole(&path, at))
        return slp_error_set(err, number, NULL, "path", "give a whole number of 64 bits");
    char *same = shared_words(&fields, line);
    if (e->count && (strcmp(same, e->same) != 0 || path != e->run.first_path + e->count ||
                     e->count == MOST_PATHS))
        *ended = flush_lines(e);
    if (!e->count && !*ended) {
        e->run = (slp_device_run){.steps = 1};
        status = read_case(e, &fields, err);
        e->same = slp_copy_text(same);
    }
    free(same);
    if (status != SLP_OK || *ended) return status;
    const size_t length = y.at ? (size_t)(y.at - line) - strlen(" y=") : strlen(line);
    e->line[e->count++] = slp_copy_bytes(line, length);
    return SLP_OK;
}

int port_ensembles(device *d)
{
    ensemble_lines e = {.on = d, .name = slp_driver_program};
    char *line = NULL;
    size_t capacity = 0, number = 0;
    int ended = 0;
    slp_status status = SLP_OK;
    slp_error err;
    e.line = slp_allocate(MOST_PATHS, sizeof *e.line);
    for (ssize_t length;
         !ended && status == SLP_OK && (length = getline(&line, &capacity, stdin)) >= 0;) {
        number++;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = 0;
        if (strncmp(line, "ensemble ", strlen("ensemble ")) == 0)
            status = add_line(&e, line, number, &ended, &err);
    }
    if (status != SLP_OK) slp_error_print(stderr, "standard input", &err);
    if (!ended && status == SLP_OK) ended = flush_lines(&e);
    for (size_t i = 0; i < e.count; i++) free(e.line[i]);
    slp_case_free(e.of);
    free(e.same);
    free(e.line);
    free(line);
    if (fflush(stdout)) fprintf(stderr, "%s: standard output: a write failed\n", e.name), ended = 2;
    return ended || status != SLP_OK ? 2 : 0;
}
