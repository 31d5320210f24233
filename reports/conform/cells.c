/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reading a statement. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

long long conform_number(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

void conform_add(json_t *object, const char *key, long long number)
{
    json_object_set_new(object, key, json_integer(conform_number(object, key) + number));
}

const json_t *conform_in(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

const json_t *conform_result(const json_t *document)
{
    return conform_in(conform_in(document, "statement"), "result");
}

int conform_status(const json_t *document)
{
    return strcmp(report_text(conform_result(document), "verdict"), "conforms") == 0 ? 0 : 1;
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
    slp_written words;
    FILE *to = slp_written_begin(&words);
    fprintf(to, "held on %lld of %lld pairs", conform_number(pairs, "held"),
            conform_number(pairs, "all"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (conform_number(pairs, others[i]) == 0) continue;
        fprintf(to, "%s%lld %s", between, conform_number(pairs, others[i]), others[i]);
        between = ", ";
    }
    return slp_written_end(&words);
}

char *conform_cases_sentence(const json_t *document)
{
    const json_t *cases = conform_in(conform_result(document), "cases");
    char words[100];
    snprintf(words, sizeof words, "answered %lld of %lld cases", conform_number(cases, "answered"),
             conform_number(cases, "drawn"));
    return slp_copy_text(words);
}
