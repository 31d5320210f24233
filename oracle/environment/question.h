/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Questions: an operation, its operands, and what came back.  Private to oracle/environment. */
#ifndef SLP_ORACLE_ENVIRONMENT_QUESTION_H
#define SLP_ORACLE_ENVIRONMENT_QUESTION_H

#include "oracle/environment/machine.h"

enum { QUESTION_MOST = 128 }; /* operands */

/* What a question is asked for. */
typedef enum question_subject {
    ABOUT_NUMBERS,
    ABOUT_ROUNDING,
    ABOUT_SUBNORMAL_RESULTS,
    ABOUT_SUBNORMAL_OPERANDS,
    ABOUT_EXCESS,
    ABOUT_CONTRACTION,
    ABOUT_FMA,
    ABOUT_DIVISION,
    ABOUT_SQRT,
    ABOUT_SUM,
    ABOUT_DOT,
    ABOUT_COUNT
} question_subject;

typedef enum question_answer { NOT_ANSWERED, UNSUPPORTED, NO_NUMBER, ANSWERED } question_answer;

typedef struct question {
    question_subject about;
    machine_operation operation;
    size_t count;
    arf_ptr x;  /* count operands */
    char *text; /* the line, with its newline */
    question_answer became;
    arf_t y;
} question;

struct slp_environment {
    slp_arithmetic arithmetic;
    machine declared; /* without order */
    question *at;
    size_t count;
    slp_environment_fact facts[ABOUT_COUNT];
};

#endif
