/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The smallest failing cases of a judge's run: which case stands for which failures, and the port
 * that is asked again until a simpler one no longer fails. */
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "props/smaller/failures.h"
#include "props/subject/port_stages.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A wrong answer is gross at so many times its bound: rounding does not explain it. */
#define GROSS 1000.0
/* After so many cases without an answer the port is not asked any more. */
enum { MOST_LOST = 3 };

prop_failures *prop_failures_new(void)
{
    return slp_allocate(1, sizeof(prop_failures));
}

void prop_failures_free(prop_failures *all)
{
    for (size_t i = 0; all && i < all->count; i++) {
        slp_case_clear(&all->at[i].c);
        slp_result_clear(&all->at[i].r);
        free(all->at[i].stages);
    }
    if (all) free(all->at);
    free(all);
}

size_t prop_failures_count(const prop_failures *all)
{
    return all->count;
}

static kind kind_of(const slp_verdict *v)
{
    if (v->kind == SLP_VERDICT_ERROR) return REFUSED;
    if (v->kind != SLP_VERDICT_FAIL) return NO_FAILURE;
    return v->answer ? INVALID : WRONG;
}

static double gross_of(const slp_verdict *v)
{
    return kind_of(v) == WRONG ? v->ratio / v->bound : INFINITY;
}

static size_t numbers_of(const slp_case *c)
{
    size_t count = c->x_count + c->dw_count;
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) count += c->params[p].count;
    return count;
}

static failure *find(prop_failures *all, const slp_case *c, kind is)
{
    for (size_t i = 0; i < all->count; i++) {
        failure *f = all->at + i;
        if (f->kind == is && f->c.system == c->system && f->c.scheme == c->scheme) return f;
    }
    all->at = slp_one_more(all->at, all->count, sizeof *all->at);
    failure *f = all->at + all->count++;
    *f = (failure){.kind = is};
    slp_case_init(&f->c);
    slp_result_init(&f->r);
    return f;
}

void prop_failures_add(void *of, const slp_case *c, const slp_verdict *v)
{
    if (kind_of(v) == NO_FAILURE || !c->system) return;
    failure *f = find(of, c, kind_of(v));
    const double gross = gross_of(v);
    const bool grosser = (gross >= GROSS) != (f->gross >= GROSS);
    if (f->count++ && (grosser ? f->gross >= GROSS : numbers_of(c) >= numbers_of(&f->c))) return;
    slp_need_memory(slp_case_copy(&f->c, c));
    snprintf(f->id, sizeof f->id, "%s", c->id ? c->id : "");
    f->gross = gross;
    f->v = *v;
}

/* ---- Asking ---- */

typedef struct asking {
    failure *f;
    const prop_subject *port;
    const prop_failures_limits *limits;
    double end, floor; /* a simpler case is taken if it is as gross as this */
    slp_result last;   /* what `states` lends */
    bool cut, interrupted;
} asking;

static void block(sigset_t *waited, sigset_t *before)
{
    sigemptyset(waited);
    sigaddset(waited, SIGINT);
    sigaddset(waited, SIGTERM);
    pthread_sigmask(SIG_BLOCK, waited, before);
}

