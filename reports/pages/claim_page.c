/* The page of one claim: what is claimed, what was computed, what follows, and how to see it again.
 */
#include "reports/pages/claim_parts.h"
#include "oracle/audit/audit.h"

#include <string.h>

static void heading(FILE *to, const char *title)
{
    fprintf(to, "## %s\n\n", title);
}

static void block(FILE *to, const char *title, const char *text, bool code)
{
    if (!*text) return;
    heading(to, title);
    if (code)
        markdown_block(to, text);
    else
        markdown_prose(to, text, "");
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
        if (i == 0) heading(to, "Figures");
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
        fputs("Of the run of this record: ", to);
        markdown_text(to, report_text(record, "of_size"));
        fprintf(to, " (%s size).\n\n", report_text(record, "size"));
        series(to, record, figure);
    }
}

static void as_printed(FILE *to, const json_t *record)
{
    if (!*report_text(record, "printed") && !*report_text(record, "meant")) return;
    heading(to, "As printed, as meant");
    report_formula(to, "printed", report_text(record, "printed"));
    report_formula(to, "meant", report_text(record, "meant"));
    fputc('\n', to);
}

static void unprinted(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(record, "unprinted"), i, one)
    {
        if (i == 0) heading(to, "Not printed, so chosen here");
        report_definition(to, report_text(one, "what"));
        markdown_text(to, report_text(one, "chosen"));
        fputc('\n', to);
    }
    if (i) fputc('\n', to);
}

void report_claim_page(FILE *to, const json_t *record)
{
    fputs("# ", to);
    markdown_text(to, report_text(record, "id"));
    fputs("\n\n", to);
    report_verdicts(to, record);
    fputs(". ", to);
    report_place(to, record);
    fputs("\n\n", to);
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
    block(to, "Error", report_text(record, "error"), true);
    block(to, "Restriction", report_text(record, "restriction"), false);
    block(to, "Why", report_text(record, "because"), false);
    block(to, "See it again", report_text(record, "command"), true);
    figures(to, record);
    as_printed(to, record);
    block(to, "How it was decided", report_text(record, "note"), false);
    report_rules(to, record);
    report_numbers(to, record);
    report_witnesses(to, record);
    unprinted(to, record);
    report_sensitivity(to, record);
    report_experiments(to, record);
    report_provenance(to, record);
}
