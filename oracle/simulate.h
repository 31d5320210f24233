/* Pieces of `slp simulate`: presets as cases, and trajectories as comma-separated values. */
#ifndef SLP_ORACLE_SIMULATE_H
#define SLP_ORACLE_SIMULATE_H

#include "oracle/case.h"

/* The text of the preset `name` (oracle/presets/NAME.slp, embedded in the program); NULL if there is none. */
const char *slp_preset_text(const char *name);
/* The text of a file of the same form, to be freed; NULL with *err when it cannot be read or is longer than 1 MiB. */
char *slp_preset_file(const char *file, slp_error *err);
/* Names of all presets, NULL ended, at most room - 1 of them; each to be freed. */
void slp_preset_names(char **names, size_t room);
/* The case that a preset's text describes: its only line that is neither blank nor a comment.  The line leaves
 * dw out: *horizon is its `steps`, and *c becomes a case of one step with increments 0, for its shape and
 * parameters.  SLP_OK, or SLP_INPUT with *err naming line, id and field. */
slp_status slp_preset_case(slp_case *c, size_t *horizon, const char *text, slp_error *err);

typedef struct slp_simulation {
    const slp_case *start; /* system, scheme, parameters, h, x */
    bool fast;             /* which path */
    uint64_t seed, steps, every;
    bool noise; /* columns for the increments */
} slp_simulation;

/* Prints the header, a row for the start, one for every `every` steps, and one for the last step:
 * t, x1..xd, energy, casimir1.., and with noise dW1..dWM, the sums of the increments used since the row before.
 * The increments are slp_truncate(slp_increments(seed, path 0, channel k, level 0), ell = 2).
 * Rows are written whole.  SLP_OK, or what stopped it, with *err; rows before that stand. */
slp_status slp_simulate(FILE *to, const slp_simulation *run, slp_error *err);

#endif
