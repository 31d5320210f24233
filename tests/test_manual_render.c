/* The manual's renderer on small pages: order and navigation, links, headings, tables, equations, code left alone, and
 * what is refused with page and line. */
#include "reports/manual/manual.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char index_text[] =
    "# The manual\n\n1. [Two](two.md)\n2. [One](one.md#a-part)\n3. [Two](two.md)\n";
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

static const struct slp_embedded good[] = {{"oracle/judge/judge.md", "# Judge\n\nA bound, 5 $ or 6 $.\n"},
                                           {"oracle/manual/a.svg", "<svg/>\n"},
                                           {"oracle/manual/index.md", index_text},
                                           {"oracle/manual/one.md", one_text},
                                           {"oracle/manual/two.md", "# Two\n"},
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
    manual_fault fault = {{0}};
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
    assert_null(strstr(page, "rel=\"next\""));
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
    holds(page, "<pre><code>$ slp gen $x$\n</code></pre>");
    holds(page, "$ slp judge | cat\n| a | b |\n|---|---|\n");
    holds(page, "<math display=\"block\"><mrow><mi>x</mi><mo>=</mo><mi>y</mi></mrow></math>");
    holds(page, "<tr><th scope=\"col\">head</th><th scope=\"col\"><code>p|q</code></th></tr>");
    holds(page, "<tr><td>| <math><mrow><mi>z</mi></mrow></math></td>"
                "<td><a href=\"two.html\">two</a></td></tr>");
    holds(page, "<img src=\"a.svg\" alt=\"a picture\" />");
    holds(page, "&lt;b&gt;raw&lt;/b&gt;");
    assert_null(strstr(page, "<p><div"));
    holds(read_back("oracle/judge/judge.html"), "A bound, 5 $ or 6 $.");
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
        {"# A\n\n![x](gone.svg)\n", "oracle/manual/a.md:3: no picture of the manual: gone.svg"},
        {"# A\n\n![x](https://a.b/c.svg)\n",
         "oracle/manual/a.md:3: no picture of the manual: https://a.b/c.svg"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct slp_embedded files[] = {{"oracle/manual/a.md", rows[i].text}, {NULL, NULL}};
        manual_fault fault = {{0}};
        assert_false(manual_write(dir, files, &fault));
        assert_string_equal(fault.why, rows[i].why);
    }
}

static void pages_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(manual_find(good, "two"), &good[4]);
    assert_null(manual_find(good, "judge"));
    assert_null(manual_find(good, "tw"));
    size_t length;
    assert_string_equal(manual_title(good[4].text, &length), "Two\n");
    assert_int_equal(length, 3);
    assert_non_null(manual_find(slp_manual, "index"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_page_leads_on),
        cmocka_unit_test(text_becomes_html),
        cmocka_unit_test(a_wrong_page_is_named_with_its_line),
        cmocka_unit_test(pages_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, write_all, remove_all);
}
