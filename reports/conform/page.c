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

static bool render(FILE *to, const char *markdown)
{
    markdown_fault fault;
    const markdown_page body = {
        .name = "statement", .text = markdown, .words = words, .link = no_link};
    return markdown_render(to, &body, &fault);
}

/* A part of the page, from the view of the document. */
static bool render_part(FILE *to, const char *part, const json_t *view)
{
    char *markdown = NULL;
    size_t size;
    FILE *text = slp_need_room(open_memstream(&markdown, &size));
    const char *fault =
        report_fill(text, report_embedded("reports/conform/conform.template"), part, view);
    fclose(text);
    const bool good = !fault && render(to, slp_need_room(markdown));
    free(markdown);
    return good;
}

/* ---- The page ------------------------------------------------------------------------------ */

static void head(FILE *to, const char *title, const char *kind)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          to);
    report_escape(to, title);
    fprintf(to, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n",
            report_embedded("reports/pages/report.css"),
            report_embedded("reports/conform/conform.css"));
    fprintf(to,
            "<a class=\"skip\" href=\"#main\">Skip to content</a>\n"
            "<main id=\"main\" class=\"report conform %s\">\n",
            kind);
}

/* What makes the statement less than a whole one. */
static void scope_words(FILE *to, const json_t *statement)
{
    const json_t *asked = conform_in(statement, "asked");
    const char *system = report_text(asked, "system"), *scheme = report_text(asked, "scheme");
    if (*system || *scheme) {
        fputs("Only ", to);
        report_escape(to, *system ? system : "every system");
        fputs(" with ", to);
        report_escape(to, *scheme ? scheme : "every scheme");
        fputs(" was asked. ", to);
    }
    const json_t *pairs = conform_in(asked, "pairs"), *sizes = conform_in(asked, "sizes");
    if (pairs) fprintf(to, "Only a list of %zu pairs was asked. ", json_array_size(pairs));
    if (sizes)
        fprintf(to, "Only cases of size %lld to %lld were asked. ",
                (long long)json_integer_value(json_array_get(sizes, 0)),
                (long long)json_integer_value(json_array_get(sizes, 1)));
    if (json_is_true(conform_in(asked, "quick")))
        fputs("Quick: the laws that sample were left out. ", to);
    const json_t *tolerance = conform_in(asked, "tolerance");
    if (strcmp(report_text(asked, "arithmetic"), "binary64") != 0 || json_is_number(tolerance)) {
        fputs("Judged in ", to);
        report_escape(to, report_text(asked, "arithmetic"));
        if (json_is_number(tolerance))
            fprintf(to, ", with the port's own tolerance of %.3g", json_number_value(tolerance));
        fputs(". ", to);
    }
}

static void sum_head(FILE *to, const json_t *document)
{
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document);
    const json_t *statement = conform_in(document, "statement"), *result = conform_result(document);
    const bool none = strcmp(conform_class(document), "none") == 0;
    fputs("<div class=\"sum\">\n<p>Conformance statement: <strong>", to);
    report_escape(to, none ? "nothing was answered" : report_text(result, "verdict"));
    fputs("</strong></p>\n<h1>", to);
    *pairs = 'H'; /* held */
    report_escape(to, pairs);
    fputs("</h1>\n<p>", to);
    scope_words(to, statement);
    *cases = 'A';
    report_escape(to, cases);
    fputs(".</p>\n<p>Port: <code>", to);
    report_escape(to, report_text(conform_in(statement, "port"), "command"));
    fputs("</code></p>\n</div>\n", to);
    free(pairs);
    free(cases);
}

static void figure(FILE *to, void (*draw)(FILE *, const json_t *), const json_t *statement,
                   const char *caption)
{
    fputs("<figure>\n", to);
    draw(to, statement);
    fprintf(to, "<figcaption>%s</figcaption>\n</figure>\n", caption);
}

bool conform_page(FILE *to, const json_t *document)
{
    const json_t *statement = conform_in(document, "statement");
    const bool any = json_is_object(conform_in(conform_result(document), "worst"));
    json_t *view = conform_view(document);
    head(to, "Conformance statement", conform_class(document));
    sum_head(to, document);
    bool good = render_part(to, "sum", view) && render_part(to, "failures", view) &&
                render_part(to, "grid", view);
    fputs("<h2>Ratios</h2>\n", to);
    if (any) {
        figure(to, conform_histogram, statement,
               "All answers that were judged. The ratio of an answer is its error over what one "
               "rounding of the state may cause; the bound is derived in judge.md.");
        figure(to, conform_strips, statement, "The same of each pair.");
    }
    good = render_part(to, "pairs", view) && good;
    good = render_part(to, "laws", view) && good;
    if (json_array_size(conform_in(statement, "laws")) > 0) {
        fputs("<details>\n<summary>Every row</summary>\n", to);
        good = render_part(to, "rows", view) && good;
        fputs("</details>\n", to);
    }
    good = render_part(to, "skips", view) && good;
    good = render_part(to, "classes", view) && good;
    good = render_part(to, "asked", view) && good;
    good = render_part(to, "environment", view) && good;
    fputs("<div class=\"run\">\n", to);
    good = render_part(to, "run", view) && good;
    fputs("</div>\n</main>\n", to);
    report_page_foot(to);
    json_decref(view);
    return good && !ferror(to);
}

bool conform_compare_page(FILE *to, const char *markdown)
{
    head(to, "Two conformance statements", "");
    const bool good = render(to, markdown);
    fputs("</main>\n", to);
    report_page_foot(to);
    return good && !ferror(to);
}
