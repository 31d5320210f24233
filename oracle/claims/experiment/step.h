/* One certified step of a case, with its input as balls.  Quantities of one step use it. */
#ifndef SLP_ORACLE_CLAIM_STEP_H
#define SLP_ORACLE_CLAIM_STEP_H

#include "oracle/contract/case.h"
#include "ref/ref.h"

typedef struct slp_step {
    slong d, M;
    arb_ptr x, next, dW;
    arb_t h;
} slp_step;

/* Sets x, h and dW to the exact numbers of the case's first step, and next to zeros. */
void slp_step_init(slp_step *step, const slp_case *c);
void slp_step_clear(slp_step *step);
/* next = Psi(x; h, dW) of the named scheme, enclosed at `prec` bits; x, h, dW stay.  Status as
 * ref_step; SLP_UNSUPPORTED if the scheme is unknown. */
slp_status slp_step_take(slp_step *step, const char *scheme, const ref_system *sys, slong prec);

#endif
