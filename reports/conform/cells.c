/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reading a statement, and cells of tables. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/markdown/markdown.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

long long conform_number(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

const json_t *conform_in(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

const json_t *conform_result(const json_t *document)
{
    return conform_in(conform_in(document, "statement"), "result");
}

void conform_cell(FILE *to, const char *text)
{
    fputc(' ', to);
    markdown_text(to, text);
    fputs(" |", to);
}

void conform_real(char text[32], const json_t *value)
{
    if (json_is_number(value))
        snprintf(text, 32, "%.3g", json_number_value(value));
    else
        snprintf(text, 32, "infinite");
}

void conform_pair_cell(FILE *to, const json_t *pair)
{
    char name[220];
    snprintf(name, sizeof name, "%s/%s", report_text(pair, "system"), report_text(pair, "scheme"));
    conform_cell(to, name);
}

/* Names under `key` in the order of appearance: {name: {}}. */
json_t *conform_names(const json_t *rows, const char *key)
{
    size_t i;
    const json_t *row;
    json_t *names = json_object();
    json_array_foreach(rows, i, row) json_object_set_new(names, report_text(row, key), json_null());
    return names;
}

bool conform_fell(const char *word)
{
    return strcmp(word, "failed") == 0 || strcmp(word, "not seen broken") == 0 ||
           strcmp(word, "undecided") == 0 || strcmp(word, "nothing checked") == 0;
}

const char *conform_class(const json_t *document)
{
    const json_t *result = conform_result(document), *pairs = conform_in(result, "pairs");
    const json_t *cases = conform_in(result, "cases");
    if (conform_number(cases, "drawn") == conform_number(cases, "declined")) return "none";
    if (conform_status(document) != 0) return "bad";
    return conform_number(pairs, "declined") || conform_number(cases, "declined") ? "part" : "good";
}

char *conform_sentence(const json_t *document)
{
    static const char *const others[] = {"failed", "undecided", "nothing checked", "declined"};
    const json_t *pairs = conform_in(conform_result(document), "pairs");
    const char *between = "; ";
    char *words = NULL;
    size_t size;
    FILE *to = slp_need_room(open_memstream(&words, &size));
    fprintf(to, "held on %lld of %lld pairs", conform_number(pairs, "held"),
            conform_number(pairs, "all"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (conform_number(pairs, others[i]) == 0) continue;
        fprintf(to, "%s%lld %s", between, conform_number(pairs, others[i]), others[i]);
        between = ", ";
    }
    fclose(to);
    return slp_need_room(words);
}

char *conform_cases_sentence(const json_t *document)
{
    const json_t *cases = conform_in(conform_result(document), "cases");
    char words[100];
    snprintf(words, sizeof words, "answered %lld of %lld cases", conform_number(cases, "answered"),
             conform_number(cases, "drawn"));
    return slp_copy_text(words);
}
