/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The items of a run: every law, on every pair to which it applies, with every subject that offers
 * the pair; and the regressions. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

void prop_counterexample_init(prop_counterexample *example)
{
    *example = (prop_counterexample){0};
    slp_case_init(&example->drawn);
    slp_case_init(&example->shrunk);
    slp_result_init(&example->r);
}

void prop_counterexample_clear(prop_counterexample *example)
{
    slp_case_clear(&example->drawn);
    slp_case_clear(&example->shrunk);
    slp_result_clear(&example->r);
}

static prop_item_result *push_result(prop_list *list)
{
    list->item_results = slp_one_more(list->item_results, list->count, sizeof *list->item_results);
    prop_item_result *item_result = list->item_results + list->count++;
    *item_result = (prop_item_result){.p_value = 1};
    prop_counterexample_init(&item_result->example);
    return item_result;
}

void prop_list_clear(prop_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        prop_counterexample_clear(&list->item_results[i].example);
    free(list->item_results);
    prop_regressions_clear(&list->regressions);
}

/* A pair can be checked if its system can be drawn and one of the two paths has it. */
static bool is_checkable(const slp_system *system, const slp_scheme *scheme)
{
    return slp_pair_makes_sense(system, scheme, NULL) && system->draw &&
           (prop_subject_ref.has(&prop_subject_ref, system, scheme) ||
            prop_subject_fast.has(&prop_subject_fast, system, scheme));
}

/* A path of this project must offer every pair that the other path offers. */
static bool misses_pair(const prop_subject *subject, const slp_system *system,
                        const slp_scheme *scheme)
{
    return subject->complete && is_checkable(system, scheme) &&
           !subject->has(subject, system, scheme);
}

static bool matches_filter(const char *filter, const char *name)
{
    return !filter || strcmp(filter, name) == 0;
}

/* Whether the run tests a path of this project.  Only then are laws about the noise
 * (oracle/contract/noise/noise.h) tried: they say nothing about a port. */
static bool tests_own_path(const prop_options *options)
{
    for (size_t i = 0; options->subjects[i]; i++)
        if (options->subjects[i]->complete) return true;
    return false;
}

static void push_pair(prop_list *list, const prop_options *options, const prop_law *law,
                      const slp_system *system, const slp_scheme *scheme)
{
    bool control;
    if (!prop_law_concerns(&control, law, system, scheme)) return;
    if (law->applies.subjects == PROP_LAW_NOISE) {
        if (tests_own_path(options) && prop_subject_noise.has(&prop_subject_noise, system, scheme))
            push_result(list)->item = (prop_item){
                .law = law, .system = system, .scheme = scheme, .subject = &prop_subject_noise};
        return;
    }
    for (size_t i = 0; options->subjects[i]; i++) {
        const prop_subject *subject = options->subjects[i];
        bool lacks = misses_pair(subject, system, scheme);
        if (!prop_law_asks(law, subject)) continue;
        if (!lacks && !subject->has(subject, system, scheme)) continue;
        const prop_item item = {.law = law,
                                .system = system,
                                .scheme = scheme,
                                .subject = subject,
                                .control = control,
                                .missing = lacks,
                                .least = options->choice.least,
                                .most = options->choice.most};
        if (prop_has_size(&item)) push_result(list)->item = item;
    }
}

/* Whether the law is tried on the pair.  A quick run leaves laws out.  A statistical law, and a
 * costly one of the reference alone, cannot try less than one case.  So below multiplier 1 the
 * first is tried on that share of the pairs, chosen by the seed, and the second on twice that
 * share; of the pairs that `seldom` or `halved` concern, on a smaller share.  If the options name a
 * law or a scheme, it is tried on all. */
