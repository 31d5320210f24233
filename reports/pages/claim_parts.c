/* The tables of a claim's page: numbers, rules, experiments, exact cases, provenance. */
#include "reports/pages/claim_parts.h"

#include <stdint.h>
#include <string.h>

static void cell(FILE *to, const char *text)
{
    fputs("<td>", to);
    report_words(to, text);
    fputs("</td>", to);
}

static void table_begin(FILE *to, const char *caption, const char *const *columns)
{
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", to);
    report_escape(to, caption);
    fputs("\"><table>\n<caption>", to);
    report_escape(to, caption);
    fputs("</caption>\n<thead><tr>", to);
    for (size_t i = 0; columns[i]; i++) fprintf(to, "<th scope=\"col\">%s</th>", columns[i]);
    fputs("</tr></thead>\n<tbody>\n", to);
}

static void table_end(FILE *to)
{
    fputs("</tbody></table></div>\n", to);
}

void report_numbers(FILE *to, const json_t *record)
{
    static const char *const columns[] = {"Number", "Value", "Meaning", NULL};
    size_t i, k;
    const json_t *m, *value;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        char caption[300];
        if (i == 0) fputs("<h2>Numbers</h2>\n", to);
        snprintf(caption, sizeof caption, "%s: %s, on experiment %s", report_text(m, "name"),
                 report_text(m, "about"), report_text(m, "experiment"));
        table_begin(to, caption, columns);
        json_array_foreach(json_object_get(m, "values"), k, value)
        {
            fputs("<tr><th scope=\"row\"><code>", to);
            report_escape(to, report_text(m, "name"));
            fputc('.', to);
            report_escape(to, report_text(value, "name"));
            fputs("</code></th>", to);
            cell(to, report_text(value, "text"));
            cell(to, report_text(value, "about"));
            fputs("</tr>\n", to);
        }
        table_end(to);
        fputs("<p class=\"small\">Method: ", to);
        report_words(to, report_text(m, "method"));
        fprintf(to, ". %lld samples, %lld steps, %lld without a certificate, %.2f s.</p>\n",
                (long long)json_integer_value(json_object_get(m, "samples")),
                (long long)json_integer_value(json_object_get(m, "steps")),
                (long long)json_integer_value(json_object_get(m, "unable")),
                json_real_value(json_object_get(m, "seconds")));
    }
}

void report_rules(FILE *to, const json_t *record)
{
    static const char *const columns[] = {"Verdict", "Condition", "Holds", NULL};
    size_t i, k;
    const json_t *rule, *when;
    json_int_t fired = json_integer_value(json_object_get(record, "rule"));
    json_array_foreach(json_object_get(record, "rules"), i, rule)
    {
        if (i == 0) {
            fputs("<h2>Rules</h2>\n", to);
            table_begin(to, "The rules in their order; the first that is certain decides", columns);
        }
        json_array_foreach(json_object_get(rule, "when"), k, when)
        {
            fprintf(to, "<tr%s>", (json_int_t)i + 1 == fired ? " class=\"fired\"" : "");
            if (k == 0) {
                fprintf(to, "<th scope=\"rowgroup\" rowspan=\"%zu\">",
                        json_array_size(json_object_get(rule, "when")));
                report_escape(to, report_text(rule, "verdict"));
                fputs("</th>", to);
            }
            fputs("<td><code>", to);
            report_escape(to, report_text(when, "value"));
            fputs("</code> ", to);
            report_escape(to, report_text(when, "is"));
            fputc(' ', to);
            report_escape(to, report_text(when, "bound"));
            fputs("</td>", to);
            cell(to, report_text(when, "holds"));
            fputs("</tr>\n", to);
        }
    }
    if (json_array_size(json_object_get(record, "rules"))) table_end(to);
}

/* A JSON value of an experiment as plain text. */
static void plain(FILE *to, const json_t *value)
{
    size_t i;
    const json_t *item;
    if (json_is_string(value))
        report_escape(to, json_string_value(value));
    else if (json_is_real(value))
        fprintf(to, "%.17g", json_real_value(value));
    else if (json_is_integer(value))
        fprintf(to, "%lld", (long long)json_integer_value(value));
    else
        json_array_foreach(value, i, item)
        {
            if (i) fputs(", ", to);
            plain(to, item);
        }
}

/* A key and the beginning of what it stands for. */
static void definition(FILE *to, const char *key)
{
    fputs("<dt>", to);
    report_escape(to, key);
    fputs("</dt><dd>", to);
}

void report_experiments(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *e;
    json_array_foreach(json_object_get(record, "experiments"), i, e)
    {
        const char *key;
        json_t *value;
        if (i == 0) fputs("<h2>Experiments</h2>\n", to);
        fputs("<h3><code>", to);
        report_escape(to, report_text(e, "name"));
        fputs("</code></h3>\n<dl>\n", to);
        json_object_foreach((json_t *)(uintptr_t)e, key, value)
        {
            if (strcmp(key, "name") == 0 || strncmp(key, "full_", 5) == 0) continue;
            if (json_is_object(value)) {
                const char *param;
                json_t *inner;
                json_object_foreach(value, param, inner)
                {
                    definition(to, param);
                    plain(to, inner);
                    fputs("</dd>\n", to);
                }
                continue;
            }
            definition(to, key);
            plain(to, value);
            char full[40];
            snprintf(full, sizeof full, "full_%.30s", key);
            const json_t *more = json_object_get(e, full);
            if (more && !json_equal(more, value)) {
                fputs(" (full size: ", to);
                plain(to, more);
                fputs(")", to);
            }
            fputs("</dd>\n", to);
        }
        fputs("</dl>\n", to);
    }
}

void report_witnesses(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *m;
    bool any = false;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        const char *witness = report_text(m, "witness");
        if (!*witness) continue;
        if (!any)
            fputs("<h2>Exact cases</h2>\n<p>The sample or step in which each number is largest (or "
                  "first), every digit "
                  "of it. The commands print the certified step.</p>\n",
                  to);
        any = true;
        fputs("<h3><code>", to);
        report_escape(to, report_text(m, "name"));
        fputs("</code></h3>\n<pre tabindex=\"0\"><code>", to);
        report_escape(to, report_text(m, "witness_command"));
        fputs("</code></pre>\n", to);
    }
}

void report_provenance(FILE *to, const json_t *record)
{
    const char *key;
    json_t *value;
    fputs("<h2>Provenance</h2>\n<dl>\n<dt>size</dt><dd>", to);
    report_escape(to, report_text(record, "size"));
    fputs("</dd>\n<dt>started</dt><dd>", to);
    report_escape(to, report_text(record, "started"));
    fprintf(to, "</dd>\n<dt>took</dt><dd>%.2f s</dd>\n",
            json_real_value(json_object_get(record, "seconds")));
    json_object_foreach(json_object_get(record, "versions"), key, value)
    {
        definition(to, key);
        plain(to, value);
        fputs("</dd>\n", to);
    }
    fputs("<dt>record</dt><dd><a href=\"../results/", to);
    report_escape(to, report_text(record, "id"));
    fputs(".json\">results/", to);
    report_escape(to, report_text(record, "id"));
    fputs(".json</a></dd>\n</dl>\n", to);
}
