/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: a page, which is Markdown, as HTML. */
#ifndef SLP_REPORTS_PAGE_H
#define SLP_REPORTS_PAGE_H

#include "reports/markdown/markdown.h"
#include "reports/report.h"

typedef struct report_page {
    const char *title;    /* of the HTML page */
    const char *markdown; /* the file that has its Markdown: "claims/ID.md" */
    const char *root;     /* the way from the page to the report's folder: "../" */
    const char *style;    /* class of its main part */
    const char *earlier,
        *later;        /* ids of the claims whose pages stand before and after; NULL: none */
    const char *about; /* what the page was made of, in words, for its foot; NULL: nothing */
    bool index;        /* the page to which all others lead */
    bool sortable;     /* a script orders the rows of its tables (reports/pages/sort.js) */
} report_page;

/* The page as HTML, from its Markdown.  False with *fault.  It loads pictures from figures/ and
 * report.css, and nothing else.  Tested by tests/reports/test_report.sh, tests/fuzz/fuzz_record.c.
 */
bool report_page_html(FILE *to, const report_page *page, const char *markdown,
                      markdown_fault *fault);

#endif
