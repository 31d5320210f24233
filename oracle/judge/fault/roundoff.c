/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Another unit roundoff: numbers of fewer bits or digits, subnormal numbers taken as zero. */
#include <mpfr.h> /* before FLINT: its headers then declare the conversions */

#include "oracle/judge/fault/trial.h"

#include "oracle/contract/number/arithmetic.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int bits, least; /* the spacing of subnormal numbers is 2^least */
    const char *name;
} formats[] = {{64, -16445, "extended"},
               {53, -1074, "binary64"},
               {24, -149, "binary32"},
               {11, -24, "binary16"},
               {8, -133, "bfloat16"}};
enum { FORMATS = sizeof formats / sizeof *formats };

/* The nearest number of the format, of two the even one; its range has no end above. */
static void round_to_format(arf_t out, const arf_t v, int format)
{
    if (arf_is_special(v)) {
        arf_set(out, v);
        return;
    }
    slong e = arf_abs_bound_lt_2exp_si(v) - formats[format].bits;
    if (e < formats[format].least) e = formats[format].least;
    REF_LOCAL(fmpz, whole);
    arf_mul_2exp_si(out, v, -e);
    arf_get_fmpz(whole, out, ARF_RND_NEAR);
    arf_set_fmpz(out, whole);
    arf_mul_2exp_si(out, out, e);
}

/* 0 for what is below the smallest normal number of the arithmetic; of double-double, of its
 * parts. */
static void flush_subnormal(arf_t out, const arf_t v, const slp_arithmetic *a)
{
    if (!a) a = slp_arithmetic_binary64();
    const slong normal = a->two_parts ? DBL_MIN_EXP - 1 : (slong)a->least + a->bits - 1;
    if (arf_cmpabs_2exp_si(v, normal) < 0)
        arf_zero(out);
    else
        arf_set(out, v);
}

/* The number that k significant digits of v stand for, or k decimals: nearest with `bits` bits. */
static void decimal_of(arf_t out, const arf_t v, int k, bool significant, slong bits)
{
    enum { LARGEST = 64 }; /* of numbers with decimals, in an arithmetic wider than binary64 */
    char text[512];
    mpfr_t number;
    if (bits <= DBL_MANT_DIG) {
        const double near = arf_get_d(v, ARF_RND_NEAR);
        snprintf(text, sizeof text, significant ? "%.*e" : "%.*f", significant ? k - 1 : k, near);
        arf_set_d(out, strtod(text, NULL));
        return;
    }
    if (!significant && arf_cmpabs_2exp_si(v, LARGEST) >= 0) {
        arf_set(out, v);
        return;
    }
    mpfr_init2(number, (mpfr_prec_t)(2 * bits));
    arf_get_mpfr(number, v, MPFR_RNDN);
    if (significant)
        mpfr_snprintf(text, sizeof text, "%.*Re", k - 1, number);
    else
        mpfr_snprintf(text, sizeof text, "%.*Rf", k, number);
    mpfr_set_str(number, text, 10, MPFR_RNDN);
    arf_set_mpfr(out, number);
    arf_set_round(out, out, bits, ARF_RND_NEAR);
    mpfr_clear(number);
}

enum { FLUSH = -1, DIGITS = 100, DECIMALS = 200 };

/* how: a format, FLUSH, or DIGITS or DECIMALS + k */
static void round_as(arf_t out, const arf_t v, const judge_trial *t, int how)
{
    if (how == FLUSH)
        flush_subnormal(out, v, t->c->arithmetic);
    else if (how < DIGITS)
        round_to_format(out, v, how);
    else
        decimal_of(out, v, how % DIGITS, how < DECIMALS, t->bits);
}

/* True if n numbers are subnormal or 0, and not all 0: without subnormal numbers each is 0. */
static bool all_subnormal(const judge_trial *t, arb_srcptr v, slong n)
{
    bool all = true, zero = true;
    REF_LOCAL(arf, out);
    for (slong i = 0; i < n; i++) {
        zero = zero && arf_is_zero(arb_midref(v + i));
        flush_subnormal(out, arb_midref(v + i), t->c->arithmetic);
        all = all && arf_is_zero(out);
    }
    return all && !zero;
}

