/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp judge: results on standard input, verdicts on standard output, a record at a time. */
#include "oracle/contract/case/case_binary.h"
#include "oracle/command/command.h"
#include "oracle/command/shared_options.h"
#include "oracle/command/smallest_case.h"
#include "oracle/contract/number/number.h"
#include "oracle/judge/fault/fault.h"
#include "oracle/judge/stages/stages.h"
#include "oracle/judge/stream.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/plumbing/files.h"
#include "ref/ref.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* True if the next record has not arrived yet. */
static bool input_waits(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) == 0;
}

/* The number of processors, or fewer if a limit on memory (ulimit -v) does not allow so many
 * threads: for each thread the C library reserves 8 MiB for the stack and up to 128 MiB for the
 * heap. */
static unsigned threads_at_most(void)
{
    enum { MOST = 64 };
    const rlim_t each = (rlim_t)136 << 20;
    struct rlimit limit;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count > MOST) count = MOST;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (count > 1 && (rlim_t)count * each > limit.rlim_cur) count--;
    return count < 1 ? 1 : (unsigned)count;
}

/* Says which lines of cases are missing, or that they are others. */
static void tell_echo(judge_stream *run)
{
    char text[JUDGE_ECHO_CHARS];
    judge_echo_fault(text, &run->tally.echo);
    if (!*text) return;
    fprintf(run->out, "# %s\n", text);
    fprintf(stderr, "slp judge: %s\n", text);
    if (run->junit)
        slp_junit_add(run->junit, &(slp_junit_case){.class_name = "run",
                                                    .name = "the cases came as they were written",
                                                    .outcome = SLP_JUNIT_FAILED,
                                                    .message = text});
}

/* A run that falls short without a verdict that does so has one more case in JUnit's file. */
static void add_run(judge_stream *run, slp_status status, const char *source, const slp_error *err)
{
    char *text = NULL;
    slp_junit_case c = {.class_name = "run"};
    if (status == SLP_INPUT) {
        slp_written said;
        slp_error_print(slp_written_begin(&said), source, err);
        c.name = "the input can be read";
        c.outcome = SLP_JUNIT_ERROR;
        c.message = "unusable input";
        c.text = text = slp_written_end(&said);
    } else if (run->tally.count[SLP_VERDICT_PASS] == 0) {
        c.name = "something passed";
        c.outcome = SLP_JUNIT_FAILED;
        c.message = "nothing passed";
    }
    if (c.name) slp_junit_add(run->junit, &c);
    free(text);
}

/* Says what is true of all failures together, a line of text each, which is freed. */
static void tell_of_run(judge_stream *run, const char *name, char *text)
{
    char *rest = NULL;
    if (run->junit && *text)
        slp_junit_add(run->junit, &(slp_junit_case){.class_name = "run",
                                                    .name = name,
                                                    .outcome = SLP_JUNIT_SKIPPED,
                                                    .message = text});
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        fprintf(stderr, "slp judge: %s\n", line);
    free(text);
}

/* True, or false after a message. */
static bool end_junit(judge_stream *run, const char *path)
{
    if (slp_junit_end(run->junit, run->junit->file.to != NULL)) return true;
    slp_say(stderr, "slp judge: %s: cannot be written: %s\n", path, strerror(errno));
    return false;
}

static int judge_input(judge_stream *run, slp_smallest *smallest, const slp_arithmetic *a,
                       bool binary)
{
    static const char source[] = "standard input";
    slp_error err;
    slp_status status;
    slp_reader *reader;
    bool in_file = false;
    if (run->path && judge_cases_open(&run->cases, run->path, &err) != SLP_OK) {
        slp_error_print(stderr, "slp judge", &err);
        if (run->junit) add_run(run, SLP_INPUT, "slp judge", &err);
        return 2;
    }
    reader = slp_need_pointer(slp_reader_new(stdin, source));
    slp_reader_set_arithmetic(reader, a);
    if (run->cases) judge_cases_set_arithmetic(run->cases, a);
    if (binary) slp_reader_set_binary(reader);
    if (binary && run->cases) judge_cases_set_binary(run->cases);
    run->shared = judge_shared_new();
    slp_smallest_begin(smallest, run);
    slp_progress_begin(&run->progress, "slp judge: verdicts");
    status = run->path ? judge_filed(run, reader, &err, &in_file) : judge_echoed(run, reader, &err);
    slp_progress_end(&run->progress);
    slp_reader_free(reader);
    judge_cases_close(run->cases);
    flint_cleanup();
    tell_echo(run);
    fflush(stdout); /* a failure of it is reported by main */
    if (status == SLP_INPUT) slp_error_print(stderr, in_file ? run->path : source, &err);
    judge_tally_print(stderr, &run->tally);
    tell_of_run(run, "first wrong values", judge_wrong_values_text(&run->wrong_values));
    judge_wrong_values_clear(&run->wrong_values);
    tell_of_run(run, "what failing cases share", judge_shared_text(run->shared));
    judge_shared_free(run->shared);
    run->shared = NULL;
    slp_smallest_end(smallest, run);
    if (run->junit) add_run(run, status, in_file ? run->path : source, &err);
    return status == SLP_END ? judge_tally_status(&run->tally) : 2;
}

/* On how many failures the whole catalogue may be tried, counted in rigid bodies, beside those that
 * the time of judging allows. */
enum { HINTS = 20 };

