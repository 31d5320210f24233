/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the parts of the page share: reading a statement, cells of Markdown's tables.  Internal to
 * reports/conform/. */
#ifndef SLP_REPORTS_CONFORM_CELLS_H
#define SLP_REPORTS_CONFORM_CELLS_H

#include "reports/conform/parts.h"

/* The number, the part under `key`. */
long long conform_number(const json_t *object, const char *key);
const json_t *conform_in(const json_t *object, const char *key);
/* The part "result" of a document. */
const json_t *conform_result(const json_t *document);
/* A cell of a table, after the bar before it. */
void conform_cell(FILE *to, const char *text);
/* "SYSTEM/SCHEME" */
void conform_pair_cell(FILE *to, const json_t *pair);
/* Three digits; "infinite" for what JSON has no number for. */
void conform_real(char text[32], const json_t *value);
/* Names under `key` in the order of appearance: {name: null}. */
json_t *conform_names(const json_t *rows, const char *key);
/* True if a verdict falls short. */
bool conform_fell(const char *verdict);

/* Parts of the page, as Markdown, from a document. */
typedef void conform_part(FILE *to, const json_t *document);
conform_part conform_write_sum, conform_write_asked, conform_write_environment, conform_write_grid,
    conform_write_pairs, conform_write_failures, conform_write_laws, conform_write_rows,
    conform_write_skips, conform_write_classes, conform_write_run;

#endif
