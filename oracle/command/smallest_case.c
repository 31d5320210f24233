/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The smallest failing cases of `slp judge`. */
#include "oracle/command/smallest_case.h"
#include "oracle/contract/number/number.h"

#include <stdlib.h>
#include <string.h>

void slp_smallest_begin(slp_smallest *smallest, judge_stream *run)
{
    smallest->failures = prop_failures_new();
    run->keep = prop_failures_add;
    run->kept = smallest->failures;
}

static void reduce(slp_smallest *smallest, const judge_namer *namer)
{
    slp_error err;
    prop_subject *port = prop_subject_port_new(smallest->port, smallest->seconds, &err);
    if (!port) {
        slp_error_print(stderr, "slp judge --port", &err);
        return;
    }
    prop_subject_port_set_arithmetic(port, smallest->arithmetic);
    const prop_failures_limits limits = {smallest->questions, PROP_SMALLER_SECONDS};
    prop_failures_reduce(smallest->failures, port, &limits, namer);
    prop_subject_port_free(port);
}

void slp_smallest_end(slp_smallest *smallest, judge_stream *run)
{
    prop_failures *all = smallest->failures;
    if (prop_failures_count(all) > 0) {
        if (smallest->port && smallest->questions) reduce(smallest, run->namer);
        char *text = prop_failures_text(
            all, smallest->port ? "" : "; slp judge --port COMMAND makes it smaller");
        if (run->junit)
            slp_junit_add(run->junit, &(slp_junit_case){.class_name = "run",
                                                        .name = "the smallest failing cases",
                                                        .outcome = SLP_JUNIT_SKIPPED,
                                                        .message = "the judge found them",
                                                        .text = text});
        char *rest = NULL;
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            slp_say(stderr, "%s%s\n", *line == ' ' ? "" : "slp judge: ", line + strspn(line, " "));
        free(text);
    }
    prop_failures_free(all);
}
