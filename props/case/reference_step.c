/* One step of a case as the reference sees it: system, scheme, exact state, step size and increments. */
#include "props/case/reference_step.h"

#include <math.h>

enum { CERTIFICATE_PREC = 128, CERTIFICATE_CAP = 1024 };

slp_status prop_ground_init(prop_ground *ground, const slp_case *c)
{
    *ground = (prop_ground){.c = c};
    arb_init(ground->h);
    ground->scheme = ref_scheme_find(c->scheme->name);
    if (!ground->scheme) return SLP_UNSUPPORTED;
    slp_error err;
    slp_status status = ref_system_new(&ground->sys, c, &err);
    if (status != SLP_OK) {
        ground->sys = NULL;
        return status;
    }
    ground->d = ref_system_d(ground->sys);
    ground->M = ref_system_M(ground->sys);
    ground->x = _arb_vec_init(ground->d);
    ground->dW = _arb_vec_init(ground->M);
    prop_ground_at(ground, c->x, 0);
    return SLP_OK;
}

void prop_ground_clear(prop_ground *ground)
{
    if (ground->x) _arb_vec_clear(ground->x, ground->d);
    if (ground->dW) _arb_vec_clear(ground->dW, ground->M);
    if (ground->sys) ref_system_free(ground->sys);
    arb_clear(ground->h);
    *ground = (prop_ground){0};
}

void prop_ground_at(prop_ground *ground, const double *x, size_t s)
{
    const slp_case *c = ground->c;
    for (slong i = 0; i < ground->d; i++) arb_set_d(ground->x + i, x[i]);
    for (slong k = 0; k < ground->M; k++) arb_set_d(ground->dW + k, c->dw[s * c->M + (size_t)k]);
    arb_set_d(ground->h, c->h);
}

void prop_ground_scale(prop_ground *ground, slong e)
{
    arb_mul_2exp_si(ground->h, ground->h, e);
    for (slong k = 0; k < ground->M; k++) arb_mul_2exp_si(ground->dW + k, ground->dW + k, e);
}

slp_status prop_ground_step(arb_ptr next, ref_certificate *cert, const prop_ground *ground,
                            slong prec)
{
    return ref_step(next, cert, ground->scheme, ground->sys, ground->x, ground->h, ground->dW,
                    prec);
}

slp_status prop_ground_certificate(ref_certificate *cert, const prop_ground *ground)
{
    arb_ptr next = _arb_vec_init(ground->d);
    slp_status status = SLP_UNABLE;
    *cert = (ref_certificate){.final = false};
    for (slong prec = CERTIFICATE_PREC;
         status == SLP_UNABLE && !cert->final && prec <= CERTIFICATE_CAP; prec *= 2)
        status = prop_ground_step(next, cert, ground, prec);
    _arb_vec_clear(next, ground->d);
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
