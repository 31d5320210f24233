/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Selects, approximates and encloses the stage.  Every result of ref/ depends on this. */
#include "ref/certificate/certificate.h"
#include "ref/algebra/verify.h"
#include <float.h>
#include <math.h>

/* Selection compares sizes, so a precision beyond FINAL_BITS does not change its result. */
enum { WARM_BITS = 12, FINAL_BITS = 256 };

void ref_kappa_of_norm(mag_t kappa, const mag_t L)
{
    REF_LOCAL(mag, gap);
    mag_one(gap);
    mag_sub_lower(gap, gap, L);
    mag_add_ui(kappa, L, 1);
    mag_div(kappa, kappa, gap);
}

void ref_kappa_of_jacobian(mag_t kappa, ref_frame *f, arb_srcptr ball)
{
    REF_LOCAL_MAT(arb, f->k, f->k, J, M);
    REF_LOCAL(mag, inverse);
    ref_stage_jacobian(J, f, ball);
    arb_mat_one(M);
    arb_mat_sub(M, M, J, f->prec);
    ref_spectral_bound(kappa, J, f->prec);
    mag_add_ui(kappa, kappa, 1);
    if (arb_mat_inv(M, M, f->prec))
        ref_spectral_bound(inverse, M, f->prec);
    else
        mag_inf(inverse);
    mag_mul(kappa, kappa, inverse);
}

/* An explicit rule: nothing to solve. */
static slp_status no_stage(ref_certificate *cert, ref_frame *f)
{
    REF_LOCAL(mag, kappa);
    f->scheme->condition(kappa, f);
    *cert = (ref_certificate){.kappa = mag_get_d(kappa), .prec = f->prec};
    REF_VERIFY(cert->kappa >= 1);
    /* an explicit rule needs no proof; an infinite kappa means that roundings are not bounded */
    return SLP_OK;
}

double ref_relative_defect(const ref_frame *f, const mag_t defect)
{
    REF_LOCAL(mag, size, low);
    mag_set_d_lower(size, DBL_MIN);
    for (slong i = 0; i < f->d; i++) {
        arb_get_mag_lower(low, f->x + i);
        mag_max(size, size, low);
    }
    mag_div(low, defect, size);
    return mag_get_d(low);
}

slong ref_clamp_prec(slong prec)
{
    if (prec < REF_PREC_LEAST) return REF_PREC_LEAST;
    return prec > REF_PREC_MOST ? REF_PREC_MOST : prec;
}

#ifdef SLP_VERIFY
/* The enclosed solution is its own image, so T of the enclosure must meet it. */
static bool meets_its_image(ref_frame *f, arb_srcptr ball)
{
    arb_ptr image = ref_solver_scratch(f, 0);
    bool meets = true;
    f->scheme->stage(image, f, ball);
    for (slong i = 0; i < f->k; i++) meets = meets && arb_overlaps(image + i, ball + i);
    return meets;
}
#endif

slp_status ref_solve_stage(arb_ptr ball, ref_certificate *cert, ref_frame *f)
{
    ref_selection sel;
    arb_ptr z = ref_solver_scratch(f, 5);
    bool proved;
    if (f->scheme->stages == 0) return no_stage(cert, f);
    *cert =
        (ref_certificate){.L = INFINITY, .kappa = INFINITY, .defect = INFINITY, .prec = f->prec};
    ref_selection_init(&sel);
    REF_LOCAL(mag, defect, kappa);
    proved = ref_select_by_norm(&sel, f);
    if (proved) {
        ref_iterate(z, &sel.iterations, f, WARM_BITS, REF_FOLLOW_MOST);
    } else {
        cert->by_jacobian = true;
        proved = ref_select_by_jacobian(&sel, f);
        if (proved) _arb_vec_set(z, sel.centre, f->k);
        cert->final = !proved && f->prec >= FINAL_BITS;
    }
    if (proved && !ref_enclose_stage(ball, defect, f, &sel, z)) {
        /* the approximation failed.  If norms proved the selection, the start lies in its ball and
         * gives an enclosure, narrow if the ball is small. */
        proved = !sel.by_jacobian && ref_enclose_stage(ball, defect, f, &sel, f->start);
    }
    cert->iterations = sel.iterations;
    if (proved) {
        if (cert->by_jacobian)
            ref_kappa_of_jacobian(kappa, f, ball);
        else
            ref_kappa_of_norm(kappa, sel.L);
        cert->L = mag_get_d(sel.L);
        cert->kappa = mag_get_d(kappa);
        cert->defect = ref_relative_defect(f, defect);
        proved = isfinite(cert->kappa);
        REF_VERIFY(cert->kappa >= 1);
        REF_VERIFY(meets_its_image(f, ball));
    }
    ref_selection_clear(&sel, f->k);
    return proved ? SLP_OK : SLP_UNABLE;
}
