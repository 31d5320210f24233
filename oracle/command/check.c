/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp check: tests the laws on every pair, for the paths of this project or for a port. */
#include "reports/audit/audit.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/command/command.h"
#include "oracle/command/named_case.h"
#include "oracle/command/named_pair.h"
#include "oracle/command/shared_options.h"
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/whole_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "props/own/own.h"
#include "props/prop.h"

static const char regressions_default[] = "props/regressions.slp";

/* The share of the cases that --quick draws. */
static const double QUICK = 0.25;

/* While threads wait for a port's answers others can work, so there are more of them than
 * processors. */
enum { WAITING_THREADS = 32, MOST_THREADS = 64 };

typedef struct request {
    prop_options options;
    const char *port, *regressions, *preset, *page;
    double seconds, multiplier;
    uint64_t in_flight, jobs;
    int path;
    slp_arithmetic_words words;
    slp_choice_words choice;
    slp_arithmetic arithmetic;
} request;

static const slp_option options[] = {
    SLP_PATH_OPTION(request, path, "; without it and --port both are asked"),
    SLP_PORT_OPTION(request, port),
    SLP_TIMEOUT_OPTION(request, seconds),
    SLP_IN_FLIGHT_OPTION(request, in_flight),
    SLP_ARITHMETIC_OPTIONS(request, words),
    SLP_TOLERANCE_OPTION(request, words),
    SLP_VALUE(request, options.law, "--law", "LAW", TEXT, "this law only (`slp list laws`)"),
    SLP_CHOICE_OPTIONS(request, choice),
    SLP_SEED_OPTION(request, options.seed),
    SLP_MULTIPLIER_OPTION(request, multiplier),
    SLP_QUICK_OPTION(request, options.quick),
    SLP_JOBS_OPTION(request, jobs),
    SLP_VALUE(request, options.replay, "--replay", "TOKEN", TEXT,
              "try one case again, as printed with a counterexample"),
    SLP_VALUE(request, regressions, "--regressions", "FILE", TEXT,
              "cases that are tried first (default props/regressions.slp where it exists; none: no "
              "file)"),
    SLP_FLAG(request, options.save, "--save", "add counterexamples to the file of --regressions"),
    SLP_PRESET_OPTION(
        request, preset,
        "with --law weak-order or strong-order: no laws, but a table of order and "
        "leading coefficient of each scheme (by --path fast unless it is given), on a "
        "preset"),
    SLP_FLAG(request, options.tap, "--tap", "print Test Anything Protocol"),
    SLP_JSON_OPTION(request, options.json),
    SLP_JUNIT_OPTION(request, options.junit),
    SLP_VALUE(request, page, "--page", "FILE", TEXT, "with --scheme own: write a page of it"),
    SLP_NO_OPTION};

static int refuse(const char *option, const char *value, const char *remedy)
{
    return slp_option_refuse("check", option, value, remedy);
}

static bool read_options(request *to, int argc, char **argv)
{
    const char *deeper = getenv("SLP_CHECK_MULTIPLIER");
    to->options.multiplier = 1;
    if (deeper && *deeper) {
        if (!slp_option_set(to, options, "check", "--multiplier", deeper)) return false;
        to->options.multiplier = to->multiplier;
        to->multiplier = 0;
    }
    if (!slp_options_read(to, options, NULL, 0, argc, argv)) return false;
    if (to->multiplier > 0) to->options.multiplier = to->multiplier;
    if (to->options.law && !prop_law_find(to->options.law)) {
        const char *names[65] = {NULL};
        for (size_t i = 0; i < 64 && prop_law_registry[i]; i++)
            names[i] = prop_law_registry[i]->name;
        slp_unknown_word("check", "law", to->options.law, names, "`slp list laws` shows them");
        return false;
    }
    return slp_choice_read(&to->options.choice, &to->choice, "check");
}

/* " --port '...'", quoted for the shell, and the time limit if one was given: for the printed
 * replay command.  The caller frees it. */
