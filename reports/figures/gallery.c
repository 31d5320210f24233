/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The papers' figures redrawn: plates beside their claims, and a page that shows every figure
 * small. */
#include "reports/figures/gallery.h"
#include "reports/figures/gallery_list.h"
#include "reports/template/template.h"

#include <string.h>

/* The drawing's figure object among those of a record: its name, or as claims name theirs. */
static json_t *figure_of(const json_t *record, const char *drawing)
{
    size_t i;
    json_t *figure;
    char file[200];
    snprintf(file, sizeof file, "figures/%s.svg", drawing);
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        if (strcmp(report_text(figure, "file"), file) == 0 ||
            strcmp(report_text(figure, "name"), drawing) == 0)
            return figure;
    }
    return NULL;
}

static void draw_plates(const char *dir, bool draws, const json_t *plates, json_t *records,
                        report_outcome *outcome)
{
    size_t i;
    const json_t *one;
    json_array_foreach(plates, i, one)
    {
        char why[200] = "", file[200], run[800];
        report_plate read, *plate = &read;
        json_t *record = report_record_of(records, report_text(one, "claim")), *list;
        if (!record || !report_plate_read(plate, one)) continue;
        report_plate_words(run, sizeof run, plate);
        json_t *figure = json_pack("{s:s, s:s, s:s, s:s}", "name", plate->name, "title",
                                   plate->title, "caption", plate->about, "run", run);
        snprintf(file, sizeof file, "figures/%s.svg", plate->name);
        if (draws ? report_plate_draw(dir, plate, why) : report_is_drawn(dir, file)) {
            json_object_set_new(figure, "file", json_string(file));
        } else {
            json_object_set_new(figure, "missing", json_string(why));
            outcome->figures_missing++;
            memcpy(outcome->why, why, sizeof why);
        }
        list = json_object_get(record, "figures");
        if (!json_is_array(list)) {
            list = json_array();
            json_object_set_new(record, "figures", list);
        }
        json_array_append_new(list, figure);
    }
}

/* "key-4-left": paper, number and panel. */
static void anchor_of(char *to, size_t room, const json_t *e)
{
    const char *panel = report_text(e, "panel");
    snprintf(to, room, "%s-%s%s%s", report_text(e, "paper"), report_text(e, "number"),
             *panel ? "-" : "", panel);
    for (char *c = to; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c == ' ' ? '-' : *c);
}

json_t *report_gallery_draw(const char *dir, bool draws, json_t *records, report_outcome *outcome)
{
    json_t *gallery = json_array(), *tables = report_gallery_tables();
    size_t i;
    const json_t *e;
    draw_plates(dir, draws, json_object_get(tables, "plates"), records, outcome);
    json_array_foreach(json_object_get(tables, "figures"), i, e)
    {
        char title[200], missing[200], anchor[100];
        const char *panel = report_text(e, "panel"), *claim = report_text(e, "claim");
        json_t *record = report_record_of(records, claim);
        json_t *figure = figure_of(record, report_text(e, "drawing"));
        snprintf(title, sizeof title, "%s figure %s%s%s", report_text(e, "paper"),
                 report_text(e, "number"), *panel ? ", " : "", panel);
        snprintf(missing, sizeof missing,
                 record ? "its claim %s has no such series" : "its claim %s is not in this report",
                 claim);
        anchor_of(anchor, sizeof anchor, e);
        if (figure) { /* its claim's page leads there */
            json_object_set_new(figure, "gallery", json_string(anchor));
            json_object_set_new(figure, "gallery_title", json_string(title));
        }
        const char *file = report_text(figure, "file");
        json_array_append_new(
            gallery,
            json_pack("{s:O*, s:O*, s:{s:O*}, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "paper",
                      json_object_get(e, "paper"), "number", json_object_get(e, "number"), "of",
                      "paper", json_object_get(record, "paper"), "title", title, "anchor", anchor,
                      "run", report_text(figure, "run"), "of_size", report_text(record, "of_size"),
                      "figure", report_text(figure, "name"), "claim", record ? claim : "",
                      "caption", report_text(figure, "caption"), *file ? "file" : "missing",
                      *file    ? file
                      : figure ? report_text(figure, "missing")
                               : missing));
    }
    json_decref(tables);
    return gallery;
}

size_t report_gallery_count(const json_t *gallery)
{
    size_t i, found = 0;
    const json_t *one, *last = NULL;
    json_array_foreach(gallery, i, one)
    {
        if (!*report_text(one, "file")) continue;
        found += !last || !report_same(last, one, "paper") || !report_same(last, one, "number");
        last = one;
    }
    return found;
}

void report_gallery_page(FILE *to, const json_t *gallery)
{
    size_t i;
    json_t *figures = json_deep_copy(gallery), *one, *last = NULL;
    json_array_foreach(figures, i, one)
    {
        char small[200], place[100];
        const char *file = report_text(one, "file"), *caption = report_text(one, "caption"),
                   *name = report_text(one, "figure");
        const size_t length = strlen(caption);
        snprintf(small, sizeof small, "%.*s.small.svg", (int)strlen(file) - 4, file);
        snprintf(place, sizeof place, "%s%s", *name ? "#figure-" : "", name);
        if (*file) json_object_set_new(one, "small", json_string(small));
        json_object_set_new(one, "place", json_string(place));
        json_object_set_new(one, "stop", json_boolean(length && caption[length - 1] != '.'));
        json_object_set_new(one, "heads", json_boolean(!last || !report_same(last, one, "paper")));
        last = one;
    }
    json_t *page = json_pack("{s:I, s:o}", "count", (json_int_t)report_gallery_count(gallery),
                             "figures", figures);
    report_fill(to, report_embedded("reports/pages/pages.template"), "gallery", page);
    json_decref(page);
}
