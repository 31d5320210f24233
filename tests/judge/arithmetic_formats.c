/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The hardware's arithmetics, and double-double by its textbook algorithms. */
#include "tests/judge/arithmetic_port.h"

#include <math.h>

/* ---- float, _Float16, long double, __float128 --------------------------------------------- */

#define OPERATE(type, field)                                                                       \
    static void field##_apply(port_number *r, const port_number *a, char op, const port_number *b) \
    {                                                                                              \
        const type x = a->field, y = b->field;                                                     \
        r->field = (type)(op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y);      \
    }

OPERATE(float, single)
static void single_set(port_number *r, mpfr_srcptr value)
{
    r->single = mpfr_get_flt(value, MPFR_RNDN);
}
static void single_get(mpfr_ptr value, const port_number *a)
{
    mpfr_set_flt(value, a->single, MPFR_RNDN);
}

#if defined(__x86_64__) && __LDBL_MANT_DIG__ == 64
OPERATE(long double, extended)
static void extended_set(port_number *r, mpfr_srcptr value)
{
    r->extended = mpfr_get_ld(value, MPFR_RNDN);
}
static void extended_get(mpfr_ptr value, const port_number *a)
{
    mpfr_set_ld(value, a->extended, MPFR_RNDN);
}
#endif

#if defined(__FLT16_MANT_DIG__) && defined(__SSE2__)
OPERATE(_Float16, half)
static void half_set(port_number *r, mpfr_srcptr value)
{
    r->half = (_Float16)mpfr_get_flt(value, MPFR_RNDN);
}
static void half_get(mpfr_ptr value, const port_number *a)
{
    mpfr_set_flt(value, (float)a->half, MPFR_RNDN);
}
#endif

#ifdef __SIZEOF_FLOAT128__
OPERATE(__float128, quad)

/* q 2^e, in two factors, so that neither overflows */
static __float128 scaled(__float128 q, long e)
{
    for (; e > 0; e -= e > 8000 ? 8000 : e) {
        __float128 power = 1;
        for (long i = 0; i < (e > 8000 ? 8000 : e); i++) power *= 2;
        q *= power;
    }
    for (; e < 0; e += e < -8000 ? 8000 : -e) {
        __float128 power = 1;
        for (long i = 0; i < (e < -8000 ? 8000 : -e); i++) power /= 2;
        q *= power;
    }
    return q;
}

static void quad_set(port_number *r, mpfr_srcptr value)
{
    mpfr_t left;
    __float128 sum = 0;
    const long e = mpfr_zero_p(value) ? 0 : (long)mpfr_get_exp(value);
    mpfr_init2(left, 300);
    mpfr_mul_2si(left, value, -e, MPFR_RNDN);
    for (int i = 0; i < 3; i++) {
        const double part = mpfr_get_d(left, MPFR_RNDZ);
        sum += (__float128)part;
        mpfr_sub_d(left, left, part, MPFR_RNDN);
    }
    r->quad = mpfr_zero_p(value) ? (mpfr_signbit(value) ? -0.0 : 0.0) : scaled(sum, e);
    mpfr_clear(left);
}

static void quad_get(mpfr_ptr value, const port_number *a)
{
    __float128 q = a->quad;
    long e = 0;
    for (; q > 0x1p500 || q < -0x1p500; e += 512) q *= 0x1p-512;
    for (; q != 0 && q < 0x1p-200 && q > -0x1p-200; e -= 512) q *= 0x1p512;
    mpfr_set_zero(value, q < 0 ? -1 : 1);
    for (int i = 0; i < 3; i++) {
        mpfr_add_d(value, value, (double)q, MPFR_RNDN);
        q -= (__float128)(double)q;
    }
    mpfr_mul_2si(value, value, e, MPFR_RNDN);
}
#endif

/* ---- double-double ------------------------------------------------------------------------ */

/* Joldes, Muller, Popescu, ACM TOMS 44 (2017): AccurateDWPlusDW (3u^2 + 13u^3), DWTimesDW3 (4u^2),
 * DWDivDW2 (15u^2 + 56u^3), u = 2^-53. */
