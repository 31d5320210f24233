/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp simulate: writes a trajectory of a preset as a table.  A long run can be resumed. */
#include "oracle/contract/number/number.h"
#include "oracle/command/advise.h"
#include "oracle/command/command.h"
#include "oracle/command/named_case.h"
#include "oracle/command/plot.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/case/pair_choice.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/simulate/simulate.h"
#include "ref/ref.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t UNASKED = UINT64_MAX; /* steps, before anybody says */
static const double USUAL_ELL = 2;

/* The number of whole steps until T; false after a message. */
static bool count_steps(uint64_t *steps, const char *text, double h)
{
    char *end;
    double until = strtod(text, &end), n = until / h;
    if (end == text || *end || !isfinite(until) || !(n >= 0) || !(n <= 0x1p53)) {
        slp_say(
            stderr,
            "slp simulate: --until needs a time from 0 to %g (2^53 steps of h = %g), not '%s'\n",
            0x1p53 * h, h, text);
        return false;
    }
    /* a decimal T = n h need not be n h in binary: it may be short by a millionth of a step */
    *steps = (uint64_t)floor(n + 1e-6);
    return true;
}

/* Where the increments of this run show that they are cut off. */
static void warn_of_truncation(const slp_simulation *how)
{
    const slp_case *c = how->start;
    const double ell = how->ell ? *how->ell : USUAL_ELL, draws = (double)c->M * (double)how->steps;
    if (!(ell > 0) || draws == 0 || draws < slp_truncation_shows(c->h, ell)) return;
    slp_say(stderr,
            "slp simulate: ell = %g cuts normals off at %.3g standard deviations at h = %g, and "
            "%.0f increments show it in their moments; take a smaller step, or --ell 0, which "
            "leaves them whole\n",
            ell, slp_truncation_bound(c->h, ell), c->h, draws);
}

/* Prints a message if needed, and returns the exit status. */
static int ended(slp_status status, const slp_simulated *report, const slp_simulation *how,
                 const slp_error *err)
{
    if (status != SLP_OK) {
        fflush(stdout);
        slp_error_print(stderr, report->about ? report->about : "slp simulate", err);
        return status == SLP_UNSUPPORTED || status == SLP_INPUT ? 2 : 1;
    }
    if (!report->signal || report->step == how->steps) return 0;
    slp_say(stderr, "slp simulate: interrupted after step %llu of %llu; ",
            (unsigned long long)report->step, (unsigned long long)how->steps);
    if (how->out)
        slp_say(stderr, "the same command with --resume goes on from step %llu\n",
                (unsigned long long)report->vouched);
    else
        fputs("with --table FILE a run can be resumed\n", stderr);
    return 1;
}

/* wanted: the error of --advise, 0 without it */
static int simulate(const slp_case *start, uint64_t horizon, slp_simulation *how, const char *until,
                    double wanted)
{
    slp_error err;
    slp_simulated report;
    how->start = start;
    if (how->steps == UNASKED) how->steps = horizon;
    if (until && !count_steps(&how->steps, until, start->h)) return 2;
    if (!isfinite((double)how->steps * start->h))
        return slp_refuse(
            "slp simulate: --steps %llu of h = %g end beyond every number; ask for fewer\n",
            (unsigned long long)how->steps, start->h);
    if (start->scheme == &slp_scheme_own)
        return slp_refuse(
            "slp simulate: scheme own is a rule of a port; slp takes the steps of a scheme of "
            "the list (slp list schemes)\n");
    if (wanted > 0) return slp_advise(start, how->steps, how->seed, wanted);
    warn_of_truncation(how);
    slp_status status = slp_simulate(&report, how, &err);
    return ended(status, &report, how, &err);
}

/* The format by the extension of a name without its folders; false after a message.  A name
 * without an extension, or with a point at its beginning alone, is text. */
