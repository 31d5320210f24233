/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Generators of the second reference: vortices on the sphere, Zeitlin's sphere, sine-Euler torus.
 */
#include "tests/second/naive_model.h"

/* xi += s (x_j/(|x_i||x_j|) - c x_i/|x_i|^2)/(1 - c), c = x_i.x_j/(|x_i||x_j|); NaN where vortices
 * coincide */
static void add_vortex(mpfr_ptr xi, double s, mpfr_srcptr xi_at, mpfr_srcptr xj_at,
                       mpfr_prec_t prec)
{
    mpfr_ptr t = naive_array_new(8, prec), ni = t, nj = t + 1, c = t + 2, gap = t + 3, v = t + 4;
    naive_array_dot(ni, xi_at, xi_at, 3);
    naive_array_dot(nj, xj_at, xj_at, 3);
    mpfr_mul(nj, nj, ni, MPFR_RNDN);
    mpfr_sqrt(nj, nj, MPFR_RNDN); /* |x_i||x_j| */
    naive_array_dot(c, xi_at, xj_at, 3);
    mpfr_div(c, c, nj, MPFR_RNDN);
    mpfr_ui_sub(gap, 1, c, MPFR_RNDN);
    if (!(mpfr_cmp_d(gap, 0x1p-40) > 0)) mpfr_set_nan(gap);
    for (int k = 0; k < 3; k++) {
        mpfr_div(v, xj_at + k, nj, MPFR_RNDN);
        mpfr_mul(v + 1, c, xi_at + k, MPFR_RNDN);
        mpfr_div(v + 1, v + 1, ni, MPFR_RNDN);
        mpfr_sub(v, v, v + 1, MPFR_RNDN);
        mpfr_div(v, v, gap, MPFR_RNDN);
        naive_array_add(xi + k, s, v, 1);
    }
    naive_array_free(t, 8);
}

void naive_generator_vortices(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                              const double *dW)
{
    size_t count, quads;
    const double *gamma = slp_case_param(model->c, "gamma", &count);
    const double *quad = slp_case_param(model->c, "quad", &quads);
    mpfr_ptr t = naive_array_new(2, model->prec);
    mpfr_const_pi(t, MPFR_RNDN);
    mpfr_mul_2ui(t, t, 2, MPFR_RNDN);
    naive_array_zero(xi, model->d);
    for (long i = 0; i < model->blocks; i++) {
        for (long j = 0; j < model->blocks; j++)
            if (j != i) add_vortex(xi + 3 * i, gamma[j], x + 3 * i, x + 3 * j, model->prec);
        for (long k = 0; k < 3; k++) {
            mpfr_ptr at = xi + 3 * i + k;
            mpfr_mul_d(at, at, model->c->h, MPFR_RNDN);
            mpfr_div(at, at, t, MPFR_RNDN);
            if (!quad) continue;
            mpfr_mul_d(t + 1, x + 3 * i + k, quad[k], MPFR_RNDN);
            naive_array_add(at, dW[k], t + 1, 1);
        }
    }
    naive_array_free(t, 2);
}

/* <A, B> = Re Tr A*B in coordinates */
static void pairing(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, long N)
{
    mpfr_t diagonal;
    mpfr_init2(diagonal, mpfr_get_prec(out));
    naive_array_dot(diagonal, a, b, N);
    naive_array_dot(out, a + N, b + N, N * N - N);
    mpfr_mul_2ui(out, out, 1, MPFR_RNDN);
    mpfr_add(out, out, diagonal, MPFR_RNDN);
    mpfr_clear(diagonal);
}

/* xi += sum_lm (h + dW_lm a)/(l(l+1)) <T_lm, x> T_lm, the second term from degree `shell` on; or of
 * a field sum_lm h l(l+1) <T_lm, x> T_lm */
