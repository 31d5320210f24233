/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads one experiment of a claim: pair, parameters, state, step, sizes, noise.  The first sample
 * is built on the spot, so that every check of the exchange format refuses with the claim's own
 * line. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/pair_choice.h"
#include "oracle/contract/case/terms.h"
#include "reports/claims/language/read.h"
#include "reports/claims/experiment/balls.h"
#include "oracle/plumbing/allocate.h"
#include "ref/ref.h"

#include <stdlib.h>
#include <string.h>

static const char *const origin_keys[] = {"uniform", "log", "norm", "count", NULL};

static bool range(slp_yaml *y, yaml_node_t *node, const char *field, slp_origin *origin)
{
    size_t count;
    if (!slp_yaml_sequence(y, node, field, 2, 2, &count) ||
        !slp_yaml_number(y, slp_yaml_item(y, node, 0), field, &origin->lo) ||
        !slp_yaml_number(y, slp_yaml_item(y, node, 1), field, &origin->hi))
        return false;
    if (origin->lo > origin->hi)
        return slp_yaml_refuse(y, node, field, "the range is upside down: write [low, high]");
    if (origin->kind == SLP_ORIGIN_LOG && origin->lo <= 0)
        return slp_yaml_refuse(y, node, field, "a log range needs 0 < low");
    if (origin->kind == SLP_ORIGIN_NORM && origin->lo < 0)
        return slp_yaml_refuse(y, node, field, "a norm is not negative");
    return true;
}

/* {uniform: [lo, hi], count: n} and its kin; count is for parameters alone. */
static bool drawn(slp_yaml *y, yaml_node_t *node, const char *field, bool counted, bool state,
                  slp_origin *origin)
{
    if (!slp_yaml_mapping(y, node, field, origin_keys)) return false;
    yaml_node_t *found = NULL, *count = slp_yaml_get(y, node, "count");
    for (int k = 0; k < 3; k++) {
        yaml_node_t *here = slp_yaml_get(y, node, origin_keys[k]);
        if (here && found)
            return slp_yaml_refuse(y, here, origin_keys[k], "one way of drawing is enough");
        if (!here) continue;
        found = here;
        origin->kind = k == 0 ? SLP_ORIGIN_UNIFORM : k == 1 ? SLP_ORIGIN_LOG : SLP_ORIGIN_NORM;
    }
    if (!found || (origin->kind == SLP_ORIGIN_NORM && !state))
        return slp_yaml_refuse(y, node, field,
                               "draw by `uniform: [low, high]` or `log: [low, high]`%s",
                               state ? " or `norm: [low, high]`, or take `preset: NAME`" : "");
    if (counted != (count != NULL))
        return slp_yaml_refuse(y, node, "count",
                               counted ? "is missing: how many numbers to draw"
                                       : "has no meaning here: remove it");
    uint64_t n = 0;
    if (count && !slp_yaml_count(y, count, "count", 64, &n)) return false;
    origin->count = (size_t)n;
    return range(y, found, field, origin);
}

/* The index of a word among the schema's, or a pair a:b, or a number, into at[0..1]. */
static bool entry(slp_yaml *y, yaml_node_t *node, const char *field, const slp_param_schema *schema,
                  double at[2])
{
    if (!schema || schema->kind == SLP_PARAM_NUMBERS) return slp_yaml_number(y, node, field, at);
    const char *scalar = slp_yaml_scalar(y, node, field);
    if (!scalar) return false;
    if (schema->kind == SLP_PARAM_WORD) {
        at[0] = slp_word_index(schema->words, scalar);
        return at[0] >= 0 || slp_yaml_refuse(y, node, field, "is one of: %s", schema->words);
    }
    char *end, *last;
    at[0] = (double)strtol(scalar, &end, 10);
    at[1] = *end == ':' ? (double)strtol(end + 1, &last, 10) : 0;
    if (*end != ':' || last == end + 1 || *last)
        return slp_yaml_refuse(y, node, field, "wants integer pairs like 1:-1");
    return true;
}

/* Terms "k:c:i.j", one string or a list of them, into to->at. */
static bool terms(slp_yaml *y, yaml_node_t *node, const char *field, slp_origin *to)
{
    size_t count = 1, which;
    const bool list = node->type == YAML_SEQUENCE_NODE;
    slp_numbers read;
    if (list && !slp_yaml_sequence(y, node, field, 1, 1u << 20, &count)) return false;
    slp_written all;
    FILE *to_all = slp_written_begin(&all);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        const char *item = slp_yaml_scalar(y, list ? slp_yaml_item(y, node, i) : node, field);
        good = item && fprintf(to_all, "%s%s", i ? "," : "", item) >= 0;
    }
    slp_written_end(&all);
    const char *fault =
        good ? slp_terms_parse(&read, &which, (slp_span){all.text, all.size}) : NULL;
    free(all.text);
    if (fault) return slp_yaml_refuse(y, node, field, "item %zu %s", which, fault);
    if (!good) return false;
    to->at = slp_own(y->owned, read.at);
    to->count = read.count;
    return true;
}

