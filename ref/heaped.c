/* How far plain iteration's own roundings may keep it from the solution it goes to.  With z_(n+1) = T(z_n) + e_n and |e_n| <= e, to first order
 *     |z_n - z*| <= e sum_k |J^k|,   J = DT(z*),
 * where the condition of the solution alone has |(I - J)^-1| = |sum_k J^k|, which is much less where T turns about z* almost as fast as it closes
 * in.  With r = |J^m| < 1 the sum is at most (1 + |J| + ... + |J^(m-1)|)/(1 - r), for every m. */
#include "ref/certify.h"

enum { MOST_POWERS = 32 };

/* The least of these bounds; infinite where no power is a contraction. */
static void sum_of_powers(mag_t least, const arb_mat_t J, slong prec)
{
    const slong k = arb_mat_nrows(J);
    arb_mat_t power;
    mag_t sum, norm, gap;
    arb_mat_init(power, k, k);
    mag_init(sum);
    mag_init(norm);
    mag_init(gap);
    arb_mat_one(power);
    mag_inf(least);
    mag_one(sum);
    for (int m = 1; m <= MOST_POWERS; m++) {
        arb_mat_mul(power, power, J, prec);
        ref_spectral_bound(norm, power, prec);
        mag_one(gap);
        mag_sub_lower(gap, gap, norm);
        if (!mag_is_zero(gap)) {
            mag_div(gap, sum, gap);
            mag_min(least, least, gap);
        }
        mag_add(sum, sum, norm);
    }
    arb_mat_clear(power);
    mag_clear(sum);
    mag_clear(norm);
    mag_clear(gap);
}

slp_status ref_step_heaped(double *kappa, const ref_scheme *scheme, const ref_system *sys,
                           arb_srcptr x, const arb_t h, arb_srcptr dW, slong prec)
{
    ref_frame f;
    ref_certificate cert;
    slp_status status = SLP_UNABLE;
    if (!ref_scheme_suits(scheme, &sys->algebra)) return SLP_UNSUPPORTED;
    bool ready = ref_frame_init(&f, scheme, sys, x, h, dW, ref_clamp_prec(prec));
    if (ready && f.k > 0 && f.k <= REF_SMALL_D &&
        ref_solve_stage(ref_solver_scratch(&f, 4), &cert, &f) == SLP_OK) {
        arb_mat_t J;
        mag_t norm, sum;
        arb_mat_init(J, f.k, f.k);
        mag_init(norm);
        mag_init(sum);
        ref_stage_jacobian(J, &f, ref_solver_scratch(&f, 4));
        ref_spectral_bound(norm, J, f.prec);
        mag_add_ui(norm, norm, 1);
        sum_of_powers(sum, J, f.prec);
        mag_mul(norm, norm, sum);
        *kappa = mag_get_d(norm);
        if (!mag_is_inf(norm)) status = SLP_OK;
        arb_mat_clear(J);
        mag_clear(norm);
        mag_clear(sum);
    }
    ref_frame_clear(&f);
    return status;
}
