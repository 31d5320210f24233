/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp plot: draws a table that slp simulate wrote. */
#include "oracle/command/plot.h"
#include "oracle/command/command.h"
#include "oracle/command/named_case.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/simulate/table_file.h"
#include "reports/figures/table_plot.h"

#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

bool slp_plot_takes(const char *command, const char *figure)
{
    if (ends_in(figure, ".svg") || ends_in(figure, ".png") || ends_in(figure, ".gp")) return true;
    slp_say(stderr, "slp %s: %s: a figure's name ends in .svg, .png or .gp\n", command, figure);
    return false;
}

/* The name of the table without its folders. */
static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* The rows are read and drawn. */
static int draw(slp_table_file *table, report_table *plot, const char *name, const char *figure,
                const char *kind)
{
    char why[200] = "";
    size_t rows, coordinates;
    slp_error err;
    bool good = report_plot_needs(&rows, &coordinates, plot, kind, why);
    if (good) {
        if (slp_table_keep(table, rows, &coordinates, &err) != SLP_OK) {
            slp_error_print(stderr, name, &err);
            return 2;
        }
        plot->rows = table->kept;
        plot->d = coordinates;
        plot->t = table->t;
        plot->x = table->x;
        plot->measured = table->measured;
        good = report_plot(figure, plot, kind, why);
    }
    if (!good) {
        slp_say(stderr, "%s: %s\n", name, why);
        return 2;
    }
    slp_say(stdout, "figure: %s\n", figure);
    return 0;
}

int slp_plot_file(const char *command, const char *name, const char *figure, const char *kind,
                  const slp_case *of)
{
    slp_table_file table;
    slp_error err;
    SLP_CLEARED(slp_case) found = {0};
    int status = 2;
    if (!of && slp_table_case(&found, name) == SLP_OK) of = &found;
    if (slp_table_open(&table, name, &err) != SLP_OK) {
        slp_error_print(stderr, name, &err);
    } else if (of && table.d && table.d != of->d) {
        slp_say(stderr, "%s: has %zu coordinates, but %s, a %s, has %zu\n", name, table.d, of->id,
                of->system->name, of->d);
    } else {
        report_table plot = {base_of(name), of, table.d, table.casimirs, 0, 0, NULL, NULL, NULL};
        const char *chosen = kind ? kind : report_plot_default(&plot);
        status = draw(&table, &plot, name, figure, chosen);
        if (status == 0 && !kind && !of)
            slp_say(
                stderr,
                "slp %s: %s does not say its system; %s are drawn.  With --preset PRESET|./FILE "
                "orbit or vorticity may be, with --kind energy, casimirs or coordinates\n",
                command, name, chosen);
    }
    slp_table_close(&table);
    return status;
}

/* The table's name with .svg in place of .csv or .npy, to be freed. */
static char *default_figure(const char *name)
{
    size_t length = strlen(name);
    char *figure = slp_allocate(length + 8, 1);
    if (ends_in(name, ".csv") || ends_in(name, ".npy")) length -= 4;
    sprintf(figure, "%.*s.svg", (int)length, name);
    return figure;
}

typedef struct request {
    const char *figure, *kind, *preset;
} request;

static const slp_option options[] = {
    SLP_FIGURE_OPTION(request, figure, " (default: the table's name, in .svg)"),
    SLP_VALUE(request, kind, "--kind", "orbit|vorticity|casimirs|energy|coordinates", TEXT,
              "orbit: paths on their spheres (rigid-body, point-vortices, heavy-top); vorticity: "
              "at four times (zeitlin-sphere); casimirs: their relative change, logarithmic; "
              "energy: its relative change; coordinates: the first eight, over time.  Without it: "
              "the first of these that the table's system has; coordinates where the system is "
              "not known"),
    SLP_PRESET_OPTION(request, preset,
                      "what the table is of; a table from --table and a preset needs none: its "
                      "checkpoint says it: a preset"),
    SLP_NO_OPTION};

static bool known_kind(const char *kind)
{
    for (size_t i = 0; report_plot_kinds[i]; i++)
        if (strcmp(report_plot_kinds[i], kind) == 0) return true;
    slp_unknown_word("plot", "kind", kind, report_plot_kinds,
                     "orbit, energy, casimirs, coordinates or vorticity");
    return false;
}

static int run(int argc, char **argv)
{
    const char *name = NULL;
    request asked = {NULL, NULL, NULL};
    if (!slp_options_read(&asked, options, &name, 1, argc, argv)) return 2;
    const char *out = asked.figure, *kind = asked.kind, *named = asked.preset;
    if (!name) {
        fputs("slp plot: which table? `slp simulate PRESET --table run.csv` writes one\n", stderr);
        return 2;
    }
    if ((kind && !known_kind(kind)) || (out && !slp_plot_takes("plot", out))) return 2;
    SLP_CLEARED(slp_case) of = {0};
    uint64_t horizon;
    char *own = out ? NULL : default_figure(name);
    const char *figure = out ? out : own;
    const slp_file_use files[] = {{"the table", NULL, name, NULL},
                                  {"--preset", NULL, named, NULL},
                                  {"--figure", NULL, figure, slp_figure_mark(figure)},
                                  {0}};
    int status = !slp_files_fit("plot", files) ? 2
                 : named                       ? slp_named_case(&of, &horizon, "plot", named)
                                               : 0;
    if (status == 0) status = slp_plot_file("plot", name, figure, kind, named ? &of : NULL);
    free(own);
    return status;
}

const slp_command slp_command_plot = {
    .name = "plot",
    .about = "draws a table that simulate wrote, by gnuplot",
    .usage = "FILE *",
    .options = options,
    .text = "Draws a table of slp simulate, text or .npy, by gnuplot, and prints the figure's "
            "name.  Curves have at most 4000 points: rows evenly spaced, the first and the last "
            "among them.\n",
    .end = "Exit status: 0 drawn; 2 a table or an option that cannot be used, no gnuplot, or a "
           "failed write.\n"
           "\n"
           "  slp simulate gbw-rigid-body --table run.csv && slp plot run.csv\n"
           "  slp plot run.csv --kind casimirs --figure casimirs.png\n",
    .run = run};
