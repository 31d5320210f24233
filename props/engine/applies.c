/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Explains why no law of the options applies to their subjects, systems and schemes, and names the
 * laws that do apply. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

/* Whether the law applies to some pair that the options name. */
static bool speaks_of_some(const prop_law *law, const prop_options *options)
{
    const slp_system *system;
    const slp_scheme *scheme;
    bool control;
    for (size_t s = 0; (system = slp_system_at(s)); s++)
        for (size_t k = 0; (scheme = slp_scheme_at(k)); k++) {
            if (slp_pair_is_chosen(&options->choice, system, scheme) &&
                slp_pair_makes_sense(system, scheme, NULL) &&
                prop_law_concerns(&control, law, system, scheme))
                return true;
        }
    return false;
}

/* How many subjects there are, the certified ones, the paths of this project. */
static size_t count_subjects(size_t *certified, size_t *paths, const prop_options *options)
{
    size_t count = 0;
    *certified = *paths = 0;
    for (; options->subjects[count]; count++) {
        *certified += options->subjects[count]->certified;
        *paths += options->subjects[count]->complete;
    }
    return count;
}

static slp_status explain_none(slp_error *err, const prop_options *options)
{
    const prop_law *law = options->law ? prop_law_find(options->law) : NULL;
    size_t certified, paths, all = count_subjects(&certified, &paths, options);
    const char *who = paths == 0  ? "a port"
                      : all > 1   ? "the paths"
                      : certified ? "path ref"
                                  : "path fast";
    const slp_pair_choice *choice = &options->choice;
    const char *system = choice->system  ? choice->system
                         : choice->count ? "any system listed"
                                         : "any system";
    const char *scheme = choice->scheme  ? choice->scheme->name
                         : choice->count ? "its scheme"
                                         : "any scheme";
    if (!law)
        return slp_error_set(err, 0, NULL, NULL, "no law applies: %s has no pair of %s and %s", who,
                             system, scheme);
    if (law->applies.subjects == PROP_LAW_NOISE && paths == 0)
        return slp_error_set(err, 0, NULL, NULL,
                             "--law %s does not apply to %s: it tests the noise of this "
                             "program and asks no port; leave --port out",
                             law->name, who);
    if (law->applies.subjects == PROP_LAW_REFERENCE && certified == 0)
        return slp_error_set(err, 0, NULL, NULL,
                             "--law %s does not apply to %s: it needs tangents or enclosures, "
                             "which the reference alone has (--path ref)",
                             law->name, who);
    if (law->applies.subjects == PROP_LAW_COMPUTED && certified == all)
        return slp_error_set(err, 0, NULL, NULL,
                             "--law %s does not apply to %s: it takes many steps in binary64 "
                             "(--path fast or --port)",
                             law->name, who);
    if (!speaks_of_some(law, options))
        return slp_error_set(err, 0, NULL, NULL,
                             "--law %s does not apply: it says nothing of %s and %s", law->name,
                             system, scheme);
    return slp_error_set(err, 0, NULL, NULL,
                         "--law %s does not apply: %s has no pair of %s and %s that it speaks of",
                         law->name, who, system, scheme);
}

static bool applies(const prop_law *law, const prop_options *options)
{
    prop_options one = *options;
    prop_list list = {0};
    one.law = law->name;
    prop_add_pairs(&list, &one);
    const bool any = list.count > 0;
    prop_list_clear(&list);
    return any;
}

slp_status prop_applies(char **laws, const prop_list *list, const prop_options *options,
                        slp_error *err)
{
    slp_written names;
    *laws = NULL;
    if (list->count > 0) return SLP_OK;
    FILE *to = slp_written_begin(&names);
    for (size_t l = 0, told = 0; prop_law_registry[l]; l++)
        if (applies(prop_law_registry[l], options))
            fprintf(to, "%s%s", told++ ? ", " : "", prop_law_registry[l]->name);
    *laws = slp_written_end(&names);
    return explain_none(err, options);
}
