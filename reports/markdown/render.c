/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Markdown to HTML by cmark, with tables and equations, headings that can be linked to, figures and
 * lists of definitions (reports/markdown/markdown.h). */
#include "reports/markdown/pieces.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    const markdown_page *page;
    const markdown_pieces *pieces;
    markdown_fault *fault;
    char **ids; /* of the headings so far */
    size_t ids_count;
    const char *whole; /* the page as HTML with marks */
    size_t line;       /* of the table whose cell this is; 0 outside of tables */
    bool failed;
} maker;

static void fail(maker *m, cmark_node *node, const char *why, const char *word)
{
    if (m->failed) return;
    m->failed = true;
    size_t line = m->line;
    for (; !line && node; node = cmark_node_parent(node))
        line =
            (size_t)cmark_node_get_start_line(node); /* inline nodes of some versions have none */
    markdown_fail(m->fault, m->page->name, line, why, word);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---- The tree ----------------------------------------------------------------------------- */

/* Types of which cmark's iterator has one event. */
static bool is_leaf(cmark_node_type type)
{
    return type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_THEMATIC_BREAK ||
           type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_TEXT ||
           type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK ||
           type == CMARK_NODE_CODE || type == CMARK_NODE_HTML_INLINE;
}

void markdown_each(cmark_node *root, void (*change)(cmark_node *node, void *what), void *what)
{
    cmark_iter *iter = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event == CMARK_EVENT_EXIT || is_leaf(cmark_node_get_type(node))) change(node, what);
    }
    cmark_iter_free(iter);
}

void markdown_unwrap(cmark_node *node)
{
    for (cmark_node *child; (child = cmark_node_first_child(node));)
        cmark_node_insert_before(node, child);
    cmark_node_unlink(node);
    cmark_node_free(node);
}

static void link(maker *m, cmark_node *node)
{
    const char *url = cmark_node_get_url(node), *why = "";
    char *to = NULL;
    bool picture = cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    switch (m->page->link(m->page, url, picture, &to, &why)) {
    case MARKDOWN_STAYS:
        break;
    case MARKDOWN_LEADS:
        cmark_node_set_url(node, to);
        free(to);
        break;
    case MARKDOWN_WORDS:
        markdown_unwrap(node);
        break;
    case MARKDOWN_WRONG:
        fail(m, node, why, url);
        break;
    }
}

/* `<a id="NAME">`: the beginning of an anchor. */
static bool opens_anchor(cmark_node *node)
{
    static const char open[] = "<a id=\"", name[] = "abcdefghijklmnopqrstuvwxyz"
                                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const char *text = node && cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE
                           ? cmark_node_get_literal(node)
                           : "";
    if (!begins(text, open)) return false;
    text += sizeof open - 1;
    size_t length = strspn(text, name);
    return length > 0 && strcmp(text + length, "\">") == 0;
}

/* An anchor's end, after its beginning. */
static bool closes_anchor(cmark_node *node)
{
    return node && cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE &&
           strcmp(cmark_node_get_literal(node), "</a>") == 0;
}

/* What cmark writes between a list and one that follows it (markdown_prose). */
static bool ends_list(cmark_node *node)
{
    return strcmp(cmark_node_get_literal(node), "<!-- end list -->\n") == 0;
}

/* HTML markup in a page becomes plain text; an anchor stays. */
static void html_to_text(cmark_node *node)
{
    cmark_node *before = cmark_node_previous(node), *plain;
    const char *text = cmark_node_get_literal(node);
    bool closes =
        closes_anchor(node) && before && cmark_node_get_type(before) == CMARK_NODE_CUSTOM_INLINE;
    if (closes || ends_list(node)) {
        cmark_node_unlink(node);
        cmark_node_free(node);
        return;
    }
    if (opens_anchor(node) && closes_anchor(cmark_node_next(node))) {
        plain = cmark_node_new(CMARK_NODE_CUSTOM_INLINE);
        cmark_node_set_on_enter(plain, text);
        cmark_node_set_on_exit(plain, "</a>");
    } else {
        bool block = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK;
        plain = cmark_node_new(block ? CMARK_NODE_CODE_BLOCK : CMARK_NODE_TEXT);
        cmark_node_set_literal(plain, text);
    }
    cmark_node_replace(node, plain);
    cmark_node_free(node);
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The groups of a number's digits, "32 000", stay on one line. */
static void join_groups(cmark_node *node)
{
    static const char blank[] = "\u00a0";
    const char *text = cmark_node_get_literal(node);
    char *joined = slp_allocate(2 * strlen(text) + 1, 1), *to = joined;
    for (const char *c = text; *c; c++) {
        if (*c == ' ' && c > text && digit(c[-1]) && digit(c[1]) && digit(c[2]) && digit(c[3]) &&
            !digit(c[4])) {
            memcpy(to, blank, sizeof blank - 1);
            to += sizeof blank - 1;
        } else {
            *to++ = *c;
        }
    }
    cmark_node_set_literal(node, joined);
    free(joined);
}

static void change(cmark_node *node, void *what)
{
    maker *m = what;
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT) join_groups(node);
    if (!m->failed && (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)) link(m, node);
    if (type == CMARK_NODE_HTML_INLINE || type == CMARK_NODE_HTML_BLOCK) html_to_text(node);
}

