/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The search for a condition that separates the cases that failed from those that passed: an exact
 * one over conjunctions of up to three predicates, and over disjunctions.  Method and proof of the
 * rate of false statements: oracle/judge/shared/shared.md. */
#include "oracle/judge/shared/parts.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/plumbing/allocate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = (2 * SHARED_KEPT + 63) / 64, MOST = 3, TWINS = 2 };

typedef enum predicate_form { IS, IS_NOT, AT_LEAST, AT_MOST, EQUALS, ODD, EVEN } predicate_form;

/* A predicate and the cases of which it is true: those of `inside` first, then the others. */
typedef struct predicate {
    size_t property;
    predicate_form form;
    double limit;   /* of AT_LEAST, AT_MOST, EQUALS */
    double bits;    /* minus the binary logarithm of its weight */
    size_t outside; /* cases of `others` of which it is false */
    uint64_t holds[WORDS];
} predicate;

/* The search looks for what all of the first `own` cases have and the others have not. */
typedef struct search {
    const judge_shared *of;
    bool failures; /* the own cases are the failures; else the passes */
    size_t own, others, words;
    double *column; /* a row for each property: its values, NaN where a case has none */
    size_t count;
    predicate *at;
    size_t missed, let_in; /* most own cases outside, most others inside */
} search;

/* The best condition so far: conjunction of `size` predicates of the search `in`. */
typedef struct condition {
    size_t size, missed, let_in;
    double score;
    bool failures;
    predicate at[MOST];
} condition;

/* How many of the bits begin, ..., end - 1 are set. */
static size_t ones(const uint64_t *bits, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t w = begin / 64; w * 64 < end; w++) {
        uint64_t word = bits[w];
        if (w == begin / 64) word &= UINT64_MAX << (begin % 64);
        if (end - w * 64 < 64) word &= (UINT64_C(1) << (end - w * 64)) - 1;
        count += (size_t)__builtin_popcountll(word);
    }
    return count;
}

/* ---- The columns ---------------------------------------------------------------------------- */

static const double *column_of(const search *in, size_t property)
{
    return in->column + property * (in->own + in->others);
}

