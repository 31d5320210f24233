/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The page of a statement.  Its parts are Markdown, rendered; figures stand between them as SVG.
 * It loads nothing. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/markdown/markdown.h"
#include "reports/template/template.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rendering ----------------------------------------------------------------------------- */

static const markdown_word words[] = {
    {"as declared", "good", 0},    {"noted", "none", 0},       {"differs", "bad", 0},
    {"held", "good", 0},           {"seen broken", "good", 0}, {"conforms", "good", 0},
    {"declined", "none", 0},       {"not offered", "none", 0}, {"no power", "none", 0},
    {"failed", "bad", 0},          {"undecided", "bad", 0},    {"not seen broken", "bad", 0},
    {"nothing checked", "bad", 0}, {"falls short", "bad", 0},  {NULL, NULL, 0},
};

/* Text of a port or of a file must not make the page load or lead anywhere. */
static markdown_way no_link(const markdown_page *page, const char *url, bool picture, char **to,
                            const char **why)
{
    (void)page, (void)url, (void)picture, (void)to, (void)why;
    return MARKDOWN_WORDS;
}

/* view["html"][part] = the part's Markdown as HTML.  False if it cannot be rendered. */
static bool add_part(json_t *html, const char *part, const char *markdown)
{
    markdown_fault fault;
    slp_written text;
    const markdown_page body = {
        .name = "statement", .text = markdown, .words = words, .link = no_link};
    const bool good = markdown_render(slp_written_begin(&text), &body, &fault);
    json_object_set_new(html, part, json_string(slp_written_end(&text)));
    free(text.text);
    return good;
}

/* A part of the templates, filled; a new string. */
static char *filled(const char *part, const json_t *view)
{
    slp_written text;
    report_fill(slp_written_begin(&text), report_embedded("reports/conform/conform.template"), part,
                view);
    return slp_written_end(&text);
}

/* html[key] = a figure of the statement. */
static void add_figure(json_t *html, const char *key, void (*draw)(FILE *, const json_t *),
                       const json_t *statement)
{
    slp_written text;
    draw(slp_written_begin(&text), statement);
    json_object_set_new(html, key, json_string(slp_written_end(&text)));
    free(text.text);
}

/* ---- The page ------------------------------------------------------------------------------ */

static bool write_page(FILE *to, const char *title, const char *kind, const char *part,
                       json_t *view)
{
    const char *css = report_embedded("reports/pages/report.css"),
               *own = report_embedded("reports/conform/conform.css");
    const size_t room = strlen(css) + strlen(own) + 1;
    char *style = slp_allocate(room, 1);
    snprintf(style, room, "%s%s", css, own);
    json_object_set_new(view, "kind", json_string(kind));
    char *body = filled(part, view);
    report_html(to, title, "", style, body);
    free(body);
    free(style);
    return !ferror(to);
}

/* What the head of the page says. */
static void add_head(json_t *view, const json_t *document)
{
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document);
    const json_t *asked = conform_in(conform_in(document, "statement"), "asked");
    const json_t *tolerance = conform_in(asked, "tolerance"), *list = conform_in(asked, "pairs"),
                 *sizes = conform_in(asked, "sizes");
    *pairs = 'H'; /* held */
    *cases = 'A';
    json_object_set_new(
        view, "head",
        json_pack("{s:s, s:s, s:b, s:O?, s:I, s:O?, s:O?, s:b}", "held", pairs, "cases", cases,
                  "none", strcmp(conform_class(document), "none") == 0, "tolerance", tolerance,
                  "listed", (json_int_t)json_array_size(list), "least", json_array_get(sizes, 0),
                  "most", json_array_get(sizes, 1), "other",
                  strcmp(report_text(asked, "arithmetic"), "binary64") != 0 ||
                      json_is_number(tolerance)));
    free(pairs);
    free(cases);
}

bool conform_page(FILE *to, const json_t *document)
{
    static const char *const parts[] = {"sum",   "failures", "grid",  "pairs",       "laws", "rows",
                                        "skips", "classes",  "asked", "environment", "run"};
    const json_t *statement = conform_in(document, "statement");
    json_t *view = conform_view(document), *html = json_object();
    bool good = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *markdown = filled(parts[i], view);
        good = add_part(html, parts[i], markdown) && good;
        free(markdown);
    }
    if (json_is_object(conform_in(conform_result(document), "worst"))) {
        add_figure(html, "histogram", conform_histogram, statement);
        add_figure(html, "strips", conform_strips, statement);
    }
    json_object_set_new(view, "html", html);
    add_head(view, document);
    good = write_page(to, "Conformance statement", conform_class(document), "page", view) && good;
    json_decref(view);
    return good;
}

bool conform_compare_page(FILE *to, const char *markdown)
{
    json_t *view = json_object(), *html = json_object();
    const bool good = add_part(html, "compared", markdown);
    json_object_set_new(view, "html", html);
    const bool written = write_page(to, "Two conformance statements", "", "compared-page", view);
    json_decref(view);
    return good && written;
}
