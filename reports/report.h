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
 * DIR/verdicts.md and DIR/report.css from records (an array of records, oracle/audit/audit.h).
 * Pinned by tests/reports/test_report.sh. */
report_outcome report_write(const char *dir, const json_t *records);

/* ---- Parts -------------------------------------------------------------------------------- */

/* Text of a record: the string under key, "" when it is missing or null. */
const char *report_text(const json_t *object, const char *key);
/* "data/NAME.tsv" of a record's series, "" if the record does not name such a file.  So no page
 * links to a file outside DIR, and none is read. */
const char *report_data_file(const json_t *series);
/* text with & < > " ' escaped and control characters dropped. */
void report_escape(FILE *to, const char *text);
/* As report_escape; text between two backticks becomes code. */
void report_words(FILE *to, const char *text);
/* Authors and title of a paper by its key; "" if the key is not known. */
const char *report_source(const char *key);
/* Prints the papers of the records; nothing if none is known. */
void report_sources(FILE *to, const json_t *records);
/* text as CommonMark; raw HTML becomes plain text, images become their description. */
void report_prose(FILE *to, const char *text);
/* The text of a file that is inside the program, such as "reports/pages/report.css"; "" if there is
 * none. */
const char *report_embedded(const char *name);
void report_page_head(FILE *to, const char *title, const char *root);
void report_page_foot(FILE *to);
/* The script that makes the page's tables of class "sortable" sortable (reports/pages/sort.js),
 * inline. */
void report_sort_script(FILE *to);
/* The number that decided the claim: its name, then `between`, then its value. */
void report_number(FILE *to, const json_t *number, const char *between);
/* An entry of a list of definitions, the text as code. */
void report_formula(FILE *to, const char *title, const char *text);
/* Writes one claim's page; figures as drawn by report_figure (their "file" is null when missing).
 */
void report_claim_page(FILE *to, const json_t *record);
/* The index, from an object {"records", "pages"}: a page is {"file", "title", "about"} or {"title",
 * "missing"}. */
void report_index_page(FILE *to, const json_t *report);
/* "59 claims: 33 confirmed, ...". */
void report_summary(FILE *to, const json_t *records);
/* The main findings: those sentences whose claims all have their verdict; nothing if there is none.
 */
void report_findings(FILE *to, const json_t *records);
void report_findings_markdown(FILE *to, const json_t *records);
/* How many records prove a printed formula wrong; *open: how many name a formula but do not prove
 * it wrong. */
size_t report_errata_count(const json_t *records, size_t *open);
void report_errata_page(FILE *to, const json_t *records);
void report_errata_markdown(FILE *to, const json_t *records);
/* text on one line, escaped so that none of it is Markdown markup. */
void report_markdown_text(FILE *to, const char *text);
/* Prints the number that decided the claim. */
void report_markdown_number(FILE *to, const json_t *record);
void report_markdown_index(FILE *to, const json_t *records);
void report_markdown_claim(FILE *to, const json_t *record);
/* Draws figure `figure` of the record: DIR/figures/ID-NAME.svg.  False with why (200 chars). */
bool report_figure(const char *dir, const json_t *record, const json_t *figure, char *why);

#endif
