/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A template is walked as it is read.  A section that is left out is walked too, without printing,
 * so that its tags are checked and its end is found. */
#include "reports/template/template.h"
#include "oracle/plumbing/allocate.h"
#include "reports/markdown/markdown.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 80 };

/* A value, and where it stands in the list or object that a section goes through. */
typedef struct frame {
    const json_t *value;
    const char *key; /* NULL: of no object */
    size_t index;    /* from 0 */
    const struct frame *outer;
} frame;

typedef struct filler {
    FILE *to;
    const char *all, *at; /* the whole file; what comes next */
    const char *fault;    /* NULL: none */
} filler;

static void fill(filler *f, const frame *in, bool silent, bool inside);

/* ---- Values -------------------------------------------------------------------------------- */

/* The value of a path: "name.name", "../name", "." for the frame's own.  A new reference. */
static json_t *value_of(const frame *in, const char *path, size_t length)
{
    for (; in && length >= 3 && strncmp(path, "../", 3) == 0; in = in->outer) {
        path += 3;
        length -= 3;
    }
    if (!in) return NULL;
    json_t *value = (json_t *)in->value;
    if (length == 1 && *path == '.') return json_incref(value);
    if (length == 4 && strncmp(path, "@key", 4) == 0) return json_string(in->key ? in->key : "");
    if (length == 7 && strncmp(path, "@number", 7) == 0)
        return json_integer((json_int_t)in->index + 1);
    while (length > 0 && value) {
        const char *dot = memchr(path, '.', length);
        const size_t part = dot ? (size_t)(dot - path) : length;
        char name[NAME];
        snprintf(name, sizeof name, "%.*s", (int)part, path);
        value = json_object_get(value, name);
        path += part + (dot != NULL);
        length -= part + (dot != NULL);
    }
    return json_incref(value);
}

/* With as few digits as read back the same. */
static void put_real(FILE *to, double x)
{
    char text[40];
    int digits = 6;
    do snprintf(text, sizeof text, "%.*g", digits, x);
    while (digits++ < 17 && strtod(text, NULL) != x);
    fputs(text, to);
}

/* Of a list each item, `between` them. */
static void put_plain(FILE *to, const json_t *value, void (*put)(FILE *to, const char *text),
                      const char *between)
{
    size_t i;
    const json_t *item;
    if (json_is_string(value))
        put(to, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(to, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        put_real(to, json_real_value(value));
    else
        json_array_foreach(value, i, item)
        {
            if (i) fputs(between, to);
            put_plain(to, item, put, between);
        }
}

static void put_raw(FILE *to, const char *text)
{
    fputs(text, to);
}

/* A value's text, new string. */
static char *plain_text(const json_t *value, const char *between)
{
    slp_written text;
    put_plain(slp_written_begin(&text), value, put_raw, between);
    return slp_written_end(&text);
}

/* Text in which {PATH} stands for the value's text; a JSON string, a new reference. */
static json_t *composed(const frame *in, const char *text, size_t length)
{
    slp_written all;
    FILE *to = slp_written_begin(&all);
    for (const char *end = text + length; text < end;) {
        const char *close = *text == '{' ? memchr(text, '}', (size_t)(end - text)) : NULL;
        if (!close) {
            fputc(*text++, to);
            continue;
        }
        json_t *value = value_of(in, text + 1, (size_t)(close - text - 1));
        put_plain(to, value, put_raw, ", ");
        json_decref(value);
        text = close + 1;
    }
    slp_written_end(&all);
    json_t *value = json_stringn(all.text, all.size);
    free(all.text);
    return value;
}

/* A path, or text in quotes. */
static json_t *operand(const frame *in, const char *text, size_t length)
{
    const bool quoted = length >= 2 && *text == '"' && text[length - 1] == '"';
    return quoted ? composed(in, text + 1, length - 2) : value_of(in, text, length);
}

/* ---- Kinds --------------------------------------------------------------------------------- */

static void put_prose(FILE *to, const char *text)
{
    markdown_prose(to, text, "");
}

static void put_quote(FILE *to, const char *text)
{
    markdown_prose(to, text, "> ");
}

static void put_anchor(FILE *to, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    for (const char *c = text; *c; c++) fputc(strchr(plain, *c) ? *c : '-', to);
}

static const struct kind {
    const char *name;
    void (*put)(FILE *to, const char *text);
    bool lines;                                            /* it ends its own lines */
    void (*beside)(FILE *to, const char *text, bool cell); /* in place of put */
    bool cell;
} kinds[] = {{.name = "raw", .put = put_raw},
             {.name = "html", .put = report_escape},
             {.name = "cell", .beside = markdown_words, .cell = true},
             {.name = "words", .beside = markdown_words},
             {.name = "code", .beside = markdown_code},
             {.name = "cellcode", .beside = markdown_code, .cell = true},
             {.name = "tex", .put = markdown_tex},
             {.name = "anchor", .put = put_anchor},
             {.name = "prose", .put = put_prose, .lines = true},
             {.name = "quote", .put = put_quote, .lines = true},
             {.name = "block", .put = markdown_block, .lines = true}};

static const struct kind *kind_of(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, name, length) == 0)
            return &kinds[i];
    return NULL;
}

