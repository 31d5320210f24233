/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One step of a case: from its numbers to exact balls, and to the enclosure of its result. */
#include "oracle/contract/case/case.h"
#include "ref/exact_step.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/float_rules.h"

#include <float.h>
#include <math.h>

enum { CERTIFICATE_PREC = 128, CERTIFICATE_CAP = 1024 };

/* The double nearest to a; beyond double the largest or the smallest, as in slp_case. */
static double nearest_double(const arf_t a)
{
    double value = arf_get_d(a, ARF_RND_NEAR);
    if (isinf(value)) value = copysign(DBL_MAX, value);
    if (value == 0 && !arf_is_zero(a)) value = arf_sgn(a) < 0 ? -0x1p-1074 : 0x1p-1074;
    return value;
}

void ref_exact_numbers(arb_ptr to, const double *nearest, const slp_exact *exact, size_t first,
                       size_t count)
{
    REF_LOCAL(fmpz, m);
    for (size_t i = 0; i < count; i++) {
        const double value = nearest[first + i];
        const double *own = slp_exact_at(exact, first + i, value);
        arb_set_d(to + i, value);
        if (!own) continue;
        fmpz_one(m);
        for (size_t w = 1; w <= exact->words; w++) {
            fmpz_mul_2exp(m, m, 52);
            fmpz_add_ui(m, m, (ulong)own[w]);
        }
        if (signbit(value)) fmpz_neg(m, m);
        arb_set_fmpz(to + i, m);
        arb_mul_2exp_si(to + i, to + i, (slong)own[0] - 52 * (slong)exact->words);
    }
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
    ref_exact_numbers(step->x, x, x == c->x ? c->exact_x : NULL, 0, (size_t)step->d);
    ref_exact_step_from(step, step->x, s);
}

void ref_exact_step_from(ref_exact_step *step, arb_srcptr x, size_t s)
{
    const slp_case *c = step->c;
    if (x != step->x) _arb_vec_set(step->x, x, step->d);
    ref_exact_numbers(step->h, &c->h, c->exact_h, 0, 1);
    ref_exact_numbers(step->dW, c->dw, c->exact_dw, s * c->M, c->M);
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

slp_status ref_refine(slong first, slong last, ref_attempt attempt, void *of)
{
    slp_status status = SLP_UNABLE;
    for (slong prec = first; status == SLP_UNABLE && prec <= last; prec *= 2)
        status = attempt(of, prec);
    return status == SLP_END ? SLP_UNABLE : status;
}

typedef struct enclosing {
    arb_ptr next;
    ref_certificate *cert;
    const ref_exact_step *step;
    ref_attempt enough;
    void *of;
} enclosing;

static slp_status enclose(void *of, slong prec)
{
    enclosing *e = of;
    const slp_status status = ref_exact_step_image(e->next, e->cert, e->step, prec);
    if (status == SLP_UNABLE && e->cert->final) return SLP_END;
    return status == SLP_OK && e->enough ? e->enough(e->of, prec) : status;
}

slp_status ref_exact_step_refine(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                 slong first, slong last, ref_attempt enough, void *of)
{
    ref_certificate own;
    enclosing e = {next, cert ? cert : &own, step, enough, of};
    *e.cert = (ref_certificate){.prec = 0};
    return ref_refine(first, last, enclose, &e);
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
    REF_LOCAL(arf, low, high);
    arb_get_lbound_arf(low, next, 2 * prec);
    arb_get_ubound_arf(high, next, 2 * prec);
    round_in(low, in);
    round_in(high, in);
    const bool decided = arf_equal(low, high);
    if (decided) arb_set_arf(next, low);
    return decided;
}

typedef struct rounding {
    arb_ptr next;
    slong d;
    const slp_arithmetic *in;
} rounding;

static slp_status round_all(void *of, slong prec)
{
    const rounding *r = of;
    bool inside = true;
    for (slong i = 0; i < r->d; i++) {
        if (!decide(r->next + i, r->in, prec)) return SLP_UNABLE;
        inside = inside && arf_cmpabs_2exp_si(arb_midref(r->next + i), r->in->most) < 0;
    }
    return inside ? SLP_OK : SLP_DOMAIN;
}

slp_status ref_exact_step_round(arb_ptr next, ref_certificate *cert, const ref_exact_step *step,
                                slong cap)
{
    const slp_arithmetic *in = step->c->arithmetic;
    rounding r = {next, step->d, in ? in : slp_arithmetic_binary64()};
    /* x plus the smallest number: as many bits as the range has */
    if (r.in->least < -cap / 2) cap += 2 - 2 * (slong)r.in->least;
    return ref_exact_step_refine(next, cert, step, FLINT_MAX(128, 2 * r.in->bits), cap, round_all,
                                 &r);
}

/* e and words of a number that is not 0: those of m 2^e2, whose m has one bit more than words. */
static void write_exact(double *own, size_t words, const arf_t a)
{
    REF_LOCAL(fmpz, m, exponent, word);
    arf_get_fmpz_2exp(m, exponent, a);
    fmpz_abs(m, m);
    const slong fraction = (slong)fmpz_bits(m) - 1;
    own[0] = (double)(fmpz_get_si(exponent) + fraction);
    fmpz_mul_2exp(m, m, (ulong)(52 * (slong)words - fraction));
    for (size_t w = words; w > 0; w--) {
        fmpz_fdiv_r_2exp(word, m, 52);
        fmpz_fdiv_q_2exp(m, m, 52);
        own[w] = (double)fmpz_get_ui(word);
    }
}

slp_exact *ref_exact_list(double *nearest, bool *doubles, arb_srcptr exact, size_t count)
{
    slong bits = 1;
    *doubles = true;
    for (size_t i = 0; i < count; i++) {
        nearest[i] = nearest_double(arb_midref(exact + i));
        *doubles = *doubles && arf_cmp_d(arb_midref(exact + i), nearest[i]) == 0;
        bits = FLINT_MAX(bits, arf_bits(arb_midref(exact + i)));
    }
    slp_exact *list = slp_exact_new(count, (size_t)(bits + 50) / 52);
    for (size_t i = 0; i < count && list; i++) {
        double *at = list->at + i * (SLP_EXACT_HEAD + list->words);
        at[0] = nearest[i];
        if (nearest[i] != 0) write_exact(at + 1, list->words, arb_midref(exact + i));
    }
    return list;
}

slp_status ref_exact_step_group(acb_mat_t f, arb_ptr next, const ref_exact_step *step, slong prec)
{
    return ref_step_group(f, next, NULL, step->scheme, step->sys, step->x, step->h, step->dW, prec);
}

slp_status ref_exact_step_certificate(ref_certificate *cert, const ref_exact_step *step)
{
    REF_LOCAL_VEC(arb, step->d, next);
    return ref_exact_step_refine(next, cert, step, CERTIFICATE_PREC, CERTIFICATE_CAP, NULL, NULL);
}
