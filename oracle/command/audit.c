/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* `slp audit`: decides claims and writes the report. */
#include "reports/audit/plan.h"
#include "oracle/contract/number/number.h"
#include "oracle/command/command.h"
#include "oracle/command/shared_options.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/whole_file.h"
#include "reports/report.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Begins a file of JUnit's XML; true without one, too.  False after a message. */
static bool begin_junit(slp_junit *junit, const char *path, const audit_options *options)
{
    if (!path) return true;
    if (slp_junit_begin(junit, path, "slp audit")) {
        slp_junit_property(junit, "size", options->full ? "full" : "default");
        return true;
    }
    slp_say(stderr, "slp audit: %s: cannot be written: %s\n", path, strerror(errno));
    slp_junit_end(junit, false);
    return false;
}

/* Ends it with all records of this run.  False after a message. */
static bool end_junit(slp_junit *junit, const char *path, const audit_plan *p)
{
    if (!path) return true;
    for (size_t i = 0; i < p->count; i++)
        if (p->entries[i].record) audit_junit_add(junit, p->entries[i].record);
    if (slp_junit_end(junit, true)) return true;
    slp_say(stderr, "slp audit: %s: cannot be written: %s\n", path, strerror(errno));
    return false;
}

/* Prints how many confidence intervals the results of this run rest on, if any. */
static void say_levels(const audit_plan *p)
{
    json_t *own = json_array();
    for (size_t i = 0; i < p->count; i++)
        if (p->entries[i].record) json_array_append(own, p->entries[i].record);
    json_t *levels = audit_multiplicity(own);
    if (json_integer_value(json_object_get(levels, "intervals")) > 0)
        slp_say(p->options->table, "%s\n", json_string_value(json_object_get(levels, "text")));
    json_decref(levels);
    json_decref(own);
}

/* Certificates are of steps that this process computes: all of them, and once each. */
static bool certificates_fit(const audit_options *options)
{
    const char *why = NULL;
    if (options->team) why = "is for slp audit: slp-mpi writes none";
    if (options->resume)
        why = "is of every step: leave out --resume, which computes only what is missing";
    if (why) slp_say(stderr, "slp audit: --certificates %s\n", why);
    return !why;
}

/* Makes the directory of the certificates.  False after a message. */
static bool certificates_prepare(const char *folder)
{
    if (!folder) return true;
    if (!audit_make_directories(folder)) return false;
    if (slp_whole_is_link(folder)) {
        slp_say(stderr,
                "slp audit: %s is a link, which could lead to files of somebody else; give "
                "--certificates the directory that is meant\n",
                folder);
        return false;
    }
    slp_whole_sweep(folder, NULL);
    return true;
}

static bool hand_pages(const char *dir, const json_t *records,
                       bool (*put)(void *where, const char *name, const char *text, size_t size),
                       void *where)
{
    return !report_write_to(&(report_target){.dir = dir, .put = put, .where = where}, records)
                .failed;
}

static int carry_out(audit_plan *p, const char *path, const char *bundle)
{
    const audit_options *options = p->options;
    const bool alone = !options->team, leads = alone || options->team->rank == 0;
    slp_junit junit;
    int bad = !certificates_prepare(options->certificates) ||
              (leads && !begin_junit(&junit, path, options));
    if (!alone) bad = options->team->largest(options->team->own, bad);
    if (bad) return 2;
    int status = alone ? audit_run(p->entries, p->count, options)
                       : audit_run_team(p->entries, p->count, options);
    if (status == 2 && leads && path) slp_junit_end(&junit, false);
    if (status == 2 || !leads) return status;
    json_t *records = audit_plan_gather(p);
    bool good = audit_write_results(options->out, records);
    if (!end_junit(&junit, path, p)) good = false;
    report_outcome report = report_write(options->out, records);
    if (report.figures_missing)
        slp_say(stderr, "slp audit: %zu figure%s not drawn: %s\n", report.figures_missing,
                report.figures_missing == 1 ? " was" : "s were", report.why);
    if (bundle && good && !report.failed)
        good = audit_bundle(bundle, records, options->out, hand_pages);
    if (!good || report.failed) {
        json_decref(records);
        return 2;
    }
    json_decref(records);
    say_levels(p);
    slp_say(options->table, "report: %s/index.html\n", options->out);
    if (options->certificates) slp_say(options->table, "certificates: %s\n", options->certificates);
    return report.figures_missing ? 2 : status;
}

/* Reads and checks the claims to run; rank 0 first, so that an error is printed once. */
static bool plan(audit_plan *p, const char *claim, const char *const *operands)
{
    bool good = !claim || audit_plan_add(p, claim);
    for (size_t i = 0; operands[i] && good; i++) good = audit_plan_add(p, operands[i]);
    if (good && p->count == 0) good = audit_plan_ledger(p);
    if (good && p->count == 0) fputs("slp audit: the ledger is empty\n", stderr);
    return good && p->count;
}

static bool plan_together(audit_plan *p, const char *claim, const char *const *operands)
{
    const slp_team *team = p->options->team;
    if (!team) return plan(p, claim, operands);
    int bad = team->rank == 0 && !plan(p, claim, operands);
    if (team->largest(team->own, bad)) return false;
    bad = team->rank > 0 && !plan(p, claim, operands);
    return !team->largest(team->own, bad);
}

/* Refuses a second --claim, which would replace the first without a message. */
static bool one_claim(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++)
        count += strcmp(argv[i], "--claim") == 0 || strncmp(argv[i], "--claim=", 8) == 0;
    if (count > 1)
        slp_say(stderr,
                "slp audit: --claim is given %d times; further claims follow as bare words: "
                "slp audit --claim A B C\n",
                count);
    return count < 2;
}

