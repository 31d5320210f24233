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
