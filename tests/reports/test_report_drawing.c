/* Figures of the report without gnuplot: a program of that name, put before all others, prints what
 * the test wants.  What it prints becomes the drawing, with the report's own title, or is refused
 * with words; the script that it was given has the series that the record names and no others. */
#include "oracle/audit/audit.h"
#include "reports/figures/figure.h"
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static char dir[64], text[20000];

/* DIR/name. */
static const char *in(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

static void put(const char *name, const char *what)
{
    FILE *to = fopen(in(name), "w");
    assert_non_null(to);
    assert_true(fputs(what, to) >= 0);
    assert_int_equal(fclose(to), 0);
}

static const char *get(const char *name)
{
    FILE *from = fopen(in(name), "r");
    if (!from) return NULL;
    text[fread(text, 1, sizeof text - 1, from)] = '\0';
    fclose(from);
    return text;
}

/* gnuplot is from now on this script of sh. */
static void gnuplot_is(const char *commands)
{
    char whole[1000];
    snprintf(whole, sizeof whole, "#!/bin/sh\n%s\n", commands);
    put("gnuplot", whole);
    assert_int_equal(chmod(in("gnuplot"), 0755), 0);
}

#define DRAWING "<svg width=\"1\"><title>own</title><desc>own</desc><path/></svg>"

static void what_is_drawn_is_taken_or_refused(void **unused)
{
    static const struct {
        const char *commands, *why; /* why NULL: taken */
    } rows[] = {
        {"echo '" DRAWING "'", NULL},
        {"printf '%s \\n \\n' '" DRAWING "'", NULL},
        {"exit 127", "gnuplot could not be started; on Debian: apt-get install gnuplot-nox"},
        {"exit 1", "gnuplot ended with an error; its script is "},
        {"kill -TERM $$", "gnuplot was ended by signal 15"},
        {"true", "gnuplot's drawing one is no whole SVG"},
        {"echo '</sv'", "gnuplot's drawing one is no whole SVG"},
        {"echo '<svg><title>a</title><desc>b</desc>'", "gnuplot's drawing one is no whole SVG"},
        {"echo '<title>a</title><desc>b</desc></svg>'", "gnuplot's drawing one is no SVG"},
        {"echo '<svg></svg>'", "gnuplot's drawing one is no SVG"},
        {"echo '<svg><title>a</title></svg>'", "gnuplot's drawing one is no SVG"},
    };
    const report_drawing drawing = {"one", "A \"title\"", "About <it>"};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[200] = "";
        put("figures/one.svg", "old");
        gnuplot_is(rows[i].commands);
        bool good = report_gnuplot(dir, &drawing, "plot x\n", 7, why);
        if (good != !rows[i].why ||
            strncmp(why, good ? "" : rows[i].why, strlen(good ? "" : rows[i].why)) != 0)
            fail_msg("%s: %s", rows[i].commands, good ? "taken" : why);
        assert_string_equal(get("figures/one.gp"), "plot x\n");
        const char *drawn = get("figures/one.svg");
        if (good)
            assert_true(drawn && strncmp(drawn,
                                         "<svg role=\"img\" aria-label=\"A &quot;title&quot;\" "
                                         "width=\"1\"><title>A &quot;title&quot;</title>\n"
                                         "<desc>About &lt;it&gt;</desc><path/></svg>",
                                         130) == 0);
        else
            assert_null(drawn); /* nor an old one */
    }
}

static void where_nothing_can_be_written_is_said(void **unused)
{
    const report_drawing drawing = {"none/one", "t", "a"};
    char why[200] = "";
    (void)unused;
    gnuplot_is("echo '" DRAWING "'");
    assert_false(report_gnuplot(dir, &drawing, "x", 1, why));
    assert_true(strncmp(why, "its script cannot be written: ", 30) == 0);
}

static void quotes_and_control_characters(void **unused)
{
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    (void)unused;
    assert_non_null(to);
    report_quoted(to, "it's\n a\x01 b\x7f");
    assert_int_equal(fclose(to), 0);
    assert_string_equal(out, "'it''s a b\x7f'");
    free(out);
}