static bool origin(slp_yaml *y, yaml_node_t *node, const char *field, bool state,
                   const slp_param_schema *schema, slp_origin *to)
{
    to->line = slp_yaml_line(node);
    if (node->type == YAML_MAPPING_NODE) return drawn(y, node, field, schema != NULL, state, to);
    to->kind = SLP_ORIGIN_FIXED;
    if (schema && schema->kind == SLP_PARAM_TERMS) return terms(y, node, field, to);
    size_t width = schema && schema->kind == SLP_PARAM_PAIRS ? 2 : 1, count = 1;
    bool list = node->type == YAML_SEQUENCE_NODE;
    if (list && !slp_yaml_sequence(y, node, field, 1, 1u << 20, &count)) return false;
    to->at = slp_yaml_room(y, count * width, sizeof *to->at);
    to->count = count * width;
    for (size_t i = 0; i < count; i++) {
        double at[2] = {0, 0};
        if (!entry(y, list ? slp_yaml_item(y, node, i) : node, field, schema, at)) return false;
        memcpy(to->at + i * width, at, width * sizeof *at);
    }
    return true;
}

/* The whole number that is given for this parameter; 1 without one. */
static size_t given_whole(const slp_experiment *e, const char *key)
{
    for (size_t k = 0; e->system->params[k].key; k++)
        if (strcmp(e->system->params[k].key, key) == 0 && e->params[k].kind == SLP_ORIGIN_FIXED &&
            e->params[k].count == 1 && e->params[k].at[0] >= 1 &&
            e->params[k].at[0] <= SLP_MAX_MATRIX)
            return (size_t)e->params[k].at[0];
    return 1;
}

static const char *const hamiltonians[] = {"H0", "H1", "H2", "H3", "H4", "H5",
                                           "H6", "H7", "H8", "H9", NULL};

/* The parameter number p, terms, from expressions H0, H1, ...; none given: true. */
static bool expressions(slp_yaml *y, yaml_node_t *node, slp_experiment *e, size_t p)
{
    slp_numbers read = {0, NULL};
    const size_t n = given_whole(e, "size");
    for (size_t k = 0; hamiltonians[k]; k++) {
        yaml_node_t *at = slp_yaml_get(y, node, hamiltonians[k]);
        const char *text = at ? slp_yaml_scalar(y, at, hamiltonians[k]) : NULL;
        slp_error why;
        if (at && e->has_param[p])
            slp_yaml_refuse(y, at, hamiltonians[k], "says what `terms` say: give one of them");
        else if (text && slp_need_memory(ref_expression_terms(
                             &read, NULL, k, text, e->system->algebra, n, &why)) != SLP_OK)
            slp_yaml_refuse(y, at, hamiltonians[k], "%s", why.text);
        else if (!at || text)
            continue;
        free(read.at);
        return false;
    }
    e->has_param[p] = e->has_param[p] || read.count > 0;
    if (read.count > 0)
        e->params[p] = (slp_origin){.kind = SLP_ORIGIN_FIXED,
                                    .line = slp_yaml_line(node),
                                    .count = read.count,
                                    .at = slp_own(y->owned, read.at)};
    return true;
}

static bool parameters(slp_yaml *y, yaml_node_t *node, slp_experiment *e)
{
    enum { EXPRESSIONS = sizeof hamiltonians / sizeof *hamiltonians };
    const char *keys[SLP_MAX_PARAMS + EXPRESSIONS] = {NULL};
    size_t count = 0, terms_at = SLP_MAX_PARAMS;
    for (; e->system->params[count].key; count++) {
        keys[count] = e->system->params[count].key;
        if (e->system->params[count].kind == SLP_PARAM_TERMS) terms_at = count;
    }
    if (terms_at < SLP_MAX_PARAMS) memcpy(keys + count, hamiltonians, sizeof hamiltonians);
    if (!slp_yaml_mapping(y, node, "parameters", keys)) return false;
    for (size_t k = 0; k < count; k++) {
        yaml_node_t *at = slp_yaml_get(y, node, keys[k]);
        if (!at) continue;
        e->has_param[k] = true;
        if (!origin(y, at, keys[k], false, &e->system->params[k], &e->params[k])) return false;
    }
    return terms_at == SLP_MAX_PARAMS || expressions(y, node, e, terms_at);
}

