/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: the figures of the papers, drawn again from our own runs, and the page
 * that shows them all. */
#ifndef SLP_REPORTS_GALLERY_H
#define SLP_REPORTS_GALLERY_H

#include "reports/figures/plate.h"

/* Draws the plates, the figures that cannot be drawn from the series of records; unless `draws` is
 * true, those that DIR has are taken.  It adds each to its claim's "figures" in `records`, and
 * returns the list of all figures of the papers: objects {"paper", "number", "title", "claim",
 * "file" or "missing"}. */
json_t *report_gallery_draw(const char *dir, bool draws, json_t *records, report_outcome *outcome);
/* How many different figures of the papers have at least one drawing. */
size_t report_gallery_count(const json_t *gallery);
void report_gallery_page(FILE *to, const json_t *gallery);

#endif