static bool choose_format(bool *npy, const char *name)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    const bool has_extension = dot && dot != base;
    *npy = has_extension && strcmp(dot, ".npy") == 0;
    if (strcmp(name, "-") == 0) {
        fputs("slp simulate: --table needs the name of a file, not '-'; without it the table goes "
              "to standard output\n",
              stderr);
        return false;
    }
    if (!has_extension || *npy || strcmp(dot, ".csv") == 0) return true;
    slp_say(stderr,
            "slp simulate: --table %s: there is no format '%s'; a name ends in .npy (NumPy array), "
            "in .csv or without extension (comma-separated values)\n",
            name, dot);
    return false;
}

/* Checks that the options about files fit together; the caller frees *name. */
static bool settle_files(char **name, slp_simulation *how, const char *preset, const char *plot)
{
    static const char suffix[] = ".checkpoint";
    *name = NULL;
    if (!how->out) {
        if (!how->checkpoint && !how->resume) return true;
        fputs("slp simulate: --checkpoint and --resume need --table FILE\n", stderr);
        return false;
    }
    if (!choose_format(&how->npy, how->out)) return false;
    size_t length = strlen(how->out);
    if (!how->checkpoint) {
        *name = slp_allocate(length + sizeof suffix, 1);
        memcpy(*name, how->out, length);
        memcpy(*name + length, suffix, sizeof suffix);
        how->checkpoint = *name;
    }
    const slp_file_use files[] = {{"the preset", NULL, preset, NULL},
                                  {"--table", NULL, how->out, ""},
                                  {"--checkpoint", NULL, how->checkpoint, ""},
                                  {"--figure", NULL, plot, plot ? slp_figure_mark(plot) : ""},
                                  {0}};
    return slp_files_fit("simulate", files);
}

/* plot: the figure to draw at the end, or NULL. */
static int with_case(const char *preset, slp_simulation *how, const char *until, const char *plot,
                     double wanted)
{
    const slp_plot_how usual = {NULL, NULL, SLP_PLOT_X2_FIRST};
    SLP_CLEARED(slp_case) start = {0};
    uint64_t horizon;
    int status = slp_named_case(&start, &horizon, "simulate", preset);
    if (status == 0) status = simulate(&start, horizon, how, until, wanted);
    if (status == 0 && plot) status = slp_plot_file("simulate", how->out, plot, &usual, &start);
    ref_thread_cleanup();
    return status;
}

typedef struct request {
    slp_simulation how;
    const char *until, *figure;
    double ell, wanted;
    int path;
} request;

