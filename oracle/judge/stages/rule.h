/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rule of a step, as it is seen from outside: which values it computes, from which.  Internal
 * to this room. */
#ifndef SLP_ORACLE_JUDGE_STAGES_RULE_H
#define SLP_ORACLE_JUDGE_STAGES_RULE_H

#include "oracle/contract/number/float_rules.h"
#include "ref/exact_step.h"
#include "ref/scheme/scheme.h"
#include "ref/watch/watch.h"

typedef enum stage_kind {
    STAGE_STATE,       /* x */
    STAGE_UNKNOWN,     /* z, or a part of it: what an implicit rule solves for */
    STAGE_GENERATOR,   /* Xi(at) */
    STAGE_FACTOR,      /* the generator of factor k at `at` */
    STAGE_OPERATION,   /* A(xi) at */
    STAGE_COMBINATION, /* what the scheme itself computes, of values that were there before */
    STAGE_CLOSING,     /* the same, and it must be an unknown */
    STAGE_END          /* the same: y */
} stage_kind;

/* A value as an argument: the whole of it, or of a semidirect product one of its halves. */
typedef struct stage_part {
    size_t item;
    int half; /* 0: the whole; 1, 2 */
} stage_part;

/* coefficient * part; into the whole of the sum, or into one of its halves */
typedef struct stage_term {
    stage_part part;
    int into;
    arb_t coefficient;
    char text[64]; /* "", "-", "2*", ...; with `over` behind the name */
    char over[16]; /* "", "/2", ... */
} stage_term;

enum { STAGE_NAME = 32, STAGE_STEM = 8 };
typedef struct stage_item {
    char name[STAGE_NAME];
    stage_kind kind;
    slong n; /* numbers */
    ref_operation operation;
    slong factor;
    stage_part xi, at; /* of calls */
    size_t closes;     /* of CLOSING: the unknown */
    bool in_algebra;   /* it is a generator, and no state */
    bool shown;        /* it has a name that a port may print */
    bool noted;        /* of COMBINATION: the scheme names it, and goes on with what it is told */
    bool linear;       /* of what the scheme computes: it is the sum of the terms */
    size_t term_count; /* else it depends on their parts */
    stage_term *terms;
    arb_ptr value; /* in the run by which the rule is found: drawn, or what came out */
} stage_item;

/* A call, or a note, or the end of an evaluation, in the order in which a step makes them. */
typedef struct stage_event {
    size_t item;
    stage_part xi, at;
    bool new_xi, new_at, new_item; /* met here for the first time */
} stage_event;

typedef struct stage_rule {
    slong d, k;      /* numbers of a state and of the unknowns */
    size_t unknowns; /* items 1, ..., unknowns */
    bool in_algebra; /* they are generators, and no states */
    size_t item_count, event_count;
    stage_item *items; /* item 0 is x */
    stage_event *events;
} stage_rule;

/* One evaluation of the rule through a stand-in: what a scheme computes of x alone, T at the
 * unknowns, F at the unknowns. */
typedef struct stage_walk stage_walk;
struct stage_walk {
    const stage_rule *rule; /* NULL while the rule is found */
    stage_rule *found;
    const ref_exact_step *step;
    slong prec;
    arb_ptr *values; /* of each item: what goes on from it */
    /* Computes `value` of an item that is no combination; NULL: the original. */
    void (*compute)(arb_ptr value, stage_walk *walk, const stage_item *item);
    /* Is told of each value, once; it may change what goes on.  NULL: nobody. */
    void (*settle)(stage_walk *walk, size_t item);
    void *own;
    /* Set by stage_walk_go. */
    ref_watch watch;
    ref_frame *frame;
    size_t event;
    slong numbers[4];
    bool active;
};

/* Finds the rule of the step; memory that is refused ends the program, as in all of the judge.
 * False where the step cannot be begun: its numbers are not finite. */
bool stage_rule_find(stage_rule *rule, const ref_exact_step *step);
void stage_rule_clear(stage_rule *rule);
/* walk->values with room for every item, and without it. */
void stage_walk_init(stage_walk *walk, const stage_rule *rule, const ref_exact_step *step,
                     slong prec);
void stage_walk_clear(stage_walk *walk);
/* Evaluates; values of x and of the unknowns are set before.  False where the step cannot be begun.
 */
bool stage_walk_go(stage_walk *walk);
/* The numbers of a part of a value. */
arb_ptr stage_part_of(const stage_walk *walk, stage_part part);
/* What a call of an item that is no combination gives, from walk->values. */
void stage_compute(arb_ptr value, stage_walk *walk, const stage_item *item);
/* How an operation stands in names, "Dinv1", and in rules, "D^-1(xi1)x". */
typedef struct stage_operation_word {
    const char *stem, *symbol;
} stage_operation_word;
extern const stage_operation_word stage_operation_words[REF_OPERATIONS];
/* True if these are the same balls. */
bool stage_equal(arb_srcptr a, arb_srcptr b, slong n);
/* The algebra in which an item of n numbers lies. */
const ref_algebra *stage_algebra(const stage_walk *walk, slong n);
/* The rule of an item in words without blanks, such as "E(xi1)x"; to be freed. */
char *stage_rule_text(const stage_rule *rule, const stage_item *item);
/* Whether it is the generator at a state, or a factor's. */
bool stage_is_generator(const stage_item *item);
/* Whether it is computed from others as 0, or as its argument: theta1 = 0 of explicit rules, and
 * what is called with it.  A program need not have it. */
bool stage_is_trivial(const stage_rule *rule, const stage_item *item);
/* Whether the item is computed from item number `at`, without others between. */
bool stage_is_input(const stage_item *item, size_t at);
/* The item of this name; rule->item_count if there is none. */
size_t stage_item_find(const stage_rule *rule, const char *name, size_t length);

#endif
