/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp conform: what a port can do and how well, as a page, JSON, JUnit's XML and a badge; two such
 * statements compared. */
#include "oracle/command/command.h"
#include "oracle/command/named_pair.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/whole_file.h"
#include "props/smaller/smaller.h"
#include "reports/conform/statement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command_line {
    const char *port, *out, *page;
    slp_choice_words choice;
    slp_arithmetic_words numbers;
    uint64_t seed, count, jobs, in_flight, questions;
    double multiplier, seconds;
    bool quick, compare;
} command_line;

static const slp_option options[] = {
    SLP_PORT_OPTION(command_line, port),
    SLP_OUT_OPTION(command_line, out, ""),
    SLP_CHOICE_OPTIONS(command_line, choice),
    SLP_SEED_OPTION(command_line, seed),
    SLP_LIMITED(command_line, count, "--count", "K", WHOLE, 8, 1000000,
                "drawn cases for each pair (default 32); fewer than 30 miss rare ones"),
    SLP_MULTIPLIER_OPTION(command_line, multiplier),
    SLP_QUICK_OPTION(command_line, quick),
    SLP_ARITHMETIC_OPTIONS(command_line, numbers),
    SLP_TOLERANCE_OPTION(command_line, numbers),
    SLP_QUESTIONS_OPTION(command_line, questions),
    SLP_TIMEOUT_OPTION(command_line, seconds),
    SLP_IN_FLIGHT_OPTION(command_line, in_flight),
    SLP_JOBS_OPTION(command_line, jobs),
    SLP_FLAG(command_line, compare, "--compare",
             "what differs between two statements, files or folders: verdicts, worst ratios; they "
             "must have asked the same"),
    SLP_VALUE(command_line, page, "--page", "FILE", TEXT,
              "with --compare: write it to FILE in place of standard output, as Markdown; as a "
              "page if FILE ends in .html"),
    SLP_NO_OPTION};

static int refuse(const char *option, const char *value, const char *remedy)
{
    return slp_option_refuse("conform", option, value, remedy);
}

/* ---- Two statements ------------------------------------------------------------------------ */

static bool write_comparison(const char *path, const char *markdown)
{
    const size_t length = strlen(path);
    const bool html = length > 5 && strcmp(path + length - 5, ".html") == 0;
    slp_whole_file file;
    errno = 0;
    bool good = slp_whole_begin(&file, path);
    if (good)
        good = html ? conform_compare_page(file.to, markdown) : fputs(markdown, file.to) != EOF;
    if (slp_whole_end(&file, good, false)) return true;
    slp_say(stderr, "slp conform: cannot write %s: %s\n", path,
            errno ? strerror(errno) : "out of memory");
    return false;
}

static int compare(const char *const files[2], const char *out)
{
    char why[CONFORM_WHY];
    slp_written told;
    json_t *document[2] = {NULL, NULL};
    int status = 2;
    for (int i = 0; i < 2; i++) {
        document[i] = conform_read(files[i], why);
        if (!document[i]) break;
    }
    FILE *to = slp_written_begin(&told);
    if (document[0] && document[1]) status = conform_compare(to, document[0], document[1], why);
    char *text = slp_written_end(&told);
    if (status == 2)
        slp_say(stderr, "slp conform --compare: %s\n", why);
    else if (!out)
        fputs(text, stdout);
    else if (!write_comparison(out, text))
        status = 2;
    free(text);
    json_decref(document[0]);
    json_decref(document[1]);
    return status;
}

/* ---- One statement ------------------------------------------------------------------------- */

static bool ready(const void *of)
{
    return conform_prepare(of);
}

static int state(const conform_request *request, const char *out)
{
    slp_error err;
    json_t *document = conform_gather(request, &err);
    if (!document) {
        if (*err.text) slp_error_print(stderr, "slp conform", &err);
        return 2;
    }
    int status = conform_status(document);
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document);
    if (conform_write(out, document)) {
        printf("%s; %s\n", pairs, cases);
        slp_say(stdout, "%s: %s/index.html\n", status ? "falls short" : "conforms", out);
    } else {
        status = 2;
    }
    free(pairs);
    free(cases);
    json_decref(document);
    return status;
}

