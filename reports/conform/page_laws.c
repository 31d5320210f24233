/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of the page about laws, about what was left out, and about the run. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/markdown/markdown.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- Laws ---------------------------------------------------------------------------------- */

typedef struct law_sum {
    long long held, seen, fallen, not_offered, checked, skipped;
    double worst, least, power; /* of laws that must hold; that must break; the least power */
} law_sum;

static law_sum sum_of(const json_t *rows, const char *law)
{
    law_sum sum = {.worst = -1, .least = -1, .power = -1};
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *verdict = report_text(row, "verdict");
        const json_t *worst = conform_in(row, "worst"), *power = conform_in(row, "power");
        if (strcmp(report_text(row, "law"), law) != 0) continue;
        sum.held += strcmp(verdict, "held") == 0;
        sum.seen += strcmp(verdict, "seen broken") == 0;
        sum.not_offered += strcmp(verdict, "not offered") == 0 || strcmp(verdict, "no power") == 0;
        sum.fallen += conform_fell(verdict);
        sum.checked += conform_number(row, "checked");
        sum.skipped += conform_number(row, "skipped");
        if (json_is_number(power) && (sum.power < 0 || json_number_value(power) < sum.power))
            sum.power = json_number_value(power);
        if (!json_is_number(worst)) continue;
        const double margin = json_number_value(worst);
        if (json_is_true(conform_in(row, "keeps"))) {
            if (margin > sum.worst) sum.worst = margin;
        } else if (sum.least < 0 || margin < sum.least) {
            sum.least = margin;
        }
    }
    return sum;
}

static void positive(FILE *to, double value, const char *format)
{
    if (value < 0)
        fputs(" – |", to);
    else
        fprintf(to, format, value);
}

void conform_write_laws(FILE *to, const json_t *document)
{
    const json_t *rows = conform_in(conform_in(document, "statement"), "laws");
    const char *law;
    json_t *unused, *laws = conform_names(rows, "law");
    fputs("## Laws\n\n", to);
    if (json_array_size(rows) == 0) fputs("No law was asked.\n\n", to);
    if (json_array_size(rows) > 0)
        fputs("Table: Each law over all pairs; margins in units of what rounding allows: at most 1 "
              "where the law holds, at least 1024 where it must be seen broken; power is the least "
              "chance of refusing a fault, of laws that sample\n\n"
              "| Law | Held | Seen broken | Fell short | Not offered or no power | Cases checked | "
              "Skipped | "
              "Largest margin held | Least margin broken | Least power |\n"
              "|---|---|---|---|---|---|---|---|---|---|\n",
              to);
    json_object_foreach(laws, law, unused)
    {
        const law_sum sum = sum_of(rows, law);
        fputc('|', to);
        conform_cell(to, law);
        fprintf(to, " %lld | %lld | %lld | %lld | %lld | %lld |", sum.held, sum.seen, sum.fallen,
                sum.not_offered, sum.checked, sum.skipped);
        positive(to, sum.worst, " %.3g |");
        positive(to, sum.least, " %.3g |");
        positive(to, sum.power, " %.4f |");
        fputc('\n', to);
    }
    fputc('\n', to);
    json_decref(laws);
}

static void real_cell(FILE *to, const json_t *value)
{
    char text[32] = "–";
    if (json_is_number(value)) conform_real(text, value);
    conform_cell(to, text);
}

void conform_write_rows(FILE *to, const json_t *document)
{
    size_t i;
    const json_t *row;
    fputs("Table: The rows of `slp check`\n\n"
          "| Law | Pair | Verdict | Checked | Skipped | Failed | Margin | Limit | Power | Power "
          "against a wrong limit |\n|---|---|---|---|---|---|---|---|---|---|\n",
          to);
    json_array_foreach(conform_in(conform_in(document, "statement"), "laws"), i, row)
    {
        fputc('|', to);
        conform_cell(to, report_text(row, "law"));
        conform_pair_cell(to, row);
        fprintf(to, " **%s** | %lld | %lld | %lld |", report_text(row, "verdict"),
                conform_number(row, "checked"), conform_number(row, "skipped"),
                conform_number(row, "failed"));
        real_cell(to, conform_in(row, "worst"));
        fprintf(to, " %s %.4g |", json_is_true(conform_in(row, "keeps")) ? "≤" : "≥",
                json_number_value(conform_in(row, "limit")));
        real_cell(to, conform_in(row, "power"));
        real_cell(to, conform_in(row, "power_limit"));
        fputc('\n', to);
    }
    fputc('\n', to);
}

