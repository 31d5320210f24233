/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs for plates, and a plate from its commands to its file. */
#include "reports/figures/plate.h"
#include "reports/claims/claim.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool plate_open(plate_run *run, const char *line, uint64_t seed, uint64_t path)
{
    slp_error err;
    memset(run, 0, sizeof *run);
    slp_case_init(&run->start);
    run->seed = seed;
    run->path = path;
    if (slp_need_memory(slp_case_parse(&run->start, line, 0, &err)) != SLP_OK) return false;
    const slp_case *c = &run->start;
    run->scheme = fast_scheme_find(c->scheme->name);
    if (!run->scheme || slp_need_memory(fast_system_new(&run->sys, c, &err)) != SLP_OK)
        return false;
    run->x = slp_allocate(c->d, sizeof *run->x);
    run->dW = slp_allocate(c->M, sizeof *run->dW);
    run->room = slp_allocate(fast_step_work_size(run->scheme, run->sys), sizeof *run->room);
    memcpy(run->x, c->x, c->d * sizeof *run->x);
    return true;
}

void plate_increments(plate_run *run)
{
    const slp_case *c = &run->start;
    for (size_t k = 0; k < c->M; k++) {
        double drawn = slp_increment(c->h, run->seed, run->path, (uint32_t)k, 0, run->step);
        run->dW[k] = slp_truncate(drawn, c->h, 2);
    }
    run->step++;
}

bool plate_step(plate_run *run)
{
    plate_increments(run);
    return fast_step(run->x, NULL, run->scheme, run->sys, run->x, run->start.h, run->dW,
                     run->room) == SLP_OK;
}

void plate_close(plate_run *run)
{
    fast_system_free(run->sys);
    free(run->x);
    free(run->dW);
    free(run->room);
    slp_case_clear(&run->start);
    memset(run, 0, sizeof *run);
}

void plate_panels(FILE *to, const char *title, int rows, int columns)
{
    fprintf(to, "unset title\nset key off\nset multiplot layout %d,%d", rows, columns);
    if (title) {
        fputs(" title ", to);
        report_quoted(to, title);
        fputs(" noenhanced", to);
    }
    fputc('\n', to);
}

void plate_maps(FILE *to, const char *title, int rows, const char *palette)
{
    fprintf(to,
            "set border 15\nset palette defined (%s)\nset xrange [0:360]\nset yrange [-90:90]\n"
            "set xtics 0,90,360\nset ytics -90,90,90\n",
            palette);
    plate_panels(to, title, rows, 1);
    fputs("set ylabel 'latitude [°]'\n", to);
}

void plate_departures(FILE *to, double last, double most)
{
    report_axes(to, "time [time units]", "departure from the initial value [relative]");
    if (last > 0) fprintf(to, "set xtics %g\n", report_spacing(last));
    fprintf(to,
            "set logscale y\nset format y '10^{%%L}'\nset yrange [1e-17:%g]\nset ytics 1e3\n"
            "set grid ytics lc rgb '#dddddd'\n",
            most);
}

/* The step of its case; NAN if the plate has none. */
static double step_of(const report_plate *plate)
{
    const char *h = plate->start ? strstr(plate->start, " h=") : NULL;
    return h ? strtod(h + 3, NULL) : NAN;
}

/* The lines "# run: WORDS" of a published run, as one. */
static void put_header(FILE *to, const char *text)
{
    static const char key[] = "# run: ";
    bool first = true;
    for (const char *line = text; *line == '#'; line += *line == '\n') {
        const size_t length = strcspn(line, "\n"), skip = sizeof key - 1;
        if (length > skip && strncmp(line, key, skip) == 0) {
            fprintf(to, "%s%.*s", first ? "" : " ", (int)(length - skip), line + skip);
            first = false;
        }
        line += length;
    }
}

void report_plate_words(char *to, size_t room, const report_plate *plate)
{
    slp_written text;
    FILE *words = slp_written_begin(&text);
    fputs(plate->of ? plate->of : "", words);
    if (plate->data) put_header(words, report_embedded(plate->data));
    if (plate->steps) {
        char paths[32], steps[32];
        slp_grouped(paths, plate->paths);
        slp_grouped(steps, plate->steps);
        fprintf(words, ", %s%s%s steps of %.9g time units, seed %d", plate->paths ? paths : "",
                plate->paths ? " paths of " : "", steps, step_of(plate), PLATE_SEED);
    }
    snprintf(to, room, "%s", slp_written_end(&text));
    free(text.text);
}

bool report_plate_draw(const char *dir, const report_plate *plate, char *why)
{
    char name[128];
    slp_written script;
    FILE *to = slp_written_begin(&script);
    snprintf(name, sizeof name, "%s", plate->name);
    for (char *c = name; *c; c++) *c = *c == '-' ? '_' : *c;
    report_figure_settings(to, name, NULL, plate->width, plate->height);
    bool good = plate->draw(to, plate);
    slp_written_end(&script);
    snprintf(why, 200,
             "a step of its run has no solution, or none of its paths is such as it shows");
    const report_drawing drawing = {plate->name, plate->title, plate->about};
    good = good && report_gnuplot(dir, &drawing, script.text, script.size, why);
    free(script.text);
    return good;
}
