/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A page of the report: its Markdown, and the same as HTML. */
#include "reports/pages/page.h"
#include "oracle/plumbing/embedded.h"

#include <stdlib.h>
#include <string.h>

const char *report_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
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

void report_page_head(FILE *to, const char *title, const char *root)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<title>",
          to);
    report_escape(to, title);
    fprintf(to, "</title>\n<link rel=\"stylesheet\" href=\"%sreport.css\">\n</head>\n<body>\n",
            root);
    fputs("<a class=\"skip\" href=\"#main\">Skip to content</a>\n", to);
}

void report_page_foot(FILE *to)
{
    fputs("</body>\n</html>\n", to);
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
    char *to = malloc(length);
    if (to) snprintf(to, length, "%.*s.html%s", (int)stem, url, ending + 3);
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

/* A link to the page of a claim, which is in the same folder. */
static void neighbour(FILE *to, const char *title, const char *relation, const char *id)
{
    if (!id) return;
    fprintf(to, " <a rel=\"%s\" href=\"", relation);
    report_escape(to, id);
    fprintf(to, ".html\">%s: ", title);
    report_escape(to, id);
    fputs("</a>", to);
}

static void navigation(FILE *to, const report_page *page)
{
    fprintf(to, "<nav aria-label=\"Pages\" class=\"small\"><a href=\"%sindex.html\">All claims</a>",
            page->root);
    neighbour(to, "Previous", "prev", page->earlier);
    neighbour(to, "Next", "next", page->later);
    fputs("</nav>\n", to);
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
    name = name ? name + 1 : page->markdown;
    report_page_head(to, page->title, page->root);
    if (!page->index) navigation(to, page);
    fprintf(to, "<main id=\"main\" class=\"report %s\">\n", page->style);
    bool good = markdown_render(to, &body, fault);
    fputs("</main>\n<footer class=\"small\"><p>As Markdown: <a href=\"", to);
    report_escape(to, name);
    fputs("\">", to);
    report_escape(to, name);
    fputs("</a>.</p>\n", to);
    if (page->about) {
        fputs("<p>", to);
        report_escape(to, page->about);
        fputs("</p>\n", to);
    }
    fputs("</footer>\n", to);
    if (page->sortable)
        fprintf(to, "<script>\n%s</script>\n", report_embedded("reports/pages/sort.js"));
    report_page_foot(to);
    return good;
}
