/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The manual's renderer on small pages: order and navigation, links, headings, tables, equations,
 * code left alone, and what is refused with page and line. */
#include "reports/manual/manual.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static const char index_text[] =
    "# The manual\n\n1. [Two](two.md)\n2. [One](one.md#a-part)\n3. [Two](two.md)\n"
    "4. [a picture](a.svg), [the judge](../judge/judge.md), [bare](bare_a.md)\n";
/* Whatever CommonMark and GitHub take, and no newline at the end. */
static const char odd_text[] =
    "Before the heading.\n\n# Odd\n\n---\n\n"
    "[out](https://a.b/c), [here](#odd), [up](./two.md), [twice](.//two.md), "
    "[other](ab/../two.md), [above](../../../../x/y.md)\n\n"
    "an open ` and $x$\n\n"
    "| open\n|---\n| `code\n\n"
    "| a | b |\n| c | d |\n\n"
    "| a |\n| : |\n\n"
    "| e | f |\n```\n|---|---|\n```\n\n"
    "| g |\n|---|\n| |\n| # h |\n|  |  \n| \\\\ i |\n| $y$ |\n| x \\|\n```\nk\n```\n"
    "| l |\n|---|\n| m |\n\n"
    "x\\\ny \\$ z ``q`";
static const char one_text[] =
    "# One\n\n"
    "## A part of `x_y` & $x$ more\n\n"
    "Money: \\$5. Code `$a_b$`, $a_b$ and *so*, $c$; [the judge](../judge/judge.md#k), "
    "[a source](../case.h).\n\n"
    "    $ slp gen $x$\n\n"
    "```sh\n$ slp judge | cat\n| a | b |\n|---|---|\n```\n\n"
    "$$\nx\n= y\n$$\n\n"
    "- point\n\n"
    "  | head | `p|q` |\n  |---|---|\n  | \\| $z$ | [two](two.md) |\n\n"
    "![a picture](a.svg)\n\n<b>raw</b>\n";

static const struct slp_embedded good[] = {
    {"oracle/judge/judge.md", "# Judge\n\nA bound, 5 $ or 6 $: [gone](gone.md).\n"},
    {"oracle/manual/a.svg", "<svg/>\n"},
    {"oracle/manual/bare_a.md", "No heading, | no table"},
    {"oracle/manual/index.md", index_text},
    {"oracle/manual/one.md", one_text},
    {"oracle/manual/odd_a.md", odd_text},
    {"oracle/manual/two.md", "# Two\n"},
    {"oracle/x", "short"},
    {NULL, NULL}};

static char dir[200];

static char *read_back(const char *name)
{
    char path[400];
    static char text[20000];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *from = fopen(path, "r");
    if (!from) fail_msg("not written: %s", name);
    text[fread(text, 1, sizeof text - 1, from)] = '\0';
    fclose(from);
    return text;
}

static void holds(const char *page, const char *words)
{
    if (!strstr(page, words)) fail_msg("no %s in\n%s", words, page);
}

static int write_all(void **state)
{
    (void)state;
    const char *room = getenv("TMPDIR");
    snprintf(dir, sizeof dir, "%.150s/manualXXXXXX", room ? room : "/tmp");
    markdown_fault fault = {{0}};
    if (!mkdtemp(dir)) return 1;
    if (manual_write(dir, good, &fault)) return 0;
    fprintf(stderr, "%s\n", fault.why);
    return 1;
}

static int remove_all(void **state)
{
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    return system(command);
}

static void each_page_leads_on(void **state)
{
    (void)state;
    const char *page = read_back("two.html");
    holds(page, "<a href=\"index.html\">Manual</a>");
    holds(page, "before: <a rel=\"prev\" href=\"index.html\">The manual</a>");
    holds(page, "next: <a rel=\"next\" href=\"one.html\">One</a>");
    holds(page, "<title>Two: manual of slp</title>");
    page = read_back("one.html");
    holds(page, "before: <a rel=\"prev\" href=\"two.html\">Two</a>");
    holds(page, "next: <a rel=\"next\" href=\"bare_a.html\"></a>"); /* it has no heading */
    assert_null(strstr(read_back("bare_a.html"), "rel=\"next\""));
    holds(read_back("bare_a.html"), "<p>No heading, | no table</p>");
    assert_string_equal(read_back("oracle/x"), "short");
    page = read_back("oracle/judge/judge.html");
    holds(page, "<a href=\"../../index.html\">Manual</a>");
    holds(page, "href=\"../../report.css\"");
    assert_non_null(strstr(read_back("report.css"), "mtable"));
    assert_string_equal(read_back("a.svg"), "<svg/>\n");
}

