/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The drawn cases of a statement: each is drawn, asked of the port and judged.  The port answers
 * one case after another; threads judge the answers of a batch. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/judge/fault/fault.h"
#include "oracle/judge/stream.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/progress.h"
#include "oracle/plumbing/team.h"
#include "ref/ref.h"
#include "reports/conform/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* BATCH: so many cases at least are asked before their answers are judged.  FAILURES: so many of a
 * pair are kept.  HINTS: failures that get one, counted in rigid bodies. */
enum { BATCH = 128, FAILURES = 3, HINTS = 20 };

typedef struct asked_case {
    conform_pair *pair;
    slp_case c;
    slp_result r;
    slp_verdict v;
    prop_disposition became;
    bool known; /* the verdict is known without judging */
    judge_hint hint;
    char note[PROP_NOTE];
} asked_case;

typedef struct batch {
    size_t count, room;
    asked_case *at;
    slp_result last; /* of the batch before */
    judge_namer namer;
    judge_shared *shared;
    prop_failures *failures;
    slp_watch watch;
} batch;

/* ---- Which pairs --------------------------------------------------------------------------- */

void conform_choose(conform_cases *cases, const conform_request *request)
{
    const slp_system *s;
    const slp_scheme *t;
    *cases = (conform_cases){0};
    for (size_t i = 0; (s = slp_system_at(i)); i++)
        for (size_t k = 0; (t = slp_scheme_at(k)); k++) {
            if (!slp_pair_is_chosen(&request->choice, s, t) || !s->draw ||
                !ref_has_system(s->name) || !ref_scheme_find(t->name) ||
                !slp_pair_makes_sense(s, t, NULL))
                continue;
            cases->pairs = slp_one_more(cases->pairs, cases->count, sizeof *cases->pairs);
            cases->pairs[cases->count++] = (conform_pair){.system = s,
                                                          .scheme = t,
                                                          .share = -1,
                                                          .skips = json_object(),
                                                          .failures = json_array(),
                                                          .hints = json_object(),
                                                          .inputs = conform_inputs()};
        }
}

void conform_cases_clear(conform_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++) {
        json_decref(cases->pairs[i].skips);
        json_decref(cases->pairs[i].failures);
        json_decref(cases->pairs[i].hints);
        json_decref(cases->pairs[i].inputs);
    }
    json_decref(cases->explanation);
    free(cases->pairs);
    *cases = (conform_cases){0};
}

/* ---- Counting ------------------------------------------------------------------------------ */

size_t conform_bin(double share)
{
    size_t bin = 0;
    while (bin + 1 < CONFORM_BINS && share > exp2((double)bin - CONFORM_BELOW)) bin++;
    return bin;
}

double conform_rounded(double number)
{
    char text[JUDGE_RATIO_CHARS];
    judge_ratio_print(text, number);
    return strtod(text, NULL);
}

static void add_skip(conform_pair *pair, const char *reason, const char *id)
{
    json_t *there = json_object_get(pair->skips, reason);
    if (there)
        json_object_set_new(there, "count",
                            json_integer(json_integer_value(json_object_get(there, "count")) + 1));
    else
        json_object_set_new(pair->skips, reason, json_pack("{s:i, s:s}", "count", 1, "first", id));
}

/* Text that `print` prints, without its last newline. */
static char *printed(void (*print)(FILE *to, const asked_case *asked), const asked_case *asked)
{
    slp_written text;
    print(slp_written_begin(&text), asked);
    slp_written_end(&text);
    if (text.size && text.text[text.size - 1] == '\n') text.text[text.size - 1] = 0;
    return text.text;
}

static void print_verdict(FILE *to, const asked_case *asked)
{
    judge_verdict_print(to, asked->c.id, &asked->v, &asked->hint);
}

static void print_details(FILE *to, const asked_case *asked)
{
    judge_detail_print(to, &asked->c, &asked->r, &asked->v, &asked->hint);
    if (*asked->note) slp_say(to, "# %s\n", asked->note);
}

/* Lines without the "# " or "# id=ID " at their beginning. */
static json_t *lines_of(char *text, const char *id)
{
    char head[SLP_MAX_ID + 8], *rest = NULL;
    json_t *lines = json_array();
    snprintf(head, sizeof head, "id=%s ", id);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line == '#') line += strspn(line, "# ");
        if (strncmp(line, head, strlen(head)) == 0) line += strlen(head);
        json_array_append_new(lines, json_string(line));
    }
    return lines;
}

