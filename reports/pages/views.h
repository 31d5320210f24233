/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: records as their pages show them (reports/pages/pages.template). */
#ifndef SLP_REPORTS_VIEWS_H
#define SLP_REPORTS_VIEWS_H

#include "reports/report.h"

/* The record with what a page says besides, a new reference: "verdict" and "verdict_meant", which
 * every record then has, "number_text", "finding" (a result of ours), "proved" (a printed formula
 * is wrong: it is named, and refuted or qualified), "open" (it is named, and not proved wrong). */
json_t *report_view(const json_t *record);
/* The views of all records. */
json_t *report_views(const json_t *records);
/* Those elements of a list of objects for which `key` is true; of a source, if it is not NULL.  New
 * list. */
json_t *report_views_with(const json_t *views, const char *key, const char *source);
/* The first element of each source. */
json_t *report_views_first(const json_t *views);
/* Prints a part of pages.template, with "program" (codemeta.json), and frees the values. */
void report_page_of(FILE *to, const char *part, json_t *values);

#endif
