/* One Wiener path stepped on nested grids: what measurements of convergence sum over. */
#ifndef SLP_ORACLE_CLAIM_LEVELS_H
#define SLP_ORACLE_CLAIM_LEVELS_H

#include "oracle/claim.h"

/* An experiment's horizon T = h * steps, steps a power of two: level l takes 2^l steps of T 2^-l. */
typedef struct slp_levels slp_levels;

/* SLP_OK; SLP_INPUT with err where steps is no power of two, a step is drawn or there is no noise. */
slp_status slp_levels_new(slp_levels **to, const slp_trial *trial, slp_error *err);
void slp_levels_free(slp_levels *to);
size_t slp_levels_d(const slp_levels *levels);
size_t slp_levels_noises(const slp_levels *levels);
unsigned slp_levels_finest(const slp_levels *levels);
/* log2 of the step of a level */
double slp_levels_log_step(const slp_levels *levels, unsigned level);
/* end = the state at T on Wiener path `path` after 2^level steps of the binary64 path, with the increments of channel k
 * negated where bit k of `signs` is set.  Increments of a level are the sums of the untruncated finer ones, truncated
 * afterwards with the level's own step. */
slp_status slp_levels_end(double *end, slp_levels *levels, unsigned level, uint64_t path,
                          unsigned signs);

#endif
