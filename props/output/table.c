/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Prints a run: the table, or TAP lines; counterexamples with the command that replays them;
 * coverage. */
#include "props/engine/engine.h"
#include "oracle/contract/number/number.h"

#include <math.h>
#include <stdlib.h>

const char *prop_verdict_word(const prop_item_result *item_result)
{
    switch (prop_item_verdict(item_result)) {
    case PROP_PASSED:
        return item_result->item.control ? "seen broken" : "held";
    case PROP_NOT_OFFERED:
        if (prop_has_no_power(item_result)) return "no power";
        return *item_result->label ? "skipped" : "not offered";
    case PROP_UNDECIDED:
        return "undecided";
    case PROP_LAW_FAILED:
        break;
    }
    if (!item_result->failed) return "NOTHING CHECKED";
    return item_result->item.control ? "NOT SEEN BROKEN" : "FAILED";
}

static void name_of(char name[160], const prop_item_result *item_result)
{
    const prop_item *item = &item_result->item;
    if (*item_result->label)
        snprintf(name, 160, "regression %s %s", item_result->label, item->subject->name);
    else
        snprintf(name, 160, "%s %s/%s %s", item->law->name, item->system->name, item->scheme->name,
                 item->subject->name);
}

/* The deciding number: the largest margin of a law that must hold, the least margin of a law that
 * must be seen broken. */
static double deciding_number(const prop_item_result *item_result)
{
    return item_result->item.control ? item_result->least : item_result->worst;
}

double prop_limit(const prop_item_result *item_result)
{
    return item_result->item.control ? PROP_CLEAR : 1;
}

/* Of a statistical law: the level of its p-values, and the power of what was checked, rounded down.
 */
static void print_statistics(FILE *out, const prop_item_result *item_result)
{
    const prop_law *law = item_result->item.law;
    if (!law->statistics.decides) return;
    if (item_result->item.level > 0) fprintf(out, ", level %.2g", item_result->item.level);
    for (int k = 0; k < PROP_FAULTS; k++)
        if (law->statistics.against[k] && item_result->power[k] > 0)
            fprintf(out, ", power %.4f against %s",
                    fmin(floor(item_result->power[k] * 1e4) / 1e4, 0.9999),
                    law->statistics.against[k]);
}

/* Why it was not decided is worth a line. */
static bool without_decision(const prop_item_result *item_result)
{
    const prop_verdict verdict = prop_item_verdict(item_result);
    return verdict == PROP_UNDECIDED || (verdict == PROP_LAW_FAILED && !item_result->failed);
}

static void tap_line(FILE *out, const prop_item_result *item_result, size_t number)
{
    char name[160];
    prop_verdict verdict = prop_item_verdict(item_result);
    name_of(name, item_result);
    const bool bad = verdict == PROP_LAW_FAILED || verdict == PROP_UNDECIDED;
    fprintf(out, "%s %zu - %s%s", bad ? "not ok" : "ok", number, name,
            verdict == PROP_NOT_OFFERED ? " # SKIP\n" : "");
    if (verdict == PROP_NOT_OFFERED) return;
    fprintf(out, " (%s: %zu checked, %zu skipped, margin %.3g, limit %s%g",
            prop_verdict_word(item_result), item_result->checked, item_result->skipped,
            deciding_number(item_result), item_result->item.control ? ">= " : "",
            prop_limit(item_result));
    print_statistics(out, item_result);
    fputs(")\n", out);
    if (without_decision(item_result)) slp_say(out, "# last skipped: %s\n", item_result->skip);
}

static void table_line(FILE *out, const prop_item_result *item_result)
{
    const prop_item *item = &item_result->item;
    char pair[96];
    snprintf(pair, sizeof pair, "%s/%s", item->system->name, item->scheme->name);
    fprintf(out, "%-12s %-38s %-6s %7zu %7zu %7zu ", item->law->name, pair, item->subject->name,
            item_result->checked, item_result->skipped, item_result->failed);
    if (item_result->checked)
        fprintf(out, "%9.3g", deciding_number(item_result));
    else
        fprintf(out, "%9s", "-");
    fprintf(out, " %s %4g  %s", item->control ? ">=" : "<=", prop_limit(item_result),
            prop_verdict_word(item_result));
    if (item->control && item_result->order > 0) fprintf(out, ", order %d", item_result->order);
    print_statistics(out, item_result);
    if (*item_result->label) fprintf(out, " (regression %s)", item_result->label);
    fputc('\n', out);
    if (without_decision(item_result) && *item_result->skip)
        slp_say(out, "             last skipped: %s\n", item_result->skip);
}

