/* Decimals of certified enclosures: a digit string is printed only if both ends of the ball round to
 * it, and rounding is monotonic, so that every number in the ball does. */
#include "oracle/run_decimal.h"

#include <mpfr.h>
#include <string.h>

/* The digits of an end, or NULL when they cannot be had; to be freed by mpfr_free_str. */
static char *rounded(mpfr_exp_t *exponent, const arf_t end, slong digits)
{
    slong bits = arf_bits(end);
    mpfr_t value;
    mpfr_init2(value, bits < 2 ? 2 : bits);
    char *text = NULL;
    if (arf_get_mpfr(value, end, MPFR_RNDN) == 0 && mpfr_number_p(value))
        text = mpfr_get_str(NULL, exponent, 10, (size_t)digits, value, MPFR_RNDN);
    mpfr_clear(value);
    return text;
}

static void print_scientific(FILE *to, const char *text, mpfr_exp_t exponent)
{
    if (*text == '-') fputc(*text++, to);
    fputc(*text++, to);
    if (*text) fprintf(to, ".%s", text);
    if (exponent != 1) fprintf(to, "e%+ld", (long)exponent - 1); /* mpfr's digits are 0.ddd */
}

slp_status slp_decimal_print(FILE *to, const arb_t x, slong digits)
{
    if (!arb_is_finite(x)) return SLP_UNABLE;
    if (arb_is_zero(x)) {
        fputc('0', to);
        return SLP_OK;
    }
    if (arb_contains_zero(x)) return SLP_UNABLE;
    /* exact where the ball is a point, otherwise rounded outwards beyond the digits asked for */
    slong bits = arf_bits(arb_midref(x)), wanted = 4 * digits + 64;
    slong prec = bits > wanted ? bits : wanted;
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    arb_get_lbound_arf(lo, x, prec);
    arb_get_ubound_arf(hi, x, prec);
    mpfr_exp_t lo_exponent, hi_exponent;
    char *lo_text = rounded(&lo_exponent, lo, digits), *hi_text = rounded(&hi_exponent, hi, digits);
    slp_status status = SLP_UNABLE;
    if (lo_text && hi_text && lo_exponent == hi_exponent && strcmp(lo_text, hi_text) == 0) {
        print_scientific(to, lo_text, lo_exponent);
        status = SLP_OK;
    }
    if (lo_text) mpfr_free_str(lo_text);
    if (hi_text) mpfr_free_str(hi_text);
    arf_clear(lo);
    arf_clear(hi);
    return status;
}
