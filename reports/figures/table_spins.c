/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spins at their sites: colours say the third component, arrows the other two. */
#include "reports/figures/plate.h"
#include "reports/figures/spin_places.h"
#include "reports/figures/table_script.h"

#include <math.h>
#include <string.h>

enum {
    MOST_ARROWS = 32, /* along a side of a lattice: of more sites each second, third, ... has one */
    FEW = 20,         /* sites along a side, where two panels stand side by side */
    MOST_NAMES = 24,  /* numbers at the spins of a ring */
    FOOT = 112,       /* pixels of what the colours and arrows say */
    TOP = 74,
};

static const double LEAST = 0.1; /* of (u_1, u_2): below it no arrow is legible */

/* ---- Numbers ------------------------------------------------------------------------------ */

/* u = s/|s|; 0 where s is 0. */
static void direction(double u[3], const double *s)
{
    const double most = fmax(fabs(s[0]), fmax(fabs(s[1]), fabs(s[2])));
    double square = 0;
    for (int k = 0; k < 3; k++) u[k] = most > 0 ? s[k] / most : 0;
    for (int k = 0; k < 3; k++) square += u[k] * u[k];
    for (int k = 0; k < 3; k++) u[k] = square > 0 ? u[k] / sqrt(square) : 0;
}

/* Of how many sites along a side one has an arrow. */
static size_t apart(size_t sites)
{
    return (sites + MOST_ARROWS - 1) / MOST_ARROWS;
}

/* An arrow around `at`, as long as the part of u across times `size`, its tip first. */
static void put_arrow(FILE *to, const double at[2], const double u[3], double size)
{
    static const double corners[][2] = {{1, 0}, {-0.85, 0.45}, {-0.55, 0}, {-0.85, -0.45}, {1, 0}};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        const double along = size * corners[i][0], side = size * corners[i][1];
        fprintf(to, "%.4f %.4f\n", at[0] + along * u[0] - side * u[1],
                at[1] + along * u[1] + side * u[0]);
    }
    fputc('\n', to);
}

static bool has_arrow(const spin_places *places, size_t k, const size_t every[2])
{
    if (places->list || places->wide == 0) return true;
    const size_t i = (size_t)places->at[2 * k] - 1, j = (size_t)places->at[2 * k + 1] - 1;
    return i % every[0] == every[0] / 2 && j % every[1] == every[1] / 2;
}

/* The blocks $spinsFRAME: place, third component; $arrowsFRAME. */
static void put_frame(const table_script *s, const spin_places *places, size_t frame)
{
    const double *x = s->table->x + frame * s->table->d;
    const size_t every[] = {apart(places->wide), apart(places->high)};
    const size_t least = every[0] < every[1] ? every[0] : every[1];
    double u[3];
    fprintf(s->to, "$spins%zu << END_OF_CURVE\n", frame);
    for (size_t k = 0; k < places->count; k++) {
        direction(u, x + 3 * k);
        fprintf(s->to, "%.6g %.6g %.4f\n", places->at[2 * k], places->at[2 * k + 1], u[2]);
    }
    plate_end(s->to);
    fprintf(s->to, "$arrows%zu << END_OF_CURVE\n", frame);
    for (size_t k = 0; k < places->count; k++) {
        direction(u, x + 3 * k);
        if (has_arrow(places, k, every) && hypot(u[0], u[1]) >= LEAST)
            put_arrow(s->to, places->at + 2 * k, u,
                      places->wide ? 0.46 * (double)(places->list ? 1 : least) : 0.7);
    }
    plate_end(s->to);
}

static void put_bonds(FILE *to, const spin_places *places)
{
    plate_begin(to, "$bonds");
    for (size_t b = 0; b < places->bonds; b++) {
        for (size_t end = 2 * b; end < 2 * b + 2; end++)
            fprintf(to, "%.6g %.6g\n", places->at[2 * places->ends[end]],
                    places->at[2 * places->ends[end] + 1]);
        fputc('\n', to);
    }
    plate_end(to);
    plate_begin(to, "$names");
    for (size_t k = 0; k < places->count && places->count <= MOST_NAMES; k++) {
        const double *at = places->at + 2 * k, size = hypot(at[0], at[1]) + 1e-9;
        fprintf(to, "%.6g %.6g %zu\n", at[0] * (1 + 1.1 / size), at[1] * (1 + 1.1 / size), k + 1);
    }
    plate_end(to);
}

/* ---- Panels ------------------------------------------------------------------------------- */

typedef struct panels {
    int columns, rows, width, height; /* pixels of one of them, without its title */
    double low[2], high[2];
} panels;

/* As many in a row as stay legible: a site has at least 10 pixels up to 64 sites. */
static panels arrange(const spin_places *places, size_t frames)
{
    panels p = {1, (int)frames, 600, 600, {0.5, 0.5}, {0, 0}};
    const bool ring = places->wide == 0;
    if (ring) {
        p.low[0] = p.low[1] = -fabs(places->at[1]) - 1.6;
        p.high[0] = p.high[1] = -p.low[0];
    } else {
        p.high[0] = (double)places->wide + 0.5;
        p.high[1] = (double)places->high + 0.5;
    }
    if (places->list) {
        p.low[1] = 0.5 - (double)places->high;
        p.high[1] = 0.5;
    }
    const double steep = (p.high[1] - p.low[1]) / (p.high[0] - p.low[0]);
    if (frames > 1 && steep > 2) {
        p.columns = (int)frames;
        p.rows = 1;
        p.width = 200;
    } else if (frames > 1 && steep >= 0.5 && places->wide <= FEW && places->high <= FEW) {
        p.columns = 2;
        p.rows = ((int)frames + 1) / 2;
        p.width = p.height = 330;
    }
    p.height = (int)fmin(1200, fmax(30, steep * p.width));
    return p;
}

