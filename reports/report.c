/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The whole report: figures, then pages.  Each file is written under another name and then renamed.
 */
#include "reports/pages/coverage.h"
#include "reports/figures/gallery.h"
#include "reports/pages/laws.h"
#include "reports/pages/page.h"
#include "reports/audit/audit.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sha256.h"
#include "oracle/plumbing/whole_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*printer)(FILE *to, const json_t *what);

static bool write_file(const report_target *out, const char *name, const char *text, size_t size)
{
    if (out->put) return out->put(out->where, name, text, size);
    char *path = audit_path(out->dir, name);
    bool good = audit_write(path, text, size);
    free(path);
    return good;
}

static bool write_html(const report_target *out, const char *name, const report_page *page,
                       const char *markdown)
{
    markdown_fault fault;
    slp_written text;
    bool good = report_page_html(slp_written_begin(&text), page, markdown, &fault);
    slp_written_end(&text);
    good = good && write_file(out, name, text.text, text.size);
    free(text.text);
    return good;
}

/* Writes the page's Markdown, and what it is as HTML, to DIR/NAME.  Markdown that is a file already
 * is not `ours`. */
static bool write_page(const report_target *out, const char *name, const report_page *page,
                       bool ours, printer print, const json_t *what)
{
    slp_written text;
    print(slp_written_begin(&text), what);
    slp_written_end(&text);
    const bool good = (!ours || write_file(out, page->markdown, text.text, text.size)) &&
                      write_html(out, name, page, text.text);
    free(text.text);
    return good;
}

/* A page in the report's own folder: NAME.md and NAME.html, of the class that `style` names. */
static bool write_named(const report_target *out, const char *name, report_page page, bool ours,
                        printer print, const json_t *what)
{
    char markdown[120], html[120];
    snprintf(markdown, sizeof markdown, "%s.md", name);
    snprintf(html, sizeof html, "%s.html", name);
    page.markdown = markdown;
    page.root = "";
    return write_page(out, html, &page, ours, print, what);
}

static bool write_css(const report_target *out)
{
    const char *css = report_embedded("reports/pages/report.css");
    return write_file(out, "report.css", css, strlen(css));
}

/* ---- What a page was made of --------------------------------------------------------------- */

/* "; KEY VALUE" for text under the key, of the record or of what it says of its machine. */
static void fact(FILE *to, const json_t *record, const char *key)
{
    const json_t *machine = json_object_get(record, "machine");
    const char *text = report_text(record, key);
    if (!*text) text = report_text(machine, key);
    if (*text) fprintf(to, "; %s %s", key, text);
}

/* "; record sha256:DIGITS": of its file under DIR, which must be there. */
static void hash_of(FILE *to, const char *dir, const json_t *record)
{
    char name[200], digits[SLP_SHA256_CHARS];
    snprintf(name, sizeof name, "results/%.150s.json", report_text(record, "id"));
    char *path = audit_path(dir, name);
    FILE *from = slp_whole_open(path);
    free(path);
    if (!from) return;
    if (slp_sha256_file(digits, NULL, from)) fprintf(to, "; record sha256:%s", digits);
    fclose(from);
}

/* Version, commit, date, size, hash of the record, processor, BLAS and libraries: what of them the
 * record says.  New string. */
static char *about_record(const report_target *out, const json_t *record)
{
    const char *key;
    json_t *value;
    slp_written text;
    FILE *to = slp_written_begin(&text);
    const json_t *versions = json_object_get(record, "versions");
    fprintf(to, "slp %s", report_text(versions, "slp"));
    fact(to, record, "commit");
    if (*report_text(record, "started")) fprintf(to, "; %s", report_text(record, "started"));
    fprintf(to, "; size: %s (%s)", report_text(record, "of_size"), report_text(record, "size"));
    hash_of(to, out->dir, record);
    fact(to, record, "program");
    fact(to, record, "processor");
    fact(to, record, "blas");
    fact(to, record, "kernel");
    json_object_foreach((json_t *)(uintptr_t)versions, key, value)
    {
        if (strcmp(key, "slp") != 0 && json_is_string(value))
            fprintf(to, "; %s %s", key, json_string_value(value));
    }
    fputc('.', to);
    return slp_written_end(&text);
}

/* Of all records together: the version and program of the newest, how many there are and of which
 * size, and the days of the oldest and the newest. */
