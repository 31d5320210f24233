/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas in the second reference.  mathematics: Xi gets A_ij grad B_ij for each pair i < j of
 * noises, B_ij = <x, [grad H_i, grad H_j]>.  Here every gradient of a noise is affine with a
 * diagonal derivative, G_a = constant_a + slope_a x_a, so that on each vector of three coordinates,
 * by the product rule with the signs e_abc,
 *     dB/dx_m = e_mbc G_b G'_c + x_a e_amc slope_m G'_c + x_a e_abm G_b slope'_m. */
#include "tests/second/naive_model.h"

#include <stdlib.h>
#include <string.h>

typedef struct gradient {
    double *constant, *slope; /* d each */
} gradient;

static double number(const naive_model *model, const char *key, size_t at)
{
    size_t count;
    return slp_case_param(model->c, key, &count)[at];
}

/* Of noise k: those of quad, then lin; or -D x_k of spins. */
static gradient gradient_of(const naive_model *model, long k)
{
    gradient g = {calloc((size_t)model->d, sizeof(double)),
                  calloc((size_t)model->d, sizeof(double))};
    size_t quads;
    if (strcmp(model->c->system->name, "spins") == 0) {
        g.constant[k] = -number(model, "noise", 0);
        return g;
    }
    slp_case_param(model->c, "quad", &quads);
    if (k < (long)quads)
        g.slope[k] = number(model, "quad", (size_t)k);
    else
        for (long a = 0; a < 3; a++)
            g.constant[a] = number(model, "lin", 3 * ((size_t)k - quads) + (size_t)a);
    return g;
}

static void value(mpfr_ptr out, const gradient *g, long a, mpfr_srcptr x)
{
    mpfr_mul_d(out, x + a, g->slope[a], MPFR_RNDN);
    mpfr_add_d(out, out, g->constant[a], MPFR_RNDN);
}

/* The heavy top: B = P.(w x w') + G.(w x u' + u x w'), w = a + 2 c P, u = b, term by term.
 * Products of two doubles are taken in MPFR. */
static void add_top(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, double area,
                    const double *noise, const double *other)
{
    mpfr_ptr all = naive_array_new(15, model->prec), w = all, v = all + 3, u = all + 6, s = all + 9,
             t = all + 12;
    for (int i = 0; i < 3; i++) {
        mpfr_mul_d(w + i, x + i, 2 * noise[6], MPFR_RNDN);
        mpfr_add_d(w + i, w + i, noise[i], MPFR_RNDN);
        mpfr_mul_d(v + i, x + i, 2 * other[6], MPFR_RNDN);
        mpfr_add_d(v + i, v + i, other[i], MPFR_RNDN);
        mpfr_set_d(u + i, noise[3 + i], MPFR_RNDN);
        mpfr_set_d(s + i, other[3 + i], MPFR_RNDN);
    }
    naive_array_cross(t, w, v);
    naive_array_add(xi, area, t, 3);
    naive_array_cross(t, v, x); /* P.(e x w') = e.(w' x P) */
    naive_array_scale(t, 2 * noise[6], t, 3);
    naive_array_add(xi, area, t, 3);
    naive_array_cross(t, x, w);
    naive_array_scale(t, 2 * other[6], t, 3);
    naive_array_add(xi, area, t, 3);
    naive_array_cross(t, s, x + 3); /* G.(e x u') = e.(u' x G) */
    naive_array_scale(t, 2 * noise[6], t, 3);
    naive_array_add(xi, area, t, 3);
    naive_array_cross(t, x + 3, u);
    naive_array_scale(t, 2 * other[6], t, 3);
    naive_array_add(xi, area, t, 3);
    naive_array_cross(t, w, s);
    naive_array_add(xi + 3, area, t, 3);
    naive_array_cross(t, u, v);
    naive_array_add(xi + 3, area, t, 3);
    naive_array_free(all, 15);
}

static void add_pair(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, double area,
                     const gradient *g, const gradient *other)
{
    mpfr_ptr t = naive_array_new(3, model->prec);
    for (long v = 0; v < model->d; v += 3)
        for (long a = 0; a < 3; a++)
            for (long b = 0; b < 3; b++)
                for (long c = 0; c < 3; c++) {
                    const double sign = (double)((b - a) * (c - b) * (c - a)) / 2 * area;
                    value(t, g, v + b, x);
                    value(t + 1, other, v + c, x);
                    mpfr_mul(t + 2, t, t + 1, MPFR_RNDN); /* to dB/dx_a */
                    mpfr_mul_d(t + 2, t + 2, sign, MPFR_RNDN);
                    mpfr_add(xi + v + a, xi + v + a, t + 2, MPFR_RNDN);
                    mpfr_mul(t + 1, t + 1, x + v + a, MPFR_RNDN); /* x_a slope_b G'_c to dB/dx_b */
                    mpfr_mul_d(t + 1, t + 1, g->slope[v + b], MPFR_RNDN);
                    mpfr_mul_d(t + 1, t + 1, sign, MPFR_RNDN);
                    mpfr_add(xi + v + b, xi + v + b, t + 1, MPFR_RNDN);
                    mpfr_mul(t, t, x + v + a, MPFR_RNDN); /* x_a G_b slope'_c to dB/dx_c */
                    mpfr_mul_d(t, t, other->slope[v + c], MPFR_RNDN);
                    mpfr_mul_d(t, t, sign, MPFR_RNDN);
                    mpfr_add(xi + v + c, xi + v + c, t, MPFR_RNDN);
                }
    naive_array_free(t, 3);
}

void naive_generator_areas(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x,
                           const double *areas)
{
    size_t count;
    const double *noise =
        model->algebra == SLP_SE3 ? slp_case_param(model->c, "noise", &count) : NULL;
    for (long i = 0; i < model->M; i++)
        for (long j = i + 1; j < model->M; j++) {
            if (noise) {
                add_top(xi, model, x, *areas++, noise + 7 * i, noise + 7 * j);
                continue;
            }
            gradient g = gradient_of(model, i), other = gradient_of(model, j);
            add_pair(xi, model, x, *areas++, &g, &other);
            free(g.constant);
            free(g.slope);
            free(other.constant);
            free(other.slope);
        }
}
