/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The manual as a folder of pages: each with the way to the one before, the one after and the
 * index. */
#include "reports/manual/parts.h"
#include "reports/report.h"
#include "reports/audit/audit.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

/* The pages in the order of the index. */
typedef struct page_list {
    const struct slp_embedded *page[64];
    size_t count;
} page_list;

static void append(void *what, const struct slp_embedded *page)
{
    page_list *s = what;
    if (s->count < sizeof s->page / sizeof *s->page) s->page[s->count++] = page;
}

/* Text as HTML; what stands between two backticks becomes code. */
static void words(FILE *to, char *text)
{
    for (char *open, *close; (open = strchr(text, '`')) && (close = strchr(open + 1, '`'));) {
        *open = *close = '\0';
        report_escape(to, text);
        fputs("<code>", to);
        report_escape(to, open + 1);
        fputs("</code>", to);
        text = close + 1;
    }
    report_escape(to, text);
}

static void title(FILE *to, const struct slp_embedded *page)
{
    char text[200];
    size_t length;
    const char *heading = manual_title(page->text, &length);
    snprintf(text, sizeof text, "%.*s", (int)length, heading);
    words(to, text);
}

static bool is_page(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".md") == 0;
}

/* The way from a page to the manual's folder: "../" for each folder of its own. */
static void root_of(char *root, size_t room, const char *place)
{
    size_t used = 0;
    root[0] = '\0';
    for (const char *c = place; *c; c++)
        if (*c == '/' && used + 3 < room) {
            memcpy(root + used, "../", 4);
            used += 3;
        }
}

static void step(FILE *to, const char *words, const char *rel, const struct slp_embedded *page)
{
    char *place = manual_place(page->name);
    fprintf(to, " · %s: <a rel=\"%s\" href=\"%s\">", words, rel, place);
    title(to, page);
    fputs("</a>", to);
    free(place);
}

static void navigation(FILE *to, const page_list *s, const struct slp_embedded *page,
                       const char *root, const char *label)
{
    fprintf(to, "<nav aria-label=\"%s\" class=\"small\"><a href=\"%sindex.html\">Manual</a>", label,
            root);
    for (size_t i = 0; i < s->count; i++) {
        if (s->page[i] != page) continue;
        if (i > 0) step(to, "before", "prev", s->page[i - 1]);
        if (i + 1 < s->count) step(to, "next", "next", s->page[i + 1]);
    }
    if (!manual_own(page->name)) {
        fprintf(to, " · <a href=\"%sderivations.html\">Derivations</a> · <code>%s</code>", root,
                page->name);
    }
    fputs("</nav>\n", to);
}

static bool write_page(FILE *to, const struct slp_embedded *files, const page_list *s,
                       const struct slp_embedded *page, const char *place, markdown_fault *fault)
{
    char root[64], name[240];
    size_t length;
    const char *heading = manual_title(page->text, &length);
    slp_written text;
    FILE *body = slp_written_begin(&text);
    snprintf(name, sizeof name, "%.*s: manual of slp", length < 200 ? (int)length : 200, heading);
    root_of(root, sizeof root, place);
    navigation(body, s, page, root, "Pages");
    fputs("<main id=\"main\">\n", body);
    const markdown_page markdown = {.name = page->name,
                                    .text = page->text,
                                    .equations = manual_own(page->name),
                                    .link = manual_link,
                                    .of = files};
    const bool good = markdown_render(body, &markdown, fault);
    fputs("</main>\n", body);
    navigation(body, s, page, root, "Pages, again");
    slp_written_end(&text);
    if (good) report_html(to, name, root, NULL, text.text);
    free(text.text);
    return good;
}

/* Writes text to DIR/PLACE and makes the folders on the way. */
static bool write_file(const char *dir, const char *place, const char *text, size_t length)
{
    char *path = audit_path(dir, place), *slash = strrchr(path, '/');
    bool good = true;
    if (strchr(place, '/')) {
        *slash = '\0';
        good = audit_make_directories(path);
        *slash = '/';
    }
    good = good && audit_write(path, text, length);
    free(path);
    return good;
}

static bool write_one(const char *dir, const struct slp_embedded *files, const page_list *s,
                      const struct slp_embedded *file, markdown_fault *fault)
{
    char *place = manual_place(file->name);
    bool good;
    if (is_page(file->name)) {
        slp_written text;
        good = write_page(slp_written_begin(&text), files, s, file, place, fault);
        slp_written_end(&text);
        good = good && write_file(dir, place, text.text, text.size);
        free(text.text);
    } else {
        good = write_file(dir, place, file->text, strlen(file->text));
    }
    free(place);
    return good;
}

bool manual_write(const char *dir, const struct slp_embedded *files, markdown_fault *fault)
{
    page_list s = {.count = 0};
    const char *css = report_embedded("reports/pages/report.css");
    snprintf(fault->why, sizeof fault->why, "a file could not be written");
    manual_each(files, append, &s);
    if (!audit_make_directories(dir) || !write_file(dir, "report.css", css, strlen(css)))
        return false;
    for (size_t i = 0; files[i].name; i++)
        if (!write_one(dir, files, &s, &files[i], fault)) return false;
    return true;
}
