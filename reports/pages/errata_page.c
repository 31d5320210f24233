/* Errata: formulas of the papers as printed and as meant, each with the record whose verdict
 * decides.
 *
 * A formula is called wrong only if the verdict is refuted or qualified.  If a claim names an
 * erratum but has another verdict, it is listed separately, with its verdict. */
#include "reports/report.h"
#include "oracle/audit/audit.h"

#include <string.h>

static bool named(const json_t *record)
{
    return *report_text(record, "erratum") != 0;
}

static bool proved(const json_t *record)
{
    const char *verdict = audit_verdict(record);
    return named(record) && (strcmp(verdict, "refuted") == 0 || strcmp(verdict, "qualified") == 0);
}

size_t report_errata_count(const json_t *records, size_t *open)
{
    size_t i, wrong = 0;
    const json_t *record;
    *open = 0;
    json_array_foreach(records, i, record)
    {
        wrong += proved(record);
        *open += named(record) && !proved(record);
    }
    return wrong;
}

/* True if an earlier proved record has the same source. */
static bool source_seen(const json_t *records, size_t before, const char *source)
{
    size_t i;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        if (i == before) break;
        if (proved(record) && strcmp(report_text(record, "source"), source) == 0) return true;
    }
    return false;
}

static void entry(FILE *to, const json_t *record)
{
    const char *id = report_text(record, "id"), *verdict = audit_verdict(record);
    const json_t *number = json_object_get(record, "number");
    fputs("<section id=\"", to);
    report_escape(to, id);
    fputs("\">\n<h3>", to);
    report_escape(to, report_text(record, "source"));
    fputs(", ", to);
    report_escape(to, report_text(record, "erratum"));
    fputs("</h3>\n<dl>\n", to);
    report_formula(to, "as printed", report_text(record, "printed"));
    report_formula(to, "as meant", report_text(record, "meant"));
    fprintf(to, "</dl>\n<p><span class=\"verdict %s\">%s</span> ", verdict, verdict);
    if (number) {
        fputs("decided by ", to);
        report_number(to, number, ": ");
        fputs(", ", to);
        report_escape(to, report_text(number, "about"));
    }
    fputs(".</p>\n", to);
    report_prose(to, report_text(record, *report_text(record, "error") ? "error" : "because"));
    fputs("<p>The claim and its record: <a href=\"claims/", to);
    report_escape(to, id);
    fputs(".html\">", to);
    report_escape(to, id);
    fputs("</a>. See it again:</p>\n<pre tabindex=\"0\"><code>", to);
    report_escape(to, report_text(record, "command"));
    fputs("</code></pre>\n</section>\n", to);
}

void report_errata_page(FILE *to, const json_t *records)
{
    size_t i, open, wrong = report_errata_count(records, &open);
    const json_t *record, *other;
    report_page_head(to, "Errata", "");
    fprintf(to,
            "<header><p><a href=\"index.html\">All claims</a></p>\n<h1>Errata</h1>\n"
            "<p>%zu formula%s of the papers that a computation shows to be wrong as printed. What "
            "is meant is in "
            "the second line; the verdict is that of the claim which compares the "
            "two.</p></header>\n<main id=\"main\">\n",
            wrong, wrong == 1 ? "" : "s");
    json_array_foreach(records, i, record)
    {
        const char *source = report_text(record, "source");
        size_t k;
        if (!proved(record) || source_seen(records, i, source)) continue;
        fputs("<h2>", to);
        report_escape(to, source);
        fputs("</h2>\n", to);
        if (*report_source(source)) {
            fputs("<p class=\"small\">", to);
            report_escape(to, report_source(source));
            fputs(".</p>\n", to);
        }
        json_array_foreach(records, k, other)
        {
            if (proved(other) && strcmp(report_text(other, "source"), source) == 0)
                entry(to, other);
        }
    }
    if (open)
        fputs("<h2>Named, and not borne out</h2>\n<p>Here the numbers do not say that the printed "
              "formula is wrong.</p>\n",
              to);
    json_array_foreach(records, i, record)
    {
        if (named(record) && !proved(record)) entry(to, record);
    }
    fputs("<p>As Markdown: <a href=\"errata.md\">errata.md</a>.</p>\n</main>\n", to);
    report_page_foot(to);
}

void report_errata_markdown(FILE *to, const json_t *records)
{
    static const char *const keys[] = {"source", "erratum", "printed", "meant"};
    size_t i;
    const json_t *record;
    fputs("# Errata\n\nA formula is wrong as printed where the verdict is refuted or "
          "qualified.\n\n"
          "| paper | formula | as printed | as meant | verdict | deciding number | claim "
          "|\n|---|---|---|---|---|---|---|\n",
          to);
    json_array_foreach(records, i, record)
    {
        if (!named(record)) continue;
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            fputs(k ? " | " : "| ", to);
            report_markdown_text(to, report_text(record, keys[k]));
        }
        fprintf(to, " | %s | ", audit_verdict(record));
        report_markdown_number(to, record);
        fputs(" | ", to);
        report_markdown_text(to, report_text(record, "id"));
        fputs(" |\n", to);
    }
}
