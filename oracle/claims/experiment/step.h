/* One certified step of a case, with its input as balls: what one-step quantities begin with. */
#ifndef SLP_ORACLE_CLAIM_STEP_H
#define SLP_ORACLE_CLAIM_STEP_H

#include "oracle/contract/case.h"
#include "ref/ref.h"

typedef struct slp_step {
    slong d, M;
    arb_ptr x, next, dW;
    arb_t h;
} slp_step;

/* x, h, dW: the case's numbers, exact (first step); next: zeros. */
void slp_step_init(slp_step *step, const slp_case *c);
void slp_step_clear(slp_step *step);
/* next = Psi(x; h, dW) of the named scheme, enclosed at `prec` bits; x, h, dW stay.  Status as ref_step; SLP_UNSUPPORTED of an unknown
 * scheme. */
slp_status slp_step_take(slp_step *step, const char *scheme, const ref_system *sys, slong prec);

#endif
