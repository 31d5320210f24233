/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stream of results, paired with their cases. */
#include "oracle/judge/stream.h"
#include "oracle/judge/batch.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/contract/number/float_rules.h"

#include <stdlib.h>
#include <string.h>

/* The program that writes our input may wait for a verdict before it sends more. */
static void tell_if_input_waits(judge_stream *run)
{
    if (!run->waits || !run->batch || !run->waits()) return;
    judge_batch_tell(run);
    fflush(run->out);
}

/* The next record.  SLP_OK also for a result that is not a valid answer: then r->fault is true and
 * *err says what is wrong. */
static slp_status next_record(slp_record_kind *kind, slp_case *c, slp_result *r, judge_stream *run,
                              slp_reader *reader, slp_error *err)
{
    tell_if_input_waits(run);
    slp_status status = slp_need_memory(slp_reader_next(kind, c, r, reader, err));
    return status == SLP_INPUT && r->fault ? SLP_OK : status;
}

/* Whether the record is a line of stages: the reader passes on no other comments. */
static bool is_stage(slp_record_kind kind, const slp_reader *reader)
{
    return kind == SLP_RECORD_OTHER && slp_reader_line(reader)[0] == '#';
}

/* Adds a line of stages to those that wait for their result. */
static void keep_stage(judge_stream *run, const char *line)
{
    const size_t had = run->stage_lines ? strlen(run->stage_lines) : 0, length = strlen(line);
    run->stage_lines = slp_reallocate(run->stage_lines, had + length + 2);
    memcpy(run->stage_lines + had, line, length);
    memcpy(run->stage_lines + had + length, "\n", 2);
}

static void drop_stages(judge_stream *run)
{
    free(run->stage_lines);
    run->stage_lines = NULL;
}

/* The answer must be in the arithmetic of its case. */
static slp_status take(judge_stream *run, slp_case *c, slp_result *r, slp_error *err)
{
    if (r->fault) {
        judge_batch_fault(run, c, r, err);
        return SLP_OK;
    }
    const slp_status status = slp_need_memory(slp_result_in(r, c->arithmetic, err));
    if (status == SLP_OK) judge_batch_result(run, c, r, &run->stage_lines);
    return status;
}

slp_status judge_echoed(judge_stream *run, slp_reader *reader, slp_error *err)
{
    slp_case held, fresh;
    SLP_CLEARED(slp_result) r = {0};
    slp_record_kind kind;
    slp_status status;
    bool waiting = false, changed = false;
    slp_reader_keep_changed(reader);
    if (run->stages) slp_reader_keep_stages(reader);
    slp_case_init(&held);
    slp_case_init(&fresh);
    while ((status = next_record(&kind, &fresh, &r, run, reader, err)) == SLP_OK) {
        if (kind == SLP_RECORD_CASE) {
            slp_case swap = held;
            if (waiting) judge_batch_known(run, held.id, SLP_VERDICT_UNRECEIVED);
            held = fresh;
            fresh = swap;
            judge_echo_add(&run->tally.echo, slp_reader_sum(reader));
            changed = slp_reader_sum(reader)->state == SLP_SUM_WRONG;
            waiting = !changed;
            if (changed) judge_batch_known(run, held.id, SLP_VERDICT_CHANGED);
            drop_stages(run);
        } else if (is_stage(kind, reader)) {
            keep_stage(run, slp_reader_line(reader));
        } else if (kind == SLP_RECORD_RESULT && changed) {
            changed = false; /* an answer to another question than that which was asked */
        } else if (kind == SLP_RECORD_RESULT) {
            if (!waiting || strcmp(held.id, r.id) != 0)
                status =
                    slp_error_set(err, r.line, r.id, "id",
                                  "no case with this id stands just before the result; echo each "
                                  "case line before its result, or name the cases with --cases");
            else
                status = take(run, &held, &r, err);
            waiting = false;
            drop_stages(run);
        }
        if (status != SLP_OK || ferror(run->out)) break;
    }
    if (status == SLP_END && waiting) judge_batch_known(run, held.id, SLP_VERDICT_UNRECEIVED);
    judge_batch_end(run);
    drop_stages(run);
    run->tally.echo.ended = status == SLP_END;
    slp_case_clear(&held);
    slp_case_clear(&fresh);
    return status;
}

slp_status judge_filed(judge_stream *run, slp_reader *reader, slp_error *err, bool *in_file)
{
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_record_kind kind;
    slp_status status;
    slp_error other;
    const char *id;
    *in_file = false;
    slp_reader_keep_changed(reader); /* cases of the stream are not looked at */
    if (run->stages) slp_reader_keep_stages(reader);
    while ((status = next_record(&kind, &c, &r, run, reader, err)) == SLP_OK) {
        if (is_stage(kind, reader)) keep_stage(run, slp_reader_line(reader));
        if (kind != SLP_RECORD_RESULT) continue;
        status = judge_cases_take(&c, run->cases, r.id, &other);
        *in_file = status == SLP_INPUT;
        if (*in_file) *err = other;
        if (status == SLP_END)
            status =
                slp_error_set(err, r.line, r.id, "id", "%s has no case with this id", run->path);
        if (status == SLP_OK) status = take(run, &c, &r, err);
        drop_stages(run);
        if (status != SLP_OK || ferror(run->out)) break;
    }
    if (status == SLP_END) {
        while ((status = judge_cases_next_left(&id, run->cases, err)) == SLP_OK)
            judge_batch_known(run, id, SLP_VERDICT_UNRECEIVED);
        *in_file = status == SLP_INPUT;
    }
    judge_batch_end(run);
    drop_stages(run);
    return status;
}
