/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads measures, rules and figures of a claim, and the references between them. */
#include "reports/claims/language/read.h"
#include "reports/claims/experiment/balls.h"

#include <math.h>
#include <string.h>

bool slp_claim_read_reference(slp_yaml *y, yaml_node_t *node, const char *field,
                              const slp_claim *claim, slp_value_name *reference)
{
    const char *word = slp_yaml_scalar(y, node, field);
    if (!word) return false;
    const char *dot = strchr(word, '.');
    if (!dot) return slp_yaml_refuse(y, node, field, "wants MEASURE.VALUE, like drift.largest");
    for (size_t m = 0; m < claim->measures; m++) {
        const slp_measure *measure = &claim->measure[m];
        if (strlen(measure->name) != (size_t)(dot - word) ||
            strncmp(measure->name, word, (size_t)(dot - word)) != 0)
            continue;
        char all[160] = "";
        for (size_t v = 0; measure->quantity->values[v].name; v++) {
            const char *name = measure->quantity->values[v].name;
            if (strcmp(name, dot + 1) == 0) {
                *reference = (slp_value_name){m, v};
                return true;
            }
            if (strlen(all) + strlen(name) + 2 < sizeof all)
                strcat(strcat(all, v ? " " : ""), name);
        }
        return slp_yaml_refuse(y, node, field, "%s has no value %.40s; it has: %s",
                               measure->quantity->name, dot + 1, all);
    }
    return slp_yaml_refuse(y, node, field, "no measure of this claim is named %.*s",
                           (int)(dot - word > 40 ? 40 : dot - word), word);
}

/* The number of option k is one that its quantity can take. */
static bool in_range(slp_yaml *y, yaml_node_t *at, const slp_quantity *quantity, size_t k,
                     double number)
{
    const slp_option_range *r = &quantity->range[k];
    if (!(r->least < r->most) ||
        (number >= r->least && number <= r->most && (!r->whole || number <= floor(number))))
        return true;
    return slp_yaml_refuse(y, at, quantity->options[k].key, "wants a %snumber from %.12g to %.12g",
                           r->whole ? "whole " : "", r->least, r->most);
}

static bool options(slp_yaml *y, yaml_node_t *node, slp_measure *m)
{
    for (size_t k = 0; m->quantity->options[k].key; k++) {
        const slp_option_schema *schema = &m->quantity->options[k];
        yaml_node_t *at = slp_yaml_get(y, node, schema->key);
        m->number[k] = schema->preset;
        if (!at && schema->required)
            return slp_yaml_refuse(y, node, schema->key, "is missing: %s", schema->about);
        if (!at) continue;
        if (!schema->word) {
            if (!slp_yaml_number(y, at, schema->key, &m->number[k]) ||
                !in_range(y, at, m->quantity, k, m->number[k]))
                return false;
            continue;
        }
        const char *word = slp_yaml_scalar(y, at, schema->key);
        if (!word) return false;
        if (m->quantity->words[k] && slp_word_index(m->quantity->words[k], word) < 0)
            return slp_yaml_refuse(y, at, schema->key, "is one of: %s", m->quantity->words[k]);
        m->word[k] = slp_yaml_copy(y, word);
    }
    return true;
}