/* Takes the signal that waited, so that it does not end the program. */
static void unblock(const sigset_t *waited, const sigset_t *before)
{
    const struct timespec now = {0, 0};
    sigset_t pending;
    if (sigpending(&pending) == 0 &&
        (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1))
        sigtimedwait(waited, NULL, &now);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static bool is_spent(void *of)
{
    asking *a = of;
    sigset_t pending;
    if (sigpending(&pending) == 0 &&
        (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1))
        a->interrupted = true;
    if (a->f->questions >= a->limits->questions || slp_clock_seconds() > a->end) a->cut = true;
    return a->cut || a->interrupted || a->f->lost >= MOST_LOST;
}

/* The verdict on the port's answer.  False: there was none, which says nothing. */
static bool judge_answer(slp_verdict *v, slp_result *r, asking *a, const slp_case *c)
{
    char note[PROP_NOTE] = "";
    a->f->questions++;
    const prop_disposition became = a->port->answer(r, note, a->port, c);
    if (became == PROP_UNRECEIVED) {
        a->f->lost++;
        return false;
    }
    if (became == PROP_INCOMPLETE)
        *v = (slp_verdict){.kind = SLP_VERDICT_FAIL, .answer = "malformed", .ratio = NAN};
    else
        slp_judge(v, c, r);
    slp_need_memory(v->reason);
    return true;
}

static bool fails_alike(const asking *a, const slp_verdict *v)
{
    return kind_of(v) == a->f->kind && gross_of(v) >= a->floor;
}

static bool fails(void *of, const slp_case *c)
{
    asking *a = of;
    slp_verdict v;
    SLP_CLEARED(slp_result) r = {0};
    const bool still = judge_answer(&v, &r, a, c) && fails_alike(a, &v);
    if (still) a->f->v = v;
    return still;
}

static size_t states(const double **y, void *of, const slp_case *c)
{
    asking *a = of;
    slp_verdict v;
    *y = NULL;
    if (!judge_answer(&v, &a->last, a, c)) return 0;
    if (a->last.y.count == c->steps * c->d) *y = a->last.y.at;
    return v.step;
}

/* Asks the case once more, and whether it fails again. */
static bool fails_again(asking *a)
{
    slp_verdict v;
    const bool still = judge_answer(&v, &a->f->r, a, &a->f->c) && fails_alike(a, &v);
    if (still) a->f->v = v;
    return still;
}

static bool is_named(const judge_hint *hint, const char *words)
{
    for (size_t i = 0; i < hint->named; i++)
        if (strcmp(hint->match[i].words, words) == 0) return true;
    return false;
}

/* In a simple case more faults give the same answer than in the case that was judged: those that
 * were named there too are kept, if there are such. */
static void name_fault(failure *f, const judge_hint *before, const judge_namer *namer)
{
    judge_hint *hint = &f->hint, both;
    namer->find(hint, &f->c, &f->r, NULL, NULL, &f->v);
    both = *hint;
    both.named = 0;
    for (size_t i = 0; i < hint->named; i++)
        if (is_named(before, hint->match[i].words)) both.match[both.named++] = hint->match[i];
    both.kept = both.matched = both.named;
    if (both.named) *hint = both;
}

static void reduce(failure *f, const prop_subject *port, const prop_failures_limits *limits,
                   double end, const judge_namer *namer)
{
    asking a = {.f = f, .port = port, .limits = limits, .end = end};
    const prop_reduction how = {fails, is_spent, states, NULL, &a};
    a.floor = f->kind == WRONG ? fmax(1, fmin(f->gross / 2, GROSS)) : 0;
    slp_result_init(&a.last);
    f->outcome = NOT_AGAIN;
    judge_hint hint_before = {0};
    if (fails_again(&a)) {
        SLP_CLEARED(slp_case) was = {0};
        if (namer && f->r.y.count == f->c.steps * f->c.d)
            namer->find(&hint_before, &f->c, &f->r, NULL, NULL, &f->v);
        slp_need_memory(slp_case_copy(&was, &f->c));
        prop_reduce(&f->c, &how);
        f->outcome = a.interrupted          ? INTERRUPTED
                     : f->lost >= MOST_LOST ? LOST
                     : a.cut                ? CUT
                                            : REDUCED;
        if (f->lost < MOST_LOST && !fails_again(&a)) {
            f->outcome = NOT_AGAIN;
            slp_need_memory(slp_case_copy(&f->c, &was));
        }
    } else if (f->lost) {
        f->outcome = LOST;
    }
    if (namer && f->outcome != NOT_AGAIN && f->r.y.count == f->c.steps * f->c.d)
        name_fault(f, &hint_before, namer);
    if (f->outcome == REDUCED || f->outcome == CUT) f->stages = prop_port_stages(port, &f->c);
    slp_result_clear(&a.last);
}

/* Those to show first: each of another system, in the order in which they were found; among them
 * first those that are gross, and with few numbers. */
static int compare(const failure *a, const failure *b)
{
    if ((a->gross >= GROSS) != (b->gross >= GROSS)) return a->gross >= GROSS ? -1 : 1;
    const size_t of_a = numbers_of(&a->c), of_b = numbers_of(&b->c);
    return of_a < of_b ? -1 : of_a > of_b;
}

static bool has_system(const prop_failures *all, size_t count, const failure *f)
{
    for (size_t i = 0; i < count; i++)
        if (all->at[i].c.system == f->c.system) return true;
    return false;
}

void prop_failures_put_in_order(prop_failures *all)
{
    if (all->in_order) return;
    all->in_order = true;
    for (size_t i = 0; i < all->count; i++) {
        size_t best = i;
        for (size_t k = i + 1; k < all->count; k++) {
            const bool fresh = !has_system(all, i, all->at + k);
            const bool is_fresh = !has_system(all, i, all->at + best);
            if (fresh != is_fresh ? fresh : compare(all->at + k, all->at + best) < 0) best = k;
        }
        const failure f = all->at[best];
        memmove(all->at + i + 1, all->at + i, (best - i) * sizeof f);
        all->at[i] = f;
    }
}

void prop_failures_reduce(prop_failures *all, const prop_subject *port,
                          const prop_failures_limits *limits, const judge_namer *namer)
{
    sigset_t waited, before;
    const double end = slp_clock_seconds() + limits->seconds;
    prop_failures_put_in_order(all);
    block(&waited, &before);
    for (size_t i = 0; i < all->count && i < PROP_FAILURES_SHOWN; i++) {
        if (limits->questions) reduce(all->at + i, port, limits, end, namer);
        if (all->at[i].outcome == INTERRUPTED || all->at[i].outcome == LOST) break;
    }
    unblock(&waited, &before);
}
