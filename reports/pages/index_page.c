/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The index: every claim with its verdict, the number that decided, and the command; links to the
 * other pages; the main findings, which are sentences of the ledger about several claims. */
#include "reports/audit/audit.h"
#include "reports/pages/views.h"

#include <string.h>

static const char *const verdicts[] = {"confirmed",   "qualified",    "refuted", "underspecified",
                                       "preliminary", "inconclusive", "not run", "error"};

/* How many records of a chapter have the verdict, or any verdict if it is NULL. */
static json_int_t count(const json_t *records, audit_chapter chapter, const char *verdict)
{
    size_t i;
    json_int_t found = 0;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        if (audit_chapter_of(record) == chapter)
            found += !verdict || strcmp(audit_verdict(record), verdict) == 0;
    }
    return found;
}

/* How many of a chapter's records have each verdict; those that none has are left out. */
static json_t *counts_of(const json_t *records, audit_chapter chapter)
{
    json_t *counts = json_array();
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        const json_int_t n = count(records, chapter, verdicts[i]);
        if (n)
            json_array_append_new(counts,
                                  json_pack("{s:I, s:s}", "count", n, "verdict", verdicts[i]));
    }
    return counts;
}

/* True if each claim that the sentence depends on has the verdict that it needs.  Then each gets
 * its size, and its verdict where the next one has another: a verdict is said once for all that
 * share it. */
static bool stands(const json_t *records, json_t *finding)
{
    size_t k;
    json_t *on = json_object_get(finding, "on"), *g;
    json_array_foreach(on, k, g)
    {
        const json_t *record = report_record_of(records, report_text(g, "claim"));
        const char *verdict = report_text(g, "verdict");
        if (!record || strcmp(audit_verdict(record), verdict) != 0) return false;
        json_object_set_new(g, "of_size", json_string(report_text(record, "of_size")));
        if (strcmp(verdict, report_text(json_array_get(on, k + 1), "verdict")) != 0)
            json_object_set_new(g, "said", json_string(verdict));
    }
    return true;
}

static json_t *consequential(const json_t *records)
{
    json_t *findings = report_embedded_json("reports/ledger/findings.json"), *one,
           *shown = json_array();
    size_t i;
    json_array_foreach(findings, i, one)
    {
        if (stands(records, one)) json_array_append(shown, one);
    }
    json_decref(findings);
    return shown;
}

/* The views of the records of a chapter: {"rows"}. */
static json_t *rows_of(const json_t *views, audit_chapter chapter)
{
    size_t i;
    json_t *view, *rows = json_array();
    json_array_foreach(views, i, view)
    {
        if (audit_chapter_of(view) == chapter) json_array_append(rows, view);
    }
    return json_pack("{s:o}", "rows", rows);
}

/* The papers of a chapter that are known, each from the first record of its source. */
static json_t *papers_of(const json_t *views, audit_chapter chapter)
{
    size_t i;
    json_t *rows = rows_of(views, chapter), *papers = json_array(), *view;
    json_t *first = report_views_first(json_object_get(rows, "rows"));
    json_array_foreach(first, i, view)
    {
        if (*report_text(json_object_get(view, "paper"), "title")) json_array_append(papers, view);
    }
    json_decref(first);
    json_decref(rows);
    return papers;
}

/* The sources of a chapter, each with the views of its records: {"source", "paper", "rows"}. */
static json_t *sources_of(const json_t *views, audit_chapter chapter)
{
    size_t i, k;
    json_t *rows = rows_of(views, chapter), *sources = json_array(), *first, *view, *other;
    const json_t *all = json_object_get(rows, "rows");
    first = report_views_first(all);
    json_array_foreach(first, i, view)
    {
        const char *source = report_text(view, "source");
        json_t *of_source = json_array();
        json_array_foreach(all, k, other)
        {
            if (strcmp(report_text(other, "source"), source) == 0)
                json_array_append(of_source, other);
        }
        json_array_append_new(sources,
                              json_pack("{s:s, s:O, s:o}", "source", source, "paper",
                                        json_object_get(view, "paper"), "rows", of_source));
    }
    json_decref(first);
    json_decref(rows);
    return sources;
}

void report_index_page(FILE *to, const json_t *report)
{
    const json_t *records = json_object_get(report, "records");
    json_t *views = report_views(records);
    report_page_of(
        to, "index",
        json_pack("{s:I, s:I, s:I, s:o, s:o, s:o, s:O, s:o, s:o, s:o, s:o, s:o, s:o, s:O}", "found",
                  count(records, AUDIT_FINDINGS, NULL), "fielded",
                  count(records, AUDIT_FIELD, NULL), "audited", count(records, AUDIT_PAPERS, NULL),
                  "counts", counts_of(records, AUDIT_PAPERS), "fielded-counts",
                  counts_of(records, AUDIT_FIELD), "consequential", consequential(records), "pages",
                  json_object_get(report, "pages"), "levels", audit_multiplicity(records),
                  "verdicts", rows_of(views, AUDIT_PAPERS), "unread",
                  sources_of(views, AUDIT_FIELD), "findings", rows_of(views, AUDIT_FINDINGS),
                  "papers", papers_of(views, AUDIT_PAPERS), "records", views, "files",
                  json_object_get(report, "files")));
}

void report_certificate_page(FILE *to, const json_t *records)
{
    json_t *views = report_views(records);
    report_page_of(
        to, "certificate",
        json_pack("{s:o, s:o}", "papers", papers_of(views, AUDIT_PAPERS), "records", views));
}