bool slp_claim_read_measure(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part)
{
    slp_measure *m = part;
    const char *keys[4 + SLP_QUANTITY_OPTIONS] = {"name", "quantity", "experiment", NULL};
    m->line = slp_yaml_line(node);
    yaml_node_t *quantity = slp_yaml_need(y, node, "quantity", "`slp list quantities` shows them");
    const char *name = quantity ? slp_yaml_scalar(y, quantity, "quantity") : NULL;
    if (!name) return false;
    if (!(m->quantity = slp_quantity_find(name)))
        return slp_yaml_refuse(y, quantity, "quantity",
                               "unknown quantity %.40s: see `slp list quantities`", name);
    for (size_t k = 0; m->quantity->options[k].key; k++) {
        keys[3 + k] = m->quantity->options[k].key;
        keys[4 + k] = NULL;
    }
    if (!slp_yaml_mapping(y, node, "measures", keys) || !slp_yaml_name(y, node, "name", &m->name))
        return false;
    yaml_node_t *on = slp_yaml_need(y, node, "experiment", "the name of an experiment above");
    const char *which = on ? slp_yaml_scalar(y, on, "experiment") : NULL;
    if (!which) return false;
    while (m->experiment < claim->experiments &&
           strcmp(claim->experiment[m->experiment].name, which) != 0)
        m->experiment++;
    if (m->experiment == claim->experiments)
        return slp_yaml_refuse(y, on, "experiment", "no experiment of this claim is named %.40s",
                               which);
    return options(y, node, m);
}

/* bound: a number, a list of two for between, or {value: MEASURE.VALUE, times: number}. */
static bool bound(slp_yaml *y, yaml_node_t *node, const slp_claim *claim, slp_condition *c)
{
    static const char *const keys[] = {"value", "times", NULL};
    yaml_node_t *at = slp_yaml_get(y, node, "bound");
    if (c->is == SLP_IS_EXCLUDES_ZERO)
        return !at || slp_yaml_refuse(y, at, "bound", "excludes-zero needs none: remove it");
    if (!at) return slp_yaml_refuse(y, node, "bound", "is missing: the number to compare with");
    if (c->is == SLP_IS_BETWEEN) {
        size_t count;
        return slp_yaml_sequence(y, at, "bound", 2, 2, &count) &&
               slp_yaml_number(y, slp_yaml_item(y, at, 0), "bound", &c->low) &&
               slp_yaml_number(y, slp_yaml_item(y, at, 1), "bound", &c->high) &&
               (c->low <= c->high || slp_yaml_refuse(y, at, "bound", "write [low, high]"));
    }
    if (at->type == YAML_MAPPING_NODE) {
        yaml_node_t *value, *times;
        c->bound_is_value = true;
        c->low = 1;
        if (c->is == SLP_IS_EQUAL)
            return slp_yaml_refuse(y, at, "bound",
                                   "equals is for counts: an interval never equals another "
                                   "measured one for certain; use at-most and at-least");
        if (!slp_yaml_mapping(y, at, "bound", keys) ||
            !(value = slp_yaml_need(y, at, "value", "MEASURE.VALUE")) ||
            !slp_claim_read_reference(y, value, "bound", claim, &c->bound) ||
            ((times = slp_yaml_get(y, at, "times")) &&
             !slp_yaml_number(y, times, "times", &c->low)))
            return false;
        if (c->low <= 0) return slp_yaml_refuse(y, at, "times", "wants a positive factor");
    } else if (!slp_yaml_number(y, at, "bound", &c->low))
        return false;
    c->high = c->low;
    if (c->is == SLP_IS_ZERO_WITHIN && c->low <= 0)
        return slp_yaml_refuse(y, at, "bound", "zero-within wants a positive bound");
    return true;
}

static bool condition(slp_yaml *y, yaml_node_t *node, const slp_claim *claim, slp_condition *c)
{
    static const char *const keys[] = {"value", "is", "bound", NULL};
    c->line = slp_yaml_line(node);
    if (!slp_yaml_mapping(y, node, "when", keys)) return false;
    yaml_node_t *value = slp_yaml_need(y, node, "value", "MEASURE.VALUE");
    if (!value || !slp_claim_read_reference(y, value, "value", claim, &c->of)) return false;
    yaml_node_t *is = slp_yaml_need(y, node, "is", "a predicate, like below or excludes-zero");
    const char *word = is ? slp_yaml_scalar(y, is, "is") : NULL;
    if (!word) return false;
    char all[160] = "";
    for (c->is = 0; c->is < SLP_PREDICATES; c->is++) {
        if (strcmp(slp_predicate_word(c->is), word) == 0) return bound(y, node, claim, c);
        strcat(strcat(all, c->is ? " " : ""), slp_predicate_word(c->is));
    }
    return slp_yaml_refuse(y, is, "is", "unknown predicate %.40s; there are: %s", word, all);
}