static void fill_columns(search *in)
{
    const size_t n = in->own + in->others, properties = in->of->table.count;
    const shared_group *own = in->failures ? &in->of->failed : &in->of->passed;
    const shared_group *other = in->failures ? &in->of->passed : &in->of->failed;
    in->column = slp_allocate(properties * n, sizeof *in->column);
    for (size_t p = 0; p < properties; p++)
        for (size_t i = 0; i < n && in->of->table.at[p].kind != SHARED_FLAG; i++)
            in->column[p * n + i] = NAN;
    for (size_t i = 0; i < n; i++) {
        const shared_case *one = i < in->own ? &own->at[i] : &other->at[i - in->own];
        for (size_t k = 0; k < one->count; k++)
            in->column[one->property[k] * n + i] = one->value[k];
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The numbers of a column that are there, sorted; returns how many. */
static size_t sorted(double *to, const double *column, size_t count)
{
    size_t there = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(column[i])) to[there++] = column[i];
    qsort(to, there, sizeof *to, ascending);
    return there;
}

/* ---- Predicates ----------------------------------------------------------------------------- */

static bool holds(const predicate *p, double value)
{
    switch (p->form) {
    case IS:
        return value > 0;
    case IS_NOT:
        return value <= 0;
    case AT_LEAST:
        return value >= p->limit;
    case AT_MOST:
        return value <= p->limit;
    case EQUALS:
        return value == p->limit;
    case ODD:
        return fmod(fabs(value), 2) == 1;
    case EVEN:
        return fmod(fabs(value), 2) == 0;
    }
    return false;
}

/* Adds a predicate that nearly all own cases have, and some others have not. */
static void offer(search *in, size_t property, predicate_form form, double limit, double bits)
{
    const double *column = column_of(in, property);
    in->at = slp_one_more(in->at, in->count, sizeof *in->at);
    predicate *p = &in->at[in->count];
    *p = (predicate){.property = property, .form = form, .limit = limit, .bits = bits};
    for (size_t i = 0; i < in->own + in->others; i++)
        if (holds(p, column[i])) p->holds[i / 64] |= UINT64_C(1) << (i % 64);
    p->outside = in->others - ones(p->holds, in->own, in->own + in->others);
    if (in->own - ones(p->holds, 0, in->own) <= in->missed && p->outside > 0) in->count++;
}

/* The thresholds that leave out none of the own cases, or one in fifty. */
static void offer_limits(search *in, size_t property, const double *own, size_t count, double bits)
{
    const size_t spare = in->own / 50;
    for (size_t left = 0; left < count; left += spare) {
        if (left > 0 && own[left] > own[0]) offer(in, property, AT_LEAST, own[left], bits);
        if (left > 0 && own[count - 1 - left] < own[count - 1])
            offer(in, property, AT_MOST, own[count - 1 - left], bits);
        if (left == 0) offer(in, property, AT_LEAST, own[0], bits);
        if (left == 0) offer(in, property, AT_MOST, own[count - 1], bits);
        if (left > 0 || spare == 0) break;
    }
}

static void offer_property(search *in, size_t property, double *room)
{
    const shared_kind kind = in->of->table.at[property].kind;
    const double one = log2((double)in->of->table.count);
    const size_t n = in->own + in->others;
    if (kind == SHARED_FLAG || kind == SHARED_PLACE) {
        offer(in, property, IS, 0, one + 1);
        offer(in, property, IS_NOT, 0, one + 1);
        return;
    }
    size_t there = sorted(room, column_of(in, property), n), distinct = there > 0;
    for (size_t i = 1; i < there; i++) distinct += room[i] != room[i - 1];
    there = sorted(room, column_of(in, property), in->own);
    if (there == 0) return;
    const double cut = one + log2((double)distinct);
    offer_limits(in, property, room, there, cut + (kind == SHARED_COUNT ? 2 : 1));
    if (kind != SHARED_COUNT) return;
    if (room[0] == room[there - 1]) offer(in, property, EQUALS, room[0], cut + 2);
    offer(in, property, ODD, 0, one + 3);
    offer(in, property, EVEN, 0, one + 3);
}

/* Those that exclude most come first; among equals the one to be said. */
static int by_outside(const void *a, const void *b)
{
    const predicate *p = a, *q = b;
    if (p->outside != q->outside) return p->outside < q->outside ? 1 : -1;
    if (p->property != q->property) return p->property > q->property ? 1 : -1;
    return (int)p->form - (int)q->form;
}

static double preference(const search *in, const predicate *p)
{
    return p->bits + 0.5 * in->of->table.at[p->property].rank;
}

/* Of predicates that are true of the same cases one stays, the preferred one. */
static void drop_twins(search *in)
{
    size_t kept = 0;
    qsort(in->at, in->count, sizeof *in->at, by_outside);
    for (size_t i = 0; i < in->count; i++) {
        size_t k = kept;
        while (k > 0 && in->at[k - 1].outside == in->at[i].outside &&
               memcmp(in->at[k - 1].holds, in->at[i].holds, in->words * 8) != 0)
            k--;
        if (k == 0 || in->at[k - 1].outside != in->at[i].outside)
            in->at[kept++] = in->at[i];
        else if (preference(in, &in->at[i]) < preference(in, &in->at[k - 1]))
            in->at[k - 1] = in->at[i];
    }
    in->count = kept;
}

static void begin(search *in, const judge_shared *of, bool failures)
{
    const size_t failed = of->failed.count, passed = of->passed.count;
    *in = (search){.of = of,
                   .failures = failures,
                   .own = failures ? failed : passed,
                   .others = failures ? passed : failed,
                   .words = (failed + passed + 63) / 64,
                   .missed = failures ? failed / 8 : failed / 4,
                   .let_in = failures ? failed / 2 : failed / 20};
    if (in->missed > passed / 4) in->missed = passed / 4;
    double *room = slp_allocate(failed + passed, sizeof *room);
    fill_columns(in);
    for (size_t p = 0; p < of->table.count; p++) offer_property(in, p, room);
    free(room);
    drop_twins(in);
}

static void end(search *in)
{
    free(in->at);
    free(in->column);
}

/* ---- Weights -------------------------------------------------------------------------------- */

/* Binary logarithm of the number of choices of k among n. */
static double choices(size_t n, size_t k)
{
    return (lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1)) / log(2);
}

/* Binary logarithm of the probability that at least `hits` of `failed` cases, drawn among n, are
 * among `inside` given ones. */
static double log_tail(size_t n, size_t inside, size_t failed, size_t hits)
{
    double sum = 0;
    const size_t most = inside < failed ? inside : failed;
    const double all = choices(n, failed);
    for (size_t k = hits; k <= most; k++)
        if (failed - k <= n - inside)
            sum += exp2(choices(inside, k) + choices(n - inside, failed - k) - all);
    if (sum > 0 && isfinite(sum)) return log2(sum);
    return choices(inside, hits) + choices(n - inside, failed - hits) - all +
           log2((double)(most - hits + 1));
}

/* Bits of a conjunction of `size` predicates; the own cases are the failures or the passes. */
static double bits_of_size(size_t size, bool failures)
{
    return failures && size < MOST ? 2 : 3;
}

