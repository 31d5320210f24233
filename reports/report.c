/* The whole report: figures, then pages.  Each file is written under another name and then renamed.
 */
#include "reports/pages/coverage.h"
#include "reports/figures/gallery.h"
#include "reports/pages/laws.h"
#include "reports/pages/page.h"
#include "oracle/audit/audit.h"

#include <stdlib.h>
#include <string.h>

typedef void (*printer)(FILE *to, const json_t *what);

static bool write_file(const char *dir, const char *name, const char *text, size_t size)
{
    char *path = audit_path(dir, name);
    bool good = path && audit_write(path, text, size);
    free(path);
    return good;
}

static bool write_html(const char *dir, const char *name, const report_page *page,
                       const char *markdown)
{
    markdown_fault fault;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    bool good = to && report_page_html(to, page, markdown, &fault);
    if (to && fclose(to) != 0) good = false;
    good = good && write_file(dir, name, text, size);
    free(text);
    return good;
}

/* Writes the page's Markdown, and what it is as HTML, to DIR/NAME.  Markdown that is a file already
 * is not `ours`. */
static bool write_page(const char *dir, const char *name, const report_page *page, bool ours,
                       printer print, const json_t *what)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return false;
    print(to, what);
    bool good = fclose(to) == 0;
    good = good && (!ours || write_file(dir, page->markdown, text, size)) &&
           write_html(dir, name, page, text);
    free(text);
    return good;
}

static bool write_css(const char *dir)
{
    const char *css = report_embedded("reports/pages/report.css");
    return write_file(dir, "report.css", css, strlen(css));
}

static void draw(report_outcome *outcome, const char *dir, json_t *record)
{
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        char why[200], file[200];
        json_object_del(figure, "file"); /* is ours to say */
        snprintf(file, sizeof file, "figures/%s-%s.svg", report_text(record, "id"),
                 report_text(figure, "name"));
        if (report_figure(dir, record, figure, why)) {
            json_object_set_new(figure, "file", json_string(file));
            continue;
        }
        json_object_set_new(figure, "missing", json_string(why));
        if (*report_text(record, "error")) continue; /* its series are not there */
        outcome->figures_missing++;
        memcpy(outcome->why, why, sizeof why);
    }
}

/* Removes the page of an earlier report if this report does not have it. */
static void remove_one(const char *dir, const char *name, const char *ending)
{
    char file[160];
    snprintf(file, sizeof file, "%s.%s", name, ending);
    char *path = audit_path(dir, file);
    if (path) remove(path);
    free(path);
}

static void remove_both(const char *dir, const char *name)
{
    remove_one(dir, name, "html");
    remove_one(dir, name, "md");
}

static void announce(json_t *pages, const char *title, const char *file, const char *words)
{
    json_t *page = json_object();
    json_object_set_new(page, "title", json_string(title));
    if (file) json_object_set_new(page, "file", json_string(file));
    json_object_set_new(page, file ? "about" : "missing", json_string(words));
    json_array_append_new(pages, page);
}

static bool write_errata(const char *dir, const json_t *records, json_t *pages)
{
    char words[120];
    size_t open, wrong = report_errata_count(records, &open);
    if (wrong + open == 0) {
        remove_both(dir, "errata");
        return true;
    }
    snprintf(words, sizeof words, "%zu printed formula%s shown to be wrong by computation", wrong,
             wrong == 1 ? "" : "s");
    announce(pages, "Errata", "errata.md", words);
    const report_page page = {
        .title = "Errata", .markdown = "errata.md", .root = "", .style = "errata"};
    return write_page(dir, "errata.html", &page, true, report_errata_page, records);
}

static bool write_laws(const char *dir, json_t *pages)
{
    char why[LAWS_WHY] = "", words[LAWS_WHY + 200];
    json_t *laws = report_laws_read(dir, why);
    if (!laws) {
        snprintf(words, sizeof words,
                 "laws.json: %s. `slp check --json %.120s/laws.json` makes it.", why, dir);
        announce(pages, "Laws and pairs", NULL, words);
        remove_both(dir, "laws");
        return true;
    }
    announce(pages, "Laws and pairs", "laws.md",
             "every law on every pair of system and scheme, held or seen to break");
    const report_page page = {.title = "Laws and pairs",
                              .markdown = "laws.md",
                              .root = "",
                              .style = "laws",
                              .sortable = true};
    bool good = write_page(dir, "laws.html", &page, true, report_laws_page, laws);
    json_decref(laws);
    return good;
}

/* Writes the page if its text exists and can be a page.  Only `make coverage` makes the text, so
 * there is no message if it is missing. */
static bool write_coverage(const char *dir, json_t *pages)
{
    const report_page page = {.title = "Coverage of the tests",
                              .markdown = "coverage.md",
                              .root = "",
                              .style = "coverage"};
    json_t *text = report_coverage_read(dir);
    if (!text) {
        remove_one(dir, "coverage", "html");
        return true;
    }
    announce(pages, "Coverage", "coverage.md",
             "the lines and branches that the tests execute, and why some are not");
    bool good = write_page(dir, "coverage.html", &page, false, report_coverage_page, text);
    json_decref(text);
    return good;
}

static bool write_gallery(const char *dir, json_t *records, report_outcome *outcome, json_t *pages)
{
    char words[120];
    json_t *gallery = report_gallery_draw(dir, records, outcome);
    size_t figures = report_gallery_count(gallery);
    snprintf(words, sizeof words, "%zu of the papers' figures redrawn from our own runs", figures);
    const report_page page = {
        .title = "Figures", .markdown = "figures.md", .root = "", .style = "gallery"};
    bool good = write_page(dir, "figures.html", &page, true, report_gallery_page, gallery);
    announce(pages, "Figures", "figures.md", words);
    json_decref(gallery);
    return good;
}

report_outcome report_write(const char *dir, const json_t *records)
{
    report_outcome outcome = {0};
    char *figures = audit_path(dir, "figures"), *claims = audit_path(dir, "claims");
    json_t *own = json_deep_copy(records), *pages = json_array(), *whole = json_object();
    bool good = figures && claims && audit_make_directories(figures) &&
                audit_make_directories(claims) && write_css(dir);
    size_t i;
    json_t *record;
    json_array_foreach(own, i, record)
    {
        if (good) draw(&outcome, dir, record);
    }
    good = good && write_errata(dir, own, pages) && write_gallery(dir, own, &outcome, pages) &&
           write_laws(dir, pages) && write_coverage(dir, pages);
    json_array_foreach(own, i, record)
    {
        char name[128], markdown[128];
        const report_page page = {.title = report_text(record, "id"),
                                  .markdown = markdown,
                                  .root = "../",
                                  .style = "claim"};
        snprintf(name, sizeof name, "claims/%s.html", page.title);
        snprintf(markdown, sizeof markdown, "claims/%s.md", page.title);
        good = good && write_page(dir, name, &page, true, report_claim_page, record);
    }
    json_object_set_new(whole, "records", own);
    json_object_set_new(whole, "pages", pages);
    const report_page index = {.title = "Audit of claims",
                               .markdown = "verdicts.md",
                               .root = "",
                               .style = "index",
                               .index = true,
                               .sortable = true};
    outcome.failed =
        !good || !write_page(dir, "index.html", &index, true, report_index_page, whole);
    json_decref(whole);
    free(figures);
    free(claims);
    return outcome;
}