/* The verdict under key; false if refused.  A mapping without the key leaves *verdict. */
static bool read_verdict(slp_yaml *y, yaml_node_t *node, const char *key,
                         slp_claim_verdict *verdict)
{
    yaml_node_t *at = slp_yaml_get(y, node, key);
    const char *word = at ? slp_yaml_scalar(y, at, key) : NULL;
    if (!word) return !at;
    *verdict = SLP_CONFIRMED;
    while (*verdict < SLP_INCONCLUSIVE && strcmp(slp_claim_verdict_word(*verdict), word) != 0)
        ++*verdict;
    return *verdict < SLP_INCONCLUSIVE ||
           slp_yaml_refuse(y, at, key,
                           "is one of: confirmed refuted qualified underspecified finding "
                           "(inconclusive, preliminary and not run follow by themselves)");
}

/* A finding is of ours, so a claim has either verdicts or findings. */
static bool one_kind(slp_yaml *y, yaml_node_t *node, const slp_claim *claim, const slp_rule *rule)
{
    const bool finding = rule->verdict == SLP_FINDING;
    if (rule > claim->rule && (claim->rule->verdict == SLP_FINDING) != finding)
        return slp_yaml_refuse(y, slp_yaml_get(y, node, "verdict"), "verdict",
                               "a finding is no verdict on a claim: write `finding` in all rules, "
                               "or in none");
    return finding == (rule->meant == SLP_FINDING) ||
           slp_yaml_refuse(y, slp_yaml_get(y, node, "meant"), "meant",
                           "a finding is no verdict on a claim: remove it");
}

bool slp_claim_read_rule(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part)
{
    slp_rule *rule = part;
    static const char *const keys[] = {"verdict", "meant", "when", "because", "restriction", NULL};
    rule->line = slp_yaml_line(node);
    if (!slp_yaml_mapping(y, node, "decide", keys)) return false;
    yaml_node_t *verdict =
        slp_yaml_need(y, node, "verdict", "what follows when all of `when` holds");
    if (!verdict || !read_verdict(y, node, "verdict", &rule->verdict)) return false;
    rule->meant = rule->verdict;
    if (!read_verdict(y, node, "meant", &rule->meant) || !one_kind(y, node, claim, rule))
        return false;
    if (!slp_yaml_text(y, node, "because", true, &rule->because) ||
        !slp_yaml_text(y, node, "restriction", rule->verdict == SLP_QUALIFIED, &rule->restriction))
        return false;
    if (rule->verdict == SLP_UNDERSPECIFIED && claim->unprinteds == 0)
        return slp_yaml_refuse(
            y, verdict, "verdict",
            "underspecified needs `unprinted`: what is missing, what was chosen");
    yaml_node_t *list =
        slp_yaml_need(y, node, "when", "a verdict without a condition is an opinion");
    size_t count;
    if (!list || !slp_yaml_sequence(y, list, "when", 1, SLP_CLAIM_PARTS, &count)) return false;
    rule->when = slp_yaml_room(y, count, sizeof *rule->when);
    for (rule->conditions = 0; rule->conditions < count; rule->conditions++)
        if (!condition(y, slp_yaml_item(y, list, rule->conditions), claim,
                       &rule->when[rule->conditions]))
            return false;
    size_t never = slp_rule_contradiction(rule);
    return never == count ||
           slp_yaml_refuse(y, slp_yaml_item(y, list, never), "when",
                           "no number meets this and the conditions before it on the same value: "
                           "the rule could never hold");
}

enum { TITLE = 50 }; /* letters; a longer one does not fit over a figure */

