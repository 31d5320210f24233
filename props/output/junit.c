/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes a run as JUnit's XML (oracle/plumbing/junit.h): a case for each row of the table, of class
 * LAW and name "SYSTEM/SCHEME by SUBJECT".  What failed has the case record and the commands that
 * replay it.
 *
 * A row that fell without a case that failed (nothing could be checked) fails with the last reason.
 * A run in which nothing was checked has one more case, which fails. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/junit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *example_of(const prop_item_result *item_result, const prop_options *options)
{
    slp_written record;
    prop_options plain = *options;
    plain.tap = false;
    plain.out = slp_written_begin(&record);
    prop_report_example(item_result, &plain);
    return slp_written_end(&record);
}

static void add_row(slp_junit *to, const prop_item_result *item_result, const prop_options *options)
{
    static const slp_junit_outcome outcomes[] = {[PROP_PASSED] = SLP_JUNIT_PASSED,
                                                 [PROP_LAW_FAILED] = SLP_JUNIT_FAILED,
                                                 [PROP_UNDECIDED] = SLP_JUNIT_FAILED,
                                                 [PROP_NOT_OFFERED] = SLP_JUNIT_SKIPPED};
    const prop_item *item = &item_result->item;
    const bool found = item_result->example.found;
    char name[4 * SLP_MAX_ID], *record = NULL;
    slp_junit_case c = {.class_name = item->law->name,
                        .name = name,
                        .seconds = item_result->seconds,
                        .outcome = outcomes[prop_item_verdict(item_result)],
                        .message = prop_verdict_word(item_result)};
    int length = snprintf(name, sizeof name, "%s/%s by %s", item->system->name, item->scheme->name,
                          item->subject->name);
    if (*item_result->label)
        snprintf(name + length, sizeof name - (size_t)length, ", regression %s",
                 item_result->label);
    if (c.outcome == SLP_JUNIT_FAILED) {
        if (found) c.message = item_result->example.last.note;
        record = example_of(item_result, options);
        c.text = found ? record : item_result->skip;
    }
    slp_junit_add(to, &c);
    free(record);
}

slp_status prop_report_junit(const prop_item_result *item_results, size_t count, double began,
                             const prop_options *options, slp_error *err)
{
    slp_junit to;
    char seed[32], multiplier[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    snprintf(multiplier, sizeof multiplier, "%.17g", options->multiplier);
    const bool open = slp_junit_begin(&to, options->junit, "slp check");
    if (open) {
        to.began = began;
        slp_junit_property(&to, "seed", seed);
        slp_junit_property(&to, "multiplier", multiplier);
        slp_junit_property(&to, "quick", options->quick ? "yes" : "no");
        for (size_t i = 0; i < count; i++) add_row(&to, item_results + i, options);
        if (prop_nothing_checked(item_results, count))
            slp_junit_add(&to, &(slp_junit_case){.class_name = "run",
                                                 .name = "something was checked",
                                                 .outcome = SLP_JUNIT_FAILED,
                                                 .message = "nothing was checked"});
    }
    if (slp_junit_end(&to, open)) return SLP_OK;
    return slp_error_set(err, 0, NULL, NULL, "cannot be written: %s",
                         errno ? strerror(errno) : "out of memory");
}
