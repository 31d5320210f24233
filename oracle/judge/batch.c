/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A batch of records: several threads judge them, and their verdicts are printed in the order in
 * which the records came. */
#include "oracle/judge/batch.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/plumbing/team.h"
#include "ref/ref.h"
#include "oracle/contract/number/float_rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most records in a batch, and most numbers in all of them together: 2 MiB. */
enum { RECORDS = 128, NUMBERS = 1 << 18 };

typedef struct entry {
    slp_case c;
    slp_result r;
    slp_verdict v;
    bool known;  /* the verdict is known without judging */
    char *fault; /* why the answer is not valid; NULL if it is */
    judge_hint hint;
    double seconds; /* that judging took */
    char *lines;    /* of the port's stages; NULL: there are none */
    judge_stages stages;
} entry;

struct judge_batch {
    size_t count, numbers;
    entry at[RECORDS];
    void (*compare)(judge_stages *said, const slp_case *c, const slp_result *r, const char *lines);
    slp_case last_case; /* of the batch before */
    slp_result last;
    bool stages; /* the port prints some */
};

/* ---- Judging ------------------------------------------------------------------------------ */

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
    entry *record = &((judge_batch *)bench)->at[i];
    const double began = slp_clock_seconds();
    (void)row;
    if (record->known) return SLP_OK;
    slp_judge(&record->v, &record->c, &record->r);
    slp_need_memory(record->v.reason);
    if (record->lines)
        ((judge_batch *)bench)->compare(&record->stages, &record->c, &record->r, record->lines);
    record->seconds = slp_clock_seconds() - began;
    return SLP_OK;
}

static void judge_all(judge_batch *batch, unsigned threads)
{
    double unused[1];
    slp_error err;
    const slp_team_work work = {
        .pieces = batch->count, .bench = begin, .clear = end, .piece = judge_one, .own = batch};
    if (threads > batch->count) threads = (unsigned)batch->count;
    slp_team_do(unused, &work, NULL, threads, &err);
}

/* Names the failures.  What naming may cost is earned by judging what stands before them. */
static void find_hints(judge_batch *batch, judge_namer *namer, unsigned threads)
{
    judge_failure *failures = slp_allocate(batch->count, sizeof *failures);
    size_t count = 0;
    double earned = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const entry *record = &batch->at[i];
        if (!record->known) earned += namer->work(&record->c);
        namer->untried += record->v.kind == SLP_VERDICT_FAIL && record->fault;
        if (record->v.kind != SLP_VERDICT_FAIL || record->fault) continue;
        failures[count++] =
            (judge_failure){.c = &record->c,
                            .r = &record->r,
                            .case_before = i ? &batch->at[i - 1].c : &batch->last_case,
                            .before = i ? &batch->at[i - 1].r : &batch->last,
                            .v = &record->v,
                            .earned = earned};
        earned = 0;
    }
    namer->name(namer, failures, count, threads);
    namer->earned += earned;
    count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        entry *record = &batch->at[i];
        if (record->v.kind != SLP_VERDICT_FAIL || record->fault) continue;
        record->hint = failures[count].hint;
        record->seconds += failures[count++].seconds;
    }
    free(failures);
}

/* Says of answers without stages that there are none, if the port printed some for other cases: it
 * may have answered before it came to the step. */
static void miss_stages(judge_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) batch->stages = batch->stages || batch->at[i].lines;
    for (size_t i = 0; i < batch->count && batch->stages; i++) {
        entry *record = &batch->at[i];
        if (!record->lines && !record->known)
            record->stages.text = slp_copy_text("none printed, as of other cases");
    }
}

/* ---- Printing the verdicts ---------------------------------------------------------------- */

static void print_record(judge_stream *run, const entry *record)
{
    const slp_verdict *v = &record->v;
    const judge_hint *hint = &record->hint;
    judge_verdict_print(run->out, record->c.id, v, hint);
    judge_tally_add(&run->tally, record->c.id, v);
    if (run->shared && (v->kind == SLP_VERDICT_FAIL || v->kind == SLP_VERDICT_PASS))
        judge_shared_add(run->shared, &record->c, v->kind == SLP_VERDICT_FAIL, v->step);
    if (run->keep) run->keep(run->kept, &record->c, v);
    if (run->junit)
        judge_verdict_junit(run->junit, &record->c, &record->r, v, hint, record->fault,
                            record->seconds);
    slp_progress_step(&run->progress, run->tally.judged);
    if (v->kind == SLP_VERDICT_FAIL && record->stages.text)
        judge_wrong_values_add(&run->wrong_values, &record->stages,
                               slp_system_word(record->c.system));
    const bool told = record->stages.wrong || record->stages.remarks;
    if ((v->kind != SLP_VERDICT_FAIL && !told) || run->details == 0) return;
    run->details--;
    if (record->fault)
        fprintf(run->out, "# id=%s %s\n", record->c.id, record->fault);
    else
        judge_detail_print(run->out, &record->c, &record->r, v, hint);
    if (record->stages.text)
        fprintf(run->out, "# id=%s stages: %s\n", record->c.id, record->stages.text);
}