static json_t *record(const char *draw)
{
    json_error_t err;
    char whole[3000];
    snprintf(whole, sizeof whole,
             "{\"id\": \"few\", \"measures\": ["
             "{\"name\": \"m\", \"series\": {\"file\": \"data/few-m.tsv\", \"x_label\": \"steps\", "
             "\"y_label\": \"y\", \"log\": true, \"curves\": [\"one\", \"it's\"]}},"
             "{\"name\": \"n\", \"series\": {\"file\": \"data/few-n.tsv\", \"x_label\": "
             "\"log2 of the step\", \"y_label\": \"y\", \"curves\": [\"error\"]}},"
             "{\"name\": \"gone\", \"series\": {\"file\": \"data/gone.tsv\", \"curves\": []}},"
             "{\"name\": \"outside\", \"series\": {\"file\": \"../few-m.tsv\", \"curves\": []}},"
             "{\"name\": \"plain\"}], \"figure\": {\"name\": \"f\", \"caption\": \"c\", "
             "\"slope\": [0.5], \"draw\": %s}}",
             draw);
    json_t *all = json_loads(whole, 0, &err);
    if (!all) fail_msg("%s", err.text);
    return all;
}

/* The script for a figure that draws these; NULL: there is none, and `why` says so. */
static const char *script(const char *draw, char why[200])
{
    json_t *own = record(draw);
    remove(in("figures/few-f.gp"));
    bool good = report_figure(dir, own, json_object_get(own, "figure"), why);
    json_decref(own);
    const char *written = get("figures/few-f.gp");
    assert_true(good == !!written);
    return written;
}

static void a_figure_has_the_series_that_are_there(void **unused)
{
    char why[200] = "";
    (void)unused;
    gnuplot_is("echo '" DRAWING "'");
    put("data/few-m.tsv", "# head\n1\t2\t3\n2\t4\t9\nsystem(\"ls\")\n");
    put("data/few-n.tsv", "-8\t0.5\n");
    const char *one = script("[\"m\"]", why);
    assert_non_null(one);
    assert_non_null(strstr(one, "$s0 << END_OF_SERIES\n1\t2\t3\n2\t4\t9\nEND_OF_SERIES\n"));
    assert_null(strstr(one, "system("));
    assert_non_null(strstr(one, "set logscale y"));
    assert_non_null(strstr(one, "set xtics "));
    assert_non_null(strstr(one, "title 'it''s'"));
    assert_null(strstr(one, "slope"));
    const char *steps = script("[\"n\"]", why);
    assert_non_null(steps);
    assert_non_null(strstr(steps, "title 'slope 0.5, as claimed'")); /* that one alone */
    assert_non_null(strstr(steps, "0.5*2**(0.5*(x-(-8)))"));
    assert_null(strstr(steps, "slope 1"));
    assert_null(strstr(steps, "set logscale y"));
    assert_null(strstr(steps, "set xtics ")); /* its x end below 0 */
    const char *both =
        script("[\"plain\", \"gone\", \"outside\", \"nobody\", 7, \"m\", \"n\"]", why);
    assert_non_null(both);
    assert_null(strstr(both, "$s0 "));
    assert_non_null(strstr(both, "$s5 "));
    assert_non_null(strstr(both, "title 'n: error'"));
    assert_null(script("[\"gone\", \"outside\", \"plain\"]", why));
    assert_string_equal(why, "its series are not there");
    put("data/few-n.tsv", "-8\t0\n"); /* no error: nothing to compare slopes with */
    assert_null(strstr(script("[\"n\"]", why), "slope"));
}

static int begin(void **unused)
{
    char search[2000];
    (void)unused;
    strcpy(dir, "/tmp/slp-drawing-XXXXXX");
    if (!mkdtemp(dir) || mkdir(in("figures"), 0777) || mkdir(in("data"), 0777)) return 1;
    snprintf(search, sizeof search, "%s:%.1900s", dir, getenv("PATH"));
    return setenv("PATH", search, 1);
}

static int end(void **unused)
{
    char command[128];
    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_drawn_is_taken_or_refused),
        cmocka_unit_test(where_nothing_can_be_written_is_said),
        cmocka_unit_test(quotes_and_control_characters),
        cmocka_unit_test(a_figure_has_the_series_that_are_there),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
