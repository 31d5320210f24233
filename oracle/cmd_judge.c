/* slp judge: results on standard input, verdicts on standard output, a record at a time. */
#include "oracle/command.h"
#include "oracle/judge.h"
#include "oracle/judge_cases.h"
#include "oracle/judge_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct judge_run {
    const char *path;          /* of the cases, NULL: each result follows its echoed case */
    unsigned long long errors; /* failures still to be detailed */
    judge_cases *cases;
    judge_tally tally;
    bool tty;
    struct timespec began, shown;
} judge_run;

static const char source[] = "standard input";

/* ---- Progress --------------------------------------------------------------------------------- */

static double since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static void show_progress(judge_run *run)
{
    if (!run->tty || since(&run->began) < 2.0 || since(&run->shown) < 0.5) return;
    clock_gettime(CLOCK_MONOTONIC, &run->shown);
    fprintf(stderr, "\rslp judge: %zu judged, %zu failed", run->tally.judged,
            run->tally.count[SLP_VERDICT_FAIL]);
}

static void end_progress(const judge_run *run)
{
    if (run->shown.tv_sec != run->began.tv_sec || run->shown.tv_nsec != run->began.tv_nsec)
        fputs("\r\033[K", stderr);
}

/* ---- Verdicts --------------------------------------------------------------------------------- */

static void say(judge_run *run, const char *id, const slp_verdict *v)
{
    judge_verdict_print(stdout, id, v);
    judge_tally_add(&run->tally, id, v);
    show_progress(run);
}

static void say_unreceived(judge_run *run, const char *id)
{
    slp_verdict v = {.kind = SLP_VERDICT_UNRECEIVED, .ratio = 0.0 / 0.0};
    say(run, id, &v);
}

/* SLP_INPUT when the result cannot be an answer to the case. */
static slp_status judge_pair(judge_run *run, const slp_case *c, const slp_result *r, slp_error *err)
{
    slp_verdict v;
    if (r->error == SLP_OK && r->y.count != c->steps * c->d)
        return slp_error_set(
            err, r->line, r->id, "y",
            "%zu numbers where the case asks for %zu: %zu steps of %zu coordinates", r->y.count,
            c->steps * c->d, c->steps, c->d);
    slp_judge(&v, c, r);
    say(run, c->id, &v);
    if (v.kind == SLP_VERDICT_FAIL && run->errors > 0) {
        judge_detail_print(stdout, c, r, &v);
        run->errors--;
    }
    return SLP_OK;
}

/* Results that follow their cases: one case is held at a time. */
static slp_status judge_echoed(judge_run *run, slp_reader *reader, slp_error *err)
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
            if (status != SLP_OK) break;
        }
    }
    if (status == SLP_END && waiting) say_unreceived(run, held.id);
    slp_case_clear(&held);
    slp_case_clear(&fresh);
    slp_result_clear(&r);
    return status;
}

/* Results whose cases are in a file; cases echoed among them are passed over. */
static slp_status judge_filed(judge_run *run, slp_reader *reader, slp_error *err, bool *in_file)
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
        if (status != SLP_OK) break;
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

/* ---- The command ------------------------------------------------------------------------------ */

static int judge_stream(judge_run *run)
{
    slp_error err;
    slp_status status;
    bool in_file = true;
    slp_reader *reader;
    if (run->path && judge_cases_open(&run->cases, run->path, &err) != SLP_OK) {
        slp_error_print(stderr, "slp judge", &err);
        return 2;
    }
    reader = slp_reader_new(stdin, source);
    status = run->path ? judge_filed(run, reader, &err, &in_file) : judge_echoed(run, reader, &err);
    if (!run->path) in_file = false;
    slp_reader_free(reader);
    judge_cases_close(run->cases);
    end_progress(run);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "slp judge: cannot write the verdicts: %s\n", strerror(errno));
        return 2;
    }
    if (status == SLP_INPUT) slp_error_print(stderr, in_file ? run->path : source, &err);
    judge_tally_print(stderr, &run->tally);
    if (status == SLP_INPUT) return 2;
    return judge_tally_status(&run->tally);
}

/* The value of option `name` at argv[*i], as "--name VALUE" or "--name=VALUE"; NULL if it is another. */
static const char *option(int argc, char **argv, int *i, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(argv[*i], name, length) != 0) return NULL;
    if (argv[*i][length] == '=') return argv[*i] + length + 1;
    if (argv[*i][length] != '\0') return NULL;
    return *i + 1 < argc ? argv[++*i] : "";
}

static bool read_count(unsigned long long *count, const char *text)
{
    char *end;
    errno = 0;
    *count = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static int run_judge(int argc, char **argv)
{
    judge_run run = {.errors = 20, .tty = isatty(STDERR_FILENO) == 1};
    for (int i = 1; i < argc; i++) {
        const char *value;
        if ((value = option(argc, argv, &i, "--cases"))) {
            run.path = value;
            if (*value) continue;
            fputs("slp judge: --cases needs the name of a file of cases\n", stderr);
        } else if ((value = option(argc, argv, &i, "--errors"))) {
            if (read_count(&run.errors, value)) continue;
            fprintf(stderr, "slp judge: --errors needs a count, 0 or more, not '%s'\n", value);
        } else {
            fprintf(stderr, "slp judge: unknown argument '%s'; see slp judge --help\n", argv[i]);
        }
        return 2;
    }
    clock_gettime(CLOCK_MONOTONIC, &run.began);
    run.shown = run.began;
    return judge_stream(&run);
}

const slp_command slp_command_judge = {
    .name = "judge",
    .about = "compare results with certified enclosures: results -> verdicts",
    .help =
        "usage: slp judge [--cases FILE] [--errors N] < RESULTS > VERDICTS\n"
        "\n"
        "Judges every step of every result against a certified enclosure that starts from the\n"
        "result's own state before it, and prints a verdict a result:\n"
        "\n"
        "  verdict id=rb-1 pass ratio=0.83 worst=1:2\n"
        "\n"
        "ratio is |y - y*| / (u |x| kappa), rounded up, of the worst step:coordinate; "
        "oracle/judge.md\n"
        "derives what it must not exceed.  Other words: fail, undecided, unable (no certificate, "
        "says\n"
        "nothing about the subject), error (the subject gave up where a certificate exists),\n"
        "unsupported, unreceived (a case without a result).\n"
        "\n"
        "  --cases FILE  take the cases from FILE, results in any order; without it each result "
        "must\n"
        "                follow its echoed case\n"
        "  --errors N    detail at most N failures in comment lines (default 20); all are judged\n"
        "\n"
        "The tally goes to standard error.  Exit status: 0 something passed and nothing fell "
        "short;\n"
        "1 a fail, error, undecided or unreceived, or nothing passed; 2 unusable input.\n"
        "\n"
        "  slp gen --count 1000 | ./my-port | slp judge\n",
    .run = run_judge};
