/* One step of a case as the reference sees it: system, scheme, exact state, step size and
 * increments. */
#include "props/case/reference_step.h"

#include <math.h>

enum { CERTIFICATE_PREC = 128, CERTIFICATE_CAP = 1024 };

slp_status prop_exact_step_init(prop_exact_step *exact_step, const slp_case *c)
{
    *exact_step = (prop_exact_step){.c = c};
    arb_init(exact_step->h);
    exact_step->scheme = ref_scheme_find(c->scheme->name);
    if (!exact_step->scheme) return SLP_UNSUPPORTED;
    slp_error err;
    slp_status status = ref_system_new(&exact_step->sys, c, &err);
    if (status != SLP_OK) {
        exact_step->sys = NULL;
        return status;
    }
    exact_step->d = ref_system_d(exact_step->sys);
    exact_step->M = ref_system_M(exact_step->sys);
    exact_step->x = _arb_vec_init(exact_step->d);
    exact_step->dW = _arb_vec_init(exact_step->M);
    prop_exact_step_move(exact_step, c->x, 0);
    return SLP_OK;
}

void prop_exact_step_clear(prop_exact_step *exact_step)
{
    if (exact_step->x) _arb_vec_clear(exact_step->x, exact_step->d);
    if (exact_step->dW) _arb_vec_clear(exact_step->dW, exact_step->M);
    if (exact_step->sys) ref_system_free(exact_step->sys);
    arb_clear(exact_step->h);
    *exact_step = (prop_exact_step){0};
}

void prop_exact_step_move(prop_exact_step *exact_step, const double *x, size_t s)
{
    const slp_case *c = exact_step->c;
    for (slong i = 0; i < exact_step->d; i++) arb_set_d(exact_step->x + i, x[i]);
    for (slong k = 0; k < exact_step->M; k++)
        arb_set_d(exact_step->dW + k, c->dw[s * c->M + (size_t)k]);
    arb_set_d(exact_step->h, c->h);
}

void prop_exact_step_scale(prop_exact_step *exact_step, slong e)
{
    arb_mul_2exp_si(exact_step->h, exact_step->h, e);
    for (slong k = 0; k < exact_step->M; k++)
        arb_mul_2exp_si(exact_step->dW + k, exact_step->dW + k, e);
}

slp_status prop_exact_step_image(arb_ptr next, ref_certificate *cert,
                                 const prop_exact_step *exact_step, slong prec)
{
    return ref_step(next, cert, exact_step->scheme, exact_step->sys, exact_step->x, exact_step->h,
                    exact_step->dW, prec);
}

slp_status prop_exact_step_certificate(ref_certificate *cert, const prop_exact_step *exact_step)
{
    arb_ptr next = _arb_vec_init(exact_step->d);
    slp_status status = SLP_UNABLE;
    *cert = (ref_certificate){.final = false};
    for (slong prec = CERTIFICATE_PREC;
         status == SLP_UNABLE && !cert->final && prec <= CERTIFICATE_CAP; prec *= 2)
        status = prop_exact_step_image(next, cert, exact_step, prec);
    _arb_vec_clear(next, exact_step->d);
    return status;
}

void prop_defect_init(prop_defect *defect)
{
    *defect = (prop_defect){0};
}

void prop_defect_clear(prop_defect *defect)
{
    if (defect->at) _arb_vec_clear(defect->at, defect->count);
    if (defect->unit) _arb_vec_clear(defect->unit, defect->count);
    *defect = (prop_defect){0};
}

void prop_defect_fit(prop_defect *defect, slong count)
{
    prop_defect_clear(defect);
    defect->count = count;
    defect->at = _arb_vec_init(count);
    defect->unit = _arb_vec_init(count);
}

void prop_defect_append(prop_defect *defect, const prop_defect *more)
{
    prop_defect all = {0};
    slong count = defect->count;
    prop_defect_fit(&all, count + more->count);
    _arb_vec_set(all.at, defect->at, count);
    _arb_vec_set(all.unit, defect->unit, count);
    _arb_vec_set(all.at + count, more->at, more->count);
    _arb_vec_set(all.unit + count, more->unit, more->count);
    prop_defect_clear(defect);
    *defect = all;
}
