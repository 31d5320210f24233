/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The canonical midpoint rule on T*G from any (Q, P): the momentum map, the step of its value, and
 * the action of the step's generator on Q and P.  EJLL (22) with the factor 1/2 applied once;
 * ref/scheme/rkmk.md section 3.  Tested by tests/ref/test_ref_group.c. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"

/* x = mu(Q, P) = A/2 - J A* J / (2c), A = Q*P */
static void momentum_map(arb_ptr x, const ref_algebra *algebra, const acb_mat_t Q,
                         const acb_mat_t P, slong prec)
{
    slong n = algebra->n;
    REF_LOCAL_MAT(acb, n, n, A, B, J);
    acb_mat_conjugate_transpose(A, Q);
    acb_mat_mul(A, A, P, prec);
    acb_mat_conjugate_transpose(B, A);
    if (algebra->form) {
        int c = algebra->form(J, algebra);
        acb_mat_mul(B, J, B, prec);
        acb_mat_mul(B, B, J, prec);
        acb_mat_scalar_div_si(B, B, c, prec);
    }
    acb_mat_sub(A, A, B, prec);
    acb_mat_scalar_mul_2exp_si(A, A, -1);
    algebra->from_matrix(x, algebra, A, prec);
}

/* Q_next = Q tau(xi), P_next = P tau(xi)^-* = P tau(-xi)* */
static void turn(acb_mat_t Q_next, acb_mat_t P_next, ref_frame *f, const acb_mat_t Q,
                 const acb_mat_t P, arb_srcptr z)
{
    const ref_algebra *algebra = f->algebra;
    arb_ptr xi = ref_solver_scratch(f, 1);
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, g);
    ref_frame_generator(xi, f, z);
    algebra->cayley_matrix(g, algebra, xi, f->prec);
    acb_mat_mul(Q_next, Q, g, f->prec);
    _arb_vec_neg(xi, xi, f->d);
    algebra->cayley_matrix(g, algebra, xi, f->prec);
    acb_mat_conjugate_transpose(g, g);
    acb_mat_mul(P_next, P, g, f->prec);
}

slp_status ref_step_canonical(acb_mat_t Q_next, acb_mat_t P_next, ref_certificate *cert,
                              const ref_system *sys, const acb_mat_t Q, const acb_mat_t P,
                              const arb_t h, arb_srcptr dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!Q_next || !P_next || !sys || !Q || !P || !h || (sys->M && !dW)) return SLP_INPUT;
    const ref_algebra *algebra = &sys->algebra;
    const ref_scheme *scheme = ref_scheme_find("canonical-midpoint");
    ref_certificate own;
    ref_frame f;
    arb_ptr x;
    slp_status status = SLP_DOMAIN;
    if (!cert) cert = &own;
    *cert = (ref_certificate){.prec = prec};
    if (!ref_scheme_suits(scheme, sys) || !algebra->from_matrix) return SLP_UNSUPPORTED;
    prec = ref_clamp_prec(prec);
    x = _arb_vec_init(algebra->d);
    momentum_map(x, algebra, Q, P, prec);
    if (ref_frame_init(&f, scheme, sys, x, h, dW, prec)) {
        arb_ptr ball = ref_solver_scratch(&f, 4);
        status = ref_solve_stage(ball, cert, &f);
        if (status == SLP_OK) turn(Q_next, P_next, &f, Q, P, ball);
    }
    ref_frame_clear(&f);
    _arb_vec_clear(x, algebra->d);
    return status;
}
