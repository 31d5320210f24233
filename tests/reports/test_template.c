/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Templates: each tag does what reports/template/template.h says, values are never markup, and the
 * program's own templates are well-formed. */
#include "reports/report.h"
#include "reports/template/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

static const char values_text[] =
    "{\"name\": \"a_b\", \"empty\": \"\", \"n\": 3, \"zero\": 0, \"real\": 0.5, \"near\": [0.6, "
    "0.30000000000000004], \"none\": null,"
    " \"yes\": true, \"no\": false, \"list\": [\"x\", \"y*\"], \"lines\": [\"one\", \"two\"],"
    " \"same\": \"a_b\", \"object\": {\"first\": 1, \"second\": \"s\"}, \"nothing\": {},"
    " \"rows\": [{\"id\": \"p q\", \"in\": [{\"k\": 1}]}, {\"id\": \"r\", \"in\": []}]}";

/* The part "t" of the text, filled with the values; what is wrong, after "! ", where it is. */
static char *filled(const char *text)
{
    char *out = NULL, whole[600];
    size_t size;
    json_t *values = json_loads(values_text, 0, NULL);
    FILE *to = open_memstream(&out, &size);
    assert_non_null(values);
    assert_non_null(to);
    snprintf(whole, sizeof whole, "before\n{{=t}}\n%s", text);
    const char *fault = report_fill(to, whole, "t", values);
    if (fault) fprintf(to, "! %s", fault);
    assert_int_equal(fclose(to), 0);
    json_decref(values);
    return out;
}

typedef struct row {
    const char *text, *is;
} row;

static void all_are(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *is = filled(rows[i].text);
        if (strcmp(is, rows[i].is) != 0)
            fail_msg("%s\nis\n%s\nnot\n%s", rows[i].text, is, rows[i].is);
        free(is);
    }
}

static void values_are_text(void **unused)
{
    static const row rows[] = {
        {"a {{name}}.\n", "a a\\_b.\n"},
        {"{{name|raw}} {{name|code}} {{name|anchor}}\n", "a_b `a_b` a-b\n"},
        {"{{\"<{name}>\"|html}}\n", "&lt;a_b&gt;\n"},
        {"{{near}}\n", "0.6, 0.30000000000000004\n"},
        {"{{n}} {{real}} {{real|f2}} {{real|g3}} {{none|g3}}\n", "3 0.5 0.50 0.5 infinite\n"},
        {"({{missing}}{{none}}{{empty}}{{no}})\n", "()\n"},
        {"{{list}}, {{object.second}}, {{object.none}}\n", "x, y\\*, s, \n"},
        {"{{\"{name} and {n}\"|raw}} {{\"{name}\"}}\n", "a_b and 3 a\\_b\n"},
        {"{{name -> p/{n}.md#{name}}}\n", "[a\\_b](p/3.md#a_b)\n"},
        {"{{\"a word\" -> u}}\n", "[a word](u)\n"},
        {"one \\\ntwo\n", "one two\n"},
        {"{{lines|block}}\nend\n", "```\none\ntwo\n```\n\nend\n"},
        {"{{name|quote}}\nend\n", "> a\\_b\n\nend\n"},
    };
    (void)unused;
    all_are(rows, sizeof rows / sizeof *rows);
}