static void clear(entry *record)
{
    slp_case_clear(&record->c);
    slp_result_clear(&record->r);
    free(record->fault);
    free(record->lines);
    judge_stages_clear(&record->stages);
    *record = (entry){0};
}

void judge_batch_tell(judge_stream *run)
{
    judge_batch *batch = run->batch;
    if (!batch || batch->count == 0) return;
    batch->compare = run->stages;
    judge_all(batch, run->threads);
    miss_stages(batch);
    if (run->namer) find_hints(batch, run->namer, run->threads);
    for (size_t i = 0; i < batch->count; i++) {
        print_record(run, &batch->at[i]);
        if (i + 1 == batch->count) {
            slp_case_clear(&batch->last_case);
            slp_result_clear(&batch->last);
            batch->last_case = batch->at[i].c;
            batch->last = batch->at[i].r;
            slp_case_init(&batch->at[i].c);
            slp_result_init(&batch->at[i].r);
        }
        clear(&batch->at[i]);
    }
    batch->count = batch->numbers = 0;
}

void judge_batch_end(judge_stream *run)
{
    judge_batch_tell(run);
    if (run->batch) {
        slp_case_clear(&run->batch->last_case);
        slp_result_clear(&run->batch->last);
    }
    free(run->batch);
    run->batch = NULL;
}

/* ---- Adding records ----------------------------------------------------------------------- */

static entry *next(judge_stream *run)
{
    if (!run->batch) run->batch = slp_allocate(1, sizeof *run->batch);
    return &run->batch->at[run->batch->count];
}

static void taken(judge_stream *run)
{
    judge_batch *batch = run->batch;
    const entry *last = &batch->at[batch->count++];
    batch->numbers += last->c.x_count + last->c.dw_count + last->r.y.count;
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) batch->numbers += last->c.params[p].count;
    if (batch->count == RECORDS || batch->numbers > NUMBERS) judge_batch_tell(run);
}

/* "line=4 coordinate 2 of step 5 is nan", "line=4 error 'oops' is none of: ..." */
static char *described(const slp_case *c, const slp_result *r, const slp_error *err)
{
    char text[SLP_FAULT_CHARS], whole[SLP_FAULT_CHARS + 32];
    slp_judge_fault(text, c, r, err);
    snprintf(whole, sizeof whole, "line=%zu %s", r->line, text);
    return slp_copy_text(whole);
}

void judge_batch_result(judge_stream *run, slp_case *c, slp_result *r, char **stages)
{
    entry *record = next(run);
    record->lines = *stages;
    *stages = NULL;
    record->c = *c;
    record->r = *r;
    slp_case_init(c);
    slp_result_init(r);
    if (record->r.error == SLP_OK && record->r.y.count != record->c.steps * record->c.d)
        record->fault = described(&record->c, &record->r, NULL);
    taken(run);
}

void judge_batch_fault(judge_stream *run, slp_case *c, const slp_result *r, const slp_error *err)
{
    entry *record = next(run);
    const size_t item = r->fault_item <= c->steps * c->d ? r->fault_item : 0;
    record->known = true;
    record->v = (slp_verdict){.kind = SLP_VERDICT_FAIL,
                              .reason = SLP_INPUT,
                              .answer = r->not_finite ? "not-finite" : "malformed",
                              .ratio = NAN,
                              .step = item ? (item - 1) / c->d + 1 : 0,
                              .coordinate = item ? (item - 1) % c->d + 1 : 0};
    record->fault = described(c, r, err);
    record->c = *c;
    slp_case_init(c);
    taken(run);
}

void judge_batch_known(judge_stream *run, const char *id, slp_verdict_kind kind)
{
    entry *record = next(run);
    record->known = true;
    record->v = (slp_verdict){.kind = kind, .ratio = NAN};
    record->c.id = slp_copy_text(id);
    taken(run);
}