void prop_report_head(size_t count, const prop_options *options)
{
    if (options->tap)
        fprintf(options->out, "1..%zu\n", count);
    else
        fprintf(options->out, "%-12s %-38s %-6s %7s %7s %7s %9s %7s\n", "law", "pair", "by",
                "checked", "skipped", "failed", "margin", "limit");
}

void prop_report_rows(const prop_item_result *item_results, size_t from, size_t to,
                      const prop_options *options)
{
    for (size_t i = from; i < to; i++)
        if (options->tap)
            tap_line(options->out, item_results + i, i + 1);
        else
            table_line(options->out, item_results + i);
}

void prop_report_units(const prop_item_result *item_results, size_t count,
                       const prop_options *options)
{
    const char *lead = options->tap ? "# " : "";
    bool kept = false, broken = false, chance = false;
    for (size_t i = 0; i < count; i++) {
        const prop_item *item = &item_results[i].item;
        chance = chance || item->law->statistics.decides;
        kept = kept || (!item->control && !item->law->statistics.decides);
        broken = broken || item->control;
    }
    if (kept)
        fprintf(options->out,
                "%smargin: the worst residual over what rounding allows, of all cases drawn; it "
                "holds up to 1\n",
                lead);
    if (chance)
        fprintf(options->out,
                "%smargin of laws that sample: log of the least p-value over log of the level at "
                "which it is refused; it holds below 1\n",
                lead);
    if (broken)
        fprintf(options->out,
                "%smargin of laws that must be seen broken: the least of all cases drawn; from %g "
                "on that is seen\n",
                lead, PROP_CLEAR);
}

static void print_line(const prop_options *options, const char *what, const char *text)
{
    slp_say(options->out, "%s%-10s %s\n", options->tap ? "# " : "  ", what, text);
}

static void print_replay(const prop_options *options, const char *what, char *token)
{
    slp_say(options->out, "%s%-10s %s check --replay %s%s\n", options->tap ? "# " : "  ", what,
            options->program ? options->program : "slp", token,
            options->again ? options->again : "");
    free(token);
}

static void print_record(const prop_options *options, const slp_case *c)
{
    char *text = prop_record_of_case(c);
    fprintf(options->out, "%s%s\n", options->tap ? "# " : "  ", text);
    free(text);
}

/* The margins by their names: of the case as drawn, of the simpler one, of the table. */
static void print_margins(const prop_item_result *item_result, const prop_options *options)
{
    const prop_counterexample *example = &item_result->example;
    FILE *out = options->out;
    fprintf(out, ", margin %.3g", example->first.margin);
    if (example->number != UINT64_MAX) fputs(" as drawn", out);
    if (example->tried) fprintf(out, ", %.3g after shrinking", example->last.margin);
    if (item_result->checked > 1)
        fprintf(out, " (%s of the %zu cases checked: %.3g)",
                item_result->item.control ? "least" : "worst", item_result->checked,
                deciding_number(item_result));
    fputc('\n', out);
}

void prop_report_example(const prop_item_result *item_result, const prop_options *options)
{
    const prop_counterexample *example = &item_result->example;
    const prop_item *item = &example->item;
    if (!example->found) return;
    fprintf(options->out, "%s%s: %s on %s/%s by %s", options->tap ? "# " : "",
            item->control ? "control" : "counterexample", item->law->name, item->system->name,
            item->scheme->name, item->subject->name);
    print_margins(item_result, options);
    print_line(options, "law", item->law->equation);
    print_line(options, "seen", example->last.note);
    if (*example->hint) print_line(options, "hint", example->hint);
    if (item->missing) return;
    if (example->cut)
        fprintf(options->out,
                "%s%-10s cut off after %u candidates, which took all the work that it may take: a "
                "simpler case may fail too\n",
                options->tap ? "# " : "  ", "shrinking", example->tried);
    print_record(options, &example->shrunk);
    print_replay(options, "replay", prop_token_of_case(item, &example->shrunk));
    if (example->number != UINT64_MAX)
        print_replay(options, "as drawn",
                     prop_token_of_number(item, example->seed, example->number));
}

void prop_report_coverage(const prop_item_result *item_results, size_t count,
                          const prop_options *options)
{
    const char *lead = options->tap ? "# " : "  ";
    fprintf(options->out, "%scases checked, by class\n", options->tap ? "# " : "");
    for (int k = 0; k < PROP_CLASS_COUNT; k++) {
        size_t hit = 0;
        for (size_t i = 0; i < count; i++) hit += item_results[i].classes[k];
        fprintf(options->out, "%s%8zu  %s%s\n", lead, hit, prop_class_about(k),
                hit || !prop_class_expected(k, options) ? "" : "   <- never drawn");
    }
}
