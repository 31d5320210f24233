/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws and the pairs of system and scheme: for each subject and system a table, schemes down,
 * laws across. */
#include "reports/pages/laws.h"
#include "reports/markdown/markdown.h"

#include <math.h>
#include <string.h>

/* The result of a law on a pair, as `slp check` prints it. */
typedef enum law_result { HELD, SEEN, UNSEEN, FAILED, UNDECIDED, NOTHING } law_result;

static law_result result_of(const json_t *row)
{
    bool keeps = json_is_true(json_object_get(row, "keeps"));
    if (json_integer_value(json_object_get(row, "failed")) > 0) return keeps ? FAILED : UNSEEN;
    if (strcmp(report_text(row, "verdict"), "undecided") == 0) return UNDECIDED;
    if (json_integer_value(json_object_get(row, "checked")) == 0) return NOTHING;
    return keeps ? HELD : SEEN;
}

static const char *result_word(law_result f)
{
    static const char *const words[] = {"held",   "seen to break", "not seen to break",
                                        "failed", "undecided",     "nothing checked"};
    return words[f];
}

static json_t *inner(json_t *object, const char *key)
{
    json_t *there = json_object_get(object, key);
    if (there) return there;
    json_object_set_new(object, key, json_object());
    return json_object_get(object, key);
}

/* rows as {system: {"laws": {law: {}}, "schemes": {scheme: {law: row}}}}, each in order of
 * appearance. */
static json_t *arranged(const json_t *rows)
{
    size_t k;
    json_t *row, *all = json_object();
    json_array_foreach(rows, k, row)
    {
        json_t *system = inner(all, report_text(row, "system"));
        inner(inner(system, "laws"), report_text(row, "law"));
        json_object_set(inner(inner(system, "schemes"), report_text(row, "scheme")),
                        report_text(row, "law"), row);
    }
    return all;
}

/* "120 cases, margin 0.024", "40 cases, margin 2.1e+05, order 3". */
static void figures(FILE *to, const json_t *row)
{
    const json_t *worst = json_object_get(row, "worst"), *order = json_object_get(row, "order");
    json_int_t failed = json_integer_value(json_object_get(row, "failed"));
    json_int_t skipped = json_integer_value(json_object_get(row, "skipped"));
    fprintf(to, "%lld checked", (long long)json_integer_value(json_object_get(row, "checked")));
    if (failed) fprintf(to, ", %lld failed", (long long)failed);
    if (skipped) fprintf(to, ", %lld skipped", (long long)skipped);
    if (json_is_number(worst)) fprintf(to, ", margin %.3g", json_number_value(worst));
    if (json_is_integer(order) && json_integer_value(order) > 0)
        fprintf(to, ", order %lld", (long long)json_integer_value(order));
}

static void cell(FILE *to, const json_t *row)
{
    if (!row) {
        fputs(" – |", to);
        return;
    }
    fprintf(to, " **%s** ", result_word(result_of(row)));
    figures(to, row);
    fputs(" |", to);
}

/* Names are anyone's text, so anchors are numbers: subject, system. */
static void table(FILE *to, const char *subject, const char *system, json_t *of, size_t s, size_t k)
{
    const char *scheme, *law;
    json_t *found, *nothing, *laws = json_object_get(of, "laws");
    fprintf(to, "### <a id=\"table-%zu-%zu\"></a>", s, k);
    markdown_text(to, system);
    fputs("\n\nTable: Laws on ", to);
    markdown_text(to, system);
    fputs(", answered by ", to);
    markdown_text(to, subject);
    fputs("\n\n| Scheme |", to);
    json_object_foreach(laws, law, nothing)
    {
        fputc(' ', to);
        markdown_text(to, law);
        fputs(" |", to);
    }
    fputs("\n|---|", to);
    for (size_t i = json_object_size(laws); i > 0; i--) fputs("---|", to);
    fputc('\n', to);
    json_object_foreach(json_object_get(of, "schemes"), scheme, found)
    {
        fputs("| ", to);
        markdown_text(to, scheme);
        fputs(" |", to);
        json_object_foreach(laws, law, nothing) cell(to, json_object_get(found, law));
        fputc('\n', to);
    }
    fputc('\n', to);
}

/* Links to the tables of a subject. */
static void contents(FILE *to, json_t *systems, size_t s)
{
    size_t k = 0;
    const char *system;
    json_t *of;
    json_object_foreach(systems, system, of)
    {
        char url[60];
        snprintf(url, sizeof url, "#table-%zu-%zu", s, k);
        fputs(k++ ? ", " : "Systems: ", to);
        markdown_link(to, system, url);
    }
    fputs(k ? ".\n\n" : "", to);
}

static size_t count_results(const json_t *rows, law_result f)
{
    size_t k, n = 0;
    const json_t *row;
    json_array_foreach(rows, k, row) n += result_of(row) == f;
    return n;
}

/* "seed 1, multiplier 0.05": what the file says of its run. */
static void run_words(FILE *to, const json_t *laws)
{
    const json_t *multiplier = json_object_get(laws, "multiplier");
    fprintf(to, "%lld passed, %lld failed",
            (long long)json_integer_value(json_object_get(laws, "passed")),
            (long long)json_integer_value(json_object_get(laws, "failed")));
    if (json_is_number(multiplier))
        fprintf(to, "; %.3g times as many cases as a full check", json_number_value(multiplier));
}

static void classes(FILE *to, const json_t *laws)
{
    size_t i;
    const json_t *one, *list = json_object_get(laws, "classes");
    if (json_array_size(list) == 0) return;
    fputs("## Kinds of cases\n\nTable: Cases checked, by kind; one case can be of several\n\n"
          "| Kind | Cases |\n|---|---|\n",
          to);
    json_array_foreach(list, i, one)
    {
        fputs("| ", to);
        markdown_text(to, report_text(one, "class"));
        fprintf(to, " | %lld |\n", (long long)json_integer_value(json_object_get(one, "count")));
    }
    fputc('\n', to);
}

void report_laws_page(FILE *to, const json_t *laws)
{
    size_t i;
    const json_t *one;
    fputs("# Laws and pairs\n\n", to);
    run_words(to, laws);
    fputs(".\n\nA pair of system and scheme must hold a law on every case drawn, or must be *seen "
          "to break* it. The margin is the worst residual in units of what rounding allows (1 is "
          "the limit); of a law that must break it is the least, and the order is that of the "
          "violation in the step. A dash: the law does not apply to the pair.\n\n",
          to);
    json_array_foreach(json_object_get(laws, "subjects"), i, one)
    {
        size_t k = 0;
        const char *system, *subject = report_text(one, "subject");
        const json_t *rows = json_object_get(one, "rows");
        json_t *of, *systems = arranged(rows);
        fputs("## Answered by ", to);
        markdown_text(to, subject);
        fputs("\n\n", to);
        for (int f = HELD; f <= NOTHING; f++)
            fprintf(to, "%s%zu %s", f ? ", " : "", count_results(rows, (law_result)f),
                    result_word((law_result)f));
        fputs(".\n\n", to);
        contents(to, systems, i);
        json_object_foreach(systems, system, of) table(to, subject, system, of, i, k++);
        json_decref(systems);
    }
    classes(to, laws);
    fputs("The same for machines: [laws.json](laws.json).\n", to);
}
