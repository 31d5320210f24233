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
        if (!claim->awaits && !slp_scheme_find(name)) claim->awaits = slp_yaml_copy(y, name);
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

static bool unprinted(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part)
{
    static const char *const keys[] = {"what", "chosen", NULL};
    slp_unprinted *one = part;
    (void)claim;
    return slp_yaml_mapping(y, node, "unprinted", keys) &&
           slp_yaml_text(y, node, "what", true, &one->what) &&
           slp_yaml_text(y, node, "chosen", true, &one->chosen);
}

/* A section: a list under `key`, of which each part is read into an element of an array of the
 * claim.  Named parts begin with their name; no two have the same. */
typedef struct section {
    const char *key;
    bool required, named;
    size_t size, array, count; /* of an element; places of the array and its count in a claim */
    bool (*read)(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part);
} section;

#define SECTION(part, parts)                                                                       \
    sizeof(*((slp_claim *)0)->part), offsetof(slp_claim, part), offsetof(slp_claim, parts)
static const section left_open = {"unprinted", false, false, SECTION(unprinted, unprinteds),
                                  unprinted};
static const section experiments = {"experiments", true, true, SECTION(experiment, experiments),
                                    slp_claim_read_experiment};
static const section later[] = {
    {"measures", true, true, SECTION(measure, measures), slp_claim_read_measure},
    {"decide", true, false, SECTION(rule, rules), slp_claim_read_rule},
    {"figures", false, true, SECTION(figure, figures), slp_claim_read_figure}};

static const char *name_of(const char *part)
{
    const char *name;
    memcpy(&name, part, sizeof name);
    return name;
}

static bool parts(slp_yaml *y, yaml_node_t *root, slp_claim *claim, const section *s)
{
    size_t count;
    yaml_node_t *list =
        s->required
            ? slp_yaml_need(y, root, s->key, "a claim needs at least one; see reports/CLAIMS.md")
            : slp_yaml_get(y, root, s->key);
    if (!list) return !s->required;
    if (!slp_yaml_sequence(y, list, s->key, 1, SLP_CLAIM_PARTS, &count)) return false;
    char *room = slp_yaml_room(y, count, s->size);
    memcpy((char *)claim + s->array, &room, sizeof room);
    memcpy((char *)claim + s->count, &count, sizeof count);
    for (size_t i = 0; i < count; i++) {
        char *part = room + i * s->size;
        yaml_node_t *node = slp_yaml_item(y, list, i);
        if (!s->read(y, node, claim, part)) return false;
        for (size_t k = 0; s->named && k < i; k++)
            if (strcmp(name_of(room + k * s->size), name_of(part)) == 0)
                return slp_yaml_refuse(y, node, "name", "two %s are named %s", s->key,
                                       name_of(part));
    }
    return true;
}

static bool number(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    yaml_node_t *node = slp_yaml_get(y, root, "number");
    claim->has_number = node != NULL;
    return !node || slp_claim_read_reference(y, node, "number", claim, &claim->number);
}

slp_status slp_claim_read(slp_claim *claim, const char *text, const char *file, slp_error *err)
{
    memset(claim, 0, sizeof *claim);
    memset(err, 0, sizeof *err);
    slp_yaml y;
    slp_status status = slp_yaml_open(&y, text, err);
    y.owned = &claim->owned;
    if (status == SLP_OK) {
        claim->text = slp_yaml_copy(&y, text);
        claim->file = slp_yaml_copy(&y, file);
        y.file = claim->file;
        yaml_node_t *root = slp_yaml_root(&y);
        bool good =
            slp_yaml_mapping(&y, root, "", claim_keys) && slp_yaml_name(&y, root, "id", &claim->id);
        if (good) {
            y.id = claim->id;
            claim->line = slp_yaml_line(slp_yaml_get(&y, root, "id"));
        }
        good = good && words(&y, root, claim) && erratum(&y, root, claim) &&
               slp_claim_read_reading(&y, root, claim) && parts(&y, root, claim, &left_open) &&
               parts(&y, root, claim, &experiments) && awaits(&y, root, claim) &&
               parts(&y, root, claim, &later[0]) && parts(&y, root, claim, &later[1]) &&
               number(&y, root, claim) && parts(&y, root, claim, &later[2]) &&
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
