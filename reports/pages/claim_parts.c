/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What pages about claims share, and the tables of a claim's page: numbers, rules, experiments,
 * exact cases, provenance. */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

#include <stdint.h>
#include <string.h>

void report_heading_of(FILE *to, int level, const char *kind, const char *name)
{
    for (int i = 0; i < level; i++) fputc('#', to);
    fprintf(to, " <a id=\"%s-", kind);
    for (const char *c = name; *c; c++)
        fputc(strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", *c) ? *c
                                                                                            : '-',
              to);
    fputs("\"></a>", to);
}

void report_heading(FILE *to, int level, const char *anchor, const char *title)
{
    for (int i = 0; i < level; i++) fputc('#', to);
    fprintf(to, " <a id=\"%s\"></a>", anchor);
    markdown_text(to, title);
    fputs("\n\n", to);
}

void report_verdict(FILE *to, const json_t *record)
{
    fprintf(to, "**%s**", audit_verdict(record));
}

void report_verdicts(FILE *to, const json_t *record)
{
    const bool two = strcmp(audit_verdict(record), audit_meant(record)) != 0;
    report_verdict(to, record);
    if (two) fprintf(to, " as printed, **%s** as meant", audit_meant(record));
    if (!*report_text(record, "of_size")) return;
    fputs(", at ", to);
    markdown_text(to, report_text(record, "of_size"));
    if (strcmp(audit_verdict(record), "preliminary") == 0) {
        fputs("; the numbers indicate ", to);
        markdown_text(to, report_text(record, "indicates"));
    }
}

static void published_size(FILE *to, const json_t *published, const char *key)
{
    const json_t *size = json_object_get(published, key);
    fprintf(to, "%s size: ", key);
    if (!json_is_object(size)) {
        fputs("not run in this version", to);
        return;
    }
    const char *verdict = report_text(size, "verdict"), *meant = report_text(size, "as_meant");
    fprintf(to, "**%s**", verdict);
    if (strcmp(verdict, meant) != 0) fprintf(to, " as printed, **%s** as meant", meant);
    if (strcmp(verdict, report_text(size, "indicates")) != 0)
        fprintf(to, " (the numbers indicate %s)", report_text(size, "indicates"));
    fputs(", at ", to);
    markdown_text(to, report_text(size, "of_size"));
}

void report_published(FILE *to, const json_t *record)
{
    json_t *published = audit_published(report_text(record, "id"));
    if (published) {
        const bool other = strcmp(report_text(published, "asked"), report_text(record, "asked"));
        fputs("Published with this version: ", to);
        published_size(to, published, "default");
        fputs("; ", to);
        published_size(to, published, "full");
        if (audit_published_flips(published)) fputs(". **The verdict flips with the size**", to);
        if (other) fputs(". What was measured then is not what this record measures", to);
        fputs(".\n\n", to);
    }
    json_decref(published);
}

const char *report_read_from(const json_t *record)
{
    const char *from = report_text(json_object_get(record, "quote"), "from");
    return strcmp(from, "ocr") == 0
               ? "text recognised from a scan, so that a sign or a factor may be the scan's"
           : strcmp(from, "latex") == 0   ? "a text with the formulas as LaTeX"
           : strcmp(from, "typeset") == 0 ? "a typeset text without formulas"
                                          : "a text that the claim does not name";
}

void report_quote(FILE *to, const json_t *record)
{
    const json_t *quote = json_object_get(record, "quote");
    if (!*report_text(quote, "text")) return;
    report_heading(to, 2, "quote", "In the paper's words");
    fputs("> ", to);
    markdown_tex(to, report_text(quote, "text"));
    fputs("\n\n", to);
    fputs("Section ", to);
    markdown_text(to, report_text(quote, "section"));
    if (*report_text(quote, "page")) {
        fputs(", page ", to);
        markdown_text(to, report_text(quote, "page"));
    }
    fprintf(to, "; read from %s%s. The statement above is ", report_read_from(record),
            *report_text(quote, "page") ? "" : ", which has no pages");
    fputs(strcmp(report_text(record, "faithful"), "quote") == 0 ? "what is quoted"
          : strcmp(report_text(record, "faithful"), "inference") == 0
              ? "an inference: it follows from what is quoted, by our reading"
              : "a paraphrase of it",
          to);
    fputs(".\n\n", to);
}

void report_sensitivity(FILE *to, const json_t *record)
{
    static const char *const columns[] = {"Choice", "Verdict", "As meant", "Number", NULL};
    size_t i;
    const json_t *row;
    json_array_foreach(json_object_get(record, "sensitivity"), i, row)
    {
        if (i == 0) {
            fputs(
                "## Other choices\n\nTable: The verdict with other choices of what is not printed; "
                "with the choice above it is ",
                to);
            markdown_text(to, report_text(record, "indicates"));
            report_columns(to, columns);
        }
        fputs("| ", to);
        markdown_words(to, report_text(row, "what"), true);
        fputs(" | ", to);
        markdown_words(to, audit_verdict(row), true);
        fputs(" | ", to);
        markdown_words(to, audit_meant(row), true);
        fputs(" | ", to);
        if (json_object_get(row, "number"))
            report_number(to, json_object_get(row, "number"), ": ");
        else
            markdown_words(to, report_text(row, "error"), true);
        fputs(" |\n", to);
    }
    if (i) fputc('\n', to);
    if (json_is_true(json_object_get(record, "sensitive")))
        fputs("The verdict depends on the choice: another choice of what is not printed gives "
              "another verdict.\n\n",
              to);
    else if (i)
        fputs("No choice in this table gives another verdict.\n\n", to);
}