/* The first few, those with a hint before the others. */
static void add_failure(conform_pair *pair, const asked_case *asked)
{
    const bool named = asked->hint.named > 0;
    const size_t room = named ? pair->named : json_array_size(pair->failures);
    if (room == FAILURES) return;
    char *verdict = printed(print_verdict, asked), *details = printed(print_details, asked);
    const char *words = verdict + strlen("verdict id=") + strlen(asked->c.id) + 1;
    json_array_insert_new(pair->failures, room,
                          json_pack("{s:s, s:s, s:o}", "id", asked->c.id, "verdict", words,
                                    "details", lines_of(details, asked->c.id)));
    if (json_array_size(pair->failures) > FAILURES) json_array_remove(pair->failures, FAILURES);
    pair->named += named;
    free(verdict);
    free(details);
}

/* Counts a hint; one whose words have a number that varies, under its fault's name. */
static void add_hint(conform_pair *pair, const judge_hint *hint)
{
    char words[JUDGE_HINT_CHARS];
    judge_hint_words(words, hint);
    if (!*words) return;
    const bool together = hint->named == 1 && hint->match[0].fault->counted_together;
    const char *key = together ? hint->match[0].fault->name : words;
    const json_t *there = json_object_get(pair->hints, key);
    json_object_set_new(pair->hints, key, json_integer(json_integer_value(there) + 1));
}

static void count_ratio(conform_pair *pair, const asked_case *asked)
{
    const slp_verdict *v = &asked->v;
    if (isnan(v->ratio) || !(v->bound > 0)) return;
    if (v->kind != SLP_VERDICT_PASS && v->kind != SLP_VERDICT_FAIL) return;
    const double share = v->ratio / v->bound;
    pair->bins[conform_bin(share)]++;
    if (share <= pair->share) return;
    pair->share = share;
    pair->ratio = v->ratio;
    pair->bound = v->bound;
    snprintf(pair->worst, sizeof pair->worst, "%s", asked->c.id);
}

/* Why the case says nothing about the port; NULL if it does. */
static const char *skip_reason(char room[64], const asked_case *asked)
{
    switch (asked->v.kind) {
    case SLP_VERDICT_UNABLE:
        snprintf(room, 64, "unable: %s",
                 asked->v.reason == SLP_UNABLE ? "no proof of the step"
                                               : slp_status_word(asked->v.reason));
        return room;
    case SLP_VERDICT_UNSUPPORTED:
        return "declined";
    case SLP_VERDICT_UNRECEIVED:
        return "unreceived";
    default:
        return NULL;
    }
}

static void count(const asked_case *asked)
{
    conform_pair *pair = asked->pair;
    char room[64];
    const char *reason = skip_reason(room, asked);
    pair->drawn++;
    pair->answered += asked->became == PROP_ANSWERED || asked->became == PROP_INCOMPLETE;
    pair->declined += asked->v.kind == SLP_VERDICT_UNSUPPORTED;
    pair->refused += asked->became == PROP_REFUSED && asked->v.kind != SLP_VERDICT_UNSUPPORTED;
    pair->unreceived += asked->became == PROP_UNRECEIVED;
    pair->count[asked->v.kind]++;
    count_ratio(pair, asked);
    if (asked->v.kind == SLP_VERDICT_PASS) conform_add_inputs(pair->inputs, &asked->c, &asked->v);
    if (reason) add_skip(pair, reason, asked->c.id);
    if (asked->v.kind == SLP_VERDICT_FAIL || asked->v.kind == SLP_VERDICT_ERROR ||
        asked->v.kind == SLP_VERDICT_UNDECIDED || asked->v.kind == SLP_VERDICT_UNRECEIVED)
        add_failure(pair, asked);
    if (asked->v.kind == SLP_VERDICT_FAIL) add_hint(pair, &asked->hint);
}

/* ---- Asking and judging -------------------------------------------------------------------- */

/* The answer must be in the arithmetic that was declared, whose tolerance is the judge's alone. */
static void read_in(asked_case *asked, const slp_arithmetic *a)
{
    slp_error err;
    slp_need_memory(slp_case_set_arithmetic(&asked->c, a));
    if (slp_need_memory(slp_result_in(&asked->r, a, &err)) == SLP_OK) return;
    snprintf(asked->note, sizeof asked->note, "%.200s", err.text);
    asked->became = PROP_INCOMPLETE;
    asked->r.fault = true;
}

