/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* YAML with line numbers, read from libyaml's document tree. */
#include "reports/claims/language/yaml.h"
#include "oracle/plumbing/allocate.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 }; /* a claim needs 6 */

/* Refuses nesting that no claim has before the tree is built: libyaml's time grows with the square
 * of the depth. */
static slp_status shallow(const char *text, slp_error *err)
{
    yaml_parser_t parser;
    yaml_event_t event;
    int depth = 0;
    size_t line = 0;
    bool more = yaml_parser_initialize(&parser) != 0;
    if (!more) return slp_error_set(err, 0, NULL, NULL, "no memory to read YAML");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    while (more && depth <= DEEPEST && yaml_parser_parse(&parser, &event)) {
        depth += event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
        depth -= event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        line = event.start_mark.line + 1;
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    if (depth <= DEEPEST) return SLP_OK; /* other errors are found when the tree is read */
    return slp_error_set(err, line, NULL, NULL, "is nested more than %d deep: no claim is",
                         DEEPEST);
}

static slp_status unreadable(const yaml_parser_t *parser, slp_error *err)
{
    return slp_error_set(err, parser->problem_mark.line + 1, NULL, NULL,
                         "this is not YAML: %s; see reports/CLAIMS.md for a whole claim",
                         parser->problem ? parser->problem : "no memory");
}

slp_status slp_yaml_open(slp_yaml *y, const char *text, slp_error *err)
{
    memset(y, 0, sizeof *y);
    y->err = err;
    slp_status status = shallow(text, err);
    yaml_parser_t parser;
    if (status != SLP_OK) return status;
    if (!yaml_parser_initialize(&parser))
        return slp_error_set(err, 0, NULL, NULL, "no memory to read YAML");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    yaml_document_t second;
    if (!yaml_parser_load(&parser, &y->document)) {
        status = unreadable(&parser, err);
        memset(&y->document, 0, sizeof y->document);
    } else if (!yaml_document_get_root_node(&y->document)) {
        status = slp_error_set(err, 1, NULL, NULL, "the file is empty: write a claim into it");
    } else if (!yaml_parser_load(&parser, &second)) {
        status = unreadable(&parser, err);
    } else {
        if (yaml_document_get_root_node(&second))
            status = slp_error_set(err, second.start_mark.line + 1, NULL, NULL,
                                   "a second document begins here: keep one claim a file");
        yaml_document_delete(&second);
    }
    yaml_parser_delete(&parser);
    return status;
}

void slp_yaml_clear(slp_yaml *y)
{
    yaml_document_delete(&y->document);
}

yaml_node_t *slp_yaml_root(slp_yaml *y)
{
    return yaml_document_get_root_node(&y->document);
}

size_t slp_yaml_line(const yaml_node_t *node)
{
    return node ? node->start_mark.line + 1 : 0;
}

bool slp_yaml_refuse(slp_yaml *y, const yaml_node_t *node, const char *field, const char *format,
                     ...)
{
    char text[sizeof y->err->text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    slp_error_set(y->err, slp_yaml_line(node), y->id, field, "%s", text);
    return false;
}

/* Is the node this word, all of it? */
static bool is_word(const yaml_node_t *node, const char *word)
{
    return node->type == YAML_SCALAR_NODE && node->data.scalar.length == strlen(word) &&
           memcmp(node->data.scalar.value, word, node->data.scalar.length) == 0;
}

bool slp_yaml_mapping(slp_yaml *y, yaml_node_t *node, const char *field, const char *const *keys)
{
    if (node->type != YAML_MAPPING_NODE)
        return slp_yaml_refuse(y, node, field, "wants `key: value` lines under it");
    bool seen[SLP_YAML_KEYS] = {false};
    for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
         p++) {
        yaml_node_t *key = yaml_document_get_node(&y->document, p->key);
        const char *word =
            key->type == YAML_SCALAR_NODE ? (const char *)key->data.scalar.value : "";
        size_t i = 0;
        while (keys[i] && !is_word(key, keys[i])) i++;
        if (!keys[i]) {
            char all[160] = "";
            for (size_t k = 0; keys[k]; k++) {
                if (strlen(all) + strlen(keys[k]) + 2 >= sizeof all) break;
                strcat(strcat(all, k ? " " : ""), keys[k]);
            }
            return slp_yaml_refuse(y, key, word, "unknown key; those that fit here: %s", all);
        }
        if (seen[i]) return slp_yaml_refuse(y, key, word, "stands twice: remove one");
        seen[i] = true;
    }
    return true;
}

yaml_node_t *slp_yaml_get(slp_yaml *y, yaml_node_t *mapping, const char *key)
{
    if (!mapping || mapping->type != YAML_MAPPING_NODE) return NULL;
    for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start;
         p < mapping->data.mapping.pairs.top; p++) {
        yaml_node_t *k = yaml_document_get_node(&y->document, p->key);
        if (is_word(k, key)) return yaml_document_get_node(&y->document, p->value);
    }
    return NULL;
}

