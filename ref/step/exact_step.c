/* One step of a case: from its numbers to exact balls, and to the enclosure of its result. */
#include <mpfr.h> /* before FLINT: its headers then declare the conversions */

#include "ref/exact_step.h"
#include "oracle/contract/arithmetic.h"
#include "oracle/contract/float_rules.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CERTIFICATE_PREC = 128, CERTIFICATE_CAP = 1024 };

/* The double nearest to a; beyond double the largest or the smallest, as in slp_case. */
static double nearest_double(const arf_t a)
{
    double value = arf_get_d(a, ARF_RND_NEAR);
    if (isinf(value)) value = copysign(DBL_MAX, value);
    if (value == 0 && !arf_is_zero(a)) value = arf_sgn(a) < 0 ? -0x1p-1074 : 0x1p-1074;
    return value;
}

/* Reads one hex float of the text, all its bits; returns its end. */
static const char *read_exact(arf_t to, const char *at)
{
    char *end;
    mpfr_t value;
    mpfr_init2(value, (mpfr_prec_t)(4 * strcspn(at, ",") + 64));
    mpfr_strtofr(value, at, &end, 0, MPFR_RNDN);
    arf_set_mpfr(to, value);
    mpfr_clear(value);
    return *end == ',' ? end + 1 : end;
}

const char *ref_exact_numbers(arb_ptr to, const double *nearest, const char *exact, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        arb_set_d(to + i, nearest[i]);
        if (!exact) continue;
        arf_t all;
        arf_init(all);
        if (*exact) exact = read_exact(all, exact);
        if (nearest_double(all) == nearest[i]) arb_set_arf(to + i, all);
        arf_clear(all);
    }
    return exact;
}

slp_status ref_exact_step_init_on(ref_exact_step *step, const slp_case *c, const ref_system *sys)
{
    *step = (ref_exact_step){.c = c, .scheme = ref_scheme_find(c->scheme->name)};
    if (!step->scheme) return SLP_UNSUPPORTED;
    step->d = ref_system_d(sys);
    step->M = ref_system_M(sys);
    if ((size_t)step->d != c->d || (size_t)step->M != c->M) return SLP_INPUT;
    step->sys = sys;
    step->x = _arb_vec_init(step->d);
    step->dW = _arb_vec_init(step->M);
    step->next = _arb_vec_init(step->d);
    arb_init(step->h);
    if (c->exact_dw) {
        step->exact_dW = _arb_vec_init((slong)c->dw_count);
        ref_exact_numbers(step->exact_dW, c->dw, c->exact_dw, c->dw_count);
    }
    ref_exact_step_move(step, c->x, 0);
    return SLP_OK;
}

slp_status ref_exact_step_init(ref_exact_step *step, const slp_case *c, slp_error *err)
{
    ref_system *own;
    *step = (ref_exact_step){.c = c};
    if (!ref_scheme_find(c->scheme->name)) return SLP_UNSUPPORTED;
    slp_status status = ref_system_new(&own, c, err);
    if (status != SLP_OK) return status;
    status = ref_exact_step_init_on(step, c, own);
    step->own = own;
    return status;
}

void ref_exact_step_clear(ref_exact_step *step)
{
    if (step->sys) {
        _arb_vec_clear(step->x, step->d);
        _arb_vec_clear(step->dW, step->M);
        _arb_vec_clear(step->next, step->d);
        arb_clear(step->h);
        if (step->exact_dW) _arb_vec_clear(step->exact_dW, (slong)step->c->dw_count);
    }
    ref_system_free(step->own);
    *step = (ref_exact_step){0};
}

void ref_exact_step_set(ref_exact_step *step, const double *x, double h, const double *dW)
{
    for (slong i = 0; i < step->d; i++) arb_set_d(step->x + i, x[i]);
    for (slong k = 0; k < step->M; k++) arb_set_d(step->dW + k, dW[k]);
    arb_set_d(step->h, h);
}

void ref_exact_step_move(ref_exact_step *step, const double *x, size_t s)
{
    const slp_case *c = step->c;
    ref_exact_numbers(step->x, x, x == c->x ? c->exact_x : NULL, (size_t)step->d);
    ref_exact_step_from(step, step->x, s);
}

void ref_exact_step_from(ref_exact_step *step, arb_srcptr x, size_t s)
{
    const slp_case *c = step->c;
    if (x != step->x) _arb_vec_set(step->x, x, step->d);
    ref_exact_numbers(step->h, &c->h, c->exact_h, 1);
    for (slong k = 0; k < step->M; k++) {
        if (step->exact_dW)
            arb_set(step->dW + k, step->exact_dW + (slong)s * step->M + k);
        else
            arb_set_d(step->dW + k, c->dw[s * c->M + (size_t)k]);
    }
}

void ref_exact_step_scale(ref_exact_step *step, slong e)
{
    arb_mul_2exp_si(step->h, step->h, e);
    _arb_vec_scalar_mul_2exp_si(step->dW, step->dW, step->M, e);
}

void ref_exact_step_size(arb_t size, const ref_exact_step *step, slong prec)
{
    arb_zero(size);
    for (slong i = 0; i < step->d; i++) arb_addmul(size, step->x + i, step->x + i, prec);
    arb_sqrtpos(size, size, prec);
}