static const slp_option options[] = {
    SLP_PATH_OPTION(request, path, " (default)"),
    SLP_VALUE(request, until, "--until", "T", TEXT, "stop at the last step not after time T"),
    SLP_LIMITED(request, how.steps, "--steps", "N", WHOLE, 0, UINT64_C(1) << 53,
                "stop after N steps"),
    SLP_SEED_OPTION(request, how.seed),
    SLP_VALUE(request, ell, "--ell", "L", DECIMAL,
              "normals are cut off at sqrt(2 L |ln h|) (default 2; EJLL 4.2), 0: nowhere.  A "
              "warning says where a run shows it"),
    SLP_LIMITED(request, how.every, "--every", "K", WHOLE, 1, UINT64_MAX,
                "a row every K steps (default 1), and one for the last step; energy and Casimirs "
                "are computed for rows alone"),
    SLP_FLAG(request, how.noise, "--noise",
             "columns dW1,...,dWM: the increments used since the row before, summed"),
    SLP_FLAG(request, how.brief, "--brief", "no columns x1,...,xd"),
    SLP_VALUE(request, wanted, "--advise", "E", POSITIVE,
              "no trajectory, but the errors at the end of this one, and the steps h to take for "
              "an error E, from the leading terms of single steps"),
    SLP_VALUE(request, how.out, "--table", "FILE", TEXT,
              "write FILE, which must not exist, instead of standard output.  A name in .npy makes "
              "a NumPy array: a = numpy.load('run.npy'); a['t'], a['x'][:, 0], a['energy'], "
              "a['casimir'], a['dW'].  It can be loaded while the run goes on.  A name in .csv, or "
              "without extension, makes the same text as standard output; others are refused"),
    SLP_FIGURE_OPTION(request, figure, ", of --table when it is complete"),
    SLP_FLAG(request, how.resume, "--resume",
             "go on where the checkpoint stands, however the run ended, kill -9 included: the "
             "table becomes byte for byte what an uninterrupted run makes.  Where neither file is "
             "there, begin.  --until and --steps may ask for more than before"),
    SLP_VALUE(request, how.checkpoint, "--checkpoint", "FILE", TEXT,
              "the checkpoint's name (default: that of --table and .checkpoint)"),
    SLP_LIMITED(request, how.seconds, "--checkpoint-seconds", "S", WHOLE, 0, 1 << 30,
                "write it every S seconds (default 10), 0: as often as possible"),
    SLP_LIMITED(request, how.paces, "--checkpoint-steps", "K", WHOLE, 1, UINT64_MAX,
                "and every K steps"),
    SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    const char *preset = NULL, *fault = NULL;
    request asked = {.how = {.seed = 1, .every = 1, .seconds = 10, .steps = UNASKED},
                     .ell = USUAL_ELL,
                     .path = SLP_PATH_FAST};
    slp_simulation *how = &asked.how;
    if (!slp_options_read(&asked, options, &preset, 1, argc, argv)) return 2;
    how->fast = asked.path == SLP_PATH_FAST;
    if (asked.ell != USUAL_ELL) how->ell = &asked.ell;
    if (!preset)
        fault = "which preset? `slp list presets` shows them";
    else if (asked.until && how->steps != UNASKED)
        fault = "give --until or --steps, not both";
    else if (asked.wanted > 0 && how->out)
        fault = "--advise makes no trajectory; leave --table away";
    else if (asked.figure && !how->out)
        fault = "--figure needs --table FILE, the table that is drawn";
    if (fault) slp_say(stderr, "slp simulate: %s\n", fault);
    if (fault || (asked.figure && !slp_plot_takes("simulate", asked.figure))) return 2;
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is a failed write, reported like any other */
    char *name;
    const int status = settle_files(&name, how, preset, asked.figure)
                           ? with_case(preset, how, asked.until, asked.figure, asked.wanted)
                           : 2;
    free(name);
    return status;
}

const slp_command slp_command_simulate = {
    .name = "simulate",
    .about = "a trajectory of a preset as a table, resumable",
    .usage = "PRESET|./FILE *",
    .options = options,
    .text = "Makes a trajectory: a header line, then t,x1,...,xd,energy,casimir1,... a row, "
            "numbers with 17 digits, so that they read back exactly.  `slp list presets` shows the "
            "presets; each names system, scheme, parameters, step h, initial state and how many "
            "steps it goes by default.  A name with a slash is a file of the same form: comments, "
            "and one case line without dw.  So is a name that no preset has, if there is such a "
            "file.  Process k of the noise is channel k-1 of path 0 at level 0 under the seed; the "
            "same numbers on every machine.\n",
    .end = "On SIGINT (Ctrl-C), SIGTERM or SIGHUP the run ends with whole rows and a checkpoint; a "
           "second one kills it.  The same bytes need the same version, processor and BLAS, and "
           "for matrices beyond n = 64 as many threads, which the checkpoint knows (set "
           "OPENBLAS_NUM_THREADS).\n"
           "\n"
           "Exit status: 0 the trajectory is complete; 1 a step had no solution or no certificate "
           "(rows before it stand), or a signal ended it; 2 unusable input, or a failed write.\n"
           "\n"
           "  slp simulate ejll-rigid-body --until 10 --every 256 > rigid-body.csv\n"
           "  slp simulate ejll-zeitlin-sphere --brief --every 100 --table run.npy --resume\n",
    .run = run};
