/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of the page about pairs: the sum, what was asked, capabilities, what fell short. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/markdown/markdown.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- Parts --------------------------------------------------------------------------------- */

static void counts_row(FILE *to, const char *head, const json_t *counts)
{
    const char *key, *between = "";
    json_t *count;
    fprintf(to, "- **%s**: ", head);
    json_object_foreach((json_t *)counts, key, count)
    {
        fprintf(to, "%s%lld %s", between, (long long)json_integer_value(count), key);
        between = ", ";
    }
    fputc('\n', to);
}

void conform_write_sum(FILE *to, const json_t *document)
{
    const json_t *result = conform_result(document), *worst = conform_in(result, "worst");
    char share[32], ratio[32], bound[32];
    counts_row(to, "Pairs", conform_in(result, "pairs"));
    counts_row(to, "Cases", conform_in(result, "cases"));
    counts_row(to, "Verdicts on cases", conform_in(result, "verdicts"));
    counts_row(to, "Laws, on each pair", conform_in(result, "laws"));
    if (json_is_object(worst)) {
        conform_real(share, conform_in(worst, "share"));
        conform_real(ratio, conform_in(worst, "ratio"));
        conform_real(bound, conform_in(worst, "bound"));
        fprintf(to, "- **Worst ratio**: %s of the bound (%s of %s), case ", share, ratio, bound);
        markdown_code(to, report_text(worst, "case"), false);
        fputc('\n', to);
    }
    const char *fault = report_text(conform_in(document, "statement"), "laws_fault");
    if (*fault) {
        fputs("- **No law could be asked**: ", to);
        markdown_text(to, fault);
        fputc('\n', to);
    }
    fputc('\n', to);
}

static void code_item(FILE *to, const char *head, const char *text)
{
    fprintf(to, "- **%s**: ", head);
    if (*text)
        markdown_code(to, text, false);
    else
        fputs("–", to);
    fputc('\n', to);
}

void conform_write_asked(FILE *to, const json_t *document)
{
    const json_t *statement = conform_in(document, "statement"),
                 *port = conform_in(statement, "port");
    const json_t *asked = conform_in(statement, "asked"),
                 *program = conform_in(statement, "program"), *one;
    const json_t *commands = conform_in(statement, "commands");
    size_t i;
    fputs("## What was asked\n\n", to);
    code_item(to, "Port", report_text(port, "command"));
    json_array_foreach(conform_in(port, "files"), i, one)
    {
        fputs("- **SHA-256 of a file of the command**: ", to);
        markdown_code(to, report_text(one, "name"), false);
        fputs(", ", to);
        markdown_code(to, report_text(one, "sha256"), false);
        fputc('\n', to);
    }
    json_array_foreach(conform_in(port, "about"), i, one)
    {
        fputs("- **It says of itself**: ", to);
        markdown_text(to, json_string_value(one));
        fputc('\n', to);
    }
    fprintf(to, "- **Its pairs**: %s\n",
            json_is_true(conform_in(port, "lists")) ? "it lists them; no other was asked"
                                                    : "it has no list; all pairs were asked");
    fprintf(to,
            "- **Drawn**: %lld cases for each pair, seed %s; a case may vary one of another pair, "
            "to which it then belongs\n",
            conform_number(asked, "count"), report_text(asked, "seed"));
    fprintf(to, "- **Laws**: %.3g times as many cases as a full check%s\n",
            json_number_value(conform_in(asked, "multiplier")),
            json_is_true(conform_in(asked, "quick"))
                ? "; without the laws that sample or are much work"
                : "");
    fprintf(to, "- **Program**: slp %s, build ", report_text(program, "version"));
    markdown_code(to, report_text(program, "build"), false);
    fputs("\n- **SHA-256 of this statement**: ", to);
    markdown_code(to, report_text(document, "sha256"), false);
    fputs("\n\n", to);
    conform_write_inputs(to, statement);
    fputs("The same statement again, its cases, its laws:\n\n", to);
    char *lines = NULL;
    size_t size;
    FILE *text = slp_need_room(open_memstream(&lines, &size));
    fprintf(text, "%s\n%s\n%s\n", report_text(commands, "statement"),
            report_text(commands, "cases"), report_text(commands, "laws"));
    fclose(text);
    markdown_block(to, slp_need_room(lines));
    free(lines);
    fputc('\n', to);
}

