/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Decimals of an enclosure: decided when both ends round to the same number of `digits` significant
 * decimal digits, which by monotony is then the rounding of the exact value. */
#include <mpfr.h>
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"
#include <stdlib.h>
#include <string.h>

enum { BELOW_ALL = 1200 }; /* 2^-1200 is far below every binary64 number */

/* Digits and decimal exponent of a, rounded to nearest; the caller frees with mpfr_free_str. */
static char *digits_of(mpfr_exp_t *exponent, const arf_t a, slong digits)
{
    mpfr_t value;
    char *text;
    slong bits = arf_bits(a);
    mpfr_init2(value, bits > 2 ? bits : 2);
    arf_get_mpfr(value, a, MPFR_RNDN);
    text = mpfr_get_str(NULL, exponent, 10, (size_t)digits, value, MPFR_RNDN);
    mpfr_clear(value);
    return text;
}

/* "1.234e-5" from a sign, the digits and an exponent; an exponent of 0 is left out.  NULL if memory
 * is refused. */
static char *assemble(const char *digits, mpfr_exp_t exponent)
{
    size_t length = strlen(digits), sign = digits[0] == '-', used = sign + 1;
    char *text = malloc(length + 32);
    if (!text) return NULL;
    memcpy(text, digits, used);
    if (length > used) {
        text[used] = '.';
        memcpy(text + used + 1, digits + used, length - used);
        used = length + 1;
    }
    text[used] = 0;
    if (exponent != 1) snprintf(text + used, 31, "e%+ld", (long)exponent - 1); /* digits: 0.ddd */
    return text;
}

/* Whether a's binary exponent lies in the range of the conversion.  With binary64 inputs it always
 * does. */
static bool ordinary(const arf_t a)
{
    return arf_cmpabs_2exp_si(a, 1 << 20) < 0 && arf_cmpabs_2exp_si(a, -(1 << 20)) > 0;
}

slp_status ref_decimal_decide(char **text, const arb_t x, slong digits)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    bool decided = false;
    *text = NULL;
    if (!x || digits < 1 || !arb_is_finite(x)) return SLP_UNABLE;
    REF_LOCAL(arf, low, high);
    /* if the midpoint is short and the radius tiny, the ends have many bits; keep more of them than
     * the digits need */
    arb_get_lbound_arf(low, x, arb_bits(x) + 4 * digits + 64);
    arb_get_ubound_arf(high, x, arb_bits(x) + 4 * digits + 64);
    if (arf_cmpabs_2exp_si(low, -BELOW_ALL) <= 0 && arf_cmpabs_2exp_si(high, -BELOW_ALL) <= 0 &&
        arf_sgn(low) <= 0 && arf_sgn(high) >= 0) {
        decided = true;
        *text = calloc(2, 1);
        if (*text) **text = '0';
    } else if (arf_sgn(low) * arf_sgn(high) > 0 && ordinary(low) && ordinary(high)) {
        mpfr_exp_t a, b;
        char *lower = digits_of(&a, low, digits), *upper = digits_of(&b, high, digits);
        decided = a == b && strcmp(lower, upper) == 0;
        if (decided) *text = assemble(lower, a);
        mpfr_free_str(lower);
        mpfr_free_str(upper);
    }
    return *text ? SLP_OK : decided ? SLP_MEMORY : SLP_UNABLE;
}

char *ref_decimal(const arb_t x, slong digits)
{
    char *text;
    ref_decimal_decide(&text, x, digits);
    return text;
}

void ref_thread_cleanup(void)
{
    flint_cleanup();
    mpfr_free_cache();
}