static void add_harmonics(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW,
                          bool field)
{
    size_t amps, shells;
    const double *amp = slp_case_param(model->c, "amp", &amps);
    const double *given = slp_case_param(model->c, "shell", &shells);
    long N = model->n, d = N * N, shell = given ? (long)*given : (N + 1) / 2;
    mpfr_ptr t = naive_array_new(2, model->prec);
    for (long l = 1; l < N; l++)
        for (long e = l * l - 1; e < (l + 1) * (l + 1) - 1; e++) {
            mpfr_srcptr T = model->basis + e * d;
            mpfr_set_d(t + 1, model->c->h, MPFR_RNDN);
            if (amp && l >= shell && !field) {
                mpfr_set_d(t, *amp, MPFR_RNDN);
                naive_array_add(t + 1, dW[e - (shell * shell - 1)], t, 1);
            }
            pairing(t, T, x, N);
            mpfr_mul(t, t, t + 1, MPFR_RNDN);
            (field ? mpfr_mul_si : mpfr_div_si)(t, t, l * (l + 1), MPFR_RNDN);
            for (long k = 0; k < d; k++) {
                mpfr_mul(t + 1, t, T + k, MPFR_RNDN);
                mpfr_add(xi + k, xi + k, t + 1, MPFR_RNDN);
            }
        }
    naive_array_free(t, 2);
}

/* Xi = sum_lm (h + dW_lm a)/(l(l+1)) <T_lm, X> T_lm, and -h f/2 T_10 of a planet */
void naive_generator_zeitlin(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    const long N = model->n;
    mpfr_ptr t = naive_array_new(2, model->prec);
    naive_array_zero(xi, model->d);
    add_harmonics(xi, model, x, dW, false);
    size_t planets;
    const double *f = slp_case_param(model->c, "coriolis", &planets);
    if (planets) { /* -h f/2 T_10, T_10 = i S_3 over its length */
        mpfr_set_zero(t + 1, 1);
        for (long k = 0; k < N; k++) {
            mpfr_set_si(t, N - 1 - 2 * k, MPFR_RNDN);
            mpfr_sqr(t, t, MPFR_RNDN);
            mpfr_add(t + 1, t + 1, t, MPFR_RNDN);
        }
        mpfr_sqrt(t + 1, t + 1, MPFR_RNDN);
        for (long k = 0; k < N; k++) {
            mpfr_si_div(t, 2 * k + 1 - N, t + 1, MPFR_RNDN);
            mpfr_mul_d(t, t, model->c->h, MPFR_RNDN);
            mpfr_mul_d(t, t, *f, MPFR_RNDN);
            mpfr_div_ui(t, t, 2, MPFR_RNDN);
            mpfr_add(xi + k, xi + k, t, MPFR_RNDN);
        }
    }
    naive_array_free(t, 2);
}

/* The same of W, without a planet, and b = sum_lm h l(l+1) <T_lm, Theta> T_lm. */
void naive_generator_mhd(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    const long d = model->n * model->n;
    naive_array_zero(xi, 2 * d);
    add_harmonics(xi, model, x, dW, false);
    add_harmonics(xi + d, model, x + d, dW, true);
}

/* out = e^{2 pi i turns / N} */
static void root(mpfr_ptr out, long turns, long N)
{
    mpfr_t angle;
    mpfr_init2(angle, mpfr_get_prec(out));
    mpfr_const_pi(angle, MPFR_RNDN);
    mpfr_mul_si(angle, angle, 2 * (turns % N), MPFR_RNDN);
    mpfr_div_si(angle, angle, N, MPFR_RNDN);
    mpfr_sin_cos(out + 1, out, angle, MPFR_RNDN);
    mpfr_clear(angle);
}

/* T_m of LECG section 6: entry (k, k + m2) = e^{2 pi i (m1 m2 + 2 m1 k)/N}, all others 0 */
static void fourier_mode(mpfr_ptr T, long m1, long m2, long N)
{
    naive_array_zero(T, 2 * N * N);
    for (long k = 0; k < N; k++) {
        long j = ((k + m2) % N + N) % N;
        root(T + 2 * (k * N + j), m1 * m2 + 2 * m1 * k, N);
    }
}

/* out += c T for complex c and a matrix of `cells` numbers */
static void add_multiple(mpfr_ptr out, mpfr_srcptr c, mpfr_srcptr T, long cells)
{
    mpfr_ptr t = naive_array_new(2, mpfr_get_prec(out));
    for (long e = 0; e < cells; e += 2)
        for (int part = 0; part < 2; part++) {
            mpfr_mul(t, c, T + e + part, MPFR_RNDN);
            mpfr_mul(t + 1, c + 1, T + e + 1 - part, MPFR_RNDN);
            mpfr_add(out + e + part, out + e + part, t, MPFR_RNDN);
            (part ? mpfr_add : mpfr_sub)(out + e + part, out + e + part, t + 1, MPFR_RNDN);
        }
    naive_array_free(t, 2);
}

