/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The statement as JUnit's XML: of each pair a case for the judge and one for each law; one for the
 * whole.  All times are 0: equal statements give equal bytes. */
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/junit.h"
#include "reports/conform/cells.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

static slp_junit_outcome outcome_of(const char *word)
{
    if (strcmp(word, "held") == 0 || strcmp(word, "seen broken") == 0) return SLP_JUNIT_PASSED;
    if (strcmp(word, "declined") == 0 || strcmp(word, "not offered") == 0 ||
        strcmp(word, "no power") == 0)
        return SLP_JUNIT_SKIPPED;
    return SLP_JUNIT_FAILED;
}

/* The pair by the judge alone: its laws have cases of their own. */
static const char *judged(const json_t *pair)
{
    const json_t *verdicts = json_object_get(pair, "verdicts");
    const json_t *cases = json_object_get(pair, "cases");
    if (conform_number(verdicts, "fail") || conform_number(verdicts, "error") ||
        conform_number(verdicts, "unreceived"))
        return "failed";
    if (conform_number(verdicts, "undecided")) return "undecided";
    if (conform_number(verdicts, "pass")) return "held";
    return conform_number(cases, "declined") == conform_number(cases, "drawn") ? "declined"
                                                                               : "nothing checked";
}

static char *failures_of(const json_t *pair)
{
    size_t i, k;
    const json_t *one, *line;
    slp_written text;
    FILE *to = slp_written_begin(&text);
    json_array_foreach(json_object_get(pair, "failures"), i, one)
    {
        fprintf(to, "%s %s\n", report_text(one, "id"), report_text(one, "verdict"));
        json_array_foreach(json_object_get(one, "details"), k, line)
            fprintf(to, "# %s\n", json_string_value(line));
    }
    json_array_foreach(json_object_get(pair, "hints"), i, one) fprintf(
        to, "hint for %lld cases: %s\n", conform_number(one, "count"), report_text(one, "hint"));
    return slp_written_end(&text);
}

static void add_pair(slp_junit *to, const json_t *pair)
{
    const json_t *cases = json_object_get(pair, "cases");
    const char *word = judged(pair);
    char name[2 * SLP_MAX_ID + 100], message[200], *text = failures_of(pair);
    snprintf(name, sizeof name, "%s.%s", report_text(pair, "system"), report_text(pair, "scheme"));
    snprintf(message, sizeof message, "%s; answered %lld of %lld cases", word,
             conform_number(cases, "answered"), conform_number(cases, "drawn"));
    slp_junit_add(to, &(slp_junit_case){.class_name = name,
                                        .name = "drawn cases",
                                        .outcome = outcome_of(word),
                                        .message = message,
                                        .text = *text ? text : NULL});
    free(text);
}

/* Of a counterexample: what was seen, the fault and stages that are known, how to ask it again. */
static void write_example(FILE *to, const json_t *example)
{
    const char *hint = json_string_value(json_object_get(example, "hint"));
    fprintf(to, "%s\n", report_text(example, "seen"));
    if (hint) fprintf(to, "hint: %s\n", hint);
    fprintf(to, "%s\nreplay %s\n", report_text(example, "case"), report_text(example, "replay"));
}

static void add_row(slp_junit *to, const json_t *row)
{
    const json_t *example = json_object_get(row, "example");
    const char *word = report_text(row, "verdict");
    char name[2 * SLP_MAX_ID + 100], law[140];
    slp_written more_text;
    FILE *more = slp_written_begin(&more_text);
    snprintf(name, sizeof name, "%s.%s", report_text(row, "system"), report_text(row, "scheme"));
    snprintf(law, sizeof law, "law %s", report_text(row, "law"));
    if (json_is_object(example))
        write_example(more, example);
    else if (outcome_of(word) != SLP_JUNIT_PASSED)
        fprintf(more, "%s\n", report_text(row, "skip"));
    char *text = slp_written_end(&more_text);
    slp_junit_add(to, &(slp_junit_case){.class_name = name,
                                        .name = law,
                                        .outcome = outcome_of(word),
                                        .message = word,
                                        .text = *text ? text : NULL});
    free(text);
}

/* What the laws lack, or the sentences; then which faults explain failures, what these share, and
 * the smallest ones. */
static char *whole_text(const json_t *statement, const char *sentences)
{
    size_t i;
    const json_t *line;
    const char *fault = report_text(statement, "laws_fault");
    slp_written text;
    FILE *to = slp_written_begin(&text);
    fputs(*fault ? fault : sentences, to);
    json_array_foreach(json_object_get(statement, "explanation"), i, line)
        fprintf(to, "\n%s", json_string_value(line));
    return slp_written_end(&text);
}

static void add_whole(slp_junit *to, const json_t *document)
{
    const json_t *statement = json_object_get(document, "statement");
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document), said[300];
    snprintf(said, sizeof said, "%s; %s", pairs, cases);
    char *text = whole_text(statement, said);
    slp_junit_add(to, &(slp_junit_case){.class_name = "statement",
                                        .name = "the port conforms",
                                        .outcome = conform_status(document) == 0 ? SLP_JUNIT_PASSED
                                                                                 : SLP_JUNIT_FAILED,
                                        .message = said,
                                        .text = text});
    free(pairs);
    free(cases);
    free(text);
}

bool conform_junit(const char *path, const json_t *document)
{
    const json_t *statement = json_object_get(document, "statement"), *one;
    size_t i;
    slp_junit to;
    const bool open = slp_junit_begin(&to, path, "slp conform");
    to.timeless = true;
    if (open) {
        slp_junit_property(&to, "seed", report_text(json_object_get(statement, "asked"), "seed"));
        slp_junit_property(&to, "sha256", report_text(document, "sha256"));
        add_whole(&to, document);
        json_array_foreach(json_object_get(statement, "pairs"), i, one) add_pair(&to, one);
        json_array_foreach(json_object_get(statement, "laws"), i, one) add_row(&to, one);
    }
    return slp_junit_end(&to, open);
}
