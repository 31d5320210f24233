/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Figures of the report without gnuplot: a program of that name, put before all others, prints what
 * the test wants.  What it prints becomes the drawing, with the report's own title, or is refused
 * with words; the script that it was given has the series that the record names and no others. */
#include "reports/audit/audit.h"
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
    assert_ge(fputs(what, to), 0);
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
             "{\"name\": \"bars\", \"series\": {\"file\": \"data/few-b.tsv\", \"x_label\": "
             "\"log2 of the step\", \"y_label\": \"size\", \"log\": true, \"level\": 0.99, "
             "\"curves\": [\"error\"]}},"
             "{\"name\": \"band\", \"series\": {\"file\": \"data/few-b.tsv\", \"x_label\": "
             "\"time\", \"y_label\": \"y\", \"log\": false, \"level\": 0.9, \"curves\": "
             "[\"low\", \"high\"]}},"
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

/* Bars on an order plot, down to the axis where the interval contains 0; bands elsewhere; three
 * columns a curve.  The key has the words of the legend. */
static void intervals_are_bars_or_bands(void **unused)
{
    char why[200] = "";
    (void)unused;
    gnuplot_is("echo '" DRAWING "'");
    put("data/few-b.tsv", "# head\n-9\t0.25\t0\t0.5\t7\t6\t8\n-8\t0.5\t0.4\t0.6\t9\t8\t10\n");
    const char *bars = script("[\"bars\"]", why);
    assert_non_null(bars);
    assert_non_null(strstr(bars, "set label 1 'size, 99 % intervals'"));
    assert_non_null(strstr(bars, "set yrange [0.125:]")); /* half of the least number above 0 */
    assert_non_null(strstr(bars, "$s0 using 1:($3>0.125?$3:0.125):(0):($4-($3>0.125?$3:0.125)) "
                                 "with vectors heads size screen 0.008,90"));
    assert_non_null(strstr(bars, "$s0 using 1:2 with linespoints"));
    assert_non_null(strstr(bars, "title 'error'"));
    const char *band = script("[\"band\"]", why);
    assert_non_null(band);
    assert_non_null(strstr(band, "set label 1 'y, 90 % intervals'"));
    assert_non_null(strstr(band, "$s0 using 1:($3):4 with filledcurves"));
    assert_non_null(strstr(band, "$s0 using 1:2 with lines "));
    assert_non_null(strstr(band, "$s0 using 1:($6):7 with filledcurves"));
    assert_non_null(strstr(band, "$s0 using 1:5 with lines "));
    assert_null(strstr(band, "vectors"));
    json_t *own = record("[\"bars\", \"band\"]"), *figure = json_object_get(own, "figure");
    json_object_set_new(figure, "legend", json_pack("[s,s]", "it's one", "two"));
    assert_true(report_figure(dir, own, figure, why));
    json_decref(own);
    const char *both = get("figures/few-f.gp");
    assert_non_null(both);
    assert_non_null(strstr(both, "title 'it''s one'")); /* one curve: its words alone */
    assert_non_null(strstr(both, "title 'two: low'"));
    assert_non_null(strstr(both, "title 'two: high'"));
    assert_null(strstr(both, "title 'bars"));
}

static void the_small_script_is_without_words(void **unused)
{
    static const char script_of[] =
        "set terminal svg size 540,410 dynamic font 'sans-serif,17' background '#ffffff' name 'x'\n"
        "set title 'Title'\nset xlabel 'x'\nset label 1 'y'\nset key at screen 0\n"
        "set bmargin 8\nset logscale y\nset xtics 20\n"
        "$s0 << END_OF_SERIES\nset title 1\n1 2\nEND_OF_SERIES\n"
        "plot $s0 using 1:2 with lines title 'a', \\\n  2*x title 'set title'\n";
    char *out = NULL;
    size_t size;
    FILE *to = open_memstream(&out, &size);
    (void)unused;
    assert_non_null(to);
    report_small_script(to, script_of);
    assert_int_equal(fclose(to), 0);
    assert_true(strncmp(out, "set terminal unknown\nunset key\nset logscale y\n", 46) == 0);
    assert_non_null(strstr(out, "$s0 << END_OF_SERIES\nset title 1\n1 2\nEND_OF_SERIES\n"));
    assert_non_null(strstr(out, "plot $s0 using 1:2 with lines title 'a', \\\n  2*x title"));
    assert_non_null(strstr(out, "set terminal svg size 300,225 dynamic font 'sans-serif,15'"));
    assert_null(strstr(out, "set ytics")); /* decades are gnuplot's */
    assert_non_null(strstr(out, "set xtics apart(x)\nreplot\n"));
    assert_null(strstr(out, "Title"));
    assert_null(strstr(out, "set label"));
    free(out);
    to = open_memstream(&out, &size);
    assert_non_null(to);
    report_small_script(to, "set terminal svg size 1,1\nset palette defined (0 'a')\n"
                            "set multiplot layout 4,1 title 'Maps'\nplot $f0\nunset multiplot\n");
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(out, "set multiplot layout 2,2\n"));
    assert_null(strstr(out, "Maps"));
    assert_null(strstr(out, "replot"));
    free(out);
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
        cmocka_unit_test(intervals_are_bars_or_bands),
        cmocka_unit_test(the_small_script_is_without_words),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
