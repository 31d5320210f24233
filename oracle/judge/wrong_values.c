/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Counts first wrong values. */
#include "oracle/judge/wrong_values.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/contract/number/float_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many kinds are told; the rest is counted together. */
enum { MOST = 5 };

void judge_stages_clear(judge_stages *said)
{
    free(said->text);
    free(said->value);
    *said = (judge_stages){0};
}

void judge_wrong_values_add(judge_wrong_values *all, const judge_stages *said)
{
    const char *words = said->value   ? said->value
                        : said->wrong ? "undecided which"
                                      : "none of those printed, or none can be told";
    size_t i = 0;
    all->cases++;
    while (i < all->kinds && strcmp(all->at[i].words, words) != 0) i++;
    if (i == all->kinds) {
        all->at = slp_reallocate(all->at, ++all->kinds * sizeof *all->at);
        all->at[i] = (struct judge_wrong_value){slp_copy_text(words), 0};
    }
    all->at[i].count++;
    for (; i > 0 && all->at[i].count > all->at[i - 1].count; i--) {
        const struct judge_wrong_value more = all->at[i];
        all->at[i] = all->at[i - 1];
        all->at[i - 1] = more;
    }
}

char *judge_wrong_values_text(const judge_wrong_values *all)
{
    char *text = NULL;
    size_t size, told = 0;
    FILE *to = slp_need_pointer(open_memstream(&text, &size));
    for (size_t i = 0; i < all->kinds && i < MOST; told += all->at[i++].count)
        fprintf(to, "first wrong value: %s, %zu of %zu failures\n", all->at[i].words,
                all->at[i].count, all->cases);
    if (told < all->cases)
        fprintf(to, "first wrong value: others, %zu of %zu failures\n", all->cases - told,
                all->cases);
    fclose(to);
    return slp_need_pointer(text);
}

void judge_wrong_values_clear(judge_wrong_values *all)
{
    for (size_t i = 0; i < all->kinds; i++) free(all->at[i].words);
    free(all->at);
    *all = (judge_wrong_values){0};
}