static bool is_tried_on(const prop_options *options, const prop_law *law, const slp_system *system,
                        const slp_scheme *scheme)
{
    if (options->quick && prop_quick_leaves_out(law)) return false;
    const bool seldom = law->effort.seldom && scheme->order > 2;
    const unsigned one_in = seldom                                 ? law->effort.seldom
                            : law->effort.halved & system->algebra ? 2
                                                                   : 1;
    const bool proofs = law->effort.costly && law->applies.subjects == PROP_LAW_REFERENCE;
    const double share = options->multiplier * (proofs ? 2 : 1) / one_in;
    if (!(law->statistics.decides || proofs) || share >= 1 || options->law ||
        options->choice.scheme || options->choice.count)
        return true;
    slp_draw lot;
    uint64_t pair = 0;
    for (const char *name = system->name; *name; name++) pair = 31 * pair + (unsigned char)*name;
    for (const char *name = scheme->name; *name; name++) pair = 31 * pair + (unsigned char)*name;
    slp_draw_init(&lot, options->seed, pair);
    return slp_draw_uniform(&lot) < share;
}

void prop_add_pairs(prop_list *list, const prop_options *options)
{
    const slp_system *system;
    const slp_scheme *scheme;
    for (size_t l = 0; prop_law_registry[l]; l++)
        for (size_t s = 0; (system = slp_system_at(s)); s++)
            for (size_t k = 0; (scheme = slp_scheme_at(k)); k++)
                if (matches_filter(options->law, prop_law_registry[l]->name) &&
                    slp_pair_is_chosen(&options->choice, system, scheme) &&
                    is_checkable(system, scheme) &&
                    is_tried_on(options, prop_law_registry[l], system, scheme))
                    push_pair(list, options, prop_law_registry[l], system, scheme);
}

void prop_report_left_out(const prop_options *options)
{
    const prop_law *law;
    for (size_t l = 0; (law = prop_law_registry[l]); l++) {
        size_t all = 0, left = 0, small = 0;
        const slp_system *system;
        const slp_scheme *scheme;
        bool control;
        for (size_t s = 0; matches_filter(options->law, law->name) && (system = slp_system_at(s));
             s++)
            for (size_t k = 0; (scheme = slp_scheme_at(k)); k++) {
                if (!slp_pair_is_chosen(&options->choice, system, scheme) ||
                    !is_checkable(system, scheme))
                    continue;
                if (!prop_law_concerns(&control, law, system, scheme) ||
                    law->applies.subjects == PROP_LAW_NOISE)
                    continue;
                all++, left += !is_tried_on(options, law, system, scheme);
                const prop_item item = {.law = law,
                                        .system = system,
                                        .scheme = scheme,
                                        .subject = options->subjects[0],
                                        .control = control,
                                        .least = options->choice.least,
                                        .most = options->choice.most};
                small += !prop_has_size(&item);
            }
        if (small && !(options->quick && prop_quick_leaves_out(law)))
            fprintf(options->out,
                    "%s%s is not applied to %zu of %zu pairs: it takes smaller cases than --size "
                    "says\n",
                    options->tap ? "# " : "", law->name, small, all);
        if (left && !(options->quick && prop_quick_leaves_out(law)))
            fprintf(options->out,
                    "%s%s is not applied to %zu of %zu pairs at this multiplier; --law %s applies "
                    "it to all\n",
                    options->tap ? "# " : "", law->name, left, all, law->name);
    }
}

void prop_add_regressions(prop_list *list, const prop_options *options)
{
    for (size_t r = 0; r < list->regressions.count; r++) {
        const slp_case *c = list->regressions.cases + r;
        const prop_law *law = list->regressions.laws[r];
        bool control;
        if (!prop_law_concerns(&control, law, c->system, c->scheme) ||
            law->applies.subjects == PROP_LAW_NOISE)
            continue;
        if (!matches_filter(options->law, law->name) ||
            !slp_pair_is_chosen(&options->choice, c->system, c->scheme))
            continue;
        for (size_t i = 0; options->subjects[i]; i++) {
            const prop_subject *subject = options->subjects[i];
            if (!prop_law_asks(law, subject)) continue;
            if (subject->arithmetic || !subject->has(subject, c->system, c->scheme)) continue;
            prop_item_result *item_result = push_result(list);
            item_result->item = (prop_item){.law = law,
                                            .system = c->system,
                                            .scheme = c->scheme,
                                            .subject = subject,
                                            .control = control};
            snprintf(item_result->label, sizeof item_result->label, "%s", c->id);
        }
    }
}
