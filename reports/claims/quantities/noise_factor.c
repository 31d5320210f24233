/* From LECG (54) to (55): what the noise Hamiltonian of (54) gives in Fourier coefficients.
 *
 * With pairing <f, g> = sum f_n g_-n and w = Delta psi, psi_n = -w_n/|n|^2, (54) is
 *     h dt + h~ dW = -(1/2) sum psi_n w_-n dt - (1/2) sum w_n z_-n dW.
 * Both are differentiated here by the central difference over a step of 1, which is exact for
 * polynomials of degree 2.  (55) has w_n/|n|^2 dt + z_n dW.  The coefficients w of the modes (1,0),
 * (0,1), (1,1), (1,-1) and z are drawn from the sample's state; w_-n = w_n and z_-n = z_n, real. */
#include "reports/claims/experiment/measure.h"

#include <string.h>

enum { MODES = 4, DRIFT = 0, NOISE, COUNT };
static const slong square[MODES] = {1, 1, 2, 2}; /* |n|^2 */

/* The two parts of (54) for coefficients w, each mode counted with its opposite. */
static void parts(arb_t drift, arb_t noise, arb_srcptr w, arb_srcptr z, slong prec)
{
    arb_t one;
    arb_init(one);
    arb_zero(drift);
    arb_zero(noise);
    for (slong n = 0; n < MODES; n++) {
        arb_mul(one, w + n, w + n, prec); /* -psi_n w_-n |n|^2 */
        arb_div_si(one, one, square[n], prec);
        arb_add(drift, drift, one, prec); /* (1/2) of twice */
        arb_submul(noise, w + n, z + n, prec);
    }
    arb_clear(one);
}

/* dF/dw_-n for the real direction that changes w_n and w_-n alike is twice the gradient's entry. */
static void gradient(arb_t drift, arb_t noise, arb_ptr w, arb_srcptr z, slong n, slong prec)
{
    arb_t before[COUNT];
    for (int k = 0; k < COUNT; k++) arb_init(before[k]);
    arb_sub_ui(w + n, w + n, 1, prec);
    parts(before[DRIFT], before[NOISE], w, z, prec);
    arb_add_ui(w + n, w + n, 2, prec);
    parts(drift, noise, w, z, prec);
    arb_sub_ui(w + n, w + n, 1, prec);
    arb_sub(drift, drift, before[DRIFT], prec);
    arb_sub(noise, noise, before[NOISE], prec);
    arb_mul_2exp_si(drift, drift, -2);
    arb_mul_2exp_si(noise, noise, -2);
    for (int k = 0; k < COUNT; k++) arb_clear(before[k]);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK && c.d < 2 * MODES)
        status =
            slp_error_set(err, trial->experiment->line, NULL, "state", "wants at least 8 numbers");
    if (status == SLP_OK && m) {
        const slong prec = trial->experiment->precision;
        arb_ptr w = _arb_vec_init(2 * MODES), z = w + MODES;
        arb_t drift, noise;
        arb_init(drift);
        arb_init(noise);
        for (slong i = 0; i < 2 * MODES; i++) arb_set_d(w + i, c.x[i]);
        for (slong n = 0; n < MODES; n++) {
            gradient(drift, noise, w, z, n, prec);
            arb_mul_si(drift, drift, square[n], prec); /* over w_n/|n|^2 and z_n of (55) */
            arb_div(drift, drift, w + n, prec);
            arb_div(noise, noise, z + n, prec);
            if (n == 0) {
                slp_measured_ball(m, DRIFT, drift);
                slp_measured_ball(m, NOISE, noise);
            } else {
                slp_measured_largest(m, DRIFT, drift);
                slp_measured_largest(m, NOISE, noise);
            }
        }
        slp_measurement_witness(m, &c);
        m->samples = m->steps = 1;
        _arb_vec_clear(w, 2 * MODES);
        arb_clear(drift);
        arb_clear(noise);
    }
    slp_case_clear(&c);
    return status;
}

const slp_quantity slp_quantity_noise_factor = {
    .name = "noise-factor",
    .about = "factors of drift and noise between LECG's Hamiltonian (54) and its equation (55)",
    .method = "derivatives of (54) in Fourier coefficients by central differences, exact for its "
              "degree, in ball arithmetic",
    .values = {{"drift", "", "the drift of (54) over that of (55), largest over modes"},
               {"noise", "", "the noise of (54) over that of (55), largest over modes"}},
    .measure = measure};
