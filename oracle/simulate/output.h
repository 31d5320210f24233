/* Where a trajectory goes: standard output, or a file that can be taken up again where a checkpoint says. */
#ifndef SLP_ORACLE_SIMULATE_OUTPUT_H
#define SLP_ORACLE_SIMULATE_OUTPUT_H

#include "oracle/contract/case.h"
#include "oracle/plumbing/sum.h"

typedef struct slp_output {
    int fd;         /* of the file, -1 for standard output */
    size_t fixed;   /* bytes at its head that `sum` leaves out, being rewritten */
    uint64_t bytes; /* put so far, from the file's beginning */
    uint64_t sum;   /* slp_fnv of those from `fixed` on */
    int fault;      /* errno of the first write that failed */
    char *held;     /* not yet written: the last `count` of bytes */
    size_t count;
} slp_output;

/* Standard output. */
void slp_output_standard(slp_output *out);
/* Opens `name`, a regular file, for this process alone; `fresh`: it must not exist; a link is
 * never followed.  SLP_OK, SLP_END where it does not exist and
 * should, or SLP_INPUT with *err. */
slp_status slp_output_open(slp_output *out, const char *name, bool fresh, slp_error *err);
/* Does the file hold nothing? */
bool slp_output_empty(const slp_output *out);
/* Reads the file's first `bytes` bytes and compares their sum.  Changes nothing.  SLP_OK or SLP_INPUT with *err. */
slp_status slp_output_verify(const slp_output *out, uint64_t bytes, uint64_t sum, slp_error *err);
/* Puts the head, if bytes > 0, and cuts the file after `bytes` bytes, which have this sum, to go on there.  SLP_OK or SLP_INPUT with
 * *err. */
slp_status slp_output_cut(slp_output *out, const char *head, uint64_t bytes, uint64_t sum,
                          slp_error *err);
/* Puts bytes at the end; nothing happens after a failure, which `fault` tells of. */
void slp_output_put(slp_output *out, const char *bytes, size_t count);
/* Writes what is held, and the head over the file's first fixed bytes; returns when the disk has it.  False: see `fault`. */
bool slp_output_sync(slp_output *out, const char *head);
/* Closes the file, which unlocks it, and frees what is held unwritten. */
void slp_output_close(slp_output *out);

#endif
