/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads a whole claim: its words, then experiments, measures, rules and figures, each by its own
 * reader. */
#include "reports/claims/language/read.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/embedded.h"

#include <stdlib.h>
#include <string.h>

static const char *const claim_keys[] = {
    "id",        "source",      "locator",  "statement",   "printed", "meant",   "note",
    "unprinted", "experiments", "measures", "decide",      "number",  "figures", "erratum",
    "quote",     "faithful",    "replies",  "sensitivity", "awaits",  "proof",   NULL};

static bool words(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    claim->source_line = slp_yaml_line(slp_yaml_get(y, root, "source"));
    return slp_yaml_text(y, root, "source", true, &claim->source) &&
           slp_yaml_text(y, root, "locator", true, &claim->locator) &&
           slp_yaml_text(y, root, "statement", true, &claim->statement) &&
           slp_yaml_text(y, root, "printed", false, &claim->printed) &&
           slp_yaml_text(y, root, "meant", false, &claim->meant) &&
           slp_yaml_text(y, root, "note", false, &claim->note);
}

/* Reads `erratum`, the formula that the verdicts refuted and qualified prove wrong.  It requires
 * `printed` and `meant`. */
static bool erratum(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *node = slp_yaml_get(y, root, "erratum");
    if (!slp_yaml_text(y, root, "erratum", false, &claim->erratum)) return false;
    if (!node || (claim->printed && claim->meant)) return true;
    return slp_yaml_refuse(y, node, "erratum",
                           "an erratum needs the formula as `printed` and as `meant` beside it");
}

/* The schemes that the program need not have yet: each is one of an experiment, or an option of a
 * measure.  claim->awaits becomes the first that is missing. */
static bool awaits(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *list = slp_yaml_get(y, root, "awaits");
    size_t count = 0;
    if (list && !slp_yaml_sequence(y, list, "awaits", 1, SLP_CLAIM_PARTS, &count)) return false;
    for (size_t i = 0; i < count; i++) {
        const char *name = slp_yaml_scalar(y, slp_yaml_item(y, list, i), "awaits");
        if (!name) return false;
        if (!claim->awaits && !slp_scheme_find(name)) claim->awaits = slp_copy_text(name);
    }
    for (size_t k = 0; k < claim->experiments; k++) {
        const slp_experiment *e = &claim->experiment[k];
        bool awaited = !e->missing;
        for (size_t i = 0; i < count && !awaited; i++)
            awaited = strcmp(e->missing, slp_yaml_scalar(y, slp_yaml_item(y, list, i), "")) == 0;
        if (awaited) continue;
        slp_error_set(y->err, e->missing_line, y->id, "scheme",
                      "unknown scheme %.40s: see `slp list schemes`, or name it under `awaits`",
                      e->missing);
        return false;
    }
    return true;
}

/* A section: a list under `key`; room for its parts is made here. */
static bool section(slp_yaml *y, yaml_node_t *root, const char *key, bool required, size_t size,
                    yaml_node_t **list, size_t *count, void **room)
{
    *count = 0;
    *list = required
                ? slp_yaml_need(y, root, key, "a claim needs at least one; see reports/CLAIMS.md")
                : slp_yaml_get(y, root, key);
    if (!*list) return !required;
    if (!slp_yaml_sequence(y, *list, key, 1, SLP_CLAIM_PARTS, count)) {
        *count = 0; /* there is no room for them, and so nothing to clear */
        return false;
    }
    *room = slp_allocate(*count, size);
    return true;
}

static bool experiments(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *list;
    void *room = NULL;
    if (!section(y, root, "experiments", true, sizeof *claim->experiment, &list,
                 &claim->experiments, &room))
        return false;
    claim->experiment = room;
    for (size_t i = 0; i < claim->experiments; i++) {
        yaml_node_t *node = slp_yaml_item(y, list, i);
        if (!slp_claim_read_experiment(y, node, &claim->experiment[i])) return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(claim->experiment[k].name, claim->experiment[i].name) == 0)
                return slp_yaml_refuse(y, node, "name", "two experiments are named %s",
                                       claim->experiment[i].name);
    }
    return true;
}

