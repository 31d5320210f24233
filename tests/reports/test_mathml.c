/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Equations of the manual: what each form of the subset becomes, what is refused and where, and
 * that the page of the subset names every command. */
#include "reports/markdown/mathml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* The equation as MathML, new string; NULL if it is refused. */
static char *translate(const char *text, size_t length, bool display, mathml_fault *fault)
{
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    assert_non_null(to);
    bool good = mathml_write(to, text, length, display, fault);
    fclose(to);
    if (good) return out;
    free(out);
    return NULL;
}

/* That it becomes this, between the elements that every equation has. */
static void becomes(const char *text, const char *inside)
{
    mathml_fault fault = {0};
    char *whole = translate(text, strlen(text), false, &fault), wanted[2000];
    snprintf(wanted, sizeof wanted, "<math><mrow>%s</mrow></math>", inside);
    if (!whole) fail_msg("%s: refused: %s", text, fault.why);
    if (strcmp(whole, wanted) != 0) fail_msg("%s:\n%s\nnot\n%s", text, whole, wanted);
    free(whole);
}

static void letters_numbers_and_signs(void **state)
{
    (void)state;
    becomes("x", "<mi>x</mi>");
    becomes("2.5 x", "<mn>2.5</mn><mi>x</mi>");
    becomes("12.", "<mn>12</mn><mo>.</mo>");
    becomes("a-b", "<mi>a</mi><mo>−</mo><mi>b</mi>");
    becomes("(-a)", "<mo stretchy=\"false\">(</mo><mo form=\"prefix\">−</mo><mi>a</mi>"
                    "<mo stretchy=\"false\">)</mo>");
    becomes("a)-b", "<mi>a</mi><mo stretchy=\"false\">)</mo><mo>−</mo><mi>b</mi>");
    becomes("a\\,-b", "<mi>a</mi><mspace width=\"0.1667em\"/><mo>−</mo><mi>b</mi>");
    becomes("a=\\pm b", "<mi>a</mi><mo>=</mo><mo form=\"prefix\">±</mo><mi>b</mi>");
    becomes("\\lvert a\\rvert+b",
            "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo><mi>a</mi>"
            "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo><mo>+</mo><mi>b</mi>");
    becomes("a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>");
    becomes("a > b", "<mi>a</mi><mo>&gt;</mo><mi>b</mi>");
    becomes("1.x", "<mn>1</mn><mo>.</mo><mi>x</mi>");
    becomes("a~-b", "<mi>a</mi><mspace width=\"0.3333em\"/><mo>−</mo><mi>b</mi>");
    becomes("=~-b", "<mo>=</mo><mspace width=\"0.3333em\"/><mo form=\"prefix\">−</mo><mi>b</mi>");
    becomes("μx", "<mi>μ</mi><mi>x</mi>");
    becomes("f(x)",
            "<mi>f</mi><mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo>");
    becomes("\\alpha \\Xi", "<mi>α</mi><mi mathvariant=\"normal\">Ξ</mi>");
    becomes("a \\times b", "<mi>a</mi><mo>×</mo><mi>b</mi>");
    becomes("μ", "<mi>μ</mi>");
    becomes("\\{x\\}", "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">{</mo><mi>x</mi>"
                       "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">}</mo>");
    becomes("a\\,b\\ c", "<mi>a</mi><mspace width=\"0.1667em\"/><mi>b</mi>"
                         "<mspace width=\"0.3333em\"/><mi>c</mi>");
}

static void scripts(void **state)
{
    (void)state;
    becomes("x_n^2", "<msubsup><mi>x</mi><mi>n</mi><mn>2</mn></msubsup>");
    becomes("x^2_n", "<msubsup><mi>x</mi><mi>n</mi><mn>2</mn></msubsup>");
    becomes("x^12", "<msup><mi>x</mi><mn>1</mn></msup><mn>2</mn>");
    becomes("x_{n+1}", "<msub><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msub>");
    becomes("f''", "<msup><mi>f</mi><mrow><mo>′′</mo></mrow></msup>");
    becomes("f'^2", "<msup><mi>f</mi><mrow><mo>′</mo><mn>2</mn></mrow></msup>");
    becomes("\\sum_k^M", "<munderover><mo>∑</mo><mi>k</mi><mi>M</mi></munderover>");
    becomes("\\int_0^1", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>");
    becomes("\\max^k", "<mover><mo movablelimits=\"true\" lspace=\"0\" rspace=\"0\">max</mo>"
                       "<mi>k</mi></mover>");
    becomes("\\max_i", "<munder><mo movablelimits=\"true\" lspace=\"0\" rspace=\"0\">max</mo>"
                       "<mi>i</mi></munder>");
}

static void fractions_roots_and_accents(void **state)
{
    (void)state;
    becomes("\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    becomes("\\tfrac{1}{2}", "<mstyle displaystyle=\"false\" scriptlevel=\"0\"><mfrac>"
                             "<mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac></mstyle>");
    becomes("\\sqrt x", "<msqrt><mi>x</mi></msqrt>");
    becomes("\\sqrt[3]x", "<mroot><mi>x</mi><mn>3</mn></mroot>");
    becomes("\\hat x_i", "<msub><mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo>"
                         "</mover><mi>i</mi></msub>");
    becomes("\\overline{ab}", "<mover accent=\"true\"><mrow><mi>a</mi><mi>b</mi></mrow>"
                              "<mo stretchy=\"true\">¯</mo></mover>");
    becomes("\\binom nk", "<mrow><mo>(</mo><mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac>"
                          "<mo>)</mo></mrow>");
}

static void words_and_fonts(void **state)
{
    (void)state;
    becomes("\\sin x", "<mi>sin</mi><mspace width=\"0.1667em\"/><mi>x</mi>");
    becomes("2\\sin(x)", "<mn>2</mn><mspace width=\"0.1667em\"/><mi>sin</mi>"
                         "<mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo>");
    becomes("\\operatorname{ad}^*_\\xi \\mu",
            "<msubsup><mi mathvariant=\"normal\">ad</mi><mi>ξ</mi><mo>∗</mo></msubsup>"
            "<mspace width=\"0.1667em\"/><mi>μ</mi>");
    becomes("\\text{ if } x", "<mtext>\xc2\xa0if\xc2\xa0</mtext><mi>x</mi>");
    becomes("\\text{R&D}", "<mtext>R&amp;D</mtext>");
    becomes("\\mathrm{d}t", "<mi mathvariant=\"normal\">d</mi><mi>t</mi>");
    becomes("\\mathbb R", "<mi mathvariant=\"normal\">ℝ</mi>");
    becomes("\\mathbb{E}", "<mi mathvariant=\"normal\">𝔼</mi>");
    becomes("\\mathfrak{so}", "<mi>𝔰𝔬</mi>");
    becomes("\\mathcal{HX}", "<mi>ℋ𝒳</mi>");
    becomes("\\mathbf{x1}", "<mi>𝐱𝟏</mi>");
}

/* A thin space stands between a function's name and what it is of, none before a bracket, a sign, a
 * space or an end. */
static void spaces_after_names(void **state)
{
    (void)state;
    static const struct {
        const char *text, *after;
    } rows[] = {{"\\sin 2", "<mspace width=\"0.1667em\"/><mn>2</mn>"},
                {"\\sin{x}", "<mspace width=\"0.1667em\"/><mrow><mi>x</mi></mrow>"},
                {"\\sin μ", "<mspace width=\"0.1667em\"/><mi>μ</mi>"},
                {"\\sin\\alpha", "<mspace width=\"0.1667em\"/><mi>α</mi>"},
                {"\\sin\\,x", "<mspace width=\"0.1667em\"/><mi>x</mi>"},
                {"\\sin\\quad x", "<mspace width=\"1em\"/><mi>x</mi>"},
                {"\\sin\\qquad x", "<mspace width=\"2em\"/><mi>x</mi>"},
                {"\\sin\\left(x\\right)", "<mrow><mo stretchy=\"true\">(</mo><mi>x</mi>"
                                          "<mo stretchy=\"true\">)</mo></mrow>"},
                {"\\sin=x", "<mo>=</mo><mi>x</mi>"},
                {"\\sin", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char inside[400];
        snprintf(inside, sizeof inside, "<mi>sin</mi>%s", rows[i].after);
        becomes(rows[i].text, inside);
    }
    becomes("\\left(\\sin\\right)", "<mrow><mo stretchy=\"true\">(</mo><mi>sin</mi>"
                                    "<mo stretchy=\"true\">)</mo></mrow>");
    becomes("\\begin{matrix}\\sin\\end{matrix}",
            "<mrow><mtable><mtr><mtd><mi>sin</mi></mtd></mtr></mtable></mrow>");
}

static void brackets_and_tables(void **state)
{
    (void)state;
    becomes("\\left( x \\right.", "<mrow><mo stretchy=\"true\">(</mo><mi>x</mi></mrow>");
    becomes("\\bigl\\langle", "<mo stretchy=\"true\" minsize=\"1.2em\" maxsize=\"1.2em\">⟨</mo>");
    becomes(
        "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
        "<mrow><mo stretchy=\"true\">(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd>"
        "</mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>"
        "<mo stretchy=\"true\">)</mo></mrow>");
    becomes("\\begin{aligned} a &= b \\\\ \\end{aligned}",
            "<mrow><mtable class=\"aligned\" displaystyle=\"true\"><mtr><mtd><mi>a</mi></mtd>"
            "<mtd><mo>=</mo><mi>b</mi></mtd></mtr></mtable></mrow>");
    becomes("\\begin{cases} a \\end{cases}",
            "<mrow><mo stretchy=\"true\">{</mo><mtable class=\"cases\"><mtr><mtd><mi>a</mi></mtd>"
            "</mtr></mtable></mrow>");
}

static void a_block_says_so(void **state)
{
    (void)state;
    mathml_fault fault;
    char *whole = translate("xy", 1, true, &fault); /* and no more is read than length says */
    assert_string_equal(whole, "<math display=\"block\"><mrow><mi>x</mi></mrow></math>");
    free(whole);
}

static void what_is_outside_is_refused_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
        size_t at;
    } rows[] = {
        {"x + \\foo y", "unknown command \\foo", 4},
        {"x \\", "unknown command \\", 2},
        {"a \\\\ b", "unknown command \\\\", 2},
        {"x_a_b", "a second index", 3},
        {"x^a^b", "a second exponent", 3},
        {"^2", "nothing before ^", 0},
        {"x_", "an argument expected", 2},
        {"\\frac1", "an argument expected", 6},
        {"{a", "{ without its }", 0},
        {"a}", "} without its {", 1},
        {"\\left( x", "\\left without its \\right", 5},
        {"\\left x", "a bracket expected", 6},
        {"x \\right)", "nothing open that would end here", 2},
        {"\\begin{tabular}", "unknown environment tabular", 6},
        {"\\begin{matrix} a", "\\begin without its \\end", 6},
        {"\\begin{matrix} a \\end{cases}", "\\begin ended by another \\end: cases", 6},
        {"\\mathbb{x+}", "no letter that this font has: +", 9},
        {"\\mathfrak{1}", "no letter that this font has: 1", 10},
        {"\\text x", "{ expected", 6},
        {"\\text{a{b}}", "text in braces, without braces inside, expected", 5},
        {"\\sqrt[3 x", "[ without its ]", 5},
        {"\\text{a", "text in braces, without braces inside, expected", 5},
        {"x + \\mathbb", "letters expected", 11},
        {"x_^2", "an argument expected", 2},
        {"x__2", "an argument expected", 2},
        {"\\frac1}", "an argument expected", 6},
        {"\\begin{matrix}x_&\\end{matrix}", "an argument expected", 16},
        {"\\begin{matrix}\\foo & b\\end{matrix}", "unknown command \\foo", 14},
        {"\\begin x", "{ expected", 7},
        {"\\begin{matrix}a\\end x", "{ expected", 20},
        {"\\frac1\\right)", "nothing open that would end at \\right", 6},
        {"\\hat\\end{matrix}", "nothing open that would end at \\end", 4},
        {"\\big x", "a bracket expected", 5},
        {"x + \\abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
         "unknown command \\abcdefghijklmnopqrstuvwxyzabcdefghijklm", 4},
        {"a & b", "a sign that has no place here: &", 2},
        {"a % b", "a sign that has no place here: %", 2},
        {"a # b", "a sign that has no place here: #", 2},
        {" ", "an empty equation", 1},
        {"", "an empty equation", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mathml_fault fault = {.at = 99};
        char *whole = translate(rows[i].text, strlen(rows[i].text), false, &fault);
        if (whole) fail_msg("taken: %s", rows[i].text);
        if (strcmp(fault.why, rows[i].why) != 0 || fault.at != rows[i].at)
            fail_msg("%s: at %zu: %s", rows[i].text, fault.at, fault.why);
    }
}

static void deep_braces_end(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    char *text = malloc(DEEP);
    assert_non_null(text);
    memset(text, '{', DEEP);
    mathml_fault fault;
    assert_null(translate(text, DEEP, false, &fault));
    assert_string_equal(fault.why, "too many braces, one in the other");
    free(text);
}

/* What each command needs after it to be an equation. */
static void every_command_is_taken(void **state)
{
    (void)state;
    mathml_command m;
    for (size_t i = 0; mathml_command_at(&m, i); i++) {
        char text[80];
        const char *after = m.kind == MATHML_BIG ? "(" : m.kind == MATHML_FORM ? "{x}{y}" : " x";
        if (strcmp(m.name, "left") == 0) after = "( x \\right)";
        if (strcmp(m.name, "begin") == 0) after = "{matrix} x \\end{matrix}";
        if (strcmp(m.name, "right") == 0 || strcmp(m.name, "end") == 0) continue; /* above */
        snprintf(text, sizeof text, "\\%s%s", m.name, after);
        mathml_fault fault = {0};
        char *whole = translate(text, strlen(text), false, &fault);
        if (!whole) fail_msg("%s: %s", text, fault.why);
        free(whole);
    }
}

/* The page lists the commands between two lines that it says so in. */
static void the_page_of_the_subset_names_every_command(void **state)
{
    (void)state;
    char page[100000], word[40];
    FILE *from = fopen("oracle/manual/maintaining.md", "r");
    assert_non_null(from);
    page[fread(page, 1, sizeof page - 1, from)] = '\0';
    fclose(from);
    char *list = strstr(page, "```latex\n"), *end = list ? strstr(list + 3, "```") : NULL;
    assert_non_null(list);
    assert_non_null(end);
    *end = '\0';
    size_t named = 0, known = 0;
    for (const char *c = list; (c = strchr(c, '\\')); c += 2) named++;
    for (mathml_command m; mathml_command_at(&m, known); known++) {
        bool found = false;
        for (const char *c = list; !found && (c = strchr(c, '\\')); c += 2) {
            size_t length = strcspn(c + 2, " \n") + 1;
            snprintf(word, sizeof word, "%.*s", (int)length, c + 1);
            found = strcmp(word, m.name) == 0;
        }
        if (!found) fail_msg("not on the page: \\%s", m.name);
    }
    assert_int_equal(named, known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_numbers_and_signs),
        cmocka_unit_test(scripts),
        cmocka_unit_test(fractions_roots_and_accents),
        cmocka_unit_test(words_and_fonts),
        cmocka_unit_test(spaces_after_names),
        cmocka_unit_test(brackets_and_tables),
        cmocka_unit_test(a_block_says_so),
        cmocka_unit_test(what_is_outside_is_refused_where_it_stands),
        cmocka_unit_test(deep_braces_end),
        cmocka_unit_test(every_command_is_taken),
        cmocka_unit_test(the_page_of_the_subset_names_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
