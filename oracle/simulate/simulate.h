/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of `slp simulate`: presets as cases, and trajectories as tables. */
#ifndef SLP_ORACLE_SIMULATE_H
#define SLP_ORACLE_SIMULATE_H

#include "oracle/contract/case/case.h"

/* The text of a preset file; the caller frees it.  NULL with *err if it cannot be read or is longer
 * than 1 MiB. */
char *slp_preset_file(const char *file, slp_error *err);

typedef struct slp_simulation {
    const slp_case *start; /* system, scheme, parameters, h, x */
    bool fast;             /* which path */
    uint64_t seed, steps, every;
    const double *ell; /* where increments are cut off (noise.h); 0: nowhere; NULL: 2 */
    bool noise;        /* true: columns for the increments */
    bool brief;        /* true: no columns for the state */
    bool npy;          /* true: a NumPy file instead of text; needs `out` */
    const char *out;   /* file to write; NULL: standard output, and the fields below are not used */
    const char *checkpoint; /* the file's checkpoint */
    bool resume;            /* continue from the checkpoint, or begin if neither file exists */
    uint64_t seconds,
        paces; /* a checkpoint every `seconds` seconds, and every `paces` steps if paces > 0 */
} slp_simulation;

typedef struct slp_simulated {
    uint64_t step;     /* the last step made */
    uint64_t vouched;  /* the step from which --resume continues */
    int signal;        /* the signal that ended the run, or 0 */
    const char *about; /* the file that *err is about, or NULL */
} slp_simulated;

/* x_{n+1} = Psi(x_n; h, dW_n) from run->start, written as a table: a header, a row for the start,
 * one for every `every` steps, and one for the last step: t, x1..xd, energy, casimir1.., and with
 * noise dW1..dWM, the sums of the increments used since the row before.  The increments are
 * slp_truncate(slp_increments(seed, path 0, channel k, level 0), ell).  With `out`, a run may
 * be ended by anything, also by SIGKILL.  The same call with `resume`, and with `steps` not below
 * the checkpoint's, then makes the same file, byte for byte, as an uninterrupted run.  SLP_OK, also
 * if a signal ended the run; or the status that stopped it, with *err; rows written before are
 * complete.  The format: oracle/simulate/simulate.md.  Tested by tests/simulate/test_simulate.sh,
 * tests/simulate/test_simulate_runs.py,
 * tests/simulate/test_simulate_refusals.py, tests/simulate/test_simulate_systems.py. */
slp_status slp_simulate(slp_simulated *report, const slp_simulation *run, slp_error *err);

#endif