static char *port_again(const request *asked)
{
    char *word = audit_shell_word(asked->port);
    slp_written text;
    FILE *to = slp_written_begin(&text);
    fprintf(to, " --port %s", word);
    if (asked->seconds != SLP_USUAL_SECONDS) fprintf(to, " --timeout %.17g", asked->seconds);
    const struct {
        const char *option, *value;
    } said[] = {{"arithmetic", asked->words.arithmetic},
                {"unit", asked->words.unit},
                {"range", asked->words.range},
                {"tolerance", asked->words.tolerance}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (said[i].value) fprintf(to, " --%s %s", said[i].option, said[i].value);
    free(word);
    return slp_written_end(&text);
}

/* The table of coefficients that --preset asks for. */
static int print_coefficients(const request *asked, const prop_subject *subject)
{
    SLP_CLEARED(slp_case) problem = {0};
    uint64_t horizon;
    int status = slp_named_case(&problem, &horizon, "check", asked->preset);
    if (status == 0) {
        slp_whole_file file;
        const char *name = asked->options.json;
        const bool open = name && slp_whole_begin(&file, name);
        if (!name || open)
            status = prop_print_coefficients(stdout, open ? file.to : NULL,
                                             prop_law_find(asked->options.law), subject, &problem);
        if (status == 2) refuse("--preset", asked->preset, "no noise acts there; name another");
        if (name && !slp_whole_end(&file, status == 0, false) && status != 2)
            status = refuse("--json", name, "cannot be written");
    }
    return status;
}

static int run_port(request *asked)
{
    slp_error err;
    prop_subject *port = prop_subject_port_new(asked->port, asked->seconds, &err);
    if (!port) {
        slp_error_print(stderr, "slp check --port", &err);
        return 2;
    }
    prop_subject_port_set_arithmetic(port, &asked->arithmetic);
    if (port->arithmetic) asked->options.save = false; /* cases of other ports are binary64's */
    prop_subject_port_in_flight(port, (unsigned)asked->in_flight);
    if (port->in_flight && !asked->jobs)
        asked->options.threads =
            port->in_flight < WAITING_THREADS ? port->in_flight : WAITING_THREADS;
    if (asked->preset) {
        const int status = print_coefficients(asked, port);
        prop_subject_port_free(port);
        return status;
    }
    if (asked->options.choice.scheme == &slp_scheme_own) {
        const prop_own_options own = {.port = port,
                                      .command = asked->port,
                                      .system = asked->options.choice.system,
                                      .law = asked->options.law,
                                      .seed = asked->options.seed,
                                      .json = asked->options.json,
                                      .page = asked->page,
                                      .out = stdout};
        const int status = prop_own_run(&own);
        prop_subject_port_free(port);
        return status;
    }
    char *again = port_again(asked);
    const judge_namer namer = {.find = judge_hint_find};
    asked->options.namer = &namer;
    const prop_subject *subjects[] = {port, NULL};
    asked->options.subjects = subjects;
    asked->options.again = again;
    int status = prop_run(&asked->options);
    free(again);
    prop_subject_port_free(port);
    return status;
}

static int run_paths(request *asked)
{
    const prop_subject *both[] = {&prop_subject_ref, &prop_subject_fast, NULL};
    const prop_subject *one[] = {NULL, NULL};
    if (asked->path != SLP_PATH_UNASKED)
        one[0] = asked->path == SLP_PATH_REF ? &prop_subject_ref : &prop_subject_fast;
    asked->options.subjects = one[0] ? one : both;
    if (asked->preset) return print_coefficients(asked, one[0] ? one[0] : &prop_subject_fast);
    return prop_run(&asked->options);
}

/* A quick run has its own multiplier and its own laws.  0 go on, 2 refused. */
static int take_quick(request *asked)
{
    const prop_options *how = &asked->options;
    if (!how->quick) return 0;
    char multiplier[SLP_NUMBER_CHARS];
    snprintf(multiplier, sizeof multiplier, "%g", asked->multiplier);
    if (asked->multiplier > 0)
        return refuse("--multiplier", multiplier, "give it or --quick, not both");
    if (how->replay)
        return refuse("--replay", how->replay, "one case; --quick says nothing about it");
    if (how->law && prop_quick_leaves_out(prop_law_find(how->law)))
        return refuse("--law", how->law, "--quick leaves this law out; leave out --quick");
    asked->options.multiplier = QUICK;
    return 0;
}

/* A rule of one's own has another table, and none of what belongs to the usual one.  0 go on, 2
 * refused. */
static int fits_own(const request *asked)
{
    const prop_options *how = &asked->options;
    const char *const word = slp_scheme_own.name;
    if (how->choice.scheme != &slp_scheme_own)
        return asked->page ? refuse("--page", asked->page, "is of --scheme own; give it") : 0;
    if (!asked->port) return refuse("--scheme", word, "is the rule of a port; give --port COMMAND");
    if (how->quick || how->replay || how->tap || how->junit || asked->preset ||
        asked->multiplier > 0 || asked->in_flight || asked->words.arithmetic || asked->words.unit ||
        asked->words.tolerance || how->choice.most)
        return refuse("--scheme", word,
                      "takes --port, --timeout, --system, --law, --seed, --json and --page");
    return 0;
}

static int run_asked(request *asked)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t jobs = asked->jobs ? asked->jobs : processors < 1 ? 1 : (uint64_t)processors;
    asked->options.threads = jobs > MOST_THREADS ? MOST_THREADS : (unsigned)jobs;
    asked->options.progress = stderr;
    asked->options.terminal = isatty(STDERR_FILENO) == 1;
    asked->options.every = asked->options.terminal ? 0.5 : 10;
    if (asked->options.json && asked->options.replay)
        return refuse("--json", asked->options.json, "a replay of one case has no table");
    if (asked->options.junit && asked->options.replay)
        return refuse("--junit", asked->options.junit, "a replay of one case has no table");
    if (take_quick(asked) != 0) return 2;
    if (asked->preset && (!asked->options.law || (strcmp(asked->options.law, "weak-order") != 0 &&
                                                  strcmp(asked->options.law, "strong-order") != 0)))
        return refuse("--preset", asked->preset,
                      "is of --law weak-order or --law strong-order; give one");
    if (asked->path != SLP_PATH_UNASKED && asked->port)
        return refuse("--path", asked->path == SLP_PATH_REF ? "ref" : "fast",
                      "give it or --port, not both");
    const slp_arithmetic_words *words = &asked->words;
    if (!slp_arithmetic_read(&asked->arithmetic, words, "check")) return 2;
    if ((words->arithmetic || words->unit || words->tolerance) && !asked->port)
        return refuse("--arithmetic", "A", "is about a port; the paths compute in binary64");
    if (fits_own(asked) != 0) return 2;
    if (asked->in_flight && !asked->port)
        return refuse("--in-flight", "N", "is about a port; give --port COMMAND");
    if (strcmp(asked->regressions, "none") == 0) asked->regressions = NULL;
    if (asked->regressions == regressions_default && access(asked->regressions, R_OK) != 0)
        asked->regressions = NULL;
    asked->options.regressions = asked->regressions;
    const slp_file_use files[] = {{"--regressions", NULL, asked->regressions, ""},
                                  {"--json", NULL, asked->options.json, "\"multiplier\":"},
                                  {"--junit", NULL, asked->options.junit, slp_junit_mark},
                                  {"--page", NULL, asked->page, "# A rule that"},
                                  {0}};
    if (!slp_files_fit("check", files)) return 2;
    slp_blas_one_thread();
    char *program = audit_program(); /* the printed commands can be copied as they stand */
    asked->options.program = program;
    int status = asked->port ? run_port(asked) : run_paths(asked);
    free(program);
    return status; /* main reports output that cannot be written */
}