yaml_node_t *slp_yaml_need(slp_yaml *y, yaml_node_t *mapping, const char *key, const char *remedy)
{
    yaml_node_t *node = slp_yaml_get(y, mapping, key);
    if (!node) slp_yaml_refuse(y, mapping, key, "is missing: %s", remedy);
    return node;
}

bool slp_yaml_sequence(slp_yaml *y, yaml_node_t *node, const char *field, size_t min, size_t max,
                       size_t *count)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return slp_yaml_refuse(y, node, field, "wants a list: [a, b] or lines that start with -");
    *count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (*count < min || *count > max)
        return slp_yaml_refuse(y, node, field, "has %zu entries where %zu to %zu are possible",
                               *count, min, max);
    return true;
}

yaml_node_t *slp_yaml_item(slp_yaml *y, yaml_node_t *sequence, size_t i)
{
    return yaml_document_get_node(&y->document, sequence->data.sequence.items.start[i]);
}

const char *slp_yaml_scalar(slp_yaml *y, yaml_node_t *node, const char *field)
{
    if (node->type == YAML_SCALAR_NODE) {
        const char *text = (const char *)node->data.scalar.value;
        if (strlen(text) == node->data.scalar.length && *text) return text;
        slp_yaml_refuse(y, node, field, "is empty or holds a NUL: write a value");
    } else
        slp_yaml_refuse(y, node, field, "wants one plain value, not a list or a mapping");
    return NULL;
}

char *slp_yaml_copy(slp_yaml *y, const char *text)
{
    return slp_own(y->owned, slp_copy_text(text));
}

void *slp_yaml_room(slp_yaml *y, size_t count, size_t size)
{
    return slp_own(y->owned, slp_allocate(count, size));
}

bool slp_yaml_text(slp_yaml *y, yaml_node_t *mapping, const char *key, bool required, char **text)
{
    yaml_node_t *node = required ? slp_yaml_need(y, mapping, key, "write it in your own words")
                                 : slp_yaml_get(y, mapping, key);
    if (!node) return !required;
    const char *scalar = slp_yaml_scalar(y, node, key);
    if (!scalar) return false;
    *text = slp_yaml_copy(y, scalar);
    return true;
}

bool slp_yaml_name(slp_yaml *y, yaml_node_t *mapping, const char *key, char **name)
{
    yaml_node_t *node =
        slp_yaml_need(y, mapping, key, "give it a name of lower-case letters, digits and dashes");
    const char *scalar = node ? slp_yaml_scalar(y, node, key) : NULL;
    if (!scalar) return false;
    size_t length = strlen(scalar);
    bool good = length <= 48 && islower((unsigned char)scalar[0]);
    for (size_t i = 0; i < length; i++)
        good = good && (islower((unsigned char)scalar[i]) || isdigit((unsigned char)scalar[i]) ||
                        scalar[i] == '-');
    if (!good)
        return slp_yaml_refuse(
            y, node, key, "wants at most 48 lower-case letters, digits and dashes, a letter first");
    *name = slp_yaml_copy(y, scalar);
    return true;
}

bool slp_yaml_number(slp_yaml *y, yaml_node_t *node, const char *field, double *value)
{
    const char *scalar = slp_yaml_scalar(y, node, field);
    if (!scalar) return false;
    if (slp_claim_number(value, scalar)) return true;
    return slp_yaml_refuse(
        y, node, field, "`%.40s` is not a finite number: write 0.1, 0x1p-4, 2/3 or 2^-8", scalar);
}

bool slp_yaml_count(slp_yaml *y, yaml_node_t *node, const char *field, uint64_t most,
                    uint64_t *value)
{
    const char *scalar = slp_yaml_scalar(y, node, field);
    if (!scalar) return false;
    uint64_t sum = 0;
    bool good = true;
    for (const char *c = scalar; *c && good; c++) {
        const uint64_t digit = (uint64_t)(*c - '0');
        good = isdigit((unsigned char)*c) && digit <= most && sum <= (most - digit) / 10;
        if (good) sum = 10 * sum + digit;
    }
    *value = sum;
    return good || slp_yaml_refuse(y, node, field, "wants a whole number from 0 to %llu",
                                   (unsigned long long)most);
}