/* Whether chance is excluded: the binary logarithm of 8e-7 is -20.25. */
static bool significant(const condition *c, const search *in)
{
    const size_t n = in->own + in->others;
    const size_t failed = in->failures ? in->own : in->others;
    const size_t hits = failed - (in->failures ? c->missed : c->let_in);
    const size_t inside = hits + (in->failures ? c->let_in : c->missed);
    double bits = bits_of_size(c->size, in->failures);
    for (size_t i = 0; i < c->size; i++) bits += c->at[i].bits;
    return log_tail(n, inside, failed, hits) + bits < -20.26;
}

/* Whether each predicate separates more than chance does, among the cases that the others let in:
 * section 3 of shared.md.  The binary logarithm of 1e-3 is -9.97. */
static bool each_separates(const condition *c, const search *in)
{
    const size_t n = in->own + in->others;
    for (size_t k = 0; k < c->size && c->size > 1; k++) {
        uint64_t rest[WORDS];
        memset(rest, 0xff, sizeof rest);
        for (size_t j = 0; j < c->size; j++)
            for (size_t w = 0; w < in->words && j != k; w++) rest[w] &= c->at[j].holds[w];
        const size_t own = ones(rest, 0, in->own), others = ones(rest, in->own, n);
        const size_t hits = in->own - c->missed;
        if (log_tail(own + others, hits + c->let_in, own, hits) + c->at[k].bits >= -9.97)
            return false;
    }
    return true;
}

static void consider(condition *best, const search *in, const predicate *const *with, size_t size,
                     const uint64_t *both)
{
    condition c = {.size = size, .failures = in->failures};
    c.missed = in->own - ones(both, 0, in->own);
    c.let_in = ones(both, in->own, in->own + in->others);
    if (c.missed > in->missed || c.let_in > in->let_in) return;
    c.score = bits_of_size(size, in->failures) + choices(in->own, c.missed) +
              choices(in->others, c.let_in);
    for (size_t i = 0; i < size; i++) c.score += preference(in, with[i]);
    if (best->size > 0 && c.score >= best->score) return;
    for (size_t i = 0; i < size; i++) c.at[i] = *with[i];
    if (significant(&c, in) && each_separates(&c, in)) *best = c;
}

/* ---- The search ----------------------------------------------------------------------------- */

static size_t both(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t words)
{
    size_t count = 0;
    for (size_t w = 0; w < words; w++) count += (size_t)__builtin_popcountll(to[w] = a[w] & b[w]);
    return count;
}

/* The least that predicates cost: no condition of three can be better than this. */
static double least_cost(const search *in)
{
    double least = INFINITY;
    for (size_t i = 0; i < in->count; i++) least = fmin(least, preference(in, &in->at[i]));
    return least;
}

/* Predicates exclude less and less as the index grows, so a loop ends where what is left inside
 * cannot be excluded any more. */
static void try_triples(condition *best, const search *in, size_t i, size_t j,
                        const uint64_t *inside, size_t left)
{
    uint64_t three[WORDS];
    for (size_t k = j + 1; k < in->count; k++) {
        const predicate *with[MOST] = {&in->at[i], &in->at[j], &in->at[k]};
        if (left > in->let_in + in->at[k].outside) break;
        const size_t count = both(three, inside, in->at[k].holds, in->words);
        if (count > in->own + in->let_in || count + in->missed < in->own) continue;
        consider(best, in, with, 3, three);
    }
}

static void look(condition *best, const search *in)
{
    uint64_t two[WORDS];
    const double least = least_cost(in);
    for (size_t i = 0; i < in->count && in->failures; i++) {
        const predicate *with[MOST] = {&in->at[i]};
        consider(best, in, with, 1, in->at[i].holds);
    }
    for (int size = 2; size <= MOST; size++) {
        if (best->size > 0 && best->score <= size * least) break;
        for (size_t i = 0; i < in->count; i++) {
            if (in->others > in->let_in + (size_t)size * in->at[i].outside) break;
            for (size_t j = i + 1; j < in->count; j++) {
                const predicate *with[MOST] = {&in->at[i], &in->at[j]};
                const size_t most = (size_t)(size - 1) * in->at[j].outside;
                if (in->others - in->at[i].outside > in->let_in + most) break;
                both(two, in->at[i].holds, in->at[j].holds, in->words);
                const size_t left = ones(two, in->own, in->own + in->others);
                if (size == 2)
                    consider(best, in, with, 2, two);
                else if (in->own - ones(two, 0, in->own) <= in->missed)
                    try_triples(best, in, i, j, two, left);
            }
        }
    }
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* A number with few digits between two others, low < high. */
static double round_between(double low, double high)
{
    char text[40];
    const double middle = low > 0 ? sqrt(low) * sqrt(high) : (low + high) / 2;
    if (middle > 0) {
        const double ten = pow(10, round(log10(middle)));
        if (ten > low && ten < high) return ten;
    }
    for (int digits = 0; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits, middle);
        const double rounded = strtod(text, NULL);
        if (rounded > low && rounded < high) return rounded;
    }
    return middle;
}

