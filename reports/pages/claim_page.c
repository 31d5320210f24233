/* The page of one claim: what is claimed, what was computed, what follows, and how to see it again.
 */
#include "reports/pages/claim_parts.h"
#include "oracle/audit/audit.h"

#include <stdlib.h>
#include <string.h>

static void block(FILE *to, const char *title, const char *text, bool code)
{
    if (!*text) return;
    fprintf(to, "<h2>%s</h2>\n", title);
    if (code) {
        fputs("<pre tabindex=\"0\"><code>", to);
        report_escape(to, text);
        fputs("</code></pre>\n", to);
    } else
        report_prose(to, text);
}

static void figures(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *figure;
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        const char *file = report_text(figure, "file");
        if (i == 0) fputs("<h2>Figures</h2>\n", to);
        fputs("<figure>\n", to);
        if (*file) {
            fputs("<img src=\"../", to);
            report_escape(to, file);
            fputs("\" width=\"540\" height=\"400\" alt=\"", to);
            report_escape(to, report_text(figure, "caption"));
            fputs("\">\n", to);
        } else {
            fputs("<p class=\"missing\">This figure was not drawn: ", to);
            report_escape(to, report_text(figure, "missing"));
            fputs("</p>\n", to);
        }
        fputs("<figcaption>", to);
        report_prose(to, report_text(figure, "caption"));
        size_t k;
        const json_t *name, *m;
        json_array_foreach(json_object_get(record, "measures"), k, m)
        {
            size_t d;
            json_array_foreach(json_object_get(figure, "draw"), d, name)
            {
                if (strcmp(json_string_value(name), report_text(m, "name")) != 0) continue;
                const char *data = report_data_file(json_object_get(m, "series"));
                if (!*data) continue;
                fputs("<p>Lowest and highest value of each of up to 600 intervals: <a href=\"../",
                      to);
                report_escape(to, data);
                fputs("\">", to);
                report_escape(to, data);
                fputs("</a></p>", to);
            }
        }
        fputs("</figcaption>\n</figure>\n", to);
    }
}

static void as_printed(FILE *to, const json_t *record)
{
    if (!*report_text(record, "printed") && !*report_text(record, "meant")) return;
    fputs("<h2>As printed, as meant</h2>\n<dl>\n", to);
    report_formula(to, "printed", report_text(record, "printed"));
    report_formula(to, "meant", report_text(record, "meant"));
    fputs("</dl>\n", to);
}

static void unprinted(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(record, "unprinted"), i, one)
    {
        if (i == 0) fputs("<h2>Not printed, so chosen here</h2>\n<dl>\n", to);
        fputs("<dt>", to);
        report_escape(to, report_text(one, "what"));
        fputs("</dt><dd>", to);
        report_escape(to, report_text(one, "chosen"));
        fputs("</dd>\n", to);
    }
    if (json_array_size(json_object_get(record, "unprinted"))) fputs("</dl>\n", to);
}

void report_claim_page(FILE *to, const json_t *record)
{
    const char *id = report_text(record, "id"), *verdict = audit_verdict(record);
    report_page_head(to, id, "../");
    fputs("<header><p><a href=\"../index.html\">All claims</a></p>\n<h1>", to);
    report_escape(to, id);
    fprintf(to, "</h1>\n<p><span class=\"verdict %s\">%s</span> ", verdict, verdict);
    report_escape(to, report_text(record, "source"));
    fputs(", ", to);
    report_escape(to, report_text(record, "locator"));
    fputs("</p>\n", to);
    if (*report_source(report_text(record, "source"))) {
        fputs("<p class=\"small\">", to);
        report_escape(to, report_source(report_text(record, "source")));
        fputs(".</p>\n", to);
    }
    fputs("</header>\n<main id=\"main\">\n<blockquote>", to);
    report_prose(to, report_text(record, "statement"));
    fputs("</blockquote>\n", to);
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
    report_experiments(to, record);
    report_provenance(to, record);
    fputs("</main>\n", to);
    report_page_foot(to);
}
