/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The small picture of a figure: the same curves and maps without words, in few pixels, its numbers
 * in letters that are legible there.  Its script is the figure's script, line by line, with other
 * settings; the blocks of numbers stay as they are. */
#include "reports/figures/figure.h"

#include <string.h>

enum { WIDTH = 300, HEIGHT = 225 };

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* Settings that are words, or room for them. */
static bool of_words(const char *line)
{
    static const char *const starts[] = {"set title ",   "set xlabel ",  "set ylabel ",
                                         "set label ",   "set key ",     "set bmargin ",
                                         "set tmargin ", "set rmargin ", "set margins ",
                                         "set y2label ", "unset title"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins(line, starts[i])) return true;
    return false;
}

static void terminal(FILE *to)
{
    fprintf(to,
            "set terminal svg size %d,%d dynamic font 'sans-serif,15' background '#ffffff'\n"
            "unset key\n",
            WIDTH, HEIGHT);
}

/* The plot once more, with at most five numbers on an axis that is not logarithmic, 1, 2 or 5 times
 * a power of ten apart.  The first plot, which draws nothing, says where the axes end. */
static void again(FILE *to, bool log)
{
    static const char tens[] = "10**floor(log10(span/4))";
    terminal(to);
    fprintf(to,
            "apart(span) = %s*(span <= 4*%s ? 1 : span <= 8*%s ? 2 : span <= 20*%s ? 5 : 10)\n"
            "x = GPVAL_X_MAX - GPVAL_X_MIN\ny = GPVAL_Y_MAX - GPVAL_Y_MIN\n"
            "if (x > 0) set xrange [GPVAL_X_MIN:GPVAL_X_MAX]; set xtics apart(x)\n",
            tens, tens, tens, tens);
    if (!log) fputs("if (y > 0) set ytics apart(y)\n", to);
    fputs("replot\n", to);
}

/* A line of settings, `length` bytes without its end. */
static void setting(FILE *to, const char *line, int length, bool maps)
{
    static const char panels[] = "set multiplot layout ";
    if (begins(line, "set terminal svg ")) {
        fputs("set terminal unknown\nunset key\n", to);
    } else if (begins(line, panels)) {
        const char *size = line + sizeof panels - 1;
        /* four maps one below the other would be four stripes */
        if (maps && begins(size, "4,1 ")) size = "2,2 ";
        terminal(to);
        fprintf(to,
                "set multiplot layout %.*s\nunset colorbox\nunset tics\n"
                "set margins 0.4,0.4,0.3,0.3\n",
                (int)strcspn(size, " \n"), size);
    } else if (!of_words(line)) {
        fprintf(to, "%.*s\n", length, line);
    }
}

void report_small_script(FILE *to, const char *script)
{
    bool block = false, maps = false, panels = false, log = false;
    for (const char *line = script; *line;) {
        const int length = (int)strcspn(line, "\n");
        const char *here = *line == '$' ? strstr(line, " << END_OF_") : NULL;
        const bool opens = here && here < line + length;
        maps |= begins(line, "set palette ");
        log |= begins(line, "set logscale y");
        panels |= begins(line, "set multiplot ");
        if (block || opens || begins(line, "plot ") || *line == ' ')
            fprintf(to, "%.*s\n", length, line);
        else
            setting(to, line, length, maps);
        block = (block || opens) && !begins(line, "END_OF_");
        line += length;
        line += *line == '\n';
    }
    if (!panels) again(to, log);
}