/* Markdown with marks to HTML with marks; new string, NULL after a fault. */
static char *to_html(maker *m, const char *markdown, size_t length)
{
    cmark_node *root = cmark_parse_document(markdown, length, CMARK_OPT_VALIDATE_UTF8);
    markdown_each(root, change, m);
    char *html = m->failed ? NULL : cmark_render_html(root, CMARK_OPT_DEFAULT);
    cmark_node_free(root);
    return html;
}

/* ---- Tables ------------------------------------------------------------------------------- */

static void put_pieces(FILE *to, maker *m, const char *html, size_t length);

/* One cell's text as HTML with marks, without the paragraph that CommonMark makes of it; new
 * string, NULL after a fault. */
static char *cell(maker *m, const char *text, size_t length)
{
    char *plain = slp_allocate(length + 1, 1);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\' && i + 1 < length && text[i + 1] == '|') i++;
        plain[used++] = text[i];
    }
    char *html = to_html(m, plain, used);
    size_t size = html ? strlen(html) : 0;
    free(plain);
    if (size > 8 && memcmp(html, "<p>", 3) == 0 && memcmp(html + size - 5, "</p>\n", 5) == 0) {
        memmove(html, html + 3, size - 8);
        html[size - 8] = '\0';
    }
    return html;
}

/* The cells of one line.  `head` is the element of the first, `element` that of the others. */
static size_t cells(FILE *to, maker *m, const char *line, size_t length, const char *head,
                    const char *element)
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
            size_t run = 1;
            while (i + run < length && line[i + run] == '`') run++;
            const char *close = markdown_run(line + i + run, length - i - run, '`', run);
            i = (close ? (size_t)(close - line) : i) + run - 1;
            continue;
        }
        if (i < length && line[i] != '|') continue;
        const char *now = count ? element : head;
        char *html = cell(m, line + start, i - start);
        fprintf(to, "<%s>", now);
        if (html) put_pieces(to, m, html, strlen(html));
        fprintf(to, "</%s>", now[1] == 'd' ? "td" : "th");
        free(html);
        start = i + 1;
        count++;
    }
    fputs("</tr>\n", to);
    return count;
}

/* The text of HTML with marks, as the value of an attribute. */
static void put_words(FILE *to, const char *html)
{
    bool inside = false;
    for (const char *c = html; *c; c++) {
        if (*c == '<') inside = true;
        if (!inside && (unsigned char)*c >= ' ') fputc(*c, to);
        if (*c == '>') inside = false;
    }
}

/* The table's beginning; returns what follows the caption in its text. */
static const char *put_caption(FILE *to, maker *m, const char *text)
{
    const size_t skip = sizeof MARKDOWN_CAPTION - 1, length = strcspn(text, "\n");
    if (!begins(text, MARKDOWN_CAPTION)) {
        fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n", to);
        return text;
    }
    char *html = cell(m, text + skip, length - skip);
    if (html) {
        fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", to);
        put_words(to, html);
        fprintf(to, "\"><table%s>\n<caption>", m->page->sortable ? " class=\"sortable\"" : "");
        put_pieces(to, m, html, strlen(html));
        fputs("</caption>\n", to);
    }
    free(html);
    m->line += 2;
    return text + length + 2;
}

static void put_table(FILE *to, maker *m, const markdown_piece *piece)
{
    size_t head = 0, number = 0;
    m->line = piece->line;
    const char *line = put_caption(to, m, piece->text);
    const char *first = line == piece->text ? "td" : "th scope=\"row\"";
    fputs("<thead>\n", to);
    for (; *line && !m->failed; number++, m->line++) {
        size_t length = strcspn(line, "\n");
        if (number == 0) {
            head = cells(to, m, line, length, "th scope=\"col\"", "th scope=\"col\"");
        } else if (number == 1) {
            fputs("</thead>\n<tbody>\n", to);
        } else if (cells(to, m, line, length, first, "td") != head) {
            fail(m, NULL, "a row with more or fewer cells than the head", "");
        }
        line += length + (line[length] == '\n');
    }
    fputs("</tbody>\n</table></div>\n", to);
    m->line = 0;
}

