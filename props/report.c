/* What a run prints: the table, or TAP lines; counterexamples with the command that replays them; coverage. */
#include "props/engine.h"
#include "oracle/case_text.h"

#include <stdlib.h>
#include <string.h>

const char *prop_verdict_word(const prop_tally *tally)
{
    switch (prop_tally_verdict(tally)) {
    case PROP_PASSED:
        return tally->item.control ? "seen broken" : "held";
    case PROP_NOT_OFFERED:
        return *tally->label ? "skipped" : "not offered";
    case PROP_UNDECIDED:
        return "undecided";
    case PROP_FELL:
        break;
    }
    if (!tally->failed) return "NOTHING CHECKED";
    return tally->item.control ? "NOT SEEN BROKEN" : "FAILED";
}

static void name_of(char name[160], const prop_tally *tally)
{
    const prop_item *item = &tally->item;
    if (*tally->label)
        snprintf(name, 160, "regression %s %s", tally->label, item->subject->name);
    else
        snprintf(name, 160, "%s %s/%s %s", item->law->name, item->system->name, item->scheme->name,
                 item->subject->name);
}

/* The deciding number: the worst margin of a law that must hold, the least of one that must be seen to break. */
static double deciding(const prop_tally *tally)
{
    return tally->item.control ? tally->least : tally->worst;
}

/* Why it was not decided is worth a line. */
static bool without_decision(const prop_tally *tally)
{
    const prop_verdict verdict = prop_tally_verdict(tally);
    return verdict == PROP_UNDECIDED || (verdict == PROP_FELL && !tally->failed);
}

static void tap_line(FILE *out, const prop_tally *tally, size_t number)
{
    char name[160];
    prop_verdict verdict = prop_tally_verdict(tally);
    name_of(name, tally);
    const bool bad = verdict == PROP_FELL || verdict == PROP_UNDECIDED;
    fprintf(out, "%s %zu - %s%s", bad ? "not ok" : "ok", number, name,
            verdict == PROP_NOT_OFFERED ? " # SKIP\n" : "");
    if (verdict == PROP_NOT_OFFERED) return;
    fprintf(out, " (%s: %zu checked, %zu skipped, margin %.3g)\n", prop_verdict_word(tally),
            tally->checked, tally->skipped, deciding(tally));
}

static void table_line(FILE *out, const prop_tally *tally)
{
    const prop_item *item = &tally->item;
    char pair[96];
    snprintf(pair, sizeof pair, "%s/%s", item->system->name, item->scheme->name);
    fprintf(out, "%-12s %-38s %-6s %7zu %7zu %7zu ", item->law->name, pair, item->subject->name,
            tally->checked, tally->skipped, tally->failed);
    if (tally->checked)
        fprintf(out, "%9.3g", deciding(tally));
    else
        fprintf(out, "%9s", "-");
    fprintf(out, "  %s", prop_verdict_word(tally));
    if (tally->item.control && tally->order > 0) fprintf(out, ", order %d", tally->order);
    if (*tally->label) fprintf(out, " (regression %s)", tally->label);
    fputc('\n', out);
    if (without_decision(tally) && *tally->skip)
        slp_say(out, "             last skipped: %s\n", tally->skip);
}

void prop_report_table(const prop_tally *tallies, size_t count, const prop_options *options)
{
    FILE *out = options->out;
    if (options->tap) {
        fprintf(out, "1..%zu\n", count);
        for (size_t i = 0; i < count; i++) {
            tap_line(out, tallies + i, i + 1);
            if (without_decision(tallies + i))
                slp_say(out, "# last skipped: %s\n", tallies[i].skip);
        }
        return;
    }
    fprintf(out, "%-12s %-38s %-6s %7s %7s %7s %9s\n", "law", "pair", "by", "checked", "skipped",
            "failed", "margin");
    for (size_t i = 0; i < count; i++) table_line(out, tallies + i);
}

static void line(const prop_options *options, const char *what, const char *text)
{
    slp_say(options->out, "%s%-10s %s\n", options->tap ? "# " : "  ", what, text);
}

static void replay(const prop_options *options, const char *what, char *token)
{
    slp_say(options->out, "%s%-10s %s check --replay %s%s\n", options->tap ? "# " : "  ", what,
            options->program ? options->program : "slp", token,
            options->again ? options->again : "");
    free(token);
}

static void record(const prop_options *options, const slp_case *c)
{
    fprintf(options->out, "%s", options->tap ? "# " : "  ");
    slp_case_print(options->out, c);
}

void prop_report_example(const prop_counterexample *example, const prop_options *options)
{
    const prop_item *item = &example->item;
    if (!example->found) return;
    fprintf(options->out, "%s%s: %s on %s/%s by %s, margin %.3g\n", options->tap ? "# " : "",
            item->control ? "control" : "counterexample", item->law->name, item->system->name,
            item->scheme->name, item->subject->name, example->last.margin);
    line(options, "law", item->law->equation);
    line(options, "seen", example->last.note);
    if (item->missing) return;
    record(options, &example->shrunk);
    replay(options, "replay", prop_token_of_case(item, &example->shrunk));
    if (example->number != UINT64_MAX)
        replay(options, "as drawn", prop_token_of_number(item, example->seed, example->number));
}

void prop_report_coverage(const prop_tally *tallies, size_t count, const prop_options *options)
{
    const char *lead = options->tap ? "# " : "  ";
    fprintf(options->out, "%scases checked, by class\n", options->tap ? "# " : "");
    for (int k = 0; k < PROP_CLASS_COUNT; k++) {
        size_t hit = 0;
        for (size_t i = 0; i < count; i++) hit += tallies[i].classes[k];
        fprintf(options->out, "%s%8zu  %s%s\n", lead, hit, prop_class_about(k),
                hit || !prop_class_expected(k, options) ? "" : "   <- never drawn");
    }
}
