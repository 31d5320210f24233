/* One step of a case: from its numbers to exact balls, and to the enclosure of its result. */
#include "ref/exact_step.h"
#include "oracle/contract/float_rules.h"

enum { CERTIFICATE_PREC = 128, CERTIFICATE_CAP = 1024 };

slp_status ref_exact_step_init_on(ref_exact_step *step, const slp_case *c, const ref_system *sys)
{
    *step = (ref_exact_step){.c = c, .scheme = ref_scheme_find(c->scheme->name)};
    if (!step->scheme) return SLP_UNSUPPORTED;
    step->d = ref_system_d(sys);
    step->M = ref_system_M(sys);
    if ((size_t)step->d != c->d || (size_t)step->M != c->M) return SLP_INPUT;
    step->sys = sys;
    step->x = _arb_vec_init(step->d);
    step->dW = _arb_vec_init(step->M);
    step->next = _arb_vec_init(step->d);
    arb_init(step->h);
    ref_exact_step_move(step, c->x, 0);
    return SLP_OK;
}

slp_status ref_exact_step_init(ref_exact_step *step, const slp_case *c, slp_error *err)
{
    ref_system *own;
    *step = (ref_exact_step){.c = c};
    if (!ref_scheme_find(c->scheme->name)) return SLP_UNSUPPORTED;
    slp_status status = ref_system_new(&own, c, err);
    if (status != SLP_OK) return status;
    status = ref_exact_step_init_on(step, c, own);
    step->own = own;
    return status;
}

void ref_exact_step_clear(ref_exact_step *step)
{
    if (step->sys) {
        _arb_vec_clear(step->x, step->d);
        _arb_vec_clear(step->dW, step->M);
        _arb_vec_clear(step->next, step->d);
        arb_clear(step->h);
    }
    ref_system_free(step->own);
    *step = (ref_exact_step){0};
}

void ref_exact_step_set(ref_exact_step *step, const double *x, double h, const double *dW)
{
    for (slong i = 0; i < step->d; i++) arb_set_d(step->x + i, x[i]);
    for (slong k = 0; k < step->M; k++) arb_set_d(step->dW + k, dW[k]);
    arb_set_d(step->h, h);
}

void ref_exact_step_move(ref_exact_step *step, const double *x, size_t s)
{
    const slp_case *c = step->c;
    ref_exact_step_set(step, x, c->h, c->M ? c->dw + s * c->M : NULL);
}

void ref_exact_step_scale(ref_exact_step *step, slong e)
{
    arb_mul_2exp_si(step->h, step->h, e);
    _arb_vec_scalar_mul_2exp_si(step->dW, step->dW, step->M, e);
}

void ref_exact_step_size(arb_t size, const ref_exact_step *step, slong prec)
{
    arb_zero(size);
    for (slong i = 0; i < step->d; i++) arb_addmul(size, step->x + i, step->x + i, prec);
    arb_sqrtpos(size, size, prec);
}

slp_status ref_exact_step_image(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                slong prec)
{
    return ref_step(next, cert, step->scheme, step->sys, step->x, step->h, step->dW, prec);
}

slp_status ref_exact_step_group(acb_mat_t f, arb_ptr next, const ref_exact_step *step, slong prec)
{
    return ref_step_group(f, next, NULL, step->scheme, step->sys, step->x, step->h, step->dW, prec);
}

slp_status ref_exact_step_certificate(ref_certificate *cert, const ref_exact_step *step)
{
    arb_ptr next = _arb_vec_init(step->d);
    slp_status status = SLP_UNABLE;
    *cert = (ref_certificate){.final = false};
    for (slong prec = CERTIFICATE_PREC;
         status == SLP_UNABLE && !cert->final && prec <= CERTIFICATE_CAP; prec *= 2)
        status = ref_exact_step_image(next, cert, step, prec);
    _arb_vec_clear(next, step->d);
    return status;
}
