/* heun, heun-projected and euler of the second reference: the field as matrices give it, and a
 * vector's new length by a quotient of square roots. */
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
