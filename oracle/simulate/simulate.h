/* Pieces of `slp simulate`: presets as cases, and trajectories as comma-separated values. */
#ifndef SLP_ORACLE_SIMULATE_H
#define SLP_ORACLE_SIMULATE_H

#include "oracle/contract/case.h"

/* The text of the preset `name` (oracle/simulate/presets/NAME.slp, embedded in the program); NULL if there is none. */
const char *slp_preset_text(const char *name);
/* The text of a file of the same form, to be freed; NULL with *err when it cannot be read or is longer than 1 MiB. */
char *slp_preset_file(const char *file, slp_error *err);
/* Names of all presets, NULL ended, at most room - 1 of them; each to be freed. */
void slp_preset_names(char **names, size_t room);
/* The case that a preset's text describes: its only line that is neither blank nor a comment.  The line leaves
 * dw out: *horizon is its `steps`, which no list limits, and *c becomes a case of one step with increments 0, for its shape and
 * parameters.  SLP_OK, or SLP_INPUT with *err naming line, id and field. */
slp_status slp_preset_case(slp_case *c, uint64_t *horizon, const char *text, slp_error *err);

typedef struct slp_simulation {
    const slp_case *start; /* system, scheme, parameters, h, x */
    bool fast;             /* which path */
    uint64_t seed, steps, every;
    bool noise;             /* columns for the increments */
    bool brief;             /* none for the state */
    bool npy;               /* a NumPy file instead of text; needs `out` */
    const char *out;        /* file to write; NULL: standard output, and none of the following */
    const char *checkpoint; /* the file's checkpoint */
    bool resume; /* go on where the checkpoint stands, or begin where neither file is there */
    uint64_t seconds,
        paces; /* a checkpoint every so many seconds, and every so many steps unless that is 0 */
} slp_simulation;

typedef struct slp_simulated {
    uint64_t step;     /* last one made */
    uint64_t vouched;  /* step from which --resume goes on */
    int signal;        /* that ended it, or 0 */
    const char *about; /* the file that *err is about, or NULL */
} slp_simulated;

/* x_{n+1} = Psi(x_n; h, dW_n) from run->start, written as a table: a header, a row for the start, one for every `every` steps, and one
 * for the last step:
 * t, x1..xd, energy, casimir1.., and with noise dW1..dWM, the sums of the increments used since the row before.
 * The increments are slp_truncate(slp_increments(seed, path 0, channel k, level 0), ell = 2).
 * With `out`, whatever ends the run, and were it SIGKILL, the same call with `resume` and any `steps` that are no fewer than
 * the checkpoint's makes the file that an uninterrupted run makes, byte for byte.
 * SLP_OK, also when a signal ended it; or what stopped it, with *err; whole rows before that stand.
 * The format: oracle/simulate/simulate.md.  Pinned by tests/test_simulate.sh, tests/simulate_runs.py, tests/simulate_refusals.py,
 * tests/simulate_systems.py. */
slp_status slp_simulate(slp_simulated *report, const slp_simulation *run, slp_error *err);

#endif