/* LECG (55): Xi = -i/(2 eps) (sum_m h w_m/|m|^2 T_m + sum_k dW_k a (T_n + T_-n)), w_m = Tr(T_m*
 * X)/(i N) */
void naive_generator_sine_euler(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                                const double *dW)
{
    size_t amps, numbers;
    const double *amp = slp_case_param(model->c, "amp", &amps);
    const double *mode = slp_case_param(model->c, "modes", &numbers);
    long N = model->n, K = (N - 1) / 2, cells = model->cells;
    mpfr_ptr X = naive_array_new(3 * cells + 4, model->prec), T = X + cells, sum = T + cells;
    mpfr_ptr w = sum + cells, t = w + 2;
    naive_model_matrices(X, model, x);
    for (long m1 = -K; m1 <= K; m1++)
        for (long m2 = -K; m2 <= K; m2++) {
            if (m1 == 0 && m2 == 0) continue;
            fourier_mode(T, m1, m2, N);
            /* Tr(T* X)/i = Im Tr(T* X) - i Re Tr(T* X) */
            naive_array_zero(w, 2);
            naive_array_dot(w + 1, T, X, cells);
            for (long e = 0; e < cells; e += 2) {
                mpfr_mul(t, T + e, X + e + 1, MPFR_RNDN);
                mpfr_mul(t + 1, T + e + 1, X + e, MPFR_RNDN);
                mpfr_add(w, w, t, MPFR_RNDN);
                mpfr_sub(w, w, t + 1, MPFR_RNDN);
            }
            mpfr_neg(w + 1, w + 1, MPFR_RNDN);
            naive_array_scale(w, model->c->h, w, 2);
            for (int part = 0; part < 2; part++)
                mpfr_div_si(w + part, w + part, N * (m1 * m1 + m2 * m2), MPFR_RNDN);
            add_multiple(sum, w, T, cells);
        }
    for (long k = 0; k < model->M; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fourier_mode(T, sign * (long)mode[2 * k], sign * (long)mode[2 * k + 1], N);
            mpfr_set_d(w, *amp, MPFR_RNDN);
            mpfr_mul_d(w, w, dW[k], MPFR_RNDN);
            mpfr_set_zero(w + 1, 1);
            add_multiple(sum, w, T, cells);
        }
    mpfr_set_zero(w, 1); /* -i/(2 eps) = -i N/(4 pi) */
    mpfr_const_pi(t, MPFR_RNDN);
    mpfr_si_div(w + 1, -N, t, MPFR_RNDN);
    mpfr_div_2ui(w + 1, w + 1, 2, MPFR_RNDN);
    naive_array_zero(X, cells);
    add_multiple(X, w, sum, cells);
    naive_model_coordinates(xi, model, X);
    naive_array_free(X, 3 * cells + 4);
}

/* y = sum over m and -m of (Tr(T_m* X)/N) T_m */
void naive_two_modes(mpfr_ptr y, const naive_model *model, long m1, long m2, mpfr_srcptr x)
{
    const long N = model->n, cells = model->cells;
    mpfr_ptr X = naive_array_new(3 * cells + 4, model->prec), T = X + cells, sum = T + cells;
    mpfr_ptr w = sum + cells, t = w + 2;
    naive_model_matrices(X, model, x);
    for (long sign = -1; sign <= 1; sign += 2) {
        fourier_mode(T, sign * m1, sign * m2, N);
        naive_array_zero(w, 2);
        naive_array_dot(w, T, X, cells);
        for (long e = 0; e < cells; e += 2) {
            mpfr_fmms(t, T + e, X + e + 1, T + e + 1, X + e, MPFR_RNDN);
            mpfr_add(w + 1, w + 1, t, MPFR_RNDN);
        }
        for (int part = 0; part < 2; part++) mpfr_div_si(w + part, w + part, N, MPFR_RNDN);
        add_multiple(sum, w, T, cells);
    }
    naive_model_coordinates(y, model, sum);
    naive_array_free(X, 3 * cells + 4);
}
