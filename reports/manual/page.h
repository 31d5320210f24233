/* Parts of the manual's pages; internal to reports/manual/. */
#ifndef SLP_REPORTS_MANUAL_PAGE_H
#define SLP_REPORTS_MANUAL_PAGE_H

#include "reports/manual/manual.h"

#include <cmark.h>

/* ---- Pieces that CommonMark does not know: equations and tables --------------------------- */

/* The placeholder of piece n in the Markdown text for CommonMark: characters that no page uses
 * otherwise. */
#define MANUAL_PIECE_OPEN  "\xee\x80\x80" /* U+E000 */
#define MANUAL_PIECE_CLOSE "\xee\x80\x81" /* U+E001 */

typedef struct manual_piece {
    char *text;  /* MathML, or a table's Markdown */
    size_t line; /* where it begins */
    bool table;
} manual_piece;

typedef struct manual_text {
    /* with as many lines as the page, so that CommonMark's line numbers are the page's */
    char *markdown;
    manual_piece *pieces;
    size_t count;
} manual_text;

/* Replaces tables, and equations if `equations`, by placeholders.  False with *fault. */
bool manual_take_out(manual_text *out, const struct slp_embedded *page, bool equations,
                     manual_fault *fault);
void manual_text_clear(manual_text *text);

/* ---- Links -------------------------------------------------------------------------------- */

/* True if the page belongs to oracle/manual/. */
bool manual_own(const char *name);
/* The file of `files` to which the link `url` on page `from` leads; NULL if there is none. */
const struct slp_embedded *manual_target(const struct slp_embedded *files, const char *from,
                                         const char *url);
/* Where a file is written, relative to the manual's directory; new string. */
char *manual_place(const char *name);

/* "PAGE:LINE: WHY WORD" into *fault; returns false. */
bool manual_fail(manual_fault *fault, const char *page, size_t line, const char *why,
                 const char *word);

/* ---- A page ------------------------------------------------------------------------------- */

/* The page's body as HTML.  False with *fault. */
bool manual_body(FILE *to, const struct slp_embedded *files, const struct slp_embedded *page,
                 manual_fault *fault);

#endif