static void ask_port(asked_case *asked, const prop_subject *port, const slp_arithmetic *a)
{
    asked->became = port->answer(&asked->r, asked->note, port, &asked->c);
    if (asked->became == PROP_ANSWERED) asked->note[0] = 0;
    if (asked->became == PROP_ANSWERED && a) read_in(asked, a);
    const bool counted = asked->r.error == SLP_OK && !asked->r.fault && asked->r.y.count > 0;
    if (asked->became == PROP_UNRECEIVED)
        asked->v = (slp_verdict){.kind = SLP_VERDICT_UNRECEIVED, .ratio = NAN};
    else if (asked->became == PROP_INCOMPLETE && !counted)
        asked->v = (slp_verdict){.kind = SLP_VERDICT_FAIL,
                                 .reason = SLP_INPUT,
                                 .answer = asked->r.not_finite ? "not-finite" : "malformed",
                                 .ratio = NAN};
    else
        return;
    asked->known = true;
}

static void *begin(void *own, slp_error *err)
{
    (void)err;
    return own;
}

static void end(void *bench)
{
    (void)bench;
    ref_thread_cleanup();
}

static slp_status judge_one(double *row, void *bench, size_t i)
{
    asked_case *asked = &((batch *)bench)->at[i];
    (void)row;
    ((batch *)bench)->watch.judged++;
    if (asked->known) return SLP_OK;
    slp_judge(&asked->v, &asked->c, &asked->r);
    slp_need_memory(asked->v.reason);
    return SLP_OK;
}

static void judge_all(batch *on, unsigned threads)
{
    double unused[1];
    slp_error err;
    const slp_team_work work = {
        .pieces = on->count, .bench = begin, .clear = end, .piece = judge_one, .own = on};
    if (threads > on->count) threads = (unsigned)on->count;
    slp_team_do(unused, &work, NULL, threads, &err);
}

/* As oracle/judge/batch.c names the failures of a stream. */
static void name_failures(batch *on, unsigned threads)
{
    judge_failure *failures = slp_allocate(on->count + 1, sizeof *failures);
    asked_case **failed = slp_allocate(on->count + 1, sizeof(asked_case *));
    size_t count = 0;
    double earned = 0;
    for (size_t i = 0; i < on->count; i++) {
        asked_case *asked = &on->at[i];
        if (!asked->known) earned += on->namer.work(&asked->c);
        on->namer.untried += asked->v.kind == SLP_VERDICT_FAIL && asked->v.answer;
        if (asked->v.kind != SLP_VERDICT_FAIL || asked->v.answer) continue;
        failed[count] = asked;
        failures[count++] = (judge_failure){.c = &asked->c,
                                            .r = &asked->r,
                                            .case_before = i ? &on->at[i - 1].c : NULL,
                                            .before = i ? &on->at[i - 1].r : &on->last,
                                            .v = &asked->v,
                                            .earned = earned};
        earned = 0;
    }
    on->namer.name(&on->namer, failures, count, threads);
    on->namer.earned += earned;
    for (size_t i = 0; i < count; i++) failed[i]->hint = failures[i].hint;
    free(failures);
    free(failed);
}

static void judge(batch *on, unsigned threads)
{
    judge_all(on, threads);
    name_failures(on, threads);
    if (on->count) slp_result_clear(&on->last);
    for (size_t i = 0; i < on->count; i++) {
        asked_case *asked = &on->at[i];
        count(asked);
        prop_failures_add(on->failures, &asked->c, &asked->v);
        if (asked->v.kind == SLP_VERDICT_FAIL || asked->v.kind == SLP_VERDICT_PASS)
            judge_shared_add(on->shared, &asked->c, asked->v.kind == SLP_VERDICT_FAIL,
                             asked->v.step);
        slp_case_clear(&asked->c);
        if (i + 1 == on->count)
            on->last = asked->r;
        else
            slp_result_clear(&asked->r);
        *asked = (asked_case){0};
    }
    on->count = 0;
}

/* Asks the cases of a batch; a port that takes several in flight is told of all of them first. */
static void ask_all(batch *on, const prop_subject *port, const slp_arithmetic *a)
{
    for (size_t i = 0; i < on->count && port->expect; i++) port->expect(port, &on->at[i].c);
    for (size_t i = 0; i < on->count; i++) {
        ask_port(&on->at[i], port, a);
        on->watch.answered++;
    }
    if (port->forget) port->forget(port);
}

