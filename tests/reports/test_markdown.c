/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Markdown of the report: whatever a text holds, the page shows that text and nothing of it is
 * markup; prose of somebody else's stays prose; additions to CommonMark do what they say. */
#include "reports/markdown/markdown.h"
#include "reports/markdown/mathml.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/depth.h"

/* A link stays unless it says otherwise: an address that begins with x. */
static markdown_way link_of(const markdown_page *page, const char *url, bool picture, char **to,
                            const char **why)
{
    (void)page, (void)to, (void)why;
    return picture && *url != 'f' ? MARKDOWN_WORDS : MARKDOWN_STAYS;
}

static const markdown_word words[] = {{"refuted", "verdict refuted", 3}, {"gone:", "bad", 0}, {0}};

static char *rendered(const char *text)
{
    const markdown_page page = {.name = "page",
                                .text = text,
                                .equations = true,
                                .figures = true,
                                .sortable = true,
                                .words = words,
                                .link = link_of};
    markdown_fault fault = {{0}};
    char *html = NULL;
    size_t size;
    FILE *to = open_memstream(&html, &size);
    assert_non_null(to);
    if (!markdown_render(to, &page, &fault)) fail_msg("%s: %s", fault.why, text);
    assert_int_equal(fclose(to), 0);
    return html;
}

/* ---- Text that may hold anything ---------------------------------------------------------- */

/* Where a page puts text: what is written before it and after it, and the HTML of that. */
typedef struct place {
    const char *before, *after, *html_before, *html_after;
    enum { TEXT, CODE, CELL_CODE } as;
} place;

static const place places[] = {
    {"", "\n", "<p>", "</p>\n", TEXT},
    {"# ", "\n", NULL, "</h1>\n", TEXT},
    {"> ", "\n", "<blockquote>\n<p>", "</p>\n</blockquote>\n", TEXT},
    {"a, ", "\n", "<p>a, ", "</p>\n", TEXT},
    {"[", "](u)\n", "<p><a href=\"u\">", "</a></p>\n", TEXT},
    {"- **", "**: b\n", "<dl>\n<dt>", "</dt><dd>b</dd>\n</dl>\n", TEXT},
    {"- **a**: ", "\n", "<dl>\n<dt>a</dt><dd>", "</dd>\n</dl>\n", TEXT},
    {"| a | b |\n|---|---|\n| ", " | c |\n", "<tr><td>", "</td><td>c</td></tr>\n", TEXT},
    {"Table: ", "\n\n| a |\n|---|\n| b |\n", "<caption>", "</caption>\n", TEXT},
    {"", "\n", "<p><code>", "</code></p>\n", CODE},
    {"- **a**: ", "\n", "<dl>\n<dt>a</dt><dd><code>", "</code></dd>\n</dl>\n", CODE},
    {"| a | b |\n|---|---|\n| ", " | c |\n", "<tr><td><code>", "</code></td><td>c</td></tr>\n",
     CELL_CODE},
};

/* The text as HTML: one line, its blanks as one. */
static void escape(FILE *to, const char *text)
{
    bool begun = false, blank = false;
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c <= ' ') {
            blank = begun;
            continue;
        }
        if (blank) fputc(' ', to);
        begun = true;
        blank = false;
        if (*c == '&')
            fputs("&amp;", to);
        else if (*c == '<')
            fputs("&lt;", to);
        else if (*c == '>')
            fputs("&gt;", to);
        else if (*c == '"')
            fputs("&quot;", to);
        else
            fputc(*c, to);
    }
}

/* Bars that no backslash precedes: all that other renderers look for in a row. */
static size_t bars(const char *row)
{
    size_t count = 0;
    for (; *row && *row != '\n'; row++) {
        bool escaped = *row == '\\' && row[1];
        row += escaped;
        count += !escaped && *row == '|';
    }
    return count;
}

static void shows_text(const place *p, const char *text)
{
    char *markdown = NULL, *wanted = NULL;
    size_t size;
    FILE *to = open_memstream(&markdown, &size);
    fputs(p->before, to);
    if (p->as == TEXT)
        markdown_text(to, text);
    else
        markdown_code(to, text, p->as == CELL_CODE);
    fputs(p->after, to);
    assert_int_equal(fclose(to), 0);
    const char *row = strstr(markdown, "|---|---|\n| ");
    if (row && bars(row + 10) != 3) fail_msg("not two cells: %s", markdown);
    char *html = rendered(markdown);
    to = open_memstream(&wanted, &size);
    bool plain = p->as == CELL_CODE && strstr(text, "\\|");
    fputs(plain ? "<tr><td>" : p->html_before ? p->html_before : ">", to);
    escape(to, text);
    fputs(plain ? "</td><td>c</td></tr>\n" : p->html_after, to);
    assert_int_equal(fclose(to), 0);
    if (!strstr(html, wanted)) fail_msg("%s\nof\n%sis\n%s", wanted, markdown, html);
    free(markdown);
    free(wanted);
    free(html);
}

