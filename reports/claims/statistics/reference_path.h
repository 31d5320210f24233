/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories with which those of the nested grids are compared: of another scheme on the same
 * grids, or an exact solution. */
#ifndef SLP_ORACLE_CLAIM_REFERENCE_PATH_H
#define SLP_ORACLE_CLAIM_REFERENCE_PATH_H

#include "reports/claims/statistics/levels.h"

typedef struct slp_reference_path slp_reference_path;

/* word: a scheme of the experiment's system; or `exact`, for Kubo's oscillator, x(T) = x_0 turned
 * by T + beta W(T) with the untruncated W(T) of the path.  SLP_OK; SLP_INPUT or SLP_UNSUPPORTED
 * with err.  The caller frees *to in any case. */
slp_status slp_reference_path_new(slp_reference_path **to, const slp_levels_setting *setting,
                                  const char *word, slp_error *err);
void slp_reference_path_free(slp_reference_path *to);
/* The final states, arranged as those of slp_levels_ends.  An exact solution is the same on every
 * level.  *ends is valid until the next call.  Tested by tests/claims/test_claim_orders.c. */
slp_status slp_reference_path_ends(const double **ends, slp_reference_path *on, uint64_t path,
                                   size_t count);

#endif