static void sections_come_as_often_as_they_say(void **unused)
{
    static const row rows[] = {
        {"{{#list}}<{{@number}}{{.|raw}}>{{/}}\n", "<1x><2y*>\n"},
        {"{{*object}}{{@key|raw}}={{.}};{{/}}\n", "first=1;second=s;\n"},
        {"{{#object}}{{second}}{{../n}}{{/}}{{#nothing}}x{{/}}{{#none}}x{{/}}\n", "s3\n"},
        {"{{#rows}}\n- {{id}}\n{{#in}}\n  {{k}} of {{../id}} of {{../../n}}\n{{/}}\n{{/}}\nend\n",
         "- p q\n  1 of p q of 3\n- r\nend\n"},
        {"{{?n}}a{{/}}{{?zero}}b{{/}}{{?yes}}c{{/}}{{?no}}d{{/}}{{?empty}}e{{/}}{{?rows}}f{{/}}\n",
         "acf\n"},
        {"{{^n}}a{{/}}{{^zero}}b{{/}}{{^missing}}c{{/}}\n", "bc\n"},
        {"{{?name=a_b}}a{{/}}{{?n=3}}b{{/}}{{?n=30}}c{{/}}{{?zero=}}d{{/}}{{?none=}}e{{/}}\n",
         "abe\n"},
        {"{{?name==same}}a{{/}}{{?name==n}}b{{/}}{{?missing,zero,n}}c{{/}}{{^missing,n}}d{{/}}\n",
         "ac\n"},
        {"{{?missing}}{{#rows}}{{?id}}x{{/}}{{/}}{{/}}end\n", "end\n"},
        {"{{>u}}.\n{{>u}}\nend\n{{=u}}\n{{name}}\n", "a\\_b.\na\\_b\nend\n"},
    };
    (void)unused;
    all_are(rows, sizeof rows / sizeof *rows);
}

static void what_is_wrong_is_said(void **unused)
{
    static const row rows[] = {
        {"{{name|codes}}", "! an unknown kind"},
        {"{{?no}}{{name|codes}}{{/}}", "! an unknown kind"},
        {"{{>other}}", "! an unknown part"},
        {"{{?no}}{{>other}}{{/}}", "! an unknown part"},
        {"a {{name", "a ! {{ without }}"},
        {"a {{/}}", "a ! an end of nothing"},
        {"{{?yes}}a", "a! a section without its end"},
        {"{{?no}}a\n{{=u}}\n{{/}}", "! a section without its end"},
    };
    (void)unused;
    all_are(rows, sizeof rows / sizeof *rows);
    assert_string_equal(report_fill(stdout, "{{=a}}\n", "b", NULL), "no such part");
}

static void rows_of_two_names_are_a_table(void **unused)
{
    (void)unused;
    json_t *rows = json_loads(
        "[{\"s\": \"a\", \"l\": \"x\", \"n\": 1}, {\"s\": \"b\", \"l\": \"y\", \"n\": 2},"
        " {\"s\": \"a\", \"l\": \"y\", \"n\": 3}]",
        0, NULL);
    json_t *table = report_grid(rows, "s", "l");
    char *text = json_dumps(table, JSON_COMPACT);
    assert_string_equal(text,
                        "{\"columns\":[\"x\",\"y\"],\"rows\":["
                        "{\"name\":\"a\",\"cells\":[{\"s\":\"a\",\"l\":\"x\",\"n\":1},"
                        "{\"s\":\"a\",\"l\":\"y\",\"n\":3}]},"
                        "{\"name\":\"b\",\"cells\":[{},{\"s\":\"b\",\"l\":\"y\",\"n\":2}]}]}");
    free(text);
    json_decref(table);
    json_decref(rows);
}

/* Each part of the program's templates, without values: tags are known, sections end. */
static void own_templates_are_well_formed(void **unused)
{
    static const char *const files[] = {"reports/pages/pages.template",
                                        "reports/conform/conform.template"};
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        const char *text = report_embedded(files[i]);
        int parts = 0;
        for (const char *at = text; (at = strstr(at, "\n{{=")); parts++) {
            char name[40], *out = NULL;
            size_t size;
            FILE *to = open_memstream(&out, &size);
            at += 4;
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "}"), at);
            json_t *values = json_object();
            const char *fault = report_fill(to, text, name, values);
            if (fault) fail_msg("%s, %s: %s", files[i], name, fault);
            fclose(to);
            free(out);
            json_decref(values);
        }
        assert_ge(parts, 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_text),
        cmocka_unit_test(sections_come_as_often_as_they_say),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(rows_of_two_names_are_a_table),
        cmocka_unit_test(own_templates_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