static void any_text_is_shown_as_it_is(void **state)
{
    static const char letters[] = "|\\`*_<>[]()#&~$!-+=.:1 \n\"{a";
    enum { LETTERS = sizeof letters - 1 };
    static const char *const texts[] = {
        "<script>alert(1)</script>",
        "a|b",
        "`rm -rf`",
        "[x](javascript:alert(2))",
        "![x](http://example.org/x.png)",
        "*bold* and _slanted_ and __both__",
        "# heading",
        "12. item",
        "1) item",
        "- item",
        "+ item",
        "===",
        "---",
        "~~~",
        "```",
        "``a`b`` `` ` ``",
        "&lt;&#1;&amp;",
        "<a id=\"main\"></a>",
        "Table: words",
        "| a |\n|---|\n| b |",
        "https://example.org <https://example.org>",
        "$x$ and $$y$$",
        "a\\|b\\\\|c",
        "ends in a backslash\\",
        "\t tab \x01 control \x1f\n\nnew lines \r\n",
        "[a]: javascript:alert(1)",
        "\xc2\xbd y \xe2\x89\xa4 z",
        "**refuted**",
    };
    (void)state;
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) shows_text(&places[k], texts[i]);
        for (size_t i = 0; i < (size_t)LETTERS * LETTERS * LETTERS; i += depth_stride(7)) {
            const char text[] = {letters[i % LETTERS], letters[i / LETTERS % LETTERS],
                                 letters[i / LETTERS / LETTERS], '\0'};
            if (strspn(text, " \n") < 3) shows_text(&places[k], text);
        }
    }
}

static void is(const char *markdown, const char *html)
{
    char *got = rendered(markdown);
    if (strcmp(got, html) != 0) fail_msg("%s\nis\n%s\nnot\n%s", markdown, got, html);
    free(got);
}

static void marks_of_the_renderer_are_dropped(void **state)
{
    char *text = NULL;
    size_t size;
    (void)state;
    FILE *to = open_memstream(&text, &size);
    markdown_text(to, "a\xee\x80\x80"
                      "0\xee\x80\x81"
                      "b\n");
    fputs("\n\n", to);
    markdown_prose(to, "c\xee\x80\x80 &#xE000;1&#xE001; &#1;d", "");
    markdown_block(to, "e\xee\x80\x80\x01"
                       "f");
    assert_int_equal(fclose(to), 0);
    is(text, "<p>a0b</p>\n<p>c 1 d</p>\n<pre tabindex=\"0\"><code>ef\n</code></pre>\n");
    free(text);
    /* in a page that was not written here, they are no pieces, and nothing is a table in itself */
    is("&#xE000;0&#xE001; &#xE000;\n", "<p>0\xee\x80\x81 </p>\n");
    is("a&#1;b\n", "<p>ab</p>\n");
    is("| a |\n|---|\n| &#xE000;0&#xE001; |\n",
       "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead>\n<tr><th scope=\"col\">a</th></tr>\n"
       "</thead>\n<tbody>\n<tr><td>0\xee\x80\x81</td></tr>\n</tbody>\n</table></div>\n\n");
}

static void words_between_backticks_are_code(void **state)
{
    static const struct {
        const char *text, *html;
    } rows[] = {
        {"a `b|c` d", "a <code>b|c</code> d"},
        {"`a`", "<code>a</code>"},
        {"a`b`c", "a<code>b</code>c"},
        {"a ` b", "a ` b"},
        {"`a` `*b*` `", "<code>a</code> <code>*b*</code> `"},
        {"`` <i>", "&lt;i&gt;"},
        {"x\n`y`\nz", "x <code>y</code> z"},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        bool in_table = i % 2;
        char *text = NULL, html[400];
        size_t size;
        FILE *to = open_memstream(&text, &size);
        fputs(in_table ? "| a |\n|---|\n| " : "", to);
        markdown_words(to, rows[i / 2].text, in_table);
        fputs(in_table ? " |\n" : "\n", to);
        assert_int_equal(fclose(to), 0);
        char *got = rendered(text);
        snprintf(html, sizeof html, in_table ? "<tr><td>%s</td></tr>" : "<p>%s</p>",
                 rows[i / 2].html);
        if (!strstr(got, html)) fail_msg("%s\nis\n%s", text, got);
        free(got);
        free(text);
    }
}

