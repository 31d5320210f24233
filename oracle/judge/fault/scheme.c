/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Another scheme of the list. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

static bool is_printed(const char *name)
{
    return strstr(name, "printed") != NULL;
}

static void offer_scheme(judge_trial *t, const char *name)
{
    enum { EVALUATIONS = 40 };
    ref_certificate cert;
    const ref_scheme *scheme = ref_scheme_find(name);
    const char *own = t->exact.scheme->name;
    if (!scheme || scheme == t->exact.scheme || !ref_scheme_suits(scheme, t->exact.sys)) return;
    const bool printed = is_printed(name) && strncmp(name, own, strlen(own)) == 0;
    const bool meant = is_printed(own) && strncmp(name, own, strlen(name)) == 0;
    const char *words = FAULT_WORDS("%s: %s",
                                    printed ? "printed for meant"
                                    : meant ? "meant for printed"
                                            : "another scheme",
                                    name);
    if (!judge_is_tried(t, words)) return;
    judge_count_work(t, EVALUATIONS);
    if (ref_step(t->y, &cert, scheme, t->exact.sys, t->exact.x, t->exact.h, t->exact.dW, t->prec) !=
        SLP_OK) {
        fault_rule rule = {.trial = t, .scheme = scheme};
        if (!fault_rule_step(t->y, &rule)) return;
        cert.kappa = 0;
    }
    judge_offer(t, t->y, cert.kappa, words);
}

static void predict(judge_trial *t)
{
    const char *name;
    for (size_t i = 0; (name = ref_scheme_at(i)); i++) offer_scheme(t, name);
}

const judge_fault judge_faults_scheme = {.name = "another scheme",
                                         .equation =
                                             "the step of a scheme that the case does not ask for",
                                         .section = "Schemes",
                                         .rank = 6,
                                         .predict = predict};
