/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws and the pairs of system and scheme: for each subject and system a table, schemes down,
 * laws across. */
#include "reports/pages/laws.h"
#include "reports/template/template.h"
#include "reports/pages/views.h"

#include <string.h>

/* What a law can come to on a pair, as `slp check` prints it. */
static const char *const results[] = {"held",   "seen to break", "not seen to break",
                                      "failed", "undecided",     "nothing checked"};
enum { HELD, SEEN, UNSEEN, FAILED, UNDECIDED, NOTHING, RESULTS };

static int result_of(const json_t *row)
{
    bool keeps = json_is_true(json_object_get(row, "keeps"));
    if (json_integer_value(json_object_get(row, "failed")) > 0) return keeps ? FAILED : UNSEEN;
    if (strcmp(report_text(row, "verdict"), "undecided") == 0) return UNDECIDED;
    if (json_integer_value(json_object_get(row, "checked")) == 0) return NOTHING;
    return keeps ? HELD : SEEN;
}

/* {system: its rows}, in order of appearance. */
static json_t *by_system(const json_t *rows)
{
    size_t k;
    json_t *row, *all = json_object();
    json_array_foreach(rows, k, row)
    {
        const char *system = report_text(row, "system");
        if (!json_object_get(all, system)) json_object_set_new(all, system, json_array());
        json_array_append(json_object_get(all, system), row);
    }
    return all;
}

/* The subject's rows get what they came to; the subject gets its counts and its tables. */
static void add_tables(json_t *subject, size_t s)
{
    json_t *rows = json_object_get(subject, "rows"), *counts = json_object(), *row, *of;
    json_t *systems = by_system(rows), *tables = json_array();
    json_int_t count[RESULTS] = {0};
    const char *system;
    size_t i, k = 0;
    json_array_foreach(rows, i, row)
    {
        const int result = result_of(row);
        count[result]++;
        json_object_set_new(row, "result", json_string(results[result]));
        json_object_set_new(row, "margin",
                            json_boolean(json_is_number(json_object_get(row, "worst"))));
    }
    for (i = 0; i < RESULTS; i++) json_object_set_new(counts, results[i], json_integer(count[i]));
    json_object_foreach(systems, system, of)
    {
        json_t *table = report_grid(of, "scheme", "law");
        char place[60]; /* names are anyone's text, so places are numbers: subject, system */
        snprintf(place, sizeof place, "%zu-%zu", s, k++);
        json_object_set_new(table, "name", json_string(system));
        json_object_set_new(table, "place", json_string(place));
        json_array_append_new(tables, table);
    }
    json_object_set_new(subject, "counts", counts);
    json_object_set_new(subject, "systems", tables);
    json_decref(systems);
}

void report_laws_page(FILE *to, const json_t *laws)
{
    json_t *page = json_deep_copy(laws), *subject;
    size_t i;
    json_array_foreach(json_object_get(page, "subjects"), i, subject) add_tables(subject, i);
    report_page_of(to, "laws", page);
}
