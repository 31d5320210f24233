/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* splitting-lie and splitting-strang of the second reference: the generator of one factor is what
 * is left of the system's generator if all other Hamiltonians are left out, and its flow is the
 * exponential of ad* by its series. */
#include "tests/second/naive_model.h"

#include <stdlib.h>
#include <string.h>

static long numbers(const naive_model *m, const char *key)
{
    size_t count;
    slp_case_param(m->c, key, &count);
    return (long)count;
}

/* xi = Xi(x; h, dW) where h is 0 unless `moves`, and every increment but number `noise` (none: -1)
 * is 0 */
static void part(mpfr_ptr xi, const naive_model *m, mpfr_srcptr x, bool moves, long noise,
                 const double *dW)
{
    slp_case only = *m->c;
    naive_model copy = *m;
    double *increments = calloc((size_t)m->M + 1, sizeof *increments);
    if (!increments) abort();
    if (noise >= 0) increments[noise] = dW[noise];
    if (!moves) only.h = 0;
    copy.c = &only;
    naive_model_generator(xi, &copy, x, increments);
    free(increments);
}

/* Only the numbers `first`..`first + count - 1` of xi stay. */
static void keep(mpfr_ptr xi, const naive_model *m, long first, long count)
{
    for (long i = 0; i < m->d; i++)
        if (i < first || i >= first + count) mpfr_set_zero(xi + i, 1);
}

static void top(mpfr_ptr xi, const naive_model *m, long k, mpfr_srcptr x, const double *dW)
{
    size_t count;
    const double *noise = slp_case_param(m->c, "noise", &count);
    if (k < 4) {
        part(xi, m, x, true, -1, dW);
        keep(xi, m, k, k == 3 ? 3 : 1);
        return;
    }
    long j = 0, second = 0; /* noise j; the second of two factors, a.Pi after c|Pi|^2 */
    for (long at = 4; at < k; at++)
        if (second == 0 && noise[7 * j + 6] != 0)
            second = 1;
        else
            second = 0, j++;
    const bool square = noise[7 * j + 6] != 0;
    mpfr_ptr constant = naive_array_new(12, m->prec), still = constant + 6;
    part(constant, m, still, false, j, dW); /* (a, b) dW, at Pi = 0 */
    part(xi, m, x, false, j, dW);
    if (square && !second)
        naive_array_add(xi, -1, constant, 6);
    else
        naive_array_copy(xi, constant, 6);
    naive_array_free(constant, 12);
}

/* The pair i < j that is number k of all pairs, row by row, n of each. */
static void pair_at(long *i, long *j, long k, long n)
{
    *i = 0;
    *j = 1;
    for (; k > 0; k--)
        if (++*j == n) *j = ++*i + 1;
}

/* A pair turns about m = G_i x_i + G_j x_j by kappa = h/(4 pi (|x_i||x_j| - x_i.x_j)).
 * The generator of vortex i is kappa m without its part along x_i, which moves nothing; m stays. */
static void pair_turn(mpfr_ptr xi, const naive_model *m, long i, long j, mpfr_srcptr x)
{
    size_t count;
    const double *gamma = slp_case_param(m->c, "gamma", &count);
    mpfr_srcptr a = x + 3 * i, b = x + 3 * j;
    mpfr_ptr t = naive_array_new(2, m->prec), axis = xi + 3 * i;
    naive_array_dot(t, a, a, 3);
    naive_array_dot(t + 1, b, b, 3);
    mpfr_mul(t, t, t + 1, MPFR_RNDN);
    mpfr_sqrt(t, t, MPFR_RNDN);
    naive_array_dot(t + 1, a, b, 3);
    mpfr_sub(t + 1, t, t + 1, MPFR_RNDN);
    mpfr_div(t, t + 1, t, MPFR_RNDN); /* 1 - c */
    if (!(mpfr_cmp_d(t, 0x1p-40) > 0)) mpfr_set_nan(t + 1);
    mpfr_const_pi(t, MPFR_RNDN);
    mpfr_mul_2ui(t, t, 2, MPFR_RNDN);
    mpfr_mul(t + 1, t + 1, t, MPFR_RNDN);
    mpfr_d_div(t, m->c->h, t + 1, MPFR_RNDN); /* kappa */
    naive_array_zero(xi, m->d);
    naive_array_add(axis, gamma[i], a, 3);
    naive_array_add(axis, gamma[j], b, 3);
    for (int k = 0; k < 3; k++) mpfr_mul(axis + k, axis + k, t, MPFR_RNDN);
    naive_array_copy(xi + 3 * j, axis, 3);
    naive_array_free(t, 2);
}

static void vortices(mpfr_ptr xi, const naive_model *m, long k, mpfr_srcptr x, const double *dW)
{
    const long n = m->blocks, pairs = n * (n - 1) / 2;
    if (k >= pairs) {
        part(xi, m, x, false, k - pairs, dW);
        return;
    }
    long i, j;
    pair_at(&i, &j, k, n);
    pair_turn(xi, m, i, j, x);
}

/* The generator of the spins where all parameters but one bond's, the axis', or field and noise are
 * left out.  A bond's two vectors may be added: what each adds to the other moves nothing. */
