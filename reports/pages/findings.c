/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The main findings: sentences of the ledger about several claims, shown at the top of the index.
 *
 * A sentence is shown only if every claim that it depends on has the verdict that it needs.  The
 * verdicts follow it, as links. */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

#include <string.h>

static const json_t *record_of(const json_t *records, const char *id)
{
    size_t i;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        if (strcmp(report_text(record, "id"), id) == 0) return record;
    }
    return NULL;
}

static bool stands(const json_t *records, const json_t *g)
{
    const json_t *record = record_of(records, report_text(g, "claim"));
    return record && strcmp(audit_verdict(record), report_text(g, "verdict")) == 0;
}

static bool shown(const json_t *records, const json_t *finding)
{
    size_t k;
    const json_t *g;
    json_array_foreach(json_object_get(finding, "on"), k, g)
    {
        if (!stands(records, g)) return false;
    }
    return true;
}

/* "a (40 samples), b (200 samples) refuted, c (1 case) confirmed": links with the size of each, a
 * verdict said once for all that share it. */
static void grounds(FILE *to, const json_t *records, const json_t *on)
{
    size_t k;
    const json_t *g;
    json_array_foreach(on, k, g)
    {
        const char *claim = report_text(g, "claim"), *verdict = report_text(g, "verdict");
        const char *next = report_text(json_array_get(on, k + 1), "verdict");
        fputs(k ? ", " : "(", to);
        report_claim_link(to, "claims/", claim);
        const char *size = report_text(record_of(records, claim), "of_size");
        if (*size) {
            fputs(" (", to);
            markdown_text(to, size);
            fputc(')', to);
        }
        if (strcmp(verdict, next) != 0) fprintf(to, " %s", verdict);
    }
    fputc(')', to);
}

void report_findings(FILE *to, const json_t *records)
{
    json_t *findings = report_embedded_json("reports/ledger/findings.json");
    bool any = false;
    size_t i;
    const json_t *one;
    json_array_foreach(findings, i, one)
    {
        if (!shown(records, one)) continue;
        if (!any) report_heading(to, 2, "most-consequential", "Most consequential");
        any = true;
        fputs("- ", to);
        markdown_text(to, report_text(one, "words"));
        fputc(' ', to);
        grounds(to, records, json_object_get(one, "on"));
        fputc('\n', to);
    }
    if (any) fputc('\n', to);
    json_decref(findings);
}