void report_replies(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *reply;
    json_array_foreach(json_object_get(record, "replies"), i, reply)
    {
        if (i == 0) report_heading(to, 2, "replies", "Replies");
        markdown_text(to, report_text(reply, "date"));
        fputs(", ", to);
        markdown_text(to, report_text(reply, "kind"));
        fputs(" by ", to);
        markdown_text(to, report_text(reply, "by"));
        fputs(":\n\n", to);
        markdown_prose(to, report_text(reply, "text"), "> ");
    }
}

void report_place(FILE *to, const json_t *record)
{
    markdown_text(to, report_text(record, "source"));
    fputs(", ", to);
    markdown_text(to, report_text(record, "locator"));
}

void report_number(FILE *to, const json_t *number, const char *between)
{
    if (!json_is_object(number)) {
        fputs("–", to);
        return;
    }
    markdown_code(to, report_text(number, "of"), true);
    fputs(between, to);
    char text[240];
    audit_number_text(text, sizeof text, number);
    markdown_text(to, text);
}

void report_claim_link(FILE *to, const char *folder, const char *id)
{
    char url[300];
    snprintf(url, sizeof url, "%s%s.md", folder, id);
    markdown_link(to, id, url);
}

void report_definition(FILE *to, const char *term)
{
    fputs("- **", to);
    markdown_text(to, *term ? term : "–");
    fputs("**: ", to);
}

void report_formula(FILE *to, const char *title, const char *text)
{
    report_definition(to, title);
    markdown_code(to, text, false);
    fputc('\n', to);
}

void report_columns(FILE *to, const char *const *columns)
{
    fputs("\n\n|", to);
    for (size_t i = 0; columns[i]; i++) {
        fputc(' ', to);
        markdown_text(to, columns[i]);
        fputs(" |", to);
    }
    fputs("\n|", to);
    for (size_t i = 0; columns[i]; i++) fputs("---|", to);
    fputc('\n', to);
}

void report_figure_title(FILE *to, const json_t *figure)
{
    const char *title = report_text(figure, "title");
    markdown_text(to, *title ? title : report_text(figure, "name"));
}

/* What one step says of an order, beside what paths say. */
static void by_nodes(FILE *to, const json_t *nodes)
{
    if (!nodes) return;
    const bool weak = strcmp(report_text(nodes, "kind"), "weak") == 0;
    const double order = json_real_value(json_object_get(nodes, "order")),
                 power = json_real_value(json_object_get(nodes, "power"));
    fprintf(to,
            "Without paths: one step at the first sample's state is off by %.3g h^%g |x| "
            "%s to leading order, by the reference. That is %s order %g.\n\n",
            json_real_value(json_object_get(nodes, "coefficient")), power,
            weak                   ? "in the means of coordinates and their products"
            : power - order == 0.5 ? "in root mean square"
                                   : "in the mean",
            report_text(nodes, "kind"), order);
}

void report_numbers(FILE *to, const json_t *record)
{
    static const char *const columns[] = {"Number", "Value", "Certain", "Meaning", NULL};
    size_t i, k;
    const json_t *m, *value;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        if (i == 0) report_heading(to, 2, "numbers", "Numbers");
        fputs("Table: ", to);
        markdown_text(to, report_text(m, "name"));
        fputs(": ", to);
        markdown_text(to, report_text(m, "about"));
        fputs(", on experiment ", to);
        markdown_text(to, report_text(m, "experiment"));
        report_columns(to, columns);
        json_array_foreach(json_object_get(m, "values"), k, value)
        {
            char name[300];
            snprintf(name, sizeof name, "%s.%s", report_text(m, "name"),
                     report_text(value, "name"));
            fputs("| ", to);
            markdown_code(to, name, true);
            fputs(" | ", to);
            markdown_words(to, report_text(value, "text"), true);
            const json_t *level = json_object_get(value, "level");
            if (!level)
                fputs(" | – | ", to);
            else if (json_number_value(level) >= 1)
                fputs(" | yes | ", to);
            else
                fprintf(to, " | %.6g %% | ", 100 * json_number_value(level));
            markdown_words(to, report_text(value, "about"), true);
            if (*report_text(value, "depends")) fputs("; depends on the BLAS and its kernel", to);
            fputs(" |\n", to);
        }
        fputs("\nMethod: ", to);
        markdown_words(to, report_text(m, "method"), false);
        fprintf(to, ". %lld samples, %lld steps, %lld without a certificate, %.2f s.\n\n",
                (long long)json_integer_value(json_object_get(m, "samples")),
                (long long)json_integer_value(json_object_get(m, "steps")),
                (long long)json_integer_value(json_object_get(m, "unable")),
                json_real_value(json_object_get(m, "seconds")));
        by_nodes(to, json_object_get(m, "nodes"));
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
            report_heading(to, 2, "rules", "Rules");
            fputs("Table: The rules in their order; the first that is certain decides, "
                  "and is in bold",
                  to);
            report_columns(to, columns);
        }
        json_array_foreach(json_object_get(rule, "when"), k, when)
        {
            const char *bold = (json_int_t)i + 1 == fired ? "**" : "";
            fprintf(to, "| %s", bold);
            markdown_text(to, report_text(rule, "verdict"));
            fprintf(to, "%s | ", bold);
            markdown_code(to, report_text(when, "value"), true);
            fputc(' ', to);
            markdown_text(to, report_text(when, "is"));
            fputc(' ', to);
            markdown_text(to, report_text(when, "bound"));
            fputs(" | ", to);
            markdown_words(to, report_text(when, "holds"), true);
            fputs(" |\n", to);
        }
    }
    if (i) fputc('\n', to);
}

