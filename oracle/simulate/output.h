/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The output of a trajectory: standard output, or a file.  A run that resumes cuts the file at the
 * place that the checkpoint names and writes on from there. */
#ifndef SLP_ORACLE_SIMULATE_OUTPUT_H
#define SLP_ORACLE_SIMULATE_OUTPUT_H

#include "oracle/contract/case/case.h"
#include "oracle/plumbing/sum.h"

typedef struct slp_output {
    int fd;         /* of the file, -1 for standard output */
    size_t fixed;   /* bytes at its head that are rewritten; `sum` is without them */
    uint64_t bytes; /* bytes so far, from the file's beginning */
    uint64_t sum;   /* slp_fnv of those from `fixed` on */
    int fault;      /* errno of the first write that failed */
    char *held;     /* buffer of the last `count` bytes, not yet written */
    size_t count;
} slp_output;

/* Standard output. */
void slp_output_standard(slp_output *out);
/* Opens and locks the regular file `name`.  If `fresh`, it must not exist; otherwise it must.
 * Never follows a link.  SLP_OK; SLP_END if it does not exist but must; SLP_INPUT with *err. */
slp_status slp_output_open(slp_output *out, const char *name, bool fresh, slp_error *err);
/* True if the file is empty. */
bool slp_output_empty(const slp_output *out);
/* Reads the file's first `bytes` bytes and compares their sum.  Changes nothing.  SLP_OK or
 * SLP_INPUT with *err. */
slp_status slp_output_verify(const slp_output *out, uint64_t bytes, uint64_t sum, slp_error *err);
/* Cuts the file after `bytes` bytes, whose sum is `sum`, and continues there.  If bytes > 0, it
 * rewrites the head too.  SLP_OK or SLP_INPUT with *err. */
slp_status slp_output_cut(slp_output *out, const char *head, uint64_t bytes, uint64_t sum,
                          slp_error *err);
/* Adds bytes at the end.  After a failure, which sets `fault`, it does nothing. */
void slp_output_put(slp_output *out, const char *bytes, size_t count);
/* Writes the buffer, and the head over the file's first `fixed` bytes; returns when they are on
 * disk.  False: see `fault`. */
bool slp_output_sync(slp_output *out, const char *head);
/* Closes and unlocks the file; frees the buffer without writing it. */
void slp_output_close(slp_output *out);

#endif
