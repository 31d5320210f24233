/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step function of one's own as a port, and measured by the program `slp`.  How to use both:
 * oracle/manual/library.md, Measuring one's own rule; what is measured: props/own/own.md. */
#ifndef SLP_ORACLE_PORT_H
#define SLP_ORACLE_PORT_H

#include "oracle/contract/slp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* y = the step from x with the step size and parameters of c (slp_case_param) and increments dW; d
 * and c->M numbers.  The first state is c->x.  SLP_OK; else y is not read, and the status is the
 * answer: SLP_UNSUPPORTED for a system or scheme that the function does not have, SLP_DOMAIN or
 * SLP_NO_CONVERGENCE where there is no step. */
typedef slp_status (*slp_port_step)(double *y, const slp_case *c, const double *x, const double *dW,
                                    void *user);

/* Answers each case that it reads from `in` by a result on `out`, until `in` ends: the main of a
 * port (props/PORTS.md).  Lines that are no valid case are passed over.  SLP_OK; SLP_INPUT: step or
 * a file is NULL, or `out` takes no more; SLP_MEMORY. */
slp_status slp_port_serve(slp_port_step step, void *user, FILE *in, FILE *out);

/* Runs `program check --scheme own OPTIONS` with this function as its port, in a process of its
 * own; the step is called in this process, by the calling thread.  program: NULL is `slp`, as the
 * shell finds it.  options: words, ended by NULL, such as {"--system", "rigid-body", "--json",
 * "mine.json", NULL}; NULL: none.  table: where the program's table goes; NULL: nowhere.
 * SLP_OK: it was measured.  SLP_UNSUPPORTED: the step answered no case that was asked.  SLP_INPUT:
 * the program is not there, or refused the options, or ended; *err has its last line.  SLP_MEMORY.
 * A step that crashes ends this process, and the program with it. */
slp_status slp_check_function(slp_port_step step, void *user, const char *program,
                              const char *const *options, FILE *table, slp_error *err);

#ifdef __cplusplus
}
#endif

#endif
