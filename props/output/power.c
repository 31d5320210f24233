/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Prints the power of a run: for each statistical law and each fault that the law promises to find,
 * the least chance with which an entry would have refused that fault, and the entry.  Rounded
 * down. */
#include "props/engine/engine.h"

#include <math.h>

static bool has_power_against(const prop_item_result *item_result, const prop_law *law, int fault)
{
    return item_result->item.law == law && !*item_result->label && item_result->power[fault] > 0;
}

/* A line for one fault of the law; `first` is the first entry that has a power. */
static void law_line(FILE *out, const prop_item_result *item_results, size_t count,
                     const prop_item_result *first, int fault)
{
    const prop_item_result *least = first;
    size_t entries = 0;
    for (size_t i = 0; i < count; i++) {
        if (!has_power_against(item_results + i, first->item.law, fault)) continue;
        entries++;
        if (item_results[i].power[fault] < least->power[fault]) least = item_results + i;
    }
    const prop_item *item = &least->item;
    fprintf(out, "power of %s against %s: at least %.4f (%s/%s %s), %zu %s", item->law->name,
            item->law->statistics.against[fault],
            fmin(floor(least->power[fault] * 1e4) / 1e4, 0.9999), item->system->name,
            item->scheme->name, item->subject->name, entries,
            item->law->applies.subjects == PROP_LAW_NOISE ? "entries" : "pairs");
    fputc('\n', out);
}

void prop_report_power(const prop_item_result *item_results, size_t count,
                       const prop_options *options)
{
    for (size_t i = 0; i < count; i++)
        for (int fault = 0; fault < PROP_FAULTS; fault++) {
            const prop_law *law = item_results[i].item.law;
            bool told =
                !law->statistics.against[fault] || !has_power_against(item_results + i, law, fault);
            for (size_t j = 0; j < i && !told; j++)
                told = has_power_against(item_results + j, law, fault);
            if (told) continue;
            fputs(options->tap ? "# " : "", options->out);
            law_line(options->out, item_results, count, item_results + i, fault);
        }
}
