/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Figures of a statement: the histogram of ratios, a strip of it for each pair, the badge. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/parts.h"
#include "reports/template/template.h"
#include "reports/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Colours: on a page those of its style, light or dark; in a file of its own those of light. */
typedef struct colours {
    const char *ink, *soft, *line, *good, *bad;
} colours;

static const colours of_page = {"currentColor", "var(--soft)", "var(--line)", "var(--good)",
                                "var(--bad)"};
static const colours of_file = {"#24292f", "#57606a", "#d0d7de", "#1a7f37", "#b42318"};

static json_int_t item(const json_t *list, size_t i)
{
    return json_integer_value(json_array_get(list, i));
}

static json_int_t largest(const json_t *bins)
{
    json_int_t most = 0;
    for (size_t i = 0; i < CONFORM_BINS; i++)
        if (item(bins, i) > most) most = item(bins, i);
    return most;
}

/* Where a bin begins, in bins from the left; the bound is at CONFORM_BELOW + 1. */
static double place(double left, double width, size_t bin)
{
    return left + width * (double)bin;
}

/* What a bin's upper end is called: "1/8", "1", "16". */
static void edge_name(char name[16], size_t bin)
{
    const int power = (int)bin - CONFORM_BELOW;
    if (power < 0)
        snprintf(name, 16, "1/%ld", 1L << -power);
    else
        snprintf(name, 16, "%ld", 1L << power);
}

static void begin(FILE *to, int width, int height, const char *title, const char *about)
{
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\" "
            "aria-label=\"%s\">\n<title>%s</title>\n<desc>%s</desc>\n",
            width, height, width, height, title, title, about);
}

static void text(FILE *to, double x, double y, const char *anchor, const char *colour,
                 const char *words)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" style=\"fill:%s\">", x, y, anchor,
            colour);
    report_escape(to, words);
    fputs("</text>\n", to);
}

static void line(FILE *to, double x1, double y1, double x2, double y2, const char *style)
{
    fprintf(to, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" style=\"%s\"/>\n", x1, y1,
            x2, y2, style);
}

/* Marks of the axis: every second bin's end. */
static void axis(FILE *to, double left, double width, double y, const colours *c)
{
    char name[16], style[80];
    snprintf(style, sizeof style, "stroke:%s", c->soft);
    line(to, left, y, place(left, width, CONFORM_BINS), y, style);
    for (size_t bin = 0; bin + 1 < CONFORM_BINS; bin += 2) {
        const double x = place(left, width, bin + 1);
        line(to, x, y, x, y + 4, style);
        edge_name(name, bin);
        text(to, x, y + 17, "middle", c->soft, name);
    }
}

static void bound(FILE *to, double left, double width, double top, double bottom, const colours *c)
{
    char style[80];
    const double x = place(left, width, CONFORM_BELOW + 1);
    snprintf(style, sizeof style, "stroke:%s;stroke-width:2;stroke-dasharray:5 3", c->ink);
    line(to, x, top, x, bottom, style);
}

enum { WIDTH = 720, HEIGHT = 250 }; /* of the histogram */

static void bars(FILE *to, const json_t *statement, const colours *c)
{
    enum { LEFT = 24, TOP = 44, BOTTOM = 196 };
    static const double width = (WIDTH - 2.0 * LEFT) / CONFORM_BINS;
    const json_t *bins = json_object_get(json_object_get(statement, "histogram"), "counts");
    const json_int_t most = largest(bins);
    char number[24];
    for (size_t i = 0; i < CONFORM_BINS; i++) {
        const json_int_t count = item(bins, i);
        if (count == 0) continue;
        double high = (BOTTOM - TOP) * (double)count / (double)most;
        if (high < 3) high = 3; /* a single answer is seen beside thousands */
        fprintf(to,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" style=\"fill:%s\"/>\n",
                place(LEFT, width, i) + 1, BOTTOM - high, width - 2, high,
                i <= CONFORM_BELOW ? c->good : c->bad);
        snprintf(number, sizeof number, "%lld", (long long)count);
        text(to, place(LEFT, width, i) + width / 2, BOTTOM - high - 4, "middle", c->ink, number);
    }
    bound(to, LEFT, width, TOP - 14, BOTTOM, c);
    text(to, place(LEFT, width, CONFORM_BELOW + 1) - 6, TOP - 22, "end", c->good, "pass");
    text(to, place(LEFT, width, CONFORM_BELOW + 1) + 6, TOP - 22, "start", c->bad, "fail");
    axis(to, LEFT, width, BOTTOM, c);
    text(to, WIDTH / 2.0, HEIGHT - 12, "middle", c->ink,
         "ratio of an answer, in units of the bound; the first and the last bar hold all beyond");
}

