/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Pages and figures from the records of an audit.  The pages load nothing from a network. */
#ifndef SLP_REPORTS_REPORT_H
#define SLP_REPORTS_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct report_outcome {
    bool failed;            /* a page could not be written; a message is on stderr */
    size_t figures_missing; /* figures that were not drawn, of claims that were measured */
    char why[200];
} report_outcome;

/* Writes DIR/index.html, DIR/claims/ID.html, DIR/figures/ID-NAME.svg (and .gp, its script),
 * each page as Markdown too (NAME.md; of the index verdicts.md), and DIR/report.css from records
 * (an array of records, reports/audit/audit.h). Tested by tests/reports/test_report.sh. */
report_outcome report_write(const char *dir, const json_t *records);

/* Where pages go: files of `dir`; or, with `put`, each page to it, by its name below `dir`.  Then
 * no figure is drawn, and pages show those that `dir` has.  Tested by
 * tests/audit/test_audit_bundle.sh. */
typedef struct report_target {
    const char *dir;
    bool (*put)(void *where, const char *name, const char *text, size_t size);
    void *where;
} report_target;
report_outcome report_write_to(const report_target *out, const json_t *records);

/* ---- Parts -------------------------------------------------------------------------------- */

/* Text of a record: the string under key, "" when it is missing or null. */
const char *report_text(const json_t *object, const char *key);
/* True if that text is the same in both. */
bool report_same(const json_t *a, const json_t *b, const char *key);
/* The record of that id; NULL if there is none. */
json_t *report_record_of(const json_t *records, const char *id);
/* "data/NAME.tsv" of a record's series, "" if the record does not name such a file.  So no page
 * links to a file outside DIR, and none is read. */
const char *report_data_file(const json_t *series);
/* The text of a file that is inside the program, such as "reports/pages/report.css"; "" if there is
 * none. */
const char *report_embedded(const char *name);
/* The same of JSON, a new reference; NULL if there is none. */
json_t *report_embedded_json(const char *name);
/* text with & < > " ' escaped for HTML, and control characters dropped. */
void report_escape(FILE *to, const char *text);
/* A page in HTML with this body; root: the way to report.css, or style: the text of one inside the
 * page, else NULL. */
void report_html(FILE *to, const char *title, const char *root, const char *style,
                 const char *body);

/* Commands longer than this stand in a file beside the page. */
enum { REPORT_LONG_STATE = 4000 };

/* ---- Pages, as Markdown (reports/markdown/markdown.h) -------------------------------------- */

/* One claim; figures as drawn by report_figure (their "file" is missing if they were not). */
void report_claim_page(FILE *to, const json_t *record);
/* The index, from an object {"records", "pages", "files"}: files is true where results.json stands
 * beside it, a page is {"file", "title", "about"} or {"title",
 * "missing"}. */
void report_index_page(FILE *to, const json_t *report);
/* What a person signs who repeats the audit. */
void report_certificate_page(FILE *to, const json_t *records);
/* How many records prove a printed formula wrong; *open: how many name a formula but do not prove
 * it wrong. */
size_t report_errata_count(const json_t *records, size_t *open);
void report_errata_page(FILE *to, const json_t *records);

/* True if no earlier record has the same source. */
bool report_summary_first(const json_t *records, size_t i);
/* "summary-KEY", the file of a source's summary without its ending: small letters and digits of
 * it.  False for a source that has others, or none. */
bool report_summary_name(char *to, size_t room, const char *source);
/* One paper for its authors, from an object {"source", "records"}: what holds, what does not, what
 * is open, and each erratum with the corrected formula and its demonstration. */
void report_summary_page(FILE *to, const json_t *of);

/* True if DIR has the drawing: "figures/NAME.svg". */
bool report_is_drawn(const char *dir, const char *file);
/* Draws figure `figure` of the record: DIR/figures/ID-NAME.svg.  False with why (200 chars). */
bool report_figure(const char *dir, const json_t *record, const json_t *figure, char *why);

#endif
