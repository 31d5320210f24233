/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A run: its items, regressions first, are tried by threads and reported in order. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/clock.h"
#include "props/case/reference_step.h"

#include <stdlib.h>
#include <string.h>

static int save_regressions(const prop_list *list, const prop_options *options)
{
    prop_counterexample *examples = slp_allocate(list->count + 1, sizeof *examples);
    size_t count = 0, added = 0;
    slp_error err;
    int status = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!*list->item_results[i].label && list->item_results[i].example.found)
            examples[count++] = list->item_results[i].example;
    if (count &&
        prop_regressions_add(&added, options->regressions, examples, count, &err) != SLP_OK) {
        slp_error_print(stderr, options->regressions, &err);
        status = 2;
    }
    if (added)
        slp_say(options->out, "%s%zu added to %s\n", options->tap ? "# " : "", added,
                options->regressions);
    free(examples);
    return status;
}

/* Writes what options->json, options->json_to and options->junit ask for.  Returns 0, or 2 if one
 * cannot be written. */
static int write_files(const prop_list *list, const prop_options *options)
{
    slp_error err;
    int status = 0;
    if (options->json &&
        prop_report_json(list->item_results, list->count, options, &err) != SLP_OK) {
        slp_error_print(stderr, options->json, &err);
        status = 2;
    }
    if (options->json_to && !prop_report_json_stream(list->item_results, list->count, options))
        status = 2;
    if (options->junit &&
        prop_report_junit(list->item_results, list->count, list->began, options, &err) != SLP_OK) {
        slp_error_print(stderr, options->junit, &err);
        status = 2;
    }
    return status;
}

/* The first `printed` rows of the table have been printed. */
static int conclude(const prop_list *list, size_t printed, const prop_options *options)
{
    size_t passed = 0, failed = 0;
    int status = 0;
    prop_report_rows(list->item_results, printed, list->count, options);
    prop_report_units(list->item_results, list->count, options);
    prop_report_power(list->item_results, list->count, options);
    prop_report_quick_power(list->item_results, list->count, options);
    prop_report_coverage(list->item_results, list->count, options);
    for (size_t i = 0; i < list->count; i++) prop_report_example(list->item_results + i, options);
    if (options->regressions && options->save) status = save_regressions(list, options);
    if (prop_nothing_checked(list->item_results, list->count))
        fprintf(options->out, "%snothing was checked\n", options->tap ? "not ok 1 - " : "");
    prop_count_verdicts(&passed, &failed, list->item_results, list->count);
    if (write_files(list, options) != 0) status = 2;
    const size_t undecided = prop_count_undecided(list->item_results, list->count);
    fprintf(options->out, "%zu passed, %zu failed", passed, failed);
    if (undecided) fprintf(options->out, ", %zu undecided", undecided);
    fputc('\n', options->out);
    return status ? status : failed + undecided > 0;
}

/* Sends the line of a case without an answer once more, byte for byte.  False if there is none
 * again. */
static bool sent_line_is_answered(const prop_item *item, const slp_case *c,
                                  const prop_options *options)
{
    SLP_CLEARED(slp_result) r = {0};
    prop_finding found = {0};
    char *line = prop_record_of_case(c);
    prop_query_subject(&r, &found, item->subject, c);
    slp_say(options->out, "%s%s, %zu characters, sent again: %s\n", options->tap ? "# " : "  ",
            c->id, strlen(line), found.unanswered ? found.note : "answered");
    if (found.unanswered) fprintf(options->out, "0 passed, 1 failed\n");
    free(line);
    return !found.unanswered;
}

static int replay_token(const prop_options *options)
{
    prop_item_result item_result = {0};
    SLP_CLEARED(slp_case) c = {0};
    slp_error err;
    prop_counterexample_init(&item_result.example);
    if (prop_token_read(&item_result.item, &c, options->subjects, options->replay, &err) !=
        SLP_OK) {
        slp_error_print(stderr, "--replay", &err);
        return 2;
    }
    fprintf(options->out, "%s%s\n", options->tap ? "# " : "  ", item_result.item.law->equation);
    if (prop_is_sent_line(&c) && !sent_line_is_answered(&item_result.item, &c, options)) {
        prop_counterexample_clear(&item_result.example);
        return 1;
    }
    prop_try_case(&item_result, &c, 0, UINT64_MAX);
    prop_report_head(1, options);
    prop_report_rows(&item_result, 0, 1, options);
    prop_report_example(&item_result, options);
    const prop_verdict verdict = prop_item_verdict(&item_result);
    const bool fell = verdict == PROP_LAW_FAILED, open = verdict == PROP_UNDECIDED;
    fprintf(options->out, "%d passed, %d failed%s\n", !fell && !open, fell,
            open ? ", 1 undecided" : "");
    prop_counterexample_clear(&item_result.example);
    return fell || open;
}

static bool nothing_applies(const prop_list *list, const prop_options *options)
{
    slp_error err;
    char *laws = NULL;
    const bool none = prop_applies(&laws, list, options, &err) != SLP_OK;
    if (none)
        slp_say(stderr, "slp check: %s%s%s\n", err.text, *laws ? "; laws that apply: " : "", laws);
    free(laws);
    return none;
}

int prop_run(const prop_options *options)
{
    prop_list list = {.began = slp_clock_seconds()};
    slp_error err;
    if (options->replay) return replay_token(options);
    if (options->regressions &&
        prop_regressions_read(&list.regressions, options->regressions, &err) != SLP_OK) {
        slp_error_print(stderr, options->regressions, &err);
        return 2;
    }
    prop_add_regressions(&list, options);
    prop_add_pairs(&list, options);
    if (nothing_applies(&list, options)) {
        prop_list_clear(&list);
        return 2;
    }
    fprintf(options->out, "%sseed %llu, multiplier %g\n", options->tap ? "# " : "",
            (unsigned long long)options->seed, options->multiplier);
    prop_report_quick(options);
    prop_report_left_out(options);
    prop_set_levels(list.item_results, list.count, options);
    prop_report_head(list.count, options);
    fflush(options->out);
    size_t printed = prop_run_items(list.item_results, list.count, &list.regressions, options);
    prop_refuse_by_holm(list.item_results, list.count);
    int status = conclude(&list, printed, options);
    prop_list_clear(&list);
    return status;
}
