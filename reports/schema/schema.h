/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whether a JSON document has the form that a schema states. */
#ifndef SLP_REPORTS_SCHEMA_H
#define SLP_REPORTS_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

enum { SCHEMA_WHY = 300 };

/* True if the document follows the JSON Schema; else why it does not, "PLACE: WHAT", escaped for a
 * terminal.  A key that the schema does not name is refused, unless additionalProperties is true.
 * Tested by tests/reports/test_conform.sh, tests/reports/test_report_laws.c. */
bool schema_follows(char why[SCHEMA_WHY], const json_t *document, const json_t *schema);

#endif
