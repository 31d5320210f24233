/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* heun, heun-projected, euler and the rules on spheres, of the second reference: the field as
 * matrices give it, a vector's new length by a quotient of square roots, turns by Rodrigues'
 * formula with the functions of MPFR. */
#include "tests/second/naive_model.h"

#include <string.h>

/* out += s ad*_{Xi(z)} z */
static void add_field(mpfr_ptr out, double s, const naive_model *m, mpfr_srcptr z, const double *dW)
{
    mpfr_ptr field = naive_array_new(m->d, m->prec);
    naive_model_generator(field, m, z, dW);
    naive_model_coadjoint(field, m, field, z);
    naive_array_add(out, s, field, m->d);
    naive_array_free(field, m->d);
}

/* Each vector of w gets the length of that of x. */
static void project(mpfr_ptr w, const naive_model *m, mpfr_srcptr x)
{
    mpfr_ptr size = naive_array_new(2, m->prec);
    for (long i = 0; i < m->d; i += 3) {
        if (naive_array_zeros(x + i, 3)) continue;
        naive_array_dot(size, x + i, x + i, 3);
        naive_array_dot(size + 1, w + i, w + i, 3);
        mpfr_sqrt(size, size, MPFR_RNDN);
        mpfr_sqrt(size + 1, size + 1, MPFR_RNDN);
        for (long k = i; k < i + 3; k++) {
            mpfr_div(w + k, w + k, size + 1, MPFR_RNDN);
            mpfr_mul(w + k, w + k, size, MPFR_RNDN);
        }
    }
    naive_array_free(size, 2);
}

void naive_explicit_step(mpfr_ptr next, const naive_model *m, mpfr_srcptr x, const double *dW)
{
    const char *name = m->c->scheme->name;
    const bool projects = strcmp(name, "heun-projected") == 0;
    mpfr_ptr p = naive_array_new(2 * m->d, m->prec), y = p + m->d;
    naive_array_copy(p, x, m->d);
    add_field(p, 1, m, x, dW);
    naive_array_copy(y, p, m->d);
    if (strcmp(name, "euler") != 0) {
        if (projects) project(p, m, x);
        naive_array_copy(y, x, m->d);
        add_field(y, 0.5, m, x, dW);
        add_field(y, 0.5, m, p, dW);
        if (projects) project(y, m, x);
    }
    naive_array_copy(next, y, m->d);
    naive_array_free(p, 2 * m->d);
}

bool naive_spherical(mpfr_ptr image, const naive_model *m, mpfr_srcptr z, mpfr_srcptr x,
                     const double *dW)
{
    naive_array_copy(image, x, m->d);
    add_field(image, 0.5, m, z, dW);
    project(image, m, x);
    return true;
}

void naive_spherical_end(mpfr_ptr next, const naive_model *m, mpfr_srcptr z, mpfr_srcptr x,
                         const double *dW)
{
    naive_array_copy(next, x, m->d);
    add_field(next, 1, m, z, dW);
}

/* out = a x b, each of 3 numbers */
static void cross(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpfr_fmms(out + i, a + j, b + k, a + k, b + j, MPFR_RNDN);
    }
}

/* y = x turned about -xi by the angle |xi|, or by 2 arctan(|xi|/2): dx/ds = x x xi */
static void turn(mpfr_ptr y, const naive_model *m, mpfr_srcptr xi, mpfr_srcptr x, bool by_angle)
{
    mpfr_ptr n = naive_array_new(12, m->prec), u = n + 3, v = u + 3, angle = v + 3;
    mpfr_ptr sine = angle + 1, cosine = angle + 2;
    for (long i = 0; i < m->d; i += 3) {
        naive_array_dot(angle, xi + i, xi + i, 3);
        mpfr_sqrt(angle, angle, MPFR_RNDN);
        naive_array_copy(y + i, x + i, 3);
        if (mpfr_zero_p(angle)) continue;
        for (int k = 0; k < 3; k++) mpfr_div(n + k, xi + i + k, angle, MPFR_RNDN);
        if (!by_angle) {
            mpfr_div_2ui(angle, angle, 1, MPFR_RNDN);
            mpfr_atan(angle, angle, MPFR_RNDN);
            mpfr_mul_2ui(angle, angle, 1, MPFR_RNDN);
        }
        mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN);
        cross(u, x + i, n);
        cross(v, u, n);
        mpfr_ui_sub(cosine, 1, cosine, MPFR_RNDN);
        for (int k = 0; k < 3; k++) {
            mpfr_mul(u + k, u + k, sine, MPFR_RNDN);
            mpfr_mul(v + k, v + k, cosine, MPFR_RNDN);
            mpfr_add(y + i + k, y + i + k, u + k, MPFR_RNDN);
            mpfr_add(y + i + k, y + i + k, v + k, MPFR_RNDN);
        }
    }
    naive_array_free(n, 12);
}

void naive_two_turns_step(mpfr_ptr next, const naive_model *m, mpfr_srcptr x, const double *dW)
{
    const bool depondt = strcmp(m->c->scheme->name, "depondt") == 0;
    mpfr_ptr xi = naive_array_new(4 * m->d, m->prec), p = xi + m->d, second = p + m->d;
    mpfr_ptr y = second + m->d;
    naive_model_generator(xi, m, x, dW);
    turn(p, m, xi, x, depondt);
    if (!depondt) {
        naive_array_add(p, 1, x, m->d);
        naive_array_scale(p, 0.5, p, m->d);
    }
    naive_model_generator(second, m, p, dW);
    if (depondt) {
        naive_array_add(second, 1, xi, m->d);
        naive_array_scale(second, 0.5, second, m->d);
    }
    turn(y, m, second, x, depondt);
    naive_array_copy(next, y, m->d);
    naive_array_free(xi, 4 * m->d);
}
