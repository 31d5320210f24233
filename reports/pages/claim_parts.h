/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: what pages about claims share, and the sections of a claim's page that
 * show tables of its record. */
#ifndef SLP_REPORTS_CLAIM_PARTS_H
#define SLP_REPORTS_CLAIM_PARTS_H

#include "reports/markdown/markdown.h"
#include "reports/report.h"

/* "## TITLE" with the anchor before it: what a link to it says, which stays when others come. */
void report_heading(FILE *to, int level, const char *anchor, const char *title);
/* The beginning of a heading up to its words: its anchor is kind, "-" and name, in which what is no
 * letter, digit or dash becomes a dash. */
void report_heading_of(FILE *to, int level, const char *kind, const char *name);
/* The verdict in bold. */
void report_verdict(FILE *to, const json_t *record);
/* The verdict on what is printed, that on what is meant if it is another, and the size:
 * "**refuted** as printed, **confirmed** as meant, at 40 samples". */
void report_verdicts(FILE *to, const json_t *record);
/* "KEY, (21)": the record's paper, and where in it. */
void report_place(FILE *to, const json_t *record);
/* The number that decided the claim: its name, then `between`, then its value. */
void report_number(FILE *to, const json_t *number, const char *between);
/* A link to the claim's page, which is in `folder`. */
void report_claim_link(FILE *to, const char *folder, const char *id);
/* The beginning of an item of a list of definitions, up to what the term stands for. */
void report_definition(FILE *to, const char *term);
/* Such an item, the text as code. */
void report_formula(FILE *to, const char *title, const char *text);
/* The beginning of a table, after "Table: " and its caption: the heads of its columns. */
void report_columns(FILE *to, const char *const *columns);

/* The figure's title, in the source's words if it has any, else its name. */
void report_figure_title(FILE *to, const json_t *figure);

/* Each prints its heading and section; nothing if the record has no data for it. */
void report_numbers(FILE *to, const json_t *record);
void report_rules(FILE *to, const json_t *record);
void report_experiments(FILE *to, const json_t *record);
void report_witnesses(FILE *to, const json_t *record);
void report_provenance(FILE *to, const json_t *record);

/* Which text of the source was read, after "read from": "a text with the formulas as LaTeX". */
const char *report_read_from(const json_t *record);
/* The words of the source, where they stand, and how near the statement is to them. */
void report_quote(FILE *to, const json_t *record);
void report_replies(FILE *to, const json_t *record);
/* The verdicts under other choices of what the source leaves open; nothing if none was tried. */
void report_sensitivity(FILE *to, const json_t *record);
/* What was published of the claim, default and full size side by side; nothing if nothing was. */
void report_published(FILE *to, const json_t *record);

/* The main findings: those sentences whose claims all have their verdict; nothing if there is none.
 */
void report_findings(FILE *to, const json_t *records);
/* The papers of the records; nothing if none is known. */
void report_sources(FILE *to, const json_t *records);
/* Whether the record says what paper the claim is of; that paper: authors, title, where it
 * appeared, its numbers; which texts of it were read, as sentences.  Without line end. */
bool report_paper_known(const json_t *record);
void report_paper(FILE *to, const json_t *record);
void report_paper_text(FILE *to, const json_t *record);

#endif
