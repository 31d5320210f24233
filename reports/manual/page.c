/* One page of the manual: Markdown to HTML by cmark, with headings that can be linked to, links
 * between pages, pictures of the manual's own, equations and tables. */
#include "reports/manual/page.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    const struct slp_embedded *files, *page;
    const manual_text *text;
    manual_fault *fault;
    size_t line; /* of the table whose cell this is; 0 outside of tables */
    bool failed;
} maker;

bool manual_fail(manual_fault *fault, const char *page, size_t line, const char *why,
                 const char *word)
{
    char where[32] = "";
    if (line) snprintf(where, sizeof where, ":%zu", line);
    snprintf(fault->why, sizeof fault->why, "%.120s%s: %.110s%.30s", page, where, why, word);
    return false;
}

static void fail(maker *m, cmark_node *node, const char *why, const char *word)
{
    if (m->failed) return;
    m->failed = true;
    size_t line = m->line;
    for (; !line && node; node = cmark_node_parent(node))
        line =
            (size_t)cmark_node_get_start_line(node); /* inline nodes of some versions have none */
    manual_fail(m->fault, m->page->name, line, why, word);
}

/* ---- The tree ----------------------------------------------------------------------------- */

/* Replaces a node by its children. */
static void unwrap(cmark_node *node)
{
    for (cmark_node *child; (child = cmark_node_first_child(node));)
        cmark_node_insert_before(node, child);
    cmark_node_unlink(node);
    cmark_node_free(node);
}

/* The way from the page to another file of the manual; new string. */
static char *way(const maker *m, const struct slp_embedded *target, const char *anchor)
{
    char *to = manual_place(target->name), *from = manual_place(m->page->name), *text = NULL;
    size_t size;
    FILE *memory = to && from ? open_memstream(&text, &size) : NULL;
    if (memory) {
        for (const char *c = from; *c; c++)
            if (*c == '/') fputs("../", memory);
        fprintf(memory, "%s%s", to, anchor);
        if (fclose(memory) != 0) {
            free(text);
            text = NULL;
        }
    }
    free(to);
    free(from);
    return text;
}

/* A link within the manual leads to the page as it is written; one to another file of the sources
 * becomes its words. */
static void link(maker *m, cmark_node *node)
{
    const char *url = cmark_node_get_url(node);
    bool image = cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    if (strstr(url, "://") && !image) return;
    const struct slp_embedded *target = manual_target(m->files, m->page->name, url);
    if (target) {
        const char *anchor = strchr(url, '#');
        char *place = way(m, target, anchor ? anchor : "");
        if (!place || !cmark_node_set_url(node, place)) fail(m, node, "out of memory", "");
        free(place);
    } else if (image) {
        fail(m, node, "no picture of the manual: ", url);
    } else if (manual_own(m->page->name) && !strchr(url, '/')) {
        fail(m, node, "no page of the manual: ", url);
    } else {
        unwrap(node);
    }
}

/* HTML markup in a page becomes plain text. */
static void tame(maker *m, cmark_node *node)
{
    bool block = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK;
    cmark_node *plain = cmark_node_new(block ? CMARK_NODE_CODE_BLOCK : CMARK_NODE_TEXT);
    if (!plain || !cmark_node_set_literal(plain, cmark_node_get_literal(node)) ||
        !cmark_node_replace(node, plain)) {
        fail(m, node, "out of memory", "");
        if (plain) cmark_node_free(plain);
        return;
    }
    cmark_node_free(node);
}

/* All nodes are collected before any is changed, because a change makes the iterator invalid. */
static void change(maker *m, cmark_node *root)
{
    cmark_node **found = NULL;
    size_t count = 0;
    cmark_iter *iter = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        if (event != CMARK_EVENT_ENTER ||
            !(type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE ||
              type == CMARK_NODE_HTML_INLINE || type == CMARK_NODE_HTML_BLOCK))
            continue;
        cmark_node **more = realloc(found, (count + 1) * sizeof *found);
        if (!more) {
            fail(m, node, "out of memory", "");
            break;
        }
        found = more;
        found[count++] = node;
    }
    cmark_iter_free(iter);
    for (size_t i = count; i-- > 0 && !m->failed;) { /* what is inside another comes after it */
        cmark_node_type type = cmark_node_get_type(found[i]);
        if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
            link(m, found[i]);
        else
            tame(m, found[i]);
    }
    free(found);
}

/* Markdown with marks to HTML with marks; new string, NULL after a fault. */
static char *to_html(maker *m, const char *markdown, size_t length)
{
    cmark_node *root = cmark_parse_document(markdown, length, CMARK_OPT_VALIDATE_UTF8);
    if (!root) {
        fail(m, NULL, "out of memory", "");
        return NULL;
    }
    change(m, root);
    char *html = m->failed ? NULL : cmark_render_html(root, CMARK_OPT_DEFAULT);
    cmark_node_free(root);
    return html;
}

/* ---- HTML with marks ---------------------------------------------------------------------- */

static void put_pieces(FILE *to, maker *m, const char *html, size_t length);

/* One cell's text, without the paragraph that CommonMark makes of it. */
static void cell(FILE *to, maker *m, const char *text, size_t length)
{
    char *plain = malloc(length + 1);
    size_t used = 0;
    if (!plain) {
        fail(m, NULL, "out of memory", "");
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\' && i + 1 < length && text[i + 1] == '|') i++;
        plain[used++] = text[i];
    }
    char *html = to_html(m, plain, used);
    size_t size = html ? strlen(html) : 0;
    if (size > 8 && memcmp(html, "<p>", 3) == 0 && memcmp(html + size - 5, "</p>\n", 5) == 0)
        put_pieces(to, m, html + 3, size - 8);
    else if (html)
        put_pieces(to, m, html, size);
    free(html);
    free(plain);
}