/* Of the case itself: a case of the mixture may vary the one before it, of another pair. */
static conform_pair *pair_of(const conform_cases *cases, const slp_case *c)
{
    size_t i = 0;
    while (cases->pairs[i].system != c->system || cases->pairs[i].scheme != c->scheme) i++;
    return &cases->pairs[i];
}

/* A case of a pair that the port's list leaves out is not asked: it is declined. */
static void add_case(batch *on, const conform_cases *cases, slp_case *c)
{
    conform_pair *pair = pair_of(cases, c);
    if (!pair->asked) {
        pair->drawn++;
        pair->declined++;
        on->watch.answered++;
        on->watch.judged++;
        return;
    }
    asked_case *asked = &on->at[on->count++];
    asked->pair = pair;
    asked->c = *c;
    slp_case_init(c);
    slp_result_init(&asked->r);
}

static void begin_batch(batch *on, const prop_subject *port)
{
    *on = (batch){.room = BATCH,
                  .namer = {.name = judge_name_failures,
                            .work = judge_work_of_judging,
                            .budget.hints = HINTS,
                            .keeps = true},
                  .shared = judge_shared_new(),
                  .failures = prop_failures_new()};
    if (port->in_flight > on->room) on->room = port->in_flight;
    on->at = slp_allocate(on->room, sizeof *on->at);
    slp_result_init(&on->last);
}

/* The smallest failing cases, as text to be freed.  Time does not limit them: the same port gets
 * the same statement. */
static char *smallest(batch *on, const prop_subject *port, const conform_request *request)
{
    const judge_namer namer = {.find = judge_hint_find};
    const prop_failures_limits limits = {request->questions, INFINITY};
    prop_failures_reduce(on->failures, port, &limits, &namer);
    return prop_failures_text(on->failures, "");
}

static void end_batch(batch *on, conform_cases *cases, const prop_subject *port,
                      const conform_request *request)
{
    char *shared = judge_shared_text(on->shared), *cases_text = smallest(on, port, request);
    slp_written text;
    FILE *to = slp_written_begin(&text);
    judge_explain(to, &on->namer);
    fputs(shared, to);
    fputs(cases_text, to);
    cases->explanation = lines_of(slp_written_end(&text), "");
    free(text.text);
    free(shared);
    free(cases_text);
    prop_failures_free(on->failures);
    judge_shared_free(on->shared);
    slp_result_clear(&on->last);
    judge_namer_clear(&on->namer);
    free(on->at);
}

slp_status conform_ask(conform_cases *cases, const prop_subject *port,
                       const conform_request *request, slp_error *err)
{
    const uint64_t total = request->count * cases->count;
    slp_draw_pair *pairs = slp_allocate(cases->count, sizeof *pairs);
    batch on;
    slp_status status = SLP_OK;
    slp_mixed_class which;
    SLP_CLEARED(slp_case) c = {0};
    slp_arithmetic numbers;
    if (request->arithmetic) numbers = *request->arithmetic;
    numbers.tolerance = 0; /* of the port, not of its numbers */
    begin_batch(&on, port);
    for (size_t i = 0; i < cases->count; i++) {
        pairs[i] = (slp_draw_pair){cases->pairs[i].system, cases->pairs[i].scheme,
                                   request->choice.least, request->choice.most};
        cases->pairs[i].asked = port->has(port, pairs[i].system, pairs[i].scheme);
    }
    slp_watch_begin(&on.watch, "slp conform: drawn cases,", total, 0);
    for (uint64_t i = 0; i < total && status == SLP_OK; i++) {
        status = slp_need_memory(slp_draw_mixed_in(&c, &which, pairs, cases->count, request->seed,
                                                   i, request->arithmetic ? &numbers : NULL));
        if (status == SLP_OK) add_case(&on, cases, &c);
        if (on.count == on.room || i + 1 == total) {
            ask_all(&on, port, request->arithmetic);
            judge(&on, request->threads);
        }
    }
    slp_watch_end(&on.watch);
    if (status != SLP_OK)
        slp_error_set(err, 0, NULL, NULL, "a draw made a case that the format refuses");
    end_batch(&on, cases, port, request);
    free(pairs);
    return status;
}