/* ---- Skips, classes, the run --------------------------------------------------------------- */

void conform_write_skips(FILE *to, const json_t *document)
{
    const json_t *pairs = conform_in(conform_in(document, "statement"), "pairs"), *pair, *skip;
    json_t *sums = json_object(), *sum;
    const char *reason;
    size_t i, k;
    json_array_foreach(pairs, i, pair) json_array_foreach(conform_in(pair, "skips"), k, skip)
    {
        reason = report_text(skip, "reason");
        sum = json_object_get(sums, reason);
        if (!sum) {
            sum = json_pack("{s:i, s:i, s:s}", "pairs", 0, "cases", 0, "first",
                            report_text(skip, "first"));
            json_object_set_new(sums, reason, sum);
        }
        json_object_set_new(sum, "pairs", json_integer(conform_number(sum, "pairs") + 1));
        json_object_set_new(
            sum, "cases",
            json_integer(conform_number(sum, "cases") + conform_number(skip, "count")));
    }
    fputs("## Left out\n\n", to);
    if (json_object_size(sums) == 0)
        fputs("Nothing: each case drawn was answered and judged.\n", to);
    else
        fputs("Table: Cases without a verdict on the port, by reason. not listed: the port's list "
              "leaves the pair out. declined: it answered error=unsupported. unable: the reference "
              "has no proof for the step. unreceived: no answer in time, which falls short\n\n"
              "| Reason | Pairs | Cases | First case |\n|---|---|---|---|\n",
              to);
    json_object_foreach(sums, reason, sum)
    {
        fputc('|', to);
        conform_cell(to, reason);
        fprintf(to, " %lld | %lld |", conform_number(sum, "pairs"), conform_number(sum, "cases"));
        conform_cell(to, *report_text(sum, "first") ? report_text(sum, "first") : "–");
        fputc('\n', to);
    }
    fputc('\n', to);
    json_decref(sums);
}

void conform_write_classes(FILE *to, const json_t *document)
{
    size_t i;
    const json_t *one, *list = conform_in(conform_in(document, "statement"), "classes");
    if (json_array_size(list) == 0) return;
    fputs("## Kinds of cases\n\nTable: Cases that the laws checked, by kind; one case can be of "
          "several\n\n| Kind | Cases |\n|---|---|\n",
          to);
    json_array_foreach(list, i, one)
    {
        fputc('|', to);
        conform_cell(to, report_text(one, "class"));
        fprintf(to, " %lld |\n", conform_number(one, "count"));
    }
    fputc('\n', to);
}

void conform_write_run(FILE *to, const json_t *document)
{
    const json_t *run = conform_in(document, "run"), *machine = conform_in(run, "machine");
    const json_t *seconds = conform_in(run, "seconds");
    fputs("## This run\n\nWhat differs from machine to machine and from day to day. It is not "
          "compared.\n\n- **Ended**: ",
          to);
    markdown_text(to, report_text(run, "ended"));
    if (json_is_number(seconds)) fprintf(to, ", after %.1f s", json_number_value(seconds));
    fputs("\n- **Processor**: ", to);
    markdown_text(to, report_text(machine, "processor"));
    fprintf(to, ", %lld of them\n- **System**: ", conform_number(machine, "processors"));
    markdown_text(to, report_text(machine, "system"));
    fprintf(to, "\n- **Cases in flight**: %lld", conform_number(run, "in_flight"));
    fputs("\n- **slp was compiled by**: ", to);
    markdown_text(to, report_text(run, "compiler"));
    fputs("\n\n", to);
}
