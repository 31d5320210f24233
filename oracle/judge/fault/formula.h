/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Formulas as text, and what may be wrong with one place of them.
 *
 *     q = 1/4 (xi.xi); x + (1/2 xi^(xi^x) - xi^x)/(1 + q)
 *
 * Statements are separated by ; and the last one is the result: one expression, or several with
 * commas.  a^b is the cross product, a.b the dot product, a b a product, |a| a length; they bind
 * equally, from the left, and closer than + and -.  A number is 2 or 1/2.  Functions of a number:
 * phi1 phi2 phi3 (ref_phi of its square) sin cos; of matrices: exp(P), inv(P), mean(P, X), the mean
 * of exp(sP) X exp(-sP) over s from 0 to 1.  E, C and M with two arguments are operations that the
 * caller computes.  I is the unit matrix.
 *
 * Every edit of a formula changes one place: a term, a factor, a number, a name, a function, the
 * order of a product; or one function wherever it stands: its series cut off, its digits lost.
 * Tested by tests/judge/test_formula.c. */
#ifndef SLP_ORACLE_JUDGE_FORMULA_H
#define SLP_ORACLE_JUDGE_FORMULA_H

#include "ref/ref.h"
#include <stdbool.h>
#include <stddef.h>

enum { FORMULA_NODES = 96, FORMULA_NAMES = 16, FORMULA_RESULTS = 2, FORMULA_WORDS = 96 };

/* What a name stands for.  A name is exchanged with names of its own kind alone. */
typedef enum formula_kind {
    FORMULA_NUMBER,
    FORMULA_GENERATOR, /* a vector, or a matrix */
    FORMULA_STATE
} formula_kind;

typedef struct formula_node {
    int op; /* of formula.c */
    int a, b, parent;
    formula_kind kind;
    long num, den;    /* of a number */
    int name;         /* of a name or a function */
    size_t from, end; /* in the text */
} formula_node;

typedef struct formula_name {
    const char *at;
    size_t length;
    formula_kind kind;
    int root; /* what it is defined by; -1: an input */
} formula_name;

typedef struct formula {
    const char *text;
    bool matrices; /* what is no number is a matrix, else a vector */
    int nodes, names, inputs, results;
    formula_node at[FORMULA_NODES];
    formula_name name[FORMULA_NAMES];
    int result[FORMULA_RESULTS];
} formula;

typedef struct formula_edit {
    int how; /* of formula.c */
    int node;
    long num, den;
    int other;
} formula_edit;

/* Numbers are 1 x 1, vectors 3 x 1, matrices n x n. */
typedef struct formula_run {
    const formula *f;
    const formula_edit *edit; /* NULL: as it stands */
    slong n, prec;
    slong bits;                          /* of a program that loses digits; 0: 53 */
    acb_mat_struct value[FORMULA_NAMES]; /* the inputs are the caller's, initialized */
    /* out = the operation E, C or M; out is initialized */
    void (*call)(acb_mat_t out, void *own, char operation, const acb_mat_t a, const acb_mat_t b,
                 slong prec);
    void *own;
} formula_run;

/* The inputs are names with spaces: generators, then states, then numbers.  False if the text is no
 * formula of them. */
bool formula_read(formula *f, const char *text, const char *generators, const char *states,
                  const char *numbers, bool matrices);
/* result[i], not initialized before, = result i. */
void formula_evaluate(acb_mat_struct *result, formula_run *run);
/* All edits of the formula: at most `most`, and how many.  Names of generators and states are also
 * brought to length 1 if `lengths` says so. */
size_t formula_edits(formula_edit *to, size_t most, const formula *f, bool lengths);
/* How many of them, the first ones, change a whole term. */
size_t formula_term_edits(const formula *f);
/* "1/2 xi x (xi x x) left out" */
void formula_edit_words(char *to, size_t room, const formula *f, const formula_edit *e);

#endif