static int judge_and_name(judge_stream *run, slp_smallest *smallest, const slp_arithmetic *a,
                          bool binary, uint64_t hints, bool explain)
{
    judge_namer namer = {
        .find = judge_hint_find, .name = judge_name_failures, .work = judge_work_of_judging};
    namer.budget.hints = hints;
    namer.keeps = explain;
    if (hints > 0 || explain) run->namer = &namer;
    const int status = judge_input(run, smallest, a, binary);
    if (explain) {
        judge_name_rest(&namer, run->threads);
        judge_explain(stderr, &namer);
    } else if (namer.left_out > 0 && hints > 0) {
        slp_say(stderr, "slp judge: no hints for %zu failures; --hints N tries more\n",
                namer.left_out);
    }
    judge_namer_clear(&namer);
    run->namer = NULL;
    return status;
}

typedef struct request {
    const char *cases, *junit, *port;
    slp_arithmetic_words numbers;
    uint64_t errors, hints, questions;
    double seconds;
    int form;
    bool explain, stages;
} request;

static const slp_option options[] = {
    SLP_VALUE(request, cases, "--cases", "FILE", TEXT,
              "take the cases from FILE, results in any order; without it each result must follow "
              "its echoed case"),
    SLP_ARITHMETIC_OPTIONS(request, numbers),
    SLP_TOLERANCE_OPTION(request, numbers),
    SLP_FORM_OPTION(request, form),
    SLP_LIMITED(request, errors, "--errors", "N", WHOLE, 0, UINT64_MAX,
                "detail at most N failures in comment lines (default 20); all are judged"),
    SLP_FLAG(request, explain, "--explain",
             "print at the end, on standard error, which single fault explains how many failures, "
             "with the equation that is wrong: the manual, Faults"),
    SLP_FLAG(request, stages, "--stages",
             "compare the lines `# stage` that the port prints before its result, and say which "
             "value is the first wrong one: the manual, Stages"),
    SLP_LIMITED(
        request, hints, "--hints", "N", WHOLE, 0, 1000000000,
        "try all candidates on at least N failures of a rigid body's size, if so many have no "
        "name yet (default 20); larger states count more, and 0 names none"),
    SLP_VALUE(request, port, "--port", "COMMAND", TEXT,
              "the port, run by /bin/sh -c, to be asked again where it failed: prints the smallest "
              "case that still fails, its answer and the right one, on standard error"),
    SLP_QUESTIONS_OPTION(request, questions),
    SLP_TIMEOUT_OPTION(request, seconds),
    SLP_JUNIT_OPTION(request, junit),
    SLP_NO_OPTION};

static int run_judge(int argc, char **argv)
{
    request asked = {
        .errors = 20, .hints = HINTS, .questions = PROP_QUESTIONS, .seconds = SLP_USUAL_SECONDS};
    const slp_arithmetic_words *words = &asked.numbers;
    slp_arithmetic own;
    slp_junit junit;
    if (!slp_options_read(&asked, options, NULL, 0, argc, argv)) return 2;
    if (!slp_arithmetic_read(&own, words, "judge")) return 2;
    const slp_arithmetic *a = words->arithmetic || words->unit || words->tolerance ? &own : NULL;
    if (!words->arithmetic && !words->unit) own.name[0] = 0; /* each case says its own */
    const bool binary = asked.form == SLP_FORM_BINARY;
    judge_stream run = {.out = stdout,
                        .path = asked.cases,
                        .details = asked.errors,
                        .threads = threads_at_most(),
                        .stages = asked.stages ? judge_stages_compare : NULL,
                        .waits = input_waits};
    slp_smallest smallest = {.port = asked.port,
                             .seconds = asked.seconds,
                             .questions = asked.questions,
                             .arithmetic = a};
    const slp_file_use files[] = {
        {"--cases", NULL, run.path, NULL}, {"--junit", NULL, asked.junit, slp_junit_mark}, {0}};
    if (!slp_files_fit("judge", files)) return 2;
    if (!asked.junit) return judge_and_name(&run, &smallest, a, binary, asked.hints, asked.explain);
    run.junit = &junit;
    if (!slp_junit_begin(&junit, asked.junit, "slp judge")) {
        end_junit(&run, asked.junit);
        return 2;
    }
    const int status = judge_and_name(&run, &smallest, a, binary, asked.hints, asked.explain);
    return end_junit(&run, asked.junit) ? status : 2;
}

const slp_command slp_command_judge = {
    .name = "judge",
    .about = "judge results by certified enclosures: results -> verdicts",
    .usage = "* < RESULTS > VERDICTS",
    .options = options,
    .text = "Judges every step of every result against a certified enclosure that starts from the "
            "result's own state before it, and prints a verdict a result:\n"
            "\n"
            "  verdict id=rb-1 pass ratio=0.83 worst=1:2 proves=2^-48\n"
            "\n"
            "ratio is |y - y*| / (u |x| kappa), rounded up, of the worst step:coordinate; "
            "oracle/judge/judge.md derives what it must not exceed.  proves is how far off each "
            "step can be at most, relative to the larger of its two states, or absolute:2^-1069 "
            "next to underflow.  Other words: fail, undecided, unable (no certificate, or a pass "
            "would prove too little; says nothing about the subject), error (the subject gave up "
            "where a certificate exists), unsupported, unreceived (a case without a result, or "
            "that did not come back), changed (a case that is not the one that was asked, by the "
            "check word sum= of its line; a tally that says \"cases as echoed\" is of cases "
            "without such words).  A malformed answer fails, the rest is judged: "
            "reason=not-finite (nan, inf), count, malformed.  Processors judge side by side; "
            "verdicts come in the order of the results, the same for any number of processors.\n",
    .end = "The tally goes to standard error.  Exit status: 0 something passed and nothing fell "
           "short; 1 a fail, error, undecided, unreceived or changed, or nothing passed; 2 "
           "unusable input: a stream in which it cannot be told which answer is to which case, or "
           "an invalid case.\n"
           "\n"
           "  slp gen --count 1000 | ./my-port | slp judge\n",
    .run = run_judge};