static void two_sum(double *s, double *e, double a, double b)
{
    *s = a + b;
    const double t = *s - a;
    *e = (a - (*s - t)) + (b - t);
}

static void fast_sum(double *s, double *e, double a, double b)
{
    *s = a + b;
    *e = b - (*s - a);
}

static void parts_add(double r[2], const double a[2], const double b[2])
{
    double s, e, t, f, v, w;
    two_sum(&s, &e, a[0], b[0]);
    two_sum(&t, &f, a[1], b[1]);
    fast_sum(&v, &w, s, e + t);
    fast_sum(&r[0], &r[1], v, f + w);
}

static void parts_multiply(double r[2], const double a[2], const double b[2])
{
    const double p = a[0] * b[0], e = fma(a[0], b[0], -p);
    const double low = fma(a[1], b[0], fma(a[0], b[1], a[1] * b[1]));
    fast_sum(&r[0], &r[1], p, e + low);
}

static void parts_divide(double r[2], const double a[2], const double b[2])
{
    const double q = a[0] / b[0];
    const double p = b[0] * q, e = fma(b[0], q, -p);
    double s, t;
    fast_sum(&s, &t, p, fma(b[1], q, e));
    const double rest = (a[0] - s) + (a[1] - t);
    fast_sum(&r[0], &r[1], q, rest / b[0]);
}

static void parts_apply(port_number *r, const port_number *a, char op, const port_number *b)
{
    const double minus[2] = {-b->parts[0], -b->parts[1]};
    double out[2];
    if (op == '*')
        parts_multiply(out, a->parts, b->parts);
    else if (op == '/')
        parts_divide(out, a->parts, b->parts);
    else
        parts_add(out, a->parts, op == '+' ? b->parts : minus);
    r->parts[0] = out[0];
    r->parts[1] = out[1];
}

static void parts_set(port_number *r, mpfr_srcptr value)
{
    mpfr_t left;
    mpfr_init2(left, 2200);
    r->parts[0] = mpfr_get_d(value, MPFR_RNDN);
    mpfr_sub_d(left, value, r->parts[0], MPFR_RNDN);
    r->parts[1] = mpfr_get_d(left, MPFR_RNDN);
    mpfr_clear(left);
}

static void parts_get(mpfr_ptr value, const port_number *a)
{
    mpfr_set_d(value, a->parts[0], MPFR_RNDN);
    mpfr_add_d(value, value, a->parts[1], MPFR_RNDN);
}

const port_format port_formats[] = {
    {.name = "bfloat16, software", .arithmetic = "bfloat16", .narrower = 4},
    {.name = "bfloat16+binary32, software", .arithmetic = "bfloat16+binary32", .narrower = 4},
    {.name = "binary16, software", .arithmetic = "binary16", .narrower = 8},
#if defined(__FLT16_MANT_DIG__) && defined(__SSE2__)
    {"_Float16", "binary16", 8, half_apply, half_set, half_get},
#endif
    {.name = "binary16+binary32, software", .arithmetic = "binary16+binary32", .narrower = 8},
    {.name = "binary32, software", .arithmetic = "binary32", .narrower = 11},
    {"float", "binary32", 11, single_apply, single_set, single_get},
    {.name = "binary64, software", .arithmetic = "binary64", .narrower = 24},
    {.name = "extended, software", .arithmetic = "extended", .narrower = 53},
#if defined(__x86_64__) && __LDBL_MANT_DIG__ == 64
    {"long double", "extended", 53, extended_apply, extended_set, extended_get},
#endif
    {"double-double", "double-double", 53, parts_apply, parts_set, parts_get},
    {.name = "binary128, software", .arithmetic = "binary128", .narrower = 64},
#ifdef __SIZEOF_FLOAT128__
    {"__float128", "binary128", 64, quad_apply, quad_set, quad_get},
#endif
    {.name = NULL}};
