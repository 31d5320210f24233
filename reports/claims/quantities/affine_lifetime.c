/* A Lie-Poisson equation whose Hamiltonian has a Lipschitz gradient and whose solutions do not
 * exist for all times.
 *
 * On the dual of aff(1), the algebra of a, b with [a, b] = b, {p, q} = q.  With H = p q, whose
 * gradient (q, p) is linear, q' = {q, H} = -q dH/dp = -q^2, so (1/q)' = 1: from q0 < 0 the solution
 * q0/(1 + q0 t) is infinite at t = 1/|q0|.  q0 = -(first coordinate of the sample's state). */
#include "reports/claims/experiment/measure.h"

enum { RATE, LIFETIME, GROWTH, BINADES = 40 };

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK && !(c.x[0] > 0))
        status = slp_error_set(err, trial->experiment->line, NULL, "state",
                               "wants a positive first number: minus it is where q begins");
    if (status == SLP_OK && m) {
        const slong prec = trial->experiment->precision;
        arb_t q0, t, q, slope;
        arb_init(q0);
        arb_init(t);
        arb_init(q);
        arb_init(slope);
        arb_set_d(q0, -c.x[0]);
        arb_inv(t, q0, prec);
        arb_neg(t, t);
        slp_measured_ball(m, LIFETIME, t);
        /* q shortly before: t = (1 - 2^-40)/|q0| */
        arb_mul_2exp_si(q, t, -BINADES);
        arb_sub(t, t, q, prec);
        arb_mul(q, q0, t, prec);
        arb_add_ui(q, q, 1, prec);
        arb_div(slope, q0, q, prec); /* q(t) = q0/(1 + q0 t) */
        arb_div(q, slope, q0, prec);
        slp_measured_ball(m, GROWTH, q);
        /* (1/q)' = -q'/q^2 with q' = -q dH/dp = -q^2 */
        arb_mul(q, slope, slope, prec);
        arb_div(q, q, slope, prec);
        arb_div(q, q, slope, prec);
        slp_measured_ball(m, RATE, q);
        slp_measurement_witness(m, &c);
        m->samples = m->steps = 1;
        arb_clear(q0);
        arb_clear(t);
        arb_clear(q);
        arb_clear(slope);
    }
    slp_case_clear(&c);
    return status;
}

const slp_quantity slp_quantity_affine_lifetime = {
    .name = "affine-lifetime",
    .about = "when the solution of q' = -q^2 ends, a Lie-Poisson equation on the dual of aff(1)",
    .method =
        "the solution q0/(1 + q0 t) in ball arithmetic; the system of the experiment plays no "
        "part",
    .values = {{"rate", "", "d(1/q)/dt, which is constant"},
               {"lifetime", "time", "when 1/q is 0"},
               {"growth", "", "q/q0 at 1 - 2^-40 of the lifetime"}},
    .measure = measure};
