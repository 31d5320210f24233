/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One paper in one page, for its authors: what holds, what does not, what is open, and each erratum
 * with the corrected formula and the commands that demonstrate it. */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

#include <stdlib.h>
#include <string.h>

static bool of_source(const json_t *record, const char *source)
{
    return strcmp(report_text(record, "source"), source) == 0;
}

bool report_summary_first(const json_t *records, size_t i)
{
    const char *source = report_text(json_array_get(records, i), "source");
    for (size_t k = 0; k < i; k++)
        if (of_source(json_array_get(records, k), source)) return false;
    return true;
}

bool report_summary_name(char *to, size_t room, const char *source)
{
    static const char large[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                      small[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char key[40];
    size_t n = strlen(source);
    if (n == 0 || n >= sizeof key ||
        n != strspn(source, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789"))
        return false;
    for (size_t i = 0; i <= n; i++) {
        const char *found = source[i] ? strchr(large, source[i]) : NULL;
        key[i] = found ? small[found - large] : source[i];
    }
    snprintf(to, room, "summary-%s", key);
    return true;
}

/* Verdicts that belong under one heading; words NULL ends. */
typedef struct part {
    const char *anchor, *title, *words;
    const char *verdicts[5]; /* NULL ends */
} part;

static const part parts[] = {
    {"holds", "What holds", "The numbers are certain to be as the paper says.", {"confirmed"}},
    {"restricted",
     "What holds under a restriction",
     "True under a restriction that the paper does not state.",
     {"qualified"}},
    {"fails",
     "What does not hold",
     "An exact case, or a confidence interval, contradicts it.",
     {"refuted"}},
    {"open",
     "What is open",
     "A needed parameter is not printed, the size is too small, it was not run, or the numbers do "
     "not decide.",
     {"underspecified", "preliminary", "inconclusive", "not run", "error"}},
};

static bool belongs(const json_t *record, const part *p)
{
    for (size_t k = 0; k < 5 && p->verdicts[k]; k++)
        if (strcmp(audit_verdict(record), p->verdicts[k]) == 0) return true;
    return false;
}

static void line(FILE *to, const json_t *record)
{
    fputs("- ", to);
    report_claim_link(to, "claims/", report_text(record, "id"));
    fputs(", ", to);
    markdown_text(to, report_text(record, "locator"));
    fputs(": ", to);
    report_verdicts(to, record);
    fputs(". ", to);
    markdown_words(
        to, report_text(record, *report_text(record, "restriction") ? "restriction" : "statement"),
        false);
    fputc('\n', to);
}

static void list(FILE *to, const json_t *records, const char *source, const part *p)
{
    size_t i, found = 0;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        if (!of_source(record, source) || !belongs(record, p)) continue;
        if (found++ == 0) {
            report_heading(to, 2, p->anchor, p->title);
            fprintf(to, "%s\n\n", p->words);
        }
        line(to, record);
    }
    if (found) fputc('\n', to);
}

/* An erratum: the formula corrected, and in three lines what shows it. */
static void erratum(FILE *to, const json_t *record)
{
    const char *id = report_text(record, "id");
    const json_t *number = json_object_get(record, "number");
    char text[240], url[300];
    report_heading_of(to, 3, "erratum", id);
    markdown_text(to, report_text(record, "erratum"));
    fputs("\n\n", to);
    report_formula(to, "as printed", report_text(record, "printed"));
    report_formula(to, "corrected", report_text(record, "meant"));
    report_definition(to, "read from");
    fprintf(to, "%s\n\nThe demonstration, of which the number is the last line:\n\n",
            report_read_from(record));
    char *block = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&block, &size);
    if (lines) {
        audit_number_text(text, sizeof text, number);
        fprintf(lines, "%s\n", report_text(record, "command"));
        fprintf(lines, "# %s as printed, %s as meant, at %s\n", audit_verdict(record),
                audit_meant(record), report_text(record, "of_size"));
        fprintf(lines, "# %s: %s", report_text(number, "of"), text);
        if (fclose(lines) == 0) markdown_block(to, block);
        free(block);
    }
    fputs("More: ", to);
    snprintf(url, sizeof url, "errata.md#%s", id);
    markdown_link(to, "the erratum", url);
    fputs(", ", to);
    report_claim_link(to, "claims/", id);
    fputs(".\n\n", to);
}

static bool proved(const json_t *record)
{
    const char *verdict = audit_verdict(record);
    return *report_text(record, "erratum") &&
           (strcmp(verdict, "refuted") == 0 || strcmp(verdict, "qualified") == 0);
}

void report_summary_page(FILE *to, const json_t *of)
{
    const char *source = report_text(of, "source");
    const json_t *records = json_object_get(of, "records"), *record, *first = NULL;
    size_t i, claims = 0, errata = 0;
    json_array_foreach(records, i, record)
    {
        if (!first && of_source(record, source)) first = record;
        claims += of_source(record, source) && !audit_finding(record);
    }
    fputs("# <a id=\"summary\"></a>", to);
    markdown_text(to, source);
    fputs(" in one page\n\n", to);
    if (first && report_paper_known(first)) {
        report_paper(to, first);
        fputs(".\n\n", to);
    }
    fprintf(to,
            "For its authors. %zu claims of the paper were computed again; each "
            "verdict is on the statement as it is printed, at the size that stands beside it. An "
            "answer is shown on the claim's page: the manual says how to send one.\n\n",
            claims);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) list(to, records, source, &parts[k]);
    json_array_foreach(records, i, record)
    {
        if (!of_source(record, source) || !proved(record)) continue;
        if (errata++ == 0) report_heading(to, 2, "errata", "Errata");
        erratum(to, record);
    }
}