static size_t letters_of(const char *text)
{
    size_t letters = 0;
    for (const char *c = text; *c; c++) letters += ((unsigned char)*c & 0xc0) != 0x80;
    return letters;
}

static bool figure_title(slp_yaml *y, yaml_node_t *node, char **title)
{
    if (!slp_yaml_text(y, node, "title", false, title)) return false;
    const size_t letters = letters_of(*title ? *title : "");
    return letters <= TITLE ||
           slp_yaml_refuse(y, slp_yaml_get(y, node, "title"), "title",
                           "has %zu letters: at most %d fit over a figure", letters, TITLE);
}

/* `legend`: words for each of the measures that are drawn. */
static bool figure_legend(slp_yaml *y, yaml_node_t *node, slp_claim_figure *f)
{
    size_t count;
    yaml_node_t *list = slp_yaml_get(y, node, "legend");
    if (!list) return true;
    if (!slp_yaml_sequence(y, list, "legend", f->draws, f->draws, &count)) return false;
    f->legend = slp_yaml_room(y, count, sizeof *f->legend);
    for (size_t k = 0; k < count; k++) {
        yaml_node_t *item = slp_yaml_item(y, list, k);
        const char *words = slp_yaml_scalar(y, item, "legend");
        if (!words) return false;
        const size_t letters = letters_of(words);
        if (letters > TITLE)
            return slp_yaml_refuse(y, item, "legend",
                                   "has %zu letters: at most %d fit under a figure", letters,
                                   TITLE);
        f->legend[k] = slp_yaml_copy(y, words);
    }
    return true;
}

/* `slope`, one number or a list of two, in (0, 8]; 0 where the figure has none. */
static bool figure_slope(slp_yaml *y, yaml_node_t *node, double slope[2])
{
    yaml_node_t *list = slp_yaml_get(y, node, "slope");
    size_t count = 1;
    slope[0] = slope[1] = 0;
    if (!list) return true;
    const bool one = list->type == YAML_SCALAR_NODE;
    if (!one && !slp_yaml_sequence(y, list, "slope", 1, 2, &count)) return false;
    for (size_t k = 0; k < count; k++) {
        yaml_node_t *item = one ? list : slp_yaml_item(y, list, k);
        if (!slp_yaml_number(y, item, "slope", &slope[k])) return false;
        if (!(slope[k] > 0 && slope[k] <= 8))
            return slp_yaml_refuse(y, item, "slope",
                                   "must lie in (0, 8]: the order that the claim asserts");
    }
    return true;
}

bool slp_claim_read_figure(slp_yaml *y, yaml_node_t *node, slp_claim *claim, void *part)
{
    slp_claim_figure *f = part;
    static const char *const keys[] = {"name", "caption", "draw", "title", "slope", "legend", NULL};
    if (!slp_yaml_mapping(y, node, "figures", keys) || !slp_yaml_name(y, node, "name", &f->name) ||
        !slp_yaml_text(y, node, "caption", true, &f->caption) ||
        !figure_title(y, node, &f->title) || !figure_slope(y, node, f->slope))
        return false;
    yaml_node_t *list = slp_yaml_need(y, node, "draw", "the measures whose series to draw");
    size_t count;
    if (!list || !slp_yaml_sequence(y, list, "draw", 1, 4, &count)) return false;
    f->draw = slp_yaml_room(y, count, sizeof *f->draw);
    for (f->draws = 0; f->draws < count; f->draws++) {
        yaml_node_t *item = slp_yaml_item(y, list, f->draws);
        const char *word = slp_yaml_scalar(y, item, "draw");
        if (!word) return false;
        size_t m = 0;
        while (m < claim->measures && strcmp(claim->measure[m].name, word) != 0) m++;
        if (m == claim->measures)
            return slp_yaml_refuse(y, item, "draw", "no measure of this claim is named %.40s",
                                   word);
        f->draw[f->draws] = m;
    }
    return figure_legend(y, node, f);
}
