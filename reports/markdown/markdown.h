/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Markdown: written from text that may hold anything, and rendered as HTML that needs no network
 * and no script.  It is CommonMark, with these additions:
 *   | a | b |        a table; the line above it, "Table: WORDS" and a blank line, is its caption,
 *                    and the first cell of each row of such a table is the row's head
 *   - **a**: b       a list of such items alone is a list of definitions
 *   <a id="a"></a>   at the beginning of a heading: what a link to it says after its #
 *   $a$, $$a$$       equations (reports/markdown/mathml.h), on pages that have them
 * All other HTML markup is shown as text. */
#ifndef SLP_REPORTS_MARKDOWN_H
#define SLP_REPORTS_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- Rendering ---------------------------------------------------------------------------- */

typedef struct markdown_fault {
    char why[300]; /* "oracle/manual/start.md:12: unknown command \foo" */
} markdown_fault;

/* "PAGE:LINE: WHY WORD" into *fault; returns false. */
bool markdown_fail(markdown_fault *fault, const char *page, size_t line, const char *why,
                   const char *word);

/* What becomes of a link or a picture: it stays; it leads elsewhere; only its words stay; it is
 * wrong. */
typedef enum markdown_way {
    MARKDOWN_STAYS,
    MARKDOWN_LEADS,
    MARKDOWN_WORDS,
    MARKDOWN_WRONG
} markdown_way;

/* A word that is shown in a style of its own where it stands alone in bold. */
typedef struct markdown_word {
    const char *text, *style; /* text NULL ends a list of them */
    int order;                /* among rows of a table that are sorted by it; 0: none */
} markdown_word;

typedef struct markdown_page {
    const char *name, *text;
    bool equations;
    bool figures;  /* a picture alone is a figure, the paragraph below it the figure's caption */
    bool sortable; /* tables with a caption are of class "sortable" */
    const markdown_word *words; /* NULL: none */
    /* LEADS: *to is where, a new string.  WRONG: *why is what is wrong with it. */
    markdown_way (*link)(const struct markdown_page *page, const char *url, bool picture, char **to,
                         const char **why);
    const void *of; /* what `link` needs */
} markdown_page;

/* The page's body as HTML.  False with *fault.  Tested by tests/reports/test_manual_render.c,
 * tests/reports/test_markdown.c. */
bool markdown_render(FILE *to, const markdown_page *page, markdown_fault *fault);

/* ---- Writing: whatever the text, none of it is markup ------------------------------------- */

/* text on one line.  In cells of tables too. */
void markdown_text(FILE *to, const char *text);
/* text as code on one line; `cell`: inside a table, where a bar in code is written `\|`. */
void markdown_code(FILE *to, const char *text, bool cell);
/* As markdown_text; what stands between two backticks becomes code. */
void markdown_words(FILE *to, const char *text, bool cell);
/* As markdown_text; what stands between two dollars and is an equation becomes one, on pages that
 * have equations. */
void markdown_tex(FILE *to, const char *text);
/* text as a block of code. */
void markdown_block(FILE *to, const char *text);
/* A link; url is a path of a file of the report. */
void markdown_link(FILE *to, const char *words, const char *url);
/* text is CommonMark of somebody else's: paragraphs, lists, emphasis, code and links out stay.
 * HTML markup becomes text, a picture its description, another link its words, a heading a
 * paragraph.  `before` begins each line, such as "> ". */
void markdown_prose(FILE *to, const char *text, const char *before);

#endif
