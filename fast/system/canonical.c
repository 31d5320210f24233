/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Canonical systems in one degree of freedom, state (q, p), GBW section 2.
 *   kubo:     H0 = (q^2 + p^2)/2, H1 = beta (q^2 + p^2)/2;   Xi = (h + beta dW)(q, p)
 *   pendulum: H0 = p^2/2 - cos q, H1 = beta sin q, H2 = gamma p;
 *             Xi = (h sin q + beta dW1 cos q, h p + gamma dW2)
 * The generator is the gradient (H_q, H_p).  It is not built of terms: the pendulum's sine is no
 * polynomial.  Tested by tests/fast/test_fast_golden.c,
 * tests/fast/test_fast_systems.c. */
#include "fast/algebra/plane.h"
#include "fast/system/system.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>

typedef struct canonical {
    bool pendulum, has_beta, has_gamma;
    double beta, gamma;
} canonical;

static slp_status canonical_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t models, betas, gammas;
    const double *model = slp_case_param(c, "model", &models);
    const double *beta = slp_case_param(c, "beta", &betas),
                 *gamma = slp_case_param(c, "gamma", &gammas);
    if (models != 1 || betas > 1 || gammas > 1 || (model[0] == 0 && gammas))
        return slp_error_set(err, c->line, c->id, "model",
                             "parameters of the wrong length; "
                             "pass the case through slp_case_check");
    canonical *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    own->pendulum = model[0] != 0;
    own->has_beta = betas == 1;
    own->has_gamma = gammas == 1;
    if (betas) own->beta = beta[0];
    if (gammas) own->gamma = gamma[0];
    sys->own = own;
    sys->algebra = &fast_algebra_vector;
    sys->d = 2;
    sys->M = betas + gammas;
    return SLP_OK;
}

static void canonical_close(fast_system *sys)
{
    free(sys->own);
}

static size_t frozen_size(const fast_system *sys)
{
    (void)sys;
    return 4;
}

/* kubo: h + beta dW, high and low.  pendulum: h, beta dW1, gamma dW2, high and low. */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const canonical *own = sys->own;
    twofold beta = {0, 0}, gamma = {0, 0};
    if (own->has_beta) beta = twofold_product(own->beta, dW[0]);
    if (own->has_gamma) gamma = twofold_product(own->gamma, dW[own->has_beta]);
    if (own->pendulum) {
        frozen[0] = h;
        frozen[1] = beta.high;
        frozen[2] = gamma.high;
        frozen[3] = gamma.low;
    } else {
        twofold rate = twofold_add((twofold){h, 0}, beta);
        frozen[0] = rate.high;
        frozen[1] = rate.low;
        frozen[2] = frozen[3] = 0;
    }
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const canonical *own = sys->own;
    (void)work;
    if (own->pendulum) {
        twofold speed =
            twofold_add(twofold_product(frozen[0], x[1]), (twofold){frozen[2], frozen[3]});
        xi[0] = frozen[0] * sin(x[0]) + frozen[1] * cos(x[0]);
        xi[1] = speed.high;
        if (xi_low) {
            xi_low[0] = 0;
            xi_low[1] = speed.low;
        }
        return;
    }
    for (int i = 0; i < 2; i++) {
        twofold force = twofold_scale((twofold){frozen[0], frozen[1]}, x[i]);
        xi[i] = force.high;
        if (xi_low) xi_low[i] = force.low;
    }
}

/* kubo: one.  pendulum: p^2/2, -cos q, beta sin q, gamma p. */
static slp_status factors(size_t *count, const fast_system *sys)
{
    const canonical *own = sys->own;
    *count = own->pendulum ? 2 + sys->M : 1;
    return SLP_OK;
}

static void turn(double *x, const canonical *own, double weight, double h, const double *dW)
{
    twofold rate = {h, 0};
    if (own->has_beta) rate = twofold_add(rate, twofold_product(own->beta, dW[0]));
    const fast_plane_turn by = fast_plane_turn_by(rate, weight);
    fast_plane_apply(&by, x, x + 1); /* q' = rate p, p' = -rate q */
}

/* q' = H_p, p' = -H_q, one of which is 0 */
static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const canonical *own = sys->own;
    (void)work;
    if (!own->pendulum)
        turn(x, own, weight, h, dW);
    else if (k == 0)
        x[0] = fma(weight * h, x[1], x[0]);
    else if (k == 1)
        x[1] = fma(-weight * h, sin(x[0]), x[1]);
    else if (k == 2 && own->has_beta)
        x[1] = fma(-weight * own->beta * dW[0], cos(x[0]), x[1]);
    else
        x[0] = fma(weight * own->gamma, dW[own->has_beta], x[0]);
}

static double energy(const fast_system *sys, const double *x)
{
    const canonical *own = sys->own;
    if (own->pendulum) return 0.5 * x[1] * x[1] - cos(x[0]);
    return 0.5 * (x[0] * x[0] + x[1] * x[1]);
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    (void)values; /* T*R has no Casimirs */
    (void)sys;
    (void)x;
    return SLP_OK;
}

const fast_system_table fast_system_canonical = {
    .name = "canonical",
    .open = canonical_open,
    .close = canonical_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
