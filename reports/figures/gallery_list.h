/* Internal to the report: tables of the papers' figures and of the plates. */
#ifndef SLP_REPORTS_GALLERY_LIST_H
#define SLP_REPORTS_GALLERY_LIST_H

#include "reports/figures/plate.h"

typedef struct report_figure_entry {
    const char *paper, *number, *panel, *claim; /* claim: on whose page it is shown */
    const char *drawing;                        /* figures/DRAWING.svg */
} report_figure_entry;

extern const report_plate report_plates[];         /* ends with name NULL */
extern const report_figure_entry report_figures[]; /* ends with paper NULL */

#endif
