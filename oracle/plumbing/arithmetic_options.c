/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads the options that say in which arithmetic a port computes. */
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/contract/number/number.h"

#include <math.h>
#include <string.h>

static bool refuse(const char *command, const char *option, const char *text)
{
    slp_say(stderr, "slp %s: %s: %s\n", command, option, text);
    return false;
}

/* T as a number, or as 2^-40. */
static bool read_tolerance(double *value, const char *text)
{
    int64_t exponent;
    if (text[0] == '2' && text[1] == '^') {
        if (slp_integer_parse(&exponent, (slp_span){text + 2, strlen(text) - 2}, -1074, 0))
            return false;
        *value = ldexp(1, (int)exponent);
    } else if (slp_number_parse(value, (slp_span){text, strlen(text)})) {
        return false;
    }
    return *value > 0 && *value < 1;
}

bool slp_arithmetic_read(slp_arithmetic *a, const slp_arithmetic_words *words, const char *command)
{
    char both[2 * SLP_ARITHMETIC_CHARS];
    const char *text = words->arithmetic, *option = "--arithmetic";
    slp_error err;
    if (words->range && !words->unit)
        return refuse(command, "--range", "needs --unit, such as --unit 2^-24");
    if (words->unit) {
        option = "--unit";
        if (text) return refuse(command, option, "stands beside --arithmetic; give one of them");
        const char *range = words->range ? words->range : "2^-1074..2^1024";
        const int length = snprintf(both, sizeof both, "%s:%s", words->unit, range);
        if (length >= (int)sizeof both || strcspn(both, "+") < strlen(both) ||
            strncmp(words->unit, "2^", 2) != 0)
            return refuse(command, option,
                          "is no unit and range; write --unit 2^-24 --range 2^-149..2^128");
        text = both;
    }
    if (slp_arithmetic_parse(a, text ? text : "binary64", &err) != SLP_OK)
        return refuse(command, option, err.text);
    if (words->tolerance && !read_tolerance(&a->tolerance, words->tolerance))
        return refuse(command, "--tolerance",
                      "needs a number between 0 and 1, such as 1e-12 or 2^-40");
    return true;
}
