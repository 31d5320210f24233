/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The page of the tests' coverage, from the Markdown that `make coverage` wrote
 * (tests/house/coverage.py). */
#include "reports/pages/coverage.h"
#include "reports/pages/page.h"
#include "reports/audit/audit.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"

#include <stdlib.h>

enum { MOST_BYTES = 4 << 20 };

/* True if the text can be a page: its tables are whole. */
static bool renders(const char *markdown)
{
    const report_page page = {.title = "", .markdown = "coverage.md", .root = "", .style = ""};
    markdown_fault fault;
    slp_written text;
    const bool good = report_page_html(slp_written_begin(&text), &page, markdown, &fault);
    free(slp_written_end(&text));
    return good;
}

json_t *report_coverage_read(const char *dir)
{
    size_t length;
    char *path = audit_path(dir, "coverage.md"),
         *bytes = slp_read_regular(&length, path, MOST_BYTES);
    json_t *text = bytes ? json_stringn(bytes, length) : NULL;
    if (text && !renders(json_string_value(text))) {
        json_decref(text);
        text = NULL;
    }
    free(bytes);
    free(path);
    return text;
}

void report_coverage_page(FILE *to, const json_t *text)
{
    fputs(json_string_value(text), to);
}
