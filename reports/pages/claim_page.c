/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The page of one claim: what is claimed, what was computed, what follows, and how to see it again.
 */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

#include <string.h>

static void block(FILE *to, const char *anchor, const char *title, const char *text, bool code)
{
    if (!*text) return;
    report_heading(to, 2, anchor, title);
    if (code)
        markdown_block(to, text);
    else
        markdown_prose(to, text, "");
}

/* What the figure is drawn from: a run of its own, or that of the record. */
static void run_of(FILE *to, const json_t *record, const json_t *figure)
{
    if (*report_text(figure, "run")) {
        fputs("Of a run of its own, not that of this record: ", to);
        markdown_text(to, report_text(figure, "run"));
    } else {
        fputs("Of the run of this record: ", to);
        markdown_text(to, report_text(record, "of_size"));
        fprintf(to, " (%s size)", report_text(record, "size"));
    }
    fputs(".\n\n", to);
}

/* A link to the figure among all of its paper, if it is one of them. */
static void among_all(FILE *to, const json_t *figure)
{
    char url[300];
    if (!*report_text(figure, "gallery")) return;
    snprintf(url, sizeof url, "../figures.md#%s", report_text(figure, "gallery"));
    fputs("Among the figures of its paper: ", to);
    markdown_link(to, report_text(figure, "gallery_title"), url);
    fputs(".\n\n", to);
}

/* A link to the series of each measure that the figure draws. */
static void series(FILE *to, const json_t *record, const json_t *figure)
{
    size_t k, d;
    const json_t *name, *m;
    json_array_foreach(json_object_get(record, "measures"), k, m)
    {
        const char *data = report_data_file(json_object_get(m, "series"));
        json_array_foreach(json_object_get(figure, "draw"), d, name)
        {
            char url[300];
            if (!*data || strcmp(json_string_value(name), report_text(m, "name")) != 0) continue;
            snprintf(url, sizeof url, "../%s", data);
            fputs("Lowest and highest value of each of up to 600 intervals: ", to);
            markdown_link(to, data, url);
            fputs("\n\n", to);
        }
    }
}

static void figures(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *figure;
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        char url[300];
        const char *caption = report_text(figure, "caption");
        if (i == 0) report_heading(to, 2, "figures", "Figures");
        report_heading_of(to, 3, "figure", report_text(figure, "name"));
        report_figure_title(to, figure);
        fputs("\n\n", to);
        if (*report_text(figure, "file")) {
            snprintf(url, sizeof url, "../%s", report_text(figure, "file"));
            fputc('!', to);
            markdown_link(to, caption, url);
        } else {
            fputs("**Not drawn:** ", to);
            markdown_text(to, report_text(figure, "missing"));
        }
        fputs("\n\n", to);
        markdown_prose(to, caption, "");
        run_of(to, record, figure);
        among_all(to, figure);
        series(to, record, figure);
    }
}

static void as_printed(FILE *to, const json_t *record)
{
    if (!*report_text(record, "printed") && !*report_text(record, "meant") &&
        !*report_text(record, "erratum"))
        return;
    report_heading(to, 2, "formula", "As printed, as meant");
    report_formula(to, "printed", report_text(record, "printed"));
    report_formula(to, "meant", report_text(record, "meant"));
    fputc('\n', to);
    if (*report_text(record, "erratum")) {
        char url[300];
        snprintf(url, sizeof url, "../errata.md#%s", report_text(record, "id"));
        fputs("Among the errata: ", to);
        markdown_link(to, report_text(record, "erratum"), url);
        fputs(".\n\n", to);
    }
}

static void unprinted(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(record, "unprinted"), i, one)
    {
        if (i == 0) report_heading(to, 2, "chosen", "Not printed, so chosen here");
        report_definition(to, report_text(one, "what"));
        markdown_text(to, report_text(one, "chosen"));
        fputc('\n', to);
    }
    if (i) fputc('\n', to);
}

void report_claim_page(FILE *to, const json_t *record)
{
    fputs("# <a id=\"claim\"></a>", to);
    report_place(to, record);
    fputs(" (", to);
    markdown_text(to, report_text(record, "id"));
    fputs(")\n\n", to);
    report_verdicts(to, record);
    fputs(".\n\n", to);
    if (report_paper_known(record)) {
        report_paper(to, record);
        fputs(". ", to);
        report_paper_text(to, record);
        fputs("\n\n", to);
    }
    report_published(to, record);
    markdown_prose(to, report_text(record, "statement"), "> ");
    report_quote(to, record);
    report_replies(to, record);
    block(to, "error", "Error", report_text(record, "error"), true);
    block(to, "restriction", "Restriction", report_text(record, "restriction"), false);
    block(to, "why", "Why", report_text(record, "because"), false);
    block(to, "again", "See it again", report_text(record, "command"), true);
    figures(to, record);
    as_printed(to, record);
    block(to, "decided", "How it was decided", report_text(record, "note"), false);
    report_rules(to, record);
    report_numbers(to, record);
    report_witnesses(to, record);
    unprinted(to, record);
    report_sensitivity(to, record);
    report_experiments(to, record);
    report_provenance(to, record);
}
