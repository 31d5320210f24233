/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Figures of claims: the series of their records as gnuplot scripts.
 *
 * gnuplot reads only what is written here: labels of quantities, names of claims and figures
 * (letters, digits, dashes), titles of figures as quoted strings, and numbers.  No other text of a
 * claim is passed to gnuplot. */
#include "reports/figures/figure.h"
#include "reports/audit/audit.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const json_t *measure_named(const json_t *record, const char *name)
{
    size_t i;
    const json_t *m;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        if (name && strcmp(report_text(m, "name"), name) == 0) return m;
    }
    return NULL;
}

const char *report_data_file(const json_t *series)
{
    static const char folder[] = "data/", ending[] = ".tsv";
    const char *file = report_text(series, "file"), *base = file + sizeof folder - 1;
    if (strncmp(file, folder, sizeof folder - 1) != 0) return "";
    const size_t length = strspn(base, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && strcmp(base + length, ending) == 0 ? file : "";
}

/* What the numbers of a figure span: from low to high, least of those above 0. */
typedef struct extent {
    double low, high, least; /* least: 0 where none is above 0 */
} extent;

/* The series' rows as a named block, the last one's first two numbers in last; widens the span by
 * its curves and intervals.  False if the file is not there. */
static bool numbers(FILE *to, const char *dir, const json_t *series, size_t index, double last[2],
                    extent *span)
{
    char line[512];
    char *path = audit_path(dir, report_data_file(series));
    FILE *from = slp_whole_open(path);
    free(path);
    if (!from) return false;
    fprintf(to, "$s%zu << END_OF_SERIES\n", index);
    while (fgets(line, sizeof line, from)) {
        char *at, *end;
        if (*line == '#' || strspn(line, "0123456789+-.einfa\t\n") != strlen(line)) continue;
        fputs(line, to);
        last[0] = strtod(line, &at);
        last[1] = strtod(at, NULL);
        for (double v = strtod(at, &end); end != at; at = end, v = strtod(at, &end)) {
            if (v > 0 && (span->least <= 0 || v < span->least)) span->least = v;
            span->low = fmin(span->low, v);
            span->high = fmax(span->high, v);
        }
    }
    fputs("END_OF_SERIES\n", to);
    fclose(from);
    return true;
}

double report_spacing(double span)
{
    double unit = pow(10, floor(log10(span / 5)));
    double times[] = {1, 2, 5};
    for (int k = 0; k < 3; k++)
        if (span / (times[k] * unit) <= 5) return times[k] * unit;
    return 10 * unit;
}

/* True if each point of the series has an interval: three columns a curve. */
static bool with_intervals(const json_t *series)
{
    return json_is_number(json_object_get(series, "level"));
}

static void settings(FILE *to, const json_t *series, const char *name, size_t rows, double last,
                     double floor, const extent *span)
{
    report_figure_settings(to, name, NULL, 540, 370 + 22 * (int)rows);
    fputs("set grid ytics lc rgb '#dddddd' lw 1\n", to);
    report_key(to, rows);
    char y[200];
    const int used = snprintf(y, sizeof y, "%s", report_text(series, "y_label"));
    if (with_intervals(series) && used > 0 && (size_t)used < sizeof y)
        snprintf(y + used, sizeof y - (size_t)used, ", %.4g %% intervals",
                 100 * json_number_value(json_object_get(series, "level")));
    report_axes(to, report_text(series, "x_label"), y);
    if (last > 0) fprintf(to, "set xtics %g\n", report_spacing(last));
    if (json_is_true(json_object_get(series, "log"))) {
        fputs("set logscale y\nset format y '10^{%L}'\n", to);
        if (floor > 0) fprintf(to, "set yrange [%.3g:]\n", floor);
        const double decades = span->least > 0 ? log10(span->high / span->least) : 0;
        if (decades > 5) fprintf(to, "set ytics 1e%.0f\n", ceil(decades / 5));
    } else {
        fputs("set format y '%.3g'\n", to);
        if (span->high > span->low && isfinite(span->high - span->low))
            fprintf(to, "set ytics %g\n", report_spacing(span->high - span->low));
    }
}

/* The slopes that the claim asserts, and no others, from the largest step of the first curve on. */
static void guides(FILE *to, const json_t *figure, const double last[2])
{
    size_t k;
    const json_t *slope;
    json_array_foreach(json_object_get(figure, "slope"), k, slope)
        fprintf(to,
                ", \\\n  %.6g*2**(%.6g*(x-(%.6g))) with lines lw 1.6 dt %zu lc rgb '#444444' title "
                "'slope %.6g, as claimed'",
                last[1], json_number_value(slope), last[0], k + 3, json_number_value(slope));
}

/* The words of the d-th measure that the figure draws. */
static const char *legend(const json_t *figure, size_t d)
{
    const char *words = json_string_value(json_array_get(json_object_get(figure, "legend"), d));
    const char *name = json_string_value(json_array_get(json_object_get(figure, "draw"), d));
    return words ? words : name;
}

/* Plot clauses of curve k of series i: its band or its error bars, and its points. */
static void curve(FILE *to, const json_t *series, size_t i, size_t k, bool steps, double floor,
                  const char *color)
{
    const bool intervals = with_intervals(series);
    const size_t y = intervals ? 3 * k + 2 : k + 2;
    char low[60];
    /* on a logarithmic axis the interval that contains 0 goes down to the axis */
    snprintf(low, sizeof low, floor > 0 ? "($%zu>%.3g?$%zu:%.3g)" : "($%zu)", y + 1, floor, y + 1,
             floor);
    if (intervals && steps) /* vectors, as gnuplot's error bars have a white point over them */
        fprintf(to,
                "$s%zu using 1:%s:(0):($%zu-%s) with vectors heads size screen 0.008,90 lw 1.8 "
                "lc rgb '%s' notitle, \\\n  ",
                i, low, y + 2, low, color);
    else if (intervals)
        fprintf(to,
                "$s%zu using 1:%s:%zu with filledcurves fs solid 0.25 noborder lc rgb '%s' "
                "notitle, \\\n  ",
                i, low, y + 2, color);
    fprintf(to, "$s%zu using 1:%zu with %s lw 1.8 dt %d lc rgb '%s' title ", i, y,
            steps ? "linespoints pt 7 ps 0.6" : "lines", k ? 2 : 1, color);
}

static bool script(FILE *to, const char *dir, const json_t *record, const json_t *figure)
{
    static const char *const colors[] = {"#0b5394", "#b45f06", "#38761d",
                                         "#741b47", "#134f5c", "#7f6000"};
    size_t i, drawn = 0, color = 0, rows = 0;
    const json_t *shown = NULL;
    double last[2] = {0}, first[2] = {0};
    bool steps = false, ends = false;
    extent span = {INFINITY, -INFINITY, 0};
    const json_t *name, *draw = json_object_get(figure, "draw");
    bool several = json_array_size(draw) > 1;
    char unique[128];
    snprintf(unique, sizeof unique, "%s_%s", report_text(record, "id"),
             report_text(figure, "name"));
    for (char *c = unique; *c; c++) *c = *c == '-' ? '_' : *c;
    json_array_foreach(draw, i, name)
    {
        const json_t *series =
            json_object_get(measure_named(record, json_string_value(name)), "series");
        if (!json_is_object(series) || !numbers(to, dir, series, i, last, &span)) continue;
        rows += json_array_size(json_object_get(series, "curves"));
        ends |= with_intervals(series) && json_is_true(json_object_get(series, "log"));
        if (drawn++) continue;
        steps = strncmp(report_text(series, "x_label"), "log2 of the step", 16) == 0 && last[1] > 0;
        memcpy(first, last, sizeof first);
        shown = series;
    }
    if (drawn == 0) return false;
    /* the end of a logarithmic axis with intervals; 0: gnuplot's choice */
    const double floor = ends ? span.least / 2 : 0;
    settings(to, shown, unique,
             rows + (steps ? json_array_size(json_object_get(figure, "slope")) : 0), first[0],
             floor, &span);
    json_array_foreach(draw, i, name)
    {
        const json_t *series =
            json_object_get(measure_named(record, json_string_value(name)), "series");
        size_t k;
        const json_t *label;
        if (!json_is_object(series)) continue;
        json_array_foreach(json_object_get(series, "curves"), k, label)
        {
            char words[300];
            const bool alone = k == 0 && json_array_size(json_object_get(series, "curves")) == 1;
            const bool own = json_is_array(json_object_get(figure, "legend"));
            snprintf(words, sizeof words, "%s%s%s", several || own ? legend(figure, i) : "",
                     several && !(own && alone) ? ": " : "",
                     own && alone ? "" : json_string_value(label));
            fputs(color ? ", \\\n  " : "plot ", to);
            curve(to, series, i, k, steps, floor, colors[color % 6]);
            report_quoted(to, words);
            color++;
        }
    }
    if (steps) guides(to, figure, first);
    fputc('\n', to);
    return true;
}

bool report_is_drawn(const char *dir, const char *file)
{
    char *path = audit_path(dir, file);
    FILE *from = slp_whole_open(path);
    if (from) fclose(from);
    free(path);
    return from != NULL;
}

bool report_figure(const char *dir, const json_t *record, const json_t *figure, char *why)
{
    char name[200], title[220];
    slp_written text;
    FILE *to = slp_written_begin(&text);
    snprintf(name, sizeof name, "%s-%s", report_text(record, "id"), report_text(figure, "name"));
    const char *words = report_text(figure, "title");
    if (*words)
        snprintf(title, sizeof title, "%s", words);
    else
        snprintf(title, sizeof title, "%s: %s", report_text(record, "id"),
                 report_text(figure, "name"));
    bool good = script(to, dir, record, figure);
    slp_written_end(&text);
    snprintf(why, 200, "its series are not there");
    const report_drawing drawing = {name, title, report_text(figure, "caption")};
    good = good && report_gnuplot(dir, &drawing, text.text, text.size, why);
    free(text.text);
    return good;
}
