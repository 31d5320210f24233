/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Counts first wrong values. */
#include "oracle/judge/wrong_values.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/contract/number/float_rules.h"

#include <stdlib.h>
#include <string.h>

/* So many kinds are told; the rest is counted together. */
enum { MOST = 5, MOST_TERMS = 3 };
/* One in so many of the wrong generators must be told at least. */
enum { TOLD = 4 };

void judge_stages_clear(judge_stages *said)
{
    free(said->text);
    free(said->value);
    free(said->terms);
    *said = (judge_stages){0};
}

/* Whether the list of lines has this one. */
static bool has_line(const char *list, const char *line, size_t length)
{
    for (; *list; list += strcspn(list, "\n") + 1)
        if (strcspn(list, "\n") == length && strncmp(list, line, length) == 0) return true;
    return false;
}

/* Keeps of the list the lines that the other one has. */
static void keep_common(char *list, const char *other)
{
    char *to = list;
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, "\n");
        const char *next = at + length + 1;
        if (has_line(other, at, length)) {
            memmove(to, at, length + 1);
            to += length + 1;
        }
        at = next;
    }
    *to = '\0';
}

/* A wrong generator of the system; terms: NULL: it cannot be told which. */
static void add_terms(judge_wrong_values *all, const char *terms, const char *system)
{
    size_t i = 0;
    while (i < all->systems && strcmp(all->of[i].system, system) != 0) i++;
    if (i == all->systems) {
        all->of = slp_one_more(all->of, all->systems++, sizeof *all->of);
        all->of[i] = (struct judge_wrong_terms){.system = slp_copy_text(system)};
    }
    struct judge_wrong_terms *of = &all->of[i];
    of->generators++;
    if (!terms) return;
    of->count++;
    if (of->terms)
        keep_common(of->terms, terms);
    else
        of->terms = slp_copy_text(terms);
}

void judge_wrong_values_add(judge_wrong_values *all, const judge_stages *said, const char *system)
{
    const char *words = said->value   ? said->value
                        : said->wrong ? "undecided which"
                                      : "none of those printed, or none can be told";
    size_t i = 0;
    if (said->generator) add_terms(all, said->terms, system);
    all->cases++;
    while (i < all->kinds && strcmp(all->at[i].words, words) != 0) i++;
    if (i == all->kinds) {
        all->at = slp_one_more(all->at, all->kinds++, sizeof *all->at);
        all->at[i] = (struct judge_wrong_value){slp_copy_text(words), 0};
    }
    all->at[i].count++;
    for (; i > 0 && all->at[i].count > all->at[i - 1].count; i--) {
        const struct judge_wrong_value more = all->at[i];
        all->at[i] = all->at[i - 1];
        all->at[i - 1] = more;
    }
}

/* Whether a line of the list is without `?`. */
static bool has_plain(const char *list)
{
    bool plain = false;
    for (; *list; list += strcspn(list, "\n") + 1) plain = plain || *list != '?';
    return plain;
}

size_t judge_write_terms(FILE *to, const char *terms)
{
    const bool plain = has_plain(terms);
    size_t count = 0;
    for (const char *at = terms; *at; at += strcspn(at, "\n") + 1) {
        const bool factor = *at == '?';
        if (factor == plain) continue;
        if (count++ < MOST_TERMS)
            fprintf(to, "%s%.*s", count > 1 ? ", or " : "", (int)strcspn(at, "\n") - factor,
                    at + factor);
    }
    return count;
}

/* Nothing where no term fits all cases, or too many do; nor where few can be told: those may be the
 * ones that a term fits by chance. */
static void write_terms(FILE *to, const struct judge_wrong_terms *of)
{
    slp_written text;
    if (of->count * TOLD < of->generators || of->count == 0) return;
    const size_t count = judge_write_terms(slp_written_begin(&text), of->terms);
    slp_written_end(&text);
    if (count > 0 && count <= MOST_TERMS)
        fprintf(to,
                "generator of %s: %s: fits all %zu failures that can be told, of %zu with a wrong"
                " generator\n",
                of->system, text.text, of->count, of->generators);
    free(text.text);
}

char *judge_wrong_values_text(const judge_wrong_values *all)
{
    slp_written text;
    size_t told = 0;
    FILE *to = slp_written_begin(&text);
    for (size_t i = 0; i < all->kinds && i < MOST; told += all->at[i++].count)
        fprintf(to, "first wrong value: %s, %zu of %zu failures\n", all->at[i].words,
                all->at[i].count, all->cases);
    if (told < all->cases)
        fprintf(to, "first wrong value: others, %zu of %zu failures\n", all->cases - told,
                all->cases);
    for (size_t i = 0; i < all->systems; i++) write_terms(to, &all->of[i]);
    return slp_written_end(&text);
}

void judge_wrong_values_clear(judge_wrong_values *all)
{
    for (size_t i = 0; i < all->kinds; i++) free(all->at[i].words);
    free(all->at);
    for (size_t i = 0; i < all->systems; i++) {
        free(all->of[i].system);
        free(all->of[i].terms);
    }
    free(all->of);
    *all = (judge_wrong_values){0};
}