static char *about_records(const json_t *records)
{
    size_t i, full = 0;
    const json_t *record, *first = NULL, *last = NULL;
    slp_written text;
    FILE *to = slp_written_begin(&text);
    json_array_foreach(records, i, record)
    {
        const char *when = report_text(record, "started");
        full += strcmp(report_text(record, "size"), "full") == 0;
        if (!first || strcmp(when, report_text(first, "started")) < 0) first = record;
        if (!last || strcmp(when, report_text(last, "started")) > 0) last = record;
    }
    fprintf(to, "slp %s", report_text(json_object_get(last, "versions"), "slp"));
    fact(to, last, "commit");
    fprintf(to, "; %zu records, %zu of them of full size", i, full);
    if (*report_text(first, "started"))
        fprintf(to, ", from %s to %s", report_text(first, "started"), report_text(last, "started"));
    fact(to, last, "program");
    fact(to, last, "processor");
    fact(to, last, "blas");
    fputs(". Each record has its hash and its libraries on its own page.", to);
    return slp_written_end(&text);
}

/* ---- Figures ------------------------------------------------------------------------------- */

static void draw(report_outcome *outcome, const report_target *out, json_t *record)
{
    size_t i;
    json_t *figure;
    json_array_foreach(json_object_get(record, "figures"), i, figure)
    {
        char why[200], file[200];
        json_object_del(figure, "file"); /* is ours to say */
        snprintf(file, sizeof file, "figures/%s-%s.svg", report_text(record, "id"),
                 report_text(figure, "name"));
        if (out->put ? report_is_drawn(out->dir, file)
                     : report_figure(out->dir, record, figure, why)) {
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
static void remove_one(const report_target *out, const char *name, const char *ending)
{
    char file[160];
    snprintf(file, sizeof file, "%s.%s", name, ending);
    char *path = out->put ? NULL : audit_path(out->dir, file);
    if (path) remove(path);
    free(path);
}

static void remove_both(const report_target *out, const char *name)
{
    remove_one(out, name, "html");
    remove_one(out, name, "md");
}

static void announce(json_t *pages, const char *title, const char *file, const char *words)
{
    json_array_append_new(pages, json_pack("{s:s, s:s*, s:s}", "title", title, "file", file,
                                           file ? "about" : "missing", words));
}

static bool write_errata(const report_target *out, const json_t *records, json_t *pages,
                         const char *about)
{
    char words[120];
    size_t open, wrong = report_errata_count(records, &open);
    if (wrong + open == 0) {
        remove_both(out, "errata");
        return true;
    }
    snprintf(words, sizeof words, "%zu printed formula%s shown to be wrong by computation", wrong,
             wrong == 1 ? "" : "s");
    announce(pages, "Errata", "errata.md", words);
    const report_page page = {.title = "Errata", .style = "errata", .about = about};
    return write_named(out, "errata", page, true, report_errata_page, records);
}

/* One page for each paper, "summary-KEY.md": what its authors need of the whole.  None of a source
 * whose text was not read. */
static bool write_summaries(const report_target *out, const json_t *records, json_t *pages,
                            const char *about)
{
    size_t i;
    const json_t *record;
    bool good = true;
    json_array_foreach(records, i, record)
    {
        char name[100], markdown[120], title[200];
        const char *source = report_text(record, "source");
        if (!report_summary_first(records, i) || !report_summary_name(name, sizeof name, source))
            continue;
        if (audit_chapter_of(record) == AUDIT_FIELD) {
            remove_both(out, name);
            continue;
        }
        snprintf(markdown, sizeof markdown, "%s.md", name);
        snprintf(title, sizeof title, "%.60s in one page", source);
        const report_page page = {.title = title, .style = "summary", .about = about};
        json_t *what = json_pack("{s:s, s:O}", "source", source, "records", records);
        good = good && write_named(out, name, page, true, report_summary_page, what);
        announce(pages, title, markdown,
                 "what holds, what does not, and the errata with their demonstration");
        json_decref(what);
    }
    return good;
}

static bool write_laws(const report_target *out, json_t *pages, const char *about)
{
    char why[LAWS_WHY] = "", words[LAWS_WHY + 200];
    json_t *laws = report_laws_read(out->dir, why);
    if (!laws) {
        snprintf(words, sizeof words,
                 "laws.json: %s. `slp check --json laws.json`, in the report's folder, makes it.",
                 why);
        announce(pages, "Laws and pairs", NULL, words);
        remove_both(out, "laws");
        return true;
    }
    announce(pages, "Laws and pairs", "laws.md",
             "every law on every pair of system and scheme, held or seen to break");
    const report_page page = {
        .title = "Laws and pairs", .style = "laws", .about = about, .sortable = true};
    bool good = write_named(out, "laws", page, true, report_laws_page, laws);
    json_decref(laws);
    return good;
}

/* Writes the page if its text exists and can be a page.  Only `make coverage` makes the text, so
 * there is no message if it is missing. */
static bool write_coverage(const report_target *out, json_t *pages, const char *about)
{
    const report_page page = {
        .title = "Coverage of the tests", .style = "coverage", .about = about};
    json_t *text = report_coverage_read(out->dir);
    if (!text) {
        remove_one(out, "coverage", "html");
        return true;
    }
    announce(pages, "Coverage", "coverage.md",
             "the lines and branches that the tests execute, and why some are not");
    bool good = write_named(out, "coverage", page, false, report_coverage_page, text);
    json_decref(text);
    return good;
}

static bool write_gallery(const report_target *out, json_t *records, report_outcome *outcome,
                          json_t *pages, const char *about)
{
    char words[120];
    json_t *gallery = report_gallery_draw(out->dir, !out->put, records, outcome);
    size_t figures = report_gallery_count(gallery);
    snprintf(words, sizeof words, "%zu of the papers' figures redrawn from our own runs", figures);
    const report_page page = {.title = "Figures", .style = "gallery", .about = about};
    bool good = write_named(out, "figures", page, true, report_gallery_page, gallery);
    announce(pages, "Figures", "figures.md", words);
    json_decref(gallery);
    return good;
}

/* For a person who repeats the audit and signs. */
static bool write_certificate(const report_target *out, const json_t *records, json_t *pages,
                              const char *about)
{
    const report_page page = {.title = "Certificate", .style = "certificate", .about = about};
    announce(pages, "Certificate", "certificate.md",
             "to be signed by a person who repeats this audit");
    return write_named(out, "certificate", page, true, report_certificate_page, records);
}

/* Commands too long for a page, each as claims/ID-MEASURE.sh beside it. */
static bool write_long_states(const report_target *out, const json_t *record)
{
    size_t i;
    const json_t *m;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        const char *command = report_text(m, "witness_command");
        char name[300];
        slp_written text;
        if (strlen(command) <= REPORT_LONG_STATE) continue;
        snprintf(name, sizeof name, "claims/%s-%s.sh", report_text(record, "id"),
                 report_text(m, "name"));
        fprintf(slp_written_begin(&text), "#!/bin/sh\n%s\n", command);
        slp_written_end(&text);
        const bool good = write_file(out, name, text.text, text.size);
        free(text.text);
        if (!good) return false;
    }
    return true;
}

static const char *neighbour(const json_t *records, size_t i, bool later)
{
    if (!later && i == 0) return NULL;
    const json_t *record = json_array_get(records, later ? i + 1 : i - 1);
    return record ? report_text(record, "id") : NULL;
}

static bool write_claim(const report_target *out, const json_t *records, size_t i)
{
    char name[128], markdown[128];
    const json_t *record = json_array_get(records, i);
    char *about = about_record(out, record);
    const report_page page = {.title = report_text(record, "id"),
                              .markdown = markdown,
                              .root = "../",
                              .style = "claim",
                              .earlier = neighbour(records, i, false),
                              .later = neighbour(records, i, true),
                              .about = about};
    snprintf(name, sizeof name, "claims/%s.html", page.title);
    snprintf(markdown, sizeof markdown, "claims/%s.md", page.title);
    bool good = write_long_states(out, record) &&
                write_page(out, name, &page, true, report_claim_page, record);
    free(about);
    return good;
}

report_outcome report_write_to(const report_target *out, const json_t *records)
{
    report_outcome outcome = {0};
    json_t *own = json_deep_copy(records), *pages = json_array();
    bool good = write_css(out);
    size_t i;
    json_t *record;
    json_array_foreach(own, i, record)
    {
        if (good) draw(&outcome, out, record);
    }
    char *about = about_records(own);
    good = good && write_gallery(out, own, &outcome, pages, about) &&
           write_errata(out, own, pages, about) && write_summaries(out, own, pages, about) &&
           write_laws(out, pages, about) && write_coverage(out, pages, about) &&
           write_certificate(out, own, pages, about);
    json_array_foreach(own, i, record)
    {
        good = good && write_claim(out, own, i);
    }
    json_t *whole =
        json_pack("{s:o, s:o, s:b}", "records", own, "pages", pages, "files", !out->put);
    const report_page index = {.title = "Audit of claims",
                               .markdown = "verdicts.md",
                               .root = "",
                               .style = "index",
                               .about = about,
                               .index = true,
                               .sortable = true};
    outcome.failed =
        !good || !write_page(out, "index.html", &index, true, report_index_page, whole);
    json_decref(whole);
    free(about);
    return outcome;
}

report_outcome report_write(const char *dir, const json_t *records)
{
    report_outcome outcome = {.failed = true};
    char *figures = audit_path(dir, "figures"), *claims = audit_path(dir, "claims");
    if (audit_make_directories(figures) && audit_make_directories(claims))
        outcome = report_write_to(&(report_target){.dir = dir}, records);
    free(figures);
    free(claims);
    return outcome;
}
