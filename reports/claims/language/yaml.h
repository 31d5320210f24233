/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A YAML document as a tree.  Every node has its line, and the functions that read it name the line
 * in their errors.
 *
 * The tree is that of libyaml.  An alias is a reference and not a copy, so a small document cannot
 * use much memory. */
#ifndef SLP_ORACLE_CLAIM_YAML_H
#define SLP_ORACLE_CLAIM_YAML_H

#include "reports/claims/claim.h"

#include <yaml.h>

enum { SLP_YAML_KEYS = 24 };

/* State of the reader: the document, the claim's id once it is known, the file's name, and the
 * error to fill. */
typedef struct slp_yaml {
    yaml_document_t document;
    const char *id, *file; /* file: its name, or NULL */
    slp_error *err;
    slp_owned *owned; /* owns what is copied; NULL: the caller frees it */
} slp_yaml;

/* Parses text (one document).  SLP_OK or SLP_INPUT; clear with slp_yaml_clear either way.
 * slp_yaml_refuse fills err.  Tested, with all below, by tests/claims/test_claim_yaml.c. */
slp_status slp_yaml_open(slp_yaml *y, const char *text, slp_error *err);
void slp_yaml_clear(slp_yaml *y);
/* The document's first node; and the line of a node, from 1. */
yaml_node_t *slp_yaml_root(slp_yaml *y);
size_t slp_yaml_line(const yaml_node_t *node);
/* Fills y->err with the node's line, the field and the reason.  Always returns false. */
bool slp_yaml_refuse(slp_yaml *y, const yaml_node_t *node, const char *field, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* node must be a mapping whose keys are among `keys` (ends with NULL), none twice. */
bool slp_yaml_mapping(slp_yaml *y, yaml_node_t *node, const char *field, const char *const *keys);
/* The value under key, or NULL. */
yaml_node_t *slp_yaml_get(slp_yaml *y, yaml_node_t *mapping, const char *key);
/* The value under key; refuses if it is missing. */
yaml_node_t *slp_yaml_need(slp_yaml *y, yaml_node_t *mapping, const char *key, const char *remedy);
/* node must be a sequence of min..max items. */
bool slp_yaml_sequence(slp_yaml *y, yaml_node_t *node, const char *field, size_t min, size_t max,
                       size_t *count);
/* Its i-th item, i below that count. */
yaml_node_t *slp_yaml_item(slp_yaml *y, yaml_node_t *sequence, size_t i);

/* Scalars.  Each function refuses a value of another kind, and says why. */

/* The scalar's text, owned by the document; NULL if refused. */
const char *slp_yaml_scalar(slp_yaml *y, yaml_node_t *node, const char *field);
/* A new string; and zeros.  y->owned owns both. */
char *slp_yaml_copy(slp_yaml *y, const char *text);
void *slp_yaml_room(slp_yaml *y, size_t count, size_t size);
/* The text, or the name (a word), under key: a new string, not empty, which y->owned owns.  If
 * it is not required and missing, *text stays and the result is true. */
bool slp_yaml_text(slp_yaml *y, yaml_node_t *mapping, const char *key, bool required, char **text);
bool slp_yaml_name(slp_yaml *y, yaml_node_t *mapping, const char *key, char **name);
/* A number as slp_claim_number reads it; a whole number from 0 to `most` >= 9. */
bool slp_yaml_number(slp_yaml *y, yaml_node_t *node, const char *field, double *value);
bool slp_yaml_count(slp_yaml *y, yaml_node_t *node, const char *field, uint64_t most,
                    uint64_t *value);

#endif