void conform_write_environment(FILE *to, const json_t *document)
{
    const json_t *port = conform_in(conform_in(document, "statement"), "port"), *one;
    const json_t *facts = conform_in(port, "environment");
    size_t i;
    fputs("## How its machine computes\n\n", to);
    if (json_array_size(facts) == 0) {
        fputs("The port answers no questions about single operations (the manual's page "
              "Environment).\n\n",
              to);
        return;
    }
    fputs("Table: Results of single operations, compared with models of machines\n\n"
          "| fact | verdict | found |\n|---|---|---|\n",
          to);
    json_array_foreach(facts, i, one)
    {
        fputs("| ", to);
        markdown_text(to, report_text(one, "fact"));
        fputs(" | ", to);
        markdown_text(to, report_text(one, "verdict"));
        fputs(" | ", to);
        markdown_text(to, report_text(one, "found"));
        fputs(" |\n", to);
    }
    fputc('\n', to);
}

static const json_t *find_pair(const json_t *pairs, const char *system, const char *scheme)
{
    size_t i;
    const json_t *pair;
    json_array_foreach(pairs, i,
                       pair) if (strcmp(report_text(pair, "system"), system) == 0 &&
                                 strcmp(report_text(pair, "scheme"), scheme) == 0) return pair;
    return NULL;
}

static void verdict_of_pair(FILE *to, const json_t *pair)
{
    char share[32];
    if (!pair) {
        fputs(" – |", to);
        return;
    }
    fprintf(to, " **%s**", report_text(pair, "verdict"));
    if (json_is_object(conform_in(pair, "worst"))) {
        conform_real(share, conform_in(conform_in(pair, "worst"), "share"));
        fprintf(to, " %s", share);
    }
    fputs(" |", to);
}

void conform_write_grid(FILE *to, const json_t *document)
{
    const json_t *pairs = conform_in(conform_in(document, "statement"), "pairs");
    const char *system, *scheme;
    json_t *unused, *systems = conform_names(pairs, "system"),
                    *schemes = conform_names(pairs, "scheme");
    fputs("## Capabilities\n\nTable: Each pair with its verdict and its worst ratio in units of "
          "the bound; – where the scheme makes no sense\n\n| Scheme |",
          to);
    json_object_foreach(systems, system, unused) conform_cell(to, system);
    fputs("\n|---|", to);
    for (size_t i = json_object_size(systems); i > 0; i--) fputs("---|", to);
    fputc('\n', to);
    json_object_foreach(schemes, scheme, unused)
    {
        const char *name;
        json_t *none;
        fputc('|', to);
        conform_cell(to, scheme);
        json_object_foreach(systems, name, none)
            verdict_of_pair(to, find_pair(pairs, name, scheme));
        fputc('\n', to);
    }
    fputc('\n', to);
    json_decref(systems);
    json_decref(schemes);
}

static void laws_words(FILE *to, const json_t *counts)
{
    const char *key, *between = " ";
    json_t *count;
    json_object_foreach((json_t *)counts, key, count)
    {
        if (json_integer_value(count) == 0) continue;
        fprintf(to, "%s%lld %s", between, (long long)json_integer_value(count), key);
        between = ", ";
    }
    fputs(" |", to);
}

void conform_write_pairs(FILE *to, const json_t *document)
{
    size_t i, rows = 0;
    const json_t *pair;
    json_array_foreach(conform_in(conform_in(document, "statement"), "pairs"), i, pair)
    {
        const json_t *cases = conform_in(pair, "cases"), *worst = conform_in(pair, "worst");
        char share[32] = "–", ratio[32] = "–", bound[32] = "–";
        if (conform_number(cases, "declined") == conform_number(cases, "drawn")) continue;
        if (rows++ == 0)
            fputs("Table: Pairs that were answered; the worst ratio, its bound, and the case that "
                  "has it\n\n| Pair | Verdict | Answered | Pass | Fall short | Worst, in units of "
                  "the bound | Ratio | Bound | Case | Laws |\n"
                  "|---|---|---|---|---|---|---|---|---|---|\n",
                  to);
        if (json_is_object(worst)) {
            conform_real(share, conform_in(worst, "share"));
            conform_real(ratio, conform_in(worst, "ratio"));
            conform_real(bound, conform_in(worst, "bound"));
        }
        const json_t *verdicts = conform_in(pair, "verdicts");
        fputc('|', to);
        conform_pair_cell(to, pair);
        fprintf(to, " **%s** | %lld of %lld | %lld | %lld | %s | %s | %s |",
                report_text(pair, "verdict"), conform_number(cases, "answered"),
                conform_number(cases, "drawn"), conform_number(verdicts, "pass"),
                conform_number(verdicts, "fail") + conform_number(verdicts, "error") +
                    conform_number(verdicts, "undecided") + conform_number(verdicts, "unreceived"),
                share, ratio, bound);
        conform_cell(to, json_is_object(worst) ? report_text(worst, "case") : "–");
        laws_words(to, conform_in(pair, "laws"));
        fputc('\n', to);
    }
    if (rows == 0) fputs("No pair was answered.\n", to);
    fputc('\n', to);
}