static void text_becomes_html(void **state)
{
    (void)state;
    const char *page = read_back("one.html");
    holds(page, "<h2 id=\"a-part-of-x_y---more\">A part of <code>x_y</code> &amp; <math>");
    holds(page, "Money: $5. Code <code>$a_b$</code>, <math><mrow><msub><mi>a</mi><mi>b</mi></msub>"
                "</mrow></math> and <em>so</em>, <span "
                "class=\"line\"><math><mrow><mi>c</mi></mrow></math>;</span>");
    holds(page, "<a href=\"oracle/judge/judge.html#k\">the judge</a>, a source.");
    holds(page, "<pre tabindex=\"0\"><code>$ slp gen $x$\n</code></pre>");
    holds(page, "$ slp judge | cat\n| a | b |\n|---|---|\n");
    holds(page, "<math display=\"block\"><mrow><mi>x</mi><mo>=</mo><mi>y</mi></mrow></math>");
    holds(page, "<tr><th scope=\"col\">head</th><th scope=\"col\"><code>p|q</code></th></tr>");
    holds(page, "<tr><td>| <math><mrow><mi>z</mi></mrow></math></td>"
                "<td><a href=\"two.html\">two</a></td></tr>");
    holds(page, "<img src=\"a.svg\" alt=\"a picture\" />");
    holds(page, "&lt;b&gt;raw&lt;/b&gt;");
    assert_null(strstr(page, "<p><div"));
    holds(read_back("oracle/judge/judge.html"), "A bound, 5 $ or 6 $: gone.");
}

static void odd_text_becomes_html(void **state)
{
    (void)state;
    const char *page = read_back("odd_a.html");
    holds(page, "<title>Odd: manual of slp</title>");
    holds(page, "<p>Before the heading.</p>\n<h1 id=\"odd\">Odd</h1>\n<hr />");
    holds(page, "<a href=\"https://a.b/c\">out</a>, <a href=\"odd_a.html#odd\">here</a>, "
                "<a href=\"two.html\">up</a>, <a href=\"two.html\">twice</a>, "
                "<a href=\"two.html\">other</a>, above");
    holds(page, "an open ` and <math>");
    holds(page, "<tr><th scope=\"col\">open</th></tr>\n</thead>\n<tbody>\n<tr><td>`code</td></tr>");
    holds(
        page,
        "<p>| a | b |\n| c | d |</p>\n<p>| a |\n| : |</p>\n<p>| e | f |</p>\n<pre tabindex=\"0\">");
    holds(page, "<tr><th scope=\"col\">g</th></tr>\n</thead>\n<tbody>\n<tr><td></td></tr>\n"
                "<tr><td><h1 id=\"h\">h</h1>\n</td></tr>\n<tr><td></td></tr>\n"
                "<tr><td>\\ i</td></tr>\n<tr><td><math><mrow><mi>y</mi></mrow></math></td></tr>\n"
                "<tr><td>x |</td></tr>\n</tbody>");
    holds(page, "<pre tabindex=\"0\"><code>k\n</code></pre>");
    holds(page, "<tr><th scope=\"col\">l</th></tr>");
    holds(page, "<p>x<br />\ny $ z ``q`</p>");
}

/* A manual without an index has pages all the same, in no order; one of more than 64 has the first
 * 64 in order. */