static bool size(slp_yaml *y, yaml_node_t *experiment, const char *key, slp_size *to)
{
    static const char *const keys[] = {"default", "full", NULL};
    yaml_node_t *node = slp_yaml_get(y, experiment, key);
    uint64_t usual = 1, full = 1;
    if (node && node->type == YAML_MAPPING_NODE) {
        if (!slp_yaml_mapping(y, node, key, keys)) return false;
        yaml_node_t *a = slp_yaml_need(y, node, "default", "the size of an ordinary audit");
        yaml_node_t *b = a ? slp_yaml_need(y, node, "full", "the source's own size") : NULL;
        if (!b || !slp_yaml_count(y, a, key, 1u << 30, &usual) ||
            !slp_yaml_count(y, b, key, 1u << 30, &full))
            return false;
    } else if (node) {
        if (!slp_yaml_count(y, node, key, 1u << 30, &usual)) return false;
        full = usual;
    }
    *to = (slp_size){(size_t)usual, (size_t)full};
    if (usual == 0 || full == 0) return slp_yaml_refuse(y, node, key, "wants at least 1");
    return true;
}

/* What the source itself ran: {steps: n, samples: n}, either or both. */
static bool paper(slp_yaml *y, yaml_node_t *experiment, slp_experiment *e)
{
    static const char *const keys[] = {"steps", "samples", NULL};
    yaml_node_t *node = slp_yaml_get(y, experiment, "paper");
    size_t *to[] = {&e->paper_steps, &e->paper_samples};
    if (!node) return true;
    if (!slp_yaml_mapping(y, node, "paper", keys)) return false;
    for (size_t k = 0; keys[k]; k++) {
        yaml_node_t *at = slp_yaml_get(y, node, keys[k]);
        uint64_t count = 0;
        if (!at) continue;
        if (!slp_yaml_count(y, at, keys[k], 1u << 30, &count)) return false;
        if (count == 0) return slp_yaml_refuse(y, at, keys[k], "wants at least 1");
        *to[k] = (size_t)count;
    }
    return e->paper_steps || e->paper_samples ||
           slp_yaml_refuse(y, node, "paper",
                           "wants `steps`, `samples` or both, of the source's own run");
}

static bool noise(slp_yaml *y, yaml_node_t *node, slp_experiment *e)
{
    yaml_node_t *kind = slp_yaml_get(y, node, "noise"), *ell = slp_yaml_get(y, node, "truncation");
    e->ell = 2;
    if (kind) {
        const char *word = slp_yaml_scalar(y, kind, "noise");
        if (!word) return false;
        e->wiener = strcmp(word, "wiener") == 0;
        if (!e->wiener && strcmp(word, "none") != 0)
            return slp_yaml_refuse(y, kind, "noise", "is one of: none wiener");
    }
    if (!ell) return true;
    return slp_yaml_number(y, ell, "truncation", &e->ell) &&
           (e->ell >= 0 ||
            slp_yaml_refuse(y, ell, "truncation", "wants at least 0, which is none"));
}

/* The scheme of that name.  If there is none, e->missing is the name, and slp_claim_read refuses it
 * unless the claim awaits it. */
static void find_scheme(slp_yaml *y, slp_experiment *e, const char *name, const yaml_node_t *node)
{
    e->scheme = slp_scheme_find(name);
    if (e->scheme) return;
    e->missing = slp_yaml_copy(y, name);
    e->missing_line = slp_yaml_line(node);
}

/* By its name, or by its word in text and the algebra among the parameters. */
static const slp_system *system_of(slp_yaml *y, yaml_node_t *node, const char *name)
{
    const slp_system *found = slp_system_find(name), *member;
    yaml_node_t *params = slp_yaml_get(y, node, "parameters");
    yaml_node_t *algebra =
        params && params->type == YAML_MAPPING_NODE ? slp_yaml_get(y, params, "algebra") : NULL;
    const char *word = algebra && algebra->type == YAML_SCALAR_NODE
                           ? (const char *)algebra->data.scalar.value
                           : "";
    for (size_t i = 0; !found && (member = slp_system_of_word(name, i)); i++)
        if (strcmp(slp_algebra_kind_of(member->algebra)->word, word) == 0) found = member;
    return found;
}