/* ---- What fell short ----------------------------------------------------------------------- */

static void write_failures_of(FILE *to, const json_t *pair)
{
    size_t i, k;
    const json_t *one, *line;
    json_array_foreach(conform_in(pair, "hints"), i, one)
    {
        fprintf(to, "- hint for %lld cases: **", conform_number(one, "count"));
        markdown_text(to, report_text(one, "hint"));
        fputs("**\n", to);
    }
    json_array_foreach(conform_in(pair, "failures"), i, one)
    {
        fputs("- ", to);
        markdown_code(to, report_text(one, "id"), false);
        fputs(" ", to);
        markdown_text(to, report_text(one, "verdict"));
        json_array_foreach(conform_in(one, "details"), k, line)
        {
            fputs(k ? "; " : ": ", to);
            markdown_text(to, json_string_value(line));
        }
        fputc('\n', to);
    }
}

/* What `slp judge --explain` prints. */
static void write_explanation(FILE *to, const json_t *lines)
{
    size_t i, size;
    const json_t *line;
    char *text = NULL;
    if (json_array_size(lines) == 0) return;
    FILE *block = slp_need_room(open_memstream(&text, &size));
    json_array_foreach(lines, i, line) fprintf(block, "%s\n", json_string_value(line));
    fclose(block);
    fputs("What the failures look like, over all pairs; a hint says what matches, not what is "
          "certain (the manual's page Faults):\n\n",
          to);
    markdown_block(to, slp_need_room(text));
    fputc('\n', to);
    free(text);
}

static void write_fallen_laws(FILE *to, const json_t *pair, const json_t *rows)
{
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row)
    {
        const json_t *example = conform_in(row, "example");
        if (!conform_fell(report_text(row, "verdict")) ||
            strcmp(report_text(row, "system"), report_text(pair, "system")) != 0 ||
            strcmp(report_text(row, "scheme"), report_text(pair, "scheme")) != 0)
            continue;
        fputs("- law ", to);
        markdown_text(to, report_text(row, "law"));
        fprintf(to, " **%s**: ", report_text(row, "verdict"));
        markdown_text(to, json_is_object(example) ? report_text(example, "seen")
                                                  : report_text(row, "skip"));
        if (json_is_object(example)) {
            fputs("; replay ", to);
            markdown_code(to, report_text(example, "replay"), false);
        }
        fputc('\n', to);
    }
}

void conform_write_failures(FILE *to, const json_t *document)
{
    const json_t *statement = conform_in(document, "statement"), *pair;
    size_t i, shown = 0;
    json_array_foreach(conform_in(statement, "pairs"), i, pair)
    {
        const char *verdict = report_text(pair, "verdict");
        if (!conform_fell(verdict)) continue;
        if (shown++ == 0) {
            fputs("## What fell short\n\n", to);
            write_explanation(to, conform_in(statement, "explanation"));
            fputs("Of each pair the first cases, and the laws with the simplest case found.\n\n",
                  to);
        }
        fputs("### ", to);
        markdown_text(to, report_text(pair, "system"));
        fputs("/", to);
        markdown_text(to, report_text(pair, "scheme"));
        fprintf(to, "\n\n**%s**\n\n", verdict);
        write_failures_of(to, pair);
        write_fallen_laws(to, pair, conform_in(statement, "laws"));
        fputc('\n', to);
    }
}
