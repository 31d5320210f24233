/* Inside the report: the papers' figures redrawn from our own runs, and the page that shows them all. */
#ifndef SLP_REPORTS_GALLERY_H
#define SLP_REPORTS_GALLERY_H

#include "reports/figures/plate.h"

/* Draws what the series of records do not hold (plates), puts each beside its claim in `records` (their "figures"), and
 * returns the list of all figures of the papers: objects {"paper", "number", "title", "claim", "file" or "missing"}. */
json_t *report_gallery_draw(const char *dir, json_t *records, report_outcome *outcome);
/* How many different figures of the papers have at least one drawing. */
size_t report_gallery_count(const json_t *gallery);
void report_gallery_page(FILE *to, const json_t *gallery);
void report_gallery_markdown(FILE *to, const json_t *gallery);

#endif
