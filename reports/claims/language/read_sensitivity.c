/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads `sensitivity`: experiments of the claim with some fields set otherwise.  A changed
 * experiment is read from a mapping that has the fields of the first one and, in their place,
 * those set. */
#include "reports/claims/language/read.h"

#include <string.h>

/* The node of that number.  Adding a node to the document moves all of them, so that no pointer to
 * a node is kept across it. */
static yaml_node_t *node_at(slp_yaml *y, int id)
{
    return yaml_document_get_node(&y->document, id);
}

static int id_of(slp_yaml *y, const yaml_node_t *node)
{
    return node ? (int)(node - y->document.nodes.start) + 1 : 0;
}

/* The number of the value under that key of mapping `in`; 0 if there is none. */
static int value_of(slp_yaml *y, int in, const char *key)
{
    return id_of(y, slp_yaml_get(y, node_at(y, in), key));
}

static const char *key_text(slp_yaml *y, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = node_at(y, pair->key);
    return key->type == YAML_SCALAR_NODE ? (const char *)key->data.scalar.value : "";
}

/* A mapping with the pairs of `base`, but for keys of `set`, and the pairs of `set`; of whole
 * experiments, `parameters` of both are joined alike.  0 without memory. */
static int joined(slp_yaml *y, int base, int set, bool whole)
{
    const int made = yaml_document_add_mapping(&y->document, NULL, YAML_BLOCK_MAPPING_STYLE);
    if (!made) return 0;
    node_at(y, made)->start_mark = node_at(y, set)->start_mark;
    for (int turn = 0; turn < 2; turn++) {
        const int from = turn ? set : base;
        const long count =
            node_at(y, from)->data.mapping.pairs.top - node_at(y, from)->data.mapping.pairs.start;
        for (long i = 0; i < count; i++) {
            const yaml_node_pair_t pair = node_at(y, from)->data.mapping.pairs.start[i];
            const char *key = key_text(y, &pair);
            int value = pair.value;
            if (!turn && value_of(y, set, key)) continue;
            const int before = turn ? value_of(y, base, key) : 0;
            if (whole && before && strcmp(key, "parameters") == 0 &&
                node_at(y, before)->type == YAML_MAPPING_NODE &&
                node_at(y, value)->type == YAML_MAPPING_NODE)
                value = joined(y, before, value, false);
            if (!value || !yaml_document_append_mapping_pair(&y->document, made, pair.key, value))
                return 0;
        }
    }
    return made;
}

/* One experiment of a row: the name of one above, and what is set in it. */
static bool change(slp_yaml *y, int base, int key, int set, const slp_claim *claim,
                   slp_sensitivity *row)
{
    static const char *const keys[] = {"seed",       "steps",      "samples", "h",
                                       "state",      "scheme",     "noise",   "paper",
                                       "parameters", "truncation", NULL};
    const char *name = slp_yaml_scalar(y, node_at(y, key), "set");
    size_t at = 0;
    if (!name) return false;
    while (at < claim->experiments && strcmp(claim->experiment[at].name, name) != 0) at++;
    if (at == claim->experiments)
        return slp_yaml_refuse(y, node_at(y, key), "set",
                               "no experiment of this claim is named %.40s", name);
    if (!slp_yaml_mapping(y, node_at(y, set), name, keys)) return false;
    if (node_at(y, set)->data.mapping.pairs.start == node_at(y, set)->data.mapping.pairs.top)
        return slp_yaml_refuse(y, node_at(y, set), "set", "%s: sets nothing", name);
    yaml_node_t *list = node_at(y, base);
    const int one = list->data.sequence.items.start[at], made = joined(y, one, set, true);
    if (!made) return slp_yaml_refuse(y, node_at(y, set), "set", "no memory");
    row->which[row->sets] = at;
    return slp_claim_read_experiment(y, node_at(y, made), NULL, &row->experiment[row->sets++]);
}

static bool read_row(slp_yaml *y, int node, int base, slp_claim *claim, slp_sensitivity *row)
{
    static const char *const keys[] = {"what", "set", "only", NULL};
    if (!slp_yaml_mapping(y, node_at(y, node), "sensitivity", keys) ||
        !slp_yaml_text(y, node_at(y, node), "what", true, &row->what))
        return false;
    yaml_node_t *only = slp_yaml_get(y, node_at(y, node), "only");
    if (only) {
        const char *word = slp_yaml_scalar(y, only, "only");
        if (!word) return false;
        row->only_full = strcmp(word, "full") == 0;
        if (!row->only_full)
            return slp_yaml_refuse(y, only, "only", "is `full`: the row is not run otherwise");
    }
    yaml_node_t *set = slp_yaml_need(y, node_at(y, node), "set",
                                     "which experiment has which field set: {run: {seed: 2}}");
    if (!set) return false;
    if (set->type != YAML_MAPPING_NODE ||
        set->data.mapping.pairs.start == set->data.mapping.pairs.top)
        return slp_yaml_refuse(y, set, "set", "wants experiments: {run: {seed: 2}}");
    const int id = id_of(y, set);
    const long count = set->data.mapping.pairs.top - set->data.mapping.pairs.start;
    row->which = slp_yaml_room(y, (size_t)count, sizeof *row->which);
    row->experiment = slp_yaml_room(y, (size_t)count, sizeof *row->experiment);
    for (long i = 0; i < count; i++) {
        const yaml_node_pair_t pair = node_at(y, id)->data.mapping.pairs.start[i];
        for (size_t k = 0; k < row->sets; k++)
            if (strcmp(claim->experiment[row->which[k]].name, key_text(y, &pair)) == 0)
                return slp_yaml_refuse(y, node_at(y, pair.key), "set",
                                       "%s stands twice: remove one",
                                       claim->experiment[row->which[k]].name);
        if (!change(y, base, pair.key, pair.value, claim, row)) return false;
    }
    return true;
}

bool slp_claim_read_sensitivity(slp_yaml *y, slp_claim *claim)
{
    yaml_node_t *list = slp_yaml_get(y, slp_yaml_root(y), "sensitivity");
    size_t count;
    if (!list) return true;
    if (claim->unprinteds == 0)
        return slp_yaml_refuse(
            y, list, "sensitivity",
            "is of choices that the source leaves open: name them in `unprinted`");
    if (!slp_yaml_sequence(y, list, "sensitivity", 1, SLP_CLAIM_PARTS, &count)) return false;
    const int id = id_of(y, list),
              base = id_of(y, slp_yaml_get(y, slp_yaml_root(y), "experiments"));
    claim->sensitivity = slp_yaml_room(y, count, sizeof *claim->sensitivity);
    for (claim->sensitivities = 0; claim->sensitivities < count;) {
        const size_t i = claim->sensitivities++;
        if (!read_row(y, id_of(y, slp_yaml_item(y, node_at(y, id), i)), base, claim,
                      &claim->sensitivity[i]))
            return false;
    }
    return true;
}