static int run_check(int argc, char **argv)
{
    request asked = {.options = {.seed = 1, .out = stdout},
                     .regressions = regressions_default,
                     .seconds = SLP_USUAL_SECONDS,
                     .path = SLP_PATH_UNASKED};
    if (!read_options(&asked, argc, argv)) return 2;
    const int status = run_asked(&asked);
    slp_choice_clear(&asked.options.choice);
    return status;
}

const slp_command slp_command_check = {
    .name = "check",
    .about = "laws on every pair of system and scheme, by path or port",
    .usage = "*",
    .options = options,
    .text = "Tries every law on every pair of system and scheme: where the pair keeps the law it "
            "must hold on every case drawn, where it breaks the law it must be seen to.  A law "
            "that takes smaller cases than --size asks is left out, and a line says so.\n"
            "\n"
            "--quick takes less than a minute for both paths on two processors, of a port as its "
            "answers take.  It finds no slow drift, and a fault that few cases show only with the "
            "chance that it prints.  --scheme own, with --port, is a rule that is not in the list: "
            "every law is measured, and the rule is compared with those of the list.\n",
    .end = "The margin is the worst residual in units of what rounding allows (1 is the limit); of "
           "a law that must be seen broken it is the least.  Rows are printed as they are decided; "
           "how far the run is stands on stderr, every 10 seconds where that is no terminal.  A "
           "law that does not apply to what is asked is not listed; where none does that is said, "
           "exit 2.  A law that samples is undecided where too few cases could have shown a fault. "
           "Last line: N passed, N failed[, N undecided].\n"
           "\n"
           "Exit status: 0 held, 1 fell short or undecided, 2 unusable input.\n"
           "\n"
           "  slp check --port './my-port --quick' --law casimirs\n",
    .run = run_check};
