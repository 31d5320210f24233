/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Equations and tables of a Markdown page, which CommonMark does not know: each is taken out and a
 * mark left in its place (reports/markdown/pieces.h).  Nothing is taken out of code. */
#include "reports/markdown/pieces.h"
#include "reports/markdown/mathml.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

typedef struct taker {
    const markdown_page *page;
    markdown_pieces *out;
    markdown_fault *fault;
    bool *code; /* of each line, from 1: it belongs to a block of code */
    size_t lines;
    bool failed;
} taker;

/* Length of the line at text, with its newline. */
static size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    return length + (text[length] == '\n');
}

/* ---- Blocks of code ----------------------------------------------------------------------- */

/* Marks the lines of blocks of code, where CommonMark finds them. */
static void find_code(taker *t)
{
    cmark_node *root =
        cmark_parse_document(t->page->text, strlen(t->page->text), CMARK_OPT_DEFAULT);
    cmark_iter *iter = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK) continue;
        int first = cmark_node_get_start_line(node), last = cmark_node_get_end_line(node);
        for (int line = first; line <= last && line <= (int)t->lines; line++) t->code[line] = true;
    }
    cmark_iter_free(iter);
    cmark_node_free(root);
}

/* ---- Pieces ------------------------------------------------------------------------------- */

/* Keeps text (which is the piece's from now on) and writes its mark. */
static void put_mark(FILE *to, taker *t, char *text, size_t line, bool table)
{
    markdown_pieces *out = t->out;
    out->piece = slp_one_more(out->piece, out->count, sizeof *out->piece);
    out->piece[out->count] = (markdown_piece){.text = text, .line = line, .table = table};
    fprintf(to, MARKDOWN_PIECE_OPEN "%zu" MARKDOWN_PIECE_CLOSE, out->count++);
}

static size_t newlines(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += text[i] == '\n';
    return count;
}

/* The equation text[0..length-1] that begins on this line. */
static void put_equation(FILE *to, taker *t, const char *text, size_t length, bool display,
                         size_t line)
{
    mathml_fault wrong;
    slp_written element;
    const bool good = mathml_write(slp_written_begin(&element), text, length, display, &wrong);
    slp_written_end(&element);
    if (good) {
        put_mark(to, t, element.text, line, false);
    } else {
        free(element.text);
        t->failed = true;
        markdown_fail(t->fault, t->page->name, line + newlines(text, wrong.at), wrong.why, "");
    }
}

/* The end of the paragraph at text: a blank line, a block of code, the end of the page. */
static size_t paragraph_length(const taker *t, const char *text, size_t line)
{
    size_t length = 0;
    for (; text[length] && line <= t->lines && !t->code[line]; line++) {
        size_t blank = strspn(text + length, " \t");
        if (text[length + blank] == '\n') break;
        length += line_length(text + length);
    }
    return length;
}

const char *markdown_run(const char *text, size_t length, char c, size_t n)
{
    for (size_t i = 0; i < length;) {
        size_t run = 0;
        while (i + run < length && text[i + run] == c) run++;
        if (run == n) return text + i;
        i += run ? run : 1;
    }
    return NULL;
}

/* The closing dollars of an equation, that no backslash precedes; NULL if there are none. */
static const char *find_dollars(const char *text, size_t length, size_t n)
{
    for (size_t i = 0; i + n <= length; i++) {
        if (text[i] == '\\')
            i++;
        else if (text[i] == '$' && (n == 1 || text[i + 1] == '$'))
            return text + i;
    }
    return NULL;
}

/* Copies one paragraph, with marks for its equations. */
static void take_equations(FILE *to, taker *t, const char *text, size_t length, size_t line)
{
    for (size_t i = 0; i < length && !t->failed;) {
        size_t rest = length - i;
        if (text[i] == '\\' && rest > 1) {
            fwrite(text + i, 1, 2, to);
            line += text[i + 1] == '\n';
            i += 2;
        } else if (text[i] == '`') {
            size_t run = strspn(text + i, "`");
            const char *close = markdown_run(text + i + run, rest - run, '`', run);
            size_t whole = close ? (size_t)(close - text) - i + run : run;
            fwrite(text + i, 1, whole, to);
            line += newlines(text + i, whole);
            i += whole;
        } else if (text[i] == '$') {
            size_t dollars = rest > 1 && text[i + 1] == '$' ? 2 : 1, start = i + dollars;
            const char *close = find_dollars(text + start, length - start, dollars);
            if (!close) {
                t->failed = true;
                markdown_fail(t->fault, t->page->name, line,
                              "$ without the one that ends the equation", "");
                return;
            }
            size_t inside = (size_t)(close - text) - start, count = newlines(text + start, inside);
            put_equation(to, t, text + start, inside, dollars == 2, line);
            for (size_t k = 0; k < count; k++) fputc('\n', to);
            line += count;
            i = start + inside + dollars;
        } else {
            line += text[i] == '\n';
            fputc(text[i++], to);
        }
    }
}

