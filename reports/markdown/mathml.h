/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Equations of the manual: a small subset of LaTeX to MathML Core, which browsers show without a
 * script.  The subset is listed in oracle/manual/maintaining.md, "Equations". */
#ifndef SLP_REPORTS_MATHML_H
#define SLP_REPORTS_MATHML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct mathml_fault {
    size_t at;     /* bytes of the text before what is wrong */
    char why[120]; /* "unknown command \foo" */
} mathml_fault;

/* Writes the equation text[0..length-1], without its dollars, as one <math> element; display: as a
 * block of its own.  False with *fault if the text is outside the subset; what was written is then
 * useless.
 * Tested by tests/reports/test_mathml.c. */
bool mathml_write(FILE *to, const char *text, size_t length, bool display, mathml_fault *fault);

/* ---- The commands of the subset ----------------------------------------------------------- */

typedef enum mathml_kind {
    MATHML_LETTER,      /* a symbol that stands for itself */
    MATHML_UPRIGHT,     /* the same, never slanted */
    MATHML_OPERATOR,    /* with the spaces that the operator dictionary gives it */
    MATHML_FENCE,       /* grows only after \left, \right or \big */
    MATHML_SUM,         /* its limits stand below and above it */
    MATHML_FUNCTION,    /* a word: sin */
    MATHML_LIMIT,       /* a word whose index stands below it: max */
    MATHML_ACCENT,      /* over its argument */
    MATHML_WIDE_ACCENT, /* the same, as wide as its argument */
    MATHML_FONT,        /* changes the letters of its argument */
    MATHML_SPACE,       /* as wide as its text says */
    MATHML_BIG,         /* a fence of the size that its text says */
    MATHML_FORM         /* has arguments of its own; the translator knows it by name */
} mathml_kind;

typedef struct mathml_command {
    const char *name; /* without the backslash */
    mathml_kind kind;
    const char *text; /* UTF-8 */
} mathml_command;

/* The i-th command; false past the last. */
bool mathml_command_at(mathml_command *to, size_t i);

#endif
