/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tables of Runge-Kutta rules: those of schemes, and usual ones beside them. */
#ifndef SLP_ORACLE_JUDGE_FAULT_TABLEAU_H
#define SLP_ORACLE_JUDGE_FAULT_TABLEAU_H

#include "oracle/judge/fault/trial.h"

enum { FAULT_TABLE_STAGES = 4 };

/* num/den + root sqrt(3)/6 */
typedef struct fault_coefficient {
    int num, den, root;
} fault_coefficient;

typedef struct fault_table {
    const char *scheme; /* rkmk-SCHEME-exp has it; NULL: no scheme of the list has */
    const char *words;
    bool on_states; /* offered with V on states too; else that is a scheme */
    int s, order;
    bool implicit;
    fault_coefficient a[FAULT_TABLE_STAGES][FAULT_TABLE_STAGES], b[FAULT_TABLE_STAGES];
} fault_table;

/* Table number i; NULL behind the last. */
const fault_table *fault_table_at(size_t i);
void fault_table_value(arb_t out, const fault_coefficient *c, slong prec);
/* What a program may have for sqrt(3)/6 in a table: `times` it. */
typedef struct fault_root {
    double times;
    const char *words;
} fault_root;
extern const fault_root fault_roots[]; /* ended by no words */
/* Numbers that stand near the coefficient: its first n, n < FAULT_NEAR, with their words. */
enum { FAULT_NEAR = 8 };
typedef struct fault_near {
    int num, den; /* over the right one */
    char words[32];
} fault_near;
size_t fault_near_numbers(fault_near to[FAULT_NEAR], const fault_coefficient *c);
/* Each of them on states: K_i = V(x + sum a_ij K_j), V(x) = ad*_{Xi(x)} x. */
void fault_offer_tables_on_states(judge_trial *t);

#endif
