/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers in claims.  Fractions and powers (2/3, 2^-8) can be written as papers print them, so that
 * nobody has to round them by hand. */
#include "reports/claims/claim.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* strtod on all of text[0..length), refusing what C accepts but a claim should not hold: blanks,
 * nan, inf. */
static bool plain(double *value, const char *text, size_t length)
{
    char copy[64];
    if (length == 0 || length >= sizeof copy) return false;
    for (size_t i = 0; i < length; i++)
        if (!isxdigit((unsigned char)text[i]) && !strchr("+-.xXpP", text[i])) return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    char *end;
    *value = strtod(copy, &end);
    return end == copy + length && isfinite(*value);
}

/* A fraction is the binary64 quotient of two exact numbers, hence the correctly rounded fraction; a
 * power has base 2 and an integer exponent, hence is exact. */
bool slp_claim_number(double *value, const char *text)
{
    const char *slash = strchr(text, '/');
    if (slash) {
        double p, q;
        if (!plain(&p, text, (size_t)(slash - text)) || !plain(&q, slash + 1, strlen(slash + 1)))
            return false;
        *value = p / q;
        return q != 0 && isfinite(*value);
    }
    if (strncmp(text, "2^", 2) == 0) {
        char *end;
        if (!isdigit((unsigned char)text[2]) && text[2] != '-') return false;
        long power = strtol(text + 2, &end, 10);
        if (end == text + 2 || *end || power < -1074 || power > 1023) return false;
        *value = ldexp(1, (int)power);
        return true;
    }
    return plain(value, text, strlen(text));
}
