/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: plates, as the ledger describes them. */
#ifndef SLP_REPORTS_GALLERY_LIST_H
#define SLP_REPORTS_GALLERY_LIST_H

#include "reports/figures/plate.h"

/* `plates` and `figures` of reports/ledger/figures.json, a new reference.  Each plate is one for
 * report_plate_read; a figure has its paper, number and panel, the claim on whose page it is shown,
 * and its drawing, which is figures/DRAWING.svg. */
json_t *report_gallery_tables(void);
/* The plate that `one` describes; `one` owns its texts.  False if no function draws such a plate.
 */
bool report_plate_read(report_plate *plate, const json_t *one);

#endif
