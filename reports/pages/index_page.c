/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The index: every claim with its verdict, the number that decided, and the command; links to the
 * other pages. */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

#include <string.h>

static const char *const verdicts[] = {"confirmed",   "qualified",    "refuted", "underspecified",
                                       "preliminary", "inconclusive", "not run", "error"};
enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

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
    const size_t findings = count(records, "finding");
    fprintf(to, "%zu claims: ", json_array_size(records) - findings);
    for (size_t i = 0; i < VERDICTS; i++) {
        size_t n = count(records, verdicts[i]);
        if (n == 0) continue;
        fprintf(to, "%s%zu %s", first ? "" : ", ", n, verdicts[i]);
        first = false;
    }
    fputc('.', to);
    if (findings) fprintf(to, " %zu findings of ours.", findings);
}

static void row(FILE *to, const json_t *record)
{
    fputs("| ", to);
    report_claim_link(to, "claims/", report_text(record, "id"));
    fputs(" | ", to);
    report_verdict(to, record);
    fprintf(to, " | **%s** | ", audit_meant(record));
    markdown_text(to, report_text(record, "of_size"));
    fputs(" | ", to);
    report_place(to, record);
    fputs(" | ", to);
    report_number(to, json_object_get(record, "number"), " ");
    fputs(" | ", to);
    markdown_code(to, report_text(record, "command"), true);
    fputs(" |\n", to);
}

/* The other pages of the report, and those that are missing with the reason. */
static void pages(FILE *to, const json_t *list)
{
    size_t i;
    const json_t *page;
    json_array_foreach(list, i, page)
    {
        bool there = *report_text(page, "file") != '\0';
        fputs("- ", to);
        if (there)
            markdown_link(to, report_text(page, "title"), report_text(page, "file"));
        else
            markdown_text(to, report_text(page, "title"));
        fputs(there ? ": " : ": not in this report. ", to);
        markdown_words(to, report_text(page, there ? "about" : "missing"), false);
        fputc('\n', to);
    }
    fputc('\n', to);
}

void report_index_page(FILE *to, const json_t *report)
{
    static const char *const columns[] = {"Claim", "Verdict",         "As meant",       "Size",
                                          "Where", "Deciding number", "Reproduce with", NULL};
    size_t i;
    const json_t *record, *records = json_object_get(report, "records");
    report_heading(to, 1, "audit", "Audit of claims");
    summary(to, records);
    fputs(" Each claim's page has the numbers, the rules, the exact cases, and what its full size "
          "would add.\n\n",
          to);
    report_findings(to, records);
    report_heading(to, 2, "pages", "Pages");
    pages(to, json_object_get(report, "pages"));
    json_t *levels = audit_multiplicity(records);
    report_heading(to, 2, "verdicts", "Verdicts");
    fputs("A verdict is on the statement as it is printed, the next column on the "
          "statement as it is meant, both at the size that stands beside them. ",
          to);
    fputs("All ", to);
    markdown_text(to, report_text(levels, "text"));
    json_decref(levels);
    fputs(
        " (the sum of the chances of each; a level stands beside its interval). All other numbers "
        "are certain.\n\nTable: Verdicts, each computed from certified enclosures or confidence "
        "intervals by "
        "the rules of its claim",
        to);
    report_columns(to, columns);
    json_array_foreach(records, i, record)
    {
        if (!audit_finding(record)) row(to, record);
    }
    if (count(records, "finding"))
        fputs("\n## <a id=\"findings\"></a>Findings\n\nResults of ours on matters that the papers "
              "do not assert. They are "
              "no verdicts on claims.\n\nTable: Findings of ours",
              to);
    if (count(records, "finding")) report_columns(to, columns);
    json_array_foreach(records, i, record)
    {
        if (audit_finding(record)) row(to, record);
    }
    fputs("\n## <a id=\"claims\"></a>The claims\n\n", to);
    json_array_foreach(records, i, record)
    {
        report_heading_of(to, 3, "claim", report_text(record, "id"));
        report_claim_link(to, "claims/", report_text(record, "id"));
        fputc(' ', to);
        report_verdicts(to, record);
        fputs("\n\n", to);
        markdown_prose(to, report_text(record, "statement"), "");
        markdown_prose(to, report_text(record, "restriction"), "");
    }
    report_sources(to, records);
    report_heading(to, 2, "meaning", "What the verdicts mean");
    fputs("- **confirmed**: the numbers are certain to be as the claim says\n"
          "- **refuted**: an exact case, or a confidence interval, contradicts it\n"
          "- **qualified**: true under a restriction that the source omits\n"
          "- **underspecified**: a needed parameter is not printed; one was chosen and named\n"
          "- **preliminary**: the numbers are as the claim says, but come from less than half of "
          "what the source ran\n"
          "- **not run**: the claim awaits a scheme that this program has not yet\n"
          "- **inconclusive**: the numbers do not decide\n"
          "- **finding**: a result of ours on a matter that the source does not assert\n\n"
          "For machines: [results.json](results.json), [results.csv](results.csv).\n",
          to);
}
