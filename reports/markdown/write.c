/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Text that may hold anything into Markdown: escaped, as code, or as CommonMark in which no markup
 * acts. */
#include "reports/markdown/mathml.h"
#include "reports/markdown/pieces.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

/* Length of a mark of the renderer's at text; 0 if there is none. */
static size_t mark(const char *text)
{
    return strncmp(text, MARKDOWN_PIECE_OPEN, 3) == 0 || strncmp(text, MARKDOWN_PIECE_CLOSE, 3) == 0
               ? 3
               : 0;
}

/* Text as one line: without the renderer's marks and blanks at its ends, a blank for each run of
 * blanks, line ends and control characters. */
typedef struct reader {
    const char *at, *end;
    bool begun;
} reader;

static reader reader_of(const char *text, size_t length)
{
    return (reader){.at = text, .end = text + length};
}

/* The next character; 0 at the end. */
static char next(reader *l)
{
    bool blank = false;
    while (l->at < l->end) {
        size_t skip = mark(l->at);
        if (!skip && (unsigned char)*l->at > ' ') {
            if (blank && l->begun) return ' ';
            l->begun = true;
            return *l->at++;
        }
        blank = blank || !skip;
        l->at += skip ? skip : 1;
    }
    return '\0';
}

/* The same as Markdown, with a backslash before what is markup, or is where a line begins. */
typedef struct escaped {
    reader from;
    bool begun, number; /* only digits so far */
    char held;          /* a character whose backslash is out */
} escaped;

static char next_escaped(escaped *e)
{
    char c = e->held;
    if (c) {
        e->held = '\0';
        return c;
    }
    c = next(&e->from);
    bool first = !e->begun, number = e->number;
    e->begun = true;
    e->number = c >= '0' && c <= '9' && (first || number);
    reader ahead = e->from;
    char after = next(&ahead);
    bool lone = !after || after == ' ' || after == c; /* "1. a", "- a", "---" */
    if (!c || !(strchr("|\\`*_<>[]&#~$", c) || (lone && first && strchr("-+=", c)) ||
                (lone && number && strchr(".)", c))))
        return c;
    e->held = c;
    return '\\';
}

static void put_text(FILE *to, reader l)
{
    escaped e = {.from = l};
    for (char c; (c = next_escaped(&e));) fputc(c, to);
}

/* Code stands between one backtick more than it has in a row. */
static void put_code(FILE *to, reader l, bool cell)
{
    size_t run = 0, most = 0;
    char first = '\0', last = '\0';
    bool bar = false; /* a backslash and a bar: a table cannot say it as code */
    reader scan = l;
    for (char c; (c = next(&scan)); last = c) {
        if (!last) first = c;
        bar = bar || (c == '|' && last == '\\');
        run = c == '`' ? run + 1 : 0;
        if (run > most) most = run;
    }
    if (!last || (cell && bar)) {
        put_text(to, l);
        return;
    }
    bool pad = first == '`' || last == '`';
    for (size_t i = 0; i <= most; i++) fputc('`', to);
    if (pad) fputc(' ', to);
    for (char c; (c = next(&l));) {
        if (cell && c == '|') fputc('\\', to);
        fputc(c, to);
    }
    if (pad) fputc(' ', to);
    for (size_t i = 0; i <= most; i++) fputc('`', to);
}

void markdown_text(FILE *to, const char *text)
{
    put_text(to, reader_of(text, strlen(text)));
}

void markdown_code(FILE *to, const char *text, bool cell)
{
    put_code(to, reader_of(text, strlen(text)), cell);
}

void markdown_words(FILE *to, const char *text, bool cell)
{
    const char *open, *close;
    while ((open = strchr(text, '`')) && (close = strchr(open + 1, '`'))) {
        size_t length = (size_t)(open - text), blanks = strspn(text, " \n");
        if (blanks) fputc(' ', to);
        put_text(to, reader_of(text, length));
        if (length > blanks && strchr(" \n", open[-1])) fputc(' ', to);
        put_code(to, reader_of(open + 1, (size_t)(close - open - 1)), cell);
        text = close + 1;
    }
    if (strchr(" \n", *text)) fputc(' ', to);
    markdown_text(to, text);
}

/* True if text is an equation of the subset that pages have. */
static bool is_equation(const char *text, size_t length)
{
    mathml_fault fault;
    slp_written element;
    if (memchr(text, '`', length)) return false;
    const bool good = mathml_write(slp_written_begin(&element), text, length, false, &fault);
    free(slp_written_end(&element));
    return good;
}

/* Part of a text on one line; the blanks at its ends, which a reader leaves out, are one each. */
static void put_part(FILE *to, const char *text, size_t length)
{
    if (length && strchr(" \n", text[0])) fputc(' ', to);
    put_text(to, reader_of(text, length));
    if (length > 1 && strchr(" \n", text[length - 1])) fputc(' ', to);
}

