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
    static const char *const endings[] = {".svg", ".png", ".gif", ".gp"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(figure, endings[i])) return true;
    slp_say(stderr, "slp %s: %s: a figure's name ends in .svg, .png, .gif or .gp\n", command,
            figure);
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
    if (!good) return slp_refuse("%s: %s\n", name, why);
    slp_say(stdout, "figure: %s\n", figure);
    return 0;
}

/* "N1xN2", whole numbers above 0; false after a message. */
static bool read_lattice(size_t lattice[2], const char *command, const char *text)
{
    const char *at = text;
    for (int k = 0; k < 2; k++) {
        const size_t digits = strspn(at, "0123456789");
        lattice[k] = digits && digits < 8 ? (size_t)strtoul(at, NULL, 10) : 0;
        at += digits;
        if (k == 0 && *at == 'x') at++;
    }
    if (lattice[0] && lattice[1] && !*at && strchr(text, 'x')) return true;
    slp_option_refuse(command, "--lattice", text,
                      "is not N1xN2, such as 32x32: sites along x1, sites along x2");
    return false;
}

int slp_plot_file(const char *command, const char *name, const char *figure,
                  const slp_plot_how *how, const slp_case *of)
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
        report_table plot = {.name = base_of(name),
                             .of = of,
                             .columns = table.d,
                             .casimirs = table.casimirs,
                             .x1_first = how->first == SLP_PLOT_X1_FIRST,
                             .moves = ends_in(figure, ".gif")};
        const bool good = !how->lattice || read_lattice(plot.lattice, command, how->lattice);
        const char *chosen = how->kind ? how->kind : report_plot_default(&plot);
        if (good) status = draw(&table, &plot, name, figure, chosen);
        if (status == 0 && !how->kind && !of)
            slp_say(
                stderr,
                "slp %s: %s does not say its system; %s are drawn.  With --preset PRESET|./FILE "
                "orbit, vorticity or spins may be, with --kind energy, casimirs or coordinates\n",
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
    const char *figure, *preset;
    slp_plot_how how;
} request;

static const slp_option options[] = {
    SLP_FIGURE_OPTION(request, figure, " (default: the table's name, in .svg)"),
    SLP_VALUE(request, how.kind, "--kind", "spins|orbit|vorticity|casimirs|energy|coordinates",
              TEXT,
              "spins: at their sites at four times, x3 as colour, x1 and x2 as arrow, or as a "
              "film to a figure in .gif (spins, polynomial on su2); orbit: paths on their spheres "
              "(rigid-body, point-vortices, heavy-top); vorticity: at four times "
              "(zeitlin-sphere); casimirs: their relative change, logarithmic; "
              "energy: its relative change; coordinates: the first eight, over time.  Without it: "
              "the first of these that the table's system has; coordinates where the system is "
              "not known"),
    SLP_VALUE(request, how.lattice, "--lattice", "N1xN2", TEXT,
              "sites of the spins along x1 and x2 (default: what their bonds say: a chain, a "
              "rectangle whose neighbours are all bound, else a ring or rows by number)"),
    SLP_VALUE(request, how.first, "--first", "x2|x1", WORD,
              "the direction along which the numbers of spins run first (default x2, as NumPy "
              "numbers the sites of an array)"),
    SLP_PRESET_OPTION(request, preset,
                      "what the table is of; a table from --table and a preset needs none: its "
                      "checkpoint says it: a preset"),
    SLP_NO_OPTION};

static bool known_kind(const char *kind)
{
    for (size_t i = 0; report_plot_kinds[i]; i++)
        if (strcmp(report_plot_kinds[i], kind) == 0) return true;
    slp_unknown_word("plot", "kind", kind, report_plot_kinds,
                     "orbit, energy, casimirs, coordinates, vorticity or spins");
    return false;
}

static int run(int argc, char **argv)
{
    const char *name = NULL;
    request asked = {NULL, NULL, {NULL, NULL, SLP_PLOT_X2_FIRST}};
    if (!slp_options_read(&asked, options, &name, 1, argc, argv)) return 2;
    const char *out = asked.figure, *kind = asked.how.kind, *named = asked.preset;
    if (!name)
        return slp_refuse(
            "slp plot: which table? `slp simulate PRESET --table run.csv` writes one\n");
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
    if (status == 0) status = slp_plot_file("plot", name, figure, &asked.how, named ? &of : NULL);
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
           "  slp plot run.csv --kind casimirs --figure casimirs.png\n"
           "  slp plot lattice.npy --figure lattice.gif\n",
    .run = run};
