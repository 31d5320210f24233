/* The page of the tests' coverage, from the Markdown that `make coverage` wrote
 * (tests/house/coverage.py). */
#include "reports/pages/coverage.h"
#include "oracle/audit/audit.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_BYTES = 4 << 20 };

json_t *report_coverage_read(const char *dir)
{
    struct stat there;
    char *path = audit_path(dir, "coverage.md");
    json_t *text = NULL;
    FILE *from =
        path && stat(path, &there) == 0 && S_ISREG(there.st_mode) ? fopen(path, "r") : NULL;
    char *bytes = from && there.st_size <= MOST_BYTES ? malloc((size_t)there.st_size + 1) : NULL;
    if (bytes) text = json_stringn(bytes, fread(bytes, 1, (size_t)there.st_size, from));
    if (from) fclose(from);
    free(bytes);
    free(path);
    return text;
}

void report_coverage_page(FILE *to, const json_t *text)
{
    report_page_head(to, "Coverage of the tests", "");
    fputs("<main id=\"main\">\n<p><a href=\"index.html\">All claims</a></p>\n", to);
    report_prose(to, json_string_value(text));
    fputs("<p>As Markdown: <a href=\"coverage.md\">coverage.md</a>.</p>\n</main>\n", to);
    report_page_foot(to);
}
