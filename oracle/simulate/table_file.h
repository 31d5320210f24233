/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reading a table that slp_simulate wrote: rows evenly spaced over it. */
#ifndef SLP_ORACLE_SIMULATE_TABLE_FILE_H
#define SLP_ORACLE_SIMULATE_TABLE_FILE_H

#include "oracle/contract/case/case.h"

#include <stdio.h>

typedef struct slp_table_file {
    FILE *from;
    bool npy;
    size_t d, casimirs, M; /* columns x1..xd, casimir1.., dW1.. */
    uint64_t rows;         /* whole ones */
    size_t kept;           /* rows read, and of each: */
    double *t, *x;         /*   the time; the first `coordinates` coordinates, row by row */
    double *measured;      /*   energy and Casimirs, 1 + casimirs of them */
} slp_table_file;

/* Opens a regular file, text or .npy by what it holds, and reads its columns and how many rows it
 * has.  A last line that has no end is not counted: a run may still be writing it.  SLP_OK, or
 * SLP_INPUT with *err, which names line and field where there is one.  Closed by slp_table_close
 * in every case.  Tested by tests/simulate/test_plot.py. */
slp_status slp_table_open(slp_table_file *table, const char *name, slp_error *err);
/* Reads at most `most` >= 2 rows, first and last among them, with at most `coordinates`
 * coordinates of each; *coordinates becomes how many there are.  All numbers that are read are
 * finite.  Once after slp_table_open. */
slp_status slp_table_keep(slp_table_file *table, size_t most, size_t *coordinates, slp_error *err);
void slp_table_close(slp_table_file *table);

/* The case of the preset that the checkpoint NAME.checkpoint of a table was written for: *c, which
 * is initialised.  SLP_OK, or SLP_END where there is no checkpoint, or its case is no preset's to
 * the last bit.  Tested by tests/simulate/test_plot.py. */
slp_status slp_table_case(slp_case *c, const char *name);

#endif
