/* The input of a step as exact balls, and the step taken. */
#include "oracle/claims/experiment/step.h"

void slp_step_init(slp_step *step, const slp_case *c)
{
    step->d = (slong)c->d;
    step->M = (slong)c->M;
    step->x = _arb_vec_init(step->d);
    step->next = _arb_vec_init(step->d);
    step->dW = _arb_vec_init(step->M);
    arb_init(step->h);
    arb_set_d(step->h, c->h);
    for (slong i = 0; i < step->d; i++) arb_set_d(step->x + i, c->x[i]);
    for (slong k = 0; k < step->M; k++) arb_set_d(step->dW + k, c->dw[k]);
}

void slp_step_clear(slp_step *step)
{
    _arb_vec_clear(step->x, step->d);
    _arb_vec_clear(step->next, step->d);
    _arb_vec_clear(step->dW, step->M);
    arb_clear(step->h);
}

slp_status slp_step_take(slp_step *step, const char *scheme, const ref_system *sys, slong prec)
{
    const ref_scheme *rule = ref_scheme_find(scheme);
    if (!rule) return SLP_UNSUPPORTED;
    return ref_step(step->next, NULL, rule, sys, step->x, step->h, step->dW, prec);
}
