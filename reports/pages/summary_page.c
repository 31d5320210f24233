/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One paper in one page, for its authors: what holds, what does not, what is open, and each erratum
 * with the corrected formula and the commands that demonstrate it. */
#include "reports/pages/views.h"

#include <stdlib.h>
#include <string.h>

bool report_summary_first(const json_t *records, size_t i)
{
    const char *source = report_text(json_array_get(records, i), "source");
    for (size_t k = 0; k < i; k++)
        if (strcmp(report_text(json_array_get(records, k), "source"), source) == 0) return false;
    return true;
}

bool report_summary_name(char *to, size_t room, const char *source)
{
    static const char large[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                      small[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char key[40];
    size_t n = strlen(source);
    if (n == 0 || n >= sizeof key ||
        n != strspn(source, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789"))
        return false;
    for (size_t i = 0; i <= n; i++) {
        const char *found = source[i] ? strchr(large, source[i]) : NULL;
        key[i] = found ? small[found - large] : source[i];
    }
    snprintf(to, room, "summary-%s", key);
    return true;
}

/* Which verdicts belong under which heading of the page. */
static const struct part {
    const char *verdict, *heading;
} parts[] = {{"confirmed", "holds"},  {"qualified", "restricted"},
             {"refuted", "fails"},    {"underspecified", "open"},
             {"preliminary", "open"}, {"inconclusive", "open"},
             {"not run", "open"},     {"error", "open"}};

void report_summary_page(FILE *to, const json_t *of)
{
    const char *source = report_text(of, "source");
    json_t *all = report_views(json_object_get(of, "records")), *view;
    json_t *page =
        json_pack("{s:s, s:[], s:[], s:[], s:[], s:o}", "source", source, "holds", "restricted",
                  "fails", "open", "errata", report_views_with(all, "proved", source));
    size_t i;
    json_int_t claims = 0;
    json_array_foreach(all, i, view)
    {
        if (strcmp(report_text(view, "source"), source) != 0) continue;
        claims += !json_is_true(json_object_get(view, "finding"));
        if (!json_object_get(page, "first")) json_object_set(page, "first", view);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            if (strcmp(report_text(view, "verdict"), parts[k].verdict) == 0)
                json_array_append(json_object_get(page, parts[k].heading), view);
    }
    json_object_set_new(page, "claims", json_integer(claims));
    json_decref(all);
    report_page_of(to, "summary", page);
}
