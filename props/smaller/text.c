/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A case as text: its line, and its fields with the fewest digits. */
#include "oracle/contract/case/case_sum.h"
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

#include <stdlib.h>
#include <string.h>

bool prop_is_sent_line(const slp_case *c)
{
    return c->id && strncmp(c->id, "check-", 6) == 0;
}

char *prop_record_of_case(const slp_case *c)
{
    slp_written line;
    slp_sums sums = {0, 0};
    FILE *to = slp_written_begin(&line);
    if (prop_is_sent_line(c))
        slp_case_print_sum(to, c, &sums, false);
    else
        slp_case_print(to, c);
    char *text = slp_written_end(&line);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

void smaller_print_shortest(char text[SLP_NUMBER_CHARS], double value)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, SLP_NUMBER_CHARS, "%.*g", digits, value);
        double back = strtod(text, NULL);
        if (memcmp(&back, &value, sizeof back) == 0) break;
    }
}

/* The format prints every real number as a hex float: those, and only those, contain "0x". */
char *prop_case_fields(const slp_case *c, char between)
{
    char *line = prop_record_of_case(c);
    slp_written text;
    FILE *to = slp_written_begin(&text);
    const char *fields = strstr(line, " system=");
    for (size_t i = fields ? (size_t)(fields - line) + 1 : 0; line[i];) {
        if (strncmp(line + i, "0x", 2) == 0 || strncmp(line + i, "-0x", 3) == 0) {
            char number[SLP_NUMBER_CHARS];
            smaller_print_shortest(number, strtod(line + i, NULL));
            fputs(number, to);
            i += strcspn(line + i, ", :");
        } else {
            fputc(line[i] == ' ' ? between : line[i], to);
            i++;
        }
    }
    free(line);
    return slp_written_end(&text);
}