static void offer_result(judge_trial *t, int how, const char *words)
{
    for (slong i = 0; i < t->d; i++) {
        /* the answer would have been a number of the arithmetic */
        arb_set_round(t->y + i, t->exact.next + i, t->bits);
        round_as(arb_midref(t->y + i), arb_midref(t->y + i), t, how);
        mag_zero(arb_radref(t->y + i));
    }
    judge_offer(t, t->y, 0, words);
}

/* out = what is read of the exact numbers `in`; true if some differs. */
static bool read_numbers(arb_ptr out, const judge_trial *t, arb_srcptr in, slong n, int how)
{
    bool changed = false;
    for (slong i = 0; i < n; i++) {
        round_as(arb_midref(out + i), arb_midref(in + i), t, how);
        mag_zero(arb_radref(out + i));
        changed = changed || !arf_equal(arb_midref(out + i), arb_midref(in + i));
    }
    return changed;
}

static double read_parameter(const judge_trial *t, double value, int how)
{
    REF_LOCAL(arf, number);
    arf_set_d(number, value);
    round_as(number, number, t, how);
    return arf_get_d(number, ARF_RND_NEAR);
}

/* The inputs, one sort after the other, then all. */
static void offer_inputs(judge_trial *t, int how, const char *what)
{
    const slp_case *c = t->c;
    const ref_exact_step *step = &t->exact;
    REF_LOCAL_VEC(arb, t->d + t->M + 1, x);
    arb_ptr dW = x + t->d, h = dW + t->M;
    const bool other_x = t->s == 0 && read_numbers(x, t, step->x, t->d, how);
    const bool other_h = read_numbers(h, t, step->h, 1, how);
    const bool other_dW = t->M > 0 && read_numbers(dW, t, step->dW, t->M, how);
    SLP_CLEARED(slp_case) copy = {0};
    bool other = false;
    if (t->s > 0) _arb_vec_set(x, t->exact.x, t->d);
    if (other_x) fault_offer_inputs(t, x, NULL, NULL, FAULT_WORDS("x read %s", what));
    if (other_h) fault_offer_inputs(t, NULL, h, NULL, FAULT_WORDS("h read %s", what));
    if (other_dW) fault_offer_inputs(t, NULL, NULL, dW, FAULT_WORDS("increments read %s", what));
    if (other_x + other_h + other_dW > 1)
        fault_offer_inputs(t, x, h, dW, FAULT_WORDS("x, h and increments read %s", what));
    if (slp_case_copy(&copy, c) == SLP_OK) {
        for (size_t p = 0; c->system->params[p].key; p++)
            for (size_t i = 0; i < copy.params[p].count; i++) {
                if (c->system->params[p].kind != SLP_PARAM_NUMBERS) continue;
                copy.params[p].at[i] = read_parameter(t, c->params[p].at[i], how);
                other = other || copy.params[p].at[i] != c->params[p].at[i];
            }
        if (other) fault_offer_case(t, &copy, FAULT_WORDS("parameters read %s", what));
        ref_system *sys = NULL;
        if (other && (other_x || other_h || other_dW) &&
            ref_system_new(&sys, &copy, NULL) == SLP_OK) {
            fault_rule rule = {.trial = t, .sys = sys, .x = x, .h = h, .dW = dW};
            fault_offer_rule(&rule, FAULT_WORDS("all numbers read %s", what));
        }
        ref_system_free(sys);
    }
}

static bool all_of_format(const judge_trial *t, const double *at, size_t count, int format)
{
    for (size_t i = 0; i < count; i++)
        if (read_parameter(t, at[i], format) != at[i]) return false;
    return true;
}

/* True if every number of the case is of the format: then an answer may be by chance. */
static bool case_has_format(const judge_trial *t, int format)
{
    const slp_case *c = t->c;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (c->system->params[p].kind == SLP_PARAM_NUMBERS &&
            !all_of_format(t, c->params[p].at, c->params[p].count, format))
            return false;
    return all_of_format(t, c->x, c->x_count, format) && all_of_format(t, &c->h, 1, format) &&
           all_of_format(t, c->dw, c->dw_count, format);
}

/* Every coordinate is a number of the format, and the error is within the bound for its roundings:
 * at least two coordinates must be no numbers of fewer bits by chance. */