slp_status ref_exact_step_image(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                slong prec)
{
    return ref_step(next, cert, step->scheme, step->sys, step->x, step->h, step->dW, prec);
}

/* a := the number of the arithmetic nearest to it, of two the even one. */
static void round_in(arf_t a, const slp_arithmetic *in)
{
    const slong bits = in->two_parts ? 107 : in->bits, least = in->two_parts ? -1074 : in->least;
    if (arf_is_zero(a)) return;
    const slong top = arf_abs_bound_lt_2exp_si(a), kept = FLINT_MIN(bits, top - least);
    if (kept > 0) {
        arf_set_round(a, a, kept, ARF_RND_NEAR);
    } else if (kept < 0 || arf_cmpabs_2exp_si(a, least - 1) == 0) {
        arf_zero(a);
    } else {
        const int sign = arf_sgn(a);
        arf_one(a);
        arf_mul_2exp_si(a, a, least);
        if (sign < 0) arf_neg(a, a);
    }
}

/* next := the number that both ends of it round to; false if they differ. */
static bool decide(arb_t next, const slp_arithmetic *in, slong prec)
{
    arf_t low, high;
    arf_init(low);
    arf_init(high);
    arb_get_lbound_arf(low, next, 2 * prec);
    arb_get_ubound_arf(high, next, 2 * prec);
    round_in(low, in);
    round_in(high, in);
    const bool decided = arf_equal(low, high);
    if (decided) arb_set_arf(next, low);
    arf_clear(low);
    arf_clear(high);
    return decided;
}

slp_status ref_exact_step_round(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                slong cap)
{
    const slp_arithmetic *in =
        step->c->arithmetic ? step->c->arithmetic : slp_arithmetic_binary64();
    /* x plus the smallest number: as many bits as the range has */
    if (in->least < -cap / 2) cap += 2 - 2 * (slong)in->least;
    for (slong prec = FLINT_MAX(128, 2 * in->bits); prec <= cap; prec *= 2) {
        const slp_status status = ref_exact_step_image(next, cert, step, prec);
        if (status != SLP_OK && (status != SLP_UNABLE || cert->final)) return status;
        bool all = status == SLP_OK, inside = true;
        for (slong i = 0; all && i < step->d; i++) {
            all = decide(next + i, in, prec);
            inside = inside && arf_cmpabs_2exp_si(arb_midref(next + i), in->most) < 0;
        }
        if (all) return inside ? SLP_OK : SLP_DOMAIN;
    }
    return SLP_UNABLE;
}

/* Writes a as 0x1.8p+3, all its bits; returns the end. */
static char *write_exact(char *to, const arf_t a)
{
    mpfr_exp_t exponent;
    mpfr_t value;
    mpfr_init2(value, FLINT_MAX(2, arf_bits(a)));
    arf_get_mpfr(value, a, MPFR_RNDN);
    /* the digits of the number in [1, 2): the first one is 1 */
    const long top = (long)mpfr_get_exp(value) - 1;
    mpfr_set_exp(value, 1);
    char *digits = mpfr_get_str(NULL, &exponent, 16, 0, value, MPFR_RNDN);
    const char *from = digits + (*digits == '-');
    size_t length = strlen(from);
    while (length > 1 && from[length - 1] == '0') length--;
    to += sprintf(to, "%s0x1%s%.*sp%+ld", from > digits ? "-" : "", length > 1 ? "." : "",
                  (int)length - 1, from + 1, top);
    mpfr_free_str(digits);
    mpfr_clear(value);
    return to;
}

char *ref_exact_list(arb_srcptr exact, size_t count)
{
    size_t room = 1;
    for (size_t i = 0; i < count; i++) room += (size_t)arf_bits(arb_midref(exact + i)) / 4 + 48;
    char *text = malloc(room), *to = text;
    for (size_t i = 0; i < count && text; i++) {
        if (i) *to++ = ',';
        if (arf_is_zero(arb_midref(exact + i)))
            to += sprintf(to, "0x0p+0");
        else
            to = write_exact(to, arb_midref(exact + i));
    }
    if (text) *to = 0;
    return text;
}

char *ref_exact_text(double *nearest, bool *refused, arb_srcptr exact, size_t count)
{
    bool doubles = true;
    *refused = false;
    for (size_t i = 0; i < count; i++) {
        nearest[i] = nearest_double(arb_midref(exact + i));
        doubles = doubles && arf_cmp_d(arb_midref(exact + i), nearest[i]) == 0;
    }
    char *text = doubles ? NULL : ref_exact_list(exact, count);
    *refused = !doubles && !text;
    return text;
}

slp_status ref_exact_step_group(acb_mat_t f, arb_ptr next, const ref_exact_step *step, slong prec)
{
    return ref_step_group(f, next, NULL, step->scheme, step->sys, step->x, step->h, step->dW, prec);
}

slp_status ref_exact_step_certificate(ref_certificate *cert, const ref_exact_step *step)
{
    arb_ptr next = _arb_vec_init(step->d);
    slp_status status = SLP_UNABLE;
    *cert = (ref_certificate){.final = false};
    for (slong prec = CERTIFICATE_PREC;
         status == SLP_UNABLE && !cert->final && prec <= CERTIFICATE_CAP; prec *= 2)
        status = ref_exact_step_image(next, cert, step, prec);
    _arb_vec_clear(next, step->d);
    return status;
}
