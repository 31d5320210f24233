/* A stream of results, paired with their cases and judged one at a time. */
#include "oracle/judge_stream.h"

#include <math.h>
#include <string.h>

static void say(judge_stream *run, const char *id, const slp_verdict *v)
{
    judge_verdict_print(run->out, id, v);
    judge_tally_add(&run->tally, id, v);
    slp_progress_step(&run->progress, run->tally.judged);
}

static void say_unreceived(judge_stream *run, const char *id)
{
    slp_verdict v = {.kind = SLP_VERDICT_UNRECEIVED, .ratio = NAN};
    say(run, id, &v);
}

/* SLP_INPUT when the result cannot be an answer to the case. */
static slp_status judge_pair(judge_stream *run, const slp_case *c, const slp_result *r,
                             slp_error *err)
{
    slp_verdict v;
    if (r->error == SLP_OK && r->y.count != c->steps * c->d)
        return slp_error_set(
            err, r->line, r->id, "y",
            "%zu numbers where the case asks for %zu: %zu steps of %zu coordinates", r->y.count,
            c->steps * c->d, c->steps, c->d);
    slp_judge(&v, c, r);
    say(run, c->id, &v);
    if (v.kind == SLP_VERDICT_FAIL && run->details > 0) {
        judge_detail_print(run->out, c, r, &v);
        run->details--;
    }
    return SLP_OK;
}

slp_status judge_echoed(judge_stream *run, slp_reader *reader, slp_error *err)
{
    slp_case held, fresh;
    slp_result r;
    slp_record_kind kind;
    slp_status status;
    bool waiting = false;
    slp_case_init(&held);
    slp_case_init(&fresh);
    slp_result_init(&r);
    while ((status = slp_reader_next(&kind, &fresh, &r, reader, err)) == SLP_OK) {
        if (kind == SLP_RECORD_CASE) {
            slp_case swap = held;
            if (waiting) say_unreceived(run, held.id);
            held = fresh;
            fresh = swap;
            waiting = true;
        } else if (kind == SLP_RECORD_RESULT) {
            if (!waiting || strcmp(held.id, r.id) != 0)
                status =
                    slp_error_set(err, r.line, r.id, "id",
                                  "no case with this id stands just before the result; echo each "
                                  "case line before its result, or name the cases with --cases");
            else
                status = judge_pair(run, &held, &r, err);
            waiting = false;
        }
        if (status != SLP_OK || ferror(run->out)) break;
    }
    if (status == SLP_END && waiting) say_unreceived(run, held.id);
    slp_case_clear(&held);
    slp_case_clear(&fresh);
    slp_result_clear(&r);
    return status;
}

slp_status judge_filed(judge_stream *run, slp_reader *reader, slp_error *err, bool *in_file)
{
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_status status;
    const char *id;
    slp_case_init(&c);
    slp_result_init(&r);
    *in_file = false;
    while ((status = slp_reader_next(&kind, &c, &r, reader, err)) == SLP_OK) {
        if (kind != SLP_RECORD_RESULT) continue;
        status = judge_cases_take(&c, run->cases, r.id, err);
        *in_file = status == SLP_INPUT;
        if (status == SLP_END)
            status =
                slp_error_set(err, r.line, r.id, "id", "%s has no case with this id", run->path);
        if (status == SLP_OK) status = judge_pair(run, &c, &r, err);
        if (status != SLP_OK || ferror(run->out)) break;
    }
    if (status == SLP_END) {
        while ((status = judge_cases_next_left(&id, run->cases, err)) == SLP_OK)
            say_unreceived(run, id);
        *in_file = status == SLP_INPUT;
    }
    slp_case_clear(&c);
    slp_result_clear(&r);
    return status;
}