/* The piece of a mark; *end is what follows.  An equation and the comma after it stay on one line.
 */
static void put_piece(FILE *to, maker *m, const char *mark, const char **end)
{
    size_t number = strtoul(mark + 3, NULL, 10);
    const char *close = strstr(mark, MARKDOWN_PIECE_CLOSE);
    const markdown_piece *piece =
        close && number < m->pieces->count ? &m->pieces->piece[number] : NULL;
    if (!piece || (piece->table && m->line)) { /* the page's own character, and no mark */
        *end = mark + 3;
        return;
    }
    *end = close + 3;
    if (piece->table)
        put_table(to, m, piece);
    else if (**end && strchr(".,;:)", **end))
        fprintf(to, "<span class=\"line\">%s%c</span>", piece->text, *(*end)++);
    else
        fputs(piece->text, to);
}

/* ---- Headings ----------------------------------------------------------------------------- */

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
        } else if (begins(html + i, MARKDOWN_PIECE_OPEN)) {
            const char *close = strstr(html + i, MARKDOWN_PIECE_CLOSE);
            if (close && close < html + length) i = (size_t)(close - html) + 2;
        } else if (c == ' ' || c == '\n') {
            fputc('-', to);
        } else if (c >= 'A' && c <= 'Z') {
            fputc(c - 'A' + 'a', to);
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') {
            fputc(c, to);
        }
    }
}

/* True if a heading before has the id, or any heading of the page has an anchor of this name, or
 * the page's main part has it. */
static bool id_is_taken(const maker *m, const char *id)
{
    char anchor[400];
    snprintf(anchor, sizeof anchor, "<a id=\"%.380s\"></a>", id);
    for (size_t i = 0; i < m->ids_count; i++)
        if (strcmp(m->ids[i], id) == 0) return true;
    return strcmp(id, "main") == 0 || strstr(m->whole, anchor) != NULL;
}

/* The id of a heading with this HTML: its slug, with -1, -2 and so on behind it where an earlier
 * one has it; "" if there is none. */
static const char *new_id(maker *m, const char *html, size_t length)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    m->ids = slp_one_more(m->ids, m->ids_count, sizeof *m->ids);
    slug(to, html, length);
    fputs("-0123456789012345678", to); /* room for a number */
    char *id = slp_written_end(&text);
    const size_t stem = strlen(id) - 20;
    id[stem] = '\0';
    for (size_t n = 1; stem && id_is_taken(m, id); n++) snprintf(id + stem, 20, "-%zu", n);
    return m->ids[m->ids_count++] = id;
}

/* A heading's beginning, with the id that its anchor names or that its words make; returns how many
 * bytes of html it stands for. */
static size_t put_heading(FILE *to, maker *m, const char *html)
{
    static const char anchor[] = "<a id=\"";
    const char *text = html + 4, *end = strstr(text, "</h");
    if (begins(text, anchor)) {
        const char *id = text + sizeof anchor - 1;
        int length = (int)strcspn(id, "\"");
        fprintf(to, "<h%c id=\"%.*s\">", html[2], length, id);
        return (size_t)(id - html) + (size_t)length + sizeof "\"></a>" - 1;
    }
    const char *id = new_id(m, text, end ? (size_t)(end - text) : 0);
    if (*id)
        fprintf(to, "<h%c id=\"%s\">", html[2], id);
    else
        fprintf(to, "<h%c>", html[2]);
    return 4;
}

/* ---- HTML with marks ---------------------------------------------------------------------- */

/* Length of "<strong>WORD</strong>" at html if WORD has a style of its own; 0 if not. */
static size_t put_word(FILE *to, const maker *m, const char *html)
{
    static const char open[] = "<strong>", close[] = "</strong>";
    for (const markdown_word *w = m->page->words; w && w->text; w++) {
        size_t length = strlen(w->text);
        const char *text = html + sizeof open - 1;
        if (strncmp(text, w->text, length) != 0 || !begins(text + length, close)) continue;
        fprintf(to, "<strong class=\"%s\"", w->style);
        if (w->order) fprintf(to, " data-order=\"%d\"", w->order);
        fprintf(to, ">%s</strong>", w->text);
        return sizeof open + sizeof close - 2 + length;
    }
    return 0;
}

/* Length of the paragraph at html if it is a picture, or a link that is one, and nothing else; 0 if
 * not. */
static size_t lone_picture(const char *html)
{
    static const char open[] = "<p>", link_open[] = "<a href=\"", link_close[] = "</a>";
    const char *c = html + sizeof open - 1;
    bool linked = begins(c, link_open);
    if (linked) c = strchr(c, '>') + 1;
    if (!begins(c, "<img ")) return 0;
    c = strchr(c, '>') + 1;
    if (linked && !begins(c, link_close)) return 0;
    if (linked) c += sizeof link_close - 1;
    return begins(c, "</p>\n") ? (size_t)(c - html) + 5 : 0;
}