static void manuals_of_any_size(void **state)
{
    enum { MANY = 70 };
    static struct slp_embedded files[MANY + 2];
    static char names[MANY][40], list[MANY * 40];
    const char *room = strdup(dir);
    markdown_fault fault = {{0}};
    (void)state;
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "oracle/manual/page%02d.md", i);
        files[i] = (struct slp_embedded){names[i], "# P\n"};
        snprintf(list + strlen(list), sizeof list - strlen(list), "[p](page%02d.md)\n", i);
    }
    snprintf(dir, sizeof dir, "%.180s/many", room);
    assert_true(manual_write(dir, files, &fault));
    assert_null(strstr(read_back("page07.html"), "rel=\"next\""));
    files[MANY] = (struct slp_embedded){"oracle/manual/index.md", list};
    assert_true(manual_write(dir, files, &fault));
    holds(read_back("page61.html"), "next: <a rel=\"next\" href=\"page62.html\">P</a>");
    assert_null(strstr(read_back("page62.html"), "rel=\"next\""));
    assert_null(strstr(read_back("page63.html"), "rel=\"prev\""));
    snprintf(dir, sizeof dir, "%.180s", room);
    free((void *)(uintptr_t)room);
}

static void a_wrong_page_is_named_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"# A\n\nx $\\foo$\n", "oracle/manual/a.md:3: unknown command \\foo"},
        {"# A\n\n$$\nx\n+ \\foo\n$$\n", "oracle/manual/a.md:5: unknown command \\foo"},
        {"# A\n\n`a\nb` $$x\ny$$ $x_$\n", "oracle/manual/a.md:5: an argument expected"},
        {"# A\n\n```\n$\n```\n\nx $ y\n\n$\n",
         "oracle/manual/a.md:7: $ without the one that ends the equation"},
        {"# A\n\n| a | b |\n|---|---|\n| c |\n",
         "oracle/manual/a.md:5: a row with more or fewer cells than the head"},
        {"# A\n\n| a |\n|---|\n| [x](gone.md) |\n",
         "oracle/manual/a.md:5: no page of the manual: gone.md"},
        {"# A\n\n$$\nx\n$$\n\n[x](gone.md)\n",
         "oracle/manual/a.md:7: no page of the manual: gone.md"},
        {"# A\n\n| a | b |\n|---|---|\n| [x](gone.md) |\n",
         "oracle/manual/a.md:5: no page of the manual: gone.md"},
        {"# A\n\n$$ x $ y $$\n", "oracle/manual/a.md:3: a sign that has no place here: $"},
        {"# A\n\n$x\\", "oracle/manual/a.md:3: $ without the one that ends the equation"},
        {"# A\n\nx $", "oracle/manual/a.md:3: $ without the one that ends the equation"},
        {"# A\n\n![x](gone.svg)\n", "oracle/manual/a.md:3: no picture of the manual: gone.svg"},
        {"# A\n\n![x](https://a.b/c.svg)\n",
         "oracle/manual/a.md:3: no picture of the manual: https://a.b/c.svg"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct slp_embedded files[] = {{"oracle/manual/a.md", rows[i].text}, {NULL, NULL}};
        markdown_fault fault = {{0}};
        assert_false(manual_write(dir, files, &fault));
        assert_string_equal(fault.why, rows[i].why);
    }
    char url[700] = "[x](";
    memset(url + 4, 'a', 600);
    strcpy(url + 604, ")\n");
    const struct slp_embedded files[] = {{"oracle/manual/a.md", url}, {NULL, NULL}};
    markdown_fault fault = {{0}};
    assert_false(manual_write(dir, files, &fault)); /* a way longer than any */
    assert_non_null(strstr(fault.why, "no page of the manual: aaaa"));
}

static void pages_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(manual_find(good, "two"), &good[6]);
    assert_null(manual_find(good, "judge"));
    assert_null(manual_find(good, "tw"));
    size_t length;
    assert_string_equal(manual_title(good[6].text, &length), "Two\n");
    assert_int_equal(length, 3);
    assert_string_equal(manual_title("No heading\n#none\n", &length), "");
    assert_int_equal(length, 0);
    assert_non_null(manual_find(slp_manual, "index"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_page_leads_on),
        cmocka_unit_test(text_becomes_html),
        cmocka_unit_test(odd_text_becomes_html),
        cmocka_unit_test(manuals_of_any_size),
        cmocka_unit_test(a_wrong_page_is_named_with_its_line),
        cmocka_unit_test(pages_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, write_all, remove_all);
}
