/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A checkpoint: the data from which an interrupted run continues, and the data that identify the
 * run. */
#ifndef SLP_ORACLE_SIMULATE_CHECKPOINT_H
#define SLP_ORACLE_SIMULATE_CHECKPOINT_H

#include "oracle/simulate/simulate.h"

typedef struct slp_checkpoint {
    uint64_t step,
        rows; /* steps made; rows in the output with that of the start, 0 if none is written */
    uint64_t bytes, sum; /* of the output (slp_output) */
    double *x, *since;   /* state, d; sums of increments since the last row, M */
} slp_checkpoint;

/* The checkpoint at the start of a run; bytes and rows are 0. */
void slp_checkpoint_init(slp_checkpoint *mark, const slp_simulation *run);
void slp_checkpoint_clear(slp_checkpoint *mark); /* frees x and since */
/* Writes a new file and renames it to `name`; returns when it is on disk.  SLP_OK or SLP_INPUT with
 * *err.  In every case the file `name` is complete: the new one or the old one. */
slp_status slp_checkpoint_write(const char *name, const slp_checkpoint *mark,
                                const slp_simulation *run, slp_error *err);
/* Removes the unfinished files for `name` that killed runs left. */
void slp_checkpoint_sweep(const char *name);
/* Reads and checks that it belongs to this run.  SLP_OK; SLP_END if there is no such file;
 * SLP_INPUT with *err.  *mark is initialised before; it changes only with SLP_OK. */
slp_status slp_checkpoint_read(slp_checkpoint *mark, const char *name, const slp_simulation *run,
                               slp_error *err);

/* The FNV-1a sum of a case as printed: it depends on parameters, h and x to the bit. */
uint64_t slp_checkpoint_start(const slp_case *c);
/* The lines key=value of the checkpoint file that identify the run; they stand between its first
 * line and its step.  A new string. */
char *slp_checkpoint_identity(const slp_simulation *run);
#define SLP_CHECKPOINT_FIRST "slp-checkpoint\n"

#endif