void markdown_tex(FILE *to, const char *text)
{
    const char *from = text, *open = strchr(text, '$'), *close;
    while (open && (close = strchr(open + 1, '$'))) {
        const size_t length = (size_t)(close - open - 1);
        if (!is_equation(open + 1, length)) {
            open = strchr(close + 1, '$');
            continue;
        }
        put_part(to, from, (size_t)(open - from));
        fputc('$', to);
        for (reader l = reader_of(open + 1, length); l.at < l.end;) {
            char c = next(&l);
            if (c) fputc(c, to);
        }
        fputc('$', to);
        from = close + 1;
        open = strchr(from, '$');
    }
    put_part(to, from, strlen(from));
}

/* Text of several lines, without what a page has no place for. */
static void put_lines(FILE *to, const char *text, size_t length)
{
    for (const char *c = text; c < text + length;) {
        size_t skip = mark(c);
        if (!skip && ((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t')) fputc(*c, to);
        c += skip ? skip : 1;
    }
}

void markdown_block(FILE *to, const char *text)
{
    size_t most = 2;
    for (const char *c = text; *c; c++) {
        size_t run = strspn(c, "`");
        if (run > most) most = run;
    }
    for (size_t i = 0; i <= most; i++) fputc('`', to);
    fputc('\n', to);
    put_lines(to, text, strlen(text));
    if (*text && text[strlen(text) - 1] != '\n') fputc('\n', to);
    for (size_t i = 0; i <= most; i++) fputc('`', to);
    fputs("\n\n", to);
}

void markdown_link(FILE *to, const char *words, const char *url)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~/#";
    fputc('[', to);
    markdown_text(to, words);
    fputs("](", to);
    for (const char *c = url; *c; c++) {
        if (strchr(plain, *c))
            fputc(*c, to);
        else
            fprintf(to, "%%%02X", (unsigned char)*c);
    }
    fputc(')', to);
}

/* ---- CommonMark of somebody else's -------------------------------------------------------- */

/* Replaces a node by one of another type, which has its text and its children. */
static void become(cmark_node *node, cmark_node_type type)
{
    cmark_node *other = cmark_node_new(type);
    const char *text = cmark_node_get_literal(node);
    if (text) cmark_node_set_literal(other, text);
    for (cmark_node *child; (child = cmark_node_first_child(node));)
        cmark_node_append_child(other, child);
    cmark_node_replace(node, other);
    cmark_node_free(node);
}

/* Replaces text by itself, escaped.  cmark does not escape all that is markup at the beginning of
 * a line or to others. */
static void escape(cmark_node *node)
{
    const cmark_mem *memory = cmark_get_default_mem_allocator();
    const char *text = cmark_node_get_literal(node);
    size_t length = strlen(text), used = 0;
    escaped e = {.from = reader_of(text, length)};
    char *out = memory->calloc(2 * length + 3, 1);
    if (length && (unsigned char)text[0] <= ' ') out[used++] = ' ';
    for (char c; (c = next_escaped(&e));) out[used++] = c;
    if (e.from.begun && (unsigned char)text[length - 1] <= ' ') out[used] = ' ';
    cmark_node *other = cmark_node_new(CMARK_NODE_CUSTOM_INLINE);
    cmark_node_set_on_enter(other, out);
    memory->free(out);
    cmark_node_replace(node, other);
    cmark_node_free(node);
}

static bool leads_out(const char *url)
{
    return strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0;
}

/* A table or a figure is of several lines, so each paragraph becomes one line. */
static void to_one_line(cmark_node *node, void *unused)
{
    (void)unused;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_CODE_BLOCK:
        cmark_node_set_fence_info(node, "");
        break;
    case CMARK_NODE_HTML_BLOCK:
        become(node, CMARK_NODE_CODE_BLOCK);
        break;
    case CMARK_NODE_HTML_INLINE:
    case CMARK_NODE_TEXT:
        escape(node);
        break;
    case CMARK_NODE_HEADING:
        become(node, CMARK_NODE_PARAGRAPH);
        break;
    case CMARK_NODE_LINEBREAK:
        become(node, CMARK_NODE_SOFTBREAK);
        break;
    case CMARK_NODE_LINK:
        if (!leads_out(cmark_node_get_url(node))) markdown_unwrap(node);
        break;
    case CMARK_NODE_IMAGE:
        markdown_unwrap(node);
        break;
    default:
        break;
    }
}

void markdown_prose(FILE *to, const char *text, const char *before)
{
    cmark_node *root = cmark_parse_document(text, strlen(text), CMARK_OPT_VALIDATE_UTF8);
    markdown_each(root, to_one_line, NULL);
    char *tamed = cmark_render_commonmark(root, CMARK_OPT_NOBREAKS, 0);
    for (const char *line = tamed; line && *line;) {
        size_t whole = strcspn(line, "\n"), length = whole;
        while (*line == '`' && line[length - 1] == ' ') length--; /* after a fence */
        bool blank = length == 0 && *before && before[strlen(before) - 1] == ' ';
        fprintf(to, "%.*s", (int)strlen(before) - blank, before);
        put_lines(to, line, length);
        fputc('\n', to);
        line += whole + (line[whole] == '\n');
    }
    fputc('\n', to);
    free(tamed);
    cmark_node_free(root);
}
