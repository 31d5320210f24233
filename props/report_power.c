/* What a run says of its own power: of each law that samples, the least chance with which an entry would have refused a subject whose
 * order is short by a quarter, and where.  Rounded down. */
#include "props/engine.h"

#include <math.h>

static const double enough = 0.99;

static bool tells(const prop_tally *tally, const prop_law *law)
{
    return tally->item.law == law && !*tally->label && tally->power > 0;
}

/* A line for the law whose first telling entry is `first`. */
static void law_line(FILE *out, const prop_tally *tallies, size_t count, const prop_tally *first)
{
    const prop_tally *least = first;
    size_t entries = 0, below = 0;
    for (size_t i = 0; i < count; i++) {
        if (!tells(tallies + i, first->item.law)) continue;
        entries++;
        below += !(tallies[i].power >= enough);
        if (tallies[i].power < least->power) least = tallies + i;
    }
    const prop_item *item = &least->item;
    fprintf(out, "power of %s against an order short by 1/4: at least %.4f (%s/%s %s), %zu pairs",
            item->law->name, floor(least->power * 1e4) / 1e4, item->system->name,
            item->scheme->name, item->subject->name, entries);
    if (below) fprintf(out, "; %zu below %g", below, enough);
    fputc('\n', out);
}

void prop_report_power(const prop_tally *tallies, size_t count, const prop_options *options)
{
    for (size_t i = 0; i < count; i++) {
        bool told = false;
        for (size_t j = 0; j < i; j++) told = told || tells(tallies + j, tallies[i].item.law);
        if (told || !tells(tallies + i, tallies[i].item.law)) continue;
        fputs(options->tap ? "# " : "", options->out);
        law_line(options->out, tallies, count, tallies + i);
    }
}
