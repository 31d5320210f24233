/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Shrinking: the simplest case on which an item still fails, by the reductions of props/smaller.
 * Each candidate is tried on the subject, and their work is limited. */
#include "oracle/plumbing/allocate.h"
#include "props/engine/engine.h"
#include "props/subject/port_stages.h"

#include <stdlib.h>
#include <string.h>

/* Work: a candidate of few coordinates and steps counts 1, larger ones more.  On su(24), where each
 * may take seconds, the work allows a few dozen. */
enum { FEW = 24 };

static double work_of(const slp_case *c)
{
    const double size = (double)c->d / FEW;
    const double steps = (double)c->steps / 4;
    return (size > 1 ? size : 1) * (steps > 1 ? steps : 1);
}

static bool work_is_spent(void *of)
{
    prop_counterexample *example = of;
    if (example->work >= PROP_SHRINK_WORK) example->cut = true;
    return example->cut;
}

static void add_work(prop_counterexample *example, double work)
{
    example->work += work;
    if (!example->watch) return;
    const double share = 100 * example->work / PROP_SHRINK_WORK;
    atomic_store(&example->watch->tried, example->tried);
    atomic_store(&example->watch->percent, share < 100 ? (unsigned)share : 100);
}

static bool fails(void *of, const slp_case *c)
{
    prop_counterexample *example = of;
    prop_finding found;
    example->tried++;
    add_work(example, work_of(c));
    if (prop_apply_law(&found, &example->item, c) != PROP_FAILED || found.unanswered) return false;
    example->last = found;
    return true;
}

static size_t states(const double **y, void *of, const slp_case *c)
{
    prop_counterexample *example = of;
    char note[PROP_NOTE];
    const prop_subject *subject = example->item.subject;
    add_work(example, work_of(c));
    const bool answered = subject->answer &&
                          subject->answer(&example->r, note, subject, c) == PROP_ANSWERED &&
                          example->r.y.count == c->steps * c->d;
    *y = answered ? example->r.y.at : NULL;
    return 0;
}

/* A law that applies only to cases of one form changes each candidate as it changes drawn cases. */
static void fit(void *of, slp_case *c)
{
    const prop_law *law = ((prop_counterexample *)of)->item.law;
    if (law->applies.promise && law->draw.shape) law->draw.shape(c);
}

void prop_name_fault(prop_counterexample *example, const judge_namer *namer)
{
    slp_verdict v;
    judge_hint hint = {0};
    const slp_case *c = &example->shrunk;
    const double *y;
    states(&y, example, c);
    *example->hint = 0;
    if (!y) return;
    slp_judge(&v, c, &example->r);
    slp_need_memory(v.reason);
    if (v.kind != SLP_VERDICT_FAIL || v.answer) return;
    namer->find(&hint, c, &example->r, NULL, NULL, &v);
    judge_hint_words(example->hint, &hint);
    char *stages = prop_port_stages(example->item.subject, c);
    const size_t length = strlen(example->hint);
    if (stages)
        snprintf(example->hint + length, sizeof example->hint - length, "%sstages: %s",
                 length ? "; " : "", stages);
    free(stages);
}

void prop_shrink(prop_counterexample *example)
{
    const prop_reduction how = {fails, work_is_spent, states, fit, example};
    /* A control must stay in general position: a simpler case may hide the violation. */
    if (example->item.control) return;
    if (example->watch) atomic_store(&example->watch->on, true);
    add_work(example, 0);
    prop_reduce(&example->shrunk, &how);
    if (example->watch) atomic_store(&example->watch->on, false);
}
