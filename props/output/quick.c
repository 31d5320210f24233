/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a quick run (options->quick) gives up, in words and numbers: laws that it does not apply,
 * and how likely one row finds a fault that few cases show. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

bool prop_quick_leaves_out(const prop_law *law)
{
    return law->statistics.decides || law->effort.costly;
}

/* Whether a whole run would apply the law to one of the subjects. */
static bool concerns_subjects(const prop_law *law, const prop_options *options)
{
    for (size_t i = 0; options->subjects[i]; i++) {
        const prop_subject *subject = options->subjects[i];
        if (law->applies.subjects == PROP_LAW_NOISE ? subject->complete
                                                    : prop_law_asks(law, subject))
            return true;
    }
    return false;
}

/* The names of the laws left out of one kind, after `words`; nothing if there are none. */
static void print_names(const char *words, bool statistical, const prop_options *options)
{
    const char *before = words;
    for (size_t l = 0; prop_law_registry[l]; l++) {
        const prop_law *law = prop_law_registry[l];
        if (!prop_quick_leaves_out(law) || law->statistics.decides != statistical) continue;
        if (!concerns_subjects(law, options)) continue;
        fprintf(options->out, "%s%s", before, law->name);
        before = ", ";
    }
    if (before != words) fputc('\n', options->out);
}

void prop_report_quick(const prop_options *options)
{
    const char *sign = options->tap ? "# " : "";
    char words[96];
    if (!options->quick) return;
    snprintf(words, sizeof words, "%squick: laws that sample are not applied: ", sign);
    print_names(words, true, options);
    snprintf(words, sizeof words, "%squick: laws of much work are not applied: ", sign);
    print_names(words, false, options);
}

static int compare(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

void prop_report_quick_power(const prop_item_result *item_results, size_t count,
                             const prop_options *options)
{
    size_t rows = 0, *checked = slp_allocate(count + 1, sizeof *checked);
    for (size_t i = 0; i < count; i++)
        if (!*item_results[i].label && item_results[i].checked > 0)
            checked[rows++] = item_results[i].checked;
    qsort(checked, rows, sizeof *checked, compare);
    if (options->quick && rows) {
        const size_t middle = checked[rows / 2];
        fprintf(options->out,
                "%squick: a row checked %zu cases or more, half of the rows %zu or more: so many "
                "find a fault that one case in 10 shows with chance %.2f and %.2f\n",
                options->tap ? "# " : "", checked[0], middle,
                floor(100 * (1 - pow(0.9, (double)checked[0]))) / 100,
                floor(100 * (1 - pow(0.9, (double)middle))) / 100);
    }
    free(checked);
}