static void offer_computed(judge_trial *t, int format)
{
    if (case_has_format(t, format)) return;
    int telling = 0;
    bool all = true;
    REF_LOCAL(arf, number);
    for (slong i = 0; all && i < t->d; i++) {
        round_to_format(number, arb_midref(t->to + i), format);
        all = arf_equal(number, arb_midref(t->to + i));
        telling += !arf_is_zero(number);
    }
    if (!all || telling < 2) return;
    judge_offer_size(
        t, ldexp(1, (int)t->bits - formats[format].bits),
        FAULT_WORDS("computed in %s: every coordinate is a number of it", formats[format].name));
}

/* log10 of how far numbers of so many digits or decimals lie apart at v. */
static double spacing_of(double v, int how)
{
    return how < DECIMALS ? floor(log10(fabs(v))) + 1 - (how - DIGITS) : DECIMALS - how;
}

/* Every number of the answer is one of so many digits or decimals, where by chance one in a
 * thousand answers is, and the error is one of printing them: nearly as small as roundings, so that
 * no prediction tells it.  A state before the step that was printed so has such an error too.
 * Numbers that are short for another reason, as those that did not change, tell nothing. */
static void offer_printed(judge_trial *t, int how, const char *words)
{
    enum { SHORTER = 3, TIMES = 3 };
    static const double by_chance = -3;
    const slp_numbers *y = &t->r->y;
    double chance = 0, square = 0;
    for (size_t i = 0; i < y->count; i++) {
        const double v = y->at[i];
        if (read_parameter(t, v, how) != v) return;
        if (v == 0 || (i >= (size_t)t->d ? v == y->at[i - (size_t)t->d] : v == t->c->x[i]) ||
            read_parameter(t, v, how - SHORTER) == v)
            continue;
        chance += fmin(log10(nextafter(fabs(v), INFINITY) - fabs(v)) - spacing_of(v, how), 0);
    }
    for (slong i = 0; i < t->d; i++) {
        const double v = y->at[t->s * (size_t)t->d + (size_t)i];
        const double half = v == 0 ? 0 : ldexp(pow(10, spacing_of(v, how)) / 2, (int)-t->exponent);
        square += half * half;
    }
    const double printing = TIMES * sqrt(square);
    if (chance <= by_chance && t->distance <= printing + t->bound * t->unit)
        judge_offer_size(t, 1 + printing / t->unit, words);
}

/* Where all numbers are subnormal, narrower formats and few decimals have 0 for each as well.  Only
 * the first name is tried then: the fault that changes fewest numbers. */
static void predict(judge_trial *t)
{
    const bool zero_y = all_subnormal(t, t->exact.next, t->d);
    const bool zero_x = t->s == 0 && all_subnormal(t, t->exact.x, t->d);
    offer_result(t, FLUSH, "subnormal numbers of y are 0");
    offer_inputs(t, FLUSH, "with subnormal numbers as 0");
    for (int f = 0; f < FORMATS; f++) {
        if (formats[f].bits >= t->bits) continue;
        if (!zero_y) offer_result(t, f, FAULT_WORDS("y rounded to %s", formats[f].name));
        if (!zero_x) offer_inputs(t, f, FAULT_WORDS("in %s", formats[f].name));
        offer_computed(t, f);
    }
    /* more digits than the arithmetic has are no fault */
    const int most = t->bits > DBL_MANT_DIG ? (int)((double)t->bits * 0.30103) - 1 : 15;
    for (int k = 3; k <= most; k++) {
        const char *digits = FAULT_WORDS("y printed with %d digits", k);
        const char *decimals = FAULT_WORDS("y printed with %d decimals", k);
        offer_result(t, DIGITS + k, digits);
        if (k > 12 && t->bits == DBL_MANT_DIG) offer_printed(t, DIGITS + k, digits);
        if (!zero_y) offer_result(t, DECIMALS + k, decimals);
        if (k > 12 && t->bits == DBL_MANT_DIG) offer_printed(t, DECIMALS + k, decimals);
    }
    offer_inputs(t, DIGITS + 6, "with 6 digits");
    offer_inputs(t, DIGITS + 15, "with 15 digits");
}

const judge_fault judge_faults_roundoff = {
    .name = "another unit roundoff",
    .equation =
        "y, x, h, dW or a parameter in a narrower arithmetic or with few digits; subnormals as 0",
    .section = "Ports, Traps",
    .rank = 19,
    .predict = predict};
