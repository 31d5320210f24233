/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The head of a table's plot, by the form of its figure. */
#include "reports/figures/table_script.h"

void table_script_head(const table_script *s, int width, int height)
{
    report_figure_settings(s->to, s->kind, s->title, width, height);
    if (s->form == REPORT_PNG) /* twice as many points, for screens that have them */
        fprintf(s->to,
                "set terminal pngcairo size %d,%d font 'sans-serif,17' fontscale 2 linewidth 2 "
                "pointscale 2 background '#ffffff'\n",
                2 * width, 2 * height);
    if (s->form == REPORT_GIF) /* a tenth of a second each */
        fprintf(s->to,
                "set terminal gif animate delay 10 loop 0 optimize size %d,%d font 'sans,13' "
                "background '#ffffff'\n",
                width, height);
}
