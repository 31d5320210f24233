/* The report as a whole: figures, then pages, each written beside and renamed. */
#include "reports/report.h"
#include "oracle/audit.h"
#include "oracle/embedded.h"

#include <stdlib.h>
#include <string.h>

static bool write_page(const char *dir, const char *name,
                       void (*page)(FILE *to, const json_t *what), const json_t *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return false;
    page(to, what);
    bool good = fclose(to) == 0;
    char *path = audit_path(dir, name);
    good = good && path && audit_write(path, text, size);
    free(path);
    free(text);
    return good;
}

static bool write_css(const char *dir)
{
    const char *css = "";
    for (size_t i = 0; slp_embedded[i].name; i++)
        if (strcmp(slp_embedded[i].name, "reports/report.css") == 0) css = slp_embedded[i].text;
    char *path = audit_path(dir, "report.css");
    bool good = path && audit_write(path, css, strlen(css));
    free(path);
    return good;
}

static void draw(report_outcome *outcome, const char *dir, json_t *record)
{
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        char why[200], file[200];
        snprintf(file, sizeof file, "figures/%s-%s.svg", report_text(record, "id"),
                 report_text(figure, "name"));
        if (report_figure(dir, record, figure, why)) {
            json_object_set_new(figure, "file", json_string(file));
            continue;
        }
        json_object_set_new(figure, "missing", json_string(why));
        outcome->figures_missing++;
        memcpy(outcome->why, why, sizeof why);
    }
}

report_outcome report_write(const char *dir, const json_t *records)
{
    report_outcome outcome = {0};
    char *figures = audit_path(dir, "figures"), *claims = audit_path(dir, "claims");
    json_t *own = json_deep_copy(records);
    outcome.failed = !figures || !claims || !audit_make_directories(figures) ||
                     !audit_make_directories(claims) || !write_css(dir);
    size_t i;
    json_t *record;
    json_array_foreach(own, i, record)
    {
        char name[128];
        if (outcome.failed) break;
        draw(&outcome, dir, record);
        snprintf(name, sizeof name, "claims/%s.html", report_text(record, "id"));
        outcome.failed = !write_page(dir, name, report_claim_page, record);
    }
    outcome.failed = outcome.failed || !write_page(dir, "index.html", report_index_page, own) ||
                     !write_page(dir, "verdicts.md", report_markdown, own);
    json_decref(own);
    free(figures);
    free(claims);
    return outcome;
}