/* A picture, length bytes, and the paragraph that follows it: a figure.  Returns the length of
 * both. */
static size_t put_figure(FILE *to, maker *m, const char *html, size_t length)
{
    const char *caption = html + length, *end = strstr(caption, "</p>\n");
    fprintf(to, "<figure>\n%.*s\n", (int)length - 8, html + 3);
    if (begins(caption, "<p>") && end) {
        fputs("<figcaption>", to);
        put_pieces(to, m, caption + 3, (size_t)(end - caption) - 3);
        fputs("</figcaption>\n", to);
        length = (size_t)(end - html) + 5;
    }
    fputs("</figure>\n", to);
    return length;
}

/* One item "<li><strong>TERM</strong>: WORDS</li>\n"; NULL if html is none. */
static const char *definition(const char *html, const char **term, const char **words)
{
    static const char open[] = "<li><strong>", middle[] = "</strong>:";
    const char *end = strstr(html, "</li>\n");
    if (!begins(html, open) || !end) return NULL;
    *term = html + sizeof open - 1;
    *words = strstr(*term, middle);
    const char *block = strchr(html, '\n');
    return *words && *words < end && block > end ? end + 6 : NULL;
}

/* Length of the list at html if all its items are definitions, which are written then; else 0. */
static size_t put_definitions(FILE *to, maker *m, const char *html)
{
    const char *at = html + 5, *term, *words, *next;
    while ((next = definition(at, &term, &words))) at = next;
    if (!begins(at, "</ul>\n")) return 0;
    size_t length = (size_t)(at - html) + 6;
    fputs("<dl>\n", to);
    for (at = html + 5; (next = definition(at, &term, &words)); at = next) {
        fputs("<dt>", to);
        put_pieces(to, m, term, (size_t)(words - term));
        fputs("</dt><dd>", to);
        words += sizeof "</strong>:" - 1;
        words += *words == ' ';
        put_pieces(to, m, words, (size_t)(next - 6 - words));
        fputs("</dd>\n", to);
    }
    fputs("</dl>\n", to);
    return length;
}

/* Copies HTML with a piece for each mark, an id for each heading, and what Markdown has no other
 * way to say. */
static void put_pieces(FILE *to, maker *m, const char *html, size_t length)
{
    static const char lone[] = "<p>" MARKDOWN_PIECE_OPEN, code[] = "<pre>";
    for (size_t i = 0; i < length && !m->failed;) {
        const char *c = html + i, *close = NULL;
        size_t done = 0;
        if (begins(c, lone)) { /* a table alone is in no paragraph */
            size_t number = strtoul(c + sizeof lone - 1, NULL, 10);
            close = strstr(c, MARKDOWN_PIECE_CLOSE);
            if (close && begins(close + 3, "</p>") && number < m->pieces->count &&
                m->pieces->piece[number].table && !m->line) {
                put_table(to, m, &m->pieces->piece[number]);
                done = (size_t)(close - c) + 7;
            }
        } else if (begins(c, MARKDOWN_PIECE_OPEN)) {
            put_piece(to, m, c, &close);
            done = (size_t)(close - c);
        } else if (c[0] == '<' && c[1] == 'h' && c[2] >= '1' && c[2] <= '6' && c[3] == '>') {
            done = put_heading(to, m, c);
        } else if (begins(c, "<strong>")) {
            done = put_word(to, m, c);
        } else if (begins(c, "<ul>\n")) {
            done = put_definitions(to, m, c);
        } else if (begins(c, code)) { /* wide lines are scrolled by keys too */
            fputs("<pre tabindex=\"0\">", to);
            done = sizeof code - 1;
        } else if (m->page->figures && begins(c, "<p><")) {
            size_t picture = lone_picture(c);
            if (picture) done = put_figure(to, m, c, picture);
        }
        if (!done && ((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t')) fputc(*c, to);
        i += done ? done : 1;
    }
}

bool markdown_render(FILE *to, const markdown_page *page, markdown_fault *fault)
{
    markdown_pieces pieces;
    if (!markdown_take_out(&pieces, page, fault)) return false;
    maker m = {.page = page, .pieces = &pieces, .fault = fault};
    char *html = to_html(&m, pieces.markdown, strlen(pieces.markdown));
    m.whole = html;
    if (html) put_pieces(to, &m, html, strlen(html));
    free(html);
    for (size_t i = 0; i < m.ids_count; i++) free(m.ids[i]);
    free(m.ids);
    markdown_pieces_clear(&pieces);
    return !m.failed;
}