/* The cells of one line. */
static size_t cells(FILE *to, maker *m, const char *line, size_t length, const char *element)
{
    size_t count = 0;
    while (length && strchr(" |", *line)) {
        bool bar = *line == '|';
        line++;
        length--;
        if (bar) break;
    }
    while (length && strchr(" \n", line[length - 1])) length--;
    if (length && line[length - 1] == '|' && !(length > 1 && line[length - 2] == '\\')) length--;
    fputs("<tr>", to);
    for (size_t start = 0, i = 0; i <= length && !m->failed; i++) {
        if (i < length && line[i] == '\\') {
            i++;
            continue;
        }
        if (i < length && line[i] == '`') { /* a bar in code is no bar of the table */
            const char *close = memchr(line + i + 1, '`', length - i - 1);
            if (close) i = (size_t)(close - line);
            continue;
        }
        if (i < length && line[i] != '|') continue;
        fprintf(to, "<%s>", element);
        cell(to, m, line + start, i - start);
        fprintf(to, "</%s>", element[1] == 'd' ? "td" : "th");
        start = i + 1;
        count++;
    }
    fputs("</tr>\n", to);
    return count;
}

static void put_table(FILE *to, maker *m, const manual_piece *piece)
{
    size_t head = 0, number = 0;
    m->line = piece->line;
    fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead>\n", to);
    for (const char *line = piece->text; *line && !m->failed; number++, m->line++) {
        size_t length = strcspn(line, "\n");
        if (number != 1) {
            size_t count = cells(to, m, line, length, number ? "td" : "th scope=\"col\"");
            if (!number) head = count;
            if (count != head) fail(m, NULL, "a row with more or fewer cells than the head", "");
        } else {
            fputs("</thead>\n<tbody>\n", to);
        }
        line += length + (line[length] == '\n');
    }
    fputs("</tbody>\n</table></div>\n", to);
    m->line = 0;
}

/* What a link to a heading says after its #, as GitHub forms it: of the text its letters, digits
 * and dashes. */
static void slug(FILE *to, const char *html, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)html[i];
        if (c == '<') {
            while (i < length && html[i] != '>') i++;
        } else if (c == '&') {
            while (i < length && html[i] != ';') i++;
        } else if (strncmp(html + i, MANUAL_PIECE_OPEN, 3) == 0) {
            i = (size_t)(strstr(html + i, MANUAL_PIECE_CLOSE) - html) + 2;
        } else if (c == ' ' || c == '\n') {
            fputc('-', to);
        } else if (c >= 'A' && c <= 'Z') {
            fputc(c - 'A' + 'a', to);
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') {
            fputc(c, to);
        }
    }
}

/* The piece of a mark; *end is what follows.  An equation and the comma after it stay on one line.
 */
static void put_piece(FILE *to, maker *m, const char *mark, const char **end)
{
    const manual_piece *piece = &m->text->pieces[strtoul(mark + 3, NULL, 10)];
    *end = strstr(mark, MANUAL_PIECE_CLOSE) + 3;
    if (piece->table)
        put_table(to, m, piece);
    else if (**end && strchr(".,;:)", **end))
        fprintf(to, "<span class=\"line\">%s%c</span>", piece->text, *(*end)++);
    else
        fputs(piece->text, to);
}

/* Copies HTML with a piece for each mark, and an id for each heading. */
static void put_pieces(FILE *to, maker *m, const char *html, size_t length)
{
    static const char lone[] = "<p>" MANUAL_PIECE_OPEN;
    for (size_t i = 0; i < length && !m->failed;) {
        const char *c = html + i;
        bool alone = strncmp(c, lone, sizeof lone - 1) == 0;
        const char *mark = c + (alone ? 3 : 0), *close = strstr(mark, MANUAL_PIECE_CLOSE);
        alone = alone && strncmp(close + 3, "</p>", 4) == 0 &&
                m->text->pieces[strtoul(mark + 3, NULL, 10)].table;
        if (alone || strncmp(c, MANUAL_PIECE_OPEN, 3) == 0) {
            put_piece(to, m, mark, &close);
            i = (size_t)(close - html) + (alone ? 4 : 0);
        } else if (c[0] == '<' && c[1] == 'h' && c[2] >= '1' && c[2] <= '6' && c[3] == '>') {
            const char *end = strstr(c, "</h");
            fprintf(to, "<h%c id=\"", c[2]);
            slug(to, c + 4, end ? (size_t)(end - c) - 4 : 0);
            fputs("\">", to);
            i += 4;
        } else {
            fputc(html[i++], to);
        }
    }
}

bool manual_body(FILE *to, const struct slp_embedded *files, const struct slp_embedded *page,
                 manual_fault *fault)
{
    manual_text text;
    if (!manual_take_out(&text, page, manual_own(page->name), fault)) return false;
    maker m = {.files = files, .page = page, .text = &text, .fault = fault};
    char *html = to_html(&m, text.markdown, strlen(text.markdown));
    if (html) put_pieces(to, &m, html, strlen(html));
    free(html);
    manual_text_clear(&text);
    return !m.failed;
}