/* "g3", "f2": digits of a number; what is none is "infinite", as JSON has no such number. */
static bool put_digits(FILE *to, const char *name, size_t length, const json_t *value)
{
    if (length != 2 || !strchr("fg", *name) || name[1] < '0' || name[1] > '9') return false;
    const double number = json_number_value(value);
    if (!to) return true;
    if (value && !json_is_number(value))
        fputs("infinite", to);
    else if (*name == 'f')
        fprintf(to, "%.*f", name[1] - '0', number);
    else
        fprintf(to, "%.*g", name[1] - '0', number);
    return true;
}

/* ---- Tags ---------------------------------------------------------------------------------- */

static void put_link(filler *f, const frame *in, const char *tag, const char *arrow,
                     const char *end)
{
    json_t *words = operand(in, tag, (size_t)(arrow - tag)),
           *url = composed(in, arrow + 4, (size_t)(end - arrow - 4));
    char *text = plain_text(words, ", ");
    markdown_link(f->to, text, url ? json_string_value(url) : "");
    free(text);
    json_decref(words);
    json_decref(url);
}

/* {{VALUE}}, {{VALUE|KIND}}, {{VALUE -> URL}} */
static void put_value(filler *f, const frame *in, const char *tag, const char *end, bool silent)
{
    const char *bar = NULL, *arrow = NULL;
    for (const char *c = tag; c + 4 < end && !arrow; c++)
        if (strncmp(c, " -> ", 4) == 0) arrow = c;
    if (arrow) {
        if (!silent) put_link(f, in, tag, arrow, end);
        return;
    }
    for (const char *c = tag; c < end; c++)
        if (*c == '|') bar = c;
    json_t *value = operand(in, tag, (size_t)((bar ? bar : end) - tag));
    const size_t length = bar ? (size_t)(end - bar - 1) : 0;
    const struct kind *kind = bar ? kind_of(bar + 1, length) : NULL;
    if (bar && !kind && !put_digits(silent ? NULL : f->to, bar + 1, length, value))
        f->fault = "an unknown kind";
    if (!silent && !bar) put_plain(f->to, value, markdown_text, ", ");
    if (!silent && kind) {
        char *text = plain_text(value, kind->lines ? "\n" : ", ");
        if (kind->put)
            kind->put(f->to, text);
        else
            kind->beside(f->to, text, kind->cell);
        free(text);
    }
    json_decref(value);
}

static bool is_something(const json_t *value)
{
    if (json_is_string(value)) return json_string_length(value) > 0;
    if (json_is_number(value)) return json_number_value(value) != 0;
    if (json_is_array(value)) return json_array_size(value) > 0;
    if (json_is_object(value)) return json_object_size(value) > 0;
    return json_is_true(value);
}

static bool same_text(const json_t *a, const json_t *b)
{
    char *first = plain_text(a, ", "), *second = plain_text(b, ", ");
    const bool same = strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

/* PATH, PATH=WORD or PATH==PATH */
static bool holds(const frame *in, const char *text, size_t length)
{
    const char *sign = memchr(text, '=', length);
    json_t *value = value_of(in, text, sign ? (size_t)(sign - text) : length), *other;
    bool good = is_something(value);
    if (sign) {
        const bool path = sign[1] == '=';
        const char *from = sign + 1 + path;
        const size_t rest = (size_t)(text + length - from);
        other = path ? value_of(in, from, rest) : json_stringn(from, rest);
        good = same_text(value, other);
        json_decref(other);
    }
    json_decref(value);
    return good;
}

/* Conditions with commas between: whether any holds. */
static bool any_holds(const frame *in, const char *text, const char *end)
{
    while (text < end) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const char *stop = comma ? comma : end;
        if (holds(in, text, (size_t)(stop - text))) return true;
        text = stop + 1;
    }
    return false;
}

/* The body once more, for a value. */
static void fill_with(filler *f, const char *body, const frame *outer, const json_t *value,
                      const char *key, size_t index)
{
    const frame inner = {value, key, index, outer};
    f->at = body;
    fill(f, &inner, false, true);
}

/* A section's body as often as it says; the body stands at f->at. */
static void section(filler *f, const frame *in, const char *tag, const char *end, bool silent)
{
    const char *body = f->at, *key;
    json_t *item, *value = NULL;
    size_t i = 0, times = 0;
    if (!silent && (*tag == '?' || *tag == '^')) {
        times = any_holds(in, tag + 1, end) == (*tag == '?');
        if (times) fill(f, in, false, true);
    } else if (!silent) {
        value = value_of(in, tag + 1, (size_t)(end - tag - 1));
        if (*tag == '*') {
            json_object_foreach(value, key, item) fill_with(f, body, in, item, key, times++);
        } else if (json_is_array(value)) {
            json_array_foreach(value, i, item) fill_with(f, body, in, item, NULL, times++);
        } else if (is_something(value)) {
            fill_with(f, body, in, value, NULL, times++);
        }
    }
    if (times == 0) fill(f, in, true, true);
    json_decref(value);
}

