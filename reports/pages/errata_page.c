/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Errata: formulas of the papers as printed and as meant, each with the record whose verdict
 * decides.
 *
 * A formula is called wrong only if the verdict is refuted or qualified.  If a claim names an
 * erratum but has another verdict, it is listed separately, with its verdict. */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

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

/* Links to the figures of the claim, on its page. */
static void figures(FILE *to, const json_t *record)
{
    size_t i;
    const json_t *figure;
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        char url[400];
        snprintf(url, sizeof url, "claims/%s.md#figure-%s", report_text(record, "id"),
                 report_text(figure, "name"));
        fputs(i ? ", " : "; its figures: ", to);
        markdown_link(to, report_text(figure, "name"), url);
    }
}

/* Its anchor is the claim's id. */
static void entry(FILE *to, const json_t *record)
{
    const char *id = report_text(record, "id");
    const json_t *number = json_object_get(record, "number");
    fprintf(to, "### <a id=\"%s\"></a>", id); /* of letters, digits and dashes */
    markdown_text(to, report_text(record, "source"));
    fputs(", ", to);
    markdown_text(to, report_text(record, "erratum"));
    fputs("\n\n", to);
    report_formula(to, "as printed", report_text(record, "printed"));
    report_formula(to, "as meant", report_text(record, "meant"));
    fputc('\n', to);
    report_verdicts(to, record);
    if (number) {
        fputs(", decided by ", to);
        report_number(to, number, ": ");
        fputs(", ", to);
        markdown_text(to, report_text(number, "about"));
    }
    fputs(".\n\n", to);
    markdown_prose(to, report_text(record, *report_text(record, "error") ? "error" : "because"),
                   "");
    fprintf(to, "The formula was read from %s.\n\n", report_read_from(record));
    fputs("The claim and its record: ", to);
    report_claim_link(to, "claims/", id);
    figures(to, record);
    fputs(". See it again:\n\n", to);
    markdown_block(to, report_text(record, "command"));
}

void report_errata_page(FILE *to, const json_t *records)
{
    size_t i, open, wrong = report_errata_count(records, &open);
    const json_t *record, *other;
    fprintf(to,
            "# <a id=\"errata\"></a>Errata\n\n%zu formula%s of the papers that a computation shows "
            "to be wrong as "
            "printed. What is meant is in the second line; the verdict is that of the claim which "
            "compares the two.\n\n",
            wrong, wrong == 1 ? "" : "s");
    json_array_foreach(records, i, record)
    {
        const char *source = report_text(record, "source");
        size_t k;
        if (!proved(record) || source_seen(records, i, source)) continue;
        report_heading_of(to, 2, "paper", source);
        markdown_text(to, source);
        fputs("\n\n", to);
        if (report_paper_known(record)) {
            report_paper(to, record);
            fputs(".\n\n", to);
        }
        json_array_foreach(records, k, other)
        {
            if (proved(other) && strcmp(report_text(other, "source"), source) == 0)
                entry(to, other);
        }
    }
    if (open)
        fputs("## <a id=\"not-borne-out\"></a>Named, and not borne out\n\nHere the numbers do not "
              "say that the printed "
              "formula is wrong.\n\n",
              to);
    json_array_foreach(records, i, record)
    {
        if (named(record) && !proved(record)) entry(to, record);
    }
}
