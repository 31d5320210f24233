/* slp simulate: a trajectory of a preset as comma-separated values. */
#include "oracle/command.h"
#include "oracle/noise.h"
#include "oracle/options.h"
#include "oracle/simulate.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PRESETS = 256 };

/* The number of whole steps until T; false after a message. */
static bool count_steps(uint64_t *steps, const char *text, double h)
{
    char *end;
    double until = strtod(text, &end), n = until / h;
    if (end == text || *end || !isfinite(until) || !(n >= 0) || !(n <= 0x1p53)) {
        fprintf(
            stderr,
            "slp simulate: --until needs a time from 0 to %g (2^53 steps of h = %g), not '%s'\n",
            0x1p53 * h, h, text);
        return false;
    }
    /* T = n h in decimals need not be n h in binary: a step that T misses by a millionth counts */
    *steps = (uint64_t)floor(n + 1e-6);
    return true;
}

static int unknown_preset(const char *name)
{
    char *names[MOST_PRESETS];
    slp_preset_names(names, MOST_PRESETS);
    slp_unknown_word("simulate", "preset", name, (const char *const *)names,
                     "`slp list presets` shows them");
    for (size_t i = 0; names[i]; i++) free(names[i]);
    return 2;
}

static void warn_of_truncation(const slp_case *c)
{
    double bound = slp_truncation_bound(c->h, 2);
    if (c->M && bound < 3)
        fprintf(stderr,
                "slp simulate: h = %g truncates normals at %.2f standard deviations (EJLL 4.2); "
                "below 3 this changes their law: take a smaller step\n",
                c->h, bound);
}

/* source: what messages call the text. */
static int simulate(slp_case *start, const char *text, const char *source, slp_simulation *how,
                    const char *until)
{
    slp_error err;
    size_t horizon;
    slp_status status = slp_preset_case(start, &horizon, text, &err);
    if (status) {
        slp_error_print(stderr, source, &err);
        return 2;
    }
    how->start = start;
    how->steps = horizon;
    if (until && !count_steps(&how->steps, until, start->h)) return 2;
    warn_of_truncation(start);
    status = slp_simulate(stdout, how, &err);
    if (status == SLP_OK) return 0;
    fflush(stdout);
    slp_error_print(stderr, "slp simulate", &err);
    return status == SLP_UNSUPPORTED || status == SLP_INPUT ? 2 : 1;
}

static int run(int argc, char **argv)
{
    const char *preset = NULL, *path = "fast", *until = NULL;
    slp_simulation how = {.seed = 1, .every = 1};
    const slp_option options[] = {{"--path", SLP_OPTION_TEXT, &path, 0, 0},
                                  {"--until", SLP_OPTION_TEXT, &until, 0, 0},
                                  {"--seed", SLP_OPTION_WHOLE, &how.seed, 0, UINT64_MAX},
                                  {"--every", SLP_OPTION_WHOLE, &how.every, 1, UINT64_MAX},
                                  {"--noise", SLP_OPTION_FLAG, &how.noise, 0, 0},
                                  {NULL, SLP_OPTION_FLAG, NULL, 0, 0}};
    const char *const paths[] = {"ref", "fast", NULL};
    if (!slp_options_read(options, &preset, 1, argc, argv)) return 2;
    if (!preset) {
        fputs("slp simulate: which preset? `slp list presets` shows them\n", stderr);
        return 2;
    }
    how.fast = strcmp(path, "fast") == 0;
    if (!how.fast && strcmp(path, "ref") != 0) {
        slp_unknown_word("simulate", "path", path, paths, "ref or fast");
        return 2;
    }
    slp_error err;
    char *own = strchr(preset, '/') ? slp_preset_file(preset, &err) : NULL;
    if (strchr(preset, '/') && !own) {
        slp_error_print(stderr, preset, &err);
        return 2;
    }
    const char *text = own ? own : slp_preset_text(preset);
    if (!text) return unknown_preset(preset);
    slp_case start;
    slp_case_init(&start);
    int status = simulate(&start, text, preset, &how, until);
    slp_case_clear(&start);
    free(own);
    ref_thread_cleanup();
    return status;
}

const slp_command slp_command_simulate = {
    .name = "simulate",
    .about = "a trajectory of a preset as comma-separated values",
    .help =
        "usage: slp simulate PRESET|./FILE [--path ref|fast] [--until T] [--seed N] [--every K] "
        "[--noise]\n"
        "\n"
        "Prints a trajectory: a header line, then t,x1,...,xd,energy,casimir1,... a row, numbers "
        "with\n"
        "17 digits, so that they read back exactly.  `slp list presets` shows the presets; each "
        "names\n"
        "system, scheme, parameters, step h, initial state and how many steps it goes by default.\n"
        "A name with a slash is a file of the same form: comments, and one case line without dw.\n"
        "\n"
        "  --path fast  the binary64 path (default)\n"
        "  --path ref   every step certified and correctly rounded\n"
        "  --until T    stop at the last step not after time T\n"
        "  --seed N     which noise (1): process k is channel k-1 of path 0 at level 0 under this\n"
        "               seed, truncated with ell = 2 (EJLL 4.2); the same numbers on every "
        "machine\n"
        "  --every K    a row every K steps (1), and one for the last step\n"
        "  --noise      columns dW1,...,dWM: the increments used since the row before, summed\n"
        "\n"
        "Exit status: 0 the trajectory is complete; 1 a step had no solution or no certificate "
        "(rows\n"
        "before it stand); 2 unusable input, or a failed write.\n"
        "\n"
        "  slp simulate ejll-rigid-body --until 10 --every 256 > rigid-body.csv\n",
    .run = run};
