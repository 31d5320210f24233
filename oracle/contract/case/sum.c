/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Check words of cases: see oracle/contract/case/case_sum.h. */
#include "oracle/contract/case/case_sum.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char field[] = " sum=";
enum { FIELD = sizeof field - 1 };

size_t slp_sum_before(const char *line, size_t length)
{
    const char *end = line + length, *at = line;
    while (at < end && (at = memchr(at, ' ', (size_t)(end - at)))) {
        if ((size_t)(end - at) >= FIELD && memcmp(at, field, FIELD) == 0)
            return (size_t)(at - line);
        at++;
    }
    return length;
}

/* Reads a decimal number up to `most`, and passes over it; false if there is none. */
static bool read_decimal(uint64_t *value, const char **at, uint64_t most)
{
    const char *p = *at;
    *value = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        const unsigned digit = (unsigned)(*p - '0');
        if (*value > (most - digit) / 10) return false;
        *value = 10 * *value + digit;
    }
    const bool some = p > *at;
    *at = p;
    return some;
}

/* WORD or WORD,COUNT,TOTAL, up to the end of the line. */
static bool read_field(slp_sum *sum, const char *at)
{
    uint64_t word, count, total;
    if (!read_decimal(&word, &at, UINT32_MAX)) return false;
    sum->word = (uint32_t)word;
    if (*at == 0) return true;
    if (*at++ != ',' || !read_decimal(&count, &at, UINT64_MAX) || *at++ != ',' ||
        !read_decimal(&total, &at, UINT32_MAX) || *at)
        return false;
    sum->last = true;
    sum->count = count;
    sum->total = (uint32_t)total;
    return true;
}

static slp_status wrong(slp_sum *sum, const char *line, size_t number, slp_error *err,
                        const char *fault)
{
    slp_fields f;
    slp_error unused;
    sum->state = SLP_SUM_WRONG;
    slp_fields_split(&f, line, number, &unused); /* for the id, as far as the line can be read */
    return slp_error_set(err, number, f.id, "sum",
                         "%s; if you changed the case yourself, leave out sum=", fault);
}

slp_status slp_sum_check(slp_sum *sum, const char *line, const slp_frame *frame, slp_checksum *by,
                         size_t number, slp_error *err)
{
    char fault[128];
    slp_checksum own;
    const size_t length = strlen(line), before = slp_sum_before(line, length);
    *sum = (slp_sum){.state = SLP_SUM_NONE};
    if (before == length) return SLP_OK;
    if (!read_field(sum, line + before + FIELD))
        return wrong(sum, line, number, err,
                     "is no check word, which is a whole number and the last field of its line");
    uint32_t word;
    if (frame) {
        word = frame->word;
    } else {
        if (!by) slp_checksum_begin(by = &own);
        by->sum = 0;
        slp_checksum_add(by, line, before);
        word = by->sum;
    }
    sum->state = SLP_SUM_RIGHT;
    if (word == sum->word) return SLP_OK;
    snprintf(fault, sizeof fault,
             "is %" PRIu32 ", and the line gives %" PRIu32 ": it was changed since it was written",
             sum->word, word);
    return wrong(sum, line, number, err, fault);
}

void slp_sum_print(char text[SLP_SUM_CHARS], uint32_t word, slp_sums *all, bool last)
{
    all->count++;
    all->total += word;
    const int used = snprintf(text, SLP_SUM_CHARS, "%s%" PRIu32, field, word);
    if (last)
        snprintf(text + used, (size_t)(SLP_SUM_CHARS - used), ",%" PRIu64 ",%" PRIu32, all->count,
                 all->total);
}

int slp_case_print_sum(FILE *to, const slp_case *c, slp_sums *all, bool last)
{
    char *line = NULL, sum[SLP_SUM_CHARS];
    size_t length = 0;
    slp_checksum by;
    FILE *text = open_memstream(&line, &length);
    if (!text) return -1;
    const bool good = slp_case_print(text, c) == 0;
    if (fclose(text) != 0 || !good || length == 0) {
        free(line);
        return -1;
    }
    slp_checksum_begin(&by);
    slp_checksum_add(&by, line, length - 1); /* without the newline */
    slp_sum_print(sum, by.sum, all, last);
    fwrite(line, 1, length - 1, to);
    fprintf(to, "%s\n", sum);
    free(line);
    return ferror(to) ? -1 : 0;
}
