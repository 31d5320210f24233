/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The tangent map of a step.  With z = T(z, x) and x' = F(z, x),
 *     dz/dx = (I - dT/dz)^-1 dT/dx,   D = dF/dz dz/dx + dF/dx,
 * evaluated on the enclosure of the stage, so that D encloses the derivative at every point. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"

/* J = dT/dx */
static void stage_jacobian_x(arb_mat_t J, ref_frame *f, arb_srcptr z)
{
    arb_ptr unit = ref_solver_scratch(f, 6), column = ref_solver_scratch(f, 7);
    for (slong j = 0; j < f->d; j++) {
        _arb_vec_zero(unit, f->d);
        arb_one(unit + j);
        f->scheme->stage_tangent(column, f, z, NULL, unit);
        for (slong i = 0; i < f->k; i++) arb_swap(arb_mat_entry(J, i, j), column + i);
    }
}

/* D = dF along (dz, dx) = (columns of Z, unit vectors) */
static void finish_jacobian(arb_mat_t D, ref_frame *f, arb_srcptr z, const arb_mat_t Z)
{
    arb_ptr unit = ref_solver_scratch(f, 6), column = ref_solver_scratch(f, 7);
    arb_ptr dz = ref_solver_scratch(f, 5);
    for (slong j = 0; j < f->d; j++) {
        for (slong i = 0; i < f->k; i++) arb_set(dz + i, arb_mat_entry(Z, i, j));
        _arb_vec_zero(unit, f->d);
        arb_one(unit + j);
        f->scheme->finish_tangent(column, f, z, f->k ? dz : NULL, unit);
        for (slong i = 0; i < f->d; i++) arb_swap(arb_mat_entry(D, i, j), column + i);
    }
}

/* dz/dx on the enclosure; false if I - dT/dz is not proved invertible. */
static bool stage_derivative(arb_mat_t Z, ref_frame *f, arb_srcptr z)
{
    if (f->k == 0) return true;
    REF_LOCAL_MAT(arb, f->k, f->k, A, J);
    REF_LOCAL_MAT(arb, f->k, f->d, B);
    ref_stage_jacobian(J, f, z);
    arb_mat_one(A);
    arb_mat_sub(A, A, J, f->prec);
    stage_jacobian_x(B, f, z);
    return arb_mat_solve(Z, A, B, f->prec) != 0;
}

slp_status ref_step_tangent(arb_mat_t D, arb_ptr next, ref_certificate *cert,
                            const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                            const arb_t h, arb_srcptr dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    ref_certificate own;
    slp_status status = SLP_DOMAIN;
    if (!cert) cert = &own;
    *cert = (ref_certificate){.prec = prec};
    if (!D || !next || !scheme || !sys || !x || !h || (sys->M && !dW)) return SLP_INPUT;
    if (!ref_scheme_suits(scheme, sys)) return SLP_UNSUPPORTED;
    if (ref_frame_init(&f, scheme, sys, x, h, dW, ref_clamp_prec(prec))) {
        arb_ptr ball = ref_solver_scratch(&f, 4), out = ref_solver_scratch(&f, 0);
        REF_LOCAL_MAT(arb, f.k, f.d, Z);
        status = ref_solve_stage(ball, cert, &f);
        if (status == SLP_OK && !stage_derivative(Z, &f, ball)) status = SLP_UNABLE;
        if (status == SLP_OK) {
            finish_jacobian(D, &f, f.k ? ball : NULL, Z);
            f.scheme->finish(out, &f, f.k ? ball : NULL);
            for (slong i = 0; i < f.d; i++) arb_swap(next + i, out + i);
            if (!arb_mat_is_finite(D)) status = SLP_UNABLE;
        }
    }
    ref_frame_clear(&f);
    return status;
}

slp_status ref_poisson_residual(arb_mat_t residual, const ref_scheme *scheme, const ref_system *sys,
                                arb_srcptr x, const arb_t h, arb_srcptr dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!residual || !scheme || !sys || !x || !h || (sys->M && !dW)) return SLP_INPUT;
    slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, d, next);
    slp_status status;
    REF_LOCAL_MAT(arb, d, d, D, B, transposed);
    status = ref_step_tangent(D, next, NULL, scheme, sys, x, h, dW, prec);
    if (status == SLP_OK) {
        prec = ref_clamp_prec(prec);
        ref_poisson_tensor(B, sys, x, prec);
        arb_mat_transpose(transposed, D);
        arb_mat_mul(B, D, B, prec);
        arb_mat_mul(residual, B, transposed, prec);
        ref_poisson_tensor(B, sys, next, prec);
        arb_mat_sub(residual, residual, B, prec);
    }
    return status;
}