static bool measures(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *list;
    void *room = NULL;
    if (!section(y, root, "measures", true, sizeof *claim->measure, &list, &claim->measures, &room))
        return false;
    claim->measure = room;
    for (size_t i = 0; i < claim->measures; i++) {
        yaml_node_t *node = slp_yaml_item(y, list, i);
        if (!slp_claim_read_measure(y, node, claim, &claim->measure[i])) return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(claim->measure[k].name, claim->measure[i].name) == 0)
                return slp_yaml_refuse(y, node, "name", "two measures are named %s",
                                       claim->measure[i].name);
    }
    return true;
}

static bool rules(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *list;
    void *room = NULL;
    if (!section(y, root, "decide", true, sizeof *claim->rule, &list, &claim->rules, &room))
        return false;
    claim->rule = room;
    for (size_t i = 0; i < claim->rules; i++)
        if (!slp_claim_read_rule(y, slp_yaml_item(y, list, i), claim, &claim->rule[i]))
            return false;
    yaml_node_t *number = slp_yaml_get(y, root, "number");
    claim->has_number = number != NULL;
    return !number || slp_claim_read_reference(y, number, "number", claim, &claim->number);
}

static bool figures(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *list;
    void *room = NULL;
    if (!section(y, root, "figures", false, sizeof *claim->figure, &list, &claim->figures, &room))
        return false;
    claim->figure = room;
    for (size_t i = 0; i < claim->figures; i++) {
        yaml_node_t *node = slp_yaml_item(y, list, i);
        if (!slp_claim_read_figure(y, node, claim, &claim->figure[i])) return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(claim->figure[k].name, claim->figure[i].name) == 0)
                return slp_yaml_refuse(y, node, "name", "two figures are named %s",
                                       claim->figure[i].name);
    }
    return true;
}

static bool unprinted(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    static const char *const keys[] = {"what", "chosen", NULL};
    yaml_node_t *list;
    void *room = NULL;
    if (!section(y, root, "unprinted", false, sizeof *claim->unprinted, &list, &claim->unprinteds,
                 &room))
        return false;
    claim->unprinted = room;
    for (size_t i = 0; i < claim->unprinteds; i++) {
        yaml_node_t *node = slp_yaml_item(y, list, i);
        if (!slp_yaml_mapping(y, node, "unprinted", keys) ||
            !slp_yaml_text(y, node, "what", true, &claim->unprinted[i].what) ||
            !slp_yaml_text(y, node, "chosen", true, &claim->unprinted[i].chosen))
            return false;
    }
    return true;
}

slp_status slp_claim_read(slp_claim *claim, const char *text, const char *file, slp_error *err)
{
    memset(claim, 0, sizeof *claim);
    memset(err, 0, sizeof *err);
    slp_yaml y;
    slp_status status = slp_yaml_open(&y, text, err);
    if (status == SLP_OK) {
        claim->text = slp_copy_text(text);
        claim->file = slp_copy_text(file);
        y.file = claim->file;
        yaml_node_t *root = slp_yaml_root(&y);
        bool good =
            slp_yaml_mapping(&y, root, "", claim_keys) && slp_yaml_name(&y, root, "id", &claim->id);
        if (good) {
            y.id = claim->id;
            claim->line = slp_yaml_line(slp_yaml_get(&y, root, "id"));
        }
        good = good && words(&y, root, claim) && erratum(&y, root, claim) &&
               slp_claim_read_reading(&y, root, claim) && unprinted(&y, root, claim) &&
               experiments(&y, root, claim) && awaits(&y, root, claim) &&
               measures(&y, root, claim) && rules(&y, root, claim) && figures(&y, root, claim) &&
               slp_claim_read_sensitivity(&y, claim);
        status = good ? SLP_OK : SLP_INPUT;
    }
    slp_yaml_clear(&y);
    if (status != SLP_OK) slp_claim_clear(claim);
    return status;
}

/* The i-th file of the ledger that is a paper.yaml, or a claim. */
static const char *file_at(size_t i, const char **text, bool paper)
{
    static const char room[] = "reports/ledger/";
    for (size_t k = 0; slp_embedded[k].name; k++) {
        const char *name = slp_embedded[k].name, *base = strrchr(name, '/');
        if (strncmp(name, room, sizeof room - 1) != 0 || !strstr(base, ".yaml")) continue;
        if ((strcmp(base, "/paper.yaml") == 0) != paper || i-- > 0) continue;
        if (text) *text = slp_embedded[k].text;
        return name;
    }
    return NULL;
}

const char *slp_claim_at(size_t i, const char **text)
{
    return file_at(i, text, false);
}

const char *slp_paper_at(size_t i, const char **text)
{
    return file_at(i, text, true);
}
