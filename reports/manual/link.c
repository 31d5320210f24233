/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Names of the manual's files, where they are written, and what a link between them leads to. */
#include "reports/manual/parts.h"
#include "oracle/plumbing/allocate.h"

#include <cmark.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "oracle/manual/";

bool manual_own(const char *name)
{
    return strncmp(name, folder, sizeof folder - 1) == 0;
}

static bool ends_with(const char *name, size_t length, const char *ending)
{
    size_t n = strlen(ending);
    return length >= n && memcmp(name + length - n, ending, n) == 0;
}

char *manual_place(const char *name)
{
    if (manual_own(name)) name += sizeof folder - 1;
    size_t length = strlen(name), stem = ends_with(name, length, ".md") ? length - 3 : length;
    char *place = slp_allocate(length + 3, 1);
    memcpy(place, name, stem);
    strcpy(place + stem, stem < length ? ".html" : "");
    return place;
}

/* base, a path in the source tree, followed by url, up to `#`: "oracle/manual/a.md" and
 * "../judge.md#x" make "oracle/judge/judge.md".  True if it stays inside the tree and fits. */
static bool resolve(char *path, size_t room, const char *base, const char *url)
{
    const char *slash = strrchr(base, '/');
    size_t used = slash ? (size_t)(slash - base) + 1 : 0, length = strcspn(url, "#");
    if (used + length >= room) return false;
    memcpy(path, base, used);
    while (length) {
        size_t step = strcspn(url, "/#");
        if (step == 2 && memcmp(url, "..", 2) == 0) {
            if (used == 0) return false;
            for (used--; used > 0 && path[used - 1] != '/';) used--;
        } else if (!(step == 0 || (step == 1 && *url == '.'))) {
            memcpy(path + used, url, step);
            used += step;
            if (step < length) path[used++] = '/';
        }
        if (step < length) step++;
        url += step;
        length -= step;
    }
    path[used] = '\0';
    return true;
}

const struct slp_embedded *manual_target(const struct slp_embedded *files, const char *from,
                                         const char *url)
{
    char path[512];
    if (*url == '#') url = "";
    if (!resolve(path, sizeof path, *url ? from : "", *url ? url : from)) return NULL;
    for (size_t i = 0; files[i].name; i++)
        if (strcmp(files[i].name, path) == 0) return &files[i];
    return NULL;
}

/* The way from page `from` to the file `target`; new string. */
static char *relative_path(const char *from, const struct slp_embedded *target, const char *anchor)
{
    char *place = manual_place(target->name), *own = manual_place(from);
    slp_written way;
    FILE *to = slp_written_begin(&way);
    for (const char *c = own; *c; c++)
        if (*c == '/') fputs("../", to);
    fprintf(to, "%s%s", place, anchor);
    free(place);
    free(own);
    return slp_written_end(&way);
}

markdown_way manual_link(const markdown_page *page, const char *url, bool picture, char **to,
                         const char **why)
{
    if (strstr(url, "://") && !picture) return MARKDOWN_STAYS;
    const struct slp_embedded *target = manual_target(page->of, page->name, url);
    if (target) {
        const char *anchor = strchr(url, '#');
        *to = relative_path(page->name, target, anchor ? anchor : "");
        return MARKDOWN_LEADS;
    }
    *why = picture ? "no picture of the manual: " : "no page of the manual: ";
    return picture || (manual_own(page->name) && !strchr(url, '/')) ? MARKDOWN_WRONG
                                                                    : MARKDOWN_WORDS;
}

const struct slp_embedded *manual_find(const struct slp_embedded *files, const char *name)
{
    for (size_t i = 0; files[i].name; i++) {
        if (!manual_own(files[i].name)) continue;
        const char *own = files[i].name + sizeof folder - 1;
        if (strncmp(own, name, strlen(name)) == 0 && strcmp(own + strlen(name), ".md") == 0)
            return &files[i];
    }
    return NULL;
}

const char *manual_title(const char *text, size_t *length)
{
    for (; *text; text += *text == '\n') {
        size_t line = strcspn(text, "\n");
        if (strncmp(text, "# ", 2) == 0) {
            *length = line - 2;
            return text + 2;
        }
        text += line;
    }
    *length = 0;
    return text;
}

static void each_link(const struct slp_embedded *files, const struct slp_embedded *index,
                      cmark_node *root, void (*seen)(void *what, const struct slp_embedded *page),
                      void *what)
{
    const struct slp_embedded *done[64] = {index};
    size_t count = 1;
    cmark_iter *iter = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event != CMARK_EVENT_ENTER || cmark_node_get_type(node) != CMARK_NODE_LINK) continue;
        const struct slp_embedded *page =
            manual_target(files, index->name, cmark_node_get_url(node));
        bool fresh =
            page && manual_own(page->name) && ends_with(page->name, strlen(page->name), ".md");
        for (size_t i = 0; fresh && i < count; i++) fresh = done[i] != page;
        if (!fresh || count == sizeof done / sizeof *done) continue;
        done[count++] = page;
        seen(what, page);
    }
    cmark_iter_free(iter);
}

void manual_each(const struct slp_embedded *files,
                 void (*seen)(void *what, const struct slp_embedded *page), void *what)
{
    const struct slp_embedded *index = manual_find(files, "index");
    if (!index) return;
    cmark_node *root = cmark_parse_document(index->text, strlen(index->text), CMARK_OPT_DEFAULT);
    if (!root) return;
    seen(what, index);
    each_link(files, index, root, seen, what);
    cmark_node_free(root);
}