static const char usual_out[] = "build/report";

typedef struct request {
    const char *claim, *junit, *bundle, *out, *certificates;
    uint64_t jobs;
    bool full, resume, published;
} request;

static const slp_option options_read[] = {
    SLP_VALUE(request, claim, "--claim", "CLAIM|FILE", TEXT,
              "this claim only: one of the ledger (`slp list claims`), or a file of your own "
              "(reports/CLAIMS.md), named as its id; more can follow as bare words"),
    SLP_FLAG(request, full, "--full", "the sources' own sizes instead of the default ones"),
    SLP_FLAG(request, resume, "--resume",
             "keep records in DIR that were made from the same claim, size and program, and whose "
             "sums match; the rest is computed again, and what was changed is said"),
    SLP_OUT_OPTION(request, out, " (default build/report)"),
    SLP_JOBS_OPTION(request, jobs),
    SLP_JUNIT_OPTION(request, junit),
    SLP_VALUE(request, certificates, "--certificates", "DIR", TEXT,
              "write what another program needs to prove the steps of these claims again, to "
              "DIR/ID.EXPERIMENT.txt (`slp manual proofs`); not with --resume"),
    SLP_VALUE(
        request, bundle, "--bundle", "FILE", TEXT,
        "write the records of DIR, their data, figures, cases and pages to a new zip archive: "
        "an RO-Crate 1.1 with SHA-256, a codecheck.yml and a certificate to be signed; the "
        "same bytes for the same records "
        "(dates: SOURCE_DATE_EPOCH, or the day of the last record)"),
    SLP_FLAG(request, published, "--published",
             "run nothing: show the verdicts that were published with this version, default and "
             "full size side by side, and apply the claims' rules to the published numbers again"),
    SLP_NO_OPTION};

/* --published shows what is stored; an option that asks for a file is refused. */
static bool writes_nothing(const request *asked)
{
    const char *option = asked->bundle             ? "--bundle"
                         : asked->junit            ? "--junit"
                         : asked->certificates     ? "--certificates"
                         : asked->out != usual_out ? "--out"
                         : asked->resume           ? "--resume"
                                                   : NULL;
    if (option)
        slp_say(stderr, "slp audit: --published runs nothing and writes nothing: leave out %s\n",
                option);
    return !option;
}

int audit_command(int argc, char **argv, const slp_team *team)
{
    const char *operands[AUDIT_CLAIMS] = {NULL};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    request asked = {.out = usual_out, .jobs = processors > 0 && !team ? (uint64_t)processors : 1};
    if (!one_claim(argc, argv) ||
        !slp_options_read(&asked, options_read, operands, AUDIT_CLAIMS - 1, argc, argv))
        return 2;
    const char *claim = asked.claim, *junit = asked.junit, *bundle = asked.bundle;
    audit_options options = {.out = asked.out,
                             .table = stdout,
                             .team = team,
                             .full = asked.full,
                             .resume = asked.resume,
                             .certificates = asked.certificates,
                             .jobs = (size_t)asked.jobs,
                             .threads = team ? (unsigned)asked.jobs : 0};
    if (options.certificates && !certificates_fit(&options)) return 2;
    if (asked.published && !writes_nothing(&asked)) return 2;
    if (bundle && !audit_bundle_free(bundle)) return 2;
    const slp_file_use files[] = {{"--claim", NULL, claim, NULL},
                                  {"--out", options.out, "index.html", "report.css"},
                                  {"--out", options.out, "results.json", "slp-results-"},
                                  {"--out", options.out, "results.csv", "id,source,locator"},
                                  {"--junit", NULL, junit, slp_junit_mark},
                                  {"--bundle", NULL, bundle, ""},
                                  {"--certificates", NULL, options.certificates, ""},
                                  {0}};
    if (!asked.published && !slp_files_fit("audit", files)) return 2;
    options.progress = isatty(STDERR_FILENO) && (!team || team->rank == 0) ? stderr : NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is a write error, reported like any other */
    audit_plan *p = slp_allocate(1, sizeof *p);
    p->options = &options;
    int status = !plan_together(p, claim, operands) ? 2
                 : !asked.published                 ? carry_out(p, junit, bundle)
                 : team && team->rank > 0           ? 0
                                                    : audit_show_published(p, stdout);
    audit_plan_clear(p);
    free(p);
    return status;
}

static int run(int argc, char **argv)
{
    return audit_command(argc, argv, NULL);
}

const slp_command slp_command_audit = {
    .name = "audit",
    .about = "decide claims of papers; table, records and a report",
    .usage = "[CLAIM...] *\n"
             "--published! [CLAIM...] --claim",
    .options = options_read,
    .text = "Runs the claims of the ledger (`slp list claims`), each in a process of its own, and "
            "decides them from certified enclosures and confidence intervals.  The table goes to "
            "stdout, records and pages to DIR: DIR/index.html is the report, DIR/results.json and "
            "results.csv the same for machines, DIR/results/ID.json a record a claim (the same "
            "bytes for any number of jobs and machines), DIR/runs/ID.json when and how long it "
            "ran, DIR/data the series behind the figures.  --jobs is claims at a time, and where "
            "there are fewer, threads of a claim that spreads.  slp-mpi, where it was built, "
            "spreads an audit over machines.\n",
    .end = "Exit status: 0 every claim decided (all verdicts but inconclusive), 1 some claim "
           "inconclusive or ended in an error, or published numbers do not give the published "
           "verdict, 2 unusable input, or a report that is not whole: a figure not drawn (the "
           "pages say why, and all else is there), a file not written.  In JUnit's XML a claim "
           "that is inconclusive fails.\n"
           "\n"
           "  slp audit --claim gbw-energy\n",
    .run = run};
