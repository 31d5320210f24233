/* The index: every claim with its verdict, the number that decided, and the command; the same in Markdown. */
#include "reports/report.h"
#include "oracle/audit.h"

#include <string.h>

static const char *const verdicts[] = {"confirmed",      "refuted",      "qualified",
                                       "underspecified", "inconclusive", "error"};

static size_t count(const json_t *records, const char *verdict)
{
    size_t i, found = 0;
    const json_t *record;
    json_array_foreach(records, i, record) found += strcmp(audit_verdict(record), verdict) == 0;
    return found;
}

static void summary(FILE *to, const json_t *records)
{
    bool first = true;
    fprintf(to, "%zu claims: ", json_array_size(records));
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        size_t n = count(records, verdicts[i]);
        if (n == 0) continue;
        fprintf(to, "%s%zu %s", first ? "" : ", ", n, verdicts[i]);
        first = false;
    }
    fputc('.', to);
}

static void row(FILE *to, const json_t *record)
{
    const char *id = report_text(record, "id"), *verdict = audit_verdict(record);
    const json_t *number = json_object_get(record, "number");
    fputs("<tr><th scope=\"row\"><a href=\"claims/", to);
    report_escape(to, id);
    fputs(".html\">", to);
    report_escape(to, id);
    fprintf(to, "</a></th><td><span class=\"verdict %s\">%s</span></td><td>", verdict, verdict);
    report_escape(to, report_text(record, "source"));
    fputs(", ", to);
    report_escape(to, report_text(record, "locator"));
    fputs("</td><td><code>", to);
    report_escape(to, report_text(number, "of"));
    fputs("</code> ", to);
    report_escape(to, report_text(number, "text"));
    fputs("</td><td><code>", to);
    report_escape(to, report_text(record, "command"));
    fputs("</code></td></tr>\n", to);
}

void report_index_page(FILE *to, const json_t *records)
{
    size_t i;
    const json_t *record;
    report_page_head(to, "Audit of claims", "");
    fputs("<header><h1>Audit of claims</h1>\n<p>", to);
    summary(to, records);
    fputs(" Each claim's page has the numbers, the rules, the exact cases, and what its full size "
          "would add.</p></header>\n"
          "<main id=\"main\">\n"
          "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Verdicts\"><table>\n"
          "<caption>Verdicts, each computed from certified enclosures or confidence intervals by "
          "the rules of its "
          "claim</caption>\n<thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Verdict</th>"
          "<th scope=\"col\">Where</th><th scope=\"col\">Deciding number</th>"
          "<th scope=\"col\">Reproduce with</th></tr></thead>\n<tbody>\n",
          to);
    json_array_foreach(records, i, record) row(to, record);
    fputs("</tbody></table></div>\n<h2>The claims</h2>\n", to);
    json_array_foreach(records, i, record)
    {
        fputs("<section><h3><a href=\"claims/", to);
        report_escape(to, report_text(record, "id"));
        fputs(".html\">", to);
        report_escape(to, report_text(record, "id"));
        fprintf(to, "</a> <span class=\"verdict %s\">%s</span></h3>\n", audit_verdict(record),
                audit_verdict(record));
        report_prose(to, report_text(record, "statement"));
        report_prose(to, report_text(record, "restriction"));
        fputs("</section>\n", to);
    }
    fputs("<h2>What the verdicts mean</h2>\n<dl>\n"
          "<dt>confirmed</dt><dd>the numbers are certain to be as the claim says</dd>\n"
          "<dt>refuted</dt><dd>an exact case, or a confidence interval, contradicts it</dd>\n"
          "<dt>qualified</dt><dd>true under a restriction that the source omits</dd>\n"
          "<dt>underspecified</dt><dd>a needed parameter is not printed; one was chosen and "
          "named</dd>\n"
          "<dt>inconclusive</dt><dd>the numbers do not decide</dd>\n</dl>\n"
          "<p>For machines: <a href=\"results.json\">results.json</a>, <a "
          "href=\"results.csv\">results.csv</a>; "
          "as Markdown: <a href=\"verdicts.md\">verdicts.md</a>.</p>\n</main>\n",
          to);
    report_page_foot(to);
}

/* A cell of a Markdown table: one line, nothing of it is markup. */
static void markdown_cell(FILE *to, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (strchr("|\\`*_<>[]&", *c)) fputc('\\', to);
        fputc(*c == '\n' ? ' ' : *c, to);
    }
}

void report_markdown(FILE *to, const json_t *records)
{
    size_t i;
    const json_t *record;
    fputs("# Audit of claims\n\n", to);
    summary(to, records);
    fputs("\n\n| claim | verdict | where | deciding number | reproduce with "
          "|\n|---|---|---|---|---|\n",
          to);
    json_array_foreach(records, i, record)
    {
        const json_t *number = json_object_get(record, "number");
        fputs("| ", to);
        markdown_cell(to, report_text(record, "id"));
        fprintf(to, " | %s | ", audit_verdict(record));
        markdown_cell(to, report_text(record, "source"));
        fputs(", ", to);
        markdown_cell(to, report_text(record, "locator"));
        fputs(" | ", to);
        markdown_cell(to, report_text(number, "of"));
        fputs(": ", to);
        markdown_cell(to, report_text(number, "text"));
        fputs(" | ", to);
        markdown_cell(to, report_text(record, "command"));
        fputs(" |\n", to);
    }
}