static bool pair(slp_yaml *y, yaml_node_t *node, slp_experiment *e)
{
    yaml_node_t *system = slp_yaml_need(y, node, "system", "`slp list systems` shows them");
    yaml_node_t *scheme =
        system ? slp_yaml_need(y, node, "scheme", "`slp list schemes` shows them") : NULL;
    const char *s = scheme ? slp_yaml_scalar(y, system, "system") : NULL;
    const bool port = s && scheme->type == YAML_MAPPING_NODE;
    const char *t = port ? slp_scheme_own.name : s ? slp_yaml_scalar(y, scheme, "scheme") : NULL;
    const char *why = "";
    if (!t || (port && !slp_claim_read_port(y, scheme, e))) return false;
    if (!(e->system = system_of(y, node, s)))
        return slp_yaml_refuse(y, system, "system",
                               slp_system_of_word(s, 0)
                                   ? "%.40s is on several algebras: give `algebra` among the "
                                     "parameters, one of " SLP_ALGEBRA_WORDS
                                   : "unknown system %.40s: see `slp list systems`",
                               s);
    find_scheme(y, e, t, scheme);
    return e->missing || slp_pair_makes_sense(e->system, e->scheme, &why) ||
           slp_yaml_refuse(y, scheme, "scheme", "%s", why);
}

/* Numbers, a way of drawing them, or {preset: NAME}. */
static bool state_of(slp_yaml *y, yaml_node_t *node, slp_experiment *e)
{
    static const char *const keys[] = {"preset", NULL};
    yaml_node_t *name = node->type == YAML_MAPPING_NODE ? slp_yaml_get(y, node, keys[0]) : NULL;
    if (!name) return origin(y, node, "state", true, NULL, &e->state);
    return slp_yaml_mapping(y, node, "state", keys) &&
           slp_claim_read_preset(y, name, e->system, &e->state);
}

/* The scheme of e; if the program has it not, one that fits the system. */
static const slp_scheme *any_scheme(const slp_experiment *e)
{
    const slp_scheme *scheme = e->scheme;
    const char *why;
    for (size_t i = 0; !scheme && slp_scheme_at(i); i++)
        if (slp_pair_makes_sense(e->system, slp_scheme_at(i), &why)) scheme = slp_scheme_at(i);
    return scheme;
}

bool slp_claim_read_experiment(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part)
{
    static const char *const keys[] = {"name",  "system",    "scheme",  "parameters", "h",
                                       "state", "steps",     "samples", "noise",      "truncation",
                                       "seed",  "precision", "paper",   NULL};
    slp_experiment *e = part;
    (void)claim;
    e->line = slp_yaml_line(node);
    e->seed = 1;
    if (!slp_yaml_mapping(y, node, "experiments", keys) ||
        !slp_yaml_name(y, node, "name", &e->name) || !pair(y, node, e))
        return false;
    yaml_node_t *params = slp_yaml_get(y, node, "parameters");
    yaml_node_t *h = slp_yaml_need(y, node, "h", "the step size");
    yaml_node_t *state =
        h ? slp_yaml_need(y, node, "state", "the initial state, or how to draw it") : NULL;
    yaml_node_t *seed = slp_yaml_get(y, node, "seed"), *bits = slp_yaml_get(y, node, "precision");
    uint64_t precision = 256;
    if (!state || (params && !parameters(y, params, e)) || !origin(y, h, "h", false, NULL, &e->h) ||
        !state_of(y, state, e) || !size(y, node, "steps", &e->steps) ||
        !size(y, node, "samples", &e->samples) || !paper(y, node, e) || !noise(y, node, e) ||
        (seed && !slp_yaml_count(y, seed, "seed", UINT64_MAX, &e->seed)) ||
        (bits && !slp_yaml_count(y, bits, "precision", 4096, &precision)))
        return false;
    if (e->h.kind == SLP_ORIGIN_FIXED && e->h.count != 1)
        return slp_yaml_refuse(y, h, "h", "is one number");
    if (precision < 64) return slp_yaml_refuse(y, bits, "precision", "wants 64 to 4096 bits");
    e->precision = (long)precision;
    SLP_CLEARED(slp_case) c = {0};
    slp_error inner;
    memset(&inner, 0, sizeof inner);
    slp_experiment tried = *e;
    tried.scheme = any_scheme(e); /* what is checked does not depend on it */
    slp_status status = slp_experiment_case(&c, &tried, 0, 1, &inner);
    const bool quiet = c.M == 0;
    if (status == SLP_OK && e->wiener && quiet)
        return slp_yaml_refuse(y, slp_yaml_get(y, node, "noise"), "noise",
                               "there is none: %s has no noise with these parameters; write "
                               "`noise: none`, or give the parameters of a noise",
                               e->system->name);
    if (status == SLP_OK) return true;
    slp_error_set(y->err, inner.line ? inner.line : e->line, y->id,
                  inner.field[0] ? inner.field : "experiments", "%s", inner.text);
    return false;
}
