/* A checkpoint: what is needed to take a trajectory up where it stood, and what tells which trajectory it is. */
#ifndef SLP_ORACLE_SIMULATE_CHECKPOINT_H
#define SLP_ORACLE_SIMULATE_CHECKPOINT_H

#include "oracle/simulate/simulate.h"

typedef struct slp_checkpoint {
    uint64_t step,
        rows; /* made; in the output, the start's included, 0 when nothing is written yet */
    uint64_t bytes, sum; /* of the output (slp_output) */
    double *x, *since;   /* state, d; sums of increments since the last row, M */
} slp_checkpoint;

/* At the start of a run, with zeros in bytes and rows. */
void slp_checkpoint_init(slp_checkpoint *mark, const slp_simulation *run);
void slp_checkpoint_clear(slp_checkpoint *mark); /* frees x and since */
/* Writes beside `name` and renames; returns when the disk has it.  SLP_OK or SLP_INPUT with *err; the file of that name is
 * whole in every case. */
slp_status slp_checkpoint_write(const char *name, const slp_checkpoint *mark,
                                const slp_simulation *run, slp_error *err);
/* Removes what runs that were killed left half written beside `name`. */
void slp_checkpoint_sweep(const char *name);
/* Reads and checks that it belongs to this run.  SLP_OK; SLP_END where there is no such file; SLP_INPUT with *err.
 * *mark, initialised, changes with SLP_OK alone. */
slp_status slp_checkpoint_read(slp_checkpoint *mark, const char *name, const slp_simulation *run,
                               slp_error *err);

/* The text between first line and step that says which run it is: a line key=value each; a new string. */
char *slp_checkpoint_identity(const slp_simulation *run);
#define SLP_CHECKPOINT_FIRST "slp-checkpoint\n"

#endif
