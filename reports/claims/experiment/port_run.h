/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps that a port takes.  Private to this folder. */
#ifndef SLP_CLAIMS_PORT_RUN_H
#define SLP_CLAIMS_PORT_RUN_H

#include "reports/claims/claim.h"

typedef struct port_run port_run;

/* Starts the port of e.  SLP_OK; SLP_INPUT with *err, which names line and remedy. */
slp_status port_run_new(port_run **run, const slp_experiment *e, slp_error *err);
void port_run_free(port_run *run);
/* Its answer to `steps` steps of c's system, from x, increments dw: steps*d numbers in *y, valid
 * until the next call.  first: the number of the first of them, for messages.  SLP_OK; SLP_INPUT
 * with *err. */
slp_status port_run_steps(const double **y, port_run *run, const slp_case *c, const double *x,
                          const double *dw, size_t first, size_t steps, slp_error *err);

#endif