/* ---- Tables ------------------------------------------------------------------------------- */

static bool row_of_table(const char *line)
{
    return line[strspn(line, " ")] == '|';
}

/* "|---|:--|" */
static bool rule_of_table(const char *line)
{
    size_t length = strcspn(line, "\n"), used = strspn(line, " |:-");
    return row_of_table(line) && used == length && memchr(line, '-', length);
}

/* Number of lines of the table at text, which is line `line` of the page, with its caption; 0 if
 * none begins there. */
static size_t table_lines(const taker *t, const char *text, size_t line)
{
    size_t count = 0;
    if (strncmp(text, MARKDOWN_CAPTION, sizeof MARKDOWN_CAPTION - 1) == 0 && !t->code[line]) {
        const char *blank = text + line_length(text);
        bool table = *blank == '\n' && row_of_table(blank + 1);
        size_t rows = table ? table_lines(t, blank + 1, line + 2) : 0;
        return rows ? rows + 2 : 0;
    }
    if (!row_of_table(text) || t->code[line]) return 0;
    const char *second = text + line_length(text);
    if (line >= t->lines || t->code[line + 1] || !rule_of_table(second)) return 0;
    for (; *text && line + count <= t->lines && !t->code[line + count] && row_of_table(text);
         count++)
        text += line_length(text);
    return count;
}

/* Copies text with a mark for each table: a paragraph of its own on the table's second line. */
static void take_tables(FILE *to, taker *t, const char *text)
{
    for (size_t line = 1; *text && !t->failed;) {
        size_t count = table_lines(t, text, line), length = 0;
        if (!count) {
            length = line_length(text);
            fwrite(text, 1, length, to);
            text += length;
            line++;
            continue;
        }
        for (size_t k = 0; k < count; k++) length += line_length(text + length);
        fprintf(to, "\n%*s", (int)strspn(text, " "), "");
        put_mark(to, t, slp_copy_bytes(text, length), line, true);
        for (size_t k = 1; k < count; k++) fputc('\n', to);
        text += length;
        line += count;
    }
}

/* ---- The page ----------------------------------------------------------------------------- */

static void equations_of_page(FILE *to, taker *t)
{
    const char *text = t->page->text;
    for (size_t line = 1; *text && !t->failed;) {
        size_t length = paragraph_length(t, text, line);
        if (length) {
            take_equations(to, t, text, length, line);
        } else {
            length = line_length(text);
            fwrite(text, 1, length, to);
        }
        line += newlines(text, length);
        text += length;
    }
}

bool markdown_take_out(markdown_pieces *out, const markdown_page *page, markdown_fault *fault)
{
    taker t = {.page = page, .out = out, .fault = fault};
    slp_written first, second;
    *out = (markdown_pieces){0};
    t.lines = newlines(page->text, strlen(page->text)) + 1;
    t.code = slp_allocate(t.lines + 2, sizeof *t.code);
    FILE *one = slp_written_begin(&first), *two = slp_written_begin(&second);
    find_code(&t);
    if (page->equations)
        equations_of_page(one, &t);
    else
        fputs(page->text, one);
    slp_written_end(&first);
    if (!t.failed) take_tables(two, &t, first.text);
    out->markdown = slp_written_end(&second);
    free(first.text);
    free(t.code);
    if (t.failed) markdown_pieces_clear(out);
    return !t.failed;
}

void markdown_pieces_clear(markdown_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++) free(pieces->piece[i].text);
    free(pieces->piece);
    free(pieces->markdown);
    *pieces = (markdown_pieces){0};
}

bool markdown_fail(markdown_fault *fault, const char *page, size_t line, const char *why,
                   const char *word)
{
    char where[32] = "";
    if (line) snprintf(where, sizeof where, ":%zu", line);
    snprintf(fault->why, sizeof fault->why, "%.120s%s: %.110s%.30s", page, where, why, word);
    return false;
}
