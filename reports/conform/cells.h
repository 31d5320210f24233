/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the parts of the page share: reading a statement.  Internal to
 * reports/conform/. */
#ifndef SLP_REPORTS_CONFORM_CELLS_H
#define SLP_REPORTS_CONFORM_CELLS_H

#include "reports/conform/parts.h"

/* The number, the part under `key`. */
long long conform_number(const json_t *object, const char *key);
const json_t *conform_in(const json_t *object, const char *key);
/* object[key] += number. */
void conform_add(json_t *object, const char *key, long long number);
/* The part "result" of a document. */
const json_t *conform_result(const json_t *document);
/* True if a verdict falls short. */
bool conform_fell(const char *verdict);

/* The document with what its page sums up (reports/conform/conform.template), a new reference. */
json_t *conform_view(const json_t *document);

#endif
