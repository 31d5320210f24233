/* What a run says of its own power: of each statistical law, for each fault that it promises to see, the least chance with which an entry would have
 * refused it, and where.  Rounded down. */
#include "props/engine/engine.h"

#include <math.h>

static bool tells(const prop_tally *tally, const prop_law *law, int fault)
{
    return tally->item.law == law && !*tally->label && tally->power[fault] > 0;
}

/* A line for the fault of the law whose first telling entry is `first`. */
static void law_line(FILE *out, const prop_tally *tallies, size_t count, const prop_tally *first,
                     int fault)
{
    const prop_tally *least = first;
    size_t entries = 0;
    for (size_t i = 0; i < count; i++) {
        if (!tells(tallies + i, first->item.law, fault)) continue;
        entries++;
        if (tallies[i].power[fault] < least->power[fault]) least = tallies + i;
    }
    const prop_item *item = &least->item;
    fprintf(out, "power of %s against %s: at least %.4f (%s/%s %s), %zu %s", item->law->name,
            item->law->against[fault], fmin(floor(least->power[fault] * 1e4) / 1e4, 0.9999),
            item->system->name, item->scheme->name, item->subject->name, entries,
            item->law->noise ? "entries" : "pairs");
    fputc('\n', out);
}

void prop_report_power(const prop_tally *tallies, size_t count, const prop_options *options)
{
    for (size_t i = 0; i < count; i++)
        for (int fault = 0; fault < PROP_FAULTS; fault++) {
            const prop_law *law = tallies[i].item.law;
            bool told = !law->against[fault] || !tells(tallies + i, law, fault);
            for (size_t j = 0; j < i && !told; j++) told = tells(tallies + j, law, fault);
            if (told) continue;
            fputs(options->tap ? "# " : "", options->out);
            law_line(options->out, tallies, count, tallies + i, fault);
        }
}