/* A JSON value of an experiment as plain text. */
static void plain(FILE *to, const json_t *value)
{
    size_t i;
    const json_t *item;
    if (json_is_string(value))
        markdown_text(to, json_string_value(value));
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

static void experiment(FILE *to, const json_t *e)
{
    const char *key, *param;
    json_t *value, *inner;
    json_object_foreach((json_t *)(uintptr_t)e, key, value)
    {
        if (strcmp(key, "name") == 0 || strncmp(key, "full_", 5) == 0) continue;
        if (json_is_object(value)) {
            json_object_foreach(value, param, inner)
            {
                report_definition(to, param);
                plain(to, inner);
                fputc('\n', to);
            }
            continue;
        }
        report_definition(to, key);
        plain(to, value);
        char full[40];
        snprintf(full, sizeof full, "full_%.30s", key);
        const json_t *more = json_object_get(e, full);
        if (more && !json_equal(more, value)) {
            fputs(" (full size: ", to);
            plain(to, more);
            fputc(')', to);
        }
        fputc('\n', to);
    }
    fputc('\n', to);
}

static void code_heading(FILE *to, const char *kind, const char *name)
{
    report_heading_of(to, 3, kind, name);
    markdown_code(to, name, false);
    fputs("\n\n", to);
}

void report_experiments(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *e;
    json_array_foreach(json_object_get(record, "experiments"), i, e)
    {
        if (i == 0) report_heading(to, 2, "experiments", "Experiments");
        code_heading(to, "experiment", report_text(e, "name"));
        experiment(to, e);
    }
}

/* The command on the page, or, where its state is too long for it, a link to the file beside the
 * page that the report writes. */
static void witness(FILE *to, const json_t *record, const json_t *measure)
{
    const char *command = report_text(measure, "witness_command");
    char name[300];
    if (strlen(command) <= REPORT_LONG_STATE) {
        markdown_block(to, command);
        return;
    }
    snprintf(name, sizeof name, "%s-%s.sh", report_text(record, "id"),
             report_text(measure, "name"));
    fprintf(to, "The state has too many digits for a page, %zu characters: ", strlen(command));
    markdown_link(to, name, name);
    fputs(" is the command, for a shell.\n\n", to);
}

void report_witnesses(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *m;
    bool any = false;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        if (!*report_text(m, "witness")) continue;
        if (!any) {
            report_heading(to, 2, "cases", "Exact cases");
            fputs("The sample or step in which each number is largest (or first), every digit of "
                  "it. The commands print the certified step.\n\n",
                  to);
        }
        any = true;
        code_heading(to, "case", report_text(m, "name"));
        witness(to, record, m);
    }
}

void report_provenance(FILE *to, const json_t *record)
{
    const char *key;
    char file[300], url[310];
    json_t *value;
    report_heading(to, 2, "provenance", "Provenance");
    report_definition(to, "size");
    markdown_text(to, report_text(record, "size"));
    fputc('\n', to);
    report_definition(to, "started");
    markdown_text(to, report_text(record, "started"));
    fputc('\n', to);
    report_definition(to, "took");
    fprintf(to, "%.2f s\n", json_real_value(json_object_get(record, "seconds")));
    json_object_foreach(json_object_get(record, "versions"), key, value)
    {
        report_definition(to, key);
        plain(to, value);
        fputc('\n', to);
    }
    const json_t *machine = json_object_get(record, "machine");
    static const char *const keys[] = {"commit", "processor", "system", "blas", "kernel"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!*report_text(machine, keys[i])) continue;
        report_definition(to, keys[i]);
        markdown_text(to, report_text(machine, keys[i]));
        fputc('\n', to);
    }
    snprintf(file, sizeof file, "results/%s.json", report_text(record, "id"));
    snprintf(url, sizeof url, "../%s", file);
    report_definition(to, "record");
    markdown_link(to, file, url);
    fputc('\n', to);
}