/* The part's text: after the line {{=NAME}}; NULL if there is none. */
static const char *part_of(const char *all, const char *name, size_t length)
{
    for (const char *at = all; (at = strstr(at, "{{=")); at++)
        if (strncmp(at + 3, name, length) == 0 && strncmp(at + 3 + length, "}}\n", 3) == 0)
            return at + 3 + length + 3;
    return NULL;
}

static void include(filler *f, const frame *in, const char *name, size_t length, bool whole,
                    bool silent)
{
    const char *part = part_of(f->all, name, length);
    slp_written text;
    if (!part) f->fault = "an unknown part";
    if (!part || silent) return;
    filler inner = {.to = slp_written_begin(&text), .all = f->all, .at = part};
    fill(&inner, in, false, false);
    slp_written_end(&text);
    const bool line = text.size > 0 && text.text[text.size - 1] == '\n';
    fwrite(text.text, 1, text.size - (line && !whole), f->to);
    f->fault = inner.fault;
    free(text.text);
}

/* The end of the tag at `tag`, after its first braces. */
static const char *tag_end(const char *tag)
{
    const char *end = strstr(tag, "}}");
    while (end && end[2] == '}') end++; /* {{a -> {b}}} */
    return end;
}

/* True for a tag that has its line for itself and prints no line's end of its own. */
static bool ends_lines(const char *tag, const char *end)
{
    const char *bar = end;
    if (strchr("#*?^/>", *tag)) return true;
    while (bar > tag && *bar != '|') bar--;
    const struct kind *kind = kind_of(bar + 1, (size_t)(end - bar - 1));
    return kind && kind->lines;
}

/* Prints up to the end of the section, or of the part that is not inside one. */
static void fill(filler *f, const frame *in, bool silent, bool inside)
{
    while (*f->at && !f->fault && strncmp(f->at, "{{=", 3) != 0) {
        const bool begins = f->at == f->all || f->at[-1] == '\n';
        if (strncmp(f->at, "\\\n", 2) == 0) {
            f->at += 2;
            continue;
        }
        if (strncmp(f->at, "{{", 2) != 0) {
            if (!silent) fputc(*f->at, f->to);
            f->at++;
            continue;
        }
        const char *tag = f->at + 2, *end = tag_end(tag);
        if (!end) {
            f->fault = "{{ without }}";
            return;
        }
        const bool whole = begins && end[2] == '\n' && ends_lines(tag, end);
        f->at = end + 2 + whole;
        if (*tag == '/') {
            if (!inside) f->fault = "an end of nothing";
            return;
        }
        if (strchr("#*?^", *tag))
            section(f, in, tag, end, silent);
        else if (*tag == '>')
            include(f, in, tag + 1, (size_t)(end - tag - 1), whole, silent);
        else
            put_value(f, in, tag, end, silent);
    }
    if (inside && !f->fault) f->fault = "a section without its end";
}

const char *report_fill(FILE *to, const char *text, const char *part, const json_t *values)
{
    const frame outermost = {.value = values};
    filler f = {.to = to, .all = text, .at = part_of(text, part, strlen(part))};
    if (!f.at) return "no such part";
    fill(&f, &outermost, false, false);
    return f.fault;
}

/* ---- Tables -------------------------------------------------------------------------------- */

json_t *report_grid(const json_t *rows, const char *down, const char *across)
{
    size_t i;
    const char *name, *column;
    json_t *row, *found, *unused, *columns = json_object(), *lines = json_object();
    json_t *names = json_array(), *all = json_array();
    json_array_foreach(rows, i, row)
    {
        name = report_text(row, down);
        json_object_set_new(columns, report_text(row, across), json_null());
        if (!json_object_get(lines, name)) json_object_set_new(lines, name, json_object());
        json_object_set(json_object_get(lines, name), report_text(row, across), row);
    }
    json_object_foreach(columns, column, unused) json_array_append_new(names, json_string(column));
    json_object_foreach(lines, name, found)
    {
        json_t *cells = json_array();
        json_object_foreach(columns, column, unused)
        {
            json_t *cell = json_object_get(found, column);
            json_array_append_new(cells, cell ? json_incref(cell) : json_object());
        }
        json_array_append_new(all, json_pack("{s:s, s:o}", "name", name, "cells", cells));
    }
    json_decref(columns);
    json_decref(lines);
    return json_pack("{s:o, s:o}", "columns", names, "rows", all);
}
