/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of the renderer; internal to reports/markdown/.  A page's pieces are what CommonMark does
 * not know: equations and tables. */
#ifndef SLP_REPORTS_PIECES_H
#define SLP_REPORTS_PIECES_H

#include "reports/markdown/markdown.h"

#include <cmark.h>

/* The mark of piece n in the Markdown text for CommonMark: characters that no page uses
 * otherwise. */
#define MARKDOWN_PIECE_OPEN  "\xee\x80\x80" /* U+E000 */
#define MARKDOWN_PIECE_CLOSE "\xee\x80\x81" /* U+E001 */

typedef struct markdown_piece {
    char *text;  /* MathML, or a table's Markdown, which begins with its caption if it has one */
    size_t line; /* where it begins */
    bool table;
} markdown_piece;

typedef struct markdown_pieces {
    /* with as many lines as the page, so that CommonMark's line numbers are the page's */
    char *markdown;
    markdown_piece *piece;
    size_t count;
} markdown_pieces;

/* Replaces tables, and equations if the page has them, by marks.  False with *fault. */
bool markdown_take_out(markdown_pieces *out, const markdown_page *page, markdown_fault *fault);
void markdown_pieces_clear(markdown_pieces *pieces);

/* The first run of n times c, of no more and no fewer, in text[0..length-1]; NULL if there is none.
 */
const char *markdown_run(const char *text, size_t length, char c, size_t n);

/* Calls change(node, what) for each node, after the nodes inside it.  It may replace or remove the
 * node. */
void markdown_each(cmark_node *root, void (*change)(cmark_node *node, void *what), void *what);
/* Replaces a node by its children. */
void markdown_unwrap(cmark_node *node);

#define MARKDOWN_CAPTION "Table: "

#endif
