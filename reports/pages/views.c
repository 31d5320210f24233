/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Records as their pages show them. */
#include "reports/pages/views.h"
#include "reports/audit/audit.h"
#include "reports/template/template.h"

#include <string.h>

json_t *report_view(const json_t *record)
{
    const char *verdict = audit_verdict(record);
    const json_t *number = json_object_get(record, "number");
    json_t *view = json_deep_copy(record);
    const bool named = *report_text(record, "erratum") != 0,
               wrong = strcmp(verdict, "refuted") == 0 || strcmp(verdict, "qualified") == 0;
    json_object_set_new(view, "verdict", json_string(verdict));
    json_object_set_new(view, "verdict_meant", json_string(audit_meant(record)));
    json_object_set_new(view, "rests", json_string(audit_rests_on(record)));
    json_object_set_new(view, "finding", json_boolean(audit_chapter_of(record) == AUDIT_FINDINGS));
    json_object_set_new(view, "proved", json_boolean(named && wrong));
    json_object_set_new(view, "open", json_boolean(named && !wrong));
    if (json_is_object(number)) {
        char text[240];
        audit_number_text(text, sizeof text, number);
        json_object_set_new(view, "number_text", json_string(text));
    }
    return view;
}

json_t *report_views(const json_t *records)
{
    size_t i;
    const json_t *record;
    json_t *views = json_array();
    json_array_foreach(records, i, record) json_array_append_new(views, report_view(record));
    return views;
}

json_t *report_views_with(const json_t *views, const char *key, const char *source)
{
    size_t i;
    json_t *view, *list = json_array();
    json_array_foreach(views, i, view)
    {
        if (json_is_true(json_object_get(view, key)) &&
            (!source || strcmp(report_text(view, "source"), source) == 0))
            json_array_append(list, view);
    }
    return list;
}

json_t *report_views_first(const json_t *views)
{
    size_t i;
    json_t *view, *seen = json_object(), *list = json_array();
    json_array_foreach(views, i, view)
    {
        const char *source = report_text(view, "source");
        if (!json_object_get(seen, source)) json_array_append(list, view);
        json_object_set_new(seen, source, json_true());
    }
    json_decref(seen);
    return list;
}

void report_page_of(FILE *to, const char *part, json_t *values)
{
    json_object_set_new(values, "program", report_embedded_json("codemeta.json"));
    report_fill(to, report_embedded("reports/pages/pages.template"), part, values);
    json_decref(values);
}
