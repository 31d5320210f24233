/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of the manual; internal to reports/manual/. */
#ifndef SLP_REPORTS_MANUAL_PARTS_H
#define SLP_REPORTS_MANUAL_PARTS_H

#include "reports/manual/manual.h"

/* True if the page belongs to oracle/manual/. */
bool manual_own(const char *name);
/* The file of `files` to which the link `url` on page `from` leads; NULL if there is none. */
const struct slp_embedded *manual_target(const struct slp_embedded *files, const char *from,
                                         const char *url);
/* Where a file is written, relative to the manual's directory; new string. */
char *manual_place(const char *name);
/* A link within the manual leads to the page as it is written; one to another file of the sources
 * becomes its words (reports/markdown/markdown.h).  page->of is the list of files. */
markdown_way manual_link(const markdown_page *page, const char *url, bool picture, char **to,
                         const char **why);

#endif