/* An equation as an element; new string. */
static char *element_of(const char *equation)
{
    mathml_fault fault;
    char *element = NULL;
    size_t size;
    FILE *to = open_memstream(&element, &size);
    if (*equation) assert_true(mathml_write(to, equation, strlen(equation), false, &fault));
    assert_int_equal(fclose(to), 0);
    return element;
}

static void words_between_dollars_are_equations(void **state)
{
    static const struct {
        const char *text, *before, *first, *between, *second, *after;
    } rows[] = {
        {"of $1/2$ in *all*", "of ", "1/2", "", "", " in *all*"},
        {"$a$\n$b$ c", "", "a", " ", "b", " c"},
        {"_$a\n+ b$_", "_", "a + b", "", "", "_"},
        {"$\\|a\\|\\leqslant b_{1}$*", "", "\\|a\\|\\leqslant b_{1}", "", "", "*"},
        {"$\\unheard{a}$ and $b$", "$\\unheard{a}$ and ", "b", "", "", ""},
        {"`$a$` 5 $ or", "`", "a", "` 5 $ or", "", ""},
        {"$`a`$ <i>", "$`a`$ &lt;i&gt;", "", "", "", ""},
        {"$a", "$a", "", "", "", ""},
        {"$$", "$$", "", "", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL, html[800];
        size_t size;
        FILE *to = open_memstream(&text, &size);
        fputs("> ", to);
        markdown_tex(to, rows[i].text);
        fputc('\n', to);
        assert_int_equal(fclose(to), 0);
        char *got = rendered(text), *first = element_of(rows[i].first),
             *second = element_of(rows[i].second);
        snprintf(html, sizeof html, "<p>%s%s%s%s%s</p>", rows[i].before,
                 *rows[i].first ? first : "", rows[i].between, *rows[i].second ? second : "",
                 rows[i].after);
        if (!strstr(got, html)) fail_msg("%s\nof\n%s\nis\n%s", html, text, got);
        free(first);
        free(second);
        free(got);
        free(text);
    }
}

static void the_groups_of_a_number_stay_together(void **state)
{
    (void)state;
    is("40 of 32 000 steps, 10 000 000\nruns, 2 of 400, 1 0000, 12 34, `1 000`\n",
       "<p>40 of 32\xc2\xa0\x30\x30\x30 steps, 10\xc2\xa0\x30\x30\x30\xc2\xa0\x30\x30\x30\nruns, "
       "2 of 400, 1 0000, 12 34, <code>1 000</code></p>\n");
}

static void blocks_and_links_end_where_they_should(void **state)
{
    char *text = NULL;
    size_t size;
    (void)state;
    FILE *to = open_memstream(&text, &size);
    markdown_block(to, "```\n</code>\n````\n# a");
    markdown_block(to, "");
    markdown_link(to, "a](b", "data/x y)\"<\xc2\xbd.tsv");
    fputc('\n', to);
    assert_int_equal(fclose(to), 0);
    is(text, "<pre tabindex=\"0\"><code>```\n&lt;/code&gt;\n````\n# a\n</code></pre>\n"
             "<pre tabindex=\"0\"><code></code></pre>\n"
             "<p><a href=\"data/x%20y%29%22%3C%C2%BD.tsv\">a](b</a></p>\n");
    free(text);
}

/* ---- Prose -------------------------------------------------------------------------------- */

static char *prose(const char *text, const char *before)
{
    char *markdown = NULL;
    size_t size;
    FILE *to = open_memstream(&markdown, &size);
    fputs("# T\n\n", to);
    markdown_prose(to, text, before);
    fputs("## after\n", to);
    assert_int_equal(fclose(to), 0);
    char *html = rendered(markdown);
    free(markdown);
    return html;
}

static void prose_stays_prose(void **state)
{
    static const struct {
        const char *text, *html;
    } rows[] = {
        {"a *b* **c** `d|e`", "<p>a <em>b</em> <strong>c</strong> <code>d|e</code></p>\n"},
        {"a\nb\\\nc", "<p>a b c</p>\n"},
        {"<script>x</script>", "<pre tabindex=\"0\"><code>&lt;script&gt;x&lt;/script&gt;\n</code>"
                               "</pre>\n"},
        {"a <b>c</b> <!-- d -->", "<p>a &lt;b&gt;c&lt;/b&gt; &lt;!-- d --&gt;</p>\n"},
        {"![a](http://b.c/d.png) e", "<p>a e</p>\n"},
        {"![a](figures/d.svg) e", "<p>a e</p>\n"},
        {"[a](javascript:b) [c](d.md) [e](data:f) [g](//h)", "<p>a c e g</p>\n"},
        {"[a](https://b.c/d)", "<p><a href=\"https://b.c/d\">a</a></p>\n"},
        {"# a\n\nb\n===\n", "<p>a</p>\n<p>b</p>\n"},
        {"| a |\n|---|\n| b | c |", "<p>| a | |---| | b | c |</p>\n"},
        {"| a |\\\n|---|", "<p>| a | |---|</p>\n"},
        {"- a\n- b\n\n\n* c\n\n      d",
         "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ul>\n<li>\n<p>c</p>\n"
         "<pre tabindex=\"0\"><code>d\n</code></pre>\n</li>\n</ul>\n"},
        {"- a\n\n\n\n<p>", "<ul>\n<li>a</li>\n</ul>\n<pre tabindex=\"0\"><code>&lt;p&gt;\n</code>"
                           "</pre>\n"},
        {"```\nnever closed", "<pre tabindex=\"0\"><code>never closed\n</code></pre>\n"},
        {"<a id=\"x\"></a>a", "<p>&lt;a id=&quot;x&quot;&gt;&lt;/a&gt;a</p>\n"},
        {"<!-- end list -->", "<pre tabindex=\"0\"><code>&lt;!-- end list --&gt;\n</code></pre>\n"},
        {"[a]: b\n[a]", "<p>a</p>\n"},
        {"~~~ a`b\nc", "<pre tabindex=\"0\"><code>c\n</code></pre>\n"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char whole[600];
        char *html = prose(rows[i].text, "");
        snprintf(whole, sizeof whole, "<h1 id=\"t\">T</h1>\n%s<h2 id=\"after\">after</h2>\n",
                 rows[i].html);
        if (strcmp(html, whole) != 0) fail_msg("%s\nis\n%s", rows[i].text, html);
        free(html);
    }
}

/* Any prose ends where the page goes on, and brings no element but these. */
static void no_prose_breaks_out(void **state)
{
    static const char *const parts[] = {
        "<script>", "</p>",        "<!--", "-->",  "|",    "\n|---|\n",   "`",  "```",
        "~~~",      "\n\n",        "\n",   "    ", "- ",   "1. ",         "> ", "#",
        "[a](",     "javascript:", ")",    "![",   "](b)", "**",          "_",  "a",
        "\\",       "&#1;",        "&lt;", "---",  "$",    "<a id=\"m\">"};
    static const char *const elements[] = {"p",  "em", "strong", "code",       "pre",
                                           "ul", "ol", "li",     "blockquote", "hr",
                                           "dl", "dt", "dd",     "h1",         "h2"};
    uint32_t draw = 1;
    (void)state;
    for (int n = 0; n < 20000; n++) {
        char text[200] = "";
        for (int k = 0; k < 8; k++) {
            draw = draw * 1664525 + 1013904223;
            strcat(text, parts[(draw >> 16) % (sizeof parts / sizeof *parts)]);
        }
        char *html = prose(text, n % 2 ? "> " : "");
        size_t length = strlen(html);
        static const char end[] = "<h2 id=\"after\">after</h2>\n";
        if (length < sizeof end || strcmp(html + length - (sizeof end - 1), end) != 0)
            fail_msg("%s\nis\n%s", text, html);
        for (const char *c = html; (c = strchr(c, '<')); c++) {
            const char *name = c + 1 + (c[1] == '/');
            size_t size = strcspn(name, " >"), i = 0;
            while (i < sizeof elements / sizeof *elements &&
                   (strlen(elements[i]) != size || strncmp(elements[i], name, size) != 0))
                i++;
            if (i == sizeof elements / sizeof *elements) fail_msg("%s\nis\n%s", text, html);
        }
        assert_null(strstr(html, "\x01"));
        free(html);
    }
}

/* ---- Additions to CommonMark -------------------------------------------------------------- */

static void additions_do_what_they_say(void **state)
{
    (void)state;
    is("# A b\n\n## A b\n\n### A b\n\n# \xc2\xbd\n\n# Main\n",
       "<h1 id=\"a-b\">A b</h1>\n<h2 id=\"a-b-1\">A b</h2>\n<h3 id=\"a-b-2\">A b</h3>\n"
       "<h1>\xc2\xbd</h1>\n<h1 id=\"main-1\">Main</h1>\n");
    is("# X\n\n## <a id=\"x\"></a>Y `z`\n\n# Y\n",
       "<h1 id=\"x-1\">X</h1>\n<h2 id=\"x\">Y <code>z</code></h2>\n<h1 id=\"y\">Y</h1>\n");
    is("# <a id=\"x\">y</a> <a id=\"\"></a> <a id=\"a b\"></a>\n",
       "<h1 id=\"a-idxya-a-ida-a-ida-ba\">&lt;a id=&quot;x&quot;&gt;y&lt;/a&gt; &lt;a id=&quot;"
       "&quot;&gt;&lt;/a&gt; &lt;a id=&quot;a b&quot;&gt;&lt;/a&gt;</h1>\n");
    is("Table: a `b` & *c*\n\n| d | e |\n|---|---|\n| f | **refuted** |\n",
       "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"a b &amp; c\">"
       "<table class=\"sortable\">\n<caption>a <code>b</code> &amp; <em>c</em></caption>\n<thead>\n"
       "<tr><th scope=\"col\">d</th><th scope=\"col\">e</th></tr>\n</thead>\n<tbody>\n"
       "<tr><th scope=\"row\">f</th><td><strong class=\"verdict refuted\" data-order=\"3\">refuted"
       "</strong></td></tr>\n</tbody>\n</table></div>\n\n");
    is("Table: a\n\nTable: b\n", "<p>Table: a</p>\n<p>Table: b</p>\n");
    is("**gone:** **else** **refuted: **\n",
       "<p><strong class=\"bad\">gone:</strong> <strong>else</strong> **refuted: **</p>\n");
    is("- **a**: b\n- **c**:\n", "<dl>\n<dt>a</dt><dd>b</dd>\n<dt>c</dt><dd></dd>\n</dl>\n");
    is("- **a**: b\n- c\n", "<ul>\n<li><strong>a</strong>: b</li>\n<li>c</li>\n</ul>\n");
    is("- **a**: b\n  - c\n",
       "<ul>\n<li><strong>a</strong>: b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n");
    is("![a](f.svg)\n\nb *c*\n\nd\n",
       "<figure>\n<img src=\"f.svg\" alt=\"a\" />\n<figcaption>b <em>c</em></figcaption>\n"
       "</figure>\n<p>d</p>\n");
    is("[![a](f.svg)](g)\n\n# b\n",
       "<figure>\n<a href=\"g\"><img src=\"f.svg\" alt=\"a\" /></a>\n</figure>\n"
       "<h1 id=\"b\">b</h1>\n");
    is("![a](f.svg) b\n\n![a](http://b)\n", "<p><img src=\"f.svg\" alt=\"a\" /> b</p>\n<p>a</p>\n");
}

static void a_wrong_table_is_named_with_its_line(void **state)
{
    const markdown_page page = {
        .name = "page", .text = "a\n\nTable: b\n\n| c |\n|---|\n| d | e |\n", .link = link_of};
    markdown_fault fault = {{0}};
    FILE *to = fopen("/dev/null", "w");
    (void)state;
    assert_non_null(to);
    assert_false(markdown_render(to, &page, &fault));
    assert_string_equal(fault.why, "page:7: a row with more or fewer cells than the head");
    fclose(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_text_is_shown_as_it_is),
        cmocka_unit_test(marks_of_the_renderer_are_dropped),
        cmocka_unit_test(words_between_backticks_are_code),
        cmocka_unit_test(words_between_dollars_are_equations),
        cmocka_unit_test(the_groups_of_a_number_stay_together),
        cmocka_unit_test(blocks_and_links_end_where_they_should),
        cmocka_unit_test(prose_stays_prose),
        cmocka_unit_test(no_prose_breaks_out),
        cmocka_unit_test(additions_do_what_they_say),
        cmocka_unit_test(a_wrong_table_is_named_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