void conform_histogram(FILE *to, const json_t *statement)
{
    begin(to, WIDTH, HEIGHT, "Ratios in units of the bound",
          "Bars: how many answers have a ratio between two powers of 2. Left of the dashed line, "
          "which is the bound, answers pass; right of it they fail.");
    bars(to, statement, &of_page);
    fputs("</svg>\n", to);
}

/* ---- A strip for each pair ----------------------------------------------------------------- */

static bool has_ratios(const json_t *pair)
{
    return largest(json_object_get(pair, "histogram")) > 0;
}

static void strip(FILE *to, const json_t *pair, double left, double width, double y)
{
    enum { HIGH = 13 };
    const json_t *bins = json_object_get(pair, "histogram");
    const json_int_t most = largest(bins);
    char name[220];
    snprintf(name, sizeof name, "%s/%s", report_text(pair, "system"), report_text(pair, "scheme"));
    text(to, left - 8, y + 11, "end", of_page.ink, name);
    for (size_t i = 0; i < CONFORM_BINS; i++) {
        const json_int_t count = item(bins, i);
        if (count == 0) continue;
        fprintf(to,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
                "style=\"fill:%s;fill-opacity:%.2f\"><title>%lld</title></rect>\n",
                place(left, width, i), y, width, HIGH,
                i <= CONFORM_BELOW ? of_page.good : of_page.bad,
                0.25 + 0.75 * (double)count / (double)most, (long long)count);
    }
}

void conform_strips(FILE *to, const json_t *statement)
{
    enum { ALL = 900, LEFT = 340, ROW = 16, TOP = 8, FOOT = 26 };
    static const double width = (ALL - LEFT - 20.0) / CONFORM_BINS;
    size_t i, rows = 0;
    const json_t *pair, *pairs = json_object_get(statement, "pairs");
    json_array_foreach(pairs, i, pair) rows += has_ratios(pair);
    const double bottom = TOP + ROW * (double)rows;
    begin(to, ALL, (int)bottom + FOOT, "Ratios of each pair, in units of the bound",
          "A strip for each pair that gave answers. The darker, the more of its answers; right of "
          "the dashed line, which is the bound, answers fail.");
    rows = 0;
    json_array_foreach(pairs, i, pair)
    {
        if (has_ratios(pair)) strip(to, pair, LEFT, width, TOP + ROW * (double)rows++);
    }
    bound(to, LEFT, width, TOP - 4, bottom, &of_page);
    axis(to, LEFT, width, bottom, &of_page);
    fputs("</svg>\n", to);
}

/* ---- The badge ----------------------------------------------------------------------------- */

/* Widths of text are those of a sans-serif of 11 pixels, nearly; textLength makes them so. */
static double width_of(const char *words)
{
    return 6.1 * (double)strlen(words);
}

static const char *fill_of(const json_t *document)
{
    static const char *const classes[] = {"good", "part", "bad", "none"};
    static const char *const fills[] = {"#1a7f37", "#9a6700", "#b42318", "#57606a"};
    for (size_t i = 0; i < 4; i++)
        if (strcmp(conform_class(document), classes[i]) == 0) return fills[i];
    return fills[2];
}

void conform_badge(FILE *to, const json_t *document)
{
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document);
    const size_t room = strlen(pairs) + strlen(cases) + 3;
    char *words = slp_allocate(room, 1);
    snprintf(words, room, "%s; %s", pairs, cases);
    const double name = width_of("slp conform"), width = width_of(words), left = name + 12;
    json_t *view =
        json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f}", "words", words, "fill",
                  fill_of(document), "left", left, "right", width + 12, "all", left + width + 12,
                  "start", left + 6, "name_width", name, "width", width);
    report_fill(to, report_embedded("reports/conform/conform.template"), "badge", view);
    json_decref(view);
    free(words);
    free(pairs);
    free(cases);
}

/* The sum as a picture: the numbers of the template are those of the histogram. */
void conform_summary(FILE *to, const json_t *document)
{
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document);
    slp_written drawn;
    bars(slp_written_begin(&drawn), json_object_get(document, "statement"), &of_file);
    json_t *view = json_pack("{s:s, s:s, s:s, s:s}", "pairs", pairs, "cases", cases, "fill",
                             fill_of(document), "bars", slp_written_end(&drawn));
    report_fill(to, report_embedded("reports/conform/conform.template"), "summary", view);
    json_decref(view);
    free(drawn.text);
    free(pairs);
    free(cases);
}
