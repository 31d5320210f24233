/* The index: every claim with its verdict, the number that decided, and the command; links to the
 * other pages. */
#include "reports/report.h"
#include "oracle/audit/audit.h"

#include <string.h>

static const char *const verdicts[] = {"confirmed",      "qualified",    "refuted",
                                       "underspecified", "inconclusive", "error"};
enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

static size_t count(const json_t *records, const char *verdict)
{
    size_t i, found = 0;
    const json_t *record;
    json_array_foreach(records, i, record) found += strcmp(audit_verdict(record), verdict) == 0;
    return found;
}

void report_summary(FILE *to, const json_t *records)
{
    bool first = true;
    fprintf(to, "%zu claims: ", json_array_size(records));
    for (size_t i = 0; i < VERDICTS; i++) {
        size_t n = count(records, verdicts[i]);
        if (n == 0) continue;
        fprintf(to, "%s%zu %s", first ? "" : ", ", n, verdicts[i]);
        first = false;
    }
    fputc('.', to);
}

/* The order of verdicts when rows are sorted: first those that need a reader's attention. */
static size_t rank(const char *verdict)
{
    size_t i = 0;
    while (i < VERDICTS && strcmp(verdicts[i], verdict) != 0) i++;
    return VERDICTS - i;
}

static void row(FILE *to, const json_t *record)
{
    const char *id = report_text(record, "id"), *verdict = audit_verdict(record);
    fputs("<tr><th scope=\"row\"><a href=\"claims/", to);
    report_escape(to, id);
    fputs(".html\">", to);
    report_escape(to, id);
    fprintf(to, "</a></th><td data-order=\"%zu\"><span class=\"verdict %s\">%s</span></td><td>",
            rank(verdict), verdict, verdict);
    report_escape(to, report_text(record, "source"));
    fputs(", ", to);
    report_escape(to, report_text(record, "locator"));
    fputs("</td><td>", to);
    report_number(to, json_object_get(record, "number"), " ");
    fputs("</td><td><code>", to);
    report_escape(to, report_text(record, "command"));
    fputs("</code></td></tr>\n", to);
}

/* The other pages of the report, and those that are missing with the reason. */
static void pages(FILE *to, const json_t *list)
{
    size_t i;
    const json_t *page;
    fputs("<nav aria-label=\"Pages\"><ul>\n", to);
    json_array_foreach(list, i, page)
    {
        if (*report_text(page, "file"))
            fprintf(to, "<li><a href=\"%s\">%s</a>: ", report_text(page, "file"),
                    report_text(page, "title"));
        else
            fprintf(to, "<li>%s: not in this report. ", report_text(page, "title"));
        report_words(to, report_text(page, *report_text(page, "file") ? "about" : "missing"));
        fputs("</li>\n", to);
    }
    fputs("</ul></nav>\n", to);
}

void report_index_page(FILE *to, const json_t *report)
{
    size_t i;
    const json_t *record, *records = json_object_get(report, "records");
    report_page_head(to, "Audit of claims", "");
    fputs("<header><h1>Audit of claims</h1>\n<p>", to);
    report_summary(to, records);
    fputs(" Each claim's page has the numbers, the rules, the exact cases, and what its full size "
          "would add.</p>\n",
          to);
    fputs("</header>\n<main id=\"main\">\n", to);
    report_findings(to, records);
    pages(to, json_object_get(report, "pages"));
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Verdicts\">"
          "<table class=\"sortable verdicts\">\n"
          "<caption>Verdicts, each computed from certified enclosures or confidence intervals by "
          "the rules of its "
          "claim</caption>\n<thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Verdict</th>"
          "<th scope=\"col\">Where</th><th scope=\"col\">Deciding number</th>"
          "<th scope=\"col\" class=\"fixed\">Reproduce with</th></tr></thead>\n<tbody>\n",
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
    report_sources(to, records);
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
    report_sort_script(to);
    report_page_foot(to);
}
