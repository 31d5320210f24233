/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The user's manual.  Its Markdown pages are inside the program.  These functions write them as
 * HTML pages that need no network and no script. */
#ifndef SLP_REPORTS_MANUAL_H
#define SLP_REPORTS_MANUAL_H

#include "oracle/plumbing/embedded.h"
#include "reports/markdown/markdown.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Pages of oracle/manual/, its pictures, and the pages in other folders to which the manual links.
 * Ends with name NULL. */
extern const struct slp_embedded slp_manual[];

/* Writes every page of `files` (as slp_manual) to DIR: oracle/manual/NAME.md to DIR/NAME.html,
 * another page PATH.md to DIR/PATH.html, pictures as they are, and report.css.  The order of the
 * pages, for "previous" and "next", is that of the links in oracle/manual/index.md.  False with
 * *fault: a page is wrong, or a file could not be written (the reason is then on stderr).  Tested
 * by tests/reports/test_manual_pages.sh, tests/reports/test_manual_render.c. */
bool manual_write(const char *dir, const struct slp_embedded *files, markdown_fault *fault);

/* The page oracle/manual/NAME.md, NULL if there is none. */
const struct slp_embedded *manual_find(const struct slp_embedded *files, const char *name);
/* Calls seen(what, page) for each page of the manual: the index, then those that it links to, in
 * its order. */
void manual_each(const struct slp_embedded *files,
                 void (*seen)(void *what, const struct slp_embedded *page), void *what);
/* The text of the page's first heading, length bytes. */
const char *manual_title(const char *text, size_t *length);

#endif
