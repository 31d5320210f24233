/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The page of one claim: what is claimed, what was computed, what follows, and how to see it again.
 */
#include "reports/audit/audit.h"
#include "reports/pages/views.h"

#include <string.h>

/* The files of the series that the figure draws, in the order of the measures. */
static void add_series(const json_t *record, json_t *figure)
{
    size_t k, d;
    const json_t *name, *m;
    json_t *files = json_array();
    json_array_foreach(json_object_get(record, "measures"), k, m)
    {
        const char *file = report_data_file(json_object_get(m, "series"));
        json_array_foreach(json_object_get(figure, "draw"), d, name)
        {
            if (*file && strcmp(json_string_value(name), report_text(m, "name")) == 0)
                json_array_append_new(files, json_string(file));
        }
    }
    json_object_set_new(figure, "series", files);
}

/* Whether a value is certain, or with which confidence it is. */
static void add_certain(json_t *value)
{
    char text[40] = "–";
    const json_t *level = json_object_get(value, "level");
    if (level && json_number_value(level) >= 1)
        strcpy(text, "yes");
    else if (level)
        snprintf(text, sizeof text, "%.6g %%", 100 * json_number_value(level));
    json_object_set_new(value, "certain", json_string(text));
}

/* In which sense one step is off to leading order. */
static void add_sense(json_t *nodes)
{
    const double order = json_real_value(json_object_get(nodes, "order")),
                 power = json_real_value(json_object_get(nodes, "power"));
    const bool weak = strcmp(report_text(nodes, "kind"), "weak") == 0;
    json_object_set_new(nodes, "in",
                        json_string(weak ? "in the means of coordinates and their products"
                                    : power - order == 0.5 ? "in root mean square"
                                                           : "in the mean"));
}

/* What an experiment says, as a list: its keys and those of its parameters. */
static void add_lines(json_t *e)
{
    const char *key, *param;
    json_t *value, *inner, *lines = json_array();
    json_object_foreach(e, key, value)
    {
        char full[40];
        if (strcmp(key, "name") == 0 || strncmp(key, "full_", 5) == 0) continue;
        if (json_is_object(value)) {
            json_object_foreach(value, param, inner) json_array_append_new(
                lines, json_pack("{s:s, s:O}", "term", *param ? param : "–", "value", inner));
            continue;
        }
        json_t *line = json_pack("{s:s, s:O}", "term", *key ? key : "–", "value", value);
        snprintf(full, sizeof full, "full_%.30s", key);
        json_t *more = json_object_get(e, full);
        if (more && !json_equal(more, value)) json_object_set(line, "full", more);
        json_array_append_new(lines, line);
    }
    json_object_set_new(e, "lines", lines);
}

static void add_published(json_t *view, const char *id)
{
    json_t *published = audit_published(id);
    if (!published) return;
    json_object_set_new(published, "flips", json_boolean(audit_published_flips(published)));
    json_object_set_new(view, "published", published);
}

void report_claim_page(FILE *to, const json_t *record)
{
    json_t *view = report_view(record), *one, *value, *cases = json_array();
    size_t i, k;
    add_published(view, report_text(record, "id"));
    json_array_foreach(json_object_get(view, "figures"), i, one) add_series(view, one);
    json_array_foreach(json_object_get(view, "experiments"), i, one) add_lines(one);
    json_array_foreach(json_object_get(view, "measures"), i, one)
    {
        const size_t length = strlen(report_text(one, "witness_command"));
        json_array_foreach(json_object_get(one, "values"), k, value) add_certain(value);
        if (json_object_get(one, "nodes")) add_sense(json_object_get(one, "nodes"));
        if (length > REPORT_LONG_STATE)
            json_object_set_new(one, "long", json_integer((json_int_t)length));
        if (*report_text(one, "witness")) json_array_append(cases, one);
    }
    json_array_foreach(json_object_get(view, "sensitivity"), i, one)
        json_array_set_new(json_object_get(view, "sensitivity"), i, report_view(one));
    json_object_set_new(view, "cases", cases);
    report_page_of(to, "claim", view);
}