/* The value of an other case that is nearest to the limit of predicate k on its far side, of those
 * that the condition's other predicates let in; NaN if there is none. */
static double nearest_outside(const search *in, const condition *c, size_t k)
{
    const double *column = column_of(in, c->at[k].property);
    double near = NAN;
    for (size_t i = in->own; i < in->own + in->others; i++) {
        bool in_others = !isnan(column[i]) && !holds(&c->at[k], column[i]);
        for (size_t j = 0; j < c->size && in_others; j++)
            if (j != k) in_others = (c->at[j].holds[i / 64] >> (i % 64)) & 1;
        if (!in_others) continue;
        near = c->at[k].form == AT_MOST ? fmin(near, column[i]) : fmax(near, column[i]);
    }
    return near;
}

/* "|x| is below 1e-05 (or any bound from 9.3e-06 to 1.2e-05)" */
static void print_limit(FILE *to, const search *in, const condition *c, size_t k)
{
    const predicate *p = &c->at[k];
    const shared_property *of = &in->of->table.at[p->property];
    const bool most = p->form == AT_MOST, below = most == in->failures;
    const double near = nearest_outside(in, c, k);
    const double edge = isnan(near) ? p->limit : near;
    const double low = most ? p->limit : edge, high = most ? edge : p->limit;
    if (of->kind == SHARED_COUNT) {
        fprintf(to, "%s is at %s %.17g", of->name, below ? "most" : "least",
                in->failures ? p->limit : edge);
        return;
    }
    if (!(low < high))
        fprintf(to, "%s is %s %.17g", of->name, below ? "at most" : "at least", p->limit);
    else if (low == 0)
        fprintf(to, "%s is %s", of->name, below ? "0" : "not 0");
    else
        fprintf(to, "%s is %s %.6g (or any bound from %.3g to %.3g)", of->name,
                below ? "below" : "above", round_between(low, high), low, high);
}

static void print_predicate(FILE *to, const search *in, const condition *c, size_t k)
{
    const predicate *p = &c->at[k];
    const shared_property *of = &in->of->table.at[p->property];
    const char *not = in->failures ? "" : "not ";
    switch (p->form) {
    case IS:
    case IS_NOT:
        fputs((p->form == IS) == in->failures ? of->name : of->not, to);
        break;
    case EQUALS:
        fprintf(to, "%s is %s%.17g", of->name, not, p->limit);
        break;
    case ODD:
    case EVEN:
        fprintf(to, "%s is %s%s", of->name, not, p->form == ODD ? "odd" : "even");
        break;
    case AT_LEAST:
    case AT_MOST:
        print_limit(to, in, c, k);
        break;
    }
}

static void print_condition(FILE *to, const search *in, const condition *c)
{
    const size_t failed = in->of->failed.count, passed = in->of->passed.count;
    const size_t out = in->failures ? c->missed : c->let_in;
    const size_t inside = in->failures ? c->let_in : c->missed;
    fprintf(to, "fails %s ",
            out == 0 && inside == 0 ? "if and only if"
            : out == 0              ? "only if"
            : inside == 0           ? "whenever"
                                    : "mostly if");
    for (size_t k = 0; k < c->size; k++) {
        if (k > 0) fputs(in->failures ? " and " : " or ", to);
        print_predicate(to, in, c, k);
    }
    fprintf(to, ": %zu of %zu failures, %zu of %zu passes", failed - out, failed, inside, passed);
    for (size_t k = 0; k < c->size && c->size > 1 && in->failures; k++)
        fprintf(to, "%s%zu", k ? ", " : "; by each alone ", in->others - c->at[k].outside);
    if (in->of->failed.all > failed || in->of->passed.all > passed)
        fprintf(to, " (drawn from %zu and %zu)", in->of->failed.all, in->of->passed.all);
    fputc('\n', to);
}

void shared_print_condition(FILE *to, const judge_shared *of)
{
    search and, or ;
    condition best = {0};
    if (of->failed.count == 0 || of->passed.count == 0) return;
    begin(&and, of, true);
    begin(& or, of, false);
    look(&best, &and);
    look(&best, & or);
    if (best.size > 0) print_condition(to, best.failures ? &and : & or, &best);
    end(&and);
    end(& or);
}
