/* A YAML document as a tree in which every node knows its line, and readers that refuse with that line.
 *
 * The tree is libyaml's; aliases are references, so a document cannot blow up. */
#ifndef SLP_ORACLE_CLAIM_YAML_H
#define SLP_ORACLE_CLAIM_YAML_H

#include "oracle/contract/case.h"

#include <yaml.h>

enum { SLP_YAML_KEYS = 24 };

/* Reading state: the document, the claim's id once known, and where the error goes. */
typedef struct slp_yaml {
    yaml_document_t document;
    const char *id;
    slp_error *err;
} slp_yaml;

/* Parses text (one document).  SLP_OK or SLP_INPUT; clear with slp_yaml_clear either way.  err is kept for slp_yaml_refuse.  Pinned,
 * with all below, by tests/test_claim_yaml.c. */
slp_status slp_yaml_open(slp_yaml *y, const char *text, slp_error *err);
void slp_yaml_clear(slp_yaml *y);
/* The document's first node; its line, from 1. */
yaml_node_t *slp_yaml_root(slp_yaml *y);
size_t slp_yaml_line(const yaml_node_t *node);
/* Refuses: fills y->err with the node's line, the field and the reason.  Always false. */
bool slp_yaml_refuse(slp_yaml *y, const yaml_node_t *node, const char *field, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* node must be a mapping whose keys are among `keys` (ends with NULL), none twice. */
bool slp_yaml_mapping(slp_yaml *y, yaml_node_t *node, const char *field, const char *const *keys);
/* The value under key, or NULL. */
yaml_node_t *slp_yaml_get(slp_yaml *y, yaml_node_t *mapping, const char *key);
/* The value under key; refuses when it is missing. */
yaml_node_t *slp_yaml_need(slp_yaml *y, yaml_node_t *mapping, const char *key, const char *remedy);
/* node must be a sequence of min..max items. */
bool slp_yaml_sequence(slp_yaml *y, yaml_node_t *node, const char *field, size_t min, size_t max,
                       size_t *count);
/* Its i-th item, i below that count. */
yaml_node_t *slp_yaml_item(slp_yaml *y, yaml_node_t *sequence, size_t i);

/* Scalars: each refuses, in words, what is none of its kind. */

/* The document's own text; NULL when refused. */
const char *slp_yaml_scalar(slp_yaml *y, yaml_node_t *node, const char *field);
/* The text, or name (a word), under key: a new string, the caller's, not empty; *text stays, and true, where it may be and is
 * left out. */
bool slp_yaml_text(slp_yaml *y, yaml_node_t *mapping, const char *key, bool required, char **text);
bool slp_yaml_name(slp_yaml *y, yaml_node_t *mapping, const char *key, char **name);
/* A number as slp_claim_number reads it; a whole number from 0 to `most` >= 9. */
bool slp_yaml_number(slp_yaml *y, yaml_node_t *node, const char *field, double *value);
bool slp_yaml_count(slp_yaml *y, yaml_node_t *node, const char *field, uint64_t most,
                    uint64_t *value);

#endif
