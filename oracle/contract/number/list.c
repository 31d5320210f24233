/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Comma-separated lists of numbers and of integer pairs. */
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

const char *slp_integer_parse(int64_t *value, slp_span text, int64_t lo, int64_t hi)
{
    const char *p = text.at, *end = text.at + text.length;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end) return "is not a whole number";
    int64_t sum = 0; /* <= 0, so that the most negative value fits */
    for (; p < end; p++) {
        if (*p < '0' || *p > '9') return "is not a whole number in decimal digits";
        int digit = *p - '0';
        if (sum < (INT64_MIN + digit) / 10) return "is too large";
        sum = 10 * sum - digit;
    }
    if (!negative && sum == INT64_MIN) return "is too large";
    if (!negative) sum = -sum;
    if (sum < lo) return "is too small";
    if (sum > hi) return "is too large";
    *value = sum;
    return NULL;
}

slp_span slp_list_next(const char **at, slp_span list)
{
    const char *end = list.at + list.length, *comma = memchr(*at, ',', (size_t)(end - *at));
    slp_span item = {*at, (size_t)((comma ? comma : end) - *at)};
    *at = comma ? comma + 1 : NULL;
    return item;
}

size_t slp_list_items(slp_span text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.length; i++) count += text.at[i] == ',';
    return count;
}

const char *slp_list_begin(slp_numbers *to, size_t *which, slp_span text, size_t each)
{
    *to = (slp_numbers){0, NULL};
    *which = 1;
    if (text.length == 0) return "is empty; leave the field out where there is nothing to give";
    size_t count = slp_list_items(text);
    if (count > SLP_MAX_LIST / each) {
        *which = count;
        return "is one too many: a list holds at most 2097152 numbers";
    }
    to->at = calloc(count * each, sizeof *to->at);
    if (to->at) return NULL;
    *which = count * each * sizeof *to->at;
    return slp_memory_fault;
}

static const char *fail(slp_numbers *to, const char *fault)
{
    free(to->at);
    *to = (slp_numbers){0, NULL};
    return fault;
}

const char *slp_list_parse(slp_numbers *to, size_t *which, slp_span text)
{
    const char *fault = slp_list_begin(to, which, text, 1);
    if (fault) return fault;
    for (const char *at = text.at; at;) {
        *which = to->count + 1;
        fault = slp_number_parse(&to->at[to->count++], slp_list_next(&at, text));
        if (fault == slp_memory_fault) *which = 0;
        if (fault) return fail(to, fault);
    }
    return NULL;
}

const char *slp_pairs_parse(slp_numbers *to, size_t *which, slp_span text)
{
    const char *fault = slp_list_begin(to, which, text, 2);
    if (fault) return fault;
    for (const char *at = text.at; at;) {
        *which = to->count / 2 + 1;
        slp_span item = slp_list_next(&at, text);
        const char *colon = item.length ? memchr(item.at, ':', item.length) : NULL;
        if (!colon) return fail(to, "is not a pair a:b of whole numbers");
        slp_span part[2] = {{item.at, (size_t)(colon - item.at)},
                            {colon + 1, (size_t)(item.at + item.length - colon - 1)}};
        for (int i = 0; i < 2; i++) {
            int64_t value;
            fault = slp_integer_parse(&value, part[i], -1000000, 1000000);
            if (fault) return fail(to, fault);
            to->at[to->count++] = (double)value;
        }
    }
    return NULL;
}
