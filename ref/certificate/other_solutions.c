/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Finds solutions of a step's relation other than the one meant, by Newton's method from a chosen
 * start.  Nothing is proved here.  On large steps a rule may have several solutions.  A port that
 * does not use plain iteration from x may find another one. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"

enum { MOST_ROUNDS = 64, GUARD = 24 };

static void drop_radii(arb_ptr v, slong n)
{
    for (slong i = 0; i < n; i++) mag_zero(arb_radref(v + i));
}

/* z += (I - DT(z))^-1 (T(z) - z), and its length; false where it does not exist. */
static bool newton_step(mag_t move, arb_ptr z, ref_frame *f)
{
    bool solved = true;
    REF_LOCAL_VEC(arb, f->k, image);
    REF_LOCAL_MAT(arb, f->k, f->k, M);
    REF_LOCAL_MAT(arb, f->k, 1, r);
    f->scheme->stage(image, f, z);
    ref_stage_jacobian(M, f, z);
    arb_mat_neg(M, M);
    for (slong i = 0; i < f->k; i++) {
        arb_add_ui(arb_mat_entry(M, i, i), arb_mat_entry(M, i, i), 1, f->prec);
        arb_sub(arb_mat_entry(r, i, 0), image + i, z + i, f->prec);
        drop_radii(arb_mat_entry(r, i, 0), 1);
        drop_radii(arb_mat_entry(M, i, 0), f->k);
        solved = solved && arb_is_finite(arb_mat_entry(r, i, 0));
        for (slong j = 0; j < f->k; j++) solved = solved && arb_is_finite(arb_mat_entry(M, i, j));
    }
    solved = solved && arb_mat_approx_solve(r, M, r, f->prec);
    for (slong i = 0; solved && i < f->k; i++) {
        arb_set(image + i, arb_mat_entry(r, i, 0));
        arb_add(z + i, z + i, image + i, f->prec);
    }
    drop_radii(z, f->k);
    drop_radii(image, f->k);
    ref_stage_norm(move, f, image);
    return solved && !mag_is_inf(move);
}

/* z := a fixed point of T to all but GUARD bits of the scale; false if none is found. */
static bool newton(arb_ptr z, ref_frame *f)
{
    bool found = false, going = true;
    REF_LOCAL(mag, move, enough);
    mag_mul_2exp_si(enough, f->scale, GUARD - f->prec);
    for (int i = 0; i < MOST_ROUNDS && going && !found; i++) {
        going = newton_step(move, z, f);
        found = going && mag_cmp(move, enough) <= 0;
    }
    return found;
}

/* Where Newton's method begins: the state `from` for each vector of the stage, or Xi(from)/2 where
 * stages are elements of the algebra (which is the midpoint's own stage, if `from` is the
 * midpoint).  If `from` is NULL, where the iteration begins. */
static void begin(arb_ptr z, ref_frame *f, arb_srcptr from)
{
    REF_LOCAL_VEC(arb, f->d, first);
    if (from && f->scheme->from_zero) {
        ref_frame_generator(first, f, from);
        _arb_vec_scalar_mul_2exp_si(first, first, f->d, -1);
    } else if (from) {
        _arb_vec_set(first, from, f->d);
    }
    for (slong i = 0; i < f->k; i++) arb_set(z + i, from ? first + i % f->d : f->start + i);
    drop_radii(z, f->k);
}

slp_status ref_step_other_solution(arb_ptr next, double *kappa, const ref_scheme *scheme,
                                   const ref_system *sys, arb_srcptr x, const arb_t h,
                                   arb_srcptr dW, arb_srcptr from, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    slp_status status = SLP_UNABLE;
    if (!next || !kappa || !scheme || !sys || !x || !h || (sys->M && !dW)) return SLP_INPUT;
    if (!ref_scheme_suits(scheme, sys)) return SLP_UNSUPPORTED;
    bool ready = ref_frame_init(&f, scheme, sys, x, h, dW, ref_clamp_prec(prec));
    if (ready && f.k > 0 && f.k <= REF_SMALL_D) {
        REF_LOCAL_VEC(arb, f.k, z);
        REF_LOCAL_VEC(arb, f.d, out);
        begin(z, &f, from);
        if (newton(z, &f)) {
            REF_LOCAL(mag, condition);
            ref_kappa_of_jacobian(condition, &f, z);
            *kappa = mag_get_d(condition);
            f.scheme->finish(out, &f, z);
            drop_radii(out, f.d);
            status = SLP_OK;
            for (slong i = 0; i < f.d; i++)
                if (!arb_is_finite(out + i)) status = SLP_UNABLE;
            if (status == SLP_OK) _arb_vec_swap(next, out, f.d);
        }
    }
    ref_frame_clear(&f);
    return status;
}