static void lattice(mpfr_ptr xi, const naive_model *m, long k, mpfr_srcptr x, const double *dW)
{
    slp_case only = *m->c;
    naive_model copy = *m;
    const long bonds = numbers(m, "exchange");
    const bool axis = k == bonds && numbers(m, "anisotropy") > 0;
    for (size_t p = 0; only.system->params[p].key; p++) {
        const char *key = only.system->params[p].key;
        slp_numbers *list = &only.params[p];
        const long each = strcmp(key, "bonds") == 0 ? 2 : strcmp(key, "exchange") == 0 ? 1 : 0;
        if (each && k < bonds)
            *list = (slp_numbers){.at = list->at + each * k, .count = (size_t)each};
        else if (each || strcmp(key, "dmi") == 0 || k < bonds ||
                 (strcmp(key, "anisotropy") == 0) != axis)
            *list = (slp_numbers){0};
    }
    copy.c = &only;
    naive_model_generator(xi, &copy, x, dW);
    if (k >= bonds) return;
    size_t count;
    const double *ends = slp_case_param(&only, "bonds", &count);
    mpfr_ptr a = xi + 3 * ((long)ends[0] - 1), b = xi + 3 * ((long)ends[1] - 1);
    naive_array_add(a, 1, b, 3);
    naive_array_copy(b, a, 3);
}

/* A pair of modes has the generator of the state that consists of these two modes. */
static void torus(mpfr_ptr xi, const naive_model *m, long k, mpfr_srcptr x, const double *dW)
{
    const long N = m->n, half = (N - 1) / 2, pairs = (N * N - 1) / 2;
    if (k >= pairs) {
        part(xi, m, x, false, k - pairs, dW);
        return;
    }
    long m1 = 0, m2 = 1;
    for (; k > 0; k--)
        if (++m2 > half) m1++, m2 = -half;
    mpfr_ptr y = naive_array_new(m->d, m->prec);
    naive_two_modes(y, m, m1, m2, x);
    part(xi, m, y, true, -1, dW);
    naive_array_free(y, m->d);
}

static void pendulum(mpfr_ptr xi, const naive_model *m, long k, mpfr_srcptr x, const double *dW)
{
    part(xi, m, x, k < 2, k < 2 ? -1 : k - 2, dW);
    if (k < 2) keep(xi, m, 1 - k, 1); /* p^2/2 moves q by H_p, -cos q moves p by H_q */
}

/* xi = the generator of factor k */
static void generator(mpfr_ptr xi, const naive_model *m, long k, mpfr_srcptr x, const double *dW)
{
    switch (m->algebra) {
    case SLP_SO3:
        if (k < 3) {
            part(xi, m, x, true, numbers(m, "quad") ? k : -1, dW);
            keep(xi, m, k, 1);
        } else {
            part(xi, m, x, false, k - 3 + numbers(m, "quad"), dW);
        }
        break;
    case SLP_SON:
        part(xi, m, x, true, numbers(m, "quad") ? k : -1, dW);
        keep(xi, m, k, 1);
        break;
    case SLP_SE3:
        top(xi, m, k, x, dW);
        break;
    case SLP_SU2N:
        (numbers(m, "gamma") ? vortices : lattice)(xi, m, k, x, dW);
        break;
    case SLP_SUN:
        torus(xi, m, k, x, dW);
        break;
    default:
        pendulum(xi, m, k, x, dW);
    }
}

/* kubo: q + ip turned by -(h + beta dW), which is Xi(1, 0) */
static void turn(mpfr_ptr x, const naive_model *m, double weight, const double *dW)
{
    mpfr_ptr t = naive_array_new(8, m->prec), rate = t + 2, sine = t + 4, y = t + 6;
    mpfr_set_ui(t, 1, MPFR_RNDN);
    part(rate, m, t, true, m->M ? 0 : -1, dW);
    mpfr_mul_d(rate, rate, weight, MPFR_RNDN);
    mpfr_sin_cos(sine, sine + 1, rate, MPFR_RNDN);
    mpfr_fmma(y, sine + 1, x, sine, x + 1, MPFR_RNDN);
    mpfr_fmms(y + 1, sine + 1, x + 1, sine, x, MPFR_RNDN);
    naive_array_copy(x, y, 2);
    naive_array_free(t, 8);
}

static void flow(mpfr_ptr x, const naive_model *m, long k, double weight, const double *dW)
{
    size_t count;
    const double *kind = slp_case_param(m->c, "model", &count);
    if (m->algebra == SLP_VECTOR && kind[0] == 0) {
        turn(x, m, weight, dW);
        return;
    }
    mpfr_ptr xi = naive_array_new(m->d, m->prec);
    generator(xi, m, k, x, dW);
    naive_array_scale(xi, weight, xi, m->d);
    naive_model_flow(x, m, xi, x);
    naive_array_free(xi, m->d);
}

bool naive_splitting_step(mpfr_ptr next, const naive_model *m, mpfr_srcptr x, const double *dW)
{
    size_t factors = 0;
    slp_error err;
    const bool lie = strcmp(m->c->scheme->name, "splitting-lie") == 0;
    if (m->c->system->factors(&factors, m->c, &err) != SLP_OK) return false;
    mpfr_ptr y = naive_array_new(m->d, m->prec);
    naive_array_copy(y, x, m->d);
    for (long k = 0; k < (long)factors; k++) flow(y, m, k, lie ? 1 : 0.5, dW);
    for (long k = lie ? 0 : (long)factors; k > 0; k--) flow(y, m, k - 1, 0.5, dW);
    naive_array_copy(next, y, m->d);
    naive_array_free(y, m->d);
    return true;
}