/* What the marks say, below all panels: lines of letters and the scale of colours. */
static void put_foot(table_script *s, const spin_places *places, int height)
{
    char some[60] = "";
    const size_t every[] = {apart(places->wide), apart(places->high)};
    if (!places->list && (every[0] > 1 || every[1] > 1))
        snprintf(some, sizeof some, ", of one spin in %zu x %zu", every[0], every[1]);
    snprintf(s->about, sizeof s->about,
             "Each spin stands at its site.  Arrow: x1 to the right, x2 up%s, where both together "
             "are a tenth of the spin or more.  Red: x3 above 0; blue: below 0; white: 0.",
             some);
    fprintf(s->to,
            "set label 1 'arrow: x1 to the right, x2 up%s' at screen 0.5,%.4f center noenhanced "
            "font ',15' textcolor rgb "
            "'#222222'\n"
            "set label 2 'colour: x3' at screen 0.5,%.4f center noenhanced font ',15' textcolor "
            "rgb '#222222'\n"
            "set colorbox horizontal user origin 0.25,%.4f size 0.5,%.4f noborder\n"
            "set cbtics -1,1,1 font ',15' offset 0,0.4\n",
            some, 88.0 / height, 64.0 / height, 36.0 / height, 14.0 / height);
}

static void put_axes(const table_script *s, const spin_places *places, const panels *p)
{
    FILE *to = s->to;
    fprintf(to,
            "set palette defined (-1 '#3b7dc4', 0 '#f7f7f7', 1 '#d6604d')\nset cbrange [-1:1]\n"
            "set style fill solid noborder\nset size ratio -1\nset key off\n"
            "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\nset border 15\nset title font ',15'\n",
            p->low[0], p->high[0], p->low[1], p->high[1]);
    if (places->wide == 0) {
        fputs("unset tics\nunset border\n", to);
        return;
    }
    const double step[] = {fmax(1, report_spacing((double)places->wide)),
                           fmax(1, report_spacing((double)places->high))};
    fprintf(to, "set tics font ',13' scale 0.5\nset xtics %.6g,%.6g offset 0,0.5\n",
            step[0] > 1 ? step[0] : 1, step[0]);
    if (places->high == 1) {
        fputs("unset ytics\n", to);
    } else if (places->list) { /* the number of the first spin of a row */
        fputs("set ytics (", to);
        for (size_t row = 0; row < places->high; row += (size_t)step[1])
            fprintf(to, "%s'%zu' %.6g", row ? ", " : "", row * places->wide + 1, -(double)row);
        fputs(")\n", to);
    } else {
        fprintf(to, "set ytics %.6g,%.6g\n", step[1] > 1 ? step[1] : 1, step[1]);
    }
}

static void plot_frame(const table_script *s, const spin_places *places, size_t frame)
{
    fprintf(s->to, "set title 't = %.4g time units' offset 0,-0.6\nplot ", s->table->t[frame]);
    if (places->wide)
        fprintf(s->to,
                "$spins%zu using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):3 with boxxyerror lc "
                "palette",
                frame);
    else
        fprintf(s->to, "%s$spins%zu using 1:2:(0.75):3 with circles lc palette%s",
                places->bonds ? "$bonds using 1:2 with lines lw 2 lc rgb '#bbbbbb', \\\n  " : "",
                frame,
                places->count <= MOST_NAMES
                    ? ", \\\n  $names using 1:2:3 with labels font ',13' textcolor rgb '#222222'"
                    : "");
    fprintf(s->to, ", \\\n  $arrows%zu using 1:2 with filledcurves closed lc rgb '#111111'\n",
            frame);
}

bool table_draw_spins(table_script *s, char *why)
{
    const report_table *table = s->table;
    const bool moves = s->form == REPORT_GIF;
    spin_places places;
    if (!spin_places_find(&places, table->of, table->lattice, table->x1_first, why)) {
        spin_places_clear(&places);
        return false;
    }
    const panels p = arrange(&places, moves ? 1 : table->rows);
    const int width = p.columns * (p.width + 60) + 20;
    const int height = p.rows * (p.height + 66) + TOP - 40 + FOOT;
    const size_t length = strlen(s->title);
    snprintf(s->title + length, sizeof s->title - length, ", %s", places.words);
    table_script_head(s, width, height);
    put_axes(s, &places, &p);
    put_foot(s, &places, height);
    if (places.wide == 0) put_bonds(s->to, &places);
    for (size_t k = 0; k < table->rows; k++) put_frame(s, &places, k);
    if (!moves) {
        plate_panels(s->to, s->title, p.rows, p.columns);
    }
    for (size_t k = 0; k < table->rows; k++) {
        const int column = moves ? 0 : (int)k % p.columns, row = moves ? 0 : (int)k / p.columns;
        fprintf(s->to,
                "set lmargin at screen %.4f\nset rmargin at screen %.4f\n"
                "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
                (column * (p.width + 60) + 55.0) / width,
                (column * (p.width + 60) + 55.0 + p.width) / width,
                1 - (row * (p.height + 66) + (double)TOP) / height,
                1 - (row * (p.height + 66) + TOP + p.height + 0.0) / height);
        plot_frame(s, &places, k);
        if (k == 0 && !moves) fputs("unset colorbox\nunset label\n", s->to);
    }
    if (!moves) fputs("unset multiplot\n", s->to);
    spin_places_clear(&places);
    return true;
}
