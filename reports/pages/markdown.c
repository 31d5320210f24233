/* Text into Markdown tables, and the claims as Markdown: the index and a page each. */
#include "reports/report.h"
#include "oracle/audit/audit.h"

#include <string.h>

void report_markdown_text(FILE *to, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (strchr("|\\`*_<>[]&", *c)) fputc('\\', to);
        fputc((unsigned char)*c < 32 ? ' ' : *c, to);
    }
}

void report_markdown_number(FILE *to, const json_t *record)
{
    const json_t *number = json_object_get(record, "number");
    report_markdown_text(to, report_text(number, "of"));
    fputs(": ", to);
    report_markdown_text(to, report_text(number, "text"));
}

static void field(FILE *to, const char *title, const char *text)
{
    if (!*text) return;
    fprintf(to, "%s: ", title);
    report_markdown_text(to, text);
    fputs("\n\n", to);
}

void report_markdown_index(FILE *to, const json_t *records)
{
    size_t i;
    const json_t *record;
    fputs("# Audit of claims\n\n", to);
    report_summary(to, records);
    fputs("\n\n", to);
    report_findings_markdown(to, records);
    fputs("| claim | verdict | where | deciding number | reproduce with "
          "|\n|---|---|---|---|---|\n",
          to);
    json_array_foreach(records, i, record)
    {
        fputs("| ", to);
        report_markdown_text(to, report_text(record, "id"));
        fprintf(to, " | %s | ", audit_verdict(record));
        report_markdown_text(to, report_text(record, "source"));
        fputs(", ", to);
        report_markdown_text(to, report_text(record, "locator"));
        fputs(" | ", to);
        report_markdown_number(to, record);
        fputs(" | ", to);
        report_markdown_text(to, report_text(record, "command"));
        fputs(" |\n", to);
    }
}

static void numbers(FILE *to, const json_t *record)
{
    size_t i, k;
    const json_t *m, *value;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        if (i == 0) fputs("| number | value | meaning |\n|---|---|---|\n", to);
        json_array_foreach(json_object_get(m, "values"), k, value)
        {
            fputs("| ", to);
            report_markdown_text(to, report_text(m, "name"));
            fputc('.', to);
            report_markdown_text(to, report_text(value, "name"));
            fputs(" | ", to);
            report_markdown_text(to, report_text(value, "text"));
            fputs(" | ", to);
            report_markdown_text(to, report_text(value, "about"));
            fputs(" |\n", to);
        }
    }
    fputc('\n', to);
}

void report_markdown_claim(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *figure;
    fputs("# ", to);
    report_markdown_text(to, report_text(record, "id"));
    fprintf(to, "\n\n**%s**, ", audit_verdict(record));
    report_markdown_text(to, report_text(record, "source"));
    fputs(", ", to);
    report_markdown_text(to, report_text(record, "locator"));
    fputs(". ", to);
    report_markdown_text(to, report_text(record, "statement"));
    fputs("\n\n", to);
    field(to, report_text(record, "source"), report_source(report_text(record, "source")));
    field(to, "Error", report_text(record, "error"));
    field(to, "Restriction", report_text(record, "restriction"));
    field(to, "Why", report_text(record, "because"));
    field(to, "Printed", report_text(record, "printed"));
    field(to, "Meant", report_text(record, "meant"));
    field(to, "See it again", report_text(record, "command"));
    field(to, "How it was decided", report_text(record, "note"));
    numbers(to, record);
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        if (!*report_text(figure, "file")) continue;
        fputs("![", to);
        report_markdown_text(to, report_text(figure, "caption"));
        fprintf(to, "](../%s)\n\n", report_text(figure, "file"));
    }
}
