/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Errata: formulas of the papers as printed and as meant, each with the record whose verdict
 * decides.
 *
 * A formula is called wrong only if the verdict is refuted or qualified.  If a claim names an
 * erratum but has another verdict, it is listed separately, with its verdict. */
#include "reports/pages/views.h"

size_t report_errata_count(const json_t *records, size_t *open)
{
    json_t *views = report_views(records), *proved = report_views_with(views, "proved", NULL),
           *others = report_views_with(views, "open", NULL);
    const size_t wrong = json_array_size(proved);
    *open = json_array_size(others);
    json_decref(views);
    json_decref(proved);
    json_decref(others);
    return wrong;
}

void report_errata_page(FILE *to, const json_t *records)
{
    size_t i;
    json_t *views = report_views(records), *proved = report_views_with(views, "proved", NULL);
    json_t *first = report_views_first(proved), *papers = json_array(), *one;
    json_array_foreach(first, i, one)
    {
        json_t *paper = json_copy(one);
        json_object_set_new(paper, "errata",
                            report_views_with(proved, "proved", report_text(one, "source")));
        json_array_append_new(papers, paper);
    }
    report_page_of(to, "errata",
                   json_pack("{s:I, s:o, s:o}", "wrong", (json_int_t)json_array_size(proved),
                             "papers", papers, "open", report_views_with(views, "open", NULL)));
    json_decref(first);
    json_decref(proved);
    json_decref(views);
}
