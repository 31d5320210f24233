/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A page of the report: its Markdown, and the same as HTML. */
#include "reports/pages/page.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/embedded.h"
#include "reports/template/template.h"

#include <stdlib.h>
#include <string.h>

const char *report_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

bool report_same(const json_t *a, const json_t *b, const char *key)
{
    return strcmp(report_text(a, key), report_text(b, key)) == 0;
}

json_t *report_record_of(const json_t *records, const char *id)
{
    size_t i;
    json_t *record;
    json_array_foreach(records, i, record)
    {
        if (strcmp(report_text(record, "id"), id) == 0) return record;
    }
    return NULL;
}

const char *report_embedded(const char *name)
{
    for (size_t i = 0; slp_embedded[i].name; i++)
        if (strcmp(slp_embedded[i].name, name) == 0) return slp_embedded[i].text;
    return "";
}

json_t *report_embedded_json(const char *name)
{
    return json_loads(report_embedded(name), JSON_REJECT_DUPLICATES, NULL);
}

void report_escape(FILE *to, const char *text)
{
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (const char *c = text; *c; c++) {
        const char *found = strchr(special, *c);
        if (found)
            fputs(entity[found - special], to);
        else if ((unsigned char)*c >= 32 || *c == '\n' || *c == '\t')
            fputc(*c, to);
    }
}

void report_html(FILE *to, const char *title, const char *root, const char *style, const char *body)
{
    json_t *view = json_pack("{s:s, s:s, s:s?, s:s}", "title", title, "root", root, "style", style,
                             "body", body);
    report_fill(to, report_embedded("reports/pages/pages.template"), "html", view);
    json_decref(view);
}

/* The order is that of rows sorted by a column: what needs a reader's attention first. */
static const markdown_word words[] = {
    {"confirmed", "verdict confirmed", 7},
    {"qualified", "verdict qualified", 5},
    {"refuted", "verdict refuted", 4},
    {"underspecified", "verdict underspecified", 3},
    {"preliminary", "verdict preliminary", 6},
    {"finding", "verdict finding", 8},
    {"not run", "verdict pending", 9},
    {"inconclusive", "verdict inconclusive", 2},
    {"error", "verdict error", 1},
    {"failed", "bad", 1},
    {"not seen to break", "bad", 2},
    {"undecided", "bad", 3},
    {"nothing checked", "none", 4},
    {"seen to break", "good", 5},
    {"held", "good", 6},
    {"Not drawn:", "bad", 0},
    {NULL, NULL, 0},
};

/* A drawing of the report's own: "figures/NAME.svg", from here or from the folder above. */
static bool drawing(const char *url)
{
    static const char folder[] = "figures/", ending[] = ".svg";
    if (strncmp(url, "../", 3) == 0) url += 3;
    size_t length = strlen(url);
    return strncmp(url, folder, sizeof folder - 1) == 0 && !strstr(url, "..") &&
           length > sizeof ending && strcmp(url + length - (sizeof ending - 1), ending) == 0;
}

/* A link to a page, which is "PAGE.md" or "PAGE.md#ANCHOR", leads to it as HTML. */
static char *as_html(const char *url)
{
    const char *ending = strstr(url, ".md");
    size_t stem = (size_t)(ending - url), length = strlen(url) + sizeof ".html";
    char *to = slp_allocate(length, 1);
    snprintf(to, length, "%.*s.html%s", (int)stem, url, ending + 3);
    return to;
}

/* Nothing is loaded but drawings.  A link leads to a file of the report or to a page elsewhere. */
static markdown_way link_of(const markdown_page *page, const char *url, bool picture, char **to,
                            const char **why)
{
    const char *ending = strstr(url, ".md");
    (void)page, (void)why;
    if (picture) return drawing(url) ? MARKDOWN_STAYS : MARKDOWN_WORDS;
    if (strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0) return MARKDOWN_STAYS;
    if (url[strcspn(url, ":")] == ':' || *url == '/') return MARKDOWN_WORDS;
    if (!ending || (ending[3] != '\0' && ending[3] != '#')) return MARKDOWN_STAYS;
    *to = as_html(url);
    return MARKDOWN_LEADS;
}

bool report_page_html(FILE *to, const report_page *page, const char *markdown,
                      markdown_fault *fault)
{
    const markdown_page body = {.name = page->markdown,
                                .text = markdown,
                                .equations = true,
                                .figures = true,
                                .sortable = page->sortable,
                                .words = words,
                                .link = link_of};
    const char *name = strrchr(page->markdown, '/');
    slp_written html, text;
    const bool good = markdown_render(slp_written_begin(&html), &body, fault);
    slp_written_end(&html);
    FILE *outer = slp_written_begin(&text);
    json_t *view = json_pack(
        "{s:s, s:s, s:s, s:b, s:s?, s:s?, s:s?, s:s?, s:s}", "root", page->root, "style",
        page->style, "name", name ? name + 1 : page->markdown, "index", page->index, "earlier",
        page->earlier, "later", page->later, "about", page->about, "script",
        page->sortable ? report_embedded("reports/pages/sort.js") : NULL, "body", html.text);
    if (good) report_fill(outer, report_embedded("reports/pages/pages.template"), "report", view);
    report_html(to, page->title, page->root, NULL, slp_written_end(&text));
    json_decref(view);
    free(html.text);
    free(text.text);
    return good && view;
}
