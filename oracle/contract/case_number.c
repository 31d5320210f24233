/* Numbers of the exchange format.  Printing gives the same text on every platform.  Reading rounds
 * correctly and does not depend on the locale. */
#include "oracle/contract/case_text.h"
#include "oracle/contract/float_environment.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GNUC__
/* Whether one of eight is not finite: 1 added to an exponent of all ones goes into the sign. */
static bool one_not_finite(const double at[8])
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    const pair size = {UINT64_MAX >> 1, UINT64_MAX >> 1};
    const pair one = {UINT64_C(1) << 52, UINT64_C(1) << 52};
    pair bits[4];
    memcpy(bits, at, sizeof bits);
    for (int i = 0; i < 4; i++) bits[i] = (bits[i] & size) + one;
    const pair all = (bits[0] | bits[1]) | (bits[2] | bits[3]);
    return (all[0] | all[1]) >> 63;
}
#endif

size_t slp_first_not_finite(const double *at, size_t count)
{
    size_t i = 0;
#ifdef __GNUC__
    while (count - i >= 8 && !one_not_finite(at + i)) i += 8;
#endif
    while (i < count && isfinite(at[i])) i++;
    return i;
}

void slp_number_print(char text[SLP_NUMBER_CHARS], double value)
{
    if (!text) return;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const char *sign = bits >> 63 ? "-" : "";
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffffu;
    if (biased == 0x7ff) {
        snprintf(text, SLP_NUMBER_CHARS, "%s%s", sign, fraction ? "nan" : "inf");
        return;
    }
    int exponent = biased ? biased - 1023 : fraction ? -1022 : 0;
    /* digit by digit: a case may have a million numbers */
    char *to = text;
    if (*sign) *to++ = '-';
    *to++ = '0';
    *to++ = 'x';
    *to++ = biased ? '1' : '0';
    if (fraction) *to++ = '.';
    for (uint64_t left = fraction << 12; left; left <<= 4) *to++ = "0123456789abcdef"[left >> 60];
    *to++ = 'p';
    *to++ = exponent < 0 ? '-' : '+';
    const int size = exponent < 0 ? -exponent : exponent;
    for (int ten = 1000; ten; ten /= 10)
        if (size >= ten || ten == 1) *to++ = (char)('0' + size / ten % 10);
    *to = '\0';
}

static int digit_value(char c, int base)
{
    int v = c >= '0' && c <= '9'   ? c - '0'
            : c >= 'a' && c <= 'f' ? c - 'a' + 10
            : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                   : 99;
    return v < base ? v : -1;
}

/* Reads [+-]D; false if there is none.  Saturates at +-10^9, far beyond every exponent. */
static bool read_exponent(long *exponent, const char **at, const char *end)
{
    const char *p = *at;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    const char *first = p;
    long sum = 0;
    for (; p < end && digit_value(*p, 10) >= 0; p++)
        if (sum < 1000000000) sum = 10 * sum + digit_value(*p, 10);
    *exponent = negative ? -sum : sum;
    *at = p;
    return p > first;
}

/* m 2^e, rounded to nearest even, with gradual underflow.  sticky: there are nonzero bits below
 * those of m. */
static double rounded(uint64_t m, long e, bool sticky)
{
    if (m == 0) return 0;
    int top = 63;
    while (!(m >> top)) top--;
    long lowest = e + top - 52; /* exponent of the last bit kept */
    if (lowest < -1074) lowest = -1074;
    long drop = lowest - e;
    if (drop > 0) {
        if (drop > 64) return 0;
        uint64_t kept = drop == 64 ? 0 : m >> drop;
        uint64_t half = UINT64_C(1) << (drop - 1);
        uint64_t rest = m & (half | (half - 1));
        if (rest > half || (rest == half && (sticky || (kept & 1)))) kept++;
        m = kept;
        e = lowest;
    }
    if (e > 1100) return HUGE_VAL;
    return ldexp((double)m, (int)e); /* m <= 2^53, or fewer than 53 bits: exact */
}

static const char *parse_hex(double *value, const char *p, const char *end)
{
    uint64_t m = 0;
    long e = 0;
    size_t digits = 0;
    bool sticky = false, point = false;
    for (; p < end; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        int v = digit_value(*p, 16);
        if (v < 0) break;
        digits++;
        if (m >> 60) { /* m is full: more digits change only exponent and sticky */
            sticky = sticky || v != 0;
            e += point ? 0 : 4;
        } else {
            m = m << 4 | (unsigned)v;
            e -= point ? 4 : 0;
        }
    }
    long exponent = 0;
    if (digits == 0) return "is not a number";
    if (p < end && (*p == 'p' || *p == 'P')) {
        p++;
        if (!read_exponent(&exponent, &p, end)) return "has no digits in its exponent";
    }
    if (p < end) return "is not a number";
    *value = rounded(m, e + exponent, sticky);
    return NULL;
}

const char slp_memory_fault[] = "cannot be read: out of memory";

/* Only text already checked to be [D][.D][e[+-]D] reaches strtod, in the C locale.  NULL, or
 * slp_memory_fault. */
static const char *decimal_value(double *value, const char *text)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) return slp_memory_fault;
    locale_t before = uselocale(c_locale);
    *value = strtod(text, NULL);
    uselocale(before);
    freelocale(c_locale);
    return NULL;
}

static const char *parse_decimal(double *value, const char *p, const char *end)
{
    const char *start = p;
    size_t digits = 0;
    bool point = false;
    for (; p < end && (digit_value(*p, 10) >= 0 || (*p == '.' && !point)); p++) {
        if (*p == '.')
            point = true;
        else
            digits++;
    }
    long exponent;
    if (digits == 0) return "is not a number";
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        if (!read_exponent(&exponent, &p, end)) return "has no digits in its exponent";
    }
    if (p < end) return "is not a number";
    char room[64];
    size_t length = (size_t)(end - start);
    char *text = length < sizeof room ? room : malloc(length + 1);
    if (!text) return slp_memory_fault;
    memcpy(text, start, length);
    text[length] = 0;
    const char *fault = decimal_value(value, text);
    if (text != room) free(text);
    return fault;
}

const char *slp_number_parse(double *value, slp_span text)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const char *p = text.at, *end = text.at + text.length;
    if (p == end) return "is empty";
    bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    bool hex = end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    double size = 0;
    const char *fault = hex ? parse_hex(&size, p + 2, end) : parse_decimal(&size, p, end);
    if (fault == slp_memory_fault) return fault;
    if (fault) {
        slp_span rest = {p, (size_t)(end - p)};
        if (rest.length >= 3 && strchr("nNiI", *p))
            return "is not finite; only finite numbers are exchanged";
        return fault;
    }
    if (size > DBL_MAX) return "overflows binary64; the largest is 0x1.fffffffffffffp+1023";
    *value = negative ? -size : size;
    return NULL;
}
