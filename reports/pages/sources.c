/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The papers of the claims, as the records have them from paper.yaml. */
#include "reports/pages/claim_parts.h"

#include <string.h>

bool report_paper_known(const json_t *record)
{
    return *report_text(json_object_get(record, "paper"), "title") != 0;
}

/* ". WORDS" if the paper has that field. */
static void part(FILE *to, const json_t *paper, const char *before, const char *key)
{
    if (!*report_text(paper, key)) return;
    fputs(before, to);
    markdown_text(to, report_text(paper, key));
}

void report_paper(FILE *to, const json_t *record)
{
    const json_t *paper = json_object_get(record, "paper"), *author;
    size_t i;
    json_array_foreach(json_object_get(paper, "authors"), i, author)
    {
        const char *name = json_string_value(author);
        if (i) fputs(", ", to);
        markdown_text(to, name ? name : "");
    }
    part(to, paper, ": ", "title");
    part(to, paper, ". ", "published");
    fprintf(to, " (%lld)", (long long)json_integer_value(json_object_get(paper, "year")));
    part(to, paper, ", doi:", "doi");
    part(to, paper, ", arXiv:", "arxiv");
}

void report_paper_text(FILE *to, const json_t *record)
{
    const json_t *read = json_object_get(json_object_get(record, "paper"), "read"), *text;
    size_t i;
    if (!report_paper_known(record)) return;
    if (json_array_size(read) == 0) fputs("Source text not at hand.", to);
    json_array_foreach(read, i, text)
    {
        fputs(i ? "; " : "What was read: ", to);
        markdown_text(to, report_text(text, "about"));
    }
    if (json_array_size(read)) fputc('.', to);
}

/* The first record of its source. */
static bool first(const json_t *records, size_t i)
{
    const char *source = report_text(json_array_get(records, i), "source");
    for (size_t k = 0; k < i; k++)
        if (strcmp(report_text(json_array_get(records, k), "source"), source) == 0) return false;
    return true;
}

void report_sources(FILE *to, const json_t *records)
{
    size_t i, found = 0;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        if (!report_paper_known(record) || !first(records, i)) continue;
        if (found++ == 0) fputs("## The papers\n\n", to);
        report_definition(to, report_text(record, "source"));
        report_paper(to, record);
        fputs(". ", to);
        report_paper_text(to, record);
        fputc('\n', to);
    }
    if (found) fputc('\n', to);
}
