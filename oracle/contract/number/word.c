/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spans of text, and the "did you mean" of error messages. */
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

bool slp_span_is(slp_span span, const char *word)
{
    return strlen(word) == span.length && memcmp(span.at, word, span.length) == 0;
}

char *slp_span_copy(slp_span span)
{
    char *copy = calloc(span.length + 1, 1);
    return copy ? memcpy(copy, span.at, span.length) : NULL;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Optimal string alignment; it stores three rows of the table. */
int slp_edits(slp_span word, const char *name)
{
    enum { LONGEST = 40, MANY = 9 };
    int row[3][LONGEST + 1];
    int n = (int)strlen(name);
    if (word.length > LONGEST || n > LONGEST) return MANY;
    for (int j = 0; j <= n; j++) row[0][j] = j;
    for (int i = 1; i <= (int)word.length; i++) {
        int *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            bool same = word.at[i - 1] == name[j - 1];
            now[j] = least(least(up[j], now[j - 1]) + 1, up[j - 1] + !same);
            if (i > 1 && j > 1 && word.at[i - 1] == name[j - 2] && word.at[i - 2] == name[j - 1])
                now[j] = least(now[j], up2[j - 2] + 1);
        }
    }
    return least(row[word.length % 3][n], MANY);
}

void slp_hint(char hint[SLP_HINT_CHARS], slp_span word, const char *const *names)
{
    const char *nearest = NULL;
    int fewest = 9;
    for (; *names; names++) {
        int edits = slp_edits(word, *names);
        if (edits < fewest) {
            fewest = edits;
            nearest = *names;
        }
    }
    hint[0] = 0;
    /* with more than a third of the letters wrong, it is another word */
    if (nearest && 3 * fewest <= (int)strlen(nearest))
        snprintf(hint, SLP_HINT_CHARS, " (did you mean %s?)", nearest);
}