static int run_conform(int argc, char **argv)
{
    enum { MOST_THREADS = 64 };
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const char *operands[3] = {NULL}, *deeper = getenv("SLP_CHECK_MULTIPLIER");
    command_line asked = {.seed = 1,
                          .count = 32,
                          .seconds = SLP_USUAL_SECONDS,
                          .questions = PROP_QUESTIONS,
                          .jobs = processors < 1 ? 1 : (uint64_t)processors,
                          .in_flight = 1};
    slp_arithmetic a;
    if (!slp_options_read(&asked, options, operands, 3, argc, argv)) return 2;
    if (!slp_arithmetic_read(&a, &asked.numbers, "conform")) return 2;
    if (asked.compare && asked.port)
        return refuse("--port", asked.port, "give it or --compare, not both");
    if (asked.compare && (!operands[1] || operands[2]))
        return refuse("--compare", "", "needs two statements: conform.json, or their folders");
    const slp_file_use compared[] = {{"--compare", NULL, operands[0], NULL},
                                     {"--compare", NULL, operands[1], NULL},
                                     {"--page", NULL, asked.page, "Two conformance statements"},
                                     {0}};
    if (asked.compare)
        return slp_files_fit("conform", compared) ? compare(operands, asked.page) : 2;
    if (operands[0]) return refuse("argument", operands[0], "is unknown; see slp conform --help");
    if (!asked.port) return refuse("--port", "COMMAND", "is missing");
    if (!asked.out) return refuse("--out", "DIR", "is missing");
    const slp_file_use files[] = {{"--out", asked.out, "index.html", "Conformance statement"},
                                  {"--out", asked.out, "conform.json", "slp conformance statement"},
                                  {"--out", asked.out, "junit.xml", slp_junit_mark},
                                  {"--out", asked.out, "badge.svg", "slp conform"},
                                  {"--out", asked.out, "summary.svg", "onformance statement"},
                                  {0}};
    if (!slp_files_fit("conform", files)) return 2;
    if (!(asked.multiplier > 0) && asked.quick) asked.multiplier = 0.25;
    if (!(asked.multiplier > 0) && deeper && *deeper &&
        !slp_option_set(&asked, options, "conform", "--multiplier", deeper))
        return 2;
    conform_request request = {
        .port = asked.port,
        .seed = asked.seed,
        .count = asked.count,
        .quick = asked.quick,
        .multiplier = asked.multiplier > 0 ? asked.multiplier : 1,
        .seconds = asked.seconds,
        .questions = asked.questions,
        .in_flight = (unsigned)asked.in_flight,
        .threads = (unsigned)(asked.jobs > MOST_THREADS ? MOST_THREADS : asked.jobs),
        .terminal = isatty(STDERR_FILENO) == 1,
        .ready = ready,
        .of = asked.out};
    if (!slp_arithmetic_is_binary64(&a) || a.tolerance > 0) request.arithmetic = &a;
    if (!slp_choice_read(&request.choice, &asked.choice, "conform")) return 2;
    slp_blas_one_thread();
    const int status = state(&request, asked.out);
    slp_choice_clear(&request.choice);
    return status;
}

const slp_command slp_command_conform = {
    .name = "conform",
    .about = "conformance statement of a port: page, JSON, JUnit, badge",
    .usage = "--port! --out! * ^--page\n"
             "--compare! A B --page",
    .options = options,
    .text = "Asks a port drawn cases, which the judge judges, and the laws.  Writes DIR/index.html "
            "(one page that loads nothing), conform.json, junit.xml, badge.svg and summary.svg; a "
            "statement that is there is replaced, each file whole, other files of these names are "
            "not.  The first line says on how many pairs of system and scheme the port held, and "
            "how many it declined: a port that declines everything does not conform.  Judge and "
            "laws use the unit of the port's own arithmetic.\n",
    .end = "The same port and seed give the same bytes but for the part `run` (machine, times), "
           "which the page shows last; with SOURCE_DATE_EPOCH set it has no time of its own.\n"
           "\n"
           "Exit status: 0 conforms; 1 falls short, the statement is written all the same; 2 "
           "unusable input: nothing is written.  Of --compare: 0 the same verdicts, 1 some differ, "
           "2 unusable.\n"
           "\n"
           "  slp conform --port ./my-port --out statement\n",
    .run = run_conform};
